// What a customer picks on a shop page, and whether it can be ordered. A field of the form names an item and
// the price that the page showed, so that a changed price is noticed. What is charged comes from the list.

import { type ActorColumns, actorOf } from './actor.ts'
import { type LineItem, lineItemsMax } from './line-item.ts'
import type { Metadata } from './payment.ts'
import { amountMax, amountMin } from './payment-limit.ts'
import { gramsPerKilogram } from './price-line.ts'
import { isFlat, type Product, type Variation } from './product.ts'
import type { Locale } from './profile.ts'
import { linesSum, type RequestedLine, soldLines } from './sold-line.ts'

/** The most pieces or kilograms of one line. */
const quantityMax = 99

/** What a shop page sells: a variation that is available and has a price. */
export interface Offer {
  readonly product: Product
  readonly variation: Variation
}

/** Returns the variations of a product that a customer can order. */
export const offersOf = (product: Product): Offer[] =>
  product.variations
    .filter(({ available, price }) => available && price !== null)
    .map(variation => ({ product, variation }))

/**
 * Writes the prices that the page shows: `1200`, or `1200-10-1000` with a wholesale price of 1000 from 10
 * pieces on. Prices of a kilogram end in `kg`.
 */
function shownPrices({ product, variation: { price, wholesale } }: Offer): string {
  const prices = wholesale ? [price, wholesale.from, wholesale.price] : [price]
  return prices.join('-') + (product.soldByWeight ? 'kg' : '')
}

/** Returns the id of an offer in a form: the product's, with the variation's if the product has several. */
const offerId = ({ product, variation }: Offer): string =>
  isFlat(product) ? product.id : `${product.id}.${variation.id}`

/** Returns the name of an offer's field in the form: its id and the prices that the page shows. */
export const fieldOfOffer = (offer: Offer): string => `${offerId(offer)}.${shownPrices(offer)}`

/** An item that a customer wants. */
export interface PickedItem {
  readonly productId: string
  readonly variationId: string | undefined
  readonly seenPrices: string | undefined // the prices that the page showed; undefined in a link
  readonly typed: string // the quantity
}

/** A product, then optionally a variation and the prices of `shownPrices`. */
const fieldPattern = /^(prod_[0-9a-f]{32})(?:\.(var_[0-9a-f]{32}))?(?:\.([\d-]{1,40}(?:kg)?))?$/
/** An empty quantity, or a zero such as `0.0`. */
const nothingPattern = /^[\s0.,]*$/

/** Reads the picked items of a form, without empty quantities and zeros. An item's last field counts. */
export function readPicks(fields: Iterable<readonly [string, string]>): PickedItem[] {
  const picks = new Map<string, PickedItem>()
  for (const [name, typed] of fields) {
    const [, productId, variationId, seenPrices] = fieldPattern.exec(name) ?? []
    if (productId === undefined) continue
    const item = `${productId} ${variationId}`
    picks.delete(item) // a later field replaces it, and a zero only removes it
    if (!nothingPattern.test(typed))
      picks.set(item, { productId, variationId, seenPrices, typed: typed.trim() })
  }
  return [...picks.values()]
}

/** Why an order cannot be placed as it is. */
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
  /** Names of the products that are sold out since; deleted products are not named. */
  readonly gone: readonly string[]
  readonly requested: readonly RequestedLine[]
  readonly sum: number // whole shillings
  /** Why the order cannot be placed as it is; null if it can. */
  readonly notice: OrderNotice | null
}

/**
 * Reads a typed quantity: pieces, or kilograms of what is sold by weight, such as `1.25`.
 * @returns pieces or grams; undefined for any other text and above `quantityMax`
 */
function quantityOf(typed: string, { soldByWeight }: Product): number | undefined {
  const pattern = soldByWeight ? /^\d{0,2}(?:[.,]\d{1,3})?$/ : /^\d{1,2}$/
  if (!pattern.test(typed)) return undefined
  const number = Number(typed.replace(',', '.'))
  if (number > quantityMax) return undefined
  return soldByWeight ? Math.round(number * gramsPerKilogram) : number
}

/** Writes a line's quantity as a customer types it: pieces or kilograms. */
const quantityText = ({ quantity, by_weight }: LineItem): string =>
  String(by_weight ? quantity / gramsPerKilogram : quantity)

/**
 * Compares the picked items with the price list, and decides whether they can be ordered.
 * @param products the picked products that the list still has, by id
 * @param max the account's own largest amount, whole shillings; null if it has none
 */
export function shopOrder(
  picks: readonly PickedItem[],
  products: ReadonlyMap<string, Product>,
  max: number | null,
): ShopOrder {
  const lines: OrderLine[] = []
  const requested: RequestedLine[] = []
  const goneNames: string[] = []
  let isAnyGone = false
  for (const { productId, variationId, seenPrices, typed } of picks.slice(0, lineItemsMax)) {
    const product = products.get(productId)
    const offer = product && offerOf(product, variationId)
    if (!offer) {
      isAnyGone = true
      if (product) goneNames.push(product.name)
      continue
    }
    const quantity = quantityOf(typed, product)
    if (quantity === undefined) {
      lines.push({ offer, typed, problem: 'quantity' })
      continue
    }
    const isPriceSame = seenPrices === undefined || seenPrices === shownPrices(offer)
    lines.push({ offer, typed, problem: isPriceSame ? null : 'price' })
    requested.push({
      product_id: productId,
      ...(variationId === undefined ? {} : { variation_id: variationId }),
      quantity,
    })
  }
  const sum = linesSum(soldLines(requested, products, []).map(({ line }) => line))
  const notice = isAnyGone ? 'order_gone' : noticeOf({ lines, count: picks.length, sum, max })
  return { lines, gone: goneNames, requested, sum: Number(sum), notice }
}

/** Returns the picked variation; undefined if it cannot be ordered, or none of several was chosen. */
function offerOf(product: Product, variationId: string | undefined): Offer | undefined {
  const offers = offersOf(product)
  if (variationId !== undefined) return offers.find(({ variation }) => variation.id === variationId)
  return isFlat(product) ? offers[0] : undefined
}

interface ComparedOrder {
  readonly lines: readonly OrderLine[]
  readonly count: number // of all that was picked
  readonly sum: bigint
  readonly max: number | null
}

/** Returns the first reason why an order cannot be placed; null when it can. */
function noticeOf({ lines, count, sum, max }: ComparedOrder): OrderNotice | null {
  if (lines.length === 0) return 'order_empty'
  if (count > lineItemsMax) return 'order_lines'
  if (lines.some(({ problem }) => problem === 'quantity')) return 'order_quantity'
  if (lines.some(({ problem }) => problem === 'price')) return 'order_price'
  if (sum < BigInt(amountMin)) return 'order_low'
  return sum > BigInt(max ?? amountMax) ? 'order_high' : null
}

/** Returns the query that opens a shop page with these lines picked, so that an order can be changed. */
export const queryOfLines = (lines: readonly LineItem[]): Record<string, string> =>
  Object.fromEntries(
    lines.map(line => {
      const ids = [line.product_id, line.variation_id].filter(id => id !== undefined)
      return [ids.join('.'), quantityText(line)]
    }),
  )

/** Whether a session or payment is an order of a shop page: no person, till or key created it. */
export const isShopOrder = (columns: Partial<ActorColumns>): boolean => actorOf(columns).kind === 'server'

const numberMax = 9_999
/**
 * Returns the order number that follows `number`; 1 follows 9,999. Numbers are short, because people call
 * them out. There are enough numbers that two open orders do not share one, although unpaid orders also take
 * numbers.
 */
export const nextOrderNumber = (number: number): number => (number % numberMax) + 1

const orderWords: Readonly<Record<Locale, string>> = { en: 'Order', sw: 'Oda' }

/** Returns the metadata of an order: its number, and a note that shows it in every list. */
export const orderMetadata = (number: number, locale: Locale): Metadata => ({
  note: `${orderWords[locale]} ${number}`,
  order_number: String(number),
})

/** Returns the number of a shop page's order; undefined for any other session. */
export const orderNumberOf = (session: ActorColumns & { readonly metadata: Metadata }): string | undefined =>
  isShopOrder(session) ? String(session.metadata.order_number) : undefined
