// Reversals: the customer of a paid sale took the money back at the network, which a wallet allows for some
// hours. A reversal only raises an alarm. Nothing is booked and the sale stays paid, because the goods have
// left the shop and only a person knows what happened.

import type { Account } from '../domain/account.ts'
import { requestedByServer } from '../domain/actor.ts'
import type { Attempt } from '../domain/attempt.ts'
import type { Payment } from '../domain/payment.ts'
import type { Refund } from '../domain/refund.ts'
import type { Unmatched } from '../domain/unmatched.ts'
import { listAuditEntriesOn } from '../store/audit-log.ts'
import type { Read, Tx } from '../store/engine/statement.ts'
import { listNetworkRefundsOf } from '../store/reconciliation-day.ts'
import { listUnmatchedOf } from '../store/unmatched.ts'
import type { Appliance } from './appliance.ts'
import { recordOwnerNotice } from './owner-notice.ts'

/** The audit actions of a reversal reported by a network, and by an SMS to a till number. */
const reversalKinds = ['payment.reversed', 'sms.reversed'] as const

/**
 * Raises the alarm about an attempt whose money the network calls reversed. If that money is unmatched, the
 * alarm is about the unmatched money and not about the sale's own.
 */
export async function reportReversedAttempt(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  payment: Payment,
  attempt: Attempt,
): Promise<void> {
  const unmatchedMoney = await listUnmatchedOf(tx, payment.id)
  const unmatched = unmatchedMoney.find(({ attemptId }) => attemptId === attempt.id) ?? null
  await reportOnce(tx, appliance, account, { payment, unmatched, kind: 'payment.reversed' })
}

/** Raises the alarm about a sale whose money an SMS to a till number calls reversed. */
export const reportReversedSale = (
  tx: Tx,
  appliance: Appliance,
  account: Account,
  payment: Payment,
): Promise<void> => reportOnce(tx, appliance, account, { payment, unmatched: null, kind: 'sms.reversed' })

interface Reversal {
  readonly payment: Payment
  /** The reversed money, if it is unmatched; null for the payment's own money. */
  readonly unmatched: Unmatched | null
  readonly kind: (typeof reversalKinds)[number]
}

/**
 * Raises the alarm about a reversal, unless it was raised before or the reversal is our own refund. Networks
 * and messages may report one reversal several times.
 */
async function reportOnce(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  { payment, unmatched, kind }: Reversal,
): Promise<void> {
  if (await wasReversed(tx, payment, unmatched)) return
  if (await isRefundedByNetwork(tx, payment, unmatched)) return
  const { amount } = unmatched ?? payment
  const detail = { amount, unmatched: unmatched?.id ?? null }
  await recordOwnerNotice(tx, appliance, {
    account,
    by: requestedByServer,
    kind,
    subject: payment.id,
    detail,
  })
  // The payment is unchanged; its page shows the alarm.
  appliance.notifier.publishPayment(tx, payment)
  tx.afterCommit(() =>
    appliance.world.log('error', 'a paid sale was reversed', { payment: payment.id, said: kind }),
  )
}

/**
 * Returns whether the customer of a sale took money of it back.
 * @param unmatched the unmatched money to check; null for the sale's own money
 */
export async function wasReversed(
  read: Read,
  { accountId, id }: Pick<Payment, 'accountId' | 'id'>,
  unmatched: Pick<Unmatched, 'id'> | null,
): Promise<boolean> {
  const unmatchedId = unmatched?.id ?? null
  const entries = await listAuditEntriesOn(read, accountId, id)
  return entries.some(({ kind, detail }) => {
    const isReversal = reversalKinds.some(reversalKind => reversalKind === kind)
    // An entry of an earlier release does not name the money, so it counts for all money of the sale.
    return isReversal && (detail.unmatched === undefined || detail.unmatched === unmatchedId)
  })
}

/**
 * Returns whether the customer of a refund that is not sent yet took the money back at the network. Sending
 * the refund would then give the money back twice.
 */
export async function wasTakenBack(
  read: Read,
  { accountId, paymentId, unmatchedId }: Refund,
): Promise<boolean> {
  if (paymentId === null) return false
  const unmatched = unmatchedId === null ? null : { id: unmatchedId }
  return wasReversed(read, { accountId, id: paymentId }, unmatched)
}

/** Returns whether the network itself refunded all of the money, which it may report as a reversal. */
async function isRefundedByNetwork(
  read: Read,
  payment: Payment,
  unmatched: Unmatched | null,
): Promise<boolean> {
  const refunds = await listNetworkRefundsOf(read, payment.id)
  const refundsOfMoney = refunds.filter(({ unmatchedId }) => unmatchedId === (unmatched?.id ?? null))
  const refunded = refundsOfMoney.reduce((sum, refund) => sum + refund.amount, 0)
  return refunded >= (unmatched ?? payment).amount
}
