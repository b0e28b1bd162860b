// A refund: money of a sale that goes back to its customer, as a whole or in part. It is never sent twice,
// and does not fail while its outcome is unknown.
//
//   pending ──► completed ──► failed     its money came back
//      └──────► failed ─────► completed  late: it was sent after all
//
// It is carried out as a payout (payout.ts) and has all that a payout has. Cash is completed when it is
// handed over. refund-way.ts decides the way, refund-waiting.ts what waits before it is sent.
import type { RefundEventType } from './event.ts'
import type { Payout, PayoutChange, Recipient, RefundOrigin } from './payout.ts'
import type { Posting } from './posting.ts'
import type { RefundLine, StoredRefundLines } from './refund-line.ts'

export const refundStatuses = ['pending', 'completed', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** network: the network's own refund · payout: to a wallet · cash: from the drawer. */
export const refundWays = ['network', 'payout', 'cash'] as const
export type RefundWay = (typeof refundWays)[number]

/**
 * processing: sent, no outcome yet · insufficient_balance: the network's float does not cover it yet, so it
 * was not sent · approval: a second person decides · recipient_needed: the customer has not named a wallet ·
 * unknown: the network has given no outcome, and is asked.
 */
export const pendingReasons = [
  'processing',
  'insufficient_balance',
  'approval',
  'recipient_needed',
  'unknown',
] as const
export type PendingReason = (typeof pendingReasons)[number]

/** The wallet that gets the money. */
export interface RefundWallet {
  /** E.164. */
  readonly phone: string
  readonly provider: string
  /** The name of its owner at the network; empty if the network gives none. */
  readonly name: string
}

/** A refund is a payout whose reference is its id. Its fees are the cost of sending it. */
export interface Refund extends Payout {
  /** What is given back: money of a payment, or of a cash sale. */
  readonly paymentId: string | null
  readonly cashSaleId: string | null
  /** Unmatched money of the payment, which is given back instead of what paid for it. */
  readonly unmatchedId: string | null
  readonly way: RefundWay
  readonly reason: string
  /** Where a cashier asked for it. */
  readonly tillId: string | null
  /** The shift whose drawer the cash came from. */
  readonly shiftId: string | null
  /** The second person, where it needed one at a till. */
  readonly approvedBy: string | null
  /** Null unless the way is `network`. */
  readonly origin: RefundOrigin | null
  /** Whether the first release made it, and took its sale out of the sales of its shift. */
  readonly fromSales: boolean
  /** The numbers that customers have tried at its link. */
  readonly claimTries: number
  /** What came back; null for a refund of a sum. */
  readonly lineItems: StoredRefundLines
}

export interface RefundChange {
  readonly refund: Refund
  readonly events: readonly RefundEventType[]
  readonly postings: readonly Posting[]
  /** What this adds to the money that was given back; below zero when it came back. Whole shillings. */
  readonly refunded: number
}

/** Whether a payout carries out a refund. */
export const isRefund = (payout: Payout): payout is Refund => 'way' in payout

const statusAfter: Readonly<Record<Payout['status'], RefundStatus>> = {
  pending: 'pending',
  completed: 'completed',
  failed: 'failed',
  reversed: 'failed',
}
/** Returns the status of a refund from that of its payout: a reversed payout is a failed refund. */
export const refundStatus = ({ status }: Pick<Payout, 'status'>): RefundStatus => statusAfter[status]

/** Whether a refund has given money back or is still pending, that is, it has not failed. */
export const isGiven = (refund: Pick<Payout, 'status'>): boolean => refundStatus(refund) !== 'failed'

/** Returns the sum of the refunds that have not failed; it cannot be given back again. Whole shillings. */
export const refundedOrPendingSum = (refunds: readonly Pick<Refund, 'status' | 'amount'>[]): number =>
  refunds.reduce((sum, refund) => (refundStatus(refund) === 'failed' ? sum : sum + refund.amount), 0)

/**
 * Returns the sum of a sale's refunds since a second person last approved one of them, whole shillings.
 * Failed refunds and those that wait for approval do not count.
 * @param refunds oldest first
 */
export function unapprovedSum(
  refunds: readonly Pick<Refund, 'status' | 'amount' | 'approval' | 'approvedBy'>[],
): number {
  const counted = refunds.filter(refund => refundStatus(refund) !== 'failed' && refund.approval !== 'waiting')
  const lastApprovedIndex = counted.findLastIndex(
    ({ approval, approvedBy }) => approval === 'approved' || approvedBy !== null,
  )
  // Without an approved refund the index is -1, so all count.
  return refundedOrPendingSum(counted.slice(lastApprovedIndex + 1))
}

/** Whether completed refunds have given back all of a sale. */
export const isGivenBack = (
  sale: { readonly amount: number },
  refunds: readonly Pick<Refund, 'status' | 'amount'>[],
): boolean => refundedOrPendingSum(refunds.filter(({ status }) => status === 'completed')) >= sale.amount

/** Returns the lines of all refunds that have not failed. */
export const refundedOrPendingLines = (
  refunds: readonly Pick<Refund, 'status' | 'lineItems'>[],
): readonly RefundLine[] =>
  refunds.flatMap(refund => (refundStatus(refund) === 'failed' ? [] : (refund.lineItems ?? [])))

/** The recipient of a refund in cash, and of any refund until its customer names a wallet. */
export const unnamedRecipient: Recipient = { channel: 'mobile', phone: '', provider: '', name: '' }
/** Whether a refund has no wallet yet, or is in cash. */
export const isUnnamed = (recipient: Recipient): boolean =>
  recipient.channel === 'mobile' && recipient.phone === ''

/** Returns the wallet that gets the money; null for cash or a bank, and until the customer names one. */
export const walletOf = ({ recipient }: Pick<Payout, 'recipient'>): RefundWallet | null =>
  recipient.channel === 'mobile' && recipient.phone !== ''
    ? { phone: recipient.phone, provider: recipient.provider, name: recipient.name }
    : null

/** Returns why a refund has not ended; null once it has. */
export function pendingReasonOf({
  status,
  state,
  approval,
  recipient,
}: Pick<Payout, 'status' | 'state' | 'approval' | 'recipient'>): PendingReason | null {
  if (status !== 'pending') return null
  if (state === 'unknown') return 'unknown'
  if (state !== 'waiting') return 'processing'
  if (approval === 'waiting') return 'approval'
  return isUnnamed(recipient) ? 'recipient_needed' : 'insufficient_balance'
}

const refundReasons = {
  'payout.held': 'refund.held',
  'payout.completed': 'refund.completed',
  'payout.fee': 'refund.fee',
  'payout.failed': 'refund.failed',
  'payout.reversed': 'refund.reversed',
} as const satisfies Readonly<Record<string, Posting['reason']>>
type PayoutReason = keyof typeof refundReasons
const isPayoutReason = (reason: Posting['reason']): reason is PayoutReason => reason in refundReasons

/** Replaces the reasons of a payout's postings by those of a refund; other reasons stay. */
export const refundPostings = (postings: readonly Posting[]): Posting[] =>
  postings.map(posting =>
    isPayoutReason(posting.reason) ? { ...posting, reason: refundReasons[posting.reason] } : posting,
  )

/** Returns what a refund has given back so far, whole shillings. */
const returnedSum = (refund: Refund) => (refund.status === 'completed' ? refund.amount : 0)

/**
 * Turns a change of a refund's payout into a change of the refund. Money that arrived and came back at once
 * was never given back, so only the failure is an event.
 */
export function refundChange(before: Refund, { payout, postings }: PayoutChange): RefundChange {
  const refund: Refund = { ...before, ...payout }
  const status = refundStatus(refund)
  const hasEnded = status !== 'pending' && status !== refundStatus(before)
  return {
    refund,
    events: hasEnded ? [`refund.${status}`] : [],
    postings: refundPostings(postings),
    refunded: returnedSum(refund) - returnedSum(before),
  }
}
