// Payments, payouts and refunds with an unknown outcome, above unmatched money: how long each has waited,
// checking it now, and the decision of a person who saw the network's statement.
import { Button } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { serverNow } from '../../kit/clock.ts'
import { addTexts } from '../../kit/language.ts'
import { decisionsOn } from '../../kit/manual-confirmation.model.ts'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import type { Payment } from '../../kit/payment.ts'
import { phoneOf } from '../../kit/time.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useMay } from '../parts/current-account.tsx'
import { Money } from '../parts/figure.tsx'
import { type Column, List } from '../parts/list.tsx'
import { MarkSheet } from '../parts/mark-sheet.tsx'
import { type ReadResult, useAction, useRead } from '../parts/queries.ts'
import { DecisionSheet } from '../payments/decision-sheet.tsx'
import { refundLinkOf } from '../payments/refund.model.ts'
import { ageOf } from './unknown.model.ts'
import { unknown } from './unknown.text.ts'

addTexts('unknown', unknown)

/** How many orders are shown, the newest first. Older orders appear when these are resolved. */
const pageSize = 50
/** How often the list is read again. */
const refreshMs = 30_000

type UnknownReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.unknown.get>>['data']>
/** A payment, payout or refund whose network has not reported the outcome. */
type UnknownOrder = UnknownReply['data']['items'][number]

/** Reads the 50 newest orders with an unknown outcome, and reads them again every 30 seconds. */
export const useUnknown = (): ReadResult<UnknownReply> =>
  useRead(['unknown'], header => api.api.v1.unknown.get({ query: { limit: pageSize }, ...header }), {
    keepPrevious: true,
    everyMs: refreshMs,
  })

/**
 * Lists the orders with an unknown outcome, with the result of the last status check in a line above them.
 * That line stays when the check has emptied the list.
 */
export function UnknownList({ unknown: orders }: { readonly unknown: ReadResult<UnknownReply> }) {
  const { t } = useTranslation('unknown')
  const [orderToDecide, setOrderToDecide] = useState<UnknownOrder>()
  const [checkResult, setCheckResult] = useState('')
  const check = useStatusCheck((order, isUnknown) => {
    const values = { network: order.network.title, money: moneyOf(order.amount.value) }
    setCheckResult(t(isUnknown ? 'still_unknown' : 'known', values))
  })
  const columns = useColumns(check, setOrderToDecide)
  const { items, total } = orders.data?.data ?? { items: [], total: 0 }
  if (items.length === 0 && !orders.apiError) return checkResult ? <p role="status">{checkResult}</p> : null
  const close = () => setOrderToDecide(undefined)
  return (
    <section className="inbox-part" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <p>{t('text')}</p>
      <p role="status">{checkResult}</p>
      <ApiErrorNote apiError={check.apiError} />
      <List
        name={t('title')}
        columns={columns}
        keyOf={order => order.reference}
        linkOf={linkOf}
        page={{ items, total: items.length, offset: 0 }}
        apiError={orders.apiError}
        isStale={orders.stale}
        retry={orders.retry}
        empty={null}
      />
      {total > items.length && <p>{t('more', { number: digitsOf(total - items.length) })}</p>}
      {orderToDecide?.kind === 'payment' && (
        <DecisionSheet
          reference={orderToDecide.reference}
          amount={orderToDecide.amount.value}
          decisions={decisionsOf(orderToDecide)}
          onClose={close}
        />
      )}
      {orderToDecide && orderToDecide.kind !== 'payment' && (
        <MarkSheet
          kind={orderToDecide.kind}
          reference={orderToDecide.reference}
          amount={orderToDecide.amount.value}
          onClose={close}
        />
      )}
    </section>
  )
}

/** Returns the link to the page of a payment or payout; for a refund, to the page of its sale. */
function linkOf({ kind, reference, payment_reference: sale }: UnknownOrder): LinkProps {
  if (kind === 'refund') return refundLinkOf(reference, sale ?? '', '/unmatched')
  return { to: kind === 'payment' ? '/payments/$reference' : '/payouts/$reference', params: { reference } }
}

/** Returns the decisions that a person may make on a payment of this list, whose outcome is unknown. */
const decisionsOf = ({ status }: UnknownOrder) =>
  decisionsOn({ status: status as Payment['status'], outcome_unknown: true, failure_reason: null })

/**
 * Returns an action that asks the network of an order for the outcome now. `isBusyWith` returns whether the
 * check of an order is in progress.
 * @param onAnswer receives the order, and whether its outcome is still unknown
 */
function useStatusCheck(onAnswer: (order: UnknownOrder, isUnknown: boolean) => void) {
  const [checkedReference, setCheckedReference] = useState('')
  const check = useAction(async ({ kind, reference }: UnknownOrder, header) => {
    const { payments, payouts, refunds } = api.api.v1
    if (kind === 'refund') {
      const answer = await resultOf(refunds({ id: reference }).check.post(undefined, header))
      if (!answer.ok) return answer
      return { ok: true as const, value: answer.value.data.pending_reason === 'unknown' }
    }
    const answer =
      kind === 'payment'
        ? await resultOf(payments({ reference }).check.post(undefined, header))
        : await resultOf(payouts({ reference }).check.post(undefined, header))
    return answer.ok ? { ok: true as const, value: answer.value.data.outcome_unknown } : answer
  })
  return {
    apiError: check.apiError,
    isBusyWith: (order: UnknownOrder) => check.busy && checkedReference === order.reference,
    run(order: UnknownOrder) {
      setCheckedReference(order.reference)
      check.run(order, isUnknown => onAnswer(order, isUnknown))
    },
  }
}

/**
 * Returns the columns of the list. The button to decide is shown only to people who may decide on that kind
 * of order: deciding on a payment needs another permission than on a payout or refund.
 * @param decide opens the dialog for an order
 */
function useColumns(
  check: ReturnType<typeof useStatusCheck>,
  decide: (order: UnknownOrder) => void,
): Column<UnknownOrder>[] {
  const { t } = useTranslation('unknown')
  const mayConfirm = useMay('confirm_manually')
  const mayMark = useMay('mark_payouts')
  const mayDecide = ({ kind }: UnknownOrder) => (kind === 'payment' ? mayConfirm : mayMark)
  /** Returns the phone number of an order as people write it, or its account; empty if there is neither. */
  const phoneOrAccountOf = ({ to }: UnknownOrder) => (to.startsWith('+') ? phoneOf(to) : to)
  return [
    {
      name: 'amount',
      head: t('column_amount'),
      cell: ({ amount }) => <Money amount={amount.value} />,
      onPhone: 'main',
      align: 'end',
    },
    {
      name: 'request',
      head: t('column_request'),
      cell: order => (
        <>
          {t(order.kind === 'refund' ? 'request_refund' : `request_${order.method}`)}, {order.network.title}
          <span className="row-more">{[order.name, phoneOrAccountOf(order)].filter(Boolean).join(', ')}</span>
        </>
      ),
      onPhone: 'under',
      grows: true,
    },
    { name: 'age', head: t('column_age'), cell: order => <WaitingTime order={order} />, onPhone: 'side' },
    {
      name: 'action',
      head: t('column_action'),
      cell: order => (
        <span className="row-actions">
          <Button
            size="compact-sm"
            variant="default"
            loading={check.isBusyWith(order)}
            onClick={() => check.run(order)}
          >
            {t('check')}
          </Button>
          {mayDecide(order) && (
            <Button size="compact-sm" variant="default" onClick={() => decide(order)}>
              {t('decide')}
            </Button>
          )}
        </span>
      ),
      onPhone: 'whole',
      align: 'end',
    },
  ]
}

/** Shows how long an order has waited. */
function WaitingTime({ order: { created_at } }: { readonly order: UnknownOrder }) {
  const { t } = useTranslation('unknown')
  const { unit, number } = ageOf(created_at, serverNow())
  return <time dateTime={created_at}>{t(unit, { number: digitsOf(number) })}</time>
}
