// The packs and variations of an item in its form: their values, new rows, and what is sent of them.
import type { ProductView } from '../../../src/wire/product.ts'
import { amountText, codesIn, countOf, joinCodes, sumOf, textOrNull } from './field-text.model.ts'
import { wholesaleFromText, wholesaleOf } from './wholesale.model.ts'

type Variation = ProductView['variations'][number]
type Pack = ProductView['packs'][number]

/** A pack in the form. Amounts and counts are as typed. `id` tells rows apart. */
export interface PackDraft {
  readonly id: number
  readonly name: string
  readonly holds: string
  readonly price: string
  readonly barcode: string
  /** As stored, which tells whether its barcodes were edited. */
  readonly stored?: Pick<Pack, 'name' | 'barcodes'>
}

/** The fields that belong to each variation, or to an item without variations. */
export interface SoldDraft {
  readonly wholesaleFrom: string
  readonly wholesalePrice: string
  readonly packs: readonly PackDraft[]
}

/** A variation in the form. The cashier enters its price if that is empty. */
export interface VariationDraft extends SoldDraft {
  readonly id: number
  readonly name: string
  readonly price: string
  readonly cost: string
  readonly sku: string
  readonly barcode: string
  /** false: sold out */
  readonly available: boolean
  readonly stored?: Pick<Variation, 'id' | 'barcodes'>
}

/** Returns an id that no row has yet. */
const nextId = (rows: readonly { readonly id: number }[]) => Math.max(0, ...rows.map(({ id }) => id)) + 1

/** Returns an empty row for a pack. */
export const newPack = (rows: readonly PackDraft[]): PackDraft => ({
  id: nextId(rows),
  name: '',
  holds: '',
  price: '',
  barcode: '',
})

/** Returns an empty row for a variation. */
export const newVariation = (rows: readonly VariationDraft[]): VariationDraft => ({
  id: nextId(rows),
  name: '',
  price: '',
  cost: '',
  sku: '',
  barcode: '',
  wholesaleFrom: '',
  wholesalePrice: '',
  packs: [],
  available: true,
})

/** Returns wholesale price and packs of a stored item or variation as the form shows them. */
export const soldDraftOf = (
  { wholesale, packs }: Pick<Variation, 'wholesale' | 'packs'>,
  isWeighed: boolean,
): SoldDraft => ({
  wholesaleFrom: wholesaleFromText(wholesale, isWeighed),
  wholesalePrice: amountText(wholesale?.price),
  packs: packs.map(({ name, holds, price, barcodes }, id) => ({
    id,
    name,
    holds: String(holds),
    price: amountText(price),
    barcode: joinCodes(barcodes),
    stored: { name, barcodes },
  })),
})

/** Returns the rows of stored variations. */
export const variationDrafts = ({ variations, sold_by_weight }: ProductView): VariationDraft[] =>
  variations.map((variation, id) => ({
    id,
    name: variation.name,
    price: amountText(variation.price),
    cost: amountText(variation.cost),
    sku: variation.sku ?? '',
    barcode: joinCodes(variation.barcodes),
    ...soldDraftOf(variation, sold_by_weight),
    available: variation.available,
    stored: { id: variation.id, barcodes: variation.barcodes },
  }))

/**
 * Returns the barcodes of a pack or variation. Codes that were not edited stay as they are, even with a
 * separator in one.
 */
const rowCodes = ({ barcode, stored }: Pick<PackDraft | VariationDraft, 'barcode' | 'stored'>): string[] =>
  stored && joinCodes(stored.barcodes) === barcode ? [...stored.barcodes] : codesIn(barcode)

/** Returns a pack as the API expects it. */
const packOf = ({ name, holds, price, ...row }: PackDraft) => ({
  name: name.trim(),
  holds: countOf(holds),
  price: sumOf(price),
  barcodes: rowCodes(row),
})

interface Pricing {
  readonly unit: string
  /** The cashier enters the price, so there is no wholesale price. */
  readonly isOpen: boolean
}

/** Returns wholesale price and packs as the API expects them. Goods sold by weight have no packs. */
export const soldBody = (sold: SoldDraft, { unit, isOpen }: Pricing) => ({
  wholesale: isOpen ? null : wholesaleOf({ ...sold, unit }),
  packs: unit === 'kg' ? [] : sold.packs.map(packOf),
})

/** Returns whether the cashier enters the price of a variation. */
export const isOpenVariation = ({ price }: Pick<VariationDraft, 'price'>): boolean => price.trim() === ''

/** Returns a variation as the API expects it. */
export const variationBody = (variation: VariationDraft, unit: string) => ({
  ...(variation.stored ? { id: variation.stored.id } : {}),
  name: variation.name.trim(),
  price: sumOf(variation.price),
  cost: sumOf(variation.cost),
  sku: textOrNull(variation.sku),
  barcodes: rowCodes(variation),
  ...soldBody(variation, { unit, isOpen: isOpenVariation(variation) }),
  available: variation.available,
})
