// The price of one line of a sale: per piece, per pack or per kilogram, at the wholesale price from its
// quantity on, less a discount. The server and the till use the same functions, so their sums are equal.

/** A line of a sale as it is charged. */
export interface PriceLine {
  /** Pieces or packs; whole grams where it is sold by weight. */
  readonly quantity: number
  /** Whole shillings for one piece, one pack or one kilogram. */
  readonly unit_price: number
  readonly by_weight?: boolean
  /** Whole shillings off this line. */
  readonly discount?: number
  /** Why it costs less than in the price list. */
  readonly discount_reason?: string
}

export const gramsPerKilogram = 1_000

/** Returns `dividend / divisor`, rounded half up. Neither is negative. */
export const halfUp = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + divisor) / (2n * divisor)

/** Returns a line's sum before its discount: a bigint, because the largest exceeds a safe integer. */
export function fullLineSum({ quantity, unit_price, by_weight }: PriceLine): bigint {
  const sum = BigInt(quantity) * BigInt(unit_price)
  return by_weight ? halfUp(sum, BigInt(gramsPerKilogram)) : sum
}

/** Returns what the customer pays for a line, never less than zero. */
export function lineSum(line: PriceLine): bigint {
  const sum = fullLineSum(line) - BigInt(line.discount ?? 0)
  return sum > 0n ? sum : 0n
}

/** A larger unit of a product, such as a carton. */
export interface PackPrice {
  /** The number of pieces that it contains. */
  readonly holds: number
  /** The price of one pack, in whole shillings; null if a pack costs the sum of its pieces. */
  readonly price: number | null
}

export interface ListPrice {
  /** Whole shillings for one piece or one kilogram; null for an open price. */
  readonly price: number | null
  /** The lower price, which applies from this many pieces or grams. */
  readonly wholesale: { readonly from: number; readonly price: number } | null
}

/**
 * Returns the pieces or grams of a line, or of its packs. They decide whether the wholesale price applies.
 */
export const baseQuantityOf = (quantity: number, pack?: Pick<PackPrice, 'holds'>): number =>
  pack ? quantity * pack.holds : quantity

/**
 * Returns the list price of one piece, one kilogram or one pack; null for an open price.
 * @param baseQuantity pieces or grams of this product in all lines of the sale, including packs
 */
export function listPriceOf(
  { price, wholesale }: ListPrice,
  baseQuantity: number,
  pack?: PackPrice,
): number | null {
  const unitPrice = wholesale && baseQuantity >= wholesale.from ? wholesale.price : price
  if (!pack) return unitPrice
  const priceOfContents = unitPrice === null ? null : unitPrice * pack.holds
  return pack.price ?? priceOfContents
}

/** A discount as a cashier enters it: whole shillings, or whole percent. */
export type Discount =
  | { readonly kind: 'sum'; readonly amount: number }
  | { readonly kind: 'percent'; readonly percent: number }

/** Returns the whole shillings to take off a sum: from 0 to the sum, a percentage rounded half up. */
export function discountAmount(discount: Discount, sum: number): number {
  const amount =
    discount.kind === 'sum' ? discount.amount : Number(halfUp(BigInt(sum) * BigInt(discount.percent), 100n))
  return Math.min(sum, Math.max(0, amount))
}

/**
 * Spreads a discount of the whole sale over its lines, in proportion to their sums. Each share is rounded
 * down. The shillings that this leaves over go to the lines with the largest remainders, earlier lines first.
 * @param amount whole shillings; at most the sum of the lines is spread
 * @returns the share of each line, never more than its sum
 */
export function spreadDiscount(amount: number, sums: readonly number[]): number[] {
  const total = sums.reduce((subtotal, sum) => subtotal + BigInt(sum), 0n)
  if (total === 0n) return sums.map(() => 0)
  const spread = BigInt(amount) < total ? BigInt(amount) : total
  const shares = sums.map(sum => (spread * BigInt(sum)) / total)
  const sumOfShares = shares.reduce((subtotal, share) => subtotal + share, 0n)
  const leftover = Number(spread - sumOfShares)
  const remainderOf = (index: number) => (spread * BigInt(sums[index] ?? 0)) % total
  const indexesByRemainder = sums
    .map((_, index) => index)
    .toSorted((a, b) => Number(remainderOf(b) - remainderOf(a)) || a - b)
  const indexesWithOneMore = new Set(indexesByRemainder.slice(0, leftover))
  return shares.map((share, index) => Number(share) + (indexesWithOneMore.has(index) ? 1 : 0))
}
