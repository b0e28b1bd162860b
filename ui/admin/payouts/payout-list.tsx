// The account's payouts, with its balance.
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { payoutStatuses } from '../../../src/domain/payout.ts'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { useAccount, useMay } from '../parts/current-account.tsx'
import { DayRange } from '../parts/day-range.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { Money, StateChip, Timestamp } from '../parts/figure.tsx'
import { ClearFilters, FilterBar } from '../parts/filter-bar.tsx'
import { GuideLink } from '../parts/guide-link.tsx'
import { Icon } from '../parts/icon.tsx'
import { isNothingYet, momentsOf, rowsOf } from '../parts/list.model.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { isFiltered } from '../parts/query.model.ts'
import { StatusTabs } from '../parts/status-tabs.tsx'
import { BalanceCard } from './balance.tsx'
import { destinationOf, type Payout, payoutStateChips, payoutStateOf } from './payout.model.ts'
import { payouts } from './payouts.text.ts'
import { WaitingRefunds } from './waiting-refunds.tsx'

addTexts('payouts', payouts)

/** The page that lists payouts, below the balance and the refunds that wait for approval. */
export function PayoutList() {
  const { t } = useTranslation('payouts')
  const search = useSearch({ from: '/payouts' })
  const { time_zone } = useAccount()
  const mayPay = useMay('pay_out')
  const { status, from, to } = search
  const days = momentsOf({ from, to }, time_zone)
  const query = { ...(status ? { status } : {}), ...days, ...rowsOf(search) }
  const get = api.api.v1.totals.payouts.get
  const totals = useRead(['totals', 'payouts', days], header => get({ query: days, ...header }), {
    keepPrevious: true,
  })
  const payouts = useRead(['payouts', query], header => api.v1.payouts.get({ query, ...header }), {
    keepPrevious: true,
  })
  const hasNoRows = isNothingYet(payouts.data?.data, search)
  return (
    <>
      <PageHead
        title={t('title')}
        text={mayPay ? t('text') : t('not_owner')}
        guide={<GuideLink guide="payouts" about={t('title')} />}
      >
        <ExportLink what="payouts" query={query} isHidden={hasNoRows} />
        {mayPay && <NewPayoutLink />}
      </PageHead>
      <BalanceCard />
      <WaitingRefunds />
      <StatusTabs
        statuses={payoutStatuses.map(value => ({ value, label: t(`state_${value}`) }))}
        totals={totals.data?.data}
      />
      <FilterBar hasFilter={isFiltered(search)} isHidden={hasNoRows}>
        <DayRange />
      </FilterBar>
      <List
        name={t('title')}
        columns={useColumns()}
        keyOf={payout => payout.reference}
        linkOf={payout => ({ to: '/payouts/$reference', params: { reference: payout.reference } })}
        page={payouts.data?.data}
        apiError={payouts.apiError}
        isStale={payouts.stale}
        retry={payouts.retry}
        empty={
          isFiltered(search) ? (
            <EmptyState icon="search" title={t('none_fit')}>
              <ClearFilters text={t('all')} />
            </EmptyState>
          ) : (
            <EmptyState icon="send" title={t('none')} text={t('none_text')}>
              {mayPay && <NewPayoutLink />}
            </EmptyState>
          )
        }
      />
    </>
  )
}

/** The link to the form of a new payout. */
function NewPayoutLink() {
  const { t } = useTranslation('payouts')
  return (
    <Link to="/payouts/new" className="button-link button-first">
      <Icon name="plus" size={18} /> {t('new')}
    </Link>
  )
}

/** Returns the columns of the list. */
function useColumns(): Column<Payout>[] {
  const { t } = useTranslation('payouts')
  return [
    {
      name: 'amount',
      head: t('column_amount'),
      cell: payout => <Money amount={payout.amount.value} />,
      onPhone: 'main',
      align: 'end',
    },
    {
      name: 'state',
      head: t('column_state'),
      cell: payout => (
        <StateChip {...payoutStateChips[payoutStateOf(payout)]} text={t(`state_${payoutStateOf(payout)}`)} />
      ),
      onPhone: 'side',
    },
    {
      name: 'name',
      head: t('column_name'),
      cell: payout => payout.recipient.name,
      onPhone: 'under',
      grows: true,
    },
    { name: 'to', head: t('column_to'), cell: destinationOf },
    {
      name: 'created',
      head: t('column_created'),
      cell: payout => <Timestamp at={payout.created_at} />,
      onPhone: 'tail',
      align: 'end',
    },
  ]
}
