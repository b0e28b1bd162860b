// Refunds as the console shows them: the state of one and how it looks, and what is left of a sale.
import type { LinkProps } from '@tanstack/react-router'
import { refundedSumOf } from '../../kit/refund.model.ts'
import type { Refund } from '../../kit/refund.ts'
import type { Tone } from '../parts/figure.tsx'
import type { IconName } from '../parts/icon.tsx'
import type { RefundState } from './refund-search.model.ts'
import type { UnmatchedMoney } from './unmatched.model.ts'

/** Returns the state that pages show: for a pending refund what it waits for, or `processing`. */
export const refundStateOf = ({
  status,
  pending_reason,
}: Pick<Refund, 'status' | 'pending_reason'>): RefundState =>
  status === 'pending' ? (pending_reason ?? 'processing') : status

/** Returns the API's filter for one state; empty for all states. */
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

/**
 * Returns the masked number and name of the recipient, such as `07•• ••• 456 · ASHA MFANO`; empty if unknown.
 */
export const recipientText = ({ recipient }: Pick<Refund, 'recipient'>): string =>
  recipient
    ? [recipient.phone.replace(/^\+255(\d)\D+(\d{3})$/, '0$1•• ••• $2'), recipient.name]
        .filter(Boolean)
        .join(' · ')
    : ''

/**
 * Returns what may still be refunded of a sale, in whole shillings: what was paid, less done and pending
 * refunds. `all` are its refunds as far as they are loaded; `refunded` is the sum that the sale itself
 * states, if it does.
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

/** Returns the link to a refund on the page of its sale. Back then leads to the list `from`. */
export const refundLinkOf = (id: string, reference: string, from: RefundOrigin): LinkProps => ({
  to: '/payments/$reference',
  params: { reference },
  hash: id,
  state: { from },
})

/**
 * Returns how much of the unmatched money that a refund returned may still be refunded, in whole shillings.
 * It is 0 for all but the newest refund of that money, so that only one of them offers the rest.
 * @param all the payment's refunds, newest first
 * @param received the payment's unmatched money
 */
export function leftOfUnmatched(
  { id, unmatched_id }: Refund,
  all: readonly Refund[],
  received: readonly Pick<UnmatchedMoney, 'id' | 'amount'>[],
): number {
  const money = received.find(eachMoney => eachMoney.id === unmatched_id)
  const sameMoney = all.filter(eachRefund => eachRefund.unmatched_id === unmatched_id)
  if (!money || sameMoney[0]?.id !== id) return 0
  const isCounted = ({ status }: Refund) => status !== 'failed'
  return sameMoney.filter(isCounted).reduce((left, { amount }) => left - amount.value, money.amount)
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

/**
 * Returns the text key of why a refund failed. A reason without a text of its own counts as the network's.
 */
export const failureKeyOf = (reason: string | null): (typeof failures)[number] | 'by_network' =>
  failures.find(failure => failure === reason) ?? 'by_network'
