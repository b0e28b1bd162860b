// Deliveries of the account: filters, and a page of rows. The rows are also those of one event.
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { deliveryStatuses } from '../../../src/domain/delivery.ts'
import { eventTypes } from '../../../src/domain/event.ts'
import { api } from '../../kit/api.ts'
import { serverNow } from '../../kit/clock.ts'
import { addTexts } from '../../kit/language.ts'
import { useAccount } from '../parts/current-account.tsx'
import { DayRange } from '../parts/day-range.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { StateChip, Timestamp } from '../parts/figure.tsx'
import { Choice, ClearFilters, FilterBar, SearchBox } from '../parts/filter-bar.tsx'
import { isNothingYet, momentsOf, rowsOf } from '../parts/list.model.ts'
import { type Column, List } from '../parts/list.tsx'
import { useRead } from '../parts/queries.ts'
import { isFiltered } from '../parts/query.model.ts'
import { useDeliveryRefresh } from './delivery-refresh.ts'
import { type DeliverySearch, deliveryChips, hostOfUrl, isDue } from './webhook.model.ts'
import { webhooks } from './webhooks.text.ts'

addTexts('webhooks', webhooks)

type Reply = NonNullable<Awaited<ReturnType<typeof api.api.v1.webhooks.deliveries.get>>['data']>
export type Delivery = Reply['data']['items'][number]

interface DeliveryListProps {
  /** The action of the empty list. */
  readonly actions: ReactNode
  /** How many times deliveries were resent. After each time the page reads again for a minute. */
  readonly timesResent: number
}

/** Draws the filters and the list of deliveries. */
export function DeliveryList({ actions, timesResent }: DeliveryListProps) {
  const { t } = useTranslation('webhooks')
  const search = useSearch({ from: '/webhooks' })
  const query = useDeliveryQuery(search)
  const deliveries = useDeliveries(query, timesResent)
  const hasNoRows = isNothingYet(deliveries.data?.data, search)
  return (
    <>
      <FilterBar hasFilter={isFiltered(search)} isHidden={hasNoRows}>
        <SearchBox name="payment" label={t('filter_payment')} />
        <SearchBox name="host" label={t('filter_host')} />
        <Choice
          name="status"
          label={t('filter_status')}
          options={deliveryStatuses.map(value => ({ value, label: t(`status_${value}`) }))}
        />
        <Choice
          name="type"
          label={t('filter_type')}
          options={eventTypes.map(value => ({ value, label: value }))}
        />
        <DayRange />
        <ExportLink what="webhooks/deliveries" query={query} isHidden={hasNoRows} />
      </FilterBar>
      <List
        name={t('deliveries')}
        columns={useDeliveryColumns()}
        keyOf={delivery => delivery.id}
        linkOf={linkOfDelivery}
        page={deliveries.data?.data}
        apiError={deliveries.apiError}
        isStale={deliveries.stale}
        retry={deliveries.retry}
        empty={<NoDeliveries hasFilter={isFiltered(search)} actions={actions} />}
      />
    </>
  )
}

/** Returns the link to a delivery's page. */
export const linkOfDelivery = ({ id }: Delivery) => ({ to: '/webhooks/$id', params: { id } }) as const

/** Turns the filters and cursor of the address into parameters of the API. */
function useDeliveryQuery({ status, type, payment, host, from, to, ...cursor }: DeliverySearch) {
  const { time_zone } = useAccount()
  return {
    ...(status ? { status } : {}),
    ...(type ? { event_type: type } : {}),
    ...(payment ? { payment } : {}),
    ...(host ? { host } : {}),
    ...momentsOf({ from, to }, time_zone),
    ...rowsOf(cursor),
  }
}

/** Reads a page of deliveries, and again while one of them is due or was just resent. */
function useDeliveries(query: ReturnType<typeof useDeliveryQuery>, timesResent: number) {
  const deliveries = useRead(
    ['deliveries', query],
    header => api.api.v1.webhooks.deliveries.get({ query, ...header }),
    {
      keepPrevious: true,
      everyMs: 30_000,
    },
  )
  const dueAttempts =
    deliveries.data?.data.items
      .filter(item => isDue(item, serverNow()))
      .map(({ id, attempts }) => `${id} ${attempts}`) ?? []
  useDeliveryRefresh(
    { isExpected: timesResent > 0 || dueAttempts.length > 0, key: [timesResent, ...dueAttempts].join() },
    deliveries.retry,
  )
  return deliveries
}

/** Returns the columns of a list of deliveries. */
export function useDeliveryColumns(): Column<Delivery>[] {
  const { t } = useTranslation('webhooks')
  return [
    { name: 'type', head: t('column_type'), cell: ({ event_type }) => event_type, onPhone: 'main' },
    {
      name: 'status',
      head: t('column_status'),
      cell: ({ status }) => <StateChip {...deliveryChips[status]} text={t(`status_${status}`)} />,
      onPhone: 'side',
    },
    {
      name: 'answer',
      head: t('column_response'),
      cell: delivery => answerOf(delivery, t('no_response')),
      wideOnly: true,
    },
    {
      name: 'address',
      head: t('column_address'),
      cell: ({ url }) => hostOfUrl(url),
      onPhone: 'under',
      grows: true,
    },
    {
      name: 'attempts',
      head: t('column_attempts'),
      cell: ({ attempts }) => attempts,
      align: 'end',
      wideOnly: true,
    },
    {
      name: 'created',
      head: t('column_created'),
      cell: ({ created_at }) => <Timestamp at={created_at} />,
      onPhone: 'tail',
      align: 'end',
    },
  ]
}

/** Returns the last HTTP status; the text `none` if there was no response, empty before the first attempt. */
const answerOf = ({ last_status: status, last_error: error }: Delivery, none: string) =>
  status ?? (error === null ? '' : none)

/** The empty state: nothing matches the filters, or nothing was sent yet. */
function NoDeliveries({ hasFilter, actions }: { readonly hasFilter: boolean; readonly actions: ReactNode }) {
  const { t } = useTranslation('webhooks')
  if (hasFilter)
    return (
      <EmptyState icon="search" title={t('no_results')} text={t('no_results_text')}>
        <ClearFilters text={t('clear_filters')} />
      </EmptyState>
    )
  return (
    <EmptyState icon="hook" title={t('none')} text={t('none_text')}>
      {actions}
      <Link to="." search={before => before} hash="address" className="button-link">
        {t('none_address')}
      </Link>
    </EmptyState>
  )
}
