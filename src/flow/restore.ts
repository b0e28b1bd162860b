// The work after a restore. A back-up brings back everything that was valid when it was taken, even what was
// revoked later. So cashiers are signed out, and API keys are compared with those of any former data folder.

import type { Account } from '../domain/account.ts'
import { requestedByServer } from '../domain/actor.ts'
import { fault } from '../domain/fault.ts'
import { timeOf } from '../domain/id.ts'
import { type ApiKey, listAccounts, listKeys, revokeKey } from '../store/account.ts'
import type { FormerKey } from '../store/backup/copy.ts'
import { findNewest } from '../store/engine/newest-id.ts'
import type { Read, Tx } from '../store/engine/statement.ts'
import { hasOwnerNotice } from '../store/owner-notice.ts'
import type { Restored } from '../store/store.ts'
import { signOutOfAllTills } from '../store/till.ts'
import { stamp } from '../wire/money.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { recordOwnerNotice } from './owner-notice.ts'
import { skipNumbers } from './payment-number.ts'

/** A key of the restored folder. */
export interface RestoredKey {
  readonly account: Account
  readonly key: ApiKey
  /** When the key was last used, milliseconds since 1970; undefined when it was not used before the copy. */
  readonly usedAt: number | undefined
}

/** The state of the API keys after a restore. */
export interface RestoredKeys {
  readonly live: readonly RestoredKey[] // keys that work after the restore
  readonly revoked: readonly RestoredKey[] // revoked in the former folder, and therefore revoked again
  readonly missing: readonly FormerKey[] // keys of the former folder that the copy does not have
}

/** Facts about the restored copy. */
export interface RestoreFacts {
  readonly copiedAt: number // when the copy was taken, milliseconds since 1970
  /** The keys of the former data folder, if it could be read. */
  readonly former: readonly FormerKey[] | undefined
}

/** Signs all cashiers out, revokes again the keys revoked since the copy, and gives all owners notice. */
export const recordRestore = (
  appliance: Appliance,
  { copiedAt, former = [] }: RestoreFacts,
): Promise<RestoredKeys> =>
  appliance.store.write(async tx => {
    const revokedFormerIds = new Set(former.filter(({ isRevoked }) => isRevoked).map(({ id }) => id))
    const restoredIds = new Set<string>()
    const live: RestoredKey[] = []
    const revoked: RestoredKey[] = []
    await signOutOfAllTills(tx)
    await skipNumbers(tx, appliance)
    for (const account of await listAccounts(tx)) {
      const lastUses = await appliance.keyUses.ofAccount(tx, account.id)
      for (const key of await listKeys(tx, account.id)) {
        restoredIds.add(key.id)
        if (key.revokedAt !== null) continue
        const restoredKey = { account, key, usedAt: lastUses.get(key.id) }
        if (revokedFormerIds.has(key.id)) revoked.push(restoredKey)
        else live.push(restoredKey)
      }
      const liveCount = live.filter(restoredKey => restoredKey.account.id === account.id).length
      const detail = { copied_at: stamp(copiedAt), live_keys: liveCount }
      const by = requestedByServer
      await recordOwnerNotice(tx, appliance, { account, by, kind: 'data.restored', detail })
    }
    for (const { account, key } of revoked) await revokeAgain(tx, appliance, account, key)
    const missing = former.filter(({ id, isRevoked }) => !isRevoked && !restoredIds.has(id))
    return { live, revoked, missing }
  })

/**
 * Does the work after a dump of the database was restored with PostgreSQL's tools, then ends all logins. The
 * time of the newest row is used as the time of the dump, which is not known.
 */
export async function settleRestored(appliance: Appliance, restored: Restored): Promise<void> {
  const { ids } = await findNewest(appliance.store.read)
  const copiedAt = Math.max(0, ...ids.map(timeOf))
  await recordRestore(appliance, { copiedAt, former: undefined })
  await restored.settle()
}

/**
 * Refuses payouts after a restore until an owner has acknowledged the notice of it. Payouts made after the
 * copy are missing from the records, so a program that repeats one would send the money twice.
 * @throws Fault `payouts_paused_by_restore`
 */
export async function assertPayoutsResumed(read: Read, account: Account): Promise<void> {
  if (await arePayoutsPaused(read, account)) throw fault('payouts_paused_by_restore')
}

/** Returns whether payouts are paused because no owner has acknowledged the last restore yet. */
export const arePayoutsPaused = (read: Read, { id }: Account): Promise<boolean> =>
  hasOwnerNotice(read, id, 'data.restored')

/** Revokes a key that the restore made valid again. */
async function revokeAgain(tx: Tx, appliance: Appliance, account: Account, key: ApiKey): Promise<void> {
  await revokeKey(tx, account.id, key.id, appliance.world.clock.now())
  tx.afterCommit(() => appliance.keyHolders.delete(key.hash))
  await recordAudit(tx, appliance, { account, by: requestedByServer, kind: 'key.revoked', subject: key.id })
}
