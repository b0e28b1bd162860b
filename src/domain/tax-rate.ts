// The rates of value added tax by code, kept as the shop's own data: the law changes them from a day on, and
// may give some ways of paying another rate.
import type { SaleMethod } from './shift.ts'
import type { TaxCode } from './tax-code.ts'

export interface TaxRate {
  readonly taxCode: TaxCode
  /** Whole percent of the price without tax: 18. */
  readonly percent: number
  /** Null: for every method that has no rate of its own. */
  readonly method: SaleMethod | null
  /** The first day of sales with this rate, YYYYMMDD; null: as long as no dated rate applies. */
  readonly from: number | null
}

/** The rate of Mainland Tanzania. Codes without a rate have no tax. */
export const defaultTaxRates: readonly TaxRate[] = [{ taxCode: 'A', percent: 18, method: null, from: null }]

export const taxRatesMax = 50

/** Whether two rates apply to the same sales, so that only one of them can be right. */
const isSameCase = (a: TaxRate, b: TaxRate) =>
  a.taxCode === b.taxCode && a.method === b.method && a.from === b.from

/** Returns the indexes of rates for which an earlier rate has the same code, method and first day. */
export const repeatedTaxRates = (rates: readonly TaxRate[]): number[] =>
  rates.flatMap((rate, index) =>
    rates.slice(0, index).some(other => isSameCase(rate, other)) ? [index] : [],
  )

/** What the rate of a sale depends on. `method` is undefined where totals of an earlier version lack it. */
interface TaxedSale {
  readonly taxCode: string
  readonly method: string | undefined
  /** YYYYMMDD in the account's time zone. */
  readonly day: number
}

/**
 * Returns the tax percent of a sale; 0 without a rate. Of the rates that have begun, a rate for its method
 * comes before a rate for all methods, and then the latest rate counts.
 */
export function taxPercentOf(rates: readonly TaxRate[], { taxCode, method, day }: TaxedSale): number {
  const applicable = rates.filter(
    rate =>
      rate.taxCode === taxCode && (rate.from ?? 0) <= day && (rate.method === null || rate.method === method),
  )
  const [bestRate] = applicable.toSorted((a, b) => {
    const methodOrder = Number(b.method !== null) - Number(a.method !== null)
    return methodOrder !== 0 ? methodOrder : (b.from ?? 0) - (a.from ?? 0)
  })
  return bestRate?.percent ?? 0
}

/**
 * Returns the tax that a sum with tax contains, in whole shillings: 5,000 at 18 % contain 763.
 * @param sum whole shillings with tax; below zero where more was refunded than sold
 */
export function taxIn(sum: number, percent: number): number {
  const tax = Math.round((Math.abs(sum) * percent) / (100 + percent))
  return sum < 0 ? 0 - tax : tax // `0 - tax` avoids -0
}
