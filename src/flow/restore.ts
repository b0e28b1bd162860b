// The work after a restore. A back-up brings back everything that was valid when it was taken, even what was
// ended later. Cashiers are signed out, and API keys are compared with the former data folder, if there is
// one.

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
  /** Milliseconds; undefined when it was not used before the copy. */
  readonly usedAt: number | undefined
}

/** What became of the API keys. */
export interface RestoredKeys {
  readonly live: readonly RestoredKey[] // keys that work after the restore
  readonly revoked: readonly RestoredKey[] // revoked in the former folder, and therefore revoked again
  readonly missing: readonly FormerKey[] // keys of the former folder that the copy does not have
}

/** What is known about the restored copy. */
export interface RestoreFacts {
  readonly copiedAt: number // when the copy was taken, milliseconds
  /** The keys of the former data folder, if it could be read. */
  readonly former: readonly FormerKey[] | undefined
}

/** Signs cashiers out, revokes the keys that were revoked since the copy, and gives the owners notice. */
export const recordRestore = (
  appliance: Appliance,
  { copiedAt, former = [] }: RestoreFacts,
): Promise<RestoredKeys> =>
  appliance.store.write(async tx => {
    const revokedSince = new Set(former.filter(({ isRevoked }) => isRevoked).map(({ id }) => id))
    const keyIds = new Set<string>()
    const live: RestoredKey[] = []
    const revoked: RestoredKey[] = []
    await signOutOfAllTills(tx)
    await skipNumbers(tx, appliance)
    for (const account of await listAccounts(tx)) {
      const usedAt = await appliance.keyUses.ofAccount(tx, account.id)
      for (const key of await listKeys(tx, account.id)) {
        keyIds.add(key.id)
        if (key.revokedAt !== null) continue
        const restoredKey = { account, key, usedAt: usedAt.get(key.id) }
        if (revokedSince.has(key.id)) revoked.push(restoredKey)
        else live.push(restoredKey)
      }
      const liveKeys = live.filter(restoredKey => restoredKey.account.id === account.id).length
      const detail = { copied_at: stamp(copiedAt), live_keys: liveKeys }
      const by = requestedByServer
      await recordOwnerNotice(tx, appliance, { account, by, kind: 'data.restored', detail })
    }
    for (const { account, key } of revoked) await revokeAgain(tx, appliance, account, key)
    return { live, revoked, missing: former.filter(({ id, isRevoked }) => !isRevoked && !keyIds.has(id)) }
  })

/**
 * Records, once, that a dump of the database was restored with PostgreSQL's tools. The newest row shows when
 * the dump was made.
 */
export async function settleRestored(appliance: Appliance, restored: Restored): Promise<void> {
  const newest = (await findNewest(appliance.store.read)).ids.map(timeOf)
  await recordRestore(appliance, { copiedAt: Math.max(0, ...newest), former: undefined })
  await restored.settle()
}

/**
 * Refuses payouts after a restore until an owner has acknowledged its notice: payouts made since the copy are
 * not in the records, so a program that repeats one would send its money twice.
 * @throws Fault `payouts_paused_by_restore`
 */
export async function assertPayoutsResumed(read: Read, account: Account): Promise<void> {
  if (await arePayoutsPaused(read, account)) throw fault('payouts_paused_by_restore')
}

/** Returns whether an owner has not acknowledged the last restore yet. */
export const arePayoutsPaused = (read: Read, { id }: Account): Promise<boolean> =>
  hasOwnerNotice(read, id, 'data.restored')

/** Revokes a key that the copy brought back. */
async function revokeAgain(tx: Tx, appliance: Appliance, account: Account, key: ApiKey): Promise<void> {
  await revokeKey(tx, account.id, key.id, appliance.world.clock.now())
  tx.afterCommit(() => appliance.keyHolders.delete(key.hash))
  await recordAudit(tx, appliance, { account, by: requestedByServer, kind: 'key.revoked', subject: key.id })
}
