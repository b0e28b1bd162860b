// Refunds as the console shows them: the state of one and how it looks, and what is left of a sale.
import type { LinkProps } from '@tanstack/react-router'
import { refundedSumOf } from '../../kit/refund.model.ts'
import type { Refund } from '../../kit/refund.ts'
import type { Tone } from '../parts/figure.tsx'
import type { IconName } from '../parts/icon.tsx'
import type { RefundState } from './refund-search.model.ts'

export const refundStateOf = ({
  status,
  pending_reason,
}: Pick<Refund, 'status' | 'pending_reason'>): RefundState =>
  status === 'pending' ? (pending_reason ?? 'processing') : status

/** The API's filter for one state. */
export function stateFilterOf(state: RefundState | undefined) {
  if (state === undefined) return {}
  return state === 'completed' || state === 'failed' ? { status: state } : { pending_reason: state }
}

export const refundChips: Readonly<Record<RefundState, { readonly tone: Tone; readonly icon: IconName }>> = {
  approval: { tone: 'warning', icon: 'person' },
  recipient_needed: { tone: 'warning', icon: 'phone' },
  insufficient_balance: { tone: 'warning', icon: 'clock' },
  unknown: { tone: 'warning', icon: 'question' },
  processing: { tone: 'open', icon: 'clock' },
  completed: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
}

/** `07•• ••• 456 · ASHA MFANO`: who gets it, as far as it is known. */
export const recipientText = ({ recipient }: Pick<Refund, 'recipient'>): string =>
  recipient
    ? [recipient.phone.replace(/^\+255(\d)\D+(\d{3})$/, '0$1•• ••• $2'), recipient.name]
        .filter(Boolean)
        .join(' · ')
    : ''

/**
 * What may still be refunded, whole shillings. @param all refunds of the sale, as far as they are known
 * @param refunded what was given back of it, where the sale states it
 */
export const leftOf = (paid: number, all: readonly Refund[], refunded: number = refundedSumOf(all)): number =>
  paid - refunded - refundedSumOf(all, 'pending')

/** The lists that lead to a refund on the page of its sale. */
export const refundOrigins = {
  '/payments/refunds': 'nav_refunds',
  '/payouts': 'nav_payouts',
  '/unmatched': 'nav_unmatched',
} as const
export type RefundOrigin = keyof typeof refundOrigins

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list that led to a sale, which Back leads to again. */
    from?: RefundOrigin
  }
}

/** The link to a refund on the page of its sale. @param from the list that shows the link */
export const refundLinkOf = (id: string, reference: string, from: RefundOrigin): LinkProps => ({
  to: '/payments/$reference',
  params: { reference },
  hash: id,
  state: { from },
})

/**
 * Whether its unmatched money may be refunded again: no refund of it is open or done, and this is the newest.
 * @param all refunds of the payment, newest first
 */
export function isUnmatchedAgain({ id, unmatched_id }: Refund, all: readonly Refund[]): boolean {
  const of = all.filter(eachRefund => eachRefund.unmatched_id === unmatched_id)
  return unmatched_id !== null && of[0]?.id === id && of.every(({ status }) => status === 'failed')
}

const failures = [
  'withdrawn',
  'wallet_not_named',
  'float_empty',
  'not_sent',
  'approval_declined',
  'approval_expired',
  'recipient_not_found',
] as const

/** The text key of why a refund failed. A reason without a text counts as the network's. */
export const failureKeyOf = (reason: string | null): (typeof failures)[number] | 'by_network' =>
  failures.find(failure => failure === reason) ?? 'by_network'
