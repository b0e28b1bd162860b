// The list of the account's payments, with search and filters.
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paymentTypes } from '../../../src/domain/payment.ts'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import type { Payment } from '../../kit/payment.ts'
import { useAccount } from '../parts/current-account.tsx'
import { DayRange } from '../parts/day-range.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { Money, Timestamp } from '../parts/figure.tsx'
import { Choice, ClearFilters, FilterBar, SearchBox } from '../parts/filter-bar.tsx'
import { isNothingYet, momentsOf, rowsOf } from '../parts/list.model.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { isFiltered } from '../parts/query.model.ts'
import { shortReferenceOf } from '../parts/reference.model.ts'
import { StatusTabs } from '../parts/status-tabs.tsx'
import {
  customerOf,
  type PaymentSearch,
  paymentFilters,
  paymentNoteOf,
  providerNameOf,
} from './payment.model.ts'
import { PaymentStateChip } from './payment-state.tsx'
import { payments } from './payments.text.ts'
import { useUnmatchedFlags } from './unmatched-flags.ts'

addTexts('payments', payments)

export function PaymentList() {
  const { t } = useTranslation('payments')
  const search = useSearch({ from: '/payments' })
  const found = useFound(search)
  const hidden = isNothingYet(found.data?.data, search)
  return (
    <>
      <PageHead title={t('title')}>
        <ExportLink what="payments" query={found.query} hidden={hidden} />
      </PageHead>
      <StatusTabs
        statuses={paymentFilters.map(value => ({ value, label: t(`state_${value}`) }))}
        totals={usePaymentTotals(search)}
      />
      <FilterBar filtered={isFiltered(search)} hidden={hidden}>
        <SearchBox name="q" label={t('search')} />
        <Choice
          name="type"
          label={t('filter_method')}
          options={paymentTypes.map(value => ({ value, label: t(`method_${value}`) }))}
        />
        <DayRange />
      </FilterBar>
      <List
        name={t('title')}
        columns={useColumns(useUnmatchedFlags(found.data?.data.items))}
        keyOf={payment => payment.reference}
        linkOf={payment => ({ to: '/payments/$reference', params: { reference: payment.reference } })}
        page={found.data?.data}
        apiError={found.apiError}
        stale={found.stale}
        retry={found.retry}
        empty={<None search={search} />}
      />
    </>
  )
}

/** What is asked for, whatever the status. */
function useFilters({ q, type, from, to }: PaymentSearch) {
  const { time_zone } = useAccount()
  return {
    ...(q ? { q } : {}),
    ...(type ? { payment_type: type } : {}),
    ...momentsOf({ from, to }, time_zone),
  }
}

function usePaymentTotals(search: PaymentSearch) {
  const query = useFilters(search)
  const get = api.api.v1.totals.payments.get
  return useRead(['totals', 'payments', query], named => get({ query, ...named }), { keep: true }).data?.data
}

function useFound(search: PaymentSearch) {
  const { q, status } = search
  const query = {
    ...useFilters(search),
    ...(status === 'unknown' ? { outcome_unknown: 'true' } : status ? { status } : {}),
    ...rowsOf(search),
  }
  const call = q ? api.v1.payments.search.get : api.v1.payments.get
  return { query, ...useRead(['payments', query], named => call({ query, ...named }), { keep: true }) }
}

function useColumns(unmatched: ReadonlySet<string>): Column<Payment>[] {
  const { t } = useTranslation('payments')
  return [
    {
      name: 'amount',
      head: t('column_amount'),
      cell: payment => <Money amount={payment.amount.value} />,
      phone: 'main',
      align: 'end',
    },
    {
      name: 'state',
      head: t('column_state'),
      cell: payment => <PaymentStateChip payment={payment} hasUnmatched={unmatched.has(payment.reference)} />,
      phone: 'side',
    },
    {
      name: 'method',
      head: t('column_method'),
      cell: payment => providerNameOf(payment) || t(`method_${payment.payment_type}`),
      phone: 'under',
    },
    { name: 'customer', head: t('column_customer'), cell: customerOf, grows: true },
    { name: 'note', head: t('column_note'), cell: paymentNoteOf, grows: true, wide: true },
    {
      name: 'reference',
      head: t('column_reference'),
      cell: payment => <code>{shortReferenceOf(payment.reference)}</code>,
      wide: true,
    },
    {
      name: 'created',
      head: t('column_created'),
      cell: payment => <Timestamp at={payment.created_at} />,
      phone: 'tail',
      align: 'end',
    },
  ]
}

function None({ search }: { readonly search: PaymentSearch }) {
  const { t } = useTranslation('payments')
  if (isFiltered(search))
    return (
      <EmptyState
        icon="search"
        title={t('none_found')}
        text={t(search.q ? 'none_found_text' : 'none_fit_text')}
      >
        <ClearFilters text={t('all')} />
      </EmptyState>
    )
  return (
    <EmptyState icon="coins" title={t('none')} text={t('none_text')}>
      <a className="button-link button-first" href="/till">
        {t('none_till')}
      </a>
      <a className="button-link" href="/docs">
        {t('none_docs')}
      </a>
    </EmptyState>
  )
}
