// Reconciliation: a day compared with its networks, what differs, and the other days with open differences.
import { Button, TextInput } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { digitsOf } from '../../kit/money.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { Card, Facts } from '../parts/facts.tsx'
import { Money, Timestamp } from '../parts/figure.tsx'
import { useFilter } from '../parts/filter-bar.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useAction, useRead } from '../parts/queries.ts'
import { isDay } from '../parts/query.model.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { DifferenceList } from './difference-list.tsx'
import { FileSheet } from './file-sheet.tsx'
import './reconciliation.css'
import { GuideLink } from '../parts/guide-link.tsx'
import { networksIn, type Reconciliation } from './reconciliation.model.ts'
import { reconciliation } from './reconciliation.text.ts'

addTexts('reconciliation', reconciliation)

/** The page of one day; without a day in the address, today's. */
export function ReconciliationPage() {
  const { t } = useTranslation('reconciliation')
  const { date } = useSearch({ from: '/reconciliation' })
  const query = date ? { date } : {}
  const days = useRead(
    ['reconciliation', query],
    header => api.api.v1.reconciliation.get({ query, ...header }),
    { keepPrevious: true },
  )
  const day = days.data?.data
  return (
    <>
      <PageHead
        title={t('title')}
        text={t('text')}
        guide={<GuideLink guide="reconciliation" about={t('title')} />}
      >
        <ExportLink what="reconciliation" query={query} />
      </PageHead>
      {days.apiError && <ApiErrorNote apiError={days.apiError} retry={days.retry} />}
      {!day && !days.apiError && <PageSkeleton />}
      {day && (
        <>
          <DayBar day={day} />
          <DayFacts day={day} />
          <DifferenceList day={day} retry={days.retry} />
          <Networks day={day} />
        </>
      )}
    </>
  )
}

/** Draws the choice of the day, and its actions: compare again, or compare with a file. */
function DayBar({ day }: { readonly day: Reconciliation }) {
  const { t } = useTranslation('reconciliation')
  const [, chooseDate] = useFilter('date')
  const [isMatching, setIsMatching] = useState(false)
  const [matchText, setMatchText] = useState('')
  const reconcile = useAction((date: string, header) =>
    resultOf(api.api.v1.reconciliation.post({ date }, header)),
  )
  const networks = networksIn(day)
  return (
    <>
      <div className="reconciliation-day">
        <TextInput
          type="date"
          label={t('day')}
          size="md"
          key={day.date}
          defaultValue={day.date}
          onChange={({ currentTarget: { value } }) => isDay(value) && chooseDate(value)}
        />
        <Button variant="default" size="md" loading={reconcile.busy} onClick={() => reconcile.run(day.date)}>
          {t('again')}
        </Button>
        {networks.length > 0 && (
          <Button variant="default" size="md" onClick={() => setIsMatching(true)}>
            {t('file')}
          </Button>
        )}
      </div>
      <p role="status">{matchText || (day.running && t('running'))}</p>
      {reconcile.apiError && <ApiErrorNote apiError={reconcile.apiError} />}
      {isMatching && (
        <FileSheet
          date={day.date}
          networks={networks}
          onDone={text => {
            setMatchText(text)
            setIsMatching(false)
          }}
          onClose={() => setIsMatching(false)}
        />
      )}
    </>
  )
}

/** Shows what matched on the day, what differs, and up to ten other days with open differences. */
function DayFacts({ day }: { readonly day: Reconciliation }) {
  const { t } = useTranslation('reconciliation')
  const open = day.days.find(({ date }) => date === day.date)?.open ?? 0
  const others = day.days.filter(({ date }) => date !== day.date).slice(0, 10)
  return (
    <Card>
      <Facts
        facts={[
          { name: t('matched'), value: <Money amount={day.matched.amount} /> },
          { name: t('differences'), value: digitsOf(open) },
          { name: t('unpaid'), value: day.unpaid > 0 && digitsOf(day.unpaid) },
          { name: t('unanswered'), value: day.unanswered > 0 && digitsOf(day.unanswered) },
          {
            name: t('other_days'),
            value:
              others.length > 0 &&
              others.map(({ date, open: count }) => (
                <Link key={date} to="/reconciliation" search={{ date }} className="text-link">
                  {date} ({digitsOf(count)}){' '}
                </Link>
              )),
          },
        ]}
      />
    </Card>
  )
}

/** Lists the comparisons of the day, each with its result or error. */
function Networks({ day }: { readonly day: Reconciliation }) {
  const { t } = useTranslation('reconciliation')
  if (day.networks.length === 0) return <p>{t('no_networks')}</p>
  return (
    <Card title={t('networks')}>
      <Facts
        facts={day.networks.map(({ title, source, checked_at, matched, error }) => ({
          name: `${title} · ${t(`source_${source}`)}`,
          value: (
            <>
              {(error === null || matched.count > 0) && (
                <>
                  {t('matched_count', { number: digitsOf(matched.count) })}, <Money amount={matched.amount} />
                </>
              )}{' '}
              {error && t(`error_${error}`)} · {t('checked')} <Timestamp at={checked_at} />
            </>
          ),
        }))}
      />
    </Card>
  )
}
