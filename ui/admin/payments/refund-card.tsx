// The refunds of a sale on its page, with what a person can do for each. The one that the address names is
// marked.
import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import type { Refund } from '../../kit/refund.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useMay } from '../parts/current-account.tsx'
import { Card } from '../parts/facts.tsx'
import { Money, Timestamp } from '../parts/figure.tsx'
import { ItemLines } from '../parts/line-items.tsx'
import { MarkSheet } from '../parts/mark-sheet.tsx'
import { useAction, useRead } from '../parts/queries.ts'
import { failureKeyOf, leftOfUnmatched, recipientText, refundOrigins, refundStateOf } from './refund.model.ts'
import { refunds } from './refund.text.ts'
import { RefundButton } from './refund-dialog.tsx'
import { RefundDecision, RefundStateChip } from './refund-state.tsx'
import { WalletButtons } from './refund-wallet.tsx'
import type { UnmatchedMoney } from './unmatched.model.ts'

addTexts('refunds', refunds)

/** Reads the newest 50 refunds of a sale; undefined until they are loaded. */
export function useRefundsOf(reference: string) {
  const { data, apiError, retry } = useRead(['refunds', reference], header =>
    api.v1.payments({ reference }).refunds.get({ query: { limit: 50 }, ...header }),
  )
  return { refunds: data?.data.items, apiError, retry }
}

/** Returns the target of Back on a sale's page: the list that led to its refund, otherwise the payments. */
export function useSaleBack() {
  const { t } = useTranslation(['admin', 'payments'])
  const from = useLocation({ select: ({ state }) => state.from })
  return from === undefined
    ? ({ to: '/payments', text: t('payments:back') } as const)
    : { to: from, text: t(refundOrigins[from]) }
}

interface RefundCardProps {
  readonly reference: string
  /** Money received for the payment that it does not fit. */
  readonly unmatched?: readonly UnmatchedMoney[]
}

/**
 * Lists the refunds of a sale, if it has any. The hash of the address names a refund, which is marked and
 * scrolled to.
 */
export function RefundCard({ reference, unmatched = [] }: RefundCardProps) {
  const { t } = useTranslation('refunds')
  const { refunds: allRefunds = [], apiError, retry } = useRefundsOf(reference)
  const idInAddress = useLocation({ select: ({ hash }) => hash })
  if (apiError) return <ApiErrorNote apiError={apiError} retry={retry} />
  if (allRefunds.length === 0) return null
  return (
    <Card title={t('list')} isFlush>
      <ul className="refund-list" data-testid="refunds">
        {allRefunds.map(refund => (
          <li
            key={refund.id}
            data-named={refund.id === idInAddress || undefined}
            ref={refund.id === idInAddress ? scrollIntoView : undefined}
          >
            <RefundRow refund={refund}>
              <RestButton
                reference={reference}
                refund={refund}
                left={leftOfUnmatched(refund, allRefunds, unmatched)}
              />
            </RefundRow>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface RestButtonProps {
  readonly reference: string
  readonly refund: Refund
  readonly left: number
}

/** Draws the button that refunds what is left of a refund's unmatched money, if something is left. */
const RestButton = ({ reference, refund: { unmatched_id }, left }: RestButtonProps) =>
  unmatched_id !== null &&
  left > 0 && <RefundButton reference={reference} unmatchedId={unmatched_id} amount={left} isSmall />

/** Scrolls to the refund that the address names. */
const scrollIntoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' })

/**
 * Draws one refund with its state, items, reason and actions. `children` is a button that refunds the rest.
 */
function RefundRow({ refund, children }: { readonly refund: Refund; readonly children: ReactNode }) {
  const { t } = useTranslation('refunds')
  return (
    <>
      <p className="payment-line">
        <strong>
          <Money amount={refund.amount.value} />
        </strong>
        <RefundStateChip refund={refund} />
        <span>{recipientText(refund) || t(`short_${refund.way}`)}</span>
        <Timestamp at={refund.created_at} />
      </p>
      {refund.line_items.length > 0 && <ItemLines lines={refund.line_items} />}
      <p className="refund-reason">{refund.reason}</p>
      <StateNote refund={refund} />
      <div className="row-actions">
        <RefundActions refund={refund} />
        {children}
      </div>
    </>
  )
}

/** Explains the state of a refund, or why it failed; draws nothing where the chip is clear enough. */
function StateNote({ refund }: { readonly refund: Refund }) {
  const { t } = useTranslation('refunds')
  const state = refundStateOf(refund)
  if (state === 'failed') return <p>{t(`failed_${failureKeyOf(refund.failure_reason)}`)}</p>
  if (state === 'completed' || state === 'processing') return null
  return <p>{t(`text_${state}`)}</p>
}

/** Draws the buttons that a person has for a refund in its state. */
function RefundActions({ refund }: { readonly refund: Refund }) {
  switch (refundStateOf(refund)) {
    case 'approval':
      return <RefundDecision refund={refund} />
    case 'recipient_needed':
      return (
        <>
          <WalletButtons refund={refund} />
          <WithdrawButton refund={refund} />
        </>
      )
    case 'insufficient_balance':
      return <WithdrawButton refund={refund} />
    case 'unknown':
      return <UnknownButtons refund={refund} />
    default:
      return null
  }
}

/** Withdraws a refund that was not sent yet, after a question. */
function WithdrawButton({ refund: { id, amount } }: { readonly refund: Refund }) {
  const { t } = useTranslation('refunds')
  const [open, setOpen] = useState(false)
  const mayWithdraw = useMay('withdraw_refunds')
  const withdraw = useAction((_: undefined, header) =>
    resultOf(api.api.v1.refunds({ id }).withdraw.post(undefined, header)),
  )
  if (!mayWithdraw) return null
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {t('withdraw')}
      </Button>
      <ConfirmDialog
        title={t('withdraw_title')}
        open={open}
        onClose={() => setOpen(false)}
        confirm={t('withdraw')}
        onConfirm={() => withdraw.run(undefined, () => setOpen(false))}
        isDanger
        isBusy={withdraw.busy}
        apiError={withdraw.apiError}
      >
        <p>{t('withdraw_text', { money: moneyOf(amount.value) })}</p>
      </ConfirmDialog>
    </>
  )
}

/**
 * Draws the buttons for a refund with an unknown outcome: check it with the network, or let an owner decide.
 */
function UnknownButtons({ refund: { id, amount } }: { readonly refund: Refund }) {
  const { t } = useTranslation('refunds')
  const [isMarking, setIsMarking] = useState(false)
  const mayCheck = useMay('settle_unmatched')
  const mayMark = useMay('mark_payouts')
  const check = useAction((_: undefined, header) =>
    resultOf(api.api.v1.refunds({ id }).check.post(undefined, header)),
  )
  return (
    <>
      <ApiErrorNote apiError={check.apiError} />
      {mayCheck && (
        <Button size="compact-sm" variant="default" loading={check.busy} onClick={() => check.run(undefined)}>
          {t('check')}
        </Button>
      )}
      {mayMark && (
        <Button size="compact-sm" variant="default" onClick={() => setIsMarking(true)}>
          {t('mark')}
        </Button>
      )}
      {isMarking && (
        <MarkSheet kind="refund" reference={id} amount={amount.value} onClose={() => setIsMarking(false)} />
      )}
    </>
  )
}
