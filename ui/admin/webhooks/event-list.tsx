// The event log: what happened to payments and payouts, newest first, filtered by the address.
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { eventTypes } from '../../../src/domain/event.ts'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { useAccount } from '../parts/current-account.tsx'
import { DayRange } from '../parts/day-range.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { Choice, ClearFilters, FilterBar, SearchBox } from '../parts/filter-bar.tsx'
import { isNothingYet, momentsOf, rowsOf } from '../parts/list.model.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { isFiltered } from '../parts/query.model.ts'
import { shortReferenceOf } from '../parts/reference.model.ts'
import { events } from './events.text.ts'
import type { EventSearch } from './webhook.model.ts'

addTexts('events', events)

type Reply = NonNullable<Awaited<ReturnType<typeof api.api.v1.events.get>>['data']>
type EventRow = Reply['data']['items'][number]

/** The page that lists events. */
export function EventList() {
  const { t } = useTranslation('events')
  const search = useSearch({ from: '/webhooks/events' })
  const query = useEventQuery(search)
  const events = useRead(['events', query], header => api.api.v1.events.get({ query, ...header }), {
    keepPrevious: true,
  })
  const hasNoRows = isNothingYet(events.data?.data, search)
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        <ExportLink what="events" query={query} isHidden={hasNoRows} />
      </PageHead>
      <FilterBar hasFilter={isFiltered(search)} isHidden={hasNoRows}>
        <SearchBox name="payment" label={t('filter_payment')} />
        <Choice
          name="type"
          label={t('filter_type')}
          options={eventTypes.map(value => ({ value, label: value }))}
        />
        <DayRange />
      </FilterBar>
      <List
        name={t('title')}
        columns={useColumns()}
        keyOf={event => event.id}
        linkOf={({ id }) => ({ to: '/webhooks/events/$id', params: { id } })}
        page={events.data?.data}
        apiError={events.apiError}
        isStale={events.stale}
        retry={events.retry}
        empty={<NoEvents search={search} />}
      />
    </>
  )
}

/** Turns the filters and cursor of the address into parameters of the API. */
function useEventQuery({ type, payment, from, to, ...cursor }: EventSearch) {
  const { time_zone } = useAccount()
  return {
    ...(type ? { type } : {}),
    ...(payment ? { payment } : {}),
    ...momentsOf({ from, to }, time_zone),
    ...rowsOf(cursor),
  }
}

/** Returns the columns of the list. */
function useColumns(): Column<EventRow>[] {
  const { t } = useTranslation('events')
  return [
    { name: 'type', head: t('column_type'), cell: ({ type }) => type, onPhone: 'main' },
    {
      name: 'reference',
      head: t('column_reference'),
      cell: ({ reference }) => <code>{shortReferenceOf(reference)}</code>,
      onPhone: 'under',
    },
    { name: 'id', head: t('column_id'), cell: ({ id }) => <code>{id}</code>, grows: true, wideOnly: true },
    { name: 'version', head: t('column_version'), cell: ({ api_version }) => api_version, wideOnly: true },
    {
      name: 'created',
      head: t('column_created'),
      cell: ({ created_at }) => <Timestamp at={created_at} />,
      onPhone: 'tail',
      align: 'end',
    },
  ]
}

/** The empty state: nothing matches the filters, or nothing happened yet. */
function NoEvents({ search }: { readonly search: EventSearch }) {
  const { t } = useTranslation('events')
  if (isFiltered(search))
    return (
      <EmptyState icon="search" title={t('no_results')} text={t('no_results_text')}>
        <ClearFilters text={t('clear_filters')} />
      </EmptyState>
    )
  return (
    <EmptyState icon="bolt" title={t('none')} text={t('none_text')}>
      <a className="button-link button-first" href="/till">
        {t('none_till')}
      </a>
      <Link to="/webhooks" className="button-link">
        {t('none_webhooks')}
      </Link>
    </EmptyState>
  )
}
