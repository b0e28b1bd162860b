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
import { neighbourDaysOf, type Overview, todayOf } from './home.model.ts'
import { overviewRead } from './home.queries.ts'
import { home } from './home.text.ts'
import { AttentionList } from './home-attention.tsx'
import { HourCard, MethodChart } from './home-chart.tsx'
import { SalesFigure, SuccessFigure } from './home-figure.tsx'
import { FirstSteps } from './home-first-steps.tsx'
import { RecentPayments } from './home-recent.tsx'
import { HomeSteps } from './home-steps.tsx'

addTexts('home', home)
const everyMs = 60_000

/** Loaded later: most people open the day first, and look at its figures. */
const PeriodHome = lazy(async () => ({ default: (await import('./period.tsx')).PeriodHome }))
const RunningLow = lazy(async () => ({ default: (await import('./running-low.tsx')).RunningLow }))
const DayTables = lazy(async () => ({ default: (await import('./day-tables.tsx')).DayTables }))

export function Home() {
  const { period } = useSearch({ from: '/' })
  if (!period) return <DayHome />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <PeriodHome key={period} period={period} />
    </Suspense>
  )
}

function DayHome() {
  const { t } = useTranslation('home')
  const { day } = useSearch({ from: '/' })
  const overview = useRead(...overviewRead(day), { keep: true, everyMs })
  const shown = overview.data?.data
  const { id } = useAccount()
  /** The day comes first: what was sold last is drawn after it. */
  const isDrawn = useDeferredValue(true, false)
  useEffect(() => {
    if (shown) storeHomeAccount(id)
  }, [shown, id])
  return (
    <>
      <Head shown={shown} />
      <ApiErrorNote apiError={overview.apiError} retry={overview.retry} />
      {shown ? <Body overview={shown} /> : overview.pending && !overview.apiError && <Waiting />}
      <Card title={t(day ? 'recent_then' : 'recent')} side={<AllPayments day={day} />} isFlush>
        {isDrawn ? (
          <RecentPayments day={day} hasUnmatched={Boolean(shown?.attention.unmatched.count)} />
        ) : (
          <RowSkeleton rows={5} />
        )}
      </Card>
      {isDrawn && shown && (
        <OnceSeen>
          {!day && <RunningLow />}
          <DayTables />
        </OnceSeen>
      )}
    </>
  )
}

/** Loads what is below the window when a person scrolls to it. */
function OnceSeen({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(seen => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return isSeen ? <Suspense>{children}</Suspense> : <div ref={place} />
}

function AllPayments({ day }: { readonly day: string | undefined }) {
  const { t } = useTranslation('home')
  return (
    <Link to="/payments" search={day ? { from: day, to: day } : {}} className="text-link">
      {t('all')}
    </Link>
  )
}

/** The day that is shown, with links to the days before and after. */
function Head({ shown }: { readonly shown: Overview | undefined }) {
  const { t, i18n } = useTranslation('home')
  const { time_zone } = useAccount()
  if (!shown) return <PageHead title={t('today')} tab={t('title')} text={'\u00a0'} />
  const today = todayOf(shown, time_zone)
  const { before, after } = neighbourDaysOf(shown.day.date, today)
  const isToday = shown.day.date === today
  const name = dayNameOf(shown.day.date, i18n.language)
  return (
    <PageHead
      title={isToday ? t('today') : name}
      tab={t('title')}
      text={isToday ? name : <Link to="/">{t('to_today')}</Link>}
    >
      <HomeSteps
        period="day"
        shown={isToday ? undefined : shown.day.date}
        before={before}
        after={after}
        today={today}
        beforeText={t('day_before')}
        afterText={t('day_after')}
      />
    </PageHead>
  )
}

function Body({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation('home')
  const isToday = overview.yesterday.so_far !== null
  const beforeRefunds = overview.day.refunds.count > 0 ? { text: t('before_refunds') } : {}
  return (
    <>
      <AttentionList overview={overview} />
      {isToday && overview.first_steps.some(({ step, done }) => step === 'sale' && done) && <FirstSale />}
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
      {isToday && <FirstSteps steps={overview.first_steps} />}
      <div className="home-grid">
        <HourCard day={overview.day} dayBefore={overview.yesterday.hours} {...beforeRefunds} />
        <Card title={t('by_method')} {...beforeRefunds}>
          <MethodChart methods={overview.day.methods} />
        </Card>
      </div>
    </>
  )
}

const Waiting = () => (
  <div className="home-grid skeleton-page" aria-busy="true">
    {['sales', 'success', 'hours', 'methods'].map(name => (
      <div key={name} className="card figure-card">
        <SkeletonBar wide={30} />
        <SkeletonBar wide={60} isTall />
        <SkeletonBar wide={45} />
      </div>
    ))}
  </div>
)
