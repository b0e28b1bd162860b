// What sales earned: the price of what was sold less what it cost the shop.
import type { LineItem } from './line-item.ts'
import { amountMax } from './payment-limit.ts'
import { fullLineSum, lineSum } from './price-line.ts'

/**
 * The rule of profit, in whole shillings. Stored totals hold two sums, which add up over any days.
 *
 * - `costed` is what customers paid for lines with a cost price, after all discounts: a discount of the
 *   whole sale is spread over its lines when it is sold. `cost` is what these lines cost the shop: per piece,
 *   per pack, or per kilogram and rounded as the price is. **Profit is `costed` less `cost`.**
 * - A line without a cost price changes neither sum, so it never counts as profit. Nor do a sale without
 *   lines, and lines that do not add up to the amount of their sale.
 * - A refund of lines takes back both sums for these lines, because the goods came back (refund-line.ts). A
 *   refund of all that is left names these lines. A refund of a smaller sum has a share of each line, which
 *   takes back `costed` and no cost: it lowers profit by its sum if every line has a cost price.
 * - Earlier versions stored no lines with a refund of a sum, nor with a refund of the whole sale at once. Of
 *   these, the first takes `costed` back in proportion to the sale, rounded down; the second both sums.
 * - What is left of the money, `gross - refunded - costed`, are sales without a cost price. So profit, cost
 *   and sales without cost always add up to what was paid less what was given back.
 */
export interface CostedSum {
  readonly costed: number
  readonly cost: number
}
export const nothingCosted: CostedSum = { costed: 0, cost: 0 }

/** Returns what a line cost the shop, whole shillings; undefined without a cost price. */
export function lineCost(line: LineItem): number | undefined {
  if (line.cost === undefined) return undefined
  const cost = fullLineSum({ ...line, unit_price: line.cost })
  // No shop sells a line above this, and the sums of a year must stay safe integers.
  return cost > BigInt(amountMax) ? undefined : Number(cost)
}

/** Returns what the customer paid for a line and what it cost the shop; two zeros without a cost price. */
export function costedSumOfLine(line: LineItem): CostedSum {
  const cost = lineCost(line)
  return cost === undefined ? nothingCosted : { costed: Number(lineSum(line)), cost }
}

/** Adds up what customers paid for the lines with a cost price, and what these lines cost the shop. */
export function costedSumOfLines(lines: readonly LineItem[]): CostedSum {
  const sum = { costed: 0, cost: 0 }
  for (const line of lines) {
    const { costed, cost } = costedSumOfLine(line)
    sum.costed += costed
    sum.cost += cost
  }
  return sum
}

/**
 * Returns what a refund by an earlier version, without lines, takes back from the sums of its sale: sums of
 * zero or less.
 * @param amount what is refunded, whole shillings
 * @param saleAmount what was paid for the whole sale, whole shillings
 */
export function costedSumOfRefund(
  amount: number,
  saleAmount: number,
  { costed, cost }: CostedSum,
): CostedSum {
  if (costed === 0 && cost === 0) return nothingCosted
  // A negation would turn 0 into -0.
  if (amount >= saleAmount) return { costed: 0 - costed, cost: 0 - cost }
  return { costed: 0 - shareOfCosted(amount, saleAmount, { costed }), cost: 0 }
}

/**
 * Returns the share of a sale's `costed` sum that belongs to a part of its amount, rounded down.
 * @param amount the part, whole shillings
 */
export const shareOfCosted = (
  amount: number,
  saleAmount: number,
  { costed }: Pick<CostedSum, 'costed'>,
): number => (saleAmount === 0 ? 0 : Number((BigInt(amount) * BigInt(costed)) / BigInt(saleAmount)))

type ProfitFacts = CostedSum & { readonly gross: number; readonly refunded: number }

/** Returns the profit of sales with a cost price, whole shillings. */
export const profitOf = ({ costed, cost }: CostedSum): number => costed - cost
/** Returns the sum of sales without a cost price, less their refunds; whole shillings. */
export const salesWithoutCost = ({ gross, refunded, costed }: ProfitFacts): number =>
  gross - refunded - costed
