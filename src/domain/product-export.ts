// A price list as a file in our own form, which an import reads again. Each variation has a line.
import type { Cell } from './csv.ts'
import { isFlat, type Pack, type Product, type Variation } from './product.ts'
import { codeText } from './product-cell.ts'

const joined = ' | '

/**
 * A spreadsheet rounds a number of more than 11 digits and removes leading zeros. Behind an apostrophe it is
 * a text. An import removes one apostrophe, and takes 11 digits without one for a UPC that lost its zero.
 */
const exact = (text: string): string => (/^(0\d+$|\d{11,}$|')/.test(text) ? `'${text}` : text)
const textCell = (text: string | null): Cell => (text === null ? null : exact(text))
const codeCell = (codes: readonly string[]): Cell => exact(codes.map(codeText).join(joined)) || null
const flagCell = (value: boolean): Cell => (value ? 'Y' : 'N')

const heads = (
  'id name name_sw category variation price cost wholesale_from wholesale_price ' +
  'sku barcodes unit sold_by_weight tax_code available color position low_at track_stock in_stock'
).split(' ')
const packHeads = (number: number) =>
  ['name', 'holds', 'price', 'barcodes'].map(part => `pack_${number}_${part}`)

/** The most packs of a variation in these products. */
export const packsIn = (products: readonly Product[]): number =>
  Math.max(0, ...products.flatMap(({ variations }) => variations.map(({ packs }) => packs.length)))

/** The line of heads. @param packs the most packs of a variation */
export const productHeads = (packs: number): string[] => [
  ...heads,
  ...Array.from({ length: packs }, (_, at) => packHeads(at + 1)).flat(),
]

const packCells = (pack: Pack | undefined): Cell[] =>
  pack ? [exact(pack.name), pack.holds, pack.price, codeCell(pack.barcodes)] : [null, null, null, null]

/** Grams as kilograms: `2.5`. */
const quantityCell = (quantity: number | null | undefined, { soldByWeight }: Product): Cell =>
  quantity == null ? null : soldByWeight ? quantity / gramsPerKilogram : quantity
const gramsPerKilogram = 1_000

/** What is on hand, by the ids of variations. */
type Stock = ReadonlyMap<string, number>

const lineOf = (product: Product, variation: Variation, packs: number, stock: Stock): Cell[] => [
  product.id,
  textCell(product.name),
  textCell(product.nameSw),
  textCell(product.category),
  isFlat(product) ? null : exact(variation.name),
  variation.price,
  variation.cost,
  quantityCell(variation.wholesale?.from, product),
  variation.wholesale?.price ?? null,
  textCell(variation.sku),
  codeCell(variation.barcodes),
  exact(product.unit),
  flagCell(product.soldByWeight),
  product.taxCode,
  flagCell(variation.available),
  product.color,
  product.position,
  quantityCell(product.lowAt, product),
  flagCell(product.trackStock),
  product.trackStock ? quantityCell(stock.get(variation.id), product) : null,
  ...Array.from({ length: packs }, (_, at) => packCells(variation.packs[at])).flat(),
]

/** The lines of a product. */
export const productLines = (product: Product, packs: number, stock: Stock): Cell[][] =>
  product.variations.map(variation => lineOf(product, variation, packs, stock))
