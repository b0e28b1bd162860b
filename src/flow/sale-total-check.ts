// Checks the stored totals of sales against the sales, in small pieces while sales go on. As with the totals
// of days (ledger-check-day.ts), a day whose totals differ between two reads waits for the next night.

import { type SaleTotal, saleSumNames } from '../domain/sale-total.ts'
import { listAccounts } from '../store/account.ts'
import { listStoredSaleTotals } from '../store/sale-total.ts'
import type { Appliance } from './appliance.ts'
import { restAfterPiece } from './rest.ts'
import { newSaleSums, readSales, saleTotalName } from './sale-sum.ts'

/** Sales per read, so that requests can run between two reads. */
const pieceSize = 250
/** The most differences that are reported one by one. */
const reportedMax = 20

type Zones = ReadonlyMap<string, string>
type Totals = ReadonlyMap<string, SaleTotal>

/** Returns the time zone of each account. */
const zonesOf = async ({ store }: Appliance): Promise<Zones> =>
  new Map((await listAccounts(store.read)).map(({ id, timeZone }) => [id, timeZone]))

const dayOfTotal = ({ accountId, day }: SaleTotal) => `${accountId} ${day}`
/** Returns whether two totals are equal; a missing one counts as zero. */
const isSameTotal = (one: SaleTotal | undefined, other: SaleTotal | undefined) =>
  saleSumNames.every(name => (one?.[name] ?? 0) === (other?.[name] ?? 0))

/** Reads the stored totals of these accounts. */
async function readStoredTotals({ store, world }: Appliance, zones: Zones): Promise<Totals> {
  const totals = new Map<string, SaleTotal>()
  for (const id of zones.keys()) {
    for (const total of await listStoredSaleTotals(store.read, id)) totals.set(saleTotalName(total), total)
    await restAfterPiece(world.clock)
  }
  return totals
}

/** Adds up all sales and refunds as the stored totals do. */
async function sumSales({ store, world }: Appliance, zones: Zones): Promise<Totals> {
  const sums = newSaleSums(zones)
  for await (const piece of readSales(store.read, pieceSize)) {
    sums.add(piece)
    await restAfterPiece(world.clock)
  }
  return sums.sums
}

/** Returns the totals that differ between two lists, with their names; a total may be in one list only. */
const differingTotals = (one: Totals, other: Totals) =>
  [...new Set([...one.keys(), ...other.keys()])].flatMap(name => {
    const [first, second] = [one.get(name), other.get(name)]
    const total = first ?? second
    return total && !isSameTotal(first, second) ? [{ name, total }] : []
  })

/**
 * Compares the stored totals with the sums of their sales. The shop may sell during the check, so it reads
 * the totals before and after the sales. It leaves a day whose totals have changed to the next night's check.
 * @returns what is wrong, as text: at most 20 differences, and how many more there are
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
  const reported = wrong
    .slice(0, reportedMax)
    .map(({ name }) => `the stored totals of ${name} are not the sum of its sales and refunds`)
  return wrong.length > reportedMax
    ? [...reported, `and ${wrong.length - reportedMax} more stored totals are wrong`]
    : reported
}
