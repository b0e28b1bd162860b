// The profit of a day, week, month or range, and its tables: by day, till, cashier, hour, category, tax code,
// item.
import { useTranslation } from 'react-i18next'
import type { PeriodTable } from '../../../src/domain/period.ts'
import { digitsOf } from '../../kit/money.ts'
import { ExportLink } from '../parts/export-link.tsx'
import { Card } from '../parts/facts.tsx'
import { shortDayNameOf } from '../parts/time.model.ts'
import {
  hadSales,
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
  withBefore,
} from './period.model.ts'
import { ProfitCard } from './profit-card.tsx'

/** The figures of a row in shillings; each table shows those that it has. */
type Figures = Pick<PeriodSum, 'gross' | 'count' | 'profit' | 'cost'> &
  Partial<PeriodSum> & {
    readonly tax?: number
    readonly quantity?: number
    readonly by_weight?: boolean
  }
type Row = Figures & {
  readonly key: string
  readonly name: string
  /** The figures of this row in the period before. The rows of the table of days have none. */
  readonly before?: Figures & Pick<PeriodSum, 'refunds'>
}
interface Column {
  readonly name: string
  readonly textOf: (figures: Figures) => string
  readonly className?: string | undefined
  /** Whether the figure of the period before is shown below. */
  readonly isCompared: boolean
}

interface ReportTableProps {
  readonly title: string
  readonly text?: string
  /** The heading of the first column. */
  readonly first: string
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  readonly sales: PeriodSales
  /** Its name in the file that the link downloads. */
  readonly table: PeriodTable
}

/**
 * Shows a table of the figures of each row. If any row had sales in the period before, shows the earlier
 * figure below each figure of the columns that compare.
 */
function ReportTable({ title, text, first, columns, rows, sales, table }: ReportTableProps) {
  const { t } = useTranslation('period')
  const isCompared = rows.some(hadSales)
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
            {columns.map(column => (
              <th key={column.name} scope="col" className={column.className}>
                {column.name}
                {isCompared && column.isCompared && (
                  <span className="period-before">{t(`before_${sales.period}`)}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              {columns.map(column => (
                <td key={column.name} className={column.className}>
                  {column.textOf(row)}
                  {isCompared && column.isCompared && row.before && (
                    <span className="period-before">{column.textOf(row.before)}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** Returns a list of the profit column alone; an empty list if no row has a profit to show. */
function useProfitColumn(rows: readonly Row[]): readonly Column[] {
  const { t } = useTranslation('period')
  return showsProfit(withBefore<Figures>(rows))
    ? [{ name: t('profit'), textOf: profitText, isCompared: true }]
    : []
}

/** Returns the columns of refunds and net sales, in this order; an empty list if no row has refunds. */
function useRefundColumns(rows: readonly Row[]): readonly Column[] {
  const { t } = useTranslation('period')
  if (!rows.some(({ refunds = 0 }) => refunds > 0)) return []
  const refundText = ({ refunded = 0 }: Figures) => (refunded > 0 ? `−${digitsOf(refunded)}` : '0')
  const netText = ({ gross, net = gross }: Figures) => signedDigits(net)
  return [
    { name: t('refunds'), textOf: refundText, className: 'period-wide', isCompared: false },
    { name: t('net'), textOf: netText, isCompared: true },
  ]
}

/** Returns a column that phones hide. */
const wideOnly = (column: Column): Column => ({ ...column, className: 'period-wide' })

interface SumTableProps extends Omit<ReportTableProps, 'columns'> {
  /** Whether the table has half the width of the page. */
  readonly isHalf?: boolean
}

/**
 * Shows the sums of a report by one criterion, such as till or hour. The columns of refunds, tax and profit
 * appear only if some row has them. A half-width table with refunds and profit leaves out number and refunds
 * for lack of room. Phones hide net sales if there is tax or profit, and profit if there is tax.
 */
function SumTable({ rows, isHalf = false, ...table }: SumTableProps) {
  const { t } = useTranslation('period')
  const [profit] = useProfitColumn(rows)
  const [refunds, net] = useRefundColumns(rows)
  const hasTax = rows.some(({ tax }) => tax !== undefined)
  const isTight = isHalf && refunds !== undefined && profit !== undefined
  const countText = ({ count }: Figures) => digitsOf(count)
  const taxText = ({ tax = 0 }: Figures) => signedDigits(tax)
  const columns: Column[] = []
  if (!isTight)
    columns.push({ name: t('number'), textOf: countText, className: 'period-count', isCompared: false })
  columns.push({ name: t('gross'), textOf: ({ gross }) => digitsOf(gross), isCompared: true })
  if (refunds && !isTight) columns.push(refunds)
  if (net) columns.push(profit || hasTax ? wideOnly(net) : net)
  if (hasTax) columns.push({ name: t('tax_in'), textOf: taxText, isCompared: true })
  if (profit) columns.push(hasTax ? wideOnly(profit) : profit)
  return <ReportTable rows={rows} columns={columns} {...table} />
}

interface TableExportProps {
  readonly sales: PeriodSales
  readonly table: PeriodTable
  readonly title: string
}

/** Shows a link that downloads a table of the report as a file. */
export const TableExport = ({ sales, table, title }: TableExportProps) => (
  <ExportLink what="overview/period" query={{ table, ...reportQueryOf(sales) }} table={title} />
)

/**
 * Returns the rows of each table: the sums of the report, with a key and a name in the person's language. The
 * rows of days, or of weeks with `byWeek`, leave out days without sales and refunds.
 */
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
  const taxes = sales.taxes.map(({ tax_code, percent, ...sum }) => ({
    ...sum,
    key: `${tax_code} ${percent}`,
    name: tax_code === null ? t('no_tax') : `${tax_code} · ${percent}\u00a0%`,
  }))
  return { days, tills, cashiers, hours, categories, taxes }
}

/** Shows the tables of a period; draws nothing if nothing was sold or refunded. */
export function PeriodTables({ sales }: { readonly sales: PeriodSales }) {
  const { t } = useTranslation('period')
  const byWeek = isByWeek(sales)
  const { days, tills, cashiers, hours, categories, taxes } = useRows(sales, byWeek)
  const itemTableProps = { sales, text: t('items_text') }
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
        <SumTable isHalf sales={sales} table="tills" title={t('by_till')} first={t('till')} rows={tills} />
        <SumTable
          isHalf
          sales={sales}
          table="cashiers"
          title={t('by_cashier')}
          first={t('cashier')}
          rows={cashiers}
        />
      </div>
      <div className="period-pair">
        <SumTable isHalf sales={sales} table="hours" title={t('by_hour')} first={t('hour')} rows={hours} />
        {categories.length > 0 && (
          <SumTable
            {...itemTableProps}
            isHalf
            table="categories"
            title={t('by_category')}
            first={t('category')}
            rows={categories}
          />
        )}
        {taxes.length > 0 && (
          <SumTable
            {...itemTableProps}
            isHalf={categories.length === 0}
            table="taxes"
            title={t('by_tax')}
            first={t('tax')}
            rows={taxes}
          />
        )}
      </div>
      {sales.items.length > 0 && <ItemTable sales={sales} />}
    </>
  )
}

/** Shows the items that sold most, with a link that downloads all items of the report. */
function ItemTable({ sales }: { readonly sales: PeriodSales }) {
  const { t } = useTranslation('period')
  const { items, item_count } = sales
  const rows = items.map(({ before, ...item }) => ({
    ...item,
    key: `${item.name} ${item.by_weight}`,
    before: { ...before, by_weight: item.by_weight },
  }))
  const hasMore = item_count > items.length
  const text = hasMore
    ? t('items_first', { shown: digitsOf(items.length), all: digitsOf(item_count) })
    : t('items_text')
  const quantityText = ({ quantity = 0, by_weight = false }: Figures) =>
    soldQuantityOf({ quantity, by_weight })
  const columns: readonly Column[] = [
    { name: t('quantity'), textOf: quantityText, isCompared: true },
    // The text of the card tells the reader that refunds are subtracted.
    { name: t('gross'), textOf: ({ net = 0 }) => signedDigits(net), isCompared: true },
    ...useProfitColumn(rows),
  ]
  return (
    <ReportTable
      title={t('by_item')}
      text={text}
      first={t('item')}
      rows={rows}
      columns={columns}
      sales={sales}
      table="items"
    />
  )
}
