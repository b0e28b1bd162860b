// The ledger check of stored totals, day by day, while sales go on. It adds up all payments in small pieces,
// between two reads of the totals. Payments only move forward (pending → failed, voided, expired →
// completed), so equal totals in both reads prove that the day did not change between them: then the sums
// must match. A day that changed waits for the next night.

import { dayOf } from '../domain/day.ts'
import { listAccounts } from '../store/account.ts'
import {
  listStoredTotals,
  paymentAfter,
  quarterMs,
  sumPayments,
  totalMismatches,
} from '../store/ledger-check.ts'
import type { Appliance } from './appliance.ts'
import { restAfterPiece } from './rest.ts'

/** Payments per read, so that sales can run between two reads. */
const pieceSize = 250
/** Bounds below and above the number of every payment. */
const [beforeAll, afterAll] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
/** The most differences that are reported one by one. */
const reportedMax = 20

/** The stored totals of an account, day, type and status. */
interface Total {
  readonly count: number
  readonly amount: number // whole shillings
}
type Totals = ReadonlyMap<string, Total>
const noPayments: Total = { count: 0, amount: 0 }
/** Returns the key of a total: account, day, type and status. */
const keyOf = (row: { accountId: string; day: number; type: string; status: string }) =>
  `${row.accountId} ${row.day} ${row.type} ${row.status}`
/** Returns the account and day in the key of a total: `acc_1 20261201 mobile failed` → `acc_1 20261201`. */
const dayIn = (key: string) => key.split(' ', 2).join(' ')

const zonesOf = async ({ store }: Appliance) =>
  new Map((await listAccounts(store.read)).map(({ id, timeZone }) => [id, timeZone]))

async function readTotals(appliance: Appliance, accountIds: Iterable<string>): Promise<Totals> {
  const totals = new Map<string, { count: number; amount: number }>()
  for (const id of accountIds) {
    for (const row of await listStoredTotals(appliance.store.read, id)) totals.set(keyOf(row), row)
    await restAfterPiece(appliance.world.clock)
  }
  return totals
}

/** Adds up all payments by account, day, type and status, except those of accounts not in `zones`. */
async function sumDays(appliance: Appliance, zones: ReadonlyMap<string, string>): Promise<Totals> {
  const { read } = appliance.store
  const sums = new Map<string, Total>()
  for (let after = beforeAll; after !== afterAll; ) {
    const upTo = (await paymentAfter(read, after, pieceSize)) ?? afterAll
    for (const { quarter, ...sum } of await sumPayments(read, after, upTo)) {
      const zone = zones.get(sum.accountId)
      if (zone === undefined) continue
      const key = keyOf({ ...sum, day: dayOf(quarter * quarterMs, zone) })
      const { count, amount } = sums.get(key) ?? noPayments
      sums.set(key, { count: count + sum.count, amount: amount + sum.amount })
    }
    after = upTo
    await restAfterPiece(appliance.world.clock)
  }
  return sums
}

/** Returns the days of accounts (as `dayIn`) whose totals differ between the two reads. */
function daysThatDiffer(before: Totals, after: Totals): Set<string> {
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  return new Set(keys.filter(key => !isSameTotal(before.get(key), after.get(key))).map(dayIn))
}
const isSameTotal = (before: Total | undefined, after: Total | undefined) =>
  before?.count === after?.count && before?.amount === after?.amount

/**
 * Compares the stored totals of each day with the sums of its payments. The shop may sell during the check,
 * so it reads the totals both before and after the payments. It skips a day whose totals or time zone changed
 * in between; the next night's check compares that day.
 * @returns the differences as text: at most 20, and then the number of the others
 */
export async function wrongDayTotals(appliance: Appliance): Promise<string[]> {
  const zones = await zonesOf(appliance)
  const before = await readTotals(appliance, zones.keys())
  const sums = await sumDays(appliance, zones)
  const after = await readTotals(appliance, zones.keys())
  const zonesNow = await zonesOf(appliance)
  const changedDays = daysThatDiffer(before, after)
  const differences: string[] = []
  for (const key of new Set([...sums.keys(), ...after.keys()])) {
    const accountId = key.split(' ')[0] ?? ''
    const hasZoneChanged = zonesNow.get(accountId) !== zones.get(accountId)
    if (changedDays.has(dayIn(key)) || hasZoneChanged) continue
    const sum = sums.get(key) ?? noPayments
    const total = after.get(key) ?? noPayments
    if (sum.count !== total.count) differences.push(`the kept count of ${key} payments is not their count`)
    if (sum.amount !== total.amount) differences.push(`the kept amount of ${key} payments is not their sum`)
  }
  for (const { accountId, type, status } of await totalMismatches(appliance.store.read))
    differences.push(`the kept total of ${accountId} ${type} ${status} payments is not the sum of its days`)
  const firstDifferences = differences.slice(0, reportedMax)
  return differences.length > reportedMax
    ? [...firstDifferences, `and ${differences.length - reportedMax} more kept totals are wrong`]
    : firstDifferences
}
