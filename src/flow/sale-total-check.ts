// Checks the stored totals of sales against the sales, in small pieces while the shop sells. As with the
// totals of days (ledger-check-day.ts), a day whose totals change during the check is left to the next
// night's check.

import { type SaleTotal, saleSumNames } from '../domain/sale-total.ts'
import { listAccounts } from '../store/account.ts'
import { listStoredSaleTotals } from '../store/sale-total.ts'
import type { Appliance } from './appliance.ts'
import { restAfterPiece } from './rest.ts'
import { newSaleSums, readSales, saleTotalName } from './sale-sum.ts'

/** Sales per read, so that requests can run between two reads. */
const pieceSize = 250
/** The most wrong totals that are named. */
const namedMax = 20

type Zones = ReadonlyMap<string, string>
type Totals = ReadonlyMap<string, SaleTotal>

/** Returns the time zone of each account. */
const zonesOf = async ({ store }: Appliance): Promise<Zones> =>
  new Map((await listAccounts(store.read)).map(({ id, timeZone }) => [id, timeZone]))

const dayOfTotal = ({ accountId, day }: SaleTotal) => `${accountId} ${day}`
/** Returns whether two totals are equal; a missing total counts as zero. */
const isSameTotal = (a: SaleTotal | undefined, b: SaleTotal | undefined) =>
  saleSumNames.every(name => (a?.[name] ?? 0) === (b?.[name] ?? 0))

/** Reads the stored totals of the accounts in `zones`, by the name of each total. */
async function readStoredTotals({ store, world }: Appliance, zones: Zones): Promise<Totals> {
  const totals = new Map<string, SaleTotal>()
  for (const id of zones.keys()) {
    for (const total of await listStoredSaleTotals(store.read, id)) totals.set(saleTotalName(total), total)
    await restAfterPiece(world.clock)
  }
  return totals
}

/** Adds up all sales and refunds of the accounts in `zones`, by the name of each total. */
async function sumSales({ store, world }: Appliance, zones: Zones): Promise<Totals> {
  const sums = newSaleSums(zones)
  for await (const piece of readSales(store.read, pieceSize)) {
    sums.add(piece)
    await restAfterPiece(world.clock)
  }
  return sums.sums
}

/** Returns the totals that differ between two maps, with their names; a total may be in one map only. */
const differingTotals = (a: Totals, b: Totals) =>
  [...new Set([...a.keys(), ...b.keys()])].flatMap(name => {
    const total = a.get(name) ?? b.get(name)
    return total && !isSameTotal(a.get(name), b.get(name)) ? [{ name, total }] : []
  })

/**
 * Compares the stored totals with the sums of their sales. The shop may sell during the check, so the totals
 * are read before and after the sales. A day whose totals have changed, or an account with a new time zone,
 * is left to the next night's check.
 * @returns a line for each wrong total, at most `namedMax`, and a line with the number of any others
 */
export async function wrongSaleTotals(appliance: Appliance): Promise<string[]> {
  const zones = await zonesOf(appliance)
  const before = await readStoredTotals(appliance, zones)
  const sums = await sumSales(appliance, zones)
  const after = await readStoredTotals(appliance, zones)
  const zonesNow = await zonesOf(appliance)
  const changedDays = new Set(differingTotals(before, after).map(({ total }) => dayOfTotal(total)))
  const isZoneSame = (accountId: string) => zonesNow.get(accountId) === zones.get(accountId)
  const wrong = differingTotals(sums, after).filter(
    ({ total }) => !changedDays.has(dayOfTotal(total)) && isZoneSame(total.accountId),
  )
  const lines = wrong
    .slice(0, namedMax)
    .map(({ name }) => `the stored totals of ${name} are not the sum of its sales and refunds`)
  if (wrong.length <= namedMax) return lines
  return [...lines, `and ${wrong.length - namedMax} more stored totals are wrong`]
}
