// The nightly ledger check: every balance is the sum of its postings, the books of an account add up to zero,
// and stored totals match counts. Postings are added in pieces, so that sales do not wait; the last piece and
// the balances are read in one transaction. flow/ledger-check-day.ts compares the totals of days.

import { findSetting, putSetting } from '../store/account.ts'
import type { Tx } from '../store/engine/statement.ts'
import type { PostingSum } from '../store/ledger-check.ts'
import { allBalances, postingAfter, sumPostings } from '../store/ledger-check.ts'
import type { Appliance } from './appliance.ts'
import { wrongDayTotals } from './ledger-check-day.ts'
import { checkRecords } from './record-check.ts'
import { restAfterPiece } from './rest.ts'
import { fillSaleTotals } from './sale-total.ts'
import { wrongSaleTotals } from './sale-total-check.ts'

/** Postings per read, so that sales can run between two reads. */
const pieceSize = 500
const checkEveryMs = 86_400_000
/** Bounds below and above the number of every posting. */
const [beforeAll, afterAll] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
const auditSetting = 'audit'

export interface LedgerCheckResult {
  readonly at: number
  readonly differences: readonly string[] // the differences as text; empty when the books are right
}

/** Amounts in whole shillings, by account and book. */
type Sums = Map<string, number>

/** Adds postings to the sums: each takes its amount from one book and adds it to another. */
function addPostings(sums: Sums, postings: readonly PostingSum[]): void {
  const addTo = (key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount)
  for (const { accountId, fromBook, toBook, amount } of postings) {
    addTo(`${accountId} ${fromBook}`, -amount)
    addTo(`${accountId} ${toBook}`, amount)
  }
}

/** Returns the keys whose amounts differ; a missing amount counts as zero. */
const differingKeys = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter(key => (a.get(key) ?? 0) !== (b.get(key) ?? 0))

/**
 * Checks that each stored balance is the sum of its postings, and that the books of each account add up to
 * zero.
 * @param before the sums of all postings up to the number `after`; this function adds the newer ones
 * @returns the differences as text
 */
async function compareBalances(tx: Tx, before: Sums, after: number): Promise<string[]> {
  const sums = new Map(before) // a copy, because the transaction may run again
  addPostings(sums, await sumPostings(tx, after, afterAll))
  const storedBalances: Sums = new Map()
  const sumsOfAccounts: Sums = new Map()
  for (const { accountId, book, amount } of await allBalances(tx)) {
    storedBalances.set(`${accountId} ${book}`, amount)
    sumsOfAccounts.set(accountId, (sumsOfAccounts.get(accountId) ?? 0) + amount)
  }
  const wrongBalances = differingKeys(sums, storedBalances)
  const unbalancedAccounts = differingKeys(sumsOfAccounts, new Map())
  return [
    ...wrongBalances.map(key => `the balance of ${key} is not the sum of its postings`),
    ...unbalancedAccounts.map(id => `the books of ${id} are not zero together`),
  ]
}

/**
 * Checks the books, stores the result, and logs an error for each difference.
 * @returns when to run again, milliseconds since 1970
 */
export async function runLedgerCheck(appliance: Appliance): Promise<number> {
  const { store, world } = appliance
  const sums: Sums = new Map()
  let after = beforeAll
  for (;;) {
    const upTo = await postingAfter(store.read, after, pieceSize)
    if (!upTo) break // fewer postings are left than a piece; `compareBalances` adds them
    addPostings(sums, await sumPostings(store.read, after, upTo))
    after = upTo
    await restAfterPiece(world.clock)
  }
  // Nodes of the previous version, which did not store these totals, have ended by now.
  await fillSaleTotals(appliance, { mayMark: true })
  const wrongTotals = [...(await wrongDayTotals(appliance)), ...(await wrongSaleTotals(appliance))]
  const now = world.clock.now()
  const differences = await store.write(async tx => {
    const allDifferences = [...(await compareBalances(tx, sums, after)), ...wrongTotals]
    const result: LedgerCheckResult = { at: now, differences: allDifferences }
    await putSetting(tx, auditSetting, JSON.stringify(result))
    return allDifferences
  })
  for (const difference of differences) world.log('error', 'the books do not add up', { difference })
  await checkRecords(appliance)
  return now + checkEveryMs
}

/** Returns the result of the last check; undefined before the first. */
export async function lastLedgerCheck(appliance: Appliance): Promise<LedgerCheckResult | undefined> {
  const setting = await findSetting(appliance.store.read, auditSetting)
  return setting ? JSON.parse(setting) : undefined
}
