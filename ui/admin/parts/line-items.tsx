// The line items of a payment, payment link or refund; nothing when there are none.
import { type LineItem, weightText } from '../../../src/domain/line-item.ts'
import { lineSum } from '../../../src/domain/price-line.ts'
import { Card } from './facts.tsx'
import { Money } from './figure.tsx'

/** Draws a card with the items of a payment, payment link or refund. */
export function LineItems({ title, items }: { readonly title: string; readonly items: readonly LineItem[] }) {
  if (items.length === 0) return null
  return (
    <Card title={title}>
      <ItemLines lines={items.map(item => ({ ...item, amount: Number(lineSum(item)) }))} />
    </Card>
  )
}

interface ItemLine extends Pick<LineItem, 'name' | 'quantity' | 'by_weight'> {
  /** Whole shillings. */
  readonly amount: number
}

/** Draws one line for each item: its quantity or weight, its name and its amount. */
export const ItemLines = ({ lines }: { readonly lines: readonly ItemLine[] }) => (
  <ul className="item-lines">
    {lines.map(({ name, quantity, by_weight, amount }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a sale or refund never change
      <li key={index}>
        <span>
          {by_weight ? (
            <span className="item-times">{weightText(quantity)} </span>
          ) : (
            quantity > 1 && <span className="item-times">{quantity} × </span>
          )}
          {name}
        </span>
        <Money amount={amount} />
      </li>
    ))}
  </ul>
)
