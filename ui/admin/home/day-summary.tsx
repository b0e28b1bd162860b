// The summary of a day: its sales, profit and drawers, and what still needs a look. A printer prints this
// page, and its text can be shared.
import { Button, TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { serverNow } from '../../kit/clock.ts'
import { addTexts } from '../../kit/language.ts'
import { whatsAppUrl } from '../../kit/message-link.model.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAccount, useMay } from '../parts/current-account.tsx'
import { useFilter } from '../parts/filter-bar.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { isDay } from '../parts/query.model.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { dayNameOf, dayTextOf, exactTimeOf } from '../parts/time.model.ts'
import { shifts as shiftTexts } from '../shifts/shifts.text.ts'
import { waitingMoneyOf } from './attention.model.ts'
import { languageOf, openLinksIn, shiftsOpenOn, sortedByTill, summaryText } from './day-summary.model.ts'
import { daySummary } from './day-summary.text.ts'
import { type ShownSummary, SummaryCards } from './day-summary-cards.tsx'
import { overviewRead, periodRead } from './home.queries.ts'
import { homePeriod } from './period.text.ts'

addTexts('summary', daySummary)
addTexts('period', homePeriod)
addTexts('shifts', shiftTexts)

/** How often the figures are read again. */
const refreshMs = 60_000
/** How many shifts are read at most; the page shows when there are more. */
const shiftsMax = 100

/** Shows the summary of the day in the address, or of today. */
export function DaySummaryPage() {
  const { t } = useTranslation(['summary', 'home'])
  const { day } = useSearch({ from: '/summary' })
  const { summary, failedRead } = useSummary(day)
  const back = { to: '/', text: t('home:title') } as const
  if (summary) return <SummaryView summary={summary} />
  return (
    <>
      <PageHead title={t(day ? 'title' : 'title_today')} back={back} text={'\u00a0'} />
      {failedRead ? (
        <ApiErrorNote apiError={failedRead.apiError} retry={failedRead.retry} />
      ) : (
        <PageSkeleton />
      )}
    </>
  )
}

/**
 * Reads the figures of the summary.
 * @param day such as `2026-11-21`; undefined for today
 * @returns `summary`, undefined until all requests are answered; and `failedRead`, the first request that
 *   failed. Both are undefined while the page is loading.
 */
function useSummary(day: string | undefined) {
  const { time_zone } = useAccount()
  const date = day ?? dayTextOf(new Date(serverNow()).toISOString(), time_zone)
  const maySeeShifts = useMay('shifts')
  const shiftFilter = shiftsOpenOn(date)
  const sales = useRead(...periodRead('day', date), { everyMs: refreshMs })
  const unknown = useRead(
    ['totals', 'payments', shiftFilter.to],
    header => api.api.v1.totals.payments.get({ query: { to: shiftFilter.to }, ...header }),
    { everyMs: refreshMs },
  )
  const links = useRead(['totals', 'sessions'], header => api.api.v1.totals.sessions.get(header), {
    everyMs: refreshMs,
  })
  const query = { ...shiftFilter, limit: shiftsMax }
  const shifts = useRead(['shifts', query], header => api.api.v1.shifts.get({ query, ...header }), {
    enabled: maySeeShifts,
    everyMs: refreshMs,
  })
  const overview = useRead(...overviewRead(), { everyMs: refreshMs })
  const maySettle = useMay('settle_unmatched')
  const failedRead = [sales, unknown, links, shifts, overview].find(({ apiError }) => apiError)
  const lacksShifts = maySeeShifts && !shifts.data
  if (!sales.data || !unknown.data || !links.data || !overview.data || lacksShifts)
    return { summary: undefined, failedRead }
  const { data } = sales.data
  const isToday = data.today === date
  const shiftPage = shifts.data?.data
  const summary: ShownSummary = {
    date,
    isToday,
    sales: data,
    unknown: unknown.data.data.outcome_unknown.count,
    links: isToday ? openLinksIn(links.data.data.statuses) : 0,
    waiting: isToday ? waitingMoneyOf(overview.data.data, maySettle) : [],
    drawers: shiftPage ? sortedByTill(shiftPage.items) : [],
    shifts: shiftPage && { shown: shiftPage.items.length, all: shiftPage.total },
  }
  return { summary, failedRead: undefined }
}

/** Shows the summary with a field that chooses the day, and the buttons that send or print the summary. */
function SummaryView({ summary }: { readonly summary: ShownSummary }) {
  const { t, i18n } = useTranslation(['summary', 'home', 'shifts'])
  const { name: shop, mode, time_zone } = useAccount()
  const [, chooseDay] = useFilter('day')
  const { date, isToday, sales } = summary
  const language = languageOf(i18n.language)
  const now = exactTimeOf(new Date(serverNow()).toISOString(), time_zone, language)
  // `now` ends in a time such as 20:15:30.
  const until = isToday ? now.slice(-8, -3) : undefined
  const text = summaryText({ shop, isPractice: mode === 'sandbox', until }, summary, language)
  const dayName = `${dayNameOf(date, language)} ${date.slice(0, 4)}`
  const onDayChange = (day: string) => {
    if (!isDay(day) || day > sales.today) return
    chooseDay(day === sales.today ? '' : day) // the address of today's page has no day
  }
  return (
    <>
      <p className="on-report">{shop}</p>
      <PageHead
        title={t(isToday ? 'title_today' : 'title')}
        back={{ to: '/', text: t('home:title') }}
        text={until === undefined ? dayName : `${dayName}, ${t('until', { time: until })}`}
      >
        <TextInput
          type="date"
          className="summary-day"
          aria-label={t('day')}
          key={date}
          defaultValue={date}
          max={sales.today}
          onChange={event => onDayChange(event.currentTarget.value)}
        />
        <a className="button-link" href={whatsAppUrl(text)} target="_blank" rel="noreferrer">
          WhatsApp
        </a>
        <Button variant="default" onClick={() => window.print()}>
          {t('shifts:print')}
        </Button>
      </PageHead>
      <SummaryCards summary={summary} />
    </>
  )
}
