// Home as a week or a month: sales compared with the period before, by day, method, till, cashier and item.
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { digitsOf } from '../../kit/money.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Card } from '../parts/facts.tsx'
import { Money } from '../parts/figure.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { RowSkeleton } from '../parts/skeleton.tsx'
import { dateOf } from '../parts/time.model.ts'
import { salesChangeOf } from './home.model.ts'
import { periodRead } from './home.queries.ts'
import { MethodChart } from './home-chart.tsx'
import { AfterRefunds } from './home-figure.tsx'
import { HomeSteps } from './home-steps.tsx'
import { isCurrent, nextPeriodDay, type PeriodSales } from './period.model.ts'
import { homePeriod } from './period.text.ts'
import { DayCard } from './period-chart.tsx'
import { PeriodTables } from './period-table.tsx'

addTexts('period', homePeriod)
/** How often the figures are read again. */
const everyMs = 60_000

/** Shows the week or month that contains the day in the address, or the current one. */
export function PeriodHome({ period }: { readonly period: 'week' | 'month' }) {
  const { day } = useSearch({ from: '/' })
  const read = useRead(...periodRead(period, day), { keep: true, everyMs })
  const sales = read.data?.data
  return (
    <>
      <PeriodHead period={period} sales={sales} />
      <ApiErrorNote apiError={read.apiError} retry={read.retry} />
      {sales ? (
        <PeriodBody sales={sales} />
      ) : (
        !read.apiError && (
          <Card isFlush>
            <RowSkeleton rows={8} />
          </Card>
        )
      )}
    </>
  )
}

interface PeriodHeadProps {
  readonly period: 'week' | 'month'
  readonly sales: PeriodSales | undefined
}

/** Shows which period it is, with links to the ones before and after. */
function PeriodHead({ period, sales }: PeriodHeadProps) {
  const { t, i18n } = useTranslation(['period', 'home'])
  if (!sales) return <PageHead title={t(`this_${period}`)} tab={t('home:title')} text={'\u00a0'} />
  const dateIn = (day: string) => dateOf(day, i18n.language)
  const range = t('range', { from: dateIn(sales.from), to: dateIn(sales.to) })
  const isNow = isCurrent(sales)
  const back = (
    <Link to="/" search={{ period }}>
      {t(`to_this_${period}`)}
    </Link>
  )
  return (
    <PageHead title={isNow ? t(`this_${period}`) : range} tab={t('home:title')} text={isNow ? range : back}>
      <HomeSteps
        period={period}
        shown={isNow ? undefined : sales.from}
        before={sales.before.from}
        after={nextPeriodDay(sales)}
        today={sales.today}
        beforeText={t(`${period}_before`)}
        afterText={t(`${period}_after`)}
      />
    </PageHead>
  )
}

/** Shows sales, charts and tables of the period. */
function PeriodBody({ sales }: { readonly sales: PeriodSales }) {
  const { t } = useTranslation(['period', 'home'])
  const beforeRefunds = sales.refunds > 0 ? { text: t('home:before_refunds') } : {}
  return (
    <>
      <div className="home-grid">
        <div className="period-main">
          <section className="card figure-card">
            <h2 className="figure-name">{t(sales.refunds > 0 ? 'home:sales_before' : 'home:sales')}</h2>
            <p className="figure" data-testid="sales">
              <Money amount={sales.gross} />
            </p>
            <p className="figure-more">
              {t('home:paid', { count: sales.count, formatted: digitsOf(sales.count) })}
            </p>
            {sales.refunds > 0 && (
              <AfterRefunds
                from={sales.from}
                to={sales.to}
                gross={sales.gross}
                refunds={{ count: sales.refunds, gross: sales.refunded, fees: 0 }}
              />
            )}
            <PeriodComparison sales={sales} />
          </section>
          <DayCard sales={sales} />
        </div>
        <Card title={t('home:by_method')} {...beforeRefunds}>
          <MethodChart methods={sales.methods} />
        </Card>
      </div>
      <PeriodTables sales={sales} />
    </>
  )
}

/** Compares the sales with the period before; while it lasts, with the same number of days. */
function PeriodComparison({ sales: { period, gross, before } }: { readonly sales: PeriodSales }) {
  const { t } = useTranslation(['period', 'home'])
  const than = `than_${period === 'month' ? 'month' : 'week'}${before.so_far ? '_so_far' : ''}` as const
  const { kind, percent } = salesChangeOf(gross, (before.so_far ?? before).gross)
  const arrow = kind === 'more' ? '▲ ' : '▼ '
  if (kind === 'nothing') return <p className="changes change">{t('nothing_before')}</p>
  return (
    <p className="changes change" data-kind={kind}>
      <span>
        <strong>
          <span aria-hidden="true">{kind !== 'same' && arrow}</span>
          {t(`home:change_${kind}`, { percent: digitsOf(percent) })}
        </strong>{' '}
        {t(than)}
      </span>
    </p>
  )
}
