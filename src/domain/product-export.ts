// A price list as a file in our own form, which an import reads again. Each variation has a line.

import type { Cell } from './csv.ts'
import { gramsPerKilogram } from './price-line.ts'
import { isFlat, type Pack, type Product, type Variation } from './product.ts'
import { codeText } from './product-cell.ts'

const codeSeparator = ' | '

/** Digits after a leading zero, more than 10 digits, or an apostrophe at the beginning. */
const unsafeText = /^(0\d+$|\d{11,}$|')/
/**
 * Puts an apostrophe before a text that would change. Spreadsheets remove leading zeros and round more than
 * 11 digits. An import takes 11 digits for a UPC that lost its zero, and removes one apostrophe.
 */
const protectDigits = (text: string): string => (unsafeText.test(text) ? `'${text}` : text)
const textCell = (text: string | null): Cell => (text === null ? null : protectDigits(text))
const codeCell = (codes: readonly string[]): Cell =>
  protectDigits(codes.map(codeText).join(codeSeparator)) || null
const flagCell = (value: boolean): Cell => (value ? 'Y' : 'N')

const heads = (
  'id name name_sw category variation price cost wholesale_from wholesale_price ' +
  'sku barcodes unit sold_by_weight tax_code available color position low_at track_stock in_stock'
).split(' ')
/** Returns the headers of the columns of a pack: `pack_1_name` and so on. `number` counts from 1. */
const packHeads = (number: number) =>
  ['name', 'holds', 'price', 'barcodes'].map(part => `pack_${number}_${part}`)

/** Returns the number of packs of the variation with the most packs; 0 without packs. */
export const packsIn = (products: readonly Product[]): number =>
  Math.max(0, ...products.flatMap(({ variations }) => variations.map(({ packs }) => packs.length)))

/** Returns the header line, with columns for this number of packs. */
export const productHeads = (packs: number): string[] => [
  ...heads,
  ...Array.from({ length: packs }, (_, index) => packHeads(index + 1)).flat(),
]

/** Returns the cells of a pack in the order of `packHeads`; empty cells if there is no such pack. */
const packCells = (pack: Pack | undefined): Cell[] =>
  pack
    ? [protectDigits(pack.name), pack.holds, pack.price, codeCell(pack.barcodes)]
    : [null, null, null, null]

/** Writes a quantity in base units, or grams as kilograms, such as 2.5; an empty cell for none. */
function quantityCell(quantity: number | null | undefined, { soldByWeight }: Product): Cell {
  if (quantity === null || quantity === undefined) return null
  return soldByWeight ? quantity / gramsPerKilogram : quantity
}

/** The stock of variations by their ids, in base units. */
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

/** Returns the lines of a product, one for each variation, with columns for this number of packs. */
export const productLines = (product: Product, packs: number, stock: Stock): Cell[][] =>
  product.variations.map(variation => lineOf(product, variation, packs, stock))
