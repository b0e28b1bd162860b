// A payout: money out to a wallet or a bank account. It is never sent twice, and does not fail while its
// outcome is unknown.
//
//   pending ──► completed ──► reversed
//      └──────► failed ──► completed (late: it was sent after all)
//
// Completed or failed by its network, or by an owner (payout-manual.ts).
//
// Amount and fee leave what is available when it is made; they return when it fails or is reversed.
import type { ApiVersion } from './api-version.ts'
import type { Memo } from './attempt.ts'
import type { PayoutEventType } from './event.ts'
import type { Metadata } from './payment.ts'
import type { Posting } from './posting.ts'

export const payoutStatuses = ['pending', 'completed', 'failed', 'reversed'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]
/** The decision of a second person on a payout that needed one. */
export type PayoutApproval = 'waiting' | 'approved' | 'declined' | 'expired'
/** An owner's decision about a payout whose network returned no outcome (payout-manual.ts). */
export interface ManualOutcome {
  readonly result: ManualResult
  readonly reason: string
  readonly by: string // the staff id of the owner
  readonly at: number
  readonly network: 'silent' | 'agrees' | 'differs' // the network's answer since
}
export const manualResults = ['sent', 'not_sent'] as const
export type ManualResult = (typeof manualResults)[number]
/**
 * waiting: needs a second person (payout-approval.ts) · planned: may still be sent · sent, unknown: asked
 * about, never sent again · settled: ended, unless it is reversed.
 */
export type PayoutState = 'waiting' | 'planned' | 'sent' | 'unknown' | 'settled'

/** Whole shillings. */
export const payoutMin = 5_000

/** The recipient: a wallet's number (E.164) or a bank account. */
export type Destination =
  | { readonly channel: 'mobile'; readonly phone: string; readonly provider: string }
  | { readonly channel: 'bank'; readonly bank: string; readonly account: string }
export type Recipient = Destination & { readonly name: string }

/** The paid order whose money a network's own refund gives back. */
export interface RefundOrigin {
  readonly networkReference: string
  /** The network's receipt number of the payment. */
  readonly receipt: string | null
  /** The full amount in whole shillings. */
  readonly amount: number
  readonly memo: Memo
}

/** One request to pay money out, complete before anything is sent to the network. */
export interface PayoutOrder {
  readonly accountId: string
  readonly networkReference: string
  readonly amount: number // whole shillings
  readonly recipient: Recipient
  readonly narration: string
  readonly payer: string
  /** The order whose money a network's own refund gives back; missing when a recipient is paid. */
  readonly origin?: RefundOrigin
}

export interface Payout {
  readonly id: string // UUIDv7; also the public reference
  readonly accountId: string
  readonly status: PayoutStatus
  readonly amount: number // whole shillings that the recipient gets
  readonly fees: number // whole shillings on top
  readonly connector: string // the network's name
  readonly connection: string // the id of the account's connection to it
  /** Our reference, stored before the first byte is sent: 20 characters A–Z 0–9. */
  readonly networkReference: string
  readonly state: PayoutState
  readonly recipient: Recipient
  readonly narration: string
  readonly metadata: Metadata
  readonly webhookUrl: string | null
  readonly apiVersion: ApiVersion
  readonly externalReference: string | null
  readonly failureReason: string | null
  readonly staffId: string | null // who created it (actor.ts)
  readonly keyId: string | null
  readonly createdAt: number
  readonly completedAt: number | null
  readonly endedAt: number | null
  readonly approval: PayoutApproval | null // null when no second person was needed
  /**
   * The staff id of the person who may not decide: the one who created the payout, or named the wallet of a
   * refund, or created the key that did.
   */
  readonly approvalRequestedBy: string | null
  readonly approvalBy: string | null // the staff id of the person who decided
  readonly approvalAt: number | null
  readonly payer: string // the payer's name as the recipient sees it
  /** Running time when the order may have been sent. It gives the order's age whatever the clock shows. */
  readonly ranAt: number
  /** How often the network answered "yes". A "no" that was requested before the last "yes" is ignored. */
  readonly yesCount: number
  readonly memo: Memo | null
  readonly manualOutcome: ManualOutcome | null
}

export type PayoutOutcome =
  | { readonly kind: 'pending'; readonly externalReference?: string }
  | { readonly kind: 'completed'; readonly externalReference?: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly unsent?: boolean }
  | { readonly kind: 'reversed'; readonly reason: string }
  | { readonly kind: 'unknown' }

export interface PayoutChange {
  readonly payout: Payout
  readonly events: readonly PayoutEventType[]
  readonly postings: readonly Posting[]
}

/** What a restore adds to the memo of a payout that may have been sent after the copy was taken. */
export const restoredMemo: Memo = { restored: 'yes' }
/** The count of "yes" that a restore gives such a payout. */
export const restoredYesCount = 1

/**
 * Whether a payout comes from a restored copy, and its network has not answered "yes" since. It may have been
 * sent under another reference than the one in the copy, so a "no" about that one proves nothing.
 */
export const isOnlyFromCopy = ({ memo, yesCount }: Pick<Payout, 'memo' | 'yesCount'>): boolean =>
  memo?.restored !== undefined && yesCount === restoredYesCount

type Sums = Pick<Payout, 'amount' | 'fees'>
/** Leaves out postings of nothing, such as a fee of 0. */
const nonZero = (postings: readonly Posting[]) => postings.filter(({ amount }) => amount > 0)

/** Returns the posting that holds amount and fee when the payout is created. */
export const holdPostings = ({ amount, fees }: Sums): Posting[] => [
  { reason: 'payout.held', from: 'merchant', to: 'held', amount: amount + fees },
]
/** Returns the postings of a payout that completes: the held money goes out. */
const completePostings = ({ amount, fees }: Sums) =>
  nonZero([
    { reason: 'payout.completed', from: 'held', to: 'network', amount },
    { reason: 'payout.fee', from: 'held', to: 'fees', amount: fees },
  ])
/** Returns the postings of a failed payout that was sent after all: the merchant had its money back. */
const completeLatePostings = ({ amount, fees }: Sums) =>
  nonZero([
    { reason: 'payout.completed', from: 'merchant', to: 'network', amount },
    { reason: 'payout.fee', from: 'merchant', to: 'fees', amount: fees },
  ])
/** Returns the posting of a payout that fails: the held money returns to the merchant. */
const returnPostings = ({ amount, fees }: Sums): Posting[] => [
  { reason: 'payout.failed', from: 'held', to: 'merchant', amount: amount + fees },
]
/** Returns the postings of a completed payout that is reversed: amount and fee come back. */
const reversePostings = ({ amount, fees }: Sums) =>
  nonZero([
    { reason: 'payout.reversed', from: 'network', to: 'merchant', amount },
    { reason: 'payout.reversed', from: 'fees', to: 'merchant', amount: fees },
  ])

const noChange = (payout: Payout): PayoutChange => ({ payout, events: [], postings: [] })

/** Completes a payout. If it had failed before, its money is taken from the merchant again. */
function completePayout(payout: Payout, externalReference: string | undefined, now: number): PayoutChange {
  return {
    payout: {
      ...payout,
      status: 'completed',
      state: 'settled',
      externalReference: externalReference ?? payout.externalReference,
      failureReason: null,
      completedAt: now,
      endedAt: now,
      yesCount: payout.yesCount + 1,
    },
    events: ['payout.completed'],
    postings: payout.status === 'failed' ? completeLatePostings(payout) : completePostings(payout),
  }
}

/**
 * Applies an outcome to a payout. Returns the payout with the events to send and the money to move. A
 * reversed payout stays reversed. A failed payout completes if its network reports that it was paid.
 */
export function nextPayout(payout: Payout, outcome: PayoutOutcome, now: number): PayoutChange {
  const isPending = payout.status === 'pending'
  switch (outcome.kind) {
    case 'pending':
      if (!isPending) return noChange(payout)
      // The network has accepted the order, which counts as a "yes".
      return noChange({
        ...payout,
        state: 'sent',
        externalReference: outcome.externalReference ?? payout.externalReference,
        yesCount: payout.yesCount + 1,
      })
    case 'unknown':
      return noChange(isPending ? { ...payout, state: 'unknown' } : payout)
    case 'completed':
      if (!isPending && payout.status !== 'failed') return noChange(payout)
      return completePayout(payout, outcome.externalReference, now)
    case 'failed':
      if (!isPending) return noChange(payout)
      return {
        payout: {
          ...payout,
          status: 'failed',
          state: 'settled',
          failureReason: outcome.reason,
          endedAt: now,
        },
        events: ['payout.failed'],
        postings: returnPostings(payout),
      }
    case 'reversed': {
      if (payout.status === 'failed' || payout.status === 'reversed') return noChange(payout)
      // A payout that is reversed was sent, even if its network had not reported that.
      const completion = isPending ? completePayout(payout, undefined, now) : noChange(payout)
      return {
        payout: { ...completion.payout, status: 'reversed', failureReason: outcome.reason, endedAt: now },
        events: [...completion.events, 'payout.reversed'],
        postings: [...completion.postings, ...reversePostings(payout)],
      }
    }
  }
}
