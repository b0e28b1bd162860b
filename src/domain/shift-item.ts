// What a shift sold, by item: the best-selling ones, what the others made, and what was sold without items.
// Like the sales of its report these sums are before refunds, and they add up to them.
import { linesOfSale, reportName, type StoredItems } from './line-item.ts'
import { lineSum } from './price-line.ts'

/** Whole shillings. */
interface ShiftItem {
  readonly name: string
  readonly isByWeight: boolean
  /** Pieces, packs or grams. */
  readonly quantity: number
  readonly gross: number
}
export interface SoldInShift {
  /** The items with the highest sums, the highest first. */
  readonly items: readonly ShiftItem[]
  /** All further items; `count` is how many there are. */
  readonly others: { readonly count: number; readonly gross: number }
  /** The sales without items, or whose items do not add up to their amount. */
  readonly withoutItems: number
}
export interface SoldSale {
  readonly amount: number
  readonly lineItems: StoredItems
}

/** How many items a report names: they fit on a page, and on the paper of a printer. */
const itemsMax = 20

const sumOf = (items: readonly ShiftItem[]) => items.reduce((sum, { gross }) => sum + gross, 0)

/**
 * Adds up the items of a shift's sales by their name in reports.
 * @param gross the sum of the sales that the shift's report counts, whole shillings
 */
export function soldInShift(sales: readonly SoldSale[], gross: number): SoldInShift {
  const byName = new Map<string, ShiftItem>()
  for (const line of sales.flatMap(linesOfSale)) {
    const { by_weight: isByWeight = false, quantity } = line
    const name = reportName(line)
    const key = `${isByWeight} ${name}`
    const before = byName.get(key)
    byName.set(key, {
      name,
      isByWeight,
      quantity: (before?.quantity ?? 0) + quantity,
      gross: (before?.gross ?? 0) + Number(lineSum(line)),
    })
  }
  const bestFirst = [...byName.values()].toSorted((a, b) => b.gross - a.gross)
  const others = bestFirst.slice(itemsMax)
  return {
    items: bestFirst.slice(0, itemsMax),
    others: { count: others.length, gross: sumOf(others) },
    // The sales of an open shift are read after its sums, so there can be one more.
    withoutItems: Math.max(0, gross - sumOf(bestFirst)),
  }
}
