// What a sale must cost, computed only from what was tapped and from the price list, as a shopkeeper would on
// paper. It uses no function of the product.
import { type Good, lineName, type Pack } from './good.ts'

export type Off = { readonly percent: number } | { readonly shillings: number }

/** One line as the cashier enters it. */
export interface Tapped {
  /** Missing for an amount that is typed on the keypad. */
  readonly good?: Good
  readonly pack?: Pack
  readonly by: 'grid' | 'search' | 'scanner' | 'camera' | 'keypad'
  /** Pieces, packs or grams. */
  readonly quantity: number
  /** Whole shillings: an open price, a lower price, or an amount on the keypad. */
  readonly price?: number
  /** The price that the scale printed into the code. */
  readonly labelPrice?: number
  readonly off?: Off
}

/** One line as it must be sold. */
export interface ReceiptLine {
  readonly name: string
  readonly good: Good | undefined
  /** Pieces, packs or grams. */
  readonly quantity: number
  readonly isWeighed: boolean
  /** Pieces or grams that leave the shelf. */
  readonly units: number
  /** Whole shillings, after all discounts. */
  readonly paid: number
  /** What it cost the shop; undefined where that is not known. */
  readonly cost: number | undefined
}

/** Returns a quotient in whole shillings: half a shilling counts up. */
export const roundedQuotient = (dividend: number, divisor: number): number =>
  Math.floor((2 * dividend + divisor) / (2 * divisor))

export const sumOf = (numbers: Iterable<number>): number => {
  let sum = 0
  for (const one of numbers) sum += one
  return sum
}

/** Returns the shillings that a discount takes off a sum. */
const offSum = (off: Off | undefined, sum: number): number =>
  off === undefined ? 0 : 'percent' in off ? roundedQuotient(sum * off.percent, 100) : off.shillings

const unitsOf = ({ quantity, pack }: Tapped): number => quantity * (pack?.holds ?? 1)

/** Returns the price of one piece, pack or kilogram. Wholesale counts all lines of a good, packs included. */
function eachOf({ good, pack, price }: Tapped, units: number): number {
  if (price !== undefined || !good) return price ?? 0
  const { wholesale } = good
  const isWholesale = wholesale !== undefined && units >= wholesale.from
  const single = (isWholesale ? wholesale.price : good.price) ?? 0
  return pack ? (pack.price ?? single * pack.holds) : single
}

/** Returns the smallest weight, in grams, whose price is the price on the label. */
const labelGrams = ({ price }: Good, labelPrice: number): number =>
  Math.ceil((labelPrice * 1_000) / (price ?? 1))

const costOf = (good: Good | undefined, quantity: number, units: number): number | undefined =>
  good?.cost == null
    ? undefined
    : good.isWeighed
      ? roundedQuotient(quantity * good.cost, 1_000)
      : units * good.cost

/** Divides a discount of the sale over its lines: shillings left over go where most was cut off. */
function shares(discount: number, sums: readonly number[]): number[] {
  const total = sumOf(sums)
  const parts = sums.map(sum => Math.floor((discount * sum) / total))
  const cut = sums.map((sum, at) => ({ at, rest: (discount * sum) % total }))
  cut.sort((one, other) => other.rest - one.rest || one.at - other.at)
  for (const { at } of cut.slice(0, discount - sumOf(parts))) parts[at] = (parts[at] ?? 0) + 1
  return parts
}

function lineOf(tapped: Tapped, lines: readonly Tapped[]): ReceiptLine {
  const { good, pack, labelPrice, off } = tapped
  const isWeighed = good?.isWeighed ?? false
  const quantity = good && labelPrice !== undefined ? labelGrams(good, labelPrice) : tapped.quantity
  const ofGood = good ? lines.filter(one => one.good === good) : []
  const each = eachOf(tapped, sumOf(ofGood.map(unitsOf)))
  const full = isWeighed ? roundedQuotient(quantity * each, 1_000) : quantity * each
  const units = isWeighed ? quantity : unitsOf(tapped)
  return {
    name: good ? lineName(good, pack) : 'Item',
    good,
    quantity,
    isWeighed,
    units,
    paid: labelPrice ?? full - offSum(off, full),
    cost: costOf(good, quantity, units),
  }
}

/** Returns the lines of a sale, with their shares of its discount. */
export function receiptOf(tapped: readonly Tapped[], off?: Off): ReceiptLine[] {
  const lines = tapped.map(one => lineOf(one, tapped))
  const sums = lines.map(({ paid }) => paid)
  const taken = shares(offSum(off, sumOf(sums)), sums)
  return lines.map((line, at) => ({ ...line, paid: line.paid - (taken[at] ?? 0) }))
}

export const totalOf = (lines: readonly ReceiptLine[]): number => sumOf(lines.map(({ paid }) => paid))
