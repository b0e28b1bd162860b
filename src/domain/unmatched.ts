// Unmatched money: a network confirmed it, but it fits no open payment. It waits in suspense until a person
// decides.
import { fault } from './fault.ts'
import type { Posting } from './posting.ts'

export type UnmatchedReason = 'other_amount' | 'paid_twice'
/** kept: the money becomes the merchant's · returned: it goes back to the customer. */
const resolutions = ['kept', 'returned'] as const
export type Resolution = (typeof resolutions)[number]
/** open: the money waits for a person · settled: a person decided. */
export const unmatchedStatuses = ['open', 'settled'] as const
export type UnmatchedStatus = (typeof unmatchedStatuses)[number]

export interface Unmatched {
  readonly id: string
  readonly accountId: string
  readonly paymentId: string
  readonly attemptId: string
  readonly amount: number // whole shillings
  readonly reason: UnmatchedReason
  readonly receipt: string | null // the network's receipt number
  readonly createdAt: number
  readonly resolution: Resolution | null
  readonly note: string | null
  readonly settledBy: string | null // the id of a person
  readonly settledAt: number | null
  readonly refundId: string | null // the refund that it was settled for; null if a person settled it
}

/** Why unmatched money is settled, and the id of the person who decided; empty for a program. */
export interface Decision {
  readonly resolution: Resolution
  readonly note: string
  readonly by: string
  /** The refund that gives the money back; undefined if a person gave it back. */
  readonly refundId?: string
}

/**
 * Settles unmatched money: the money becomes the merchant's, who may refund it, or goes back to the network
 * for the customer.
 * @throws Fault `unmatched_settled` when a person has already decided
 */
export function settleUnmatched(
  unmatched: Unmatched,
  decision: Decision,
  now: number,
): { readonly unmatched: Unmatched; readonly postings: readonly Posting[] } {
  if (unmatched.settledAt !== null) throw fault('unmatched_settled')
  const isMerchants = decision.resolution === 'kept' || decision.refundId !== undefined
  const to = isMerchants ? 'merchant' : 'network'
  return {
    unmatched: {
      ...unmatched,
      resolution: decision.resolution,
      note: decision.note,
      settledBy: decision.by,
      settledAt: now,
      refundId: decision.refundId ?? null,
    },
    postings: [
      { reason: `unmatched.${decision.resolution}`, from: 'suspense', to, amount: unmatched.amount },
    ],
  }
}

/**
 * Puts unmatched money whose refund failed back into suspense, so that a person decides again. The refund had
 * moved the money to the merchant.
 */
export const reopenUnmatched = (
  unmatched: Unmatched,
): { readonly unmatched: Unmatched; readonly postings: readonly Posting[] } => ({
  unmatched: { ...unmatched, resolution: null, note: null, settledBy: null, settledAt: null, refundId: null },
  postings: [{ reason: 'unmatched.reopened', from: 'merchant', to: 'suspense', amount: unmatched.amount }],
})
