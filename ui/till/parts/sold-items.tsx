// The items of a sale with their sums: on the paid screen and on paper.
import { digitsOf } from '../../kit/money.ts'
import type { LineItem } from '../../kit/payment.ts'
import { itemSum, itemText } from './sold-items.model.ts'

/** Lists the items with their sums; shows nothing without items. */
export function SoldItems({ items }: { readonly items: readonly LineItem[] }) {
  if (items.length === 0) return null
  return (
    <ul className="sold" data-testid="sold">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two items may be alike, and none moves
        <li key={index}>
          <span className="sold-what">{itemText(item)}</span>{' '}
          <span className="sold-sum">{digitsOf(itemSum(item))}</span>
        </li>
      ))}
    </ul>
  )
}
