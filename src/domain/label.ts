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

/** The texts on a label. */
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

/** Fills the two placeholders of the wholesale line: the quantity, then the price. */
function wholesaleText({ from, price }: Wholesale, isWeighed: boolean, words: LabelWords): string {
  const quantity = isWeighed ? weightText(from) : groupDigits(from)
  return fillPlaceholder(fillPlaceholder(words.label_wholesale, quantity), formatShillings(price))
}

export type Symbology = 'ean13' | 'ean8' | 'upca' | 'code128'

/**
 * Returns the kind of barcode that a code is printed as; undefined if it has letters that no barcode has. A
 * UPC-E has the check digit of its UPC-A, so it is printed as Code 128.
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
/** In Code 128, each character takes 11 modules; start, check and stop take the space of three and 2 more. */
const code128Modules = 11

/** Returns the width of a code in modules, as a receipt printer prints it: Code 128 in set B alone. */
function modulesOf(code: string, symbology: Symbology): number {
  if (symbology === 'code128') return code128Modules * (code.length + 3) + 2
  return symbology === 'ean8' ? ean8Modules : ean13Modules
}

/** The module widths of receipt printers, in dots, widest first. */
const moduleDots = [4, 3, 2] as const

/**
 * Returns how many dots wide a module can be so that the code fits on the paper. Undefined if the code does
 * not fit, or has letters that no barcode has.
 */
export function barDots(code: string, paper: Paper): (typeof moduleDots)[number] | undefined {
  const symbology = symbologyOf(code)
  if (symbology === undefined) return undefined
  return moduleDots.find(dots => (modulesOf(code, symbology) + quietModules) * dots <= dotsOf[paper])
}

/** Returns the rows of labels for a receipt printer, with a line to cut along after each label. */
export const labelRows = (labels: readonly Label[], paper: Paper): Row[] =>
  labels.flatMap(({ name, price, per, wholesale, code }): Row[] => [
    centredText(name, { isBold: true }),
    ...(price === '' ? [] : [centredText(`${price} ${per}`.trim(), { isBold: true, isBig: true })]),
    ...(wholesale === '' ? [] : [centredText(wholesale)]),
    ...(barDots(code, paper) === undefined ? [] : [{ kind: 'barcode', code } as const]),
    ...(code === '' ? [] : [centredText(code)]),
    { kind: 'rule' },
  ])
