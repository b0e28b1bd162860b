// The form of an item of the price list: its values, and the body of its request.

import { readWholeNumber } from '../../../src/domain/shillings.ts'
import { taxCodes } from '../../../src/domain/tax-code.ts'
import type { CreateProduct, ProductView } from '../../../src/wire/product.ts'
import { amountText, sumOf, textOrNull } from './field-text.model.ts'
import {
  type SoldDraft,
  soldBody,
  soldDraftOf,
  type VariationDraft,
  variationBody,
  variationDrafts,
} from './product-row.model.ts'
import { quantityField, readQuantity } from './quantity.model.ts'

export type Product = ProductView

/** The units that the form offers; a shop's own unit from an import stays. */
export const units = ['piece', 'kg', 'litre', 'metre', 'packet', 'pair', 'bottle', 'plate'] as const

/** Colours that carry white words and differ from each other on the till. */
export const tileColours = [
  '#b91c1c',
  '#b45309',
  '#4d7c0f',
  '#0b6e4f',
  '#0b5d86',
  '#1d4ed8',
  '#6d28d9',
  '#be185d',
] as const

/** The picture: as it is, a new one to send, or none. */
type PictureDraft =
  | { readonly kind: 'kept' | 'none' }
  | { readonly kind: 'picked'; readonly picture: Blob; readonly url: string }

/** The form of an item. Amounts and quantities are as typed. */
export interface ProductDraft extends SoldDraft {
  readonly name: string
  /** The cashier enters the price of each sale. */
  readonly open: boolean
  readonly price: string
  readonly category: string
  readonly barcodes: readonly string[]
  /** Typed or scanned and not yet among `barcodes`; saved with them. */
  readonly barcode: string
  readonly nameSw: string
  readonly sku: string
  readonly unit: string
  /** Empty: none. */
  readonly tax: string
  readonly cost: string
  readonly trackStock: boolean
  /** The low mark; empty: none. */
  readonly lowAt: string
  readonly variations: readonly VariationDraft[]
  /** Empty: none. */
  readonly colour: string
  readonly picture: PictureDraft
  /** Its place among the items at the till; empty: after those with a place, by name. */
  readonly position: string
}

/** What every part of the form gets: the draft, and a function that replaces some of its values. */
export interface DraftProps {
  readonly draft: ProductDraft
  readonly change: (changes: Partial<ProductDraft>) => void
}

/** The form of a new item. */
export const emptyProduct: ProductDraft = {
  name: '',
  open: false,
  price: '',
  category: '',
  barcodes: [],
  barcode: '',
  nameSw: '',
  sku: '',
  unit: 'piece',
  tax: '',
  cost: '',
  wholesaleFrom: '',
  wholesalePrice: '',
  trackStock: false,
  lowAt: '',
  packs: [],
  variations: [],
  colour: '',
  picture: { kind: 'none' },
  position: '',
}

/** Returns the form of a stored item. */
export const draftOf = (product: Product): ProductDraft => ({
  name: product.name,
  open: product.price === null && product.variations.length === 0,
  price: amountText(product.price),
  category: product.category ?? '',
  barcodes: product.barcodes,
  barcode: '',
  nameSw: product.name_sw ?? '',
  sku: product.sku ?? '',
  unit: product.sold_by_weight ? 'kg' : product.unit,
  tax: product.tax_code ?? '',
  cost: amountText(product.cost),
  ...soldDraftOf(product, product.sold_by_weight),
  trackStock: product.track_stock,
  lowAt: product.low_at === null ? '' : quantityField(product.low_at, product.sold_by_weight),
  variations: variationDrafts(product),
  colour: product.color ?? '',
  picture: { kind: product.picture === null ? 'none' : 'kept' },
  position: amountText(product.position),
})

/** Returns the barcodes as they will be saved, each once; the code that is still in the field comes last. */
export const barcodesOf = ({ barcodes, barcode }: Pick<ProductDraft, 'barcodes' | 'barcode'>): string[] => [
  ...new Set([...barcodes, ...(barcode.trim() === '' ? [] : [barcode.trim()])]),
]

/** Returns the whole item as the API expects it. Call it for a draft without faults. */
export function bodyOf(draft: ProductDraft): CreateProduct {
  const isFlat = draft.variations.length === 0
  return {
    name: draft.name.trim(),
    name_sw: textOrNull(draft.nameSw),
    category: textOrNull(draft.category),
    unit: draft.unit,
    sold_by_weight: draft.unit === 'kg',
    tax_code: taxCodes.find(code => code === draft.tax) ?? null,
    color: textOrNull(draft.colour),
    position: readWholeNumber(draft.position) ?? null,
    track_stock: draft.trackStock,
    low_at: readQuantity(draft.lowAt, draft.unit === 'kg') ?? null,
    variations: draft.variations.map(variation => variationBody(variation, draft.unit)),
    ...(isFlat
      ? {
          price: draft.open ? null : sumOf(draft.price),
          cost: sumOf(draft.cost),
          sku: textOrNull(draft.sku),
          barcodes: barcodesOf(draft),
          ...soldBody(draft, { unit: draft.unit, isOpen: draft.open }),
        }
      : {}),
  }
}

/**
 * Returns the fields that this form changed since it was opened (`before`). All others keep what another
 * person or a till may have changed since then.
 */
export function changedBody(before: ProductDraft, draft: ProductDraft): Partial<CreateProduct> {
  const [oldBody, body] = [bodyOf(before), bodyOf(draft)]
  const changed: Partial<CreateProduct> = Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(oldBody[name as keyof CreateProduct]),
    ),
  )
  if (changed.sold_by_weight === undefined) return changed
  // All quantities are sent, also those with the same number: the API refuses to keep them in the old unit.
  const { low_at = null, variations = [], wholesale = null } = body
  return { ...changed, low_at, ...(variations.length > 0 ? { variations } : { wholesale }) }
}

/** Returns a text that tells pictures apart: the URL of a newly picked one, else `kept` or `none`. */
const pictureKey = ({ picture }: ProductDraft) => (picture.kind === 'picked' ? picture.url : picture.kind)
/** Whether two drafts have the same values, so that nothing would be lost by leaving the form. */
export const isSameDraft = (a: ProductDraft, b: ProductDraft): boolean =>
  JSON.stringify([{ ...a, picture: 0 }, pictureKey(a)]) ===
  JSON.stringify([{ ...b, picture: 0 }, pictureKey(b)])

/**
 * Returns what one sale earns, in shillings and percent of the price; undefined unless price and cost are
 * filled in.
 */
export function earningsOf({ price, cost }: Pick<ProductDraft, 'price' | 'cost'>) {
  const [priceSum, costSum] = [sumOf(price), sumOf(cost)]
  if (!priceSum || costSum === null) return undefined
  const amount = priceSum - costSum
  return { amount, percent: Math.round((100 * amount) / priceSum) }
}
