// The items of the price list whose stock is low. Loaded after the day's figures; nothing without such items.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { digitsOf } from '../../kit/money.ts'
import { useMay } from '../parts/current-account.tsx'
import { Card } from '../parts/facts.tsx'
import { useLowProducts } from '../products/product.queries.ts'
import { lowestStocks } from '../products/stock.model.ts'
import { runningLow } from './running-low.text.ts'

addTexts('home', runningLow)

/** How many items with low stock are read. */
const readMax = 100
/** How many of those, the lowest first, are shown. */
const shownMax = 5

/** Lists the items with the lowest stock; a name is a link for people who may edit items. */
export function RunningLow() {
  const { t } = useTranslation('home')
  const mayEdit = useMay('products')
  const low = useLowProducts(readMax)
  if (!low || low.items.length === 0) return null
  return (
    <div data-testid="running-low">
      <Card
        title={t('running_low')}
        side={
          <Link to="/products" search={{ low: 'true' }} className="text-link">
            {t('running_low_all', { number: digitsOf(low.total) })}
          </Link>
        }
      >
        <ul className="low-items">
          {lowestStocks(low.items, shownMax).map(({ id, productId, name, text }) => (
            <li key={id}>
              {mayEdit ? (
                <Link to="/products/$id" params={{ id: productId }} className="text-link">
                  {name}
                </Link>
              ) : (
                <span>{name}</span>
              )}
              <span>{t('running_low_left', { number: text })}</span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
