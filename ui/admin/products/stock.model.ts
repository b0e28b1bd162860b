// What an item of the price list has on hand, and the form of a delivery or a count.
import { stockMax } from '../../../src/domain/stock.ts'
import type { EnterStock } from '../../../src/wire/stock.ts'
import {
  type FieldCheck,
  type FieldFaults,
  faultsIn,
  lengthFault,
  requiredTextFault,
} from '../parts/form-fault.model.ts'
import type { Product } from './product.model.ts'
import { quantityText, readQuantity } from './quantity.model.ts'

type Counted = Pick<Product, 'track_stock' | 'low_at' | 'sold_by_weight' | 'stock' | 'variations'>

/**
 * Returns the stock of each variation, or of the item itself if it has none; null before the first movement.
 */
const stocksOf = ({ stock, variations }: Counted): readonly (number | null)[] =>
  variations.length === 0 ? [stock] : variations.map(variation => variation.stock)

/** Whether a stock has reached the low mark. A stock that was never counted is not low. */
export const isLowStock = ({ low_at: lowAt }: Pick<Product, 'low_at'>, stock: number | null): boolean =>
  lowAt !== null && stock !== null && stock <= lowAt

/**
 * Returns what is on hand of all variations together, and whether one of them is low; undefined if stock is
 * not counted. The text is undefined before the first movement.
 */
export function stockOf(
  product: Counted,
): { readonly text: string | undefined; readonly isLow: boolean } | undefined {
  if (!product.track_stock) return undefined
  const stocks = stocksOf(product)
  const counted = stocks.filter(stock => stock !== null)
  const sum = counted.reduce((total, stock) => total + stock, 0)
  return {
    text: counted.length === 0 ? undefined : quantityText(sum, product.sold_by_weight),
    isLow: stocks.some(stock => isLowStock(product, stock)),
  }
}

/** A variation that is low, or an item without variations. */
interface LowStock {
  readonly id: string
  readonly productId: string
  readonly name: string
  readonly text: string
}

/**
 * Returns at most `max` items whose stock is low, sorted by their stock as a share of the low mark.
 */
export function lowestStocks(products: readonly Product[], max: number): LowStock[] {
  const low = products.flatMap(product => {
    const { id: productId, name: item, low_at: mark, variations, sold_by_weight: isWeighed } = product
    const soldItems = variations.length > 0 ? variations : [{ id: productId, name: '', stock: product.stock }]
    return soldItems.flatMap(({ id, name, stock }) => {
      if (mark === null || stock === null || stock > mark) return []
      const row = { id, productId, name: `${item} ${name}`.trim(), text: quantityText(stock, isWeighed) }
      // Nothing can be divided by a mark of 0; the stock is then 0 or below.
      return [{ row, share: mark === 0 ? Math.min(0, stock) : stock / mark }]
    })
  })
  return low
    .toSorted((a, b) => a.share - b.share)
    .slice(0, max)
    .map(({ row }) => row)
}

export type EntryKind = EnterStock['kind']

/** A delivery or a count as it is typed. */
export interface EntryDraft {
  /** Empty for an item without variations, or until one is chosen. */
  readonly variation: string
  readonly quantity: string
  /** The name of the pack that the quantity counts; empty for base units. */
  readonly pack: string
  readonly reason: string
}

/** The form as its sheet opens. */
export const emptyEntry: EntryDraft = { variation: '', quantity: '', pack: '', reason: '' }

type StockItem = Pick<Product, 'packs' | 'stock'>

/** Returns what the entry is for: the chosen variation, or the item itself. Undefined until one is chosen. */
export const enteredFor = (product: Product, { variation }: EntryDraft): StockItem | undefined =>
  product.variations.length === 0 ? product : product.variations.find(({ id }) => id === variation)

/** Returns the typed quantity in base units, packs multiplied out; undefined if it is no quantity. */
export function entryQuantity(product: Product, draft: EntryDraft): number | undefined {
  const quantity = readQuantity(draft.quantity, product.sold_by_weight)
  const pack = enteredFor(product, draft)?.packs.find(({ name }) => name === draft.pack)
  return quantity === undefined ? undefined : quantity * (pack?.holds ?? 1)
}

/** Returns what is wrong with the entry before it is sent. A count needs a reason. */
export function entryFaults(kind: EntryKind, product: Product, draft: EntryDraft): FieldFaults {
  const reason =
    kind === 'count'
      ? requiredTextFault(draft.reason, stockMax.reason)
      : lengthFault(draft.reason, stockMax.reason)
  return faultsIn([
    ['variation_id', !enteredFor(product, draft) && 'empty'],
    ['quantity', quantityFault(kind, product, draft)],
    ['reason', reason],
  ])
}

/** Checks the quantity of an entry: at least 1 for a delivery, while a count may find nothing. */
function quantityFault(kind: EntryKind, product: Product, draft: EntryDraft): FieldCheck {
  if (draft.quantity.trim() === '') return 'empty'
  const quantity = entryQuantity(product, draft)
  const min = kind === 'delivery' ? 1 : 0
  if (quantity !== undefined && quantity >= min && quantity <= stockMax.quantity) return undefined
  if (product.sold_by_weight) return 'kilos'
  return kind === 'delivery' ? 'quantity' : 'count'
}

/** Returns the body of the request. Call it for a draft without faults. */
export const entryBody = (kind: EntryKind, product: Product, draft: EntryDraft): EnterStock => ({
  kind,
  quantity: entryQuantity(product, draft) ?? 0,
  ...(product.variations.length > 0 ? { variation_id: draft.variation } : {}),
  ...(draft.reason.trim() === '' ? {} : { reason: draft.reason.trim() }),
})

/** Returns what a count changes, such as `−2`; undefined if it changes nothing or is not known yet. */
export function countedDifference(product: Product, draft: EntryDraft): string | undefined {
  const quantity = entryQuantity(product, draft)
  const stock = enteredFor(product, draft)?.stock ?? null
  if (quantity === undefined || stock === null || quantity === stock) return undefined
  return signedQuantity(quantity - stock, product.sold_by_weight)
}

/** Returns a quantity with its sign: `+48`, `−2`. */
export const signedQuantity = (quantity: number, isWeighed: boolean): string =>
  `${quantity > 0 ? '+' : ''}${quantityText(quantity, isWeighed)}`
