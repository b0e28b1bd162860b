// Applies a network's answer about an attempt to its payment.

import type { CollectResult } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import { isStale } from '../domain/answer.ts'
import { type Attempt, type Memo, nextAttempt, type Outcome } from '../domain/attempt.ts'
import { paymentOfAttempt } from '../domain/channel.ts'
import { assert } from '../domain/fault.ts'
import { idWithPrefix } from '../domain/id.ts'
import {
  isUnconfirmed,
  nextPayment,
  type Payment,
  type PaymentAction,
  type PaymentChange,
} from '../domain/payment.ts'
import { cappedFeeOn } from '../domain/posting.ts'
import type { Unmatched } from '../domain/unmatched.ts'
import { findAccount } from '../store/account.ts'
import { findAttempt, findAttemptPaidWith, listOpenAttempts, updateAttempt } from '../store/attempt.ts'
import type { Tx } from '../store/engine/statement.ts'
import { putJob } from '../store/job.ts'
import { findPayment, findPaymentByReceipt } from '../store/payment.ts'
import { insertUnmatched } from '../store/unmatched.ts'
import type { Appliance } from './appliance.ts'
import { applyPaymentChange } from './payment-change.ts'
import { reportReversedAttempt } from './reversal.ts'

/** Returns the action on a payment that follows from an attempt's outcome, with the fees if it was paid. */
export function paymentActionOf(
  outcome: Outcome,
  attempt: Attempt,
  payment: Payment,
  account: Account,
): PaymentAction {
  switch (outcome.kind) {
    case 'completed':
      return {
        kind: 'collected',
        amount: outcome.amount,
        fees: cappedFeeOn(outcome.amount, account.fees[payment.type]),
        ...(outcome.payer?.provider ? { provider: outcome.payer.provider } : {}),
        ...(outcome.receipt ? { externalReference: outcome.receipt } : {}),
      }
    case 'failed':
      return outcome.reason === 'expired'
        ? { kind: 'expired', byNetwork: true }
        : { kind: 'failed', reason: outcome.reason }
    case 'pending':
      return {
        kind: 'offered',
        qr: outcome.qr || undefined,
        token: outcome.token || undefined,
        tillNumber: outcome.tillNumber,
        pageUrl: outcome.pageUrl || undefined,
        externalReference: attempt.externalReference || undefined,
      }
    case 'unknown':
      return { kind: 'unknown' }
  }
}

/**
 * Returns the payment with the method and amount of this attempt, if the attempt is paid: a push may have
 * paid a QR payment, and a session's customer may have chosen another method or amount since. A direct
 * payment (one without a session) keeps its phone. If its customer paid another amount than requested,
 * nothing changes, because the payment is then not completed.
 */
function withPaidAttempt(payment: Payment, attempt: Attempt, outcome: Outcome): Payment {
  if (payment.status === 'completed' || outcome.kind !== 'completed') return payment
  const attemptPayment = paymentOfAttempt(payment, attempt)
  if (payment.sessionId !== null) return attemptPayment
  return outcome.amount === attempt.amount ? { ...attemptPayment, phone: payment.phone } : payment
}

/** The action that leaves a payment open, with its present code or page. */
const unchangedOffer = { kind: 'offered' } as const

/** Returns the change with its payment marked as unknown, unless the payment is paid. */
const keepUnknown = (change: PaymentChange): PaymentChange =>
  change.payment.status === 'completed' || change.payment.unknown
    ? change
    : { ...change, payment: { ...change.payment, unknown: true } }

/**
 * Records a network's answer about an attempt. It updates the attempt and its payment, and stores money that
 * fits no open payment. It reads the rows again, because another answer may have changed them since the
 * network was asked. A failed attempt fails its payment only when no other attempt is open: a declined push
 * leaves the QR open. It never fails a session's payment, because the customer can try again.
 * @param attempt as it was when the network was asked: a "no" from before the network's last "yes" is ignored
 * @returns the payment after the answer
 */
export async function recordOutcome(
  tx: Tx,
  appliance: Appliance,
  attempt: Attempt,
  result: CollectResult,
  now: number,
): Promise<Payment> {
  const payment = await findPayment(tx, attempt.paymentId)
  const current = await findAttempt(tx, attempt.id)
  const account = await findAccount(tx, attempt.accountId)
  assert(payment && current && account, 'an attempt has its payment and account')
  if (isStale(result, current, attempt.yesCount)) return payment
  if (current.state === 'succeeded') {
    // After the payment only a "no" matters: the money was taken back.
    if (result.kind === 'failed' && !result.unsent)
      await reportReversedAttempt(tx, appliance, account, payment, current)
    return payment
  }
  const outcome = await outcomeOncePerReceipt(tx, appliance, current, result)
  const decided = nextAttempt(current, outcome, now)
  const next = withMemo(decided, outcome.memo)
  if (next !== current) await updateAttempt(tx, next)
  // An attempt that stays cancelled or failed does not change its payment.
  if (decided === current) return payment
  const { method, phone, state } = next
  if (method === 'push' && phone && state === 'succeeded')
    tx.afterCommit(() => appliance.phonePushes.forgetPaid(phone))
  if (current.state === 'failed' && next.state === 'sent') await resumeStatusChecks(tx, appliance, next, now)
  const openOthers = (await listOpenAttempts(tx, payment.id)).filter(({ id }) => id !== next.id)
  const paymentStaysOpen = state === 'failed' && (openOthers.length > 0 || payment.sessionId !== null)
  const checked = { payment, attempt: next, outcome, account, openOthers, paymentStaysOpen }
  const change = paymentChangeOf(checked, now)
  await applyPaymentChange(tx, appliance, account, payment, change, now)
  // If only this attempt kept an overdue session open, the session can expire now.
  if (payment.sessionId && paymentStaysOpen && now >= payment.expiresAt) {
    await putJob(tx, 'session.expire', payment.sessionId, now)
    appliance.notifier.publishJob(tx, now)
  }
  if (change.unmatched && outcome.kind === 'completed') {
    // Publish an unchanged payment too, because its pages also show unmatched money.
    if (change.payment === payment) appliance.notifier.publishPayment(tx, payment)
    await holdUnmatched(tx, appliance, next, outcome, change.unmatched, now)
  }
  return change.payment
}

interface CheckedAttempt {
  readonly payment: Payment
  readonly attempt: Attempt
  readonly outcome: CollectResult
  readonly account: Account
  readonly openOthers: readonly Attempt[]
  readonly paymentStaysOpen: boolean
}

/** Returns how the outcome of an attempt changes its payment. */
function paymentChangeOf(
  { payment, attempt, outcome, account, openOthers, paymentStaysOpen }: CheckedAttempt,
  now: number,
): PaymentChange {
  const paidPayment = withPaidAttempt(payment, attempt, outcome)
  const isReplaced = openOthers.some(({ method, id }) => method === attempt.method && id > attempt.id)
  // The payment keeps the code or page of its newest attempt.
  const keepsOffer = paymentStaysOpen || (outcome.kind === 'pending' && isReplaced)
  const action = keepsOffer ? unchangedOffer : paymentActionOf(outcome, attempt, paidPayment, account)
  const change = nextPayment(paidPayment, action, now)
  const isOtherUnknown = openOthers.some(({ state }) => state === 'unknown')
  return isOtherUnknown ? keepUnknown(change) : change
}

/**
 * Returns the outcome to record, so that no receipt of a connection pays twice. If the receipt paid another
 * attempt of the same payment, this attempt fails. If it paid another payment, this attempt stays unknown. If
 * a person confirmed another payment with the receipt, the network's outcome counts. The last two conflicts
 * are logged.
 */
async function outcomeOncePerReceipt(
  tx: Tx,
  { world: { log } }: Appliance,
  attempt: Attempt,
  outcome: CollectResult,
): Promise<CollectResult> {
  // Without a network (no `plannedOrder`), receipts are not compared: the simulator's are its references.
  if (outcome.kind !== 'completed' || !outcome.receipt || attempt.plannedOrder === null) return outcome
  const { id, paymentId, accountId, connection } = attempt
  const paidAttempt = await findAttemptPaidWith(tx, connection, outcome.receipt)
  if (paidAttempt?.paymentId === paymentId && paidAttempt.id !== id)
    return { kind: 'failed', reason: 'paid_by_other_attempt' }
  const logConflict = (otherId: string, { isManual }: { readonly isManual: boolean }) =>
    tx.afterCommit(() =>
      log('error', 'one receipt paid for two payments', {
        payment: paymentId,
        other: otherId,
        connection,
        isManual,
      }),
    )
  if (paidAttempt && paidAttempt.id !== id) {
    logConflict(paidAttempt.paymentId, { isManual: false })
    return { kind: 'unknown' }
  }
  // Receipts that people enter are stored in capital letters.
  const otherId = await findPaymentByReceipt(tx, accountId, outcome.receipt.toUpperCase())
  const otherPayment = otherId && otherId !== paymentId ? await findPayment(tx, otherId) : undefined
  if (otherPayment && isUnconfirmed(otherPayment)) logConflict(otherPayment.id, { isManual: true })
  return outcome
}

/** Returns the attempt with the data that its connector stores for the next call; unchanged without any. */
const withMemo = (attempt: Attempt, memo: Memo | undefined): Attempt =>
  memo ? { ...attempt, memo: { ...attempt.memo, ...memo } } : attempt

/**
 * Schedules status checks again for an attempt that had failed, because its network has the order after all.
 */
async function resumeStatusChecks(tx: Tx, appliance: Appliance, { id }: Attempt, now: number): Promise<void> {
  await putJob(tx, 'attempt.check', id, now)
  appliance.notifier.publishJob(tx, now)
}

/** Stores confirmed money that fits no open payment, for a person to settle. */
const holdUnmatched = (
  tx: Tx,
  appliance: Appliance,
  attempt: Attempt,
  { amount, receipt }: { readonly amount: number; readonly receipt?: string },
  reason: Unmatched['reason'],
  now: number,
) =>
  insertUnmatched(tx, {
    id: idWithPrefix('unm', appliance.world.ids.uuid(now)),
    accountId: attempt.accountId,
    paymentId: attempt.paymentId,
    attemptId: attempt.id,
    amount,
    reason,
    receipt: receipt?.toUpperCase() ?? null,
    createdAt: now,
    resolution: null,
    refundId: null,
    note: null,
    settledBy: null,
    settledAt: null,
  })
