// The list of the account's payments, with search and filters.
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { useAccount } from '../parts/current-account.tsx'
import { DayRange } from '../parts/day-range.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { Money, Timestamp } from '../parts/figure.tsx'
import { Choice, ClearFilters, FilterBar, SearchBox } from '../parts/filter-bar.tsx'
import { isNothingYet, momentsOf, rowsOf } from '../parts/list.model.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { usePersonName } from '../parts/person-name.ts'
import { useRead } from '../parts/queries.ts'
import { isFiltered } from '../parts/query.model.ts'
import { StatusTabs } from '../parts/status-tabs.tsx'
import {
  customerOf,
  type ListedSale,
  type PaymentSearch,
  providerNameOf,
  saleAmountOf,
  saleMethods,
  saleNoteOf,
  saleReferenceOf,
  saleStates,
  saleTimeOf,
} from './payment.model.ts'
import { SaleStateChip } from './payment-state.tsx'
import { payments } from './payments.text.ts'
import { useUnmatchedFlags } from './unmatched-flags.ts'

addTexts('payments', payments)

/** The page that lists payments and cash sales. */
export function PaymentList() {
  const { t } = useTranslation('payments')
  const search = useSearch({ from: '/payments' })
  const payments = useSales(search)
  const hasNoRows = isNothingYet(payments.data?.data, search)
  const unmatched = useUnmatchedFlags(payments.data?.data.items.flatMap(({ payment }) => payment ?? []))
  return (
    <>
      <PageHead title={t('title')}>
        <ExportLink what="sales" query={payments.query} isHidden={hasNoRows} />
      </PageHead>
      <StatusTabs
        statuses={saleStates.map(value => ({ value, label: t(`state_${value}`) }))}
        totals={useSaleTotals(search)}
        isUnknownSeparate
        afterRefunds={money => t('after_refunds', { money })}
      />
      <FilterBar hasFilter={isFiltered(search)} isHidden={hasNoRows}>
        <SearchBox name="q" label={t('search')} />
        <Choice
          name="type"
          label={t('filter_method')}
          options={saleMethods.map(value => ({ value, label: t(`method_${value}`) }))}
        />
        <DayRange />
      </FilterBar>
      <List
        name={t('title')}
        columns={useColumns(unmatched)}
        keyOf={sale => sale.reference}
        linkOf={({ reference }) => ({ to: '/payments/$reference', params: { reference } })}
        page={payments.data?.data}
        apiError={payments.apiError}
        isStale={payments.stale}
        retry={payments.retry}
        empty={<NoPayments search={search} />}
        isDense
        linked="amount"
      />
    </>
  )
}

/** Turns all filters of the address except the status into parameters of the API. */
function useFilters({ q, type, from, to }: PaymentSearch) {
  const { time_zone } = useAccount()
  return {
    ...(q ? { q } : {}),
    ...(type ? { method: type } : {}),
    ...momentsOf({ from, to }, time_zone),
  }
}

/** Reads the figures of the status tabs: numbers and sums of all filtered sales, whatever their status. */
function useSaleTotals(search: PaymentSearch) {
  const query = useFilters(search)
  const get = api.api.v1.totals.sales.get
  return useRead(['totals', 'sales', query], header => get({ query, ...header }), { keepPrevious: true }).data
    ?.data
}

/** Reads one page of the filtered sales. Also returns its query, for the export link. */
function useSales(search: PaymentSearch) {
  const { status } = search
  const query = { ...useFilters(search), ...(status ? { state: status } : {}), ...rowsOf(search) }
  const get = api.api.v1.sales.get
  return { query, ...useRead(['sales', query], header => get({ query, ...header }), { keepPrevious: true }) }
}

/** Returns the columns of the list. `unmatched` holds the references of payments with unmatched money. */
function useColumns(unmatched: ReadonlySet<string>): Column<ListedSale>[] {
  const { t } = useTranslation('payments')
  const nameOf = usePersonName()
  const methodOf = ({ payment }: ListedSale) =>
    (payment && providerNameOf(payment)) || t(`method_${payment?.payment_type ?? 'cash'}`)
  return [
    {
      name: 'created',
      head: t('column_created'),
      cell: sale => <Timestamp at={saleTimeOf(sale)} />,
      onPhone: 'tail',
    },
    {
      name: 'amount',
      head: t('column_amount'),
      cell: sale => <Money amount={saleAmountOf(sale)} />,
      onPhone: 'main',
      align: 'end',
    },
    {
      name: 'state',
      head: t('column_state'),
      cell: sale => <SaleStateChip sale={sale} unmatched={unmatched} />,
      onPhone: 'side',
    },
    { name: 'method', head: t('column_method'), cell: methodOf, onPhone: 'under', hideOnTablet: true },
    {
      name: 'customer',
      head: t('column_customer'),
      cell: ({ payment }) => payment && customerOf(payment),
      grows: true,
    },
    {
      name: 'till',
      head: t('column_till'),
      cell: ({ till, cashier }) => [cashier && nameOf(cashier, ''), till?.name].filter(Boolean).join(', '),
      grows: true,
      wideOnly: true,
    },
    { name: 'note', head: t('column_note'), cell: saleNoteOf, grows: true },
    {
      name: 'reference',
      head: t('column_reference'),
      cell: sale => <code>{saleReferenceOf(sale)}</code>,
      wideOnly: true,
    },
  ]
}

/** The empty state: nothing matches the search or filters, or the account has no sale yet. */
function NoPayments({ search }: { readonly search: PaymentSearch }) {
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
      <a className="button-link" href="/docs" target="_blank" rel="noreferrer">
        {t('none_docs')}
      </a>
    </EmptyState>
  )
}
