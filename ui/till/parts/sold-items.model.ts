// Items as text: on the sale, in the list and on paper.
import { weightText } from '../../../src/domain/line-item.ts'
import { lineSum } from '../../../src/domain/price-line.ts'
import type { LineItem } from '../../kit/payment.ts'

/** `2 × Chai ya maziwa`, `1.25 kg Mchele`; one of something is its name. */
export const itemText = ({ name, quantity, by_weight }: LineItem): string =>
  by_weight ? `${weightText(quantity)} ${name}` : quantity === 1 ? name : `${quantity}\u00a0× ${name}`
/** All of them in one line. */
export const itemsText = (items: readonly LineItem[]): string => items.map(itemText).join(', ')
export const itemSum = (item: LineItem): number => Number(lineSum(item))
