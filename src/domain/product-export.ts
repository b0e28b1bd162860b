// A price list as a file in our own form, which an import reads again. Each variation has a line.
import type { Cell } from './csv.ts'
import { isFlat, type Pack, type Product, type Variation } from './product.ts'

const joined = ' | '

/**
 * A spreadsheet rounds a number of more than 11 digits; behind an apostrophe it is a text. An import removes
 * one apostrophe.
 */
const exact = (text: string): string => (/^(\d{12,}$|')/.test(text) ? `'${text}` : text)
const textCell = (text: string | null): Cell => (text === null ? null : exact(text))
const codeCell = (codes: readonly string[]): Cell => exact(codes.join(joined)) || null
const flagCell = (value: boolean): Cell => (value ? 'Y' : 'N')

const heads = [
  ...['id', 'name', 'name_sw', 'category', 'variation', 'price', 'cost', 'wholesale_from', 'wholesale_price'],
  ...['sku', 'barcodes', 'unit', 'sold_by_weight', 'tax_code', 'available', 'color', 'position', 'low_at'],
]
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

const lineOf = (product: Product, one: Variation, packs: number): Cell[] => [
  ...[product.id, ...[product.name, product.nameSw, product.category].map(textCell)],
  isFlat(product) ? null : exact(one.name),
  ...[one.price, one.cost, one.wholesale?.from ?? null, one.wholesale?.price ?? null],
  ...[textCell(one.sku), codeCell(one.barcodes), exact(product.unit)],
  ...[flagCell(product.soldByWeight), product.taxCode, flagCell(one.available)],
  ...[product.color, product.position, product.lowAt],
  ...Array.from({ length: packs }, (_, at) => packCells(one.packs[at])).flat(),
]

/** The lines of a product. */
export const productLines = (product: Product, packs: number): Cell[][] =>
  product.variations.map(one => lineOf(product, one, packs))
