// Money of a paid sale that its customer took back at the network, as a wallet allows for some hours. Nothing
// is booked and the sale stays paid, because the goods have left and only a person knows what happened. So it
// raises an alarm.

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

/** The audit actions of a reversal: reported by the network, or by an SMS of a till number. */
const reversalKinds = ['payment.reversed', 'sms.reversed'] as const

/**
 * Raises the alarm about an order whose money its network calls reversed. Unmatched money of a sale has an
 * alarm of its own.
 */
export async function reportReversedAttempt(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  payment: Payment,
  { id }: Attempt,
): Promise<void> {
  const unmatched = (await listUnmatchedOf(tx, payment.id)).find(({ attemptId }) => attemptId === id) ?? null
  await reportOnce(tx, appliance, account, { payment, unmatched, kind: 'payment.reversed' })
}

/** Raises the alarm about a sale whose money an SMS of a till number calls reversed. */
export const reportReversedSale = (
  tx: Tx,
  appliance: Appliance,
  account: Account,
  payment: Payment,
): Promise<void> => reportOnce(tx, appliance, account, { payment, unmatched: null, kind: 'sms.reversed' })

/** What was reversed: the money of a payment, or other money that came for it. */
interface Reversal {
  readonly payment: Payment
  readonly unmatched: Unmatched | null
  readonly kind: (typeof reversalKinds)[number]
}

/**
 * Raises an alarm, unless it was raised before or the reversal is our own refund. Networks and messages
 * report a reversal several times.
 */
async function reportOnce(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  { payment, unmatched, kind }: Reversal,
): Promise<void> {
  if ((await wasReversed(tx, payment, unmatched)) || (await isRefundedByNetwork(tx, payment, unmatched)))
    return
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
 * Returns whether the customer of a sale took its money back, or other money that came for it. An entry of an
 * earlier release does not tell which, so it counts for both.
 */
export async function wasReversed(
  read: Read,
  { accountId, id }: Pick<Payment, 'accountId' | 'id'>,
  unmatched: Pick<Unmatched, 'id'> | null,
): Promise<boolean> {
  const entries = await listAuditEntriesOn(read, accountId, id)
  return entries.some(
    ({ kind, detail }) =>
      reversalKinds.some(each => each === kind) &&
      (detail.unmatched === undefined || detail.unmatched === (unmatched?.id ?? null)),
  )
}

/**
 * Returns whether the customer of a refund that is not sent yet took the money back at the network after the
 * refund was requested. To send it would pay it back twice.
 */
export async function wasTakenBack(
  read: Read,
  { accountId, paymentId, unmatchedId }: Refund,
): Promise<boolean> {
  if (paymentId === null) return false
  const unmatched = unmatchedId === null ? null : { id: unmatchedId }
  return wasReversed(read, { accountId, id: paymentId }, unmatched)
}

/** Returns whether we refunded all of the money through its network, which may report that as a reversal. */
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
