// The figures of a shift: sales by method and by cashier, the drawer, and what was taken out of it or put
// in.
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { Card } from '../parts/facts.tsx'
import { Money, Timestamp } from '../parts/figure.tsx'
import { shortReferenceOf } from '../parts/reference.model.ts'
import { afterRefundsOf, type MethodLine, type Report, type Shift } from './shift.model.ts'
import { SoldItems } from './shift-items.tsx'

/** Draws all tables of a shift's report in two columns. */
export const ShiftReport = ({ shift }: { readonly shift: Shift }) => (
  <div className="shift-report">
    <div className="payment-column">
      <SalesByMethod shift={shift} />
      {shift.report.by_cashier.length > 0 && <ByCashier cashiers={shift.report.by_cashier} />}
    </div>
    <div className="payment-column">
      <Drawer shift={shift} />
      <CashMovements movements={shift.report.drawer} />
      <Refunds title="cash_refunds" refunds={shift.report.refunds} />
      <Refunds title="sent_refunds" refunds={shift.report.sent_refunds} />
      <SoldItems shift={shift} />
    </div>
  </div>
)

type Figures = Omit<MethodLine, 'method'>

/** The figures of a row. On a phone fees and net do not fit: a line below the table shows their sums. */
const FigureCells = ({ count, gross, fees, net }: Figures) => (
  <>
    <td>{digitsOf(count)}</td>
    <td>{digitsOf(gross)}</td>
    <td className="report-wide">{digitsOf(fees)}</td>
    <td className="report-wide">{digitsOf(net)}</td>
  </>
)

/** Draws the heads of a table of figures. `first` is the head of the first column, which has names. */
function FigureHeads({ first }: { readonly first: string }) {
  const { t } = useTranslation('shifts')
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        <th scope="col">{t('count')}</th>
        <th scope="col">{t('gross')}</th>
        <th scope="col" className="report-wide">
          {t('fees')}
        </th>
        <th scope="col" className="report-wide">
          {t('net')}
        </th>
      </tr>
    </thead>
  )
}

/** The sales of each payment method with their sum, before and after refunds. */
function SalesByMethod({ shift }: { readonly shift: Shift }) {
  const { t } = useTranslation('shifts')
  const { state, report } = shift
  const { by_method, total } = report
  const { refunded } = afterRefundsOf(shift)
  return (
    <Card title={t(refunded > 0 ? 'sales_before' : 'sales')}>
      {by_method.length === 0 ? (
        <p className="muted">{t(state === 'open' ? 'sales_none_yet' : 'sales_none')}</p>
      ) : (
        <>
          <table className="report" aria-label={t('sales')}>
            <FigureHeads first={t('method')} />
            <tbody>
              {by_method.map(({ method, ...figures }) => (
                <tr key={method}>
                  <th scope="row">{t(`method_${method}`)}</th>
                  <FigureCells {...figures} />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('total')}</th>
                <FigureCells {...total} />
              </tr>
            </tfoot>
          </table>
          <p className="muted report-narrow">
            {t('fees_net', { fees: moneyOf(total.fees), net: moneyOf(total.net) })}
          </p>
        </>
      )}
      {refunded > 0 && <AfterRefunds shift={shift} />}
    </Card>
  )
}

/** What was refunded, and what it leaves of the sales. */
function AfterRefunds({ shift }: { readonly shift: Shift }) {
  const { t } = useTranslation('shifts')
  const { refunded, left } = afterRefundsOf(shift)
  return (
    <dl className="sums report-refunds">
      <dt>{t('refunds')}</dt>
      <dd>
        {signOf(-refunded)}
        <Money amount={refunded} />
      </dd>
      <dt className="sum">{t('sales_after')}</dt>
      <dd className="sum">
        {left < 0 && signOf(left)}
        <Money amount={Math.abs(left)} />
      </dd>
    </dl>
  )
}

/** The sales of each cashier, by method below their name. */
function ByCashier({ cashiers }: { readonly cashiers: Report['by_cashier'] }) {
  const { t } = useTranslation('shifts')
  return (
    <Card title={t('by_cashier')}>
      <table className="report" aria-label={t('by_cashier')}>
        <FigureHeads first={t('cashier')} />
        <tbody>
          {cashiers.map(({ cashier, by_method, ...figures }) => (
            <Fragment key={cashier.id}>
              <tr>
                <th scope="row">{cashier.name || t('former_staff')}</th>
                <FigureCells {...figures} />
              </tr>
              {by_method.map(({ method, ...methodFigures }) => (
                <tr key={method} className="report-part">
                  <th scope="row">{t(`method_${method}`)}</th>
                  <FigureCells {...methodFigures} />
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** Returns the sign of an amount that is shown without one; empty for 0. */
const signOf = (amount: number) => {
  if (amount === 0) return ''
  return amount < 0 ? '− ' : '+ '
}

/** Draws the line of cash that was given back; draws nothing if none was. */
function RefundedCash({ amount }: { readonly amount: number }) {
  const { t } = useTranslation('shifts')
  if (amount === 0) return null
  return (
    <>
      <dt>{t('cash_refunds')}</dt>
      <dd>
        {signOf(-amount)}
        <Money amount={amount} />
      </dd>
    </>
  )
}

/** What the drawer should hold, what was counted, and the difference. */
function Drawer({ shift }: { readonly shift: Shift }) {
  const { t } = useTranslation('shifts')
  const { float, sales, pay_ins, drops, refunds, expected, counted, difference } = shift.report.cash
  return (
    <Card title={t('drawer')}>
      <dl className="sums">
        <dt>{t('cash_float')}</dt>
        <dd>
          <Money amount={float} />
        </dd>
        <dt>{t('cash_sales')}</dt>
        <dd>
          <Money amount={sales} />
        </dd>
        <dt>{t('cash_pay_ins')}</dt>
        <dd>
          <Money amount={pay_ins} />
        </dd>
        <dt>{t('cash_drops')}</dt>
        <dd>
          {signOf(-drops)}
          <Money amount={drops} />
        </dd>
        <RefundedCash amount={refunds} />
        <dt className="sum">{t('cash_expected')}</dt>
        <dd className="sum">
          <Money amount={expected} />
        </dd>
        <dt>{t('cash_counted')}</dt>
        <dd>
          {counted === null ? (
            t(shift.state === 'open' ? 'cash_not_counted' : 'difference_uncounted')
          ) : (
            <Money amount={counted} />
          )}
        </dd>
        {difference !== null && (
          <>
            <dt>{t('cash_difference')}</dt>
            <dd>
              {signOf(difference)}
              <Money amount={Math.abs(difference)} />
            </dd>
            {shift.short_reason && (
              <>
                <dt>{t('cash_reason')}</dt>
                <dd>{shift.short_reason}</dd>
              </>
            )}
          </>
        )}
      </dl>
    </Card>
  )
}

/** What was taken out of the drawer (drops) or put in, with reasons. */
function CashMovements({ movements }: { readonly movements: Report['drawer'] }) {
  const { t } = useTranslation('shifts')
  if (movements.length === 0) return null
  return (
    <Card title={t('cash_movements')}>
      <ul className="cash-movements">
        {movements.map(({ kind, amount, reason, cashier, created_at }) => (
          <li key={`${created_at} ${kind} ${amount}`}>
            <span className="cash-reason">{reason}</span>
            <span className="cash-amount">
              {kind === 'drop' ? '− ' : '+ '}
              <Money amount={amount} />
            </span>
            <small>
              {t(`movement_${kind}`)} · {cashier.name || t('former_staff')} · <Timestamp at={created_at} />
            </small>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface RefundsProps {
  readonly title: 'cash_refunds' | 'sent_refunds'
  readonly refunds: Report['refunds']
}

/**
 * Draws a card with the refunds of a shift, either in cash or sent by a network, each with its reason and who
 * approved it. Draws nothing if there are none.
 */
function Refunds({ title, refunds }: RefundsProps) {
  const { t } = useTranslation('shifts')
  if (refunds.length === 0) return null
  return (
    <Card title={t(title)}>
      <ul className="cash-movements">
        {refunds.map(({ sale, amount, reason, cashier, approved_by, created_at }) => (
          <li key={`${sale} ${created_at} ${amount}`}>
            <span className="cash-reason">{reason}</span>
            <span className="cash-amount">
              <Money amount={amount} />
            </span>
            <small>
              {cashier.name || t('former_staff')}
              {approved_by && ` · ${t('refund_approved', { name: approved_by.name })}`} ·{' '}
              <Timestamp at={created_at} /> · {shortReferenceOf(sale)}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  )
}
