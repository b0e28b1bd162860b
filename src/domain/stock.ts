// Stock, for products that count it: how many base units of each variation are on hand, in grams if sold by
// weight. It never blocks a sale, so it can be below zero. A sale takes its goods out when it is paid; a
// refund of lines or of all that is left brings them back. A refund of another sum does not.
import { type Problem, problem, problemIf } from './fault.ts'
import type { LineItem, StoredItems } from './line-item.ts'
import { halfUp } from './price-line.ts'
import { isFlat, type Product, type Variation } from './product.ts'
import type { Refund } from './refund.ts'
import type { LineReturn } from './refund-line.ts'
import { leftShown } from './stock-left.ts'

/** `reversal`: the network took back what it had confirmed. */
export const stockKinds = ['sale', 'reversal', 'refund', 'delivery', 'count'] as const
export type StockKind = (typeof stockKinds)[number]
export const stockEntryKinds = ['delivery', 'count'] as const

/** Largest delivery or count, and the longest reason. */
export const stockMax = { quantity: 1_000_000_000, reason: 200 } as const

/** No shop has more. Stock stops here, because a number that cannot be stored would fail the payment. */
const onHandMax = 1_000_000_000_000_000
/** Returns the stock on hand after a movement, between `-onHandMax` and `onHandMax`. */
export const onHandAfter = (onHand: number, quantity: number): number =>
  Math.max(-onHandMax, Math.min(onHandMax, onHand + quantity))

/** A change of the stock of one variation. */
export interface StockMovement {
  readonly productId: string
  readonly accountId: string
  readonly id: string // numbers the movements of the product in the account
  readonly variationId: string
  readonly kind: StockKind
  readonly quantity: number // below 0 if goods left
  readonly onHand: number // after it
  readonly reason: string | null
  readonly subject: string | null // the id of the payment, cash sale or refund
  readonly staffId: string | null // null for a program
  readonly createdAt: number
}

/**
 * Whether a movement changes the number that tills show as left.
 * @param before the stock on hand before the movement; undefined for the first movement
 * @param movement with the stock on hand after it
 */
export const changesLeft = (
  { trackStock, lowAt }: Pick<Product, 'trackStock' | 'lowAt'>,
  before: number | undefined,
  movement: Pick<StockMovement, 'onHand'>,
): boolean => trackStock && leftShown(before ?? null, lowAt) !== leftShown(movement.onHand, lowAt)

/** How many base units of a variation move. */
export type Goods = Pick<StockMovement, 'productId' | 'variationId' | 'quantity'>

/**
 * Returns how many base units one unit of a line held at the sale: the pieces of a pack, otherwise 1. Lines
 * of earlier versions did not store this number: for them, returns what the pack holds now, or undefined if
 * the product no longer has the pack.
 */
function holdsOf({ pack, holds }: LineItem, { packs }: Variation): number | undefined {
  if (pack === undefined) return holds ?? 1
  return holds ?? packs.find(({ name }) => name === pack)?.holds
}

/**
 * Returns the goods that the lines of a sale take from stock, one entry for each variation. A line takes
 * nothing if the stock of its product is not counted, or if its variation or pack is unknown, or if the
 * product has changed between pieces and weight.
 */
export function goodsOf(lines: StoredItems, products: ReadonlyMap<string, Product>): readonly Goods[] {
  const goods = new Map<string, Goods>()
  for (const line of lines ?? []) {
    const product = products.get(line.product_id ?? '')
    if (!product?.trackStock || (line.by_weight ?? false) !== product.soldByWeight) continue
    const variation = variationOf(product, line.variation_id)
    if (!variation) continue
    const holds = holdsOf(line, variation) ?? 0
    if (holds === 0) continue
    const { id: variationId } = variation
    const quantity = (goods.get(variationId)?.quantity ?? 0) + line.quantity * holds
    goods.set(variationId, { productId: product.id, variationId, quantity })
  }
  return [...goods.values()]
}

/**
 * Counts the base units of a variation in quantities of sold lines, even if its stock is not counted now.
 * @param quantities the quantities to count, each with the index of its line in `sold`
 */
function unitsOf(
  sold: readonly LineItem[],
  quantities: readonly LineReturn[],
  variation: Variation,
  productId: string,
): bigint {
  let units = 0n
  for (const { line, quantity } of quantities) {
    const item = sold[line]
    // A line without a variation has the only variation of its product.
    if (item?.product_id !== productId || (item.variation_id ?? variation.id) !== variation.id) continue
    // An unknown pack counts as one unit, because only the ratio of two such counts is used.
    units += BigInt(quantity) * BigInt(holdsOf(item, variation) ?? 1)
  }
  return units
}

/**
 * Returns the goods that a refund puts back into stock, in base units. For each variation, this is the share
 * of the taken units that has come back by now, less what earlier refunds put back. The share is computed
 * from the lines, so all refunds together put back exactly what was taken, even if the products and their
 * packs have changed since.
 * @param sold the lines of the sale
 * @param back how much of which line came back with all refunds of the sale that did not fail
 * @param taken what the sale took from stock; its quantities are negative
 * @param returned what earlier refunds put back into stock
 */
export function goodsBack(
  { sold, back }: { readonly sold: StoredItems; readonly back: readonly LineReturn[] },
  products: ReadonlyMap<string, Product>,
  taken: readonly Goods[],
  returned: readonly Goods[],
): readonly Goods[] {
  const lines = sold ?? []
  const wholeLines = lines.map(({ quantity }, line) => ({ line, quantity }))
  const isAllBack = wholeLines.every(({ line, quantity }) => quantityBack(back, line) >= quantity)
  if (isAllBack) return goodsLeft(taken, returned)
  return taken.flatMap(({ productId, variationId, quantity }) => {
    const variation = products.get(productId)?.variations.find(({ id }) => id === variationId)
    const unitsSold = variation ? unitsOf(lines, wholeLines, variation, productId) : 0n
    if (!variation || unitsSold === 0n) return []
    const unitsNamed = unitsOf(lines, back, variation, productId)
    const unitsBack = unitsNamed < unitsSold ? unitsNamed : unitsSold
    const unitsTaken = BigInt(Math.max(0, -quantity))
    const totalToReturn = halfUp(unitsTaken * unitsBack, unitsSold)
    const toReturnNow = Number(totalToReturn) - unitsReturned(returned, variationId)
    return toReturnNow > 0 ? [{ productId, variationId, quantity: toReturnNow }] : []
  })
}

/** Adds up how much of the line with this index came back. */
const quantityBack = (back: readonly LineReturn[], index: number): number =>
  back.reduce((sum, { line, quantity }) => (line === index ? sum + quantity : sum), 0)

/** Returns the variation with this id, or the only variation of a flat product if no id is given. */
function variationOf(product: Product, id: string | undefined): Variation | undefined {
  if (id !== undefined) return product.variations.find(variation => variation.id === id)
  return isFlat(product) ? product.variations[0] : undefined
}

/** Returns the goods that a sale took and its refunds have not brought back. */
export const goodsLeft = (taken: readonly Goods[], returned: readonly Goods[]): readonly Goods[] =>
  taken.flatMap(({ quantity, ...goods }) => {
    // What a sale takes is negative.
    const missing = -quantity - unitsReturned(returned, goods.variationId)
    return missing > 0 ? [{ ...goods, quantity: missing }] : []
  })

/** Adds up what refunds have brought back of a variation. */
const unitsReturned = (returned: readonly Goods[], variationId: string): number =>
  returned.reduce((sum, goods) => (goods.variationId === variationId ? sum + goods.quantity : sum), 0)

/**
 * Whether a refund returns a whole sale and names no lines, so that all goods of the sale come back. Refunds
 * of earlier versions named no lines. A refund of a sale whose lines add up to less than its amount names
 * none either.
 */
export const isOfWholeSale = (
  { amount, unmatchedId, lineItems }: Pick<Refund, 'amount' | 'unmatchedId' | 'lineItems'>,
  saleAmount: number,
): boolean => unmatchedId === null && lineItems === null && amount === saleAmount

/** A delivery or a count of a variation. */
export interface StockEntry {
  readonly kind: (typeof stockEntryKinds)[number]
  readonly quantity: number // delivered, or counted
  readonly variationId: string | undefined
  readonly reason: string | null
}

/** Returns the variation that an entry is about, undefined if it is unknown, and the entry's problems. */
export function readEntry(
  product: Product,
  { kind, quantity, variationId, reason }: StockEntry,
): { readonly variation: Variation | undefined; readonly problems: readonly Problem[] } {
  const variation = variationOf(product, variationId)
  const { quantity: max } = stockMax
  const min = kind === 'delivery' ? 1 : 0
  const isInRange = quantity >= min && quantity <= max
  const variationReason = variationId === undefined ? 'stock_variation_required' : 'variation_unknown'
  const problems = [
    ...problemIf(!isInRange, 'quantity', 'not_whole_number_between', { min, max }),
    ...(variation ? [] : [problem('variation_id', variationReason)]),
    ...problemIf(kind === 'count' && reason === null, 'reason', 'count_without_reason'),
  ]
  return { variation, problems }
}

/** Returns how many base units an entry moves: a count moves the difference to the stock on hand. */
export const entryQuantity = ({ kind, quantity }: StockEntry, onHand: number): number =>
  kind === 'delivery' ? quantity : quantity - onHand

/**
 * Returns the ids of the variations whose counted stock means nothing after a change of their product: all if
 * it changed between pieces and weight, otherwise the removed variations.
 */
export function uncountedVariations(before: Product, after: Product): readonly string[] {
  const hasOtherUnit = before.soldByWeight !== after.soldByWeight
  const isRemoved = (id: string) => !after.variations.some(variation => variation.id === id)
  return before.variations.map(({ id }) => id).filter(id => hasOtherUnit || isRemoved(id))
}
