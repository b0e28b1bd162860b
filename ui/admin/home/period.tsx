// Home as a week, a month or a range of days: sales compared with the period before, by day, method, till,
// cashier and item.
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { digitsOf } from '../../kit/money.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { OwnDays } from '../parts/day-range.tsx'
import { Card } from '../parts/facts.tsx'
import { Money } from '../parts/figure.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { RowSkeleton } from '../parts/skeleton.tsx'
import { type HomeSearch, salesChangeOf } from './home.model.ts'
import { periodRead, rangeRead } from './home.queries.ts'
import { MethodChart } from './home-chart.tsx'
import { AfterRefunds } from './home-figure.tsx'
import { HomeSteps } from './home-steps.tsx'
import {
  comparedDaysOf,
  isCurrent,
  nextPeriodDay,
  type PeriodSales,
  rangeAfter,
  rangeText,
} from './period.model.ts'
import { homePeriod } from './period.text.ts'
import { DayCard } from './period-chart.tsx'
import { PeriodTables, TableExport } from './period-table.tsx'

addTexts('period', homePeriod)
/** How often the figures are read again. */
const everyMs = 60_000

/**
 * Shows the sales of a range of days, or of a week or month, as the address names it. An address without a
 * day means the current week or month.
 */
export function PeriodHome({ period }: { readonly period: 'week' | 'month' | 'range' }) {
  return period === 'range' ? <RangeHome /> : <WeekOrMonth period={period} />
}

/** Shows the week or month that contains the day in the address, or today. */
function WeekOrMonth({ period }: { readonly period: 'week' | 'month' }) {
  const { day } = useSearch({ from: '/' })
  const read = useRead(...periodRead(period, day), { keepPrevious: true, everyMs })
  return (
    <>
      <PeriodHead period={period} sales={read.data?.data} />
      <PeriodReport read={read} />
    </>
  )
}

/** Shows the range in the address, with fields for its first and last day. Nothing is read without both. */
function RangeHome() {
  const { t } = useTranslation('period')
  const { from = '', to = '' } = useSearch({ from: '/' })
  const hasBothDays = from !== '' && to !== ''
  const read = useRead(...rangeRead(from, to), { keepPrevious: true, everyMs, enabled: hasBothDays })
  return (
    <>
      <RangeHead sales={hasBothDays ? read.data?.data : undefined} />
      <OwnDays />
      {hasBothDays ? <PeriodReport read={read} /> : <Card title={t('choose_range')}>{null}</Card>}
    </>
  )
}

/** Shows the report of a period, a skeleton while it is loading, or the error. */
function PeriodReport({ read }: { readonly read: ReturnType<typeof useRead<{ data: PeriodSales }>> }) {
  const sales = read.data?.data
  return (
    <>
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

/**
 * Shows the head of the page: which week or month it is, with links to the week or month before and after.
 * @param sales undefined while the report is loading
 */
function PeriodHead({ period, sales }: PeriodHeadProps) {
  const { t, i18n } = useTranslation(['period', 'home'])
  if (!sales) return <PageHead title={t(`this_${period}`)} tab={t('home:title')} text={'\u00a0'} />
  const range = rangeText(sales.from, sales.to, i18n.language)
  const nextDay = nextPeriodDay(sales)
  const { today } = sales
  // The address of the current period has no day.
  const searchOf = (day: string): HomeSearch => (day === today ? { period } : { period, day })
  const isCurrentPeriod = isCurrent(sales)
  const currentLink = (
    <Link to="/" search={{ period }}>
      {t(`to_this_${period}`)}
    </Link>
  )
  return (
    <PageHead
      title={isCurrentPeriod ? t(`this_${period}`) : range}
      tab={t('home:title')}
      text={isCurrentPeriod ? range : currentLink}
    >
      <HomeSteps
        period={period}
        shownDay={isCurrentPeriod ? undefined : sales.from}
        range={{ from: sales.from, to: isCurrentPeriod ? today : sales.to }}
        before={{ period, day: sales.before.from }}
        after={nextDay === undefined ? undefined : searchOf(nextDay)}
        beforeText={t(`${period}_before`)}
        afterText={t(`${period}_after`)}
      />
    </PageHead>
  )
}

/**
 * Shows the head of the page: the days of the range, with links to the ranges of the same length before and
 * after it.
 * @param sales undefined while the report is loading, or a day of the range is not chosen
 */
function RangeHead({ sales }: { readonly sales: PeriodSales | undefined }) {
  const { t, i18n } = useTranslation(['period', 'home'])
  const searchOf = ({ from, to }: { from: string; to: string }) => ({ period: 'range' as const, from, to })
  const after = sales && rangeAfter(sales)
  const hasBegun = sales !== undefined && after !== undefined && after.from <= sales.today
  return (
    <PageHead
      title={sales ? rangeText(sales.from, sales.to, i18n.language) : t('this_range')}
      tab={t('home:title')}
    >
      <HomeSteps
        period="range"
        shownDay={sales && sales.to < sales.today ? sales.to : undefined}
        range={sales ?? {}}
        before={sales && searchOf(sales.before)}
        after={hasBegun ? searchOf(after) : undefined}
        beforeText={t('range_before')}
        afterText={t('range_after')}
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
                // A report has no fees of refunds, so 0 hides their line.
                refunds={{ count: sales.refunds, gross: sales.refunded, fees: 0 }}
              />
            )}
            <PeriodComparison sales={sales} />
          </section>
          <DayCard sales={sales} />
        </div>
        <Card
          title={t('home:by_method')}
          {...beforeRefunds}
          side={<TableExport sales={sales} table="methods" title={t('home:by_method')} />}
        >
          <MethodChart methods={sales.methods} />
        </Card>
      </div>
      <PeriodTables sales={sales} />
    </>
  )
}

/**
 * Shows by how many percent sales differ from the period before. While a period is not over, compares it with
 * as many days of the period before (`so_far`).
 */
function PeriodComparison({ sales }: { readonly sales: PeriodSales }) {
  const { t, i18n } = useTranslation(['period', 'home'])
  const { period, gross, before } = sales
  const comparedSales = before.so_far ?? before
  const { kind, percent } = salesChangeOf(gross, comparedSales.gross)
  if (kind === 'nothing') return <p className="changes change">{t('nothing_before')}</p>
  const arrow = kind === 'more' ? '▲ ' : '▼ '
  const than = `than_${period === 'month' ? 'month' : 'week'}${before.so_far ? '_so_far' : ''}` as const
  const days = comparedDaysOf(sales)
  return (
    <p className="changes change" data-kind={kind}>
      <span>
        <strong>
          <span aria-hidden="true">{kind !== 'same' && arrow}</span>
          {t(`home:change_${kind}`, { percent: digitsOf(percent) })}
        </strong>{' '}
        {period === 'range'
          ? t('than_range', { days: rangeText(days.from, days.to, i18n.language) })
          : t(than)}
      </span>
    </p>
  )
}
