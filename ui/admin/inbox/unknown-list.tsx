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

/** Only this many of the newest are shown: older ones follow once these are resolved. */
const pageSize = 50
/** How often the list is read again. */
const refreshMs = 30_000

type UnknownReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.unknown.get>>['data']>
/** A payment, payout or refund whose network has not reported the outcome. */
type UnknownOrder = UnknownReply['data']['items'][number]

/** Reads the orders with an unknown outcome, again every 30 seconds. */
export const useUnknown = (): ReadResult<UnknownReply> =>
  useRead(['unknown'], header => api.api.v1.unknown.get({ query: { limit: pageSize }, ...header }), {
    keepPrevious: true,
    everyMs: refreshMs,
  })

/**
 * Lists the orders with an unknown outcome, and shows the result of the last status check in a line above
 * them.
 */
export function UnknownList({ unknown: orders }: { readonly unknown: ReadResult<UnknownReply> }) {
  const { t } = useTranslation('unknown')
  const [deciding, setDeciding] = useState<UnknownOrder>()
  const [checkResult, setCheckResult] = useState('')
  const check = useStatusCheck((order, isUnknown) => {
    const values = { network: order.network.title, money: moneyOf(order.amount.value) }
    setCheckResult(t(isUnknown ? 'still_unknown' : 'known', values))
  })
  const columns = useColumns(check, setDeciding)
  const { items, total } = orders.data?.data ?? { items: [], total: 0 }
  if (items.length === 0 && !orders.apiError) return checkResult ? <p role="status">{checkResult}</p> : null
  const close = () => setDeciding(undefined)
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
      {deciding?.kind === 'payment' && (
        <DecisionSheet
          reference={deciding.reference}
          amount={deciding.amount.value}
          decisions={decisionsOf(deciding)}
          onClose={close}
        />
      )}
      {deciding && deciding.kind !== 'payment' && (
        <MarkSheet
          kind={deciding.kind}
          reference={deciding.reference}
          amount={deciding.amount.value}
          onClose={close}
        />
      )}
    </section>
  )
}

/** Returns the page of a payment or payout; for a refund, the page of its sale. */
const linkOf = ({ kind, reference, payment_reference: sale }: UnknownOrder): LinkProps =>
  kind === 'refund'
    ? refundLinkOf(reference, sale ?? '', '/unmatched')
    : { to: kind === 'payment' ? '/payments/$reference' : '/payouts/$reference', params: { reference } }

/** Returns what a person may decide on a payment of this list, whose outcome is always unknown. */
const decisionsOf = ({ status }: UnknownOrder) =>
  decisionsOn({ status: status as Payment['status'], outcome_unknown: true, failure_reason: null })

/** Checks the status of an order with its network now. `onAnswer` receives whether it is still unknown. */
function useStatusCheck(onAnswer: (order: UnknownOrder, isUnknown: boolean) => void) {
  const [checkedReference, setCheckedReference] = useState('')
  const check = useAction(async ({ kind, reference }: UnknownOrder, header) => {
    const { payments, payouts, refunds } = api.api.v1
    if (kind === 'refund') {
      const answer = await resultOf(refunds({ id: reference }).check.post(undefined, header))
      return answer.ok ? { ok: true as const, value: answer.value.data.pending_reason === 'unknown' } : answer
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
 * Returns the columns of the list. Who may decide differs by kind of order, and others get no button for it.
 */
function useColumns(
  check: ReturnType<typeof useStatusCheck>,
  decide: (order: UnknownOrder) => void,
): Column<UnknownOrder>[] {
  const { t } = useTranslation('unknown')
  const mayConfirm = useMay('confirm_manually')
  const mayMark = useMay('mark_payouts')
  const isDecidable = ({ kind }: UnknownOrder) => (kind === 'payment' ? mayConfirm : mayMark)
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
      cell: ({ kind, method, network, to, name }) => (
        <>
          {t(kind === 'refund' ? 'request_refund' : `request_${method}`)}, {network.title}
          <span className="row-more">
            {[name, to && (to.startsWith('+') ? phoneOf(to) : to)].filter(Boolean).join(', ')}
          </span>
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
          {isDecidable(order) && (
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
