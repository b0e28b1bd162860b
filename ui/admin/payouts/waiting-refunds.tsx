// Refunds that wait for a second person, above the payouts: they are decided here, too.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import type { Refund } from '../../kit/refund.ts'
import { isOwnRequest } from '../parts/approval.model.ts'
import { useCurrentAccount } from '../parts/current-account.tsx'
import { Money, Timestamp } from '../parts/figure.tsx'
import { type Column, List } from '../parts/list.tsx'
import { useRead } from '../parts/queries.ts'
import { recipientText, refundLinkOf } from '../payments/refund.model.ts'
import { RefundDecision } from '../payments/refund-state.tsx'

/** Most rows shown here; the list of refunds has them all. */
const rowsMax = 25

/** Lists the refunds that wait for approval; draws nothing if none waits. */
export function WaitingRefunds() {
  const { t } = useTranslation('payouts')
  const query = { pending_reason: 'approval', limit: rowsMax } as const
  const refunds = useRead(['refunds', query], header => api.api.v1.refunds.get({ query, ...header }))
  const columns = useColumns()
  const { items, total } = refunds.data?.data ?? { items: [], total: 0 }
  if (items.length === 0) return null
  return (
    <section className="inbox-part" aria-label={t('refunds')}>
      <h2>{t('refunds')}</h2>
      <List
        name={t('refunds')}
        columns={columns}
        keyOf={refund => refund.id}
        linkOf={({ id, payment_reference: reference }) => refundLinkOf(id, reference, '/payouts')}
        page={{ items, total: items.length, offset: 0 }}
        apiError={undefined}
        retry={refunds.retry}
        empty={null}
      />
      {total > items.length && (
        <Link to="/payments/refunds" search={{ status: 'approval' }} className="text-link">
          {t('refunds_all')}
        </Link>
      )}
    </section>
  )
}

/** Returns the columns of the list; the last one has the buttons. */
function useColumns(): Column<Refund>[] {
  const { t } = useTranslation('payouts')
  return [
    {
      name: 'amount',
      head: t('column_amount'),
      cell: refund => <Money amount={refund.amount.value} />,
      onPhone: 'main',
      align: 'end',
    },
    { name: 'to', head: t('column_to'), cell: recipientText, onPhone: 'side' },
    {
      name: 'reason',
      head: t('column_reason'),
      cell: refund => refund.reason,
      onPhone: 'under',
      grows: true,
    },
    {
      name: 'created',
      head: t('column_created'),
      cell: refund => <Timestamp at={refund.created_at} />,
      onPhone: 'tail',
    },
    {
      name: 'decision',
      head: t('column_decision'),
      cell: refund => <Decision refund={refund} />,
      onPhone: 'whole',
      align: 'end',
    },
  ]
}

/** Draws the buttons of the decision, or a note for the person who requested the refund. */
function Decision({ refund }: { readonly refund: Refund }) {
  const { t } = useTranslation('payouts')
  const { me } = useCurrentAccount()
  if (isOwnRequest(refund, me)) return <span className="muted">{t('own_request')}</span>
  return (
    <span className="row-actions">
      <RefundDecision refund={refund} />
    </span>
  )
}
