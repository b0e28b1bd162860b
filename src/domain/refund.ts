// A refund: money of a sale that goes back to its customer, as a whole or in part. It is never sent twice,
// and does not fail while its outcome is unknown.
//
//   pending ──► completed ──► failed     its money came back
//      └──────► failed ─────► completed  late: it was sent after all
//
// Cash is completed when it is handed over. The other ways are carried out by a payout with the refund's id
// (payout.ts), and the refund follows it. refund-way.ts decides the way, refund-claim.ts who receives it.
import type { ApiVersion } from './api-version.ts'
import type { RefundEventType } from './event.ts'
import type { Metadata } from './payment.ts'
import type { Payout } from './payout.ts'

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
  /** As the network has it; empty where it names none. */
  readonly name: string
}

export interface Refund {
  /** UUIDv7; also the public reference, and the id of the payout that carries it out. */
  readonly id: string
  readonly accountId: string
  /** What is given back: a payment's money, or that of a cash sale. */
  readonly paymentId: string | null
  readonly cashSaleId: string | null
  /** Unmatched money of the payment, which is returned instead of what paid for it. */
  readonly unmatchedId: string | null
  /** Whole shillings, as the customer gets it. */
  readonly amount: number
  /** Whole shillings: what sending it costs the merchant on top. */
  readonly fees: number
  readonly status: RefundStatus
  /** Null once it has ended. */
  readonly pendingReason: PendingReason | null
  readonly way: RefundWay
  readonly reason: string
  /** Null for cash, and until the customer names a wallet. */
  readonly wallet: RefundWallet | null
  readonly failureReason: string | null
  readonly metadata: Metadata
  readonly webhookUrl: string | null
  readonly apiVersion: ApiVersion
  /** Who asked for it (actor.ts). */
  readonly staffId: string | null
  readonly tillId: string | null
  readonly keyId: string | null
  /** The shift whose drawer the cash came from. */
  readonly shiftId: string | null
  /** The second person, where it needed one at a till. */
  readonly approvedBy: string | null
  readonly createdAt: number
  readonly completedAt: number | null
  readonly endedAt: number | null
}

export interface RefundChange {
  readonly refund: Refund
  readonly events: readonly RefundEventType[]
  /** What this adds to the money that was given back; below zero when it came back. Whole shillings. */
  readonly refunded: number
}

/** A pending or completed refund: its money cannot be given back again. */
export const isCounted = ({ status }: Pick<Refund, 'status'>): boolean => status !== 'failed'

/** What is pending or was given back. */
export const countedSum = (refunds: readonly Pick<Refund, 'status' | 'amount'>[]): number =>
  refunds.reduce((sum, refund) => (isCounted(refund) ? sum + refund.amount : sum), 0)

/** Why the payout of a refund has not ended. */
export function pendingReasonOf({
  status,
  state,
  approval,
  failureReason,
  recipient,
}: Pick<Payout, 'status' | 'state' | 'approval' | 'failureReason' | 'recipient'>): PendingReason | null {
  if (status !== 'pending') return null
  if (state === 'unknown') return 'unknown'
  if (state !== 'waiting') return 'processing'
  if (approval === 'waiting') return 'approval'
  return failureReason === 'insufficient_balance' && !isUnnamed(recipient)
    ? 'insufficient_balance'
    : 'recipient_needed'
}

/** The recipient of a payout until the customer names a wallet. */
export const unnamedRecipient = { channel: 'mobile', phone: '', provider: '', name: '' } as const
export const isUnnamed = (recipient: Payout['recipient']): boolean =>
  recipient.channel === 'mobile' && recipient.phone === ''

const statusAfter: Readonly<Record<Payout['status'], RefundStatus>> = {
  pending: 'pending',
  completed: 'completed',
  failed: 'failed',
  reversed: 'failed',
}

const walletOf = ({ recipient }: Pick<Payout, 'recipient'>): RefundWallet | null =>
  recipient.channel === 'mobile' && recipient.phone !== ''
    ? { phone: recipient.phone, provider: recipient.provider, name: recipient.name }
    : null

/**
 * The refund as its payout is now. Money that arrived and came back at once was never given back: only the
 * failure is an event.
 */
export function refundAfter(refund: Refund, payout: Payout, now: number): RefundChange {
  const status = statusAfter[payout.status]
  const hasChanged = status !== refund.status
  const next: Refund = {
    ...refund,
    status,
    pendingReason: pendingReasonOf(payout),
    wallet: walletOf(payout),
    failureReason: status === 'failed' ? payout.failureReason : null,
    completedAt: status === 'completed' ? (payout.completedAt ?? now) : null,
    endedAt: payout.endedAt,
  }
  const given = (one: Refund) => (one.status === 'completed' ? one.amount : 0)
  return {
    refund: next,
    events: hasChanged && status !== 'pending' ? [`refund.${status}`] : [],
    refunded: given(next) - given(refund),
  }
}
