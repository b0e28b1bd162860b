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

const needsWallet = (refund: Refund): boolean => isWaiting(refund) && isUnnamed(refund.recipient)

/** Returns when a refund that could not be sent fails. */
export const waitsUntil = ({ createdAt }: Pick<Refund, 'createdAt'>): number => createdAt + waitMs

/** Whether a refund still accepts the wallet of its customer. */
export const acceptsWallet = (refund: Refund, now: number): boolean =>
  needsWallet(refund) && now < waitsUntil(refund)

/** Whether the customer of a refund may still try a number at its link. */
export const isClaimable = (refund: Refund, now: number): boolean =>
  acceptsWallet(refund, now) && refund.claimTries < claimTriesMax

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

/** Fails a refund that no customer claimed in time, or that the network's float did not cover. */
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
 * Returns the failure reason of a payout that is planned again. A refund keeps that a float was empty, so
 * that an outage does not end it.
 * @param outcome the network's answer to the last try, which sent nothing
 */
export const reasonWhilePlanned = (payout: Payout, outcome?: Outcome): string | null =>
  isRefund(payout) && [payout.failureReason, outcome?.reason].includes(floatEmpty) ? floatEmpty : null

/** Whether a refund waits for the float: it is empty, or was empty and the network cannot be reached now. */
function waitsForFloat({ failureReason }: Refund, reason: string | undefined): boolean {
  if (reason === floatEmpty) return true
  return failureReason === floatEmpty && (reason === unsent.reason || reason === 'not_sent')
}

/**
 * Returns a refund to waiting after a try that certainly sent nothing: it waits until the network's float
 * covers it, or, if its customer has tried numbers at its link, for another wallet.
 * @returns undefined if the refund does not wait again: it is no payout, has ended, was or may have been
 * sent, or only the shop has named wallets
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
 * @throws Fault `refund_wallet_not_needed` when it does not wait for a wallet, or its time has ended
 */
export function applyRefundWallet(refund: Refund, wallet: RefundWallet, now: number): Refund {
  if (!acceptsWallet(refund, now)) throw fault('refund_wallet_not_needed')
  return { ...refund, recipient: { channel: 'mobile', ...wallet } }
}
