// A price list as a file in our own form, which an import reads again. Each variation has a line.

import type { Cell } from './csv.ts'
import { gramsPerKilogram } from './price-line.ts'
import { isFlat, type Pack, type Product, type Variation } from './product.ts'
import { codeText } from './product-cell.ts'

const codeSeparator = ' | '

/**
 * Puts an apostrophe before a number that a spreadsheet would change, which makes it a text: it rounds more
 * than 11 digits and removes leading zeros. An import removes one apostrophe, and takes 11 digits without one
 * for a UPC that lost its zero.
 */
const protectDigits = (text: string): string => (/^(0\d+$|\d{11,}$|')/.test(text) ? `'${text}` : text)
const textCell = (text: string | null): Cell => (text === null ? null : protectDigits(text))
const codeCell = (codes: readonly string[]): Cell =>
  protectDigits(codes.map(codeText).join(codeSeparator)) || null
const flagCell = (value: boolean): Cell => (value ? 'Y' : 'N')

const heads = (
  'id name name_sw category variation price cost wholesale_from wholesale_price ' +
  'sku barcodes unit sold_by_weight tax_code available color position low_at track_stock in_stock'
).split(' ')
/** Returns the heads of the columns of a pack: `pack_1_name` and so on. */
const packHeads = (number: number) =>
  ['name', 'holds', 'price', 'barcodes'].map(part => `pack_${number}_${part}`)

/** Returns the most packs that a variation of these products has. */
export const packsIn = (products: readonly Product[]): number =>
  Math.max(0, ...products.flatMap(({ variations }) => variations.map(({ packs }) => packs.length)))

/** Returns the line of heads. `packs` is the most packs that a variation has. */
export const productHeads = (packs: number): string[] => [
  ...heads,
  ...Array.from({ length: packs }, (_, index) => packHeads(index + 1)).flat(),
]

/** Returns the cells of a pack in the order of `packHeads`; empty ones if a variation has fewer packs. */
const packCells = (pack: Pack | undefined): Cell[] =>
  pack
    ? [protectDigits(pack.name), pack.holds, pack.price, codeCell(pack.barcodes)]
    : [null, null, null, null]

/** Writes a quantity in base units; grams as kilograms, such as 2.5. */
function quantityCell(quantity: number | null | undefined, { soldByWeight }: Product): Cell {
  if (quantity === null || quantity === undefined) return null
  return soldByWeight ? quantity / gramsPerKilogram : quantity
}

/** What is on hand, by the ids of variations; base units. */
type Stock = ReadonlyMap<string, number>

/** Returns the cells of a variation's line, in the order of `productHeads`. */
const lineOf = (product: Product, variation: Variation, packs: number, stock: Stock): Cell[] => [
  product.id,
  textCell(product.name),
  textCell(product.nameSw),
  textCell(product.category),
  isFlat(product) ? null : protectDigits(variation.name),
  variation.price,
  variation.cost,
  quantityCell(variation.wholesale?.from, product),
  variation.wholesale?.price ?? null,
  textCell(variation.sku),
  codeCell(variation.barcodes),
  protectDigits(product.unit),
  flagCell(product.soldByWeight),
  product.taxCode,
  flagCell(variation.available),
  product.color,
  product.position,
  quantityCell(product.lowAt, product),
  flagCell(product.trackStock),
  product.trackStock ? quantityCell(stock.get(variation.id), product) : null,
  ...Array.from({ length: packs }, (_, index) => packCells(variation.packs[index])).flat(),
]

/** Returns the lines of a product, one for each variation. `packs` as in `productHeads`. */
export const productLines = (product: Product, packs: number, stock: Stock): Cell[][] =>
  product.variations.map(variation => lineOf(product, variation, packs, stock))
