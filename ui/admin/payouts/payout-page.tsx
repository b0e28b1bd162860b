// The page of one payout: state, details and breakdown. In practice it can simulate the network.
import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { reasonOf } from '../../kit/failure-reason.model.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { isOwnRequest } from '../parts/approval.model.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { useAccount, useCurrentAccount, useMay } from '../parts/current-account.tsx'
import { Card, Facts } from '../parts/facts.tsx'
import { Money, StateChip, Timestamp } from '../parts/figure.tsx'
import { MarkSheet } from '../parts/mark-sheet.tsx'
import { PageError } from '../parts/page-error.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { usePersonName } from '../parts/person-name.ts'
import { useAction, useRead } from '../parts/queries.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { useStaff } from '../parts/staff.queries.ts'
import { paymentPage } from '../payments/payment-page.text.ts'
import { destinationOf, type Payout, payoutStateChips, payoutStateOf } from './payout.model.ts'
import { PayoutDecision } from './payout-decision.tsx'
import { payouts } from './payouts.text.ts'

addTexts('payouts', payouts)
addTexts('payments', paymentPage)

/** The page of one payout. */
export function PayoutPage() {
  const { t } = useTranslation('payouts')
  const { reference } = useParams({ from: '/payouts/$reference' })
  const answer = useRead(['payout', reference], header => api.v1.payouts({ reference }).get(header))
  const back = { to: '/payouts', text: t('back') } as const
  if (answer.apiError) return <PageError failedRead={answer} title={t('title')} back={back} t={t} />
  if (!answer.data) return <PageSkeleton />
  return <PayoutView payout={answer.data.data} />
}

/** Draws the loaded payout. */
function PayoutView({ payout }: { readonly payout: Payout }) {
  const { t } = useTranslation('payouts')
  const state = payoutStateOf(payout)
  const money = moneyOf(payout.amount.value)
  return (
    <>
      <PageHead
        title={money}
        tab={`${money} · ${t(`state_${state}`)}`}
        back={{ to: '/payouts', text: t('back') }}
        text={
          <span className="payment-line">
            <StateChip {...payoutStateChips[state]} text={t(`state_${state}`)} />
            <span>{payout.recipient.name}</span>
            <Timestamp at={payout.created_at} />
          </span>
        }
      >
        {payout.approval?.state === 'waiting' ? (
          <PayoutDecision payout={payout} />
        ) : (
          <>
            <UnknownActions payout={payout} />
            <SimulateNetwork payout={payout} />
          </>
        )}
      </PageHead>
      <StateNote payout={payout} />
      <MarkNote payout={payout} />
      <div className="payment-grid">
        <FactCard payout={payout} />
        <Card title={t('sums')}>
          <dl className="sums">
            <dt>{t('sum_amount')}</dt>
            <dd>
              <Money amount={payout.amount.value} />
            </dd>
            <dt>{t('sum_fees')}</dt>
            <dd>
              <Money amount={payout.fees.value} />
            </dd>
            <dt className="sum">{t(isReturned(payout.status) ? 'sum_back' : 'sum_total')}</dt>
            <dd className="sum">
              <Money amount={payout.total.value} />
            </dd>
          </dl>
        </Card>
      </div>
    </>
  )
}

/** Whether the whole sum came back to the balance, the fee too. */
const isReturned = (status: string) => status === 'failed' || status === 'reversed'

/**
 * Explains the state of a payout: what happens next, or why it failed. Draws nothing for a completed payout.
 */
function StateNote({ payout }: { readonly payout: Payout }) {
  const { t } = useTranslation(['payouts', 'payments'])
  const state = payoutStateOf(payout)
  const { me } = useCurrentAccount()
  const decision = payout.approval?.state
  const failureText = () =>
    decision === 'declined' || decision === 'expired'
      ? t(`approval_${decision}_text`)
      : t(`payments:reason_${reasonOf(payout.failure_reason)}`)
  if (state === 'completed') return null
  const textKey = isOwnRequest(payout, me) ? 'waiting_own_text' : (`${state}_text` as const)
  if (state === 'pending') return <p className="status-line payment-wait">{t('pending_text')}</p>
  return (
    <div className={`note note-${payoutStateChips[state].tone}`} role="status">
      <strong>{t(`${state}_head`)}.</strong> {state === 'failed' && failureText()} {t(textKey)}
    </div>
  )
}

/** Shows what an owner decided about the payout, and what the network has answered since. */
function MarkNote({ payout: { manual_outcome: manual } }: { readonly payout: Payout }) {
  const { t } = useTranslation('payouts')
  const { people } = useStaff()
  const nameOf = usePersonName()
  if (!manual) return null
  const decider = people?.find(({ id }) => id === manual.by)
  return (
    <div className={`note note-${manual.network === 'differs' ? 'warning' : 'manual'}`} role="status">
      <strong>{t(`marked_${manual.result}`)}</strong> {nameOf(decider, t('marked_by'))}: {manual.reason}.{' '}
      {t(`marked_${manual.network}`)}
    </div>
  )
}

/**
 * Draws the buttons for a payout with an unknown outcome: check it with the network, or let an owner decide.
 */
function UnknownActions({ payout }: { readonly payout: Payout }) {
  const { t } = useTranslation('payouts')
  const mayCheck = useMay('settle_unmatched')
  const mayMark = useMay('mark_payouts')
  const [isMarking, setIsMarking] = useState(false)
  const { reference } = payout
  const check = useAction((_: undefined, header) =>
    resultOf(api.api.v1.payouts({ reference }).check.post(undefined, header)),
  )
  if (payoutStateOf(payout) !== 'unknown') return null
  return (
    <>
      <ApiErrorNote apiError={check.apiError} />
      {mayCheck && (
        <Button variant="default" loading={check.busy} onClick={() => check.run(undefined)}>
          {t('check')}
        </Button>
      )}
      {mayMark && (
        <Button variant="default" data-testid="mark" onClick={() => setIsMarking(true)}>
          {t('mark')}
        </Button>
      )}
      {isMarking && (
        <MarkSheet reference={reference} amount={payout.amount.value} onClose={() => setIsMarking(false)} />
      )}
    </>
  )
}

/** Lists the payout's details. */
function FactCard({ payout }: { readonly payout: Payout }) {
  const { t } = useTranslation('payouts')
  const { people } = useStaff()
  const requester = people?.find(({ id }) => id === payout.approval?.requested_by)?.name
  return (
    <Card title={t('facts')}>
      <Facts
        facts={[
          {
            name: t('fact_reference'),
            value: <CopyField text={payout.reference} label={t('the_reference')} />,
          },
          { name: t('fact_recipient'), value: payout.recipient.name },
          { name: t('fact_to'), value: destinationOf(payout) },
          {
            name: t('fact_receipt'),
            value: payout.external_reference && <code>{payout.external_reference}</code>,
          },
          { name: t('fact_narration'), value: payout.narration },
          { name: t('fact_requested_by'), value: requester },
          { name: t('fact_created'), value: <Timestamp at={payout.created_at} isExact /> },
          {
            name: t('fact_completed'),
            value: payout.completed_at && <Timestamp at={payout.completed_at} isExact />,
          },
        ]}
      />
    </Card>
  )
}

/** What the simulated network can answer, by the payout's status. */
const outcomes = {
  pending: ['completed', 'failed', 'unknown'],
  completed: ['reversed'],
  failed: [],
  reversed: [],
} as const

/** Lets a person decide the outcome of a practice payout, in place of its network, if one is possible. */
function SimulateNetwork({ payout }: { readonly payout: Payout }) {
  const { t } = useTranslation('payouts')
  const { mode } = useAccount()
  const mayPay = useMay('pay_out')
  const [open, setOpen] = useState(false)
  const decide = useAction((outcome: 'completed' | 'failed' | 'unknown' | 'reversed', header) =>
    resultOf(api.v1.sandbox.payouts({ reference: payout.reference }).post({ outcome }, header)),
  )
  const possible = outcomes[payout.status]
  if (mode !== 'sandbox' || !mayPay || possible.length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('simulate')}</Button>
      <Sheet title={t('simulate_title')} open={open} onClose={() => setOpen(false)}>
        <div className="stack">
          <ApiErrorNote apiError={decide.apiError} />
          {possible.map(outcome => (
            <Button
              key={outcome}
              size="md"
              variant={outcome === 'completed' ? 'filled' : 'default'}
              loading={decide.busy}
              data-testid={`simulate-${outcome}`}
              onClick={() => decide.run(outcome, () => setOpen(false))}
            >
              {t(`simulate_${outcome}`)}
            </Button>
          ))}
        </div>
      </Sheet>
    </>
  )
}
