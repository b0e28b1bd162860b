// A refund that waits before anything is sent: for the wallet of its customer, or until the network's float
// covers it. Its money is held meanwhile.
//
//   waiting ──► sent      (the wallet was named, the float covers it; or it waits for a second person first)
//      ├──────► expired   (the refund fails, and its money returns)
//      └──────► withdrawn (the same)
import { fault } from './fault.ts'
import { nextPayout, type PayoutChange } from './payout.ts'
import { isUnnamed, type Refund, type RefundWallet } from './refund.ts'

/** A refund that could not be sent within seven days fails. */
const waitMs = 7 * 86_400_000

/** Refunds and payouts that failed for one of these reasons were never sent. */
const unsentReasons = ['not_sent', 'wallet_not_named', 'withdrawn', 'float_empty'] as const
export const isUnsentReason = (reason: string | null): boolean => unsentReasons.some(one => one === reason)

/** Whether it waits for the customer's wallet, or for the network's float. */
export const isWaiting = ({ status, state, approval }: Refund): boolean =>
  status === 'pending' && state === 'waiting' && approval === null

/** Whether its customer may name the wallet. */
export const isClaimable = (refund: Refund): boolean => isWaiting(refund) && isUnnamed(refund.recipient)

/** When a refund that could not be sent fails. */
export const waitsUntil = ({ createdAt }: Pick<Refund, 'createdAt'>): number => createdAt + waitMs

const failed = (refund: Refund, reason: (typeof unsentReasons)[number], now: number): PayoutChange =>
  nextPayout(refund, { kind: 'failed', reason, unsent: true }, now)

/** The refund that a person took back before it was sent. @throws Fault `invalid_state` */
export function withdrawnRefund(refund: Refund, now: number): PayoutChange {
  if (!isWaiting(refund)) throw fault('refund_not_withdrawable')
  return failed(refund, 'withdrawn', now)
}

/** The refund that no customer claimed, or that the float did not cover, in time. */
export const expiredRefund = (refund: Refund, now: number): PayoutChange =>
  failed(refund, isUnnamed(refund.recipient) ? 'wallet_not_named' : 'float_empty', now)

/** The network's float does not cover it, so certainly nothing was sent: it waits until it does. */
export const waitsForFloat = (
  refund: Refund,
  outcome: { readonly kind: string; readonly reason?: string; readonly unsent?: boolean },
): boolean =>
  refund.status === 'pending' &&
  refund.way === 'payout' &&
  refund.yesCount === 0 &&
  outcome.kind === 'failed' &&
  outcome.unsent === true &&
  outcome.reason === 'insufficient_balance'

/** The refund with the wallet that its customer named. @throws Fault `invalid_state` */
export function refundWithWallet(refund: Refund, wallet: RefundWallet): Refund {
  if (!isClaimable(refund)) throw fault('refund_wallet_not_needed')
  return { ...refund, recipient: { channel: 'mobile', ...wallet } }
}
