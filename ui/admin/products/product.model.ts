// The form of an item of the price list: its values, and the body of its request.

import { readShillings, readWholeNumber } from '../../../src/domain/shillings.ts'
import { taxCodes } from '../../../src/domain/tax-code.ts'
import type { CreateProduct, ProductView } from '../../../src/wire/product.ts'
import { quantityField, readQuantity } from './quantity.model.ts'
import { wholesaleFromOf, wholesaleFromText } from './wholesale.model.ts'

export type Product = ProductView
type Variation = ProductView['variations'][number]
type Pack = ProductView['packs'][number]

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

/** A pack in the form. Amounts and counts are as typed. `id` tells rows apart. */
export interface PackDraft {
  readonly id: number
  readonly name: string
  readonly holds: string
  readonly price: string
  readonly barcode: string
  /** As stored: what the form does not show of it stays. */
  readonly stored?: Pack
}
/** A variation in the form. */
export interface VariationDraft {
  readonly id: number
  readonly name: string
  readonly price: string
  readonly cost: string
  readonly sku: string
  readonly barcode: string
  readonly stored?: Variation
}

/** The form of an item. Amounts and quantities are as typed. */
export interface ProductDraft {
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
  readonly wholesaleFrom: string
  readonly wholesalePrice: string
  readonly trackStock: boolean
  /** The low mark; empty: none. */
  readonly lowAt: string
  readonly packs: readonly PackDraft[]
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

/** An amount as a field shows it, such as `12,500`; empty for none. */
const amountText = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? '' : amount.toLocaleString('en')
/** Several barcodes as one field shows them, such as `600100, 600101`. */
const joinCodes = (barcodes: readonly string[]): string => barcodes.join(', ')
/** Returns the barcodes typed in one field, separated by commas or semicolons. */
export const codesIn = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map(code => code.trim())
    .filter(code => code !== '')

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
  wholesaleFrom: wholesaleFromText(product),
  wholesalePrice: amountText(product.wholesale?.price),
  trackStock: product.track_stock,
  lowAt: product.low_at === null ? '' : quantityField(product.low_at, product.sold_by_weight),
  packs: product.packs.map((stored, id) => ({
    id,
    name: stored.name,
    holds: String(stored.holds),
    price: amountText(stored.price),
    barcode: joinCodes(stored.barcodes),
    stored,
  })),
  variations: product.variations.map((stored, id) => ({
    id,
    name: stored.name,
    price: amountText(stored.price),
    cost: amountText(stored.cost),
    sku: stored.sku ?? '',
    barcode: joinCodes(stored.barcodes),
    // Sales change the stock, which must not count as a change of the form.
    stored: { ...stored, stock: null },
  })),
  colour: product.color ?? '',
  picture: { kind: product.picture === null ? 'none' : 'kept' },
  position: amountText(product.position),
})

/** The barcodes as they will be saved: each once, the one still in the field last. */
export const barcodesOf = ({ barcodes, barcode }: Pick<ProductDraft, 'barcodes' | 'barcode'>): string[] => [
  ...new Set([...barcodes, ...(barcode.trim() === '' ? [] : [barcode.trim()])]),
]

/** A typed text for the API; null for an empty one. */
const textOf = (text: string): string | null => (text.trim() === '' ? null : text.trim())
/** A typed amount in whole shillings; null for an empty or wrong one. */
const sumOf = (text: string): number | null => readShillings(text) ?? null
/** A typed whole number; 0 for an empty or wrong one. */
const countOf = (text: string): number => readWholeNumber(text) ?? 0

/** The wholesale price and the quantity from which it applies; null when both fields are empty. */
function wholesaleOf(draft: ProductDraft) {
  const { wholesaleFrom: from, wholesalePrice: price } = draft
  if (draft.open || (from.trim() === '' && price.trim() === '')) return null
  return { from: wholesaleFromOf(draft) ?? 0, price: sumOf(price) ?? 0 }
}

/**
 * The barcodes of a pack or variation. Codes that were not edited stay as they are, even with a separator in
 * one.
 */
const rowCodes = ({
  barcode,
  stored,
}: Pick<PackDraft | VariationDraft, 'barcode' | 'stored'>): readonly string[] =>
  stored && joinCodes(stored.barcodes) === barcode ? stored.barcodes : codesIn(barcode)

/** A pack as the API expects it. */
const packOf = ({ name, holds, price, ...row }: PackDraft) => ({
  name: name.trim(),
  holds: countOf(holds),
  price: sumOf(price),
  barcodes: [...rowCodes(row)],
})

/** A variation as the API expects it. What the form does not show of a stored one stays. */
const variationOf = ({ name, price, cost, sku, ...row }: VariationDraft) => ({
  ...(row.stored
    ? {
        id: row.stored.id,
        wholesale: row.stored.wholesale,
        packs: row.stored.packs,
        available: row.stored.available,
      }
    : {}),
  name: name.trim(),
  price: sumOf(price),
  cost: sumOf(cost),
  sku: textOf(sku),
  barcodes: [...rowCodes(row)],
})

/** Returns the whole item as the API expects it. Call it for a draft without faults. */
export function bodyOf(draft: ProductDraft): CreateProduct {
  const isFlat = draft.variations.length === 0
  return {
    name: draft.name.trim(),
    name_sw: textOf(draft.nameSw),
    category: textOf(draft.category),
    unit: draft.unit,
    sold_by_weight: draft.unit === 'kg',
    tax_code: taxCodes.find(code => code === draft.tax) ?? null,
    color: textOf(draft.colour),
    position: readWholeNumber(draft.position) ?? null,
    track_stock: draft.trackStock,
    low_at: readQuantity(draft.lowAt, draft.unit === 'kg') ?? null,
    variations: draft.variations.map(variationOf),
    ...(isFlat
      ? {
          price: draft.open ? null : sumOf(draft.price),
          cost: sumOf(draft.cost),
          wholesale: wholesaleOf(draft),
          sku: textOf(draft.sku),
          barcodes: barcodesOf(draft),
          // The till asks for a weight, not for a pack.
          packs: draft.unit === 'kg' ? [] : draft.packs.map(packOf),
        }
      : {}),
  }
}

/**
 * Returns the fields that this form changed since it was opened (`before`). All others keep what another
 * person or a till may have changed meanwhile.
 */
export function changedBody(before: ProductDraft, draft: ProductDraft): Partial<CreateProduct> {
  const oldBody: Readonly<Record<string, unknown>> = { ...bodyOf(before) }
  const changed: Partial<CreateProduct> = Object.fromEntries(
    Object.entries(bodyOf(draft)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(oldBody[name]),
    ),
  )
  if (changed.sold_by_weight === undefined) return changed
  // Quantities that the form does not show are in the old unit, so they are removed.
  const variations = bodyOf(draft).variations?.map(variation => ({ ...variation, wholesale: null })) ?? []
  return {
    ...changed,
    ...(variations.length > 0 ? { variations } : {}),
    low_at: bodyOf(draft).low_at ?? null,
  }
}

/** What tells pictures apart: a picked one has a URL of its own. */
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
