// The large figures of Home: sales compared with earlier days, and the success rate.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { digitsOf } from '../../kit/money.ts'
import { Money } from '../parts/figure.tsx'
import { grossByNow, type Overview, salesChangeOf } from './home.model.ts'

/** Shows the sales of the day, compared with the day before and the same day of last week. */
export function SalesFigure({ overview: { day, yesterday, last_week } }: { readonly overview: Overview }) {
  const { t } = useTranslation('home')
  const isOver = yesterday.so_far === null
  return (
    <>
      <h2 className="figure-name">{t(day.refunds.count > 0 ? 'sales_before' : 'sales')}</h2>
      <p className="figure" data-testid="sales">
        <Money amount={day.gross} />
      </p>
      <p className="figure-more">{t('paid', { count: day.count, formatted: digitsOf(day.count) })}</p>
      {day.refunds.count > 0 && <AfterRefunds from={day.date} to={day.date} {...day} />}
      <ul className="changes">
        <SalesComparison
          now={day.gross}
          before={grossByNow(yesterday)}
          than={isOver ? 'day_before' : 'yesterday'}
        />
        <SalesComparison
          now={day.gross}
          before={grossByNow(last_week)}
          than={isOver ? 'week_before' : 'last_week'}
        />
      </ul>
    </>
  )
}

interface AfterRefundsProps extends Pick<Overview['day'], 'gross' | 'refunds'> {
  /** The first and last day, such as `2026-11-21`. */
  readonly from: string
  readonly to: string
}

/**
 * Shows the refunds from one day to another, also those that are in progress, the sales after refunds, and
 * the fees of refunds unless they are 0.
 */
export function AfterRefunds({ from, to, gross, refunds }: AfterRefundsProps) {
  const { t } = useTranslation('home')
  const net = gross - refunds.gross
  return (
    <dl className="sums figure-sums" data-testid="after-refunds">
      <dt>
        <Link to="/payments/refunds" search={{ from, to }} className="text-link">
          {t('refunded', { count: refunds.count, number: digitsOf(refunds.count) })}
        </Link>
      </dt>
      <dd>
        − <Money amount={refunds.gross} />
      </dd>
      <dt className="sum">{t('sales_after')}</dt>
      <dd className="sum">
        {net < 0 && '− '}
        <Money amount={Math.abs(net)} />
      </dd>
      {refunds.fees > 0 && (
        <>
          <dt>{t('refund_fees')}</dt>
          <dd>
            <Money amount={refunds.fees} />
          </dd>
        </>
      )}
    </dl>
  )
}

interface SalesComparisonProps {
  readonly now: number
  readonly before: number
  readonly than: 'yesterday' | 'last_week' | 'day_before' | 'week_before'
}

/**
 * Shows by how many percent sales rose or fell, or above 999 % how many times higher they are.
 * @param now sales of the day shown, in shillings
 * @param before sales of the day that it is compared with, in shillings
 * @param than names that day in the text
 */
export function SalesComparison({ now, before, than }: SalesComparisonProps) {
  const { t } = useTranslation('home')
  const { kind, percent } = salesChangeOf(now, before)
  if (kind === 'nothing') return <li className="change">{t(`nothing_${than}`)}</li>
  const arrow = kind === 'more' ? '▲ ' : '▼ '
  return (
    <li className="change" data-kind={kind}>
      <strong>
        <span aria-hidden="true">{kind !== 'same' && arrow}</span>
        {percent > 999
          ? t('change_times', { times: digitsOf(Math.round(now / before)) })
          : t(`change_${kind}`, { percent })}
      </strong>{' '}
      {t(kind === 'same' ? `same_${than}` : `than_${than}`)}
    </li>
  )
}

/** Shows the share of ended payments that were paid; a dash if none has ended. Cash does not count. */
export function SuccessFigure({ day }: { readonly day: Overview['day'] }) {
  const { t } = useTranslation('home')
  const { success_rate: rate, methods, ended } = day
  const paid = methods.filter(({ method }) => method !== 'cash').reduce((sum, { count }) => sum + count, 0)
  const percent = rate === null ? 0 : Math.round(rate * 100)
  return (
    <>
      <h2 className="figure-name">{t('success')}</h2>
      <p className="figure">{rate === null ? '–' : `${percent}%`}</p>
      <p className="figure-more">
        {rate === null
          ? t('success_none')
          : t('success_text', { paid: digitsOf(paid), ended: digitsOf(ended) })}
      </p>
      <div className="gauge" aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </div>
    </>
  )
}
