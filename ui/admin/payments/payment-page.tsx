// The page of one payment: its state, actions, details and timeline. Follows the payment live.
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { staffCaller } from '../../kit/caller.ts'
import { reasonOf } from '../../kit/failure-reason.model.ts'
import { addTexts } from '../../kit/language.ts'
import { openLiveStream } from '../../kit/live-stream.ts'
import { moneyOf } from '../../kit/money.ts'
import { type Payment, paymentEventsUrl } from '../../kit/payment.ts'
import { useAccount, useCurrentAccount } from '../parts/current-account.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { LineItems } from '../parts/line-items.tsx'
import { whileVisible } from '../parts/live-updates.ts'
import { PageError } from '../parts/page-error.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { CashPage } from './cash-page.tsx'
import {
  paymentNoteOf,
  paymentStateChips,
  paymentStateOf,
  providerNameOf,
  unmatchedStateOf,
} from './payment.model.ts'
import { PaymentActions } from './payment-actions.tsx'
import {
  AnswerCard,
  FactCard,
  LinkCard,
  MetadataCard,
  QrCard,
  SettlementCard,
  SoldByCard,
} from './payment-cards.tsx'
import { paymentPage } from './payment-page.text.ts'
import { PaymentStateChip } from './payment-state.tsx'
import { UnmatchedNote } from './payment-unmatched.tsx'
import { payments } from './payments.text.ts'
import { ReceiptLinks } from './receipt-links.tsx'
import { leftOf } from './refund.model.ts'
import { RefundCard, useRefundsOf, useSaleBack } from './refund-card.tsx'
import { RefundButton } from './refund-dialog.tsx'
import { isReversedIn } from './timeline.model.ts'
import { TimelineCard, useTimeline } from './timeline-card.tsx'
import { unmatchedMoneyIn } from './unmatched.model.ts'

addTexts('payments', payments)
addTexts('payments', paymentPage)

/** The page at `/payments/…`. Cash sales have addresses of the same form, but another page. */
export function PaymentPage() {
  const { reference } = useParams({ from: '/payments/$reference' })
  return reference.startsWith('cash_') ? (
    <CashPage reference={reference} />
  ) : (
    <LoadedPayment reference={reference} />
  )
}

/** Reads one payment and follows it live once it is loaded. */
function LoadedPayment({ reference }: { readonly reference: string }) {
  const { t } = useTranslation('payments')
  const answer = useRead(['payment', reference], header => api.v1.payments({ reference }).get(header))
  useLivePayment(reference, answer.data !== undefined)
  const back = { to: '/payments', text: t('back') } as const
  if (answer.apiError) return <PageError failedRead={answer} title={t('title')} back={back} t={t} />
  if (!answer.data) return <PageSkeleton />
  return <PaymentBody payment={answer.data.data} />
}

/**
 * Follows the payment's stream once it `isLoaded`: a change, or money received for it, refreshes the page.
 */
function useLivePayment(reference: string, isLoaded: boolean): void {
  const { id } = useAccount()
  const queries = useQueryClient()
  useEffect(() => {
    if (!isLoaded) return
    let hasBegun = false
    const receive = (data: string) => {
      const payment = JSON.parse(data) as Payment
      const key = [id, 'payment', reference]
      const before = queries.getQueryData<{ data: Payment }>(key)
      const isSame = JSON.stringify(before?.data) === JSON.stringify(payment)
      // A stream begins with the payment as it is. The same payment again means that something else changed.
      const isNews = hasBegun || !isSame
      hasBegun = true
      if (!isNews) return
      if (!isSame) queries.setQueryData(key, { ...before, data: payment })
      for (const name of ['timeline', 'refunds'])
        void queries.invalidateQueries({ queryKey: [id, name, reference] })
    }
    const url = paymentEventsUrl(staffCaller(id), reference)
    return whileVisible(() => openLiveStream(url, { names: ['payment'], receive }))
  }, [id, reference, isLoaded, queries])
}

/** Draws the loaded payment: head with actions, notes, cards and timeline. */
function PaymentBody({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('payments')
  const state = paymentStateOf(payment)
  const timeline = useTimeline(payment.reference).data?.data
  const name = paymentNoteOf(payment) || timeline?.session?.description
  const allUnmatched = unmatchedMoneyIn(timeline?.entries ?? [])
  const unmatched = allUnmatched.filter(({ isResolved }) => !isResolved)
  const isOtherAmount = unmatched.some(({ reason }) => reason === 'other_amount')
  const { refunds = [] } = useRefundsOf(payment.reference)
  const leftToRefund = leftOf(payment.amount.value, refunds, payment.refunded.value)
  const isRefundable = payment.status === 'completed' && leftToRefund > 0
  const stateName = (unmatched.length > 0 && unmatchedStateOf(state)) || (`state_${state}` as const)
  return (
    <>
      <PageHead
        title={[name, moneyOf(payment.amount.value)].filter(Boolean).join(' · ')}
        tab={`${moneyOf(payment.amount.value)} · ${t(stateName)}`}
        back={useSaleBack()}
        text={
          <span className="payment-line">
            <PaymentStateChip payment={payment} hasUnmatched={unmatched.length > 0} />
            <span>{providerNameOf(payment) || t(`method_${payment.payment_type}`)}</span>
            <Timestamp at={payment.created_at} />
          </span>
        }
      >
        <PaymentActions payment={payment} hasOtherAmount={isOtherAmount} />
        {isRefundable && <RefundButton reference={payment.reference} />}
        {payment.status === 'completed' && <ReceiptLinks payment={payment} />}
      </PageHead>
      {isReversedIn(timeline?.entries ?? []) && (
        <section className="note note-bad" role="alert" data-testid="reversed">
          <strong>{t('reversed')}</strong>
          <p>{t('reversed_text')}</p>
        </section>
      )}
      {unmatched.map(money => (
        <UnmatchedNote key={money.id} payment={payment} money={money} />
      ))}
      <StateNote payment={payment} hasUnmatched={unmatched.length > 0} />
      <div className="payment-grid">
        <div className="payment-column">
          <RefundCard reference={payment.reference} unmatched={allUnmatched} />
          <FactCard payment={payment} />
          {timeline && <LinkCard session={timeline.session} />}
          {timeline && <SoldByCard soldBy={timeline.sold_by} isLink={timeline.session !== null} />}
          {timeline && <AnswerCard answers={timeline.answers} />}
          <LineItems title={t('items')} items={payment.line_items} />
          <SettlementCard payment={payment} />
          <MetadataCard payment={payment} />
        </div>
        <div className="payment-column">
          {!isOtherAmount && <QrCard payment={payment} />}
          <TimelineCard reference={payment.reference} />
        </div>
      </div>
    </>
  )
}

interface StateNoteProps {
  readonly payment: Payment
  readonly hasUnmatched: boolean
}

/** Explains the state of a payment; draws nothing for states that need no explanation. */
function StateNote({ payment, hasUnmatched }: StateNoteProps) {
  const { t } = useTranslation('payments')
  const state = paymentStateOf(payment)
  if (state === 'pending')
    return hasUnmatched ? null : <p className="status-line payment-wait">{t('pending_text')}</p>
  if (state === 'manual') return <ManualNote payment={payment} />
  if (state !== 'unknown' && state !== 'late' && state !== 'failed') return null
  return (
    <div className={`note note-${paymentStateChips[state].tone}`} role="status">
      <strong>{t(`${state}_head`)}</strong> {state === 'failed' && <FailureReason payment={payment} />}
      {state !== 'failed' && t(`${state}_text`)}
    </div>
  )
}

/** Shows who confirmed the payment manually, until the network confirms it. */
function ManualNote({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('payments')
  const { me } = useCurrentAccount()
  const by = payment.manual_confirmation?.by
  const isMe = by !== undefined && by.id === me.staff?.id
  const name = isMe ? t('manual_you') : (by?.name ?? t('manual_shop'))
  return (
    <div className="note note-manual" role="status">
      <strong>{t('manual_head', { name })}</strong> {t('manual_text')}
    </div>
  )
}

/**
 * Failure reasons for which the page must not claim that no money moved. A reversed payment was charged and
 * paid back, and "not paid" is a person's decision, not the network's answer.
 */
const moneyUnclear: readonly string[] = ['reversed', 'marked_not_paid']

/** Shows why the payment failed, and that no money moved where that is certain. */
function FailureReason({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('payments')
  const reason = reasonOf(payment.failure_reason)
  return (
    <>
      {t(`reason_${reason}`)} {!moneyUnclear.includes(reason) && t('failed_text')}
    </>
  )
}
