// All checkout sessions of the account, and creating a new one.
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { sessionStatuses } from '../../../src/domain/session-status.ts'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { Money, StateChip, Timestamp } from '../parts/figure.tsx'
import { ClearFilters } from '../parts/filter-bar.tsx'
import { Icon } from '../parts/icon.tsx'
import { isNothingYet, rowsOf } from '../parts/list.model.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { isFiltered } from '../parts/query.model.ts'
import { StatusTabs } from '../parts/status-tabs.tsx'
import { linkCustomerOf, linkStateChips, linkStateOf, type PaymentLink } from './link.model.ts'
import type { LinkSearch } from './link-search.model.ts'
import { links } from './links.text.ts'

addTexts('links', links)

/** Lists the payment links, newest first, with a tab for each status. Each row links to its page. */
export function LinkList() {
  const { t } = useTranslation('links')
  const search = useSearch({ from: '/links' })
  const { status } = search
  const query = { ...(status ? { status } : {}), ...rowsOf(search) }
  const links = useRead(['sessions', query], header => api.api.v1.sessions.get({ query, ...header }), {
    keepPrevious: true,
  })
  const getTotals = api.api.v1.totals.sessions.get
  const totalsRead = useRead(['totals', 'sessions'], header => getTotals(header), { keepPrevious: true })
  const page = links.data && { items: links.data.data, ...links.data.meta }
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        <ExportLink what="sessions" query={query} isHidden={isNothingYet(page, search)} />
        <NewLink />
      </PageHead>
      <StatusTabs
        statuses={sessionStatuses.map(value => ({ value, label: t(`state_${value}`) }))}
        totals={totalsRead.data?.data}
      />
      <List
        name={t('title')}
        columns={useColumns()}
        keyOf={session => session.reference}
        linkOf={session => ({ to: '/links/$reference', params: { reference: session.reference } })}
        page={page}
        apiError={links.apiError}
        isStale={links.stale}
        retry={links.retry}
        empty={<NoLinks search={search} />}
      />
    </>
  )
}

/** Shows the link to the form for a new payment link. */
function NewLink() {
  const { t } = useTranslation('links')
  return (
    <Link to="/links/new" className="button-link button-first">
      <Icon name="plus" size={18} /> {t('create')}
    </Link>
  )
}

/** Shows the amount of a link; if the customer chooses it, a text with the range as a tooltip. */
export function RequestedAmount({ session }: { readonly session: PaymentLink }) {
  const { t } = useTranslation('links')
  const { amount, allow_custom_amount, min_amount: min, max_amount: max } = session
  if (!allow_custom_amount) return <Money amount={amount} />
  return (
    <span title={t('custom_amount_range', { min: moneyOf(min), max: moneyOf(max) })}>
      {t('custom_amount')}
    </span>
  )
}

/** Returns the columns of the list. */
function useColumns(): Column<PaymentLink>[] {
  const { t } = useTranslation('links')
  return [
    {
      name: 'amount',
      head: t('column_amount'),
      cell: session => <RequestedAmount session={session} />,
      onPhone: 'main',
      align: 'end',
    },
    {
      name: 'state',
      head: t('column_state'),
      cell: session => (
        <StateChip {...linkStateChips[linkStateOf(session)]} text={t(`state_${linkStateOf(session)}`)} />
      ),
      onPhone: 'side',
    },
    {
      name: 'for',
      head: t('column_description'),
      cell: session => session.description || session.line_items[0]?.name || '',
      onPhone: 'under',
      grows: true,
    },
    { name: 'customer', head: t('column_customer'), cell: linkCustomerOf, grows: true, wideOnly: true },
    {
      name: 'expires',
      head: t('column_expires'),
      cell: session => <Timestamp at={session.expires_at} />,
      align: 'end',
      wideOnly: true,
    },
    {
      name: 'created',
      head: t('column_created'),
      cell: session => <Timestamp at={session.created_at} />,
      onPhone: 'tail',
      align: 'end',
    },
  ]
}

/** Explains why the list is empty: there are no links yet, or the filter matches none. */
function NoLinks({ search }: { readonly search: LinkSearch }) {
  const { t } = useTranslation('links')
  if (isFiltered(search))
    return (
      <EmptyState icon="search" title={t('no_results')} text={t('no_results_text')}>
        <ClearFilters text={t('clear_filters')} />
      </EmptyState>
    )
  return (
    <EmptyState icon="link" title={t('none')} text={t('none_text')}>
      <NewLink />
      <a className="button-link" href="/docs" target="_blank" rel="noreferrer">
        {t('none_docs')}
      </a>
    </EmptyState>
  )
}
