// Checks the stored totals of sales against the sales, in small pieces while sales go on. As with the totals
// of days (ledger-check-day.ts), a day whose totals differ between two reads waits for the next night.

import { type SaleTotal, saleSumNames } from '../domain/sale-total.ts'
import { listAccounts } from '../store/account.ts'
import { listStoredSaleTotals } from '../store/sale-total.ts'
import type { Appliance } from './appliance.ts'
import { restAfterPiece } from './rest.ts'
import { newSaleSums, readSales, saleTotalName } from './sale-sum.ts'

const pieceSize = 250
const reportedMax = 20

type Zones = ReadonlyMap<string, string>
type Totals = ReadonlyMap<string, SaleTotal>

const zonesOf = async ({ store }: Appliance): Promise<Zones> =>
  new Map((await listAccounts(store.read)).map(({ id, timeZone }) => [id, timeZone]))

const dayOfTotal = ({ accountId, day }: SaleTotal) => `${accountId} ${day}`
const isSame = (one: SaleTotal | undefined, other: SaleTotal | undefined) =>
  saleSumNames.every(name => (one?.[name] ?? 0) === (other?.[name] ?? 0))

async function readStoredTotals({ store, world }: Appliance, zones: Zones): Promise<Totals> {
  const totals = new Map<string, SaleTotal>()
  for (const id of zones.keys()) {
    for (const total of await listStoredSaleTotals(store.read, id)) totals.set(saleTotalName(total), total)
    await restAfterPiece(world.clock)
  }
  return totals
}

async function sumSales({ store, world }: Appliance, zones: Zones): Promise<Totals> {
  const sums = newSaleSums(zones)
  for await (const piece of readSales(store.read, pieceSize)) {
    sums.add(piece)
    await restAfterPiece(world.clock)
  }
  return sums.sums
}

/** Pairs the totals with the same name; either may be missing. */
const pairsOf = (one: Totals, other: Totals) =>
  [...new Set([...one.keys(), ...other.keys()])].flatMap(name => {
    const pair = [one.get(name), other.get(name)] as const
    const any = pair[0] ?? pair[1]
    return any ? [{ name, any, isEqual: isSame(...pair) }] : []
  })

/** Returns the stored totals that differ from the sum of their sales, as text, at most 20. */
export async function wrongSaleTotals(appliance: Appliance): Promise<string[]> {
  const zones = await zonesOf(appliance)
  const before = await readStoredTotals(appliance, zones)
  const sums = await sumSales(appliance, zones)
  const after = await readStoredTotals(appliance, zones)
  const zonesNow = await zonesOf(appliance)
  const moved = new Set(
    pairsOf(before, after).flatMap(({ any, isEqual }) => (isEqual ? [] : dayOfTotal(any))),
  )
  const wrong = pairsOf(sums, after).filter(
    ({ any, isEqual }) =>
      !isEqual && !moved.has(dayOfTotal(any)) && zonesNow.get(any.accountId) === zones.get(any.accountId),
  )
  const reported = wrong
    .slice(0, reportedMax)
    .map(({ name }) => `the stored totals of ${name} are not the sum of its sales and refunds`)
  return wrong.length > reportedMax
    ? [...reported, `and ${wrong.length - reportedMax} more stored totals are wrong`]
    : reported
}
