// The line items of a payment or payment link; nothing when there are none.
import { type LineItem, weightText } from '../../../src/domain/line-item.ts'
import { lineSum } from '../../../src/domain/price-line.ts'
import { Card } from './facts.tsx'
import { Money } from './figure.tsx'

export function LineItems({ title, items }: { readonly title: string; readonly items: readonly LineItem[] }) {
  if (items.length === 0) return null
  return (
    <Card title={title}>
      <ul className="item-lines">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a sale never change
          <li key={index}>
            <span>
              {item.by_weight ? (
                <span className="item-times">{weightText(item.quantity)} </span>
              ) : (
                item.quantity > 1 && <span className="item-times">{item.quantity} × </span>
              )}
              {item.name}
            </span>
            <Money amount={Number(lineSum(item))} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
