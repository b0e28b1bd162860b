// The labels of the price list: which items, on which paper, where each label goes, and how wide its bars
// are. Sizes are millimetres.
import { barDots, type Label, type LabelledItem, quietModules } from '../../../src/domain/label.ts'
import { readWholeNumber } from '../../../src/domain/shillings.ts'
import { barsOf } from './barcode-bars.model.ts'
import type { Product } from './product.model.ts'

/** An item, or a variation of it, with what its label shows. */
export interface LabelItem {
  /** Of the variation, or of the item if it has none. */
  readonly id: string
  readonly productId: string
  readonly variationId?: string
  readonly of: LabelledItem
  /** The pieces in stock, never negative; undefined if stock is not counted in pieces. */
  readonly onHand?: number
}

export const labelItemsOf = (product: Product, language: string): LabelItem[] => {
  const { id: productId, unit, sold_by_weight: isWeighed, track_stock: isCounted, variations } = product
  const item = (language === 'sw' && product.name_sw) || product.name
  const sold = variations.length > 0 ? variations : [{ ...product, name: '' }]
  return sold.map(({ id, name, stock, price, wholesale, sku, barcodes }) => ({
    id,
    productId,
    ...(id === productId ? {} : { variationId: id }),
    of: { name: `${item} ${name}`.trim(), unit, isWeighed, price, wholesale, sku, barcodes },
    ...(isCounted && !isWeighed && stock !== null ? { onHand: Math.max(0, stock) } : {}),
  }))
}

/** An item, and how many labels of it to print. */
interface PickedItem {
  readonly item: LabelItem
  readonly copies: number
}
export type Picks = ReadonlyMap<string, PickedItem>

/** @param copies of each item; items without copies leave the picks */
export function withPicks(
  picks: Picks,
  items: readonly LabelItem[],
  copies: (of: LabelItem) => number,
): Picks {
  const next = new Map(picks)
  for (const item of items) {
    const number = copies(item)
    if (number > 0) next.set(item.id, { item, copies: number })
    else next.delete(item.id)
  }
  return next
}

export const labelCount = (picks: Picks): number =>
  [...picks.values()].reduce((sum, { copies }) => sum + copies, 0)

/** The typed number of copies, up to three digits. */
export const readCopies = (text: string): number => readWholeNumber(text.replace(/\D/g, '').slice(0, 3)) ?? 0

/** Labels in a grid on a page; a roll has one on each. */
export interface LabelPaper {
  readonly kind: 'sheet' | 'roll'
  readonly page: { readonly width: number; readonly height: number }
  readonly label: { readonly width: number; readonly height: number }
  readonly columns: number
  readonly rows: number
  /** From one column to the next. */
  readonly step: number
}

const sheet = (columns: number, rows: number, width: number, height: number, step = width): LabelPaper => ({
  kind: 'sheet',
  page: { width: 210, height: 297 },
  label: { width, height },
  columns,
  rows,
  step,
})
const roll = (width: number, height: number): LabelPaper => ({
  kind: 'roll',
  page: { width, height },
  label: { width, height },
  columns: 1,
  rows: 1,
  step: width,
})

/** The usual sheets (as Avery 3474, L7160, 3657 and L7651) and rolls. */
export const labelPapers = {
  sheet24: sheet(3, 8, 70, 37),
  sheet21: sheet(3, 7, 63.5, 38.1, 66.04),
  sheet40: sheet(4, 10, 52.5, 29.7),
  sheet65: sheet(5, 13, 38.1, 21.2, 40.64),
  roll40: roll(40, 30),
  roll50: roll(50, 30),
  roll58: roll(58, 40),
} as const satisfies Readonly<Record<string, LabelPaper>>
export type PaperName = keyof typeof labelPapers
export const paperNames = Object.keys(labelPapers) as PaperName[]

export const perPage = ({ columns, rows }: LabelPaper): number => columns * rows

/** Where a label begins on its page, counted from 0. The grid is in the middle of the page. */
export function placeOf({ page, label, columns, rows, step }: LabelPaper, at: number) {
  const left = (page.width - (columns - 1) * step - label.width) / 2
  const top = (page.height - rows * label.height) / 2
  return { x: left + (at % columns) * step, y: top + Math.floor(at / columns) * label.height }
}

/** The labels of each page; undefined where a label of the first sheet is used already. */
export function pagesOf(
  labels: readonly Label[],
  paper: LabelPaper,
  used: number,
): readonly (readonly (Label | undefined)[])[] {
  const size = perPage(paper)
  const all = [...Array<undefined>(labels.length > 0 ? used : 0).fill(undefined), ...labels]
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
}

/** The room inside the edges of a label. */
export const paddingOf = ({ label }: LabelPaper): number => (label.height < 25 ? 2 : 3)

/** A dot of a label printer, which has 203 to the inch. */
const dot = 0.125
/** The thinnest bars that scanners read: 1.5 dots of 203 to the inch on a sheet, two whole ones on a roll. */
const moduleMin = { sheet: 0.19, roll: 2 * dot }
const moduleMax = 0.5

/** The width of a code’s bars with their quiet zone; undefined without bars, or if they would be too thin. */
export function barWidth(code: string, paper: LabelPaper): number | undefined {
  const bars = barsOf(code)
  if (bars === undefined) return undefined
  const modules = bars.length + quietModules
  const fitting = Math.min(moduleMax, (paper.label.width - 2 * paddingOf(paper)) / modules)
  // On a roll every bar is whole dots wide.
  const width = paper.kind === 'roll' ? Math.floor(fitting / dot) * dot : fitting
  return width < moduleMin[paper.kind] ? undefined : width * modules
}

/** The paper of a receipt printer is as wide as its roll. */
export type ReceiptPaper = Parameters<typeof barDots>[1]

export type Bars = 'drawn' | 'no_code' | 'no_letters' | 'too_long'

/** Whether a label has bars, or why not. */
export function barsState(code: string, paper: LabelPaper | ReceiptPaper): Bars {
  if (code === '') return 'no_code'
  if (barsOf(code) === undefined) return 'no_letters'
  const fits = typeof paper === 'number' ? barDots(code, paper) : barWidth(code, paper)
  return fits === undefined ? 'too_long' : 'drawn'
}

export interface LabelOrder {
  readonly product_id: string
  readonly variation_id?: string
  readonly copies: number
}

/**
 * The requests that print the labels on a receipt printer.
 * @param done labels that were printed already
 * @param max labels of a request
 */
export function labelRequests(picks: Picks, done: number, max: number): LabelOrder[][] {
  const requests: LabelOrder[][] = []
  let [skipped, room] = [done, 0]
  for (const { item, copies } of picks.values()) {
    let left = Math.max(0, copies - skipped)
    skipped = Math.max(0, skipped - copies)
    while (left > 0) {
      if (room === 0) {
        requests.push([])
        room = max
      }
      const part = Math.min(left, room)
      const { productId: product_id, variationId } = item
      requests
        .at(-1)
        ?.push({ product_id, ...(variationId ? { variation_id: variationId } : {}), copies: part })
      left -= part
      room -= part
    }
  }
  return requests
}
