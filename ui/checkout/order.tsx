// What is paid for: the description and the items. An item's image_url is an outside address, so its picture
// is never loaded.
import { type LineItem, weightText } from '../../src/domain/line-item.ts'
import { lineSum } from '../../src/domain/price-line.ts'
import { digitsOf, moneyOf } from '../kit/money.ts'
import type { Translate } from './translate.ts'
import type { CheckoutView } from './view.ts'

/** Items after this many are folded away. */
const shownItemsMax = 5

/** Shows what is paid for: the description, and the items with their sums. */
export function Order({ view, t }: { view: CheckoutView; t: Translate }) {
  const { lineItems, lineItemsStyle } = view
  const foldedItems = lineItems.slice(shownItemsMax)
  const list = (items: readonly LineItem[]) => (
    <ul className={lineItemsStyle}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn once, and items need not have an id
        <li key={index}>
          {lineItemsStyle === 'cards' ? <CardItem item={item} t={t} /> : <CompactItem item={item} />}
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {view.description && <p className="description">{view.description}</p>}
      {lineItems.length > 0 && (
        <section className="order" aria-labelledby="order">
          <h2 id="order">{t('items')}</h2>
          {list(lineItems.slice(0, shownItemsMax))}
          {foldedItems.length > 0 && (
            <details>
              <summary>
                {foldedItems.length === 1
                  ? t('items_one_more')
                  : t('items_more', { count: foldedItems.length })}
              </summary>
              {list(foldedItems)}
            </details>
          )}
        </section>
      )}
    </>
  )
}

/** Shows an item in one line: quantity, name and sum. */
const CompactItem = ({ item }: { item: LineItem }) => (
  <>
    <span className="item-name">
      {item.by_weight ? (
        <span className="item-count">{weightText(item.quantity)} </span>
      ) : (
        item.quantity !== 1 && <span className="item-count">{digitsOf(item.quantity)} × </span>
      )}
      {item.name}
    </span>
    <span className="item-sum">{moneyOf(Number(lineSum(item)))}</span>
  </>
)

/** Shows an item with its description, unit price and SKU. */
const CardItem = ({ item, t }: { item: LineItem; t: Translate }) => (
  <>
    <span className="item-name">{item.name}</span>
    <span className="item-sum">{moneyOf(Number(lineSum(item)))}</span>
    {item.description && <span className="item-more">{item.description}</span>}
    <span className="item-more">
      {t('each', {
        count: item.by_weight ? weightText(item.quantity) : digitsOf(item.quantity),
        money: moneyOf(item.unit_price),
      })}
      {item.sku && ` · ${item.sku}`}
    </span>
  </>
)
