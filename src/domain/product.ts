// A product of the price list, with its variations. A merchant has one list, which the live and the practice
// account share. product-change.ts checks and merges what a request or a file gives.
import type { Account } from './account.ts'
import { barcodeKey } from './barcode.ts'
import { indexedWords, searchWords } from './search.ts'
import type { TaxCode } from './tax-code.ts'

/** A lower price from a quantity on, in base units; in grams for goods sold by weight. */
export interface Wholesale {
  readonly from: number
  readonly price: number // whole shillings for one base unit, or a kilogram
}

/** A larger unit that holds base units: a dozen, a carton. */
export interface Pack {
  readonly name: string
  readonly holds: number
  readonly price: number | null // null: the price of what it holds
  readonly barcodes: readonly string[]
}

export interface Variation {
  readonly id: string // `var_` and 32 hex digits
  readonly name: string // empty for the only variation of a product
  /** Whole shillings, for a kilogram when sold by weight; null: typed at the sale. */
  readonly price: number | null
  readonly cost: number | null // what the shop pays for one; whole shillings
  readonly wholesale: Wholesale | null
  readonly sku: string | null
  readonly barcodes: readonly string[]
  readonly packs: readonly Pack[]
  readonly available: boolean // false: sold out
}

export interface Product {
  readonly id: string // `prod_` and 32 hex digits
  readonly catalogId: string
  readonly name: string
  readonly nameSw: string | null
  readonly category: string | null
  readonly unit: string // of one base unit: piece, kg, litre
  readonly soldByWeight: boolean
  readonly taxCode: TaxCode | null
  readonly color: string | null // `#` and six hex digits, lower case
  readonly pictureId: string | null
  readonly position: number | null // place that a person chose; null: after those, by name
  readonly lowAt: number | null // stock at or below this number counts as low
  readonly trackStock: boolean // its stock is counted
  readonly variations: readonly Variation[] // at least one
  readonly createdAt: number
  readonly updatedAt: number
  readonly pricedAt: number // when a price was last changed; 0: never since it was created
}

/** The most products of a list, the most parts of each, and the longest texts. */
export const catalogMax = {
  products: 10_000,
  variations: 100,
  barcodes: 20,
  packs: 10,
  name: 200,
  sku: 100,
  category: 100,
  unit: 20,
  position: 999_999,
  units: 1_000_000, // of a pack, a wholesale quantity and the low mark
} as const

/**
 * Returns the key of a merchant's price list: the id of its sandbox account, which exists from the first
 * start. The live account may be created later.
 */
export const catalogOf = ({ id, twinId, mode }: Pick<Account, 'id' | 'twinId' | 'mode'>): string =>
  mode === 'sandbox' ? id : (twinId ?? id)

/** Whether the product has no variations to choose from: its only one has no name. */
export const isFlat = ({ variations }: Pick<Product, 'variations'>): boolean =>
  variations.length === 1 && variations[0]?.name === ''

/** A code that only one product of a list may have, and the field that gives it. */
export interface ProductCode {
  readonly kind: 'sku' | 'barcode'
  readonly code: string // in the form in which codes are compared
  readonly field: string // variations.0.barcodes.1
}

/**
 * Returns the SKU and barcodes of a variation and its packs.
 * @param path precedes the fields of this variation in a request
 */
function codesOfVariation({ sku, barcodes, packs }: Variation, path: string): ProductCode[] {
  const barcodesOf = (codes: readonly string[], field: string): ProductCode[] =>
    codes.map((code, index) => ({ kind: 'barcode', code: barcodeKey(code), field: `${field}.${index}` }))
  const codes: ProductCode[] = sku === null ? [] : [{ kind: 'sku', code: sku, field: `${path}sku` }]
  codes.push(...barcodesOf(barcodes, `${path}barcodes`))
  for (const [index, pack] of packs.entries())
    codes.push(...barcodesOf(pack.barcodes, `${path}packs.${index}.barcodes`))
  return codes
}

/**
 * Returns what precedes the fields of a variation in a request: `variations.2.`, or nothing if the product
 * has no variations to choose from.
 */
export const variationPath = (product: Pick<Product, 'variations'>, index: number): string =>
  isFlat(product) ? '' : `variations.${index}.`

/** Returns the SKUs and barcodes of a product, its variations and packs, with the field of each. */
export const codesOf = (product: Pick<Product, 'variations'>): ProductCode[] =>
  product.variations.flatMap((variation, index) => codesOfVariation(variation, variationPath(product, index)))

/** Returns the forms in which people search for a code: a UPC-A with its leading zero, and without. */
const searchForms = ({ code }: ProductCode) => (/^0\d{12}$/.test(code) ? [code, code.slice(1)] : [code])

/** Returns the words that find a product, each after a space, because a search finds words by their start. */
export function searchText(product: Product): string {
  const { name, nameSw, category, variations } = product
  const texts = [
    name,
    nameSw ?? '',
    category ?? '',
    ...variations.map(variation => variation.name),
    ...codesOf(product).flatMap(searchForms),
  ]
  return [...new Set(texts.flatMap(indexedWords))].map(word => ` ${word}`).join('')
}

/** Whether two states of a product are equal but for the time of their last change. */
export const isSameProduct = (before: Product, after: Product): boolean =>
  JSON.stringify({ ...after, updatedAt: 0 }) === JSON.stringify({ ...before, updatedAt: 0 })

/** Returns a name in the form in which lists sort it: lower case, without accents and punctuation. */
export const nameKey = (name: string): string => searchWords(name).join(' ')

/** One digit more than the highest position has, so that nines come after all positions. */
const positionDigits = 7

/**
 * Returns a text that sorts products by position, then by name, then by id. A tab ends the name, because it
 * sorts before every letter: Chai is before Chai bora. Products without a position follow all others.
 */
export function sortKey({ id, name, position }: Product): string {
  const positionKey =
    position === null ? '9'.repeat(positionDigits) : String(position).padStart(positionDigits, '0')
  return `${positionKey}${nameKey(name)}\t${id}`
}

/** Returns the name in a sort key, in the form of `nameKey`. */
export const nameInSortKey = (key: string): string => key.slice(positionDigits, key.indexOf('\t'))
