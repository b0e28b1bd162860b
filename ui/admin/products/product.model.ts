// The form of an item of the price list: its values, the body of its request, and what the list shows of it.

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

/** Amounts and counts are kept as typed. `id` tells rows apart while they come and go. */
export interface PackDraft {
  readonly id: number
  readonly name: string
  readonly holds: string
  readonly price: string
  readonly barcode: string
  /** As stored: what the form does not show of it stays. */
  readonly stored?: Pack
}
export interface VariationDraft {
  readonly id: number
  readonly name: string
  readonly price: string
  readonly cost: string
  readonly sku: string
  readonly barcode: string
  readonly stored?: Variation
}

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
}

export interface DraftProps {
  readonly draft: ProductDraft
  readonly change: (part: Partial<ProductDraft>) => void
}

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
}

const nextId = (rows: readonly { readonly id: number }[]) => Math.max(0, ...rows.map(({ id }) => id)) + 1
export const newPack = (rows: readonly PackDraft[]): PackDraft => ({
  id: nextId(rows),
  name: '',
  holds: '',
  price: '',
  barcode: '',
})
export const newVariation = (rows: readonly VariationDraft[]): VariationDraft => ({
  id: nextId(rows),
  name: '',
  price: '',
  cost: '',
  sku: '',
  barcode: '',
})

const grouped = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? '' : amount.toLocaleString('en')
/** More than one barcode in one field, as `600100, 600101`. */
const joined = (barcodes: readonly string[]): string => barcodes.join(', ')
export const codesIn = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map(code => code.trim())
    .filter(code => code !== '')

export const draftOf = (product: Product): ProductDraft => ({
  name: product.name,
  open: product.price === null && product.variations.length === 0,
  price: grouped(product.price),
  category: product.category ?? '',
  barcodes: product.barcodes,
  barcode: '',
  nameSw: product.name_sw ?? '',
  sku: product.sku ?? '',
  unit: product.sold_by_weight ? 'kg' : product.unit,
  tax: product.tax_code ?? '',
  cost: grouped(product.cost),
  wholesaleFrom: wholesaleFromText(product),
  wholesalePrice: grouped(product.wholesale?.price),
  trackStock: product.track_stock,
  lowAt: product.low_at === null ? '' : quantityField(product.low_at, product.sold_by_weight),
  packs: product.packs.map((stored, id) => ({
    id,
    name: stored.name,
    holds: String(stored.holds),
    price: grouped(stored.price),
    barcode: joined(stored.barcodes),
    stored,
  })),
  variations: product.variations.map((stored, id) => ({
    id,
    name: stored.name,
    price: grouped(stored.price),
    cost: grouped(stored.cost),
    sku: stored.sku ?? '',
    barcode: joined(stored.barcodes),
    // A sale moves the stock, which is no change of the form.
    stored: { ...stored, stock: null },
  })),
  colour: product.color ?? '',
  picture: { kind: product.picture === null ? 'none' : 'kept' },
})

/** The barcodes as they will be saved: each once, the one still in the field last. */
export const barcodesOf = ({ barcodes, barcode }: Pick<ProductDraft, 'barcodes' | 'barcode'>): string[] => [
  ...new Set([...barcodes, ...(barcode.trim() === '' ? [] : [barcode.trim()])]),
]

const textOf = (text: string): string | null => (text.trim() === '' ? null : text.trim())
const sumOf = (text: string): number | null => readShillings(text) ?? null
const countOf = (text: string): number => readWholeNumber(text) ?? 0

function wholesaleOf(draft: ProductDraft) {
  const { wholesaleFrom: from, wholesalePrice: price } = draft
  if (draft.open || (from.trim() === '' && price.trim() === '')) return null
  return { from: wholesaleFromOf(draft) ?? 0, price: sumOf(price) ?? 0 }
}

/** The codes of a row. Codes that were not edited stay as they are, even with a separator in one. */
const rowCodes = ({
  barcode,
  stored,
}: Pick<PackDraft | VariationDraft, 'barcode' | 'stored'>): readonly string[] =>
  stored && joined(stored.barcodes) === barcode ? stored.barcodes : codesIn(barcode)

const packOf = ({ name, holds, price, ...row }: PackDraft) => ({
  name: name.trim(),
  holds: countOf(holds),
  price: sumOf(price),
  barcodes: [...rowCodes(row)],
})

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

/** The whole body. @param draft without faults */
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
 * The fields that this form changed. All others keep what another person or a till may have changed since the
 * form was opened.
 */
export function changedBody(before: ProductDraft, draft: ProductDraft): Partial<CreateProduct> {
  const known: Readonly<Record<string, unknown>> = { ...bodyOf(before) }
  const changed: Partial<CreateProduct> = Object.fromEntries(
    Object.entries(bodyOf(draft)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name]),
    ),
  )
  if (changed.sold_by_weight === undefined) return changed
  // What the form does not show of these quantities is removed, because it is in the old unit.
  const variations = bodyOf(draft).variations?.map(one => ({ ...one, wholesale: null })) ?? []
  return {
    ...changed,
    ...(variations.length > 0 ? { variations } : {}),
    low_at: bodyOf(draft).low_at ?? null,
  }
}

const pictureKey = ({ picture }: ProductDraft) => (picture.kind === 'picked' ? picture.url : picture.kind)
/** Whether anything would be lost. */
export const isSameDraft = (a: ProductDraft, b: ProductDraft): boolean =>
  JSON.stringify([{ ...a, picture: 0 }, pictureKey(a)]) ===
  JSON.stringify([{ ...b, picture: 0 }, pictureKey(b)])

/** The lowest and the highest price; null when the cashier enters it. */
export function pricesOf({ price, variations }: Product): readonly [number, number] | null {
  const prices = variations.length === 0 ? [price] : variations.map(variation => variation.price)
  const known = prices.filter(one => one !== null)
  return known.length === 0 ? null : [Math.min(...known), Math.max(...known)]
}

/** SKU, else the first barcode: what a person reads off the shelf. */
export const codeOf = ({ sku, barcodes, variations }: Product): string => {
  const [first] = variations
  return sku ?? barcodes[0] ?? first?.sku ?? first?.barcodes[0] ?? ''
}

/** What one sale of it earns, in shillings and percent of the price; undefined without both. */
export function earningsOf({ price, cost }: Pick<ProductDraft, 'price' | 'cost'>) {
  const [sum, paid] = [sumOf(price), sumOf(cost)]
  if (!sum || paid === null) return undefined
  return { amount: sum - paid, percent: Math.round((100 * (sum - paid)) / sum) }
}

/** The letter on a tile without a picture. */
export const initialOf = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase('en') ?? ''
