// Makes an item of the sale from a choice in the price list and from what the cashier types for it.
import { quantityMax } from '../../../src/domain/line-item.ts'
import { listPriceOf } from '../../../src/domain/price-line.ts'
import { type Draft, type Item, withItems } from '../entry/draft.model.ts'
import {
  type Choice,
  choiceName,
  type Language,
  listPriceIn,
  type Product,
  type ProductIndex,
  type Scanned,
  sellableOf,
} from './product.model.ts'

export interface Chosen extends Choice {
  /** Pieces or packs; grams where it is sold by weight. */
  readonly quantity: number
  /** Whole shillings, where the price list leaves the price open. */
  readonly price?: number | undefined
}

/** Returns the item of a choice. The draft then sets the prices that depend on the quantity. */
export function itemOf(chosen: Chosen, language: Language): Item {
  const { product, variation, pack, quantity, price } = chosen
  const list = listPriceOf(listPriceIn(chosen), quantity, pack)
  return {
    name: choiceName(chosen, language),
    quantity,
    unit_price: price ?? list ?? 0,
    product_id: product.id,
    ...(variation ? { variation_id: variation.id } : {}),
    ...(pack ? { pack: pack.name } : {}),
    ...(product.sold_by_weight ? { by_weight: true } : {}),
    listed: listedOf(chosen),
    own_price: price,
  }
}

const listedOf = (choice: Choice): NonNullable<Item['listed']> => ({
  price: listPriceIn(choice),
  pack: choice.pack && { holds: choice.pack.holds, price: choice.pack.price },
})

/**
 * Returns the draft at the prices of the list; the same draft if none has changed. The server counts a price
 * below the list as a discount, so a sale that was begun or parked before a change follows it.
 */
export function relisted(draft: Draft, { products }: Pick<ProductIndex, 'products'>): Draft {
  const ids = new Set(draft.items.map(({ product_id }) => product_id))
  const sold = new Map(products.filter(({ id }) => ids.has(id)).map(one => [one.id, one]))
  const items = draft.items.map(item => relistedItem(item, sold.get(item.product_id ?? '')))
  return items.some((item, at) => item !== draft.items[at]) ? withItems(draft, items) : draft
}

function relistedItem(item: Item, product: Product | undefined): Item {
  const choice = item.listed && product && choiceIn(item, product)
  if (!choice) return item
  const listed = listedOf(choice)
  return JSON.stringify(listed) === JSON.stringify(item.listed) ? item : { ...item, listed }
}

/** Returns what an item sells; undefined if the product no longer has it. */
function choiceIn({ variation_id, pack: name, by_weight }: Item, product: Product): Choice | undefined {
  const variation = product.variations.find(({ id }) => id === variation_id)
  const isFound = variation_id === undefined ? product.variations.length === 0 : variation !== undefined
  if (!isFound || (by_weight ?? false) !== product.sold_by_weight) return undefined
  const pack = sellableOf({ product, variation }).packs.find(one => one.name === name)
  return name !== undefined && !pack ? undefined : { product, variation, pack }
}

/** Whether a choice becomes a line at once, because nothing is left to ask. */
export const isComplete = (choice: Choice): boolean =>
  !choice.product.sold_by_weight &&
  (choice.variation !== undefined || choice.product.variations.length === 0) &&
  (choice.pack
    ? choice.pack.price !== null || sellableOf(choice).price !== null
    : sellableOf(choice).price !== null)

/**
 * Returns the item of a scanned code; undefined if the cashier must be asked. A price from the shop's scale
 * is charged to the shilling: its weight is rounded up, and a discount takes off what that adds.
 */
export function scannedItem({ choice, grams, price }: Scanned, language: Language): Item | undefined {
  if (grams !== undefined)
    return grams > 0 && sellableOf(choice).price !== null
      ? itemOf({ ...choice, quantity: grams }, language)
      : undefined
  if (price === undefined)
    return isComplete(choice) ? itemOf({ ...choice, quantity: 1 }, language) : undefined
  const perKilogram = sellableOf(choice).price
  if (!choice.product.sold_by_weight) return itemOf({ ...choice, quantity: 1, price }, language)
  if (!perKilogram || price === 0) return undefined
  const weight = Math.ceil((price * 1_000) / perKilogram)
  const added = Math.round((weight * perKilogram) / 1_000) - price
  const item = itemOf({ ...choice, quantity: weight, price: perKilogram }, language)
  return added > 0 ? { ...item, off: { kind: 'sum', amount: added } } : item
}

/** Reads kilograms with up to three decimals after a point or comma. @returns grams; undefined otherwise */
export function readWeight(text: string): number | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,4})(?:[.,](\d{1,3}))?$/.exec(text.trim()) ?? []
  if (whole === '') return undefined
  const grams = Number(whole) * 1_000 + Number(decimals.padEnd(3, '0'))
  return grams > 0 && grams <= quantityMax ? grams : undefined
}
