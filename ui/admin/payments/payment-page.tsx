// One payment: its state, what may be done, its facts, its timeline. It changes by itself as soon as the
// payment does.

import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { staffCaller } from '../../kit/caller.ts'
import { reasonOf } from '../../kit/failure-reason.model.ts'
import { addTexts } from '../../kit/language.ts'
import { openLiveStream } from '../../kit/live-stream.ts'
import { moneyOf, tokenDigits } from '../../kit/money.ts'
import { type Payment, paymentEventsUrl } from '../../kit/payment.ts'
import { paymentQrUrl } from '../../kit/qr-url.ts'
import { phoneOf } from '../../kit/time.ts'
import { useAccount } from '../app/current-account.tsx'
import { whileVisible } from '../app/live-updates.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Copy } from '../parts/copy.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Card, Facts } from '../parts/facts.tsx'
import { Money, When } from '../parts/figure.tsx'
import { LineItems } from '../parts/line-items.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { PageSkeleton, RowSkeleton } from '../parts/skeleton.tsx'
import { markOf, providerOf, stateLook, stateOf } from './payment.model.ts'
import { PaymentActions } from './payment-actions.tsx'
import { PaymentState } from './payment-state.tsx'
import { UnmatchedNote } from './payment-unmatched.tsx'
import { payments } from './payments.text.ts'
import { TimelineList } from './timeline.tsx'
import { type UnmatchedMoney, unmatchedIn } from './unmatched.model.ts'

addTexts('payments', payments)

export function PaymentPage() {
  const { t } = useTranslation('payments')
  const { reference } = useParams({ from: '/payments/$reference' })
  const found = useRead(['payment', reference], named => api.v1.payments({ reference }).get(named))
  useLive(reference, found.data !== undefined)
  const back = { to: '/payments', text: t('back') } as const
  if (found.apiError?.kind === 'refused' && found.apiError.status === 404)
    return (
      <>
        <PageHead title={t('title')} back={back} />
        <EmptyState icon="search" title={t('lost')} text={t('lost_text')} />
      </>
    )
  if (found.apiError)
    return (
      <>
        <PageHead title={t('title')} back={back} />
        <ApiErrorNote apiError={found.apiError} again={found.again} />
      </>
    )
  if (!found.data) return <PageSkeleton />
  return <Shown payment={found.data.data} />
}

/** Hears each change of the payment, and of money that came for it; the timeline is then asked for again. */
function useLive(reference: string, found: boolean): void {
  const { id } = useAccount()
  const queries = useQueryClient()
  useEffect(() => {
    if (!found) return
    let begun = false
    const hear = (payment: Payment) => {
      const key = [id, 'payment', reference]
      const before = queries.getQueryData<{ data: Payment }>(key)
      const same = JSON.stringify(before?.data) === JSON.stringify(payment)
      // A stream begins with the payment as it is. Told the same again, something came that did not change
      // it.
      const isNews = begun || !same
      begun = true
      if (!isNews) return
      if (!same) queries.setQueryData(key, { ...before, data: payment })
      void queries.invalidateQueries({ queryKey: [id, 'timeline', reference] })
    }
    const read = (data: string) => JSON.parse(data) as Payment
    return whileVisible(() =>
      openLiveStream(paymentEventsUrl(staffCaller(id), reference), 'payment', read, hear),
    )
  }, [id, reference, found, queries])
}

function Shown({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('payments')
  const state = stateOf(payment)
  const strays = unmatchedIn(useTimeline(payment.reference).data?.data.entries ?? [])
  const strayed = strays.some(({ reason }) => reason === 'other_amount')
  const stateName = (strays.length > 0 && markOf(state)) || (`state_${state}` as const)
  return (
    <>
      <PageHead
        title={moneyOf(payment.amount.value)}
        tab={`${moneyOf(payment.amount.value)} · ${t(stateName)}`}
        back={{ to: '/payments', text: t('back') }}
        text={
          <span className="payment-line">
            <PaymentState payment={payment} marked={strays.length > 0} />
            <span>{providerOf(payment) || t(`method_${payment.payment_type}`)}</span>
            <When at={payment.created_at} />
          </span>
        }
      >
        <PaymentActions payment={payment} strayed={strayed} />
      </PageHead>
      {strays.map(stray => (
        <UnmatchedNote key={stray.id} stray={stray} asked={payment.amount.value} />
      ))}
      <StateNote payment={payment} strays={strays} />
      <div className="payment-grid">
        <div className="payment-column">
          <FactCard payment={payment} />
          <LineItems title={t('items')} items={payment.line_items} />
          <SettlementCard payment={payment} />
          <MetadataCard payment={payment} />
        </div>
        <div className="payment-column">
          {!strayed && <QrCard payment={payment} />}
          <TimelineCard reference={payment.reference} />
        </div>
      </div>
    </>
  )
}

/** What the state means for whoever stands at the counter. */
function StateNote({
  payment,
  strays,
}: {
  readonly payment: Payment
  readonly strays: readonly UnmatchedMoney[]
}) {
  const { t } = useTranslation('payments')
  const state = stateOf(payment)
  if (state === 'pending' && strays.length > 0) return null
  if (state === 'pending') return <p className="fine payment-wait">{t('pending_text')}</p>
  if (state !== 'unknown' && state !== 'late' && state !== 'failed') return null
  const text = state === 'failed' ? t(`reason_${reasonOf(payment.failure_reason)}`) : t(`${state}_text`)
  return (
    <div className={`note note-${stateLook[state].tone}`} role="status">
      <strong>{t(`${state}_head`)}</strong> {text}
    </div>
  )
}

function FactCard({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('payments')
  const { customer } = payment
  return (
    <Card title={t('facts')}>
      <Facts
        facts={[
          { name: t('fact_reference'), value: <Copy text={payment.reference} label={t('the_reference')} /> },
          {
            name: t('fact_number'),
            value: (
              <Copy
                text={payment.payment_token}
                shown={tokenDigits(payment.payment_token)}
                label={t('the_number')}
              />
            ),
          },
          { name: t('fact_method'), value: t(`method_${payment.payment_type}`) },
          { name: t('fact_provider'), value: providerOf(payment) },
          { name: t('fact_customer'), value: `${customer.first_name} ${customer.last_name}`.trim() },
          { name: t('fact_phone'), value: customer.phone && phoneOf(customer.phone) },
          { name: t('fact_email'), value: customer.email },
          {
            name: t('fact_receipt'),
            value: payment.external_reference && <code>{payment.external_reference}</code>,
          },
          { name: t('fact_created'), value: <When at={payment.created_at} exact /> },
          {
            name: t('fact_expires'),
            value: payment.status === 'pending' && <When at={payment.expires_at} exact />,
          },
          {
            name: t('fact_completed'),
            value: payment.completed_at && <When at={payment.completed_at} exact />,
          },
          { name: t('fact_version'), value: payment.api_version },
        ]}
      />
    </Card>
  )
}

function SettlementCard({ payment: { settlement } }: { readonly payment: Payment }) {
  const { t } = useTranslation('payments')
  if (!settlement) return null
  return (
    <Card title={t('settlement')}>
      <dl className="sums">
        <dt>{t('gross')}</dt>
        <dd>
          <Money amount={settlement.gross.value} />
        </dd>
        <dt>{t('fees')}</dt>
        <dd>
          <span aria-hidden="true">− </span>
          <Money amount={settlement.fees.value} />
        </dd>
        <dt className="sum">{t('net')}</dt>
        <dd className="sum">
          <Money amount={settlement.net.value} />
        </dd>
      </dl>
    </Card>
  )
}

function MetadataCard({ payment: { metadata } }: { readonly payment: Payment }) {
  const { t } = useTranslation('payments')
  const facts = Object.entries(metadata).map(([name, value]) => ({ name, value: String(value) }))
  if (facts.length === 0) return null
  return (
    <Card title={t('metadata')}>
      <Facts facts={facts} />
    </Card>
  )
}

/** Only while it can still be paid. */
function QrCard({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('payments')
  const { id } = useAccount()
  if (payment.status !== 'pending' || payment.payment_qr_code === '') return null
  return (
    <Card title={t('qr')} text={t('qr_text')}>
      <img
        className="payment-qr"
        src={paymentQrUrl(staffCaller(id), payment.reference)}
        alt={t('qr_alt', { money: moneyOf(payment.amount.value) })}
        width={240}
        height={240}
      />
    </Card>
  )
}

const useTimeline = (reference: string) =>
  useRead(['timeline', reference], named => api.api.v1.payments({ reference }).timeline.get(named))

function TimelineCard({ reference }: { readonly reference: string }) {
  const { t } = useTranslation('payments')
  const told = useTimeline(reference)
  return (
    <Card title={t('timeline')}>
      <ApiErrorNote apiError={told.apiError} again={told.again} />
      {told.data ? (
        <TimelineList told={told.data.data} />
      ) : (
        told.pending && !told.apiError && <RowSkeleton rows={4} />
      )}
    </Card>
  )
}
