// The sales and the profit of a day, week, month or range: by day, method, till, cashier, hour, item,
// category and tax code, compared with the period before. It reads only stored totals, so a million
// payments cost no more.

import type { Account } from '../domain/account.ts'
import { dayOf } from '../domain/day.ts'
import { type Days, daysOf, daysSoFar, type PeriodRequest, reportDays } from '../domain/period.ts'
import { type SaleKind, type SaleSum, subtractSums, sumOfSales } from '../domain/sale-total.ts'
import { type SaleMethod, saleMethods } from '../domain/shift.ts'
import type { Read } from '../store/engine/statement.ts'
import { type DaySum, type NamedSum, salesByDay, salesByName } from '../store/sale-total.ts'
import { listTills } from '../store/till.ts'
import type { Appliance } from './appliance.ts'

/** A report has at most this many items: those with the highest sums. */
const itemsMax = 100

/** The sales of one item. */
export interface SoldItem extends NamedSum {
  /** Its quantity is in grams. */
  readonly isByWeight: boolean
}
interface TillSum extends SaleSum {
  /** Null for sales without a till: by API, links and the console. */
  readonly till: { readonly id: string; readonly name: string } | null
}
interface CashierSum extends SaleSum {
  /** Null for sales that no person of the shop started. */
  readonly cashier: string | null
}

interface PeriodDays extends Days {
  readonly total: SaleSum
  /** Every day, including those without sales. */
  readonly days: readonly DaySum[]
}
/** The sales report of a period; amounts are whole shillings. */
export interface PeriodSales extends PeriodDays {
  readonly period: PeriodRequest['period']
  readonly methods: readonly (SaleSum & { readonly method: SaleMethod })[]
  readonly tills: readonly TillSum[]
  readonly cashiers: readonly CashierSum[]
  /** Those with sales or refunds, in order. */
  readonly hours: readonly (SaleSum & { readonly hour: number })[]
  readonly items: readonly SoldItem[]
  readonly itemCount: number
  /** Of the lines in `items`. Null is for lines without a category or tax code; empty if all lack one. */
  readonly categories: readonly (SaleSum & { readonly category: string | null })[]
  readonly taxes: readonly (SaleSum & { readonly taxCode: string | null })[]
  /** The previous period. `soFar` is its sum up to the corresponding day; null when the period is over. */
  readonly before: PeriodDays & { readonly soFar: SaleSum | null }
}

/** Returns the sales of each of these days, and their sum. */
async function daysIn(read: Read, accountId: string, days: Days): Promise<PeriodDays> {
  const sums = new Map((await salesByDay(read, { accountId, ...days })).map(sum => [sum.day, sum]))
  const all = daysOf(days).map(day => ({ ...sumOfSales([]), ...sums.get(day), day }))
  return { ...days, days: all, total: sumOfSales(all) }
}

/** Orders sums by their gross amount, the largest first, and equal ones by what was refunded. */
const byGross = (one: SaleSum, other: SaleSum) => other.gross - one.gross || other.refunded - one.refunded

/** Returns the part of a total that its named parts do not contain; undefined if there is none. */
function unnamedPartOf(total: SaleSum, parts: readonly SaleSum[]): SaleSum | undefined {
  const unnamed = subtractSums(total, sumOfSales(parts))
  return unnamed.count !== 0 || unnamed.refunds !== 0 ? unnamed : undefined
}

/** Returns the sales of a period or range, compared with the one before. */
export async function periodSalesOf(
  appliance: Appliance,
  { id, timeZone }: Account,
  request: PeriodRequest,
): Promise<PeriodSales> {
  const { read } = appliance.store
  const today = dayOf(appliance.world.clock.now(), timeZone)
  const { shown: shownDays, before } = reportDays(request, today)
  const salesOfKind = (kind: SaleKind) => salesByName(read, { accountId: id, kind, ...shownDays })
  const sums = await daysIn(read, id, shownDays)
  const beforeSums = await daysIn(read, id, before)
  const soFar = daysSoFar(shownDays, before, today)
  const methods = new Map((await salesOfKind('method')).map(sum => [sum.name, sum]))
  const items = await itemsIn(read, id, shownDays)
  const byItems = (parts: readonly NamedSum[]) =>
    parts.length > 0 ? withUnnamedPart(parts, sumOfSales(items)) : []
  return {
    ...sums,
    period: request.period,
    methods: saleMethods.map(method => ({ ...sumOfSales([]), ...methods.get(method), method })),
    tills: await tillsOf(read, id, await salesOfKind('till'), sums.total),
    cashiers: cashiersOf(await salesOfKind('cashier'), sums.total),
    hours: (await salesOfKind('hour'))
      .map(({ name, ...sum }) => ({ ...sum, hour: Number(name) }))
      .toSorted((one, other) => one.hour - other.hour),
    items: items.slice(0, itemsMax),
    itemCount: items.length,
    categories: byItems(await salesOfKind('category')).map(({ name, ...sum }) => ({
      ...sum,
      category: name,
    })),
    taxes: byItems(await salesOfKind('tax')).map(({ name, ...sum }) => ({ ...sum, taxCode: name })),
    before: {
      ...beforeSums,
      soFar: soFar
        ? sumOfSales(beforeSums.days.filter(({ day }) => day >= soFar.first && day <= soFar.last))
        : null,
    },
  }
}

/** Returns all items of a period, those with the highest sums first. */
export function periodItemsOf(
  { store, world }: Appliance,
  { id, timeZone }: Account,
  request: PeriodRequest,
): Promise<SoldItem[]> {
  return itemsIn(store.read, id, reportDays(request, dayOf(world.clock.now(), timeZone)).shown)
}

/** Returns all items that were sold on these days, those with the highest sums first. */
async function itemsIn(read: Read, accountId: string, days: Days): Promise<SoldItem[]> {
  const items = await salesByName(read, { accountId, kind: 'item', ...days })
  const weights = await salesByName(read, { accountId, kind: 'weight', ...days })
  return [
    ...items.map(sum => ({ ...sum, isByWeight: false })),
    ...weights.map(sum => ({ ...sum, isByWeight: true })),
  ].toSorted(byGross)
}

/** Returns the sales of each till by its current name, and those without a till. */
async function tillsOf(
  read: Read,
  accountId: string,
  sums: readonly NamedSum[],
  total: SaleSum,
): Promise<TillSum[]> {
  const names = new Map((await listTills(read, accountId)).map(({ id, name }) => [id, name]))
  return withUnnamedPart(sums, total).map(({ name: id, ...sum }) => ({
    ...sum,
    till: id === null ? null : { id, name: names.get(id) ?? '' },
  }))
}

/** Returns the sales of each cashier, and those without one. */
function cashiersOf(sums: readonly NamedSum[], total: SaleSum): CashierSum[] {
  return withUnnamedPart(sums, total).map(({ name, ...sum }) => ({ ...sum, cashier: name }))
}

/** Returns the named parts of a total, the largest first, and what is left of it under null. */
function withUnnamedPart(
  parts: readonly NamedSum[],
  total: SaleSum,
): (SaleSum & { readonly name: string | null })[] {
  const unnamed = unnamedPartOf(total, parts)
  return [...parts.toSorted(byGross), ...(unnamed ? [{ ...unnamed, name: null }] : [])]
}
