// The shopkeeper's own book of the day: every sale and refund as it was tapped, and what they add up to.
import type { Good } from './good.ts'
import { type ReceiptLine, roundedQuotient, sumOf } from './receipt.ts'

/** What a refund brings back of one line. */
export interface BackLine {
  readonly line: ReceiptLine
  readonly quantity: number
  readonly amount: number
  readonly cost: number | undefined
}

export type Method = 'cash' | 'qr' | 'mobile'

export interface BookedSale {
  readonly till: string
  readonly cashier: string
  readonly method: Method
  readonly lines: readonly ReceiptLine[]
  /** Whether it is an amount alone. */
  readonly isPlain: boolean
  readonly total: number
  readonly refunds: readonly (readonly BackLine[])[]
}

/** Sums of a till, a cashier, an item and so on. Whole shillings. */
export interface Sums {
  readonly count: number
  readonly gross: number
  readonly refunds: number
  readonly refunded: number
  /** What was paid for goods whose cost is known, after refunds, and what these goods cost. */
  readonly costed: number
  readonly cost: number
  /** Of items: pieces, packs or grams, after refunds. */
  readonly quantity: number
  readonly isWeighed: boolean
}

export const refundSum = (refund: readonly BackLine[]): number => sumOf(refund.map(({ amount }) => amount))
export const profitOf = ({ costed, cost }: Sums): number => costed - cost
export const netOf = ({ gross, refunded }: Sums): number => gross - refunded

/**
 * Returns what comes back of each line: its share of what was paid, so that all parts together are exactly
 * that.
 * @param earlier what came back of each line before
 */
export function backLines(
  lines: readonly ReceiptLine[],
  quantities: readonly number[],
  earlier: readonly number[],
): BackLine[] {
  return lines.flatMap((line, at) => {
    const [quantity = 0, before = 0] = [quantities[at], earlier[at]]
    if (quantity === 0) return []
    const share = (whole: number) =>
      roundedQuotient(whole * (before + quantity), line.quantity) -
      roundedQuotient(whole * before, line.quantity)
    const cost = line.cost === undefined ? undefined : share(line.cost)
    return [{ line, quantity, amount: share(line.paid), cost }]
  })
}

const none: Sums = {
  count: 0,
  gross: 0,
  refunds: 0,
  refunded: 0,
  costed: 0,
  cost: 0,
  quantity: 0,
  isWeighed: false,
}
const added = (one: Sums, other: Sums): Sums => ({
  count: one.count + other.count,
  gross: one.gross + other.gross,
  refunds: one.refunds + other.refunds,
  refunded: one.refunded + other.refunded,
  costed: one.costed + other.costed,
  cost: one.cost + other.cost,
  quantity: one.quantity + other.quantity,
  isWeighed: one.isWeighed || other.isWeighed,
})
const costed = (sum: number, cost: number | undefined) => (cost === undefined ? {} : { costed: sum, cost })

const soldSums = ({ paid, cost, quantity, isWeighed }: ReceiptLine): Sums => ({
  ...none,
  ...costed(paid, cost),
  count: 1,
  gross: paid,
  quantity,
  isWeighed,
})
const backSums = ({ line, amount, cost, quantity }: BackLine): Sums => ({
  ...none,
  ...costed(-amount, cost === undefined ? undefined : -cost),
  refunds: 1,
  refunded: amount,
  quantity: -quantity,
  isWeighed: line.isWeighed,
})

/** Returns the sums of one sale, with its refunds. */
function saleSums({ lines, total, refunds }: BookedSale): Sums {
  const each = [...lines.map(soldSums), ...refunds.flat().map(backSums)].reduce(added, none)
  const refunded = sumOf(refunds.map(refundSum))
  return { ...each, quantity: 0, count: 1, gross: total, refunds: refunds.length, refunded }
}

export const sumsOf = (sales: readonly BookedSale[]): Sums => sales.map(saleSums).reduce(added, none)

/** Returns the sums of sales by a name of each. */
export function salesBy(
  sales: readonly BookedSale[],
  nameOf: (sale: BookedSale) => string,
): Map<string, Sums> {
  const groups = Map.groupBy(sales, nameOf)
  return new Map([...groups].map(([name, some]) => [name, sumsOf(some)]))
}

/** Returns the sums of lines by a name of each: an item, a category or a tax code. */
export function linesBy(
  sales: readonly BookedSale[],
  nameOf: (line: ReceiptLine) => string,
): Map<string, Sums> {
  const sums = new Map<string, Sums>()
  const add = (line: ReceiptLine, one: Sums) => {
    const name = nameOf(line)
    sums.set(name, added(sums.get(name) ?? none, one))
  }
  for (const { lines, refunds, isPlain } of sales) {
    if (isPlain) continue
    for (const line of lines) add(line, soldSums(line))
    for (const back of refunds.flat()) add(back.line, backSums(back))
  }
  return sums
}

/** Returns how many pieces or grams of a good left the shelf, less those that came back. */
export function unitsSold(sales: readonly BookedSale[], good: Good): number {
  const sold = sales.flatMap(({ lines }) => lines).filter(line => line.good === good)
  const back = sales.flatMap(({ refunds }) => refunds.flat()).filter(({ line }) => line.good === good)
  const unitsBack = back.map(({ line, quantity }) => (line.units / line.quantity) * quantity)
  return sumOf(sold.map(({ units }) => units)) - sumOf(unitsBack)
}
