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
import { feeOf } from '../domain/posting.ts'
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

/** Returns what the outcome of an attempt does to its payment, with the account's fees when it was paid. */
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
        fees: feeOf(outcome.amount, account.fees[payment.type]),
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
 * Returns the payment with the method and amount of this attempt, once the attempt is paid: a QR payment that
 * a push paid becomes a push, and a session's customer may have chosen another method or amount since. A
 * direct payment keeps its phone. It also keeps its method if the customer paid another amount than this
 * attempt requested, because it is then not completed.
 */
function withPaidAttempt(payment: Payment, attempt: Attempt, outcome: Outcome): Payment {
  if (payment.status === 'completed' || outcome.kind !== 'completed') return payment
  const attemptPayment = paymentOfAttempt(payment, attempt)
  if (payment.sessionId !== null) return attemptPayment
  return outcome.amount === attempt.amount ? { ...attemptPayment, phone: payment.phone } : payment
}

/** Leaves a payment open, with the code or page that it has. */
const unchangedOffer = { kind: 'offered' } as const

/** Returns the change with its payment marked as unknown, unless the payment is paid. */
const keepUnknown = (change: PaymentChange): PaymentChange =>
  change.payment.status === 'completed' || change.payment.unknown
    ? change
    : { ...change, payment: { ...change.payment, unknown: true } }

/**
 * Records a network's answer about an attempt: the attempt, what follows for its payment, and money that fits
 * no open payment. Concurrent answers are recorded one after the other, so each one sees what those before it
 * have changed. A failed attempt fails the payment only when no other attempt of the payment is open: a
 * declined push leaves the QR open. It never fails a session's payment, because the customer can try again.
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
    if (result.kind === 'failed' && !result.unsent)
      await reportReversedAttempt(tx, appliance, account, payment, current)
    return payment
  }
  const outcome = await outcomeOncePerReceipt(tx, appliance, current, result)
  const decided = nextAttempt(current, outcome, now)
  const next = withMemo(decided, outcome.memo)
  if (next !== current) await updateAttempt(tx, next)
  // A cancelled or failed attempt that stays so does not change its payment.
  if (decided === current) return payment
  const { method, phone, state } = next
  if (method === 'push' && phone && state === 'succeeded')
    tx.afterCommit(() => appliance.phonePushes.forgetPaid(phone))
  if (current.state === 'failed' && next.state === 'sent') await resumeStatusChecks(tx, appliance, next, now)
  const openOthers = (await listOpenAttempts(tx, payment.id)).filter(({ id }) => id !== next.id)
  const paymentStaysOpen = next.state === 'failed' && (openOthers.length > 0 || payment.sessionId !== null)
  const paidPayment = withPaidAttempt(payment, next, outcome)
  const isReplaced = openOthers.some(other => other.method === method && other.id > next.id)
  // The payment keeps the code or page of its newest attempt.
  const keepsOffer = paymentStaysOpen || (outcome.kind === 'pending' && isReplaced)
  const action = keepsOffer ? unchangedOffer : paymentActionOf(outcome, next, paidPayment, account)
  const ownChange = nextPayment(paidPayment, action, now)
  const change = openOthers.some(other => other.state === 'unknown') ? keepUnknown(ownChange) : ownChange
  await applyPaymentChange(tx, appliance, account, payment, change, now)
  // Only this attempt may have kept the session from expiring.
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

/**
 * Returns the outcome, changed so that each receipt of a connection counts as one sum of money. If another
 * attempt of the same payment has the receipt, that attempt was paid and this one fails. If the network names
 * the receipt for two payments, the second one stays unknown. If a person confirmed another payment with the
 * receipt, the outcome counts. Both conflicts are logged.
 */
async function outcomeOncePerReceipt(
  tx: Tx,
  { world: { log } }: Appliance,
  attempt: Attempt,
  outcome: CollectResult,
): Promise<CollectResult> {
  // The simulator uses its references as receipts.
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
  // Receipts that people enter are stored in capitals.
  const otherId = await findPaymentByReceipt(tx, accountId, outcome.receipt.toUpperCase())
  const otherPayment = otherId && otherId !== paymentId ? await findPayment(tx, otherId) : undefined
  if (otherPayment && isUnconfirmed(otherPayment)) logConflict(otherPayment.id, { isManual: true })
  return outcome
}

/** Returns the attempt with what the connector wants to remember for its next call. */
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
