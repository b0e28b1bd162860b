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

/** On hand of each variation; of the item itself if it has none. Null before the first movement. */
const stocksOf = ({ stock, variations }: Counted): readonly (number | null)[] =>
  variations.length === 0 ? [stock] : variations.map(variation => variation.stock)

/** Whether a stock has reached the low mark. A stock that was never counted is not low. */
export const isLowStock = ({ low_at: lowAt }: Pick<Product, 'low_at'>, stock: number | null): boolean =>
  lowAt !== null && stock !== null && stock <= lowAt

/** What is on hand of all variations, and whether one of them is low; undefined if that is not counted. */
export function stockOf(
  product: Counted,
): { readonly text: string | undefined; readonly isLow: boolean } | undefined {
  if (!product.track_stock) return undefined
  const stocks = stocksOf(product)
  const known = stocks.filter(stock => stock !== null)
  const sum = known.reduce((total, stock) => total + stock, 0)
  return {
    text: known.length === 0 ? undefined : quantityText(sum, product.sold_by_weight),
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

/** The lowest of the items that are low, measured against their marks. */
export function lowestStocks(products: readonly Product[], max: number): LowStock[] {
  const low = products.flatMap(product => {
    const { id: productId, name: item, low_at: mark, variations, sold_by_weight: isWeighed } = product
    const sold = variations.length > 0 ? variations : [{ id: productId, name: '', stock: product.stock }]
    return sold.flatMap(({ id, name, stock }) => {
      if (mark === null || stock === null || stock > mark) return []
      const row = { id, productId, name: `${item} ${name}`.trim(), text: quantityText(stock, isWeighed) }
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
export const emptyEntry: EntryDraft = { variation: '', quantity: '', pack: '', reason: '' }

type Sold = Pick<Product, 'packs' | 'stock'>
/** What the entry is for: the chosen variation, or the item itself. */
export const enteredFor = (product: Product, { variation }: EntryDraft): Sold | undefined =>
  product.variations.length === 0 ? product : product.variations.find(({ id }) => id === variation)

/** The typed quantity in base units. */
export function entryQuantity(product: Product, draft: EntryDraft): number | undefined {
  const quantity = readQuantity(draft.quantity, product.sold_by_weight)
  const pack = enteredFor(product, draft)?.packs.find(({ name }) => name === draft.pack)
  return quantity === undefined ? undefined : quantity * (pack?.holds ?? 1)
}

/** The rules of the API, checked before the request. */
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

function quantityFault(kind: EntryKind, product: Product, draft: EntryDraft): FieldCheck {
  if (draft.quantity.trim() === '') return 'empty'
  const quantity = entryQuantity(product, draft)
  const isRight =
    quantity !== undefined && quantity >= (kind === 'delivery' ? 1 : 0) && quantity <= stockMax.quantity
  if (isRight) return undefined
  if (product.sold_by_weight) return 'kilos'
  return kind === 'delivery' ? 'quantity' : 'count'
}

/** The body of the request. @param draft without faults */
export const entryBody = (kind: EntryKind, product: Product, draft: EntryDraft): EnterStock => ({
  kind,
  quantity: entryQuantity(product, draft) ?? 0,
  ...(product.variations.length > 0 ? { variation_id: draft.variation } : {}),
  ...(draft.reason.trim() === '' ? {} : { reason: draft.reason.trim() }),
})

/** What a count changes, such as `−2`; undefined if it changes nothing or is not known yet. */
export function countedDifference(product: Product, draft: EntryDraft): string | undefined {
  const quantity = entryQuantity(product, draft)
  const stock = enteredFor(product, draft)?.stock ?? null
  if (quantity === undefined || stock === null || quantity === stock) return undefined
  return signedQuantity(quantity - stock, product.sold_by_weight)
}

/** `+48`, `−2`. */
export const signedQuantity = (quantity: number, isWeighed: boolean): string =>
  `${quantity > 0 ? '+' : ''}${quantityText(quantity, isWeighed)}`
