// Restore drills: restores the newest back-up to a separate place, checks it, and stores the result. Only a
// restore proves that a back-up is good.

import type { Account } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import { isDrillLate } from '../domain/backup.ts'
import { errorText } from '../domain/error-text.ts'
import { findSetting, listAccounts, putSetting } from '../store/account.ts'
import type { DrillResult } from '../store/backup/restore-drill.ts'
import type { Read } from '../store/engine/statement.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'

const drillSetting = 'restore_drill'

/** The result of a restore drill, as it is stored. */
export interface Drill {
  readonly at: number // milliseconds since 1970
  readonly backup: string | null
  readonly payments: number | null
  readonly failure: string | null // why it failed; null when it passed
}

/** The last drill, and whether the next one is overdue. */
export interface DrillState {
  readonly last: Drill | undefined
  /** Whether the last drill (or, if it did not pass, the first start) is too long ago. */
  readonly isLate: boolean
}

/**
 * Runs a restore drill and records its result.
 * @param drill restores the newest back-up to a separate place and checks it; rejects if that fails
 */
export async function runDrill(
  appliance: Appliance,
  { account, by }: { readonly account: Account; readonly by: RequestedBy },
  drill: () => Promise<DrillResult>,
): Promise<Drill> {
  const { store, world } = appliance
  // A failed drill is recorded too.
  const result = await drill().then(
    ({ backup, payments }) => ({ backup, payments, failure: null }),
    error => ({ backup: null, payments: null, failure: errorText(error) }),
  )
  const recordedDrill: Drill = { at: world.clock.now(), ...result }
  await store.write(async tx => {
    await putSetting(tx, drillSetting, JSON.stringify(recordedDrill))
    await recordAudit(tx, appliance, {
      account,
      by,
      kind: 'backup.drilled',
      subject: recordedDrill.backup ?? '',
    })
  })
  return recordedDrill
}

/**
 * Returns the last drill, and whether the next one is overdue. For that, the time of the last drill counts if
 * it passed, otherwise the first start of the server.
 */
export async function drillState(read: Read, now: number): Promise<DrillState> {
  const stored = await findSetting(read, drillSetting)
  const last = stored === undefined ? undefined : (JSON.parse(stored) as Drill)
  const lastPassedAt = last?.failure === null ? last.at : undefined
  const accounts = await listAccounts(read)
  const firstStartAt = Math.min(...accounts.map(({ createdAt }) => createdAt))
  return { last, isLate: isDrillLate(lastPassedAt, firstStartAt, now) }
}
