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

/** Checks all records in small pieces, so that sales go on. Lists and logs the problems. */
export async function checkRecords(appliance: Appliance): Promise<void> {
  const { store, world } = appliance
  const problems = await foundProblems(store.read, {
    carried: await store.backups?.carriedHead(),
    head: store.head(),
    rest: () => restAfterPiece(world.clock),
  })
  await reportProblems(appliance, problems)
}

/**
 * Lists the problems that the store found at its start, and logs all that are not accepted. A full disk does
 * not prevent the start.
 */
export async function listStartProblems(appliance: Appliance): Promise<void> {
  const problems = await problemsOfStart(appliance.store.read)
  if (problems.length > 0) await reportProblems(appliance, problems).catch(ignoreUnwritable)
  else logProblems(appliance.world, await recordProblems(appliance.store.read))
}

/**
 * Compares the records with the head of the record chain that was copied to the second place of back-ups.
 * Lists and logs the problems. A full disk does not prevent the check.
 */
export async function checkCarriedHead(appliance: Appliance): Promise<void> {
  const { store } = appliance
  const carried = await store.backups?.carriedHead()
  const problems = carried ? await findCarriedHeadProblems(store.read, carried) : []
  if (problems.length > 0) await reportProblems(appliance, problems).catch(ignoreUnwritable)
}

/**
 * Lists new problems in the audit log, and logs every problem that is not accepted. Without an account there
 * is no audit log: then only `problems` are logged.
 */
async function reportProblems(appliance: Appliance, problems: readonly string[]): Promise<void> {
  if (problems.length === 0) return
  const listedProblems = await appliance.store.write(async tx => {
    const account = await serverAccount(tx)
    if (!account) return problems
    // The setting holds the problems of the start only until they are in the audit log.
    await dropSetting(tx, problemsSetting)
    for (const problem of await newProblems(tx, problems))
      await recordAudit(tx, appliance, { ...entryOf(account, problem), kind: 'records.changed' })
    return recordProblems(tx)
  })
  logProblems(appliance.world, listedProblems)
}

/** Returns the audit entry of a problem, to which the caller adds its kind. */
const entryOf = (account: Account, problem: string) =>
  ({ account, by: requestedByServer, subject: recordsSubject, detail: { problem } }) as const

/** Logs each problem as an error. The message tells the operator which command to run. */
function logProblems({ log }: Appliance['world'], problems: readonly string[]): void {
  for (const problem of problems)
    log('error', 'records were changed outside Kaunta: run kaunta doctor', { problem })
}

/** Checks all records, then accepts each listed problem, with an audit entry. @returns their number */
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
