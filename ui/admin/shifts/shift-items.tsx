// The items that a shift sold, as a table of its report.
import { useTranslation } from 'react-i18next'
import { weightText } from '../../../src/domain/line-item.ts'
import { digitsOf } from '../../kit/money.ts'
import { Card } from '../parts/facts.tsx'
import { afterRefundsOf, type Shift } from './shift.model.ts'

/**
 * Draws the table of items that a shift sold. Draws nothing if no sale had items, or if an earlier version of
 * Kaunta closed the shift.
 */
export function SoldItems({ shift }: { readonly shift: Shift }) {
  const { t } = useTranslation('shifts')
  const { sold } = shift.report
  if (!sold || sold.items.length === 0) return null
  const { items, other_items: others, without_items: withoutItems } = sold
  const text = afterRefundsOf(shift).refunded > 0 ? { text: t('before_refunds') } : {}
  return (
    <Card title={t('items')} {...text}>
      <table className="report" aria-label={t('items')}>
        <thead>
          <tr>
            <th scope="col">{t('item')}</th>
            <th scope="col">{t('quantity')}</th>
            <th scope="col">{t('gross')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ name, by_weight, quantity, gross }) => (
            <tr key={`${name} ${by_weight}`}>
              <th scope="row">{name}</th>
              <td>{by_weight ? weightText(quantity) : digitsOf(quantity)}</td>
              <td>{digitsOf(gross)}</td>
            </tr>
          ))}
          {others.count > 0 && (
            <tr>
              <th scope="row">{t('other_items', { number: digitsOf(others.count) })}</th>
              <td />
              <td>{digitsOf(others.gross)}</td>
            </tr>
          )}
          {withoutItems > 0 && (
            <tr>
              <th scope="row">{t('without_items')}</th>
              <td />
              <td>{digitsOf(withoutItems)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td />
            <td>{digitsOf(shift.report.total.gross)}</td>
          </tr>
        </tfoot>
      </table>
    </Card>
  )
}
