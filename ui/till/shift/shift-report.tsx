// The report of a shift on the screen: sales by method and by cashier, and the cash drawer.
import { useTranslation } from 'react-i18next'
import { weightText } from '../../../src/domain/line-item.ts'
import { serverNow } from '../../kit/clock.ts'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import type { Shift } from '../../kit/till.ts'
import { shortDateTimeOf } from '../../kit/time.ts'
import {
  drawerLines,
  drawerResultOf,
  referenceEnd,
  refundersOf,
  refundListsOf,
  signedDigits,
} from '../parts/drawer.model.ts'
import { useTillDevice } from '../parts/till-device.ts'
import type { Report } from './shift.model.ts'

/** Shows the report of a shift. */
export function ShiftReport({ shift }: { readonly shift: Shift }) {
  const { t } = useTranslation('till')
  const { account } = useTillDevice()
  const timeText = (isoTime: string) => shortDateTimeOf(isoTime, account.time_zone, serverNow())
  return (
    <div className="report">
      <p className="report-when">
        {t('shift_since', { time: timeText(shift.opened_at), name: shift.opened_by.name })}
        {shift.closed_at &&
          ` · ${t('shift_until', { time: timeText(shift.closed_at), name: shift.closed_by?.name ?? '' })}`}
      </p>
      <SalesByMethod report={shift.report} />
      <SalesByCashier report={shift.report} />
      <Drawer shift={shift} />
      <SoldItems report={shift.report} />
      <CashMoves report={shift.report} timeText={timeText} />
      <Refunds report={shift.report} timeText={timeText} />
    </div>
  )
}

interface ReportProps {
  readonly report: Report
}

/** Shows how many sales came by each method, and the fees. */
function SalesByMethod({ report: { by_method, total } }: ReportProps) {
  const { t } = useTranslation('till')
  return (
    <section className="report-part">
      <h2>{t('report_sales')}</h2>
      {total.count === 0 ? (
        <p className="report-none">{t('report_sales_none')}</p>
      ) : (
        <table className="report-table">
          <thead>
            <tr>
              <th scope="col">{t('report_method')}</th>
              <th scope="col">{t('report_count')}</th>
              <th scope="col">{t('report_gross')}</th>
            </tr>
          </thead>
          <tbody>
            {by_method.map(({ method, count, gross }) => (
              <tr key={method}>
                <th scope="row">{t(`paper_method_${method === 'mobile' ? 'push' : method}`)}</th>
                <td>{count}</td>
                <td>{digitsOf(gross)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('report_total')}</th>
              <td>{total.count}</td>
              <td data-testid="report-total">{digitsOf(total.gross)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {total.fees > 0 && (
        <p className="report-fees">
          {t('report_fees', { fees: moneyOf(total.fees), net: moneyOf(total.net) })}
        </p>
      )}
    </section>
  )
}

/** Shows what was sold; nothing if no items were, or for a report of an earlier release, which has none. */
function SoldItems({ report: { sold } }: ReportProps) {
  const { t } = useTranslation('till')
  if (!sold || sold.items.length === 0) return null
  const { items, other_items: others, without_items: withoutItems } = sold
  return (
    <section className="report-part" data-testid="report-items">
      <h2>{t('report_items')}</h2>
      <table className="report-table">
        <thead>
          <tr>
            <th scope="col">{t('report_item')}</th>
            <th scope="col">{t('report_quantity')}</th>
            <th scope="col">{t('report_gross')}</th>
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
              <th scope="row">{`${t('report_other_items')} (${digitsOf(others.count)})`}</th>
              <td />
              <td>{digitsOf(others.gross)}</td>
            </tr>
          )}
          {withoutItems > 0 && (
            <tr>
              <th scope="row">{t('report_without_items')}</th>
              <td />
              <td>{digitsOf(withoutItems)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}

/** Shows the sales of each cashier; nothing if one cashier made all of them. */
function SalesByCashier({ report: { by_cashier } }: ReportProps) {
  const { t } = useTranslation('till')
  if (by_cashier.length < 2) return null
  return (
    <section className="report-part">
      <h2>{t('report_by_cashier')}</h2>
      <table className="report-table">
        <tbody>
          {by_cashier.map(({ cashier, count, gross }) => (
            <tr key={cashier.id}>
              <th scope="row">{cashier.name}</th>
              <td>{count}</td>
              <td>{digitsOf(gross)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface CashMovesProps extends ReportProps {
  /** Returns an ISO time as a cashier reads it. */
  readonly timeText: (isoTime: string) => string
}

/** Lists the cash that was taken out of the drawer and put in. */
function CashMoves({ report: { drawer }, timeText }: CashMovesProps) {
  const { t } = useTranslation('till')
  if (drawer.length === 0) return null
  return (
    <section className="report-part">
      <h2>{t('cash_moves')}</h2>
      <ul className="cash-moves">
        {drawer.map(({ kind, amount, reason, cashier, created_at }) => (
          <li key={`${created_at} ${amount} ${reason}`}>
            <span>
              {t(kind === 'drop' ? 'drop_done' : 'pay_in_done')} · {reason}
              <small>{`${cashier.name} · ${timeText(created_at)}`}</small>
            </span>
            <strong>{`${kind === 'drop' ? '−' : '+'}${digitsOf(amount)}`}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lists the refunds in cash and those by the network. */
function Refunds({ report, timeText }: CashMovesProps) {
  const { t } = useTranslation('till')
  return refundListsOf(report).map(([name, refunds]) => (
    <section key={name} className="report-part" data-testid={name}>
      <h2>{t(name)}</h2>
      <ul className="cash-moves">
        {refunds.map(({ sale, amount, reason, cashier, approved_by, created_at }) => (
          <li key={`${created_at} ${sale}`}>
            <span>
              {reason}
              <small>
                {[refundersOf(cashier, approved_by), timeText(created_at), referenceEnd(sale)].join(' · ')}
              </small>
            </span>
            <strong>{digitsOf(amount)}</strong>
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** Shows the expected cash; for a closed shift also the count. */
function Drawer({ shift: { report, short_reason: reason } }: { readonly shift: Shift }) {
  const { t } = useTranslation('till')
  const { counted, difference } = report.cash
  return (
    <section className="report-part">
      <h2>{t('drawer')}</h2>
      <table className="report-table report-drawer">
        <tbody>
          {drawerLines(report).map(([name, amount]) => (
            <tr key={name} data-sum={name === 'expected' || undefined}>
              <th scope="row">{t(`drawer_${name}`)}</th>
              <td data-testid={`drawer-${name}`}>{signedDigits(amount)}</td>
            </tr>
          ))}
          {counted !== null && (
            <tr>
              <th scope="row">{t('drawer_counted')}</th>
              <td data-testid="drawer-counted">{digitsOf(counted)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {difference !== null && <Difference difference={difference} />}
      {reason && <p className="report-fees">{t('drawer_reason', { reason })}</p>}
    </section>
  )
}

/** Shows how the counted cash compares with the expected, in whole shillings. */
export function Difference({ difference }: { readonly difference: number }) {
  const { t } = useTranslation('till')
  const result = drawerResultOf(difference)
  return (
    <p className="difference" data-result={result} data-testid="difference">
      {t(`drawer_${result}`, { money: moneyOf(Math.abs(difference)) })}
    </p>
  )
}
