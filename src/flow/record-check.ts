// The record check: do postings and audit entries still fit their chain? The store checks the newest links at
// each start, this checks all of them every night. What is found stays listed until a person accepts it with
// `kaunta doctor --accept`.
import type { Appliance } from '../appliance.ts'
import { requestedByServer } from '../domain/actor.ts'
import { findSetting, listAccounts, putSetting } from '../store/account.ts'
import { acceptedSetting, chainProblems, problemsSetting, withProblems } from '../store/chain-check.ts'
import type { Read } from '../store/statement.ts'
import { recordAudit } from './audit-log.ts'
import { restAfterPiece } from './rest.ts'

/** The problems that were found and not accepted, in words. */
export const recordProblems = async (read: Read): Promise<string[]> =>
  JSON.parse((await findSetting(read, problemsSetting)) ?? '[]')

/** Checks all links while sales go on, lists what is wrong, and logs it. */
export async function checkRecords({ store, world }: Appliance): Promise<void> {
  const found = await chainProblems(store.read, store.head(), () => restAfterPiece(world.clock))
  if (found.length === 0) return
  const listed = await store.write(async tx => {
    const known = await findSetting(tx, problemsSetting)
    const all = withProblems(found, known, await findSetting(tx, acceptedSetting))
    await putSetting(tx, problemsSetting, all)
    return all
  })
  logProblems(world, JSON.parse(listed))
}

/** A line of the log for each problem. */
export function logProblems({ log }: Appliance['world'], problems: readonly string[]): void {
  for (const problem of problems)
    log('error', 'postings or audit entries were changed outside Kaunta: run kaunta doctor', { problem })
}

/** Accepts all problems: they are listed no more, and the audit log says so. @returns how many there were */
export async function acceptProblems(appliance: Appliance): Promise<number> {
  await checkRecords(appliance)
  return appliance.store.write(async tx => {
    const problems = await recordProblems(tx)
    if (problems.length === 0) return 0
    const accepted: string[] = JSON.parse((await findSetting(tx, acceptedSetting)) ?? '[]')
    await putSetting(tx, acceptedSetting, JSON.stringify([...accepted, ...problems]))
    await putSetting(tx, problemsSetting, '[]')
    for (const account of await listAccounts(tx))
      await recordAudit(tx, appliance, {
        account,
        by: requestedByServer,
        kind: 'records.accepted',
        detail: { count: problems.length },
      })
    return problems.length
  })
}
