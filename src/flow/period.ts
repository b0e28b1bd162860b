// The sales and the profit of a day, week, month or range: by day, method, till, cashier, hour, item,
// category and tax code, each compared with the period before. It reads only stored totals, so a million
// payments cost no more.

import type { Account } from '../domain/account.ts'
import { dayOf } from '../domain/day.ts'
import { type Days, daysOf, daysSoFar, type PeriodRequest, reportDays } from '../domain/period.ts'
import { catalogOf } from '../domain/product.ts'
import {
  type ComparedSum,
  type SaleKind,
  type SaleSum,
  subtractSums,
  sumOfSales,
} from '../domain/sale-total.ts'
import { type SaleMethod, saleMethods } from '../domain/shift.ts'
import type { Read } from '../store/engine/statement.ts'
import { type DaySum, type NamedSum, salesByDay, salesByName } from '../store/sale-total.ts'
import { findTaxRates } from '../store/tax-rate.ts'
import { listTills } from '../store/till.ts'
import type { Appliance } from './appliance.ts'
import { readTaxedName, salesByTax } from './tax-rate.ts'

/** A report has at most this many items: those with the highest sums. */
const itemsMax = 100

type NamedPart = ComparedSum & { readonly name: string }
/** The sales of one item. */
export interface SoldItem extends NamedPart {
  /** Its quantity is in grams. */
  readonly isByWeight: boolean
}
interface TillSum extends ComparedSum {
  /** Null for sales without a till: by API, links and the console. */
  readonly till: { readonly id: string; readonly name: string } | null
}
interface CashierSum extends ComparedSum {
  /** Null for sales that no person of the shop started. */
  readonly cashier: string | null
}
/** The sales of a tax code at a rate in percent; both are null for lines without a code. */
interface TaxSum extends ComparedSum {
  readonly taxCode: string | null
  readonly percent: number | null
}

interface PeriodDays extends Days {
  readonly total: SaleSum
  /** Every day, including those without sales. */
  readonly days: readonly DaySum[]
}
/** The sales report of a period; amounts are whole shillings. */
export interface PeriodSales extends PeriodDays {
  readonly period: PeriodRequest['period']
  readonly methods: readonly (ComparedSum & { readonly method: SaleMethod })[]
  readonly tills: readonly TillSum[]
  readonly cashiers: readonly CashierSum[]
  /** The hours of the day with sales or refunds in either period, in order. */
  readonly hours: readonly (ComparedSum & { readonly hour: number })[]
  readonly items: readonly SoldItem[]
  /** How many items have sales or refunds in either period. */
  readonly itemCount: number
  /** The sums of the sold items by category. Null is for items without one; empty if all lack one. */
  readonly categories: readonly (ComparedSum & { readonly category: string | null })[]
  readonly taxes: readonly TaxSum[] // the same by tax code and percent
  /** The previous period. `soFar` is its sum up to the corresponding day; null when the period is over. */
  readonly before: PeriodDays & { readonly soFar: SaleSum | null }
}

/** Returns the sales of each of these days, and their sum. */
async function daysIn(read: Read, accountId: string, days: Days): Promise<PeriodDays> {
  const sums = new Map((await salesByDay(read, { accountId, ...days })).map(sum => [sum.day, sum]))
  const allDays = daysOf(days).map(day => ({ ...sumOfSales([]), ...sums.get(day), day }))
  return { ...days, days: allDays, total: sumOfSales(allDays) }
}

/** Compares rows for sorting: the highest gross amount first, then refunds, then earlier gross amount. */
const compareByGross = (one: ComparedSum, other: ComparedSum) =>
  other.gross - one.gross || other.refunded - one.refunded || other.before.gross - one.before.gross

/** The days of a report, and those that its rows are compared with. */
interface ComparedDays {
  readonly shown: Days
  readonly compared: Days
}
/**
 * Returns the days of a report, and the days of the period before to compare with. While the report's period
 * lasts, it is compared with as many days as have passed of it.
 */
function comparedDaysOf(request: PeriodRequest, today: number): ComparedDays {
  const { shown, before } = reportDays(request, today)
  return { shown, compared: daysSoFar(shown, before, today) ?? before }
}

/**
 * Pairs each sum with the sum of the same name from the period before. A name without sales in one of the
 * periods has a sum of zeros there.
 */
function compareSums(sums: readonly NamedSum[], sumsBefore: readonly NamedSum[]): NamedPart[] {
  const names = new Set(sums.map(({ name }) => name))
  const before = new Map(sumsBefore.map(({ name, ...sum }) => [name, sum]))
  return [
    ...sums.map(sum => ({ ...sum, before: before.get(sum.name) ?? sumOfSales([]) })),
    ...sumsBefore
      .filter(({ name }) => !names.has(name))
      .map(({ name, ...sum }) => ({ ...sumOfSales([]), name, before: sum })),
  ]
}

/** Returns the sums of a kind, such as tills or items, compared with the earlier days. */
const comparedSums = async (
  read: Read,
  accountId: string,
  kind: SaleKind,
  { shown, compared }: ComparedDays,
): Promise<NamedPart[]> =>
  compareSums(
    await salesByName(read, { accountId, kind, ...shown }),
    await salesByName(read, { accountId, kind, ...compared }),
  )

/** Returns the compared sums of each tax code and rate. */
async function comparedTaxes(
  read: Read,
  account: Account,
  { shown, compared }: ComparedDays,
): Promise<NamedPart[]> {
  const rates = await findTaxRates(read, catalogOf(account))
  const taxedOn = (days: Days) => salesByTax(read, account.id, rates, days)
  return compareSums(await taxedOn(shown), await taxedOn(compared))
}

/** Adds up the rows, and their sums of the period before. */
const sumOfCompared = (parts: readonly ComparedSum[]): ComparedSum => ({
  ...sumOfSales(parts),
  before: sumOfSales(parts.map(({ before }) => before)),
})

/** Returns the part of a total that its named parts do not cover; undefined if they cover all of it. */
function unnamedPartOf(total: ComparedSum, parts: readonly ComparedSum[]): ComparedSum | undefined {
  const namedSum = sumOfCompared(parts)
  const unnamed = {
    ...subtractSums(total, namedSum),
    before: subtractSums(total.before, namedSum.before),
  }
  const isEmpty = [unnamed, unnamed.before].every(({ count, refunds }) => count === 0 && refunds === 0)
  return isEmpty ? undefined : unnamed
}

/** Returns the sales of a period or range, compared with the one before. */
export function periodSalesOf(
  { store, world }: Appliance,
  account: Account,
  request: PeriodRequest,
): Promise<PeriodSales> {
  const today = dayOf(world.clock.now(), account.timeZone)
  return store.snapshot(read => readPeriodSales(read, account, request, today))
}

/** Reads the sales of a period or range, and of the one before. @param today YYYYMMDD */
async function readPeriodSales(
  read: Read,
  account: Account,
  request: PeriodRequest,
  today: number,
): Promise<PeriodSales> {
  const { id } = account
  const { shown, before } = reportDays(request, today)
  const sums = await daysIn(read, id, shown)
  const beforeSums = await daysIn(read, id, before)
  const soFar = daysSoFar(shown, before, today)
  const soFarSum = soFar
    ? sumOfSales(beforeSums.days.filter(({ day }) => day >= soFar.first && day <= soFar.last))
    : null
  const total = { ...sums.total, before: soFarSum ?? beforeSums.total }
  return {
    ...sums,
    period: request.period,
    ...(await breakdownsOf(read, account, comparedDaysOf(request, today), total)),
    before: { ...beforeSums, soFar: soFarSum },
  }
}

type Breakdowns = Omit<PeriodSales, keyof PeriodDays | 'period' | 'before'>

/** Returns the sums of a period by method, till, cashier, hour, item, category and tax. */
async function breakdownsOf(
  read: Read,
  account: Account,
  days: ComparedDays,
  total: ComparedSum,
): Promise<Breakdowns> {
  const { id } = account
  const sumsOf = (kind: SaleKind) => comparedSums(read, id, kind, days)
  const methods = new Map((await sumsOf('method')).map(({ name, ...sum }) => [name, sum]))
  const items = await itemsIn(read, id, days)
  /** Adds the sum of the items without a category or tax code, under null; empty if no item has one. */
  const withUnnamedItems = (parts: readonly NamedPart[]) =>
    parts.length > 0 ? withUnnamedPart(parts, sumOfCompared(items)) : []
  return {
    methods: saleMethods.map(method => ({ ...(methods.get(method) ?? sumOfCompared([])), method })),
    tills: await tillsOf(read, id, await sumsOf('till'), total),
    cashiers: withUnnamedPart(await sumsOf('cashier'), total).map(({ name, ...sum }) => ({
      ...sum,
      cashier: name,
    })),
    hours: (await sumsOf('hour'))
      .map(({ name, ...sum }) => ({ ...sum, hour: Number(name) }))
      .toSorted((one, other) => one.hour - other.hour),
    items: items.slice(0, itemsMax),
    itemCount: items.length,
    categories: withUnnamedItems(await sumsOf('category')).map(({ name, ...sum }) => ({
      ...sum,
      category: name,
    })),
    taxes: withUnnamedItems(await comparedTaxes(read, account, days)).map(({ name, ...sum }) => ({
      ...sum,
      ...(name === null ? { taxCode: null, percent: null } : readTaxedName(name)),
    })),
  }
}

/** Returns all items of a period and of the one before, those with the highest sums first. */
export function periodItemsOf(
  { store, world }: Appliance,
  { id, timeZone }: Account,
  request: PeriodRequest,
): Promise<SoldItem[]> {
  const days = comparedDaysOf(request, dayOf(world.clock.now(), timeZone))
  return store.snapshot(read => itemsIn(read, id, days))
}

/** Returns all items that were sold on these days or before, those with the highest sums first. */
async function itemsIn(read: Read, accountId: string, days: ComparedDays): Promise<SoldItem[]> {
  const items = await comparedSums(read, accountId, 'item', days)
  const weights = await comparedSums(read, accountId, 'weight', days)
  return [
    ...items.map(sum => ({ ...sum, isByWeight: false })),
    ...weights.map(sum => ({ ...sum, isByWeight: true })),
  ].toSorted(compareByGross)
}

/** Returns the sales of each till by its current name, and those without a till. */
async function tillsOf(
  read: Read,
  accountId: string,
  parts: readonly NamedPart[],
  total: ComparedSum,
): Promise<TillSum[]> {
  const names = new Map((await listTills(read, accountId)).map(({ id, name }) => [id, name]))
  return withUnnamedPart(parts, total).map(({ name: id, ...sum }) => ({
    ...sum,
    till: id === null ? null : { id, name: names.get(id) ?? '' },
  }))
}

/** Returns the named parts of a total, the highest first, then the rest of the total under null, if any. */
function withUnnamedPart(
  parts: readonly NamedPart[],
  total: ComparedSum,
): (ComparedSum & { readonly name: string | null })[] {
  const unnamed = unnamedPartOf(total, parts)
  const sortedParts = parts.toSorted(compareByGross)
  return unnamed ? [...sortedParts, { ...unnamed, name: null }] : sortedParts
}
