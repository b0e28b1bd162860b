// The labels of the price list: which items, on which paper, where each label goes, and how wide its bars
// are. Sizes are millimetres.
import {
  barDots,
  type Label,
  type LabelledItem,
  labelledPack,
  quietModules,
} from '../../../src/domain/label.ts'
import { readWholeNumber } from '../../../src/domain/shillings.ts'
import { barsOf } from './barcode-bars.model.ts'
import type { Product } from './product.model.ts'

/** An item, a variation of it or a pack of one of them, with what its label shows. */
export interface LabelItem {
  /** Unique among all items. */
  readonly id: string
  readonly productId: string
  readonly variationId?: string
  readonly packName?: string
  readonly of: LabelledItem
  /** The pieces in stock, never negative; undefined if stock is not counted in pieces. */
  readonly onHand?: number
}

/**
 * Returns everything of an item that has a label of its own: each variation, or the item itself if it has
 * none, and each pack of them.
 */
export const labelItemsOf = (product: Product, language: string): LabelItem[] => {
  const { id: productId, unit, sold_by_weight: isWeighed, track_stock: isCounted, variations } = product
  const item = (language === 'sw' && product.name_sw) || product.name
  const sold = variations.length > 0 ? variations : [{ ...product, name: '' }]
  return sold.flatMap(({ id, name, stock, price, wholesale, sku, barcodes, packs }) => {
    const ids = { id, productId, ...(id === productId ? {} : { variationId: id }) }
    const of = { name: `${item} ${name}`.trim(), unit, isWeighed, price, wholesale, sku, barcodes }
    const onHand = isCounted && !isWeighed && stock !== null ? { onHand: Math.max(0, stock) } : {}
    return [
      { ...ids, of, ...onHand },
      ...packs.map(pack => ({
        ...ids,
        id: `${id} ${pack.name}`,
        packName: pack.name,
        of: labelledPack(of, pack),
      })),
    ]
  })
}

/** An item, and how many labels of it to print. */
interface PickedItem {
  readonly item: LabelItem
  readonly copies: number
}
/** The picked items by the id of their `LabelItem`. */
export type Picks = ReadonlyMap<string, PickedItem>

/**
 * Returns the picks with a new number of copies for each of `items`. An item with no copies is removed from
 * them.
 */
export function withPicks(
  picks: Picks,
  items: readonly LabelItem[],
  copiesOf: (item: LabelItem) => number,
): Picks {
  const next = new Map(picks)
  for (const item of items) {
    const copies = copiesOf(item)
    if (copies > 0) next.set(item.id, { item, copies })
    else next.delete(item.id)
  }
  return next
}

/** Returns the number of labels to print, with all copies. */
export const labelCount = (picks: Picks): number =>
  [...picks.values()].reduce((sum, { copies }) => sum + copies, 0)

/** Reads the typed number of copies, up to three digits; 0 for an empty field. */
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

/**
 * Returns an A4 sheet of labels. `step` is the distance from one column to the next; by default the labels
 * touch.
 */
const sheet = (columns: number, rows: number, width: number, height: number, step = width): LabelPaper => ({
  kind: 'sheet',
  page: { width: 210, height: 297 },
  label: { width, height },
  columns,
  rows,
  step,
})
/** Returns a roll of a label printer, on which each label is a page. */
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

/** Returns how many labels a page has. */
export const perPage = ({ columns, rows }: LabelPaper): number => columns * rows

/**
 * Returns where a label begins on its page, in mm. `index` counts from 0, row by row. The grid is centred on
 * the page.
 */
export function placeOf({ page, label, columns, rows, step }: LabelPaper, index: number) {
  const left = (page.width - (columns - 1) * step - label.width) / 2
  const top = (page.height - rows * label.height) / 2
  return { x: left + (index % columns) * step, y: top + Math.floor(index / columns) * label.height }
}

/**
 * Returns the labels of each page. The first page begins with `usedPlaces` empty places, which are undefined.
 */
export function pagesOf(
  labels: readonly Label[],
  paper: LabelPaper,
  usedPlaces: number,
): readonly (readonly (Label | undefined)[])[] {
  const placesPerPage = perPage(paper)
  const places = [...Array<undefined>(labels.length > 0 ? usedPlaces : 0).fill(undefined), ...labels]
  return Array.from({ length: Math.ceil(places.length / placesPerPage) }, (_, page) =>
    places.slice(page * placesPerPage, (page + 1) * placesPerPage),
  )
}

/** Returns the width of the empty edge inside a label, in mm. */
export const paddingOf = ({ label }: LabelPaper): number => (label.height < 25 ? 2 : 3)

/** A dot of a label printer, which has 203 to the inch. */
const dot = 0.125
/** The thinnest bars that scanners read: 1.5 dots of 203 to the inch on a sheet, two whole ones on a roll. */
const moduleMin = { sheet: 0.19, roll: 2 * dot }
/** Wider bars would only look coarse. */
const moduleMax = 0.5

/**
 * Returns the width of a code’s bars with their quiet zone, in mm; undefined without bars, or if they would
 * be too thin.
 */
export function barWidth(code: string, paper: LabelPaper): number | undefined {
  const bars = barsOf(code)
  if (bars === undefined) return undefined
  const modules = bars.length + quietModules
  const fitting = Math.min(moduleMax, (paper.label.width - 2 * paddingOf(paper)) / modules)
  // On a roll every bar is whole dots wide.
  const width = paper.kind === 'roll' ? Math.floor(fitting / dot) * dot : fitting
  return width < moduleMin[paper.kind] ? undefined : width * modules
}

/** The width of a receipt printer's roll, in mm. */
export type ReceiptPaper = Parameters<typeof barDots>[1]

/** Whether a label has bars, or why not. */
export type Bars = 'drawn' | 'no_code' | 'no_letters' | 'too_long'

/** Returns whether a label of this code has bars on a paper, or why not. */
export function barsState(code: string, paper: LabelPaper | ReceiptPaper): Bars {
  if (code === '') return 'no_code'
  if (barsOf(code) === undefined) return 'no_letters'
  const fits = typeof paper === 'number' ? barDots(code, paper) : barWidth(code, paper)
  return fits === undefined ? 'too_long' : 'drawn'
}

/** Labels of one item in a request to the till's printer. */
export interface LabelOrder {
  readonly product_id: string
  readonly variation_id?: string
  readonly pack?: string
  readonly copies: number
}

/**
 * Splits the labels into requests of at most `max` labels for the receipt printer, after the first `done`
 * labels, which were printed already.
 */
export function labelRequests(picks: Picks, done: number, max: number): LabelOrder[][] {
  const requests: LabelOrder[][] = []
  let [toSkip, roomInRequest] = [done, 0]
  for (const { item, copies } of picks.values()) {
    let copiesLeft = Math.max(0, copies - toSkip)
    toSkip = Math.max(0, toSkip - copies)
    while (copiesLeft > 0) {
      if (roomInRequest === 0) {
        requests.push([])
        roomInRequest = max
      }
      const count = Math.min(copiesLeft, roomInRequest)
      const { productId: product_id, variationId, packName } = item
      requests.at(-1)?.push({
        product_id,
        ...(variationId ? { variation_id: variationId } : {}),
        ...(packName ? { pack: packName } : {}),
        copies: count,
      })
      copiesLeft -= count
      roomInRequest -= count
    }
  }
  return requests
}
