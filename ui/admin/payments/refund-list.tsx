// The list of the account's refunds, with search and filters. A row leads to the sale, at its refund.
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import type { Refund } from '../../kit/refund.ts'
import { useAccount } from '../parts/current-account.tsx'
import { DayRange } from '../parts/day-range.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { Money, Timestamp } from '../parts/figure.tsx'
import { Choice, ClearFilters, FilterBar, SearchBox } from '../parts/filter-bar.tsx'
import { GuideLink } from '../parts/guide-link.tsx'
import { isNothingYet, momentsOf, rowsOf } from '../parts/list.model.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { isFiltered } from '../parts/query.model.ts'
import { shortReferenceOf } from '../parts/reference.model.ts'
import { StatusTabs } from '../parts/status-tabs.tsx'
import { recipientText, refundLinkOf, stateFilterOf } from './refund.model.ts'
import { refunds } from './refund.text.ts'
import { refundList } from './refund-list.text.ts'
import { type RefundSearch, refundStates, refundWays } from './refund-search.model.ts'
import { RefundStateChip } from './refund-state.tsx'

addTexts('refunds', refunds)
addTexts('refunds', refundList)

/** The page that lists refunds. */
export function RefundList() {
  const { t } = useTranslation('refunds')
  const search = useSearch({ from: '/payments/refunds' })
  const filters = useFilters(search)
  const query = { ...filters, ...stateFilterOf(search.status), ...rowsOf(search) }
  const refunds = useRead(['refunds', query], header => api.api.v1.refunds.get({ query, ...header }), {
    keepPrevious: true,
  })
  const totals = useRead(
    ['totals', 'refunds', filters],
    header => api.api.v1.totals.refunds.get({ query: filters, ...header }),
    { keepPrevious: true },
  )
  const hasNoRows = isNothingYet(refunds.data?.data, search)
  return (
    <>
      <PageHead title={t('list')} guide={<GuideLink guide="refunds" about={t('list')} />}>
        <ExportLink what="refunds" query={query} isHidden={hasNoRows} />
      </PageHead>
      <StatusTabs
        statuses={refundStates.map(value => ({ value, label: t(`state_${value}`) }))}
        totals={totals.data?.data}
        isUnknownSeparate
      />
      <FilterBar hasFilter={isFiltered(search)} isHidden={hasNoRows}>
        <SearchBox name="q" label={t('search')} />
        <Choice
          name="way"
          label={t('filter_way')}
          options={refundWays.map(value => ({ value, label: t(`short_${value}`) }))}
        />
        <DayRange />
      </FilterBar>
      <List
        name={t('list')}
        columns={useColumns()}
        keyOf={refund => refund.id}
        linkOf={({ id, payment_reference: reference }) => refundLinkOf(id, reference, '/payments/refunds')}
        page={refunds.data?.data}
        apiError={refunds.apiError}
        isStale={refunds.stale}
        retry={refunds.retry}
        empty={<NoRefunds search={search} />}
        isDense
        linked="amount"
      />
    </>
  )
}

/** Turns all filters of the address except the status into parameters of the API. */
function useFilters({ q, way, from, to }: RefundSearch) {
  const { time_zone } = useAccount()
  return { ...(q ? { q } : {}), ...(way ? { way } : {}), ...momentsOf({ from, to }, time_zone) }
}

/** Returns the columns of the list. */
function useColumns(): Column<Refund>[] {
  const { t } = useTranslation('refunds')
  return [
    {
      name: 'created',
      head: t('column_created'),
      cell: refund => <Timestamp at={refund.created_at} />,
      onPhone: 'tail',
    },
    {
      name: 'amount',
      head: t('column_amount'),
      cell: refund => <Money amount={refund.amount.value} />,
      onPhone: 'main',
      align: 'end',
    },
    {
      name: 'state',
      head: t('column_state'),
      cell: refund => <RefundStateChip refund={refund} />,
      onPhone: 'side',
    },
    {
      name: 'to',
      head: t('column_to'),
      cell: refund => recipientText(refund) || t(`short_${refund.way}`),
      grows: true,
    },
    { name: 'reason', head: t('reason'), cell: refund => refund.reason, onPhone: 'under', grows: true },
    {
      name: 'sale',
      head: t('column_sale'),
      cell: refund => <code>{shortReferenceOf(refund.payment_reference)}</code>,
      wideOnly: true,
    },
  ]
}

/** The empty state: nothing matches the filters, or the account has no refund yet. */
function NoRefunds({ search }: { readonly search: RefundSearch }) {
  const { t } = useTranslation('refunds')
  if (isFiltered(search))
    return (
      <EmptyState icon="search" title={t('none_found')} text={t('none_found_text')}>
        <ClearFilters text={t('all')} />
      </EmptyState>
    )
  return (
    <EmptyState icon="again" title={t('none')} text={t('none_text')}>
      <Link to="/payments" className="button-link">
        {t('none_do')}
      </Link>
    </EmptyState>
  )
}
