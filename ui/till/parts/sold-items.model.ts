// Items as text: on the sale, in the list and on paper.
import { weightText } from '../../../src/domain/line-item.ts'
import { lineSum } from '../../../src/domain/price-line.ts'
import { digitsOf } from '../../kit/money.ts'
import type { LineItem } from '../../kit/payment.ts'

/** Returns an item as `2 × Chai ya maziwa (−150)` or `1.25 kg Mchele`; only the name for a single piece. */
export function itemText({
  name,
  quantity,
  by_weight,
  discount,
}: Pick<LineItem, 'name' | 'quantity' | 'by_weight' | 'discount'>): string {
  const pieces = quantity === 1 ? '' : `${quantity}\u00a0× `
  const count = by_weight ? `${weightText(quantity)} ` : pieces
  return `${count}${name}${discount ? ` (−${digitsOf(discount)})` : ''}`
}

/** Returns all items in one line. */
export const itemsText = (items: readonly LineItem[]): string => items.map(itemText).join(', ')
/** Returns what a line costs after its discount, in whole shillings. */
export const itemSum = (item: LineItem): number => Number(lineSum(item))
