// The record check: verifies that postings and audit entries still match their chain, and that the other rows
// match them. The store checks the newest links at each start; this file checks everything every night. Each
// problem becomes an audit entry, and stays listed until a person accepts it with `kaunta doctor --accept`,
// which also writes an audit entry.

import type { Account } from '../domain/account.ts'
import { requestedByServer } from '../domain/actor.ts'
import { ignoreUnwritable } from '../domain/fault.ts'
import { dropSetting } from '../store/account.ts'
import { findCarriedHeadProblems } from '../store/backup/carried-head.ts'
import { problemsSetting } from '../store/engine/chain-check.ts'
import type { Read } from '../store/engine/statement.ts'
import {
  foundProblems,
  newProblems,
  openProblems,
  problemsOfStart,
  recordsSubject,
} from '../store/record-problem.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { serverAccount } from './merchant.ts'
import { restAfterPiece } from './rest.ts'

/** Returns the problems that were found and not yet accepted, as text. */
export const recordProblems = (read: Read): Promise<string[]> => openProblems(read)

/** Checks all records while sales go on, and lists and logs the problems. */
export async function checkRecords(appliance: Appliance): Promise<void> {
  const { store, world } = appliance
  const carried = await store.backups?.carriedHead()
  const problems = await foundProblems(store.read, {
    head: store.head(),
    carried,
    rest: () => restAfterPiece(world.clock),
  })
  await reportProblems(appliance, problems)
}

/**
 * Lists the problems found at the start, and logs all listed ones. A full disk does not prevent the start.
 */
export async function listStartProblems(appliance: Appliance): Promise<void> {
  const problems = await problemsOfStart(appliance.store.read)
  if (problems.length > 0) await reportProblems(appliance, problems).catch(ignoreUnwritable)
  else logProblems(appliance.world, await recordProblems(appliance.store.read))
}

/** Compares the records with the chain head that was carried to the second place. Lists and logs problems. */
export async function checkCarriedHead(appliance: Appliance): Promise<void> {
  const { store } = appliance
  const carried = await store.backups?.carriedHead()
  const problems = carried ? await findCarriedHeadProblems(store.read, carried) : []
  if (problems.length > 0) await reportProblems(appliance, problems).catch(ignoreUnwritable)
}

/** Adds new problems to the audit log, and logs every problem that is not accepted. */
async function reportProblems(appliance: Appliance, problems: readonly string[]): Promise<void> {
  if (problems.length === 0) return
  const listedProblems = await appliance.store.write(async tx => {
    const account = await serverAccount(tx)
    if (!account) return problems
    await dropSetting(tx, problemsSetting)
    for (const problem of await newProblems(tx, problems))
      await recordAudit(tx, appliance, { ...entryOf(account, problem), kind: 'records.changed' })
    return recordProblems(tx)
  })
  logProblems(appliance.world, listedProblems)
}

/** Returns the audit entry of a problem, without its kind. */
const entryOf = (account: Account, problem: string) =>
  ({ account, by: requestedByServer, subject: recordsSubject, detail: { problem } }) as const

/** Logs each problem as an error, with what to do. */
function logProblems({ log }: Appliance['world'], problems: readonly string[]): void {
  for (const problem of problems)
    log('error', 'records were changed outside Kaunta: run kaunta doctor', { problem })
}

/**
 * Checks all records, accepts all listed problems, and names each in the audit log.
 * @returns the number of problems
 */
export async function acceptProblems(appliance: Appliance): Promise<number> {
  await listStartProblems(appliance)
  await checkRecords(appliance)
  return appliance.store.write(async tx => {
    const problems = await recordProblems(tx)
    const account = await serverAccount(tx)
    if (!account) return 0
    for (const problem of problems)
      await recordAudit(tx, appliance, { ...entryOf(account, problem), kind: 'records.accepted' })
    return problems.length
  })
}
