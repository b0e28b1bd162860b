// The cards of the summary of a day: sales, methods, profit, drawers, and what needs attention.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { useAccount, useMay } from '../parts/current-account.tsx'
import { Card } from '../parts/facts.tsx'
import { Money } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { mayOpen } from '../parts/nav.model.ts'
import type { Shift } from '../shifts/shift.model.ts'
import { DrawerResultLabel } from '../shifts/shift-result.tsx'
import type { MoneyAttention } from './attention.model.ts'
import { type DaySummary, drawerText, languageOf } from './day-summary.model.ts'
import { AfterRefunds, SalesComparison } from './home-figure.tsx'
import { type PeriodSales, showsProfit } from './period.model.ts'
import { ProfitCard } from './profit-card.tsx'

/** A summary as the page shows it, with the whole answers that its cards and links need. */
export interface ShownSummary extends DaySummary {
  readonly isToday: boolean
  readonly sales: PeriodSales
  readonly waiting: readonly MoneyAttention[]
  readonly drawers: readonly Shift[]
  /** How many shifts were read; undefined for people who may not see shifts. */
  readonly shifts: { readonly shown: number; readonly all: number } | undefined
}
interface CardProps {
  readonly summary: ShownSummary
}

/** Shows the cards in two columns. Profit and drawers are left out for people who may not see them. */
export const SummaryCards = ({ summary }: CardProps) => (
  <div className="shift-report">
    <div className="payment-column">
      <SalesCard summary={summary} />
      <MethodsCard summary={summary} />
    </div>
    <div className="payment-column">
      {showsProfit([summary.sales, summary.sales.before]) && <ProfitCard sales={summary.sales} />}
      {summary.shifts && <DrawersCard summary={summary} />}
      <AttentionCard summary={summary} />
    </div>
  </div>
)

/** Shows the sales of the day, the sales after refunds, and a comparison with the day before. */
function SalesCard({ summary: { date, sales } }: CardProps) {
  const { t } = useTranslation(['summary', 'home'])
  const { gross, count, refunds, refunded, before } = sales
  return (
    <section className="card figure-card">
      <h2 className="figure-name">{t(refunds > 0 ? 'home:sales_before' : 'home:sales')}</h2>
      <p className="figure" data-testid="sales">
        <Money amount={gross} />
      </p>
      <p className="figure-more">{t('home:paid', { count, formatted: digitsOf(count) })}</p>
      {refunds > 0 && (
        <AfterRefunds
          from={date}
          to={date}
          gross={gross}
          // A report has no fees of refunds, so 0 hides their line.
          refunds={{ count: refunds, gross: refunded, fees: 0 }}
        />
      )}
      <ul className="changes">
        {before.gross > 0 && (
          <li className="change" data-testid="before">
            {t('day_before')}: {moneyOf(before.gross)} ·{' '}
            {t('home:paid', { count: before.count, formatted: digitsOf(before.count) })}
          </li>
        )}
        <SalesComparison now={gross} before={before.gross} than="day_before" />
      </ul>
    </section>
  )
}

/** Shows number and amount of sales for each payment method that was used; draws nothing without sales. */
function MethodsCard({ summary: { sales } }: CardProps) {
  const { t } = useTranslation(['summary', 'home', 'shifts'])
  const methods = sales.methods.filter(({ count }) => count > 0)
  if (methods.length === 0) return null
  const beforeRefunds = sales.refunds > 0 ? { text: t('home:before_refunds') } : {}
  return (
    <Card title={t('home:by_method')} {...beforeRefunds}>
      <table className="report" aria-label={t('home:by_method')}>
        <thead>
          <tr>
            <th scope="col">{t('shifts:method')}</th>
            <th scope="col">{t('number')}</th>
            <th scope="col">{t('gross')}</th>
          </tr>
        </thead>
        <tbody>
          {methods.map(({ method, count, gross }) => (
            <tr key={method}>
              <th scope="row">{t(`home:method_${method}`)}</th>
              <td>{digitsOf(count)}</td>
              <td>{digitsOf(gross)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td>{digitsOf(sales.count)}</td>
            <td>{digitsOf(sales.gross)}</td>
          </tr>
        </tfoot>
      </table>
    </Card>
  )
}

/**
 * Lists the shifts of the day, each with the result of its cash count and its sums. If there were more shifts
 * than the page reads, a note shows how many are missing.
 */
function DrawersCard({ summary: { drawers, shifts } }: CardProps) {
  const { t, i18n } = useTranslation(['summary', 'shifts'])
  const hasMore = shifts !== undefined && shifts.all > shifts.shown
  const note = hasMore
    ? { text: t('drawers_first', { shown: digitsOf(shifts.shown), all: digitsOf(shifts.all) }) }
    : {}
  return (
    <Card title={t('drawers')} {...note}>
      {drawers.length === 0 && <p className="muted">{t('drawers_none')}</p>}
      <ul className="cash-movements">
        {drawers.map(shift => (
          <li key={shift.id}>
            <Link to="/shifts/$id" params={{ id: shift.id }} className="text-link cash-reason">
              {t('shifts:name', { till: shift.till.name, number: shift.number })}
            </Link>
            <DrawerResultLabel shift={shift} />
            <small>{drawerText(shift, languageOf(i18n.language))}</small>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/**
 * Lists what needs attention, each with a link: payments with an unknown outcome, other money, and open
 * payment links. Shows one line if there is nothing.
 */
function AttentionCard({ summary: { unknown, links, waiting } }: CardProps) {
  const { t } = useTranslation(['summary', 'home'])
  const maySettle = useMay('settle_unmatched')
  if (unknown === 0 && links === 0 && waiting.length === 0)
    return (
      <p className="status-line">
        <Icon name="check" size={18} /> {t('nothing_waits')}
      </p>
    )
  return (
    <Card title={t('home:attention')}>
      <ul className="cash-movements">
        {unknown > 0 && (
          <li>
            <Link to={maySettle ? '/unmatched' : '/payments'} className="text-link">
              {t('home:attention_unknown', { count: unknown, number: digitsOf(unknown) })}
            </Link>
          </li>
        )}
        {waiting.map(item => (
          <WaitingRow key={item.name} item={item} />
        ))}
        {links > 0 && (
          <li>
            <Link to="/links" className="text-link">
              {t('links', { count: links, number: digitsOf(links) })}
            </Link>
          </li>
        )}
      </ul>
    </Card>
  )
}

/** Shows an item about money that needs attention, as a link if the person may open its page. */
function WaitingRow({ item: { name, count, amount, to } }: { readonly item: MoneyAttention }) {
  const { t } = useTranslation('home')
  const { role } = useAccount()
  const text = t(`attention_${name}`, { count, number: digitsOf(count), money: moneyOf(amount) })
  if (!to || !mayOpen(role, to)) return <li>{text}</li>
  return (
    <li>
      <Link to={to} className="text-link">
        {text}
      </Link>
    </li>
  )
}
