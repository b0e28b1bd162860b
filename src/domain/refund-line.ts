// What lines of a sale are worth in refunds; returned-line.ts chooses them. A refund stores its lines with
// their names, quantities and sums, because the sale keeps only what was sold.
//
// A line is worth what the customer paid for it: its price less its discount, and less its part of a discount
// on the whole sale. A refund of a sum is spread over the lines as a later discount: it lowers what they are
// worth and brings no goods back. Each refund of a part takes its share of what is left, so all of them
// together are worth exactly the line. So the refunds of all lines are exactly the amount of the sale, if the
// lines add up to it or to more. Where they add up to less, such as without a delivery fee, the rest has no
// line and goes back as a sum.
import type { LineItem, StoredItems } from './line-item.ts'
import { amountMax } from './payment-limit.ts'
import { halfUp, lineSum, spreadDiscount } from './price-line.ts'
import { type CostedSum, lineCost, nothingCosted } from './sale-profit.ts'

/** What a refund asks for: how much of a line comes back. */
export interface LineReturn {
  /** The index of the line in its sale, from 0. */
  readonly line: number
  /** Pieces or packs; whole grams where it was sold by weight. */
  readonly quantity: number
}

/**
 * A line as a refund stores it: that of the sale, with the quantity that comes back. That is 0 for the line's
 * share of a refund of a sum.
 */
export interface RefundLine
  extends LineReturn,
    Omit<LineItem, 'description' | 'image_url' | 'note' | 'discount' | 'discount_reason' | 'cost' | 'holds'> {
  /** Whole shillings given back for it. */
  readonly amount: number
  /** What these goods cost the shop, whole shillings; missing without a cost price. No view shows it. */
  readonly cost_sum?: number
}
export type StoredRefundLines = readonly RefundLine[] | null

/** Returns the lines whose goods come back: not the shares of a refund of a sum. */
export const linesBack = (lines: StoredRefundLines): readonly RefundLine[] =>
  (lines ?? []).filter(({ quantity }) => quantity > 0)

/** How much of a line was sold and given back, and for how much. Whole shillings. */
export interface LineSums {
  readonly quantity: number
  readonly amount: number
  readonly refundedQuantity: number
  readonly refundedAmount: number
}
/** A line of a sale, with what refunds have given back of the line. Failed refunds do not count. */
export interface RefundableLine extends LineSums {
  readonly item: LineItem
  /** What it cost the shop; undefined without a cost price. */
  readonly cost: number | undefined
  readonly refundedCost: number
}

/** Adds up numbers. */
export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
/** Converts a sum to a number, and limits it to the largest amount of a sale. */
const atMostAmountMax = (sum: bigint) => (sum < BigInt(amountMax) ? Number(sum) : amountMax)

/**
 * Returns each line of a sale with what it is worth and what was refunded of it. Whole shillings.
 * @param refundLines the lines of the sale's refunds that did not fail
 */
export function refundableLines(
  { amount, lineItems }: { readonly amount: number; readonly lineItems: StoredItems },
  refundLines: readonly RefundLine[],
): RefundableLine[] {
  const items = lineItems ?? []
  const sums = items.map(item => atMostAmountMax(lineSum(item)))
  // If the lines exceed what was paid, the rest is a discount on the whole sale.
  const discounts = spreadDiscount(Math.max(0, sumOf(sums) - amount), sums)
  return items.map((item, line) => {
    const refundsOfLine = refundLines.filter(refundLine => refundLine.line === line)
    const returned = refundsOfLine.filter(({ quantity }) => quantity > 0)
    // A refund of a sum has no quantity. It lowers the worth of the line like a discount.
    const sharesOfSums = refundsOfLine.filter(({ quantity }) => quantity === 0)
    const laterDiscounts = sumOf(sharesOfSums.map(share => share.amount))
    return {
      item,
      quantity: item.quantity,
      amount: (sums[line] ?? 0) - (discounts[line] ?? 0) - laterDiscounts,
      cost: lineCost(item),
      refundedQuantity: sumOf(returned.map(({ quantity }) => quantity)),
      refundedAmount: sumOf(returned.map(refundLine => refundLine.amount)),
      refundedCost: sumOf(returned.map(refundLine => refundLine.cost_sum ?? 0)),
    }
  })
}

/** Returns the quantity of a line that can still be given back: pieces, packs or grams. */
export const quantityLeft = ({ quantity, refundedQuantity }: LineSums): number =>
  Math.max(0, quantity - refundedQuantity)

/**
 * Returns the share of `sum` that goes back with a quantity of a line, rounded half up. Whole shillings.
 * @param sum what is left of the line's worth or cost after its earlier refunds
 */
export function shareOfLeft(sum: number, line: LineSums, quantity: number): number {
  const maxQuantity = quantityLeft(line)
  if (maxQuantity === 0) return 0
  const positiveSum = Math.max(0, sum)
  if (quantity >= maxQuantity) return positiveSum
  return Number(halfUp(BigInt(positiveSum) * BigInt(quantity), BigInt(maxQuantity)))
}

/** Returns what a quantity of a line is worth after its earlier refunds. Whole shillings. */
export const lineRefundSum = (line: LineSums, quantity: number): number =>
  shareOfLeft(line.amount - line.refundedAmount, line, quantity)

/** Returns what the lines of a refund subtract from profit (sale-profit.ts): sums of zero or less. */
export function costedSumOfRefundLines(lines: readonly RefundLine[]): CostedSum {
  const sum = { ...nothingCosted }
  for (const { amount, cost_sum } of lines) {
    if (cost_sum === undefined) continue
    sum.costed -= amount
    sum.cost -= cost_sum
  }
  return sum
}
