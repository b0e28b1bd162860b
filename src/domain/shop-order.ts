// What a customer picks on a shop page, and whether it can be ordered. A field of the form names an item and
// the price that the page showed, so that a changed price is noticed. What is charged comes from the list.
import { type ActorColumns, actorOf } from './actor.ts'
import { type LineItem, lineItemsMax } from './line-item.ts'
import type { Metadata } from './payment.ts'
import { amountMax, amountMin } from './payment-limit.ts'
import { isFlat, type Product, type Variation } from './product.ts'
import type { Locale } from './profile.ts'
import { linesSum, type RequestedLine, soldLines } from './sold-line.ts'

/** The most pieces or kilograms of one line. */
const quantityMax = 99
const gramsPerKilogram = 1_000

/** What a shop page sells: a variation that is available and has a price. */
export interface Offer {
  readonly product: Product
  readonly variation: Variation
}

export const offersOf = (product: Product): Offer[] =>
  product.variations
    .filter(({ available, price }) => available && price !== null)
    .map(variation => ({ product, variation }))

/** The price, and the wholesale price with its quantity. */
const shownPrice = ({ price, wholesale }: Variation): string =>
  [price, ...(wholesale ? [wholesale.from, wholesale.price] : [])].join('-')

const itemName = ({ product, variation }: Offer): string =>
  isFlat(product) ? product.id : `${product.id}.${variation.id}`

/** The name of an item's field. */
export const fieldOfOffer = (offer: Offer): string => `${itemName(offer)}.${shownPrice(offer.variation)}`

/** An item that a customer wants. */
export interface PickedItem {
  readonly productId: string
  readonly variationId: string | undefined
  readonly seen: string | undefined // the price that the page showed; undefined in a link
  readonly typed: string // the quantity
}

const fieldPattern = /^(prod_[0-9a-f]{32})(?:\.(var_[0-9a-f]{32}))?(?:\.([\d-]{1,40}))?$/
const nothingPattern = /^[\s0.,]*$/

/** Reads the picked items of a form, without empty ones and zeros. The last field of an item counts. */
export function readPicks(fields: Iterable<readonly [string, string]>): PickedItem[] {
  const picks = new Map<string, PickedItem>()
  for (const [name, typed] of fields) {
    const [, productId, variationId, seen] = fieldPattern.exec(name) ?? []
    if (productId === undefined) continue
    const item = `${productId} ${variationId}`
    picks.delete(item)
    if (!nothingPattern.test(typed)) picks.set(item, { productId, variationId, seen, typed: typed.trim() })
  }
  return [...picks.values()]
}

export type OrderNotice =
  | 'order_empty'
  | 'order_gone'
  | 'order_price'
  | 'order_quantity'
  | 'order_lines'
  | 'order_low'
  | 'order_high'

export interface OrderLine {
  readonly offer: Offer
  readonly typed: string
  readonly problem: 'price' | 'quantity' | null
}

/** What was picked, at the prices of the list. */
export interface ShopOrder {
  readonly lines: readonly OrderLine[]
  /** What is sold out since; without the names of deleted products. */
  readonly gone: readonly string[]
  readonly requested: readonly RequestedLine[]
  readonly sum: number // whole shillings
  /** Why it cannot be ordered as it is. */
  readonly notice: OrderNotice | null
}

/** Pieces, or grams of what is sold by weight; undefined for a text that is none. */
function quantityOf(typed: string, { soldByWeight }: Product): number | undefined {
  const pattern = soldByWeight ? /^\d{0,2}(?:[.,]\d{1,3})?$/ : /^\d{1,2}$/
  if (!pattern.test(typed)) return undefined
  const number = Number(typed.replace(',', '.'))
  return number <= quantityMax ? Math.round(number * (soldByWeight ? gramsPerKilogram : 1)) : undefined
}

const quantityText = ({ quantity, by_weight }: LineItem): string =>
  String(by_weight ? quantity / gramsPerKilogram : quantity)

/**
 * Compares what was picked with the price list.
 * @param products the products of the list that were picked
 * @param max the account's largest amount
 */
export function shopOrder(
  picks: readonly PickedItem[],
  products: ReadonlyMap<string, Product>,
  max: number | null,
): ShopOrder {
  const lines: OrderLine[] = []
  const requested: RequestedLine[] = []
  const gone: string[] = []
  let isGone = false
  for (const { productId, variationId, seen, typed } of picks.slice(0, lineItemsMax)) {
    const product = products.get(productId)
    const offer = product && offerOf(product, variationId)
    if (!offer) {
      isGone = true
      if (product) gone.push(product.name)
      continue
    }
    const quantity = quantityOf(typed, product)
    const isSeen = seen === undefined || seen === shownPrice(offer.variation)
    lines.push({ offer, typed, problem: quantity === undefined ? 'quantity' : isSeen ? null : 'price' })
    if (quantity !== undefined)
      requested.push({
        product_id: productId,
        ...(variationId === undefined ? {} : { variation_id: variationId }),
        quantity,
      })
  }
  const sum = linesSum(soldLines(requested, products, []))
  const notice = isGone ? 'order_gone' : noticeOf({ lines, count: picks.length, sum, max })
  return { lines, gone, requested, sum: Number(sum), notice }
}

const offerOf = (product: Product, variationId: string | undefined): Offer | undefined =>
  variationId === undefined && !isFlat(product)
    ? undefined
    : offersOf(product).find(({ variation }) => variationId === undefined || variation.id === variationId)

interface Checked {
  readonly lines: readonly OrderLine[]
  readonly count: number // of all that was picked
  readonly sum: bigint
  readonly max: number | null
}

function noticeOf({ lines, count, sum, max }: Checked): OrderNotice | null {
  if (lines.length === 0) return 'order_empty'
  if (count > lineItemsMax) return 'order_lines'
  if (lines.some(({ problem }) => problem === 'quantity')) return 'order_quantity'
  if (lines.some(({ problem }) => problem === 'price')) return 'order_price'
  if (sum < BigInt(amountMin)) return 'order_low'
  return sum > BigInt(max ?? amountMax) ? 'order_high' : null
}

/** The query of a shop page with these lines picked, to change an order. */
export const queryOfLines = (lines: readonly LineItem[]): Record<string, string> =>
  Object.fromEntries(
    lines.map(line => [
      [line.product_id, line.variation_id].filter(id => id !== undefined).join('.'),
      quantityText(line),
    ]),
  )

/** Whether a session or payment is an order of a shop page: no person, till or key created it. */
export const isShopOrder = (columns: Partial<ActorColumns>): boolean => actorOf(columns).kind === 'server'

const numberMax = 9_999
/**
 * The number after this one. Numbers are short, because people call them out. There are enough of them that
 * unpaid orders, which take numbers too, do not give two open orders the same one.
 */
export const nextOrderNumber = (number: number): number => (number % numberMax) + 1

const orderWords: Readonly<Record<Locale, string>> = { en: 'Order', sw: 'Oda' }

/** The metadata of an order: the note shows its number in every list. */
export const orderMetadata = (number: number, locale: Locale): Metadata => ({
  note: `${orderWords[locale]} ${number}`,
  order_number: String(number),
})

/** The number of an order; undefined for any other session. */
export const orderNumberOf = (session: ActorColumns & { readonly metadata: Metadata }): string | undefined =>
  isShopOrder(session) ? String(session.metadata.order_number) : undefined
