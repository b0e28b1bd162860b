// The tables of a day, week or month: by day, till, cashier and item.
import { useTranslation } from 'react-i18next'
import { digitsOf } from '../../kit/money.ts'
import { Card } from '../parts/facts.tsx'
import { shortDayNameOf } from '../parts/time.model.ts'
import { type PeriodSales, type PeriodSum, soldQuantityOf } from './period.model.ts'

interface Row extends PeriodSum {
  readonly key: string
  readonly name: string
}
interface SumTableProps {
  readonly title: string
  readonly first: string
  readonly rows: readonly Row[]
}

/** The columns of refunds are left out while there are none. On a phone only the net column is shown. */
function SumTable({ title, first, rows }: SumTableProps) {
  const { t } = useTranslation('period')
  const hasRefunds = rows.some(({ refunds }) => refunds > 0)
  return (
    <Card title={title}>
      <table className="report" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col" className="period-count">
              {t('number')}
            </th>
            <th scope="col">{t('gross')}</th>
            {hasRefunds && (
              <th scope="col" className="period-refunds">
                {t('refunds')}
              </th>
            )}
            {hasRefunds && <th scope="col">{t('net')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, count, gross, refunded, net }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className="period-count">{digitsOf(count)}</td>
              <td>{digitsOf(gross)}</td>
              {hasRefunds && (
                <td className="period-refunds">{refunded > 0 ? `−${digitsOf(refunded)}` : '0'}</td>
              )}
              {hasRefunds && <td>{`${net < 0 ? '−' : ''}${digitsOf(Math.abs(net))}`}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

export function PeriodTables({ sales }: { readonly sales: PeriodSales }) {
  const { t, i18n } = useTranslation('period')
  const days = sales.days
    .filter(({ count, refunds }) => count > 0 || refunds > 0)
    .map(sum => ({ ...sum, key: sum.date, name: shortDayNameOf(sum.date, i18n.language) }))
  const tills = sales.tills.map(({ till, ...sum }) => ({
    ...sum,
    key: till?.id ?? '',
    name: till ? till.name || t('gone') : t('no_till'),
  }))
  const cashiers = sales.cashiers.map(({ cashier, ...sum }) => ({
    ...sum,
    key: cashier?.id ?? '',
    name: cashier ? cashier.name || t('gone') : t('no_cashier'),
  }))
  if (days.length === 0) return null
  return (
    <>
      {sales.period !== 'day' && <SumTable title={t('by_day')} first={t('day')} rows={days} />}
      <div className="period-pair">
        <SumTable title={t('by_till')} first={t('till')} rows={tills} />
        <SumTable title={t('by_cashier')} first={t('cashier')} rows={cashiers} />
      </div>
      {sales.items.length > 0 && <ItemTable sales={sales} />}
    </>
  )
}

function ItemTable({ sales: { items, item_count } }: { readonly sales: PeriodSales }) {
  const { t } = useTranslation('period')
  const text =
    item_count > items.length
      ? t('items_first', { shown: digitsOf(items.length), all: digitsOf(item_count) })
      : t('items_text')
  return (
    <Card title={t('by_item')} text={text}>
      <table className="report" aria-label={t('by_item')}>
        <thead>
          <tr>
            <th scope="col">{t('item')}</th>
            <th scope="col">{t('quantity')}</th>
            <th scope="col">{t('gross')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(item => (
            <tr key={`${item.name} ${item.by_weight}`}>
              <th scope="row">{item.name}</th>
              <td>{soldQuantityOf(item)}</td>
              <td>{digitsOf(item.gross)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
