// The console's first page: what needs attention, the day's sales, success rate, charts, recent payments, and
// sales by till, cashier and item.
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { Card } from '../parts/facts.tsx'
import { Icon } from '../parts/icon.tsx'
import { storeHomeAccount } from '../parts/last-account.ts'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { PageSkeleton, RowSkeleton, SkeletonBar } from '../parts/skeleton.tsx'
import { dayNameOf } from '../parts/time.model.ts'
import { DayShare } from './day-share.tsx'
import { FirstSale } from './first-sale.tsx'
import { type HomeSearch, neighbourDaysOf, type Overview, todayOf, weekUntil } from './home.model.ts'
import { overviewRead } from './home.queries.ts'
import { home } from './home.text.ts'
import { AttentionList } from './home-attention.tsx'
import { HourCard, MethodChart } from './home-chart.tsx'
import { SalesFigure, SuccessFigure } from './home-figure.tsx'
import { FirstSteps } from './home-first-steps.tsx'
import { RecentPayments } from './home-recent.tsx'
import { HomeSteps } from './home-steps.tsx'

addTexts('home', home)
/** How often the figures are read again. */
const everyMs = 60_000

/** These are loaded later: most people open Home for the figures of the day. */
const PeriodHome = lazy(async () => ({ default: (await import('./period.tsx')).PeriodHome }))
const RunningLow = lazy(async () => ({ default: (await import('./running-low.tsx')).RunningLow }))
const DayTables = lazy(async () => ({ default: (await import('./day-tables.tsx')).DayTables }))

/** Shows the day, or the week, month or range that the address chooses. */
export function Home() {
  const { period } = useSearch({ from: '/' })
  if (!period) return <DayHome />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <PeriodHome key={period} period={period} />
    </Suspense>
  )
}

/**
 * Shows a day. Draws what needs attention and the figures first, then the newest payments; the tables at the
 * end of the page load when a person scrolls to them.
 */
function DayHome() {
  const { t } = useTranslation('home')
  const { day } = useSearch({ from: '/' })
  const read = useRead(...overviewRead(day), { keepPrevious: true, everyMs })
  const overview = read.data?.data
  const { id } = useAccount()
  // False at the first drawing, which shows the figures of the day before the newest payments.
  const isDrawn = useDeferredValue(true, false)
  // On the next visit, prefetch.ts requests the figures of this account before the page’s code is loaded.
  useEffect(() => {
    if (overview) storeHomeAccount(id)
  }, [overview, id])
  return (
    <>
      <DayHead overview={overview} />
      <ApiErrorNote apiError={read.apiError} retry={read.retry} />
      {overview ? <DayBody overview={overview} /> : read.pending && !read.apiError && <DaySkeleton />}
      <Card title={t(day ? 'recent_then' : 'recent')} side={<AllPayments day={day} />} isFlush>
        {isDrawn ? (
          <RecentPayments day={day} hasUnmatched={Boolean(overview?.attention.unmatched.count)} />
        ) : (
          <RowSkeleton rows={5} />
        )}
      </Card>
      {isDrawn && overview && (
        <LoadWhenSeen>
          {!day && <RunningLow />}
          <DayTables />
        </LoadWhenSeen>
      )}
    </>
  )
}

/** Draws its children when a person scrolls to them. Only then is their code loaded. */
function LoadWhenSeen({ children }: { readonly children: ReactNode }) {
  const marker = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!marker.current) return
    const observer = new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(marker.current)
    return () => observer.disconnect()
  }, [])
  return isSeen ? <Suspense>{children}</Suspense> : <div ref={marker} />
}

/** Links to all payments of the day shown, or of the account. */
function AllPayments({ day }: { readonly day: string | undefined }) {
  const { t } = useTranslation('home')
  return (
    <Link to="/payments" search={day ? { from: day, to: day } : {}} className="text-link">
      {t('all')}
    </Link>
  )
}

/** Shows the head of the page: which day is shown, with links to the days before and after. */
function DayHead({ overview }: { readonly overview: Overview | undefined }) {
  const { t, i18n } = useTranslation('home')
  const { time_zone } = useAccount()
  if (!overview) return <PageHead title={t('today')} tab={t('title')} text={'\u00a0'} />
  const today = todayOf(overview, time_zone)
  const { before, after } = neighbourDaysOf(overview.day.date, today)
  const isToday = overview.day.date === today
  const name = dayNameOf(overview.day.date, i18n.language)
  // The address of today's page names no day.
  const searchOf = (day: string): HomeSearch => (day === today ? {} : { day })
  return (
    <PageHead
      title={isToday ? t('today') : name}
      tab={t('title')}
      text={isToday ? name : <Link to="/">{t('to_today')}</Link>}
    >
      <HomeSteps
        period="day"
        shownDay={isToday ? undefined : overview.day.date}
        range={weekUntil(overview.day.date)}
        before={{ day: before }}
        after={after ? searchOf(after) : undefined}
        beforeText={t('day_before')}
        afterText={t('day_after')}
      />
    </PageHead>
  )
}

/**
 * Shows what needs attention, the figures of the day and its charts. The first steps of a new shop are above
 * the figures until the first sale, and below them afterwards: a phone has room for only one of the two.
 */
function DayBody({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation('home')
  const isToday = overview.yesterday.so_far !== null
  const saleStep = overview.first_steps.find(({ step }) => step === 'sale')
  const isBeforeFirstSale = saleStep?.done === false
  const firstSteps = isToday && <FirstSteps steps={overview.first_steps} />
  const beforeRefunds = overview.day.refunds.count > 0 ? { text: t('before_refunds') } : {}
  return (
    <>
      <AttentionList overview={overview} />
      {isToday && saleStep?.done && <FirstSale />}
      {isBeforeFirstSale && firstSteps}
      <div className="home-grid">
        <section className="card figure-card">
          <SalesFigure overview={overview} />
          <div className="day-actions">
            <Link to="/summary" search={isToday ? {} : { day: overview.day.date }} className="button-link">
              <Icon name="list" size={18} /> {t('summary')}
            </Link>
            {overview.day.count > 0 && <DayShare day={overview.day} mode={overview.mode} />}
          </div>
        </section>
        <section className="card figure-card">
          <SuccessFigure day={overview.day} />
        </section>
      </div>
      {!isBeforeFirstSale && firstSteps}
      <div className="home-grid">
        <HourCard day={overview.day} dayBefore={overview.yesterday.hours} {...beforeRefunds} />
        <Card title={t('by_method')} {...beforeRefunds}>
          <MethodChart methods={overview.day.methods} />
        </Card>
      </div>
    </>
  )
}

/** Shows the outline of the page while the day is loading. */
const DaySkeleton = () => (
  <div className="home-grid skeleton-page" aria-busy="true">
    {['sales', 'success', 'hours', 'methods'].map(name => (
      <div key={name} className="card figure-card">
        <SkeletonBar widthPercent={30} />
        <SkeletonBar widthPercent={60} isTall />
        <SkeletonBar widthPercent={45} />
      </div>
    ))}
  </div>
)
