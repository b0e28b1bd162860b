// What a person has to resolve: orders with an unknown outcome, unmatched payments, and payment SMS; and what
// was resolved.
import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { Money, StateChip, Timestamp } from '../parts/figure.tsx'
import { Choice, ClearFilters, FilterBar } from '../parts/filter-bar.tsx'
import { rowsOf } from '../parts/list.model.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { usePersonName } from '../parts/person-name.ts'
import { useRead } from '../parts/queries.ts'
import { shortReferenceOf } from '../parts/reference.model.ts'
import { SettleSheet } from '../payments/settle-sheet.tsx'
import { unmatched } from '../payments/unmatched.text.ts'
import { SmsList } from './sms-list.tsx'
import { UnknownList, useUnknown } from './unknown-list.tsx'

addTexts('unmatched', unmatched)

type UnmatchedReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.unmatched.get>>['data']>
type Unmatched = UnmatchedReply['data']['items'][number]

/**
 * Shows what a person has to decide: orders with an unknown outcome, unmatched money and payment SMS. With
 * the filter `settled`, shows the money and SMS that were resolved.
 */
export function Inbox() {
  const { t } = useTranslation('unmatched')
  const { status = 'open', ...cursor } = useSearch({ from: '/unmatched' })
  const query = { status, ...rowsOf(cursor) } as const
  const isOpen = status === 'open'
  const unknown = useUnknown()
  const hasUnknown = isOpen && unknown.data !== undefined && unknown.data.data.items.length > 0
  return (
    <>
      <PageHead title={t('title')} text={t(isOpen ? 'text' : 'text_settled')}>
        <ExportLink what="unmatched" query={query} />
      </PageHead>
      <FilterBar hasFilter={false}>
        <Choice
          name="status"
          label={t('filter_open')}
          options={[{ value: 'settled', label: t('filter_settled') }]}
        />
      </FilterBar>
      {isOpen && <UnknownList unknown={unknown} />}
      <UnmatchedList query={query} isSecond={hasUnknown} />
      <SmsList status={status} />
    </>
  )
}

interface UnmatchedProps {
  readonly query: { readonly status: 'open' | 'settled' } & ReturnType<typeof rowsOf>
  /** Whether another list is above this one: then it has a heading, and is left out when it is empty. */
  readonly isSecond: boolean
}

/**
 * Lists confirmed money that fits no open payment, or with the status `settled` the money that was resolved.
 * Each row links to the payment that the customer sent the money for.
 */
function UnmatchedList({ query, isSecond }: UnmatchedProps) {
  const { t } = useTranslation('unmatched')
  const [moneyToSettle, setMoneyToSettle] = useState<Unmatched>()
  const { status } = query
  const unmatched = useRead(['unmatched', query], header => api.api.v1.unmatched.get({ query, ...header }), {
    keepPrevious: true,
  })
  const columns = { open: useOpenColumns(setMoneyToSettle), settled: useSettledColumns() }
  if (isSecond && unmatched.data?.data.total === 0) return null
  return (
    <section className="inbox-part" aria-label={t('unmatched')}>
      {isSecond && (
        <>
          <h2>{t('unmatched')}</h2>
          <p>{t('unmatched_text')}</p>
        </>
      )}
      <List
        name={t('unmatched')}
        columns={columns[status]}
        keyOf={money => money.id}
        linkOf={money => ({ to: '/payments/$reference', params: { reference: money.payment_reference } })}
        page={unmatched.data?.data}
        apiError={unmatched.apiError}
        isStale={unmatched.stale}
        retry={unmatched.retry}
        empty={<NothingUnmatched status={status} />}
      />
      {moneyToSettle && (
        <SettleSheet
          key={moneyToSettle.id}
          money={{ id: moneyToSettle.id, amount: moneyToSettle.amount.value }}
          onClose={() => setMoneyToSettle(undefined)}
        />
      )}
    </section>
  )
}

/** Explains an empty list of unmatched money, open or settled. */
function NothingUnmatched({ status }: { readonly status: 'open' | 'settled' }) {
  const { t } = useTranslation('unmatched')
  if (status === 'settled')
    return (
      <EmptyState icon="inbox" title={t('none_settled')} text={t('none_settled_text')}>
        <ClearFilters text={t('filter_open')} />
      </EmptyState>
    )
  return (
    <EmptyState icon="check" title={t('none')} text={t('none_text')}>
      <Link to="/payments" className="button-link">
        {t('none_do')}
      </Link>
    </EmptyState>
  )
}

/** Returns the column of the received amount, the first of both lists. */
function useAmountColumn(): Column<Unmatched> {
  const { t } = useTranslation('unmatched')
  return {
    name: 'amount',
    head: t('column_amount'),
    cell: money => <Money amount={money.amount.value} />,
    onPhone: 'main',
    align: 'end',
  }
}

/** Returns the column of the payment that the money was sent for. */
function usePaymentColumn(): Column<Unmatched> {
  const { t } = useTranslation('unmatched')
  return {
    name: 'payment',
    head: t('column_payment'),
    cell: money => <code>{shortReferenceOf(money.payment_reference)}</code>,
  }
}

/** Returns the columns of money that waits for a decision. `settle` opens the dialog of a row. */
function useOpenColumns(settle: (money: Unmatched) => void): Column<Unmatched>[] {
  const { t } = useTranslation('unmatched')
  return [
    useAmountColumn(),
    {
      name: 'reason',
      head: t('column_reason'),
      cell: money => t(`reason_${money.reason}`),
      onPhone: 'under',
      grows: true,
    },
    usePaymentColumn(),
    {
      name: 'received',
      head: t('column_received'),
      cell: money => <Timestamp at={money.created_at} />,
      onPhone: 'tail',
    },
    {
      name: 'settle',
      head: t('column_action'),
      cell: money => (
        <Button size="compact-sm" variant="default" onClick={() => settle(money)}>
          {t('settle')}
        </Button>
      ),
      onPhone: 'side',
      align: 'end',
    },
  ]
}

/** Returns the columns of settled money: whether the shop kept or refunded it, who decided, and when. */
function useSettledColumns(): Column<Unmatched>[] {
  const { t } = useTranslation('unmatched')
  return [
    useAmountColumn(),
    {
      name: 'decision',
      head: t('column_decision'),
      cell: ({ resolution }) => {
        const isKept = resolution === 'kept'
        return (
          <StateChip
            tone={isKept ? 'good' : 'neutral'}
            icon={isKept ? 'check' : 'send'}
            text={t(`state_${resolution ?? 'kept'}`)}
          />
        )
      },
      onPhone: 'side',
    },
    {
      name: 'why',
      head: t('column_who'),
      cell: money => <WhoSettled money={money} />,
      onPhone: 'under',
      grows: true,
    },
    usePaymentColumn(),
    {
      name: 'came',
      head: t('column_received'),
      cell: money => <Timestamp at={money.created_at} />,
      wideOnly: true,
    },
    {
      name: 'decided',
      head: t('column_decided'),
      cell: ({ settled_at }) => settled_at && <Timestamp at={settled_at} />,
      onPhone: 'tail',
      align: 'end',
    },
  ]
}

/** Shows who settled the money, and the note of that person in full. */
function WhoSettled({ money: { settled_by, note } }: { readonly money: Unmatched }) {
  const { t } = useTranslation('unmatched')
  const nameOf = usePersonName()
  return (
    <span className="settled-why">
      <strong>{nameOf(settled_by, t('who_left'))}</strong>: {note}
    </span>
  )
}
