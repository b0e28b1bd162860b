// Makes an item of the sale from a choice in the price list and from what the cashier types for it.
import { quantityMax } from '../../../src/domain/line-item.ts'
import { type Discount, gramsPerKilogram, listPriceOf } from '../../../src/domain/price-line.ts'
import { type Item, listPriceIn as listPriceInSale } from '../entry/draft.model.ts'
import {
  type Choice,
  choiceName,
  type Language,
  listPriceIn,
  type Scanned,
  sellableOf,
} from './product.model.ts'

/** A choice with what the cashier typed for it, or what a label of the shop's scale holds. */
export interface Chosen extends Choice {
  /** Pieces or packs; grams where it is sold by weight. */
  readonly quantity: number
  /** The price in whole shillings, if the price list leaves it open. */
  readonly price?: number | undefined
  /** What makes the line cost the price of a label. */
  readonly off?: Discount | undefined
}

/** Returns the item of a choice. The draft then sets the prices that depend on the quantity. */
export function itemOf(chosen: Chosen, language: Language): Item {
  const { product, variation, pack, quantity, price, off } = chosen
  const listPrice = listPriceOf(listPriceIn(chosen), quantity, pack)
  return {
    name: choiceName(chosen, language),
    quantity,
    unit_price: price ?? listPrice ?? 0,
    product_id: product.id,
    ...(variation ? { variation_id: variation.id } : {}),
    ...(pack ? { pack: pack.name } : {}),
    ...(product.sold_by_weight ? { by_weight: true } : {}),
    listed: { price: listPriceIn(chosen), pack: pack && { holds: pack.holds, price: pack.price } },
    own_price: price,
    ...(off ? { off } : {}),
  }
}

/**
 * Returns the price of one piece, kilogram or pack of a choice once it is added to a sale, whose items count
 * toward the wholesale quantity; null for an open price.
 */
export function priceWhenAdded(items: readonly Item[], chosen: Chosen): number | null {
  const item = itemOf(chosen, 'en')
  return listPriceInSale([...items, item], item)
}

/** Returns whether a choice becomes a line at once, because nothing is left to ask. */
export function isComplete(choice: Choice): boolean {
  const { product, variation, pack } = choice
  const isChosen = variation !== undefined || product.variations.length === 0
  const isPriced = sellableOf(choice).price !== null || (pack !== undefined && pack.price !== null)
  return !product.sold_by_weight && isChosen && isPriced
}

/** Returns the item of a scanned code; undefined if the cashier must be asked. */
export function scannedItem(scanned: Scanned, language: Language): Item | undefined {
  const chosen = scannedChoice(scanned)
  return chosen && itemOf(chosen, language)
}

/** Returns whether a line can have this weight in grams. */
const isWeight = (grams: number): boolean => grams > 0 && grams <= quantityMax

/**
 * Returns what a scanned code chooses; undefined if the cashier must be asked. `typedPrice` is the price of a
 * kilogram that the cashier typed, if the price list leaves it open.
 */
export function scannedChoice(
  { choice, grams, price }: Scanned,
  typedPrice?: number | undefined,
): Chosen | undefined {
  const perKilogram = typedPrice ?? sellableOf(choice).price
  if (grams !== undefined) {
    const isSold = isWeight(grams) && perKilogram !== null
    return isSold ? { ...choice, quantity: grams, price: typedPrice } : undefined
  }
  if (price === undefined) return isComplete(choice) ? { ...choice, quantity: 1 } : undefined
  if (price === 0) return undefined // the label has no price
  if (!choice.product.sold_by_weight) return { ...choice, quantity: 1, price }
  return perKilogram ? pricedByLabel(choice, price, perKilogram) : undefined
}

/**
 * Returns a weighed choice that is charged the price of its label to the shilling: the weight is rounded up,
 * and a discount takes off what that adds.
 */
function pricedByLabel(choice: Choice, price: number, perKilogram: number): Chosen | undefined {
  const weight = Math.ceil((price * gramsPerKilogram) / perKilogram)
  if (!isWeight(weight)) return undefined
  const surplus = Math.round((weight * perKilogram) / gramsPerKilogram) - price
  const chosen = { ...choice, quantity: weight, price: perKilogram }
  return surplus > 0 ? { ...chosen, off: { kind: 'sum', amount: surplus } } : chosen
}

/**
 * Reads kilograms with up to three decimals after a point or comma. Returns grams; undefined for anything
 * else, and over the largest quantity.
 */
export function readWeight(text: string): number | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,4})(?:[.,](\d{1,3}))?$/.exec(text.trim()) ?? []
  if (whole === '') return undefined
  const grams = Number(whole) * gramsPerKilogram + Number(decimals.padEnd(3, '0'))
  return isWeight(grams) ? grams : undefined
}
