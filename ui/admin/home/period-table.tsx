// The profit of a day, week, month or range, and its tables: by day, till, cashier, hour, category, tax code,
// item.
import { useTranslation } from 'react-i18next'
import type { PeriodTable } from '../../../src/domain/period.ts'
import { digitsOf } from '../../kit/money.ts'
import { ExportLink } from '../parts/export-link.tsx'
import { Card } from '../parts/facts.tsx'
import { shortDayNameOf } from '../parts/time.model.ts'
import {
  hourText,
  isByWeek,
  type PeriodSales,
  type PeriodSum,
  profitText,
  rangeText,
  reportQueryOf,
  showsProfit,
  signedDigits,
  soldQuantityOf,
  spansOf,
} from './period.model.ts'
import { ProfitCard } from './profit-card.tsx'

/** A row of sums in shillings; refunds and net are absent where a table has none. */
type Row = Pick<PeriodSum, 'gross' | 'count' | 'profit' | 'cost'> &
  Partial<PeriodSum> & { readonly key: string; readonly name: string }
interface SumTableProps {
  readonly title: string
  readonly text?: string
  /** The heading of the first column. */
  readonly first: string
  readonly rows: readonly Row[]
  readonly sales: PeriodSales
  /** Its name in the file that the link downloads. */
  readonly table: PeriodTable
}

/**
 * Shows sums by one criterion. The columns of refunds and profit appear only when some row has them; on a
 * phone the refunds are hidden, and beside profit also the net.
 */
function SumTable({ title, text, first, rows, sales, table }: SumTableProps) {
  const { t } = useTranslation('period')
  const hasRefunds = rows.some(({ refunds = 0 }) => refunds > 0)
  const hasProfit = showsProfit(rows)
  const netClass = hasProfit ? 'period-refunds' : undefined
  return (
    <Card
      title={title}
      side={<TableExport sales={sales} table={table} title={title} />}
      {...(text === undefined ? {} : { text })}
    >
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
            {hasRefunds && (
              <th scope="col" className={netClass}>
                {t('net')}
              </th>
            )}
            {hasProfit && <th scope="col">{t('profit')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, count, gross, refunded = 0, net = gross, cost, profit }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className="period-count">{digitsOf(count)}</td>
              <td>{digitsOf(gross)}</td>
              {hasRefunds && (
                <td className="period-refunds">{refunded > 0 ? `−${digitsOf(refunded)}` : '0'}</td>
              )}
              {hasRefunds && <td className={netClass}>{signedDigits(net)}</td>}
              {hasProfit && <td>{profitText({ cost, profit })}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

interface TableExportProps {
  readonly sales: PeriodSales
  readonly table: PeriodTable
  readonly title: string
}

/** Links to the file of a table. */
export const TableExport = ({ sales, table, title }: TableExportProps) => (
  <ExportLink what="overview/period" query={{ table, ...reportQueryOf(sales) }} table={title} />
)

/** Returns the rows of each table, with their names in the person's language. */
function useRows(sales: PeriodSales, byWeek: boolean) {
  const { t, i18n } = useTranslation('period')
  const { language } = i18n
  const days = spansOf(sales.days, byWeek)
    .filter(({ count, refunds }) => count > 0 || refunds > 0)
    .map(({ from, to, ...sum }) => ({
      ...sum,
      key: from,
      name: byWeek ? rangeText(from, to, language) : shortDayNameOf(from, language),
    }))
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
  const hours = sales.hours.map(({ hour, ...sum }) => ({ ...sum, key: `${hour}`, name: hourText(hour) }))
  const categories = sales.categories.map(({ category, ...sum }) => ({
    ...sum,
    key: category ?? '',
    name: category ?? t('no_category'),
  }))
  const taxes = sales.taxes.map(({ tax_code, ...sum }) => ({
    ...sum,
    key: tax_code ?? '',
    name: tax_code ?? t('no_tax'),
  }))
  return { days, tills, cashiers, hours, categories, taxes }
}

/** Shows the tables of a period; nothing when nothing was sold or refunded. */
export function PeriodTables({ sales }: { readonly sales: PeriodSales }) {
  const { t } = useTranslation('period')
  const byWeek = isByWeek(sales)
  const { days, tills, cashiers, hours, categories, taxes } = useRows(sales, byWeek)
  const ofItems = { sales, text: t('items_text') }
  if (days.length === 0) return null
  return (
    <>
      <ProfitCard sales={sales} />
      {sales.days.length > 1 && (
        <SumTable
          sales={sales}
          table="days"
          title={t(byWeek ? 'by_week' : 'by_day')}
          first={t(byWeek ? 'seven_days' : 'day')}
          rows={days}
        />
      )}
      <div className="period-pair">
        <SumTable sales={sales} table="tills" title={t('by_till')} first={t('till')} rows={tills} />
        <SumTable
          sales={sales}
          table="cashiers"
          title={t('by_cashier')}
          first={t('cashier')}
          rows={cashiers}
        />
      </div>
      <div className="period-pair">
        <SumTable sales={sales} table="hours" title={t('by_hour')} first={t('hour')} rows={hours} />
        {categories.length > 0 && (
          <SumTable
            {...ofItems}
            table="categories"
            title={t('by_category')}
            first={t('category')}
            rows={categories}
          />
        )}
        {taxes.length > 0 && (
          <SumTable {...ofItems} table="taxes" title={t('by_tax')} first={t('tax')} rows={taxes} />
        )}
      </div>
      {sales.items.length > 0 && <ItemTable sales={sales} />}
    </>
  )
}

/** Shows the items that sold most, with a link that exports all of them. */
function ItemTable({ sales }: { readonly sales: PeriodSales }) {
  const { t } = useTranslation('period')
  const { items, item_count } = sales
  const hasProfit = showsProfit(items)
  const text =
    item_count > items.length
      ? t('items_first', { shown: digitsOf(items.length), all: digitsOf(item_count) })
      : t('items_text')
  return (
    <Card
      title={t('by_item')}
      text={text}
      side={<TableExport sales={sales} table="items" title={t('by_item')} />}
    >
      <table className="report" aria-label={t('by_item')}>
        <thead>
          <tr>
            <th scope="col">{t('item')}</th>
            <th scope="col">{t('quantity')}</th>
            <th scope="col">{t('gross')}</th>
            {hasProfit && <th scope="col">{t('profit')}</th>}
          </tr>
        </thead>
        <tbody>
          {items.map(item => (
            <tr key={`${item.name} ${item.by_weight}`}>
              <th scope="row">{item.name}</th>
              <td>{soldQuantityOf(item)}</td>
              <td>{signedDigits(item.net)}</td>
              {hasProfit && <td>{profitText(item)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
