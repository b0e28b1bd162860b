// Labels for the shelf: name, price and barcode of an item. The console and receipt printers print the same.
import { hasCheckDigit } from './barcode.ts'
import { type LabelWords, unitWord } from './label-word.ts'
import { weightText } from './line-item.ts'
import type { Row } from './paper.ts'
import { fillPlaceholder } from './paper-word.ts'
import { listPriceOf } from './price-line.ts'
import { dotsOf, type Paper } from './printer.ts'
import type { Pack, Wholesale } from './product.ts'
import { centredText, formatShillings, groupDigits } from './receipt.ts'

/** The most labels that one request may print on a receipt printer. The till's receipts wait for them. */
export const receiptLabelsMax = 10
/** The most labels that the console prints at once. */
export const labelsMax = 500

/** An item, a variation of it, or a pack of one of them. */
export interface LabelledItem {
  readonly name: string
  readonly unit: string
  readonly isWeighed: boolean
  readonly price: number | null
  readonly wholesale: Wholesale | null
  readonly sku: string | null
  readonly barcodes: readonly string[]
}

/** Returns what the label of a pack shows: the price of one pack and the pack's own barcodes. */
export const labelledPack = (item: LabelledItem, { name, holds, price, barcodes }: Pack): LabelledItem => ({
  name: `${item.name} (${name})`,
  unit: 'piece',
  isWeighed: false,
  price: listPriceOf(item, holds, { holds, price }),
  wholesale: null,
  sku: null,
  barcodes,
})

export interface Label {
  readonly name: string
  /** Empty if the cashier enters the price. */
  readonly price: string
  /** What the price is for, such as `per kg`; empty for a piece. */
  readonly per: string
  /** The wholesale price; empty if there is none, or the label does not show it. */
  readonly wholesale: string
  /** The code of the bars, also printed below them; empty if the item has none. */
  readonly code: string
}

interface LabelStyle {
  readonly words: LabelWords
  readonly showsWholesale: boolean
}

/** Writes the texts of an item's label. The code is its first barcode, or its SKU if it has no barcode. */
export function labelOf(item: LabelledItem, { words, showsWholesale }: LabelStyle): Label {
  const { name, unit, isWeighed, price, wholesale, sku, barcodes } = item
  const code = barcodes[0] ?? sku ?? ''
  if (price === null) return { name, price: '', per: '', wholesale: '', code }
  const soldUnit = isWeighed ? 'kg' : unit
  return {
    name,
    price: formatShillings(price),
    per: soldUnit === 'piece' ? '' : fillPlaceholder(words.label_per, unitWord(soldUnit, words)),
    wholesale: wholesale && showsWholesale ? wholesaleText(wholesale, isWeighed, words) : '',
    code,
  }
}

/** Writes the wholesale line of a label, such as `From 12: TSh 500`. */
function wholesaleText({ from, price }: Wholesale, isWeighed: boolean, words: LabelWords): string {
  const quantity = isWeighed ? weightText(from) : groupDigits(from)
  const withQuantity = fillPlaceholder(words.label_wholesale, quantity)
  return fillPlaceholder(withQuantity, formatShillings(price))
}

export type Symbology = 'ean13' | 'ean8' | 'upca' | 'code128'

/**
 * Returns the kind of barcode that a code is printed as; undefined if it has characters that no barcode can
 * have. The check digit of a UPC-E is that of its long form, so it fails here: it is printed as Code 128.
 */
export function symbologyOf(code: string): Symbology | undefined {
  if (/^\d+$/.test(code) && hasCheckDigit(code)) {
    if (code.length === 8) return 'ean8'
    if (code.length === 12) return 'upca'
    if (code.length === 13) return 'ean13'
  }
  const isPrintableAscii = /^[ -~]+$/.test(code)
  return isPrintableAscii ? 'code128' : undefined
}

/** Light modules on both sides of the bars (GS1 General Specifications, 5.2; ISO/IEC 15417). */
export const quietModules = 2 * 10
const ean8Modules = 67
/** EAN-13 and UPC-A. */
const ean13Modules = 95
/** The modules of each character. */
const code128Modules = 11

/** Returns the width of a code in modules, without margins. Receipt printers use only set B of Code 128. */
function modulesOf(code: string, symbology: Symbology): number {
  // A Code 128 has three more characters, which are start, check and stop, and 2 more modules at its end.
  if (symbology === 'code128') return code128Modules * (code.length + 3) + 2
  return symbology === 'ean8' ? ean8Modules : ean13Modules
}

/** The module widths of receipt printers, in dots, widest first. */
const moduleDots = [4, 3, 2] as const

/**
 * Returns the largest width of a module, in dots, with which a code fits on the paper. Undefined if the code
 * does not fit at any width, or has characters that no barcode can have.
 */
export function barDots(code: string, paper: Paper): (typeof moduleDots)[number] | undefined {
  const symbology = symbologyOf(code)
  if (symbology === undefined) return undefined
  return moduleDots.find(dots => (modulesOf(code, symbology) + quietModules) * dots <= dotsOf[paper])
}

/** Returns the rows of labels for a receipt printer. */
export const labelRows = (labels: readonly Label[], paper: Paper): Row[] =>
  labels.flatMap(label => rowsOfLabel(label, paper))

/** Returns the rows of a label, with a line to cut along. Omits bars that do not fit on the paper. */
function rowsOfLabel({ name, price, per, wholesale, code }: Label, paper: Paper): Row[] {
  const rows: Row[] = [centredText(name, { isBold: true })]
  if (price !== '') rows.push(centredText(`${price} ${per}`.trim(), { isBold: true, isBig: true }))
  if (wholesale !== '') rows.push(centredText(wholesale))
  if (barDots(code, paper) !== undefined) rows.push({ kind: 'barcode', code })
  if (code !== '') rows.push(centredText(code))
  rows.push({ kind: 'rule' })
  return rows
}
