// A person decides whether a payment is paid. They confirm it when the customer's phone shows a payment that
// its network does not confirm, or mark it as not paid when its network does not answer.

import type { Account } from '../domain/account.ts'
import { actorColumns, type RequestedBy } from '../domain/actor.ts'
import { assert, badField, fault } from '../domain/fault.ts'
import { confirmationLimits } from '../domain/manual-decision.ts'
import { nextPayment, type Payment } from '../domain/payment.ts'
import type { SalesScope } from '../domain/sales-scope.ts'
import { listOpenAttempts, updateAttempt } from '../store/attempt.ts'
import type { Tx } from '../store/engine/statement.ts'
import { putJob } from '../store/job.ts'
import { findPayment, findPaymentByReceipt } from '../store/payment.ts'
import { findStaffName } from '../store/staff-name.ts'
import { findUnmatchedByReceipt } from '../store/unmatched.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { planCancels } from './cancel-plan.ts'
import { getPayment } from './payment.ts'
import { applyPaymentChange } from './payment-change.ts'
import { claimConfirmedSms } from './sms-claim.ts'

/** Why a person confirms a payment, and by which receipt. */
export interface ManualConfirmation {
  readonly reason: string
  readonly receipt: string // the network's receipt number in the customer's message
}

/**
 * Returns a receipt number without surrounding spaces and in capital letters, such as `QK7/AB12-3`.
 * @throws Fault `receipt_malformed`
 */
export function readReceipt(text: string): string {
  const receipt = text.trim().toUpperCase()
  const { receiptMin: min, receiptMax: max } = confirmationLimits
  if (!/^[A-Z0-9][A-Z0-9./-]*$/.test(receipt) || receipt.length < min || receipt.length > max)
    throw badField('receipt_number', 'receipt_malformed', { min, max })
  return receipt
}

/** The person who decides, and which sales they see. */
type Decider = RequestedBy & { readonly salesScope: SalesScope }

/**
 * Completes a payment because a person confirms that it was paid. If the network confirms money later, the
 * money counts as this payment's or as unmatched. A waiting payment SMS with the receipt counts immediately.
 * @throws Fault `payment_not_confirmable` for a completed, voided or declined payment, `receipt_used` when
 * the receipt has paid for another payment, or as `getPayment`
 */
export async function confirmManually(
  appliance: Appliance,
  account: Account,
  reference: string,
  { reason, receipt }: ManualConfirmation,
  by: Decider,
): Promise<Payment> {
  await getPayment(appliance, account, reference, by.salesScope)
  return appliance.store.write(async tx => {
    const payment = await findPayment(tx, reference)
    assert(payment, 'the payment was found a moment ago')
    const paidPaymentId = await findPaymentByReceipt(tx, account.id, receipt)
    const unmatchedPaymentId = await findUnmatchedByReceipt(tx, account.id, receipt)
    if (unmatchedPaymentId) throw fault('receipt_used', { receipt, payment: unmatchedPaymentId })
    if (paidPaymentId && paidPaymentId !== payment.id)
      throw fault('receipt_used', { receipt, payment: paidPaymentId })
    const now = appliance.world.clock.now()
    const { actor } = by
    const name = actor.kind === 'staff' ? await findStaffName(tx, account.id, actor.staffId) : undefined
    const action = { kind: 'confirmed_manually', by: actor, name: name ?? '', reason, receipt } as const
    const change = nextPayment(payment, action, now)
    await applyPaymentChange(tx, appliance, account, payment, change, now)
    await recordAudit(tx, appliance, {
      account,
      by,
      kind: 'payment.confirmed_manually',
      subject: payment.id,
      detail: { amount: payment.amount, reason, receipt_number: receipt, was: payment.status },
    })
    const { staffId, tillId } = actorColumns(actor)
    await claimConfirmedSms(tx, appliance, payment, receipt, { staffId, tillId, note: reason }, now)
    const confirmedPayment = await findPayment(tx, payment.id)
    assert(confirmedPayment, 'a payment is never deleted')
    return confirmedPayment
  })
}

/**
 * Ends the unknown period of a payment without money. Its open orders are withdrawn where the network can,
 * and status checks continue: money that the network confirms later completes the payment late.
 * @throws Fault `payment_not_markable` when its outcome is not unknown, or as `getPayment`
 */
export async function markNotPaid(
  appliance: Appliance,
  account: Account,
  reference: string,
  reason: string,
  by: Decider,
): Promise<Payment> {
  await getPayment(appliance, account, reference, by.salesScope)
  return appliance.store.write(async tx => {
    const payment = await findPayment(tx, reference)
    assert(payment, 'the payment was found a moment ago')
    const now = appliance.world.clock.now()
    const change = nextPayment(payment, { kind: 'marked_not_paid' }, now)
    await cancelUnknownAttempts(tx, appliance, payment, now)
    await applyPaymentChange(tx, appliance, account, payment, change, now)
    await recordAudit(tx, appliance, {
      account,
      by,
      kind: 'payment.marked_not_paid',
      subject: payment.id,
      detail: { amount: payment.amount, reason, was: payment.status },
    })
    return change.payment
  })
}

/** Cancels the attempts with an unknown outcome, so that the customer can try again. Checks continue. */
async function cancelUnknownAttempts(
  tx: Tx,
  appliance: Appliance,
  { id, sessionId, expiresAt }: Payment,
  now: number,
): Promise<void> {
  const unknownAttempts = (await listOpenAttempts(tx, id)).filter(({ state }) => state === 'unknown')
  for (const attempt of unknownAttempts)
    await updateAttempt(tx, { ...attempt, state: 'cancelled', endedAt: now })
  await planCancels(tx, appliance, unknownAttempts, now)
  if (!sessionId || now < expiresAt) return
  // Only these attempts kept the session from expiring, so expire it now.
  await putJob(tx, 'session.expire', sessionId, now)
  appliance.notifier.publishJob(tx, now)
}
