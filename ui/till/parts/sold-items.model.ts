// Items as text: on the sale, in the list and on paper.
import type { LineItem } from '../../kit/payment.ts'

/** `2 × Chai ya maziwa`; one of something is its name. */
export const itemText = ({ name, quantity }: LineItem): string =>
  quantity === 1 ? name : `${quantity}\u00a0× ${name}`
/** All of them in one line. */
export const itemsText = (items: readonly LineItem[]): string => items.map(itemText).join(', ')
export const itemSum = ({ quantity, unit_price }: LineItem): number => quantity * unit_price
