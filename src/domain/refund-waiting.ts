// A refund that waits before anything is sent: for the wallet of its customer, or until the network's float
// covers it. Its money is held for that time.
//
//   waiting ◄─► sent      (the wallet was named, the float covers it; or it waits for a second person first;
//      │                   back again while certainly nothing was sent)
//      ├──────► expired   (the refund fails, and its money returns)
//      └──────► withdrawn (the same)
import { unsent } from './answer.ts'
import { fault } from './fault.ts'
import { nextPayout, type Payout, type PayoutChange } from './payout.ts'
import { isRefund, isUnnamed, type Refund, type RefundWallet, unnamedRecipient } from './refund.ts'

/** A refund that could not be sent within seven days fails. */
const waitMs = 7 * 86_400_000

/** The numbers that customers may try at the link of one refund: a try shows the name behind a number. */
export const claimTriesMax = 10

const unsentReasons = ['not_sent', 'wallet_not_named', 'withdrawn', 'float_empty'] as const
/** Whether a refund or payout that failed for this reason was never sent. */
export const isUnsentReason = (reason: string | null): boolean =>
  unsentReasons.some(unsentReason => unsentReason === reason)

/** Whether a refund waits for the customer's wallet, or for the network's float. */
export const isWaiting = ({ status, state, approval }: Refund): boolean =>
  status === 'pending' && state === 'waiting' && approval !== 'waiting'

/** Whether a refund waits because its customer has not named a wallet. */
const needsWallet = (refund: Refund): boolean => isWaiting(refund) && isUnnamed(refund.recipient)

/** Returns when a refund fails that could not be sent until then. Milliseconds since 1970. */
export const waitsUntil = ({ createdAt }: Pick<Refund, 'createdAt'>): number => createdAt + waitMs

/** Whether a refund still accepts the wallet of its customer. */
export const acceptsWallet = (refund: Refund, now: number): boolean =>
  needsWallet(refund) && now < waitsUntil(refund)

/** Whether the customer of a refund may still try a number at its link. */
export const isClaimable = (refund: Refund, now: number): boolean =>
  acceptsWallet(refund, now) && refund.claimTries < claimTriesMax

/** Fails a refund that was never sent, so that its money returns. */
const failRefund = (refund: Refund, reason: (typeof unsentReasons)[number], now: number): PayoutChange =>
  nextPayout(refund, { kind: 'failed', reason, unsent: true }, now)

/**
 * Fails a refund that a person takes back before it is sent.
 * @throws Fault `refund_not_withdrawable` once it was sent or has ended
 */
export function applyWithdrawal(refund: Refund, now: number): PayoutChange {
  if (!isWaiting(refund)) throw fault('refund_not_withdrawable')
  return failRefund(refund, 'withdrawn', now)
}

/** Fails a refund whose customer named no wallet in time, or which the network's float did not cover. */
export const applyRefundExpiry = (refund: Refund, now: number): PayoutChange =>
  failRefund(refund, isUnnamed(refund.recipient) ? 'wallet_not_named' : 'float_empty', now)

/** Why a network sends nothing while its float is empty. */
export const floatEmpty = 'insufficient_balance'
interface Outcome {
  readonly kind: string
  readonly reason?: string
  readonly unsent?: boolean
}

/**
 * Returns the failure reason to store with a payout that will be tried again: null, or `floatEmpty` for a
 * refund that has found the float empty. A refund remembers this, so that a later outage of the network does
 * not make it fail.
 * @param outcome the network's answer to the last try, which sent nothing
 */
export function reasonWhilePlanned(payout: Payout, outcome?: Outcome): string | null {
  const wasFloatEmpty = payout.failureReason === floatEmpty || outcome?.reason === floatEmpty
  return isRefund(payout) && wasFloatEmpty ? floatEmpty : null
}

/**
 * Whether a refund waits for the float, which is empty, or was empty before the network became unreachable.
 * @param reason why the last try sent nothing
 */
function waitsForFloat({ failureReason }: Refund, reason: string | undefined): boolean {
  if (reason === floatEmpty) return true
  const isUnreachable = reason === unsent.reason || reason === 'not_sent'
  return failureReason === floatEmpty && isUnreachable
}

/**
 * Lets a refund wait again after a try that certainly sent nothing: until the network's float covers the
 * amount, or until its customer, who has tried numbers at its link, names another wallet.
 * @returns undefined if the refund does not wait again: it is not sent by payout, has ended, was or may have
 * been sent, or its customer has named no wallet
 */
export function returnToWaiting(refund: Refund, outcome: Outcome): Refund | undefined {
  const { status, way, yesCount, claimTries } = refund
  const isUnsent = yesCount === 0 && outcome.kind === 'failed' && outcome.unsent === true
  if (status !== 'pending' || way !== 'payout' || !isUnsent) return undefined
  const waiting: Refund = { ...refund, state: 'waiting' }
  if (waitsForFloat(refund, outcome.reason)) return { ...waiting, failureReason: floatEmpty }
  const hasCustomerTried = claimTries > 0
  if (!hasCustomerTried) return undefined
  return { ...waiting, recipient: unnamedRecipient, failureReason: outcome.reason ?? null }
}

/**
 * Sets the wallet that the customer named at the refund's link.
 * @throws Fault `refund_wallet_not_needed` when the refund does not wait for a wallet, or its time is over
 */
export function applyRefundWallet(refund: Refund, wallet: RefundWallet, now: number): Refund {
  if (!acceptsWallet(refund, now)) throw fault('refund_wallet_not_needed')
  return { ...refund, recipient: { channel: 'mobile', ...wallet } }
}
