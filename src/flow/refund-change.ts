// Stores a decided change of a refund: its row, its postings, the sum given back of the sale, and the events.

import type { Account } from '../domain/account.ts'
import { assert } from '../domain/fault.ts'
import { isGiven, isGivenBack, type Refund, type RefundChange, refundStatus } from '../domain/refund.ts'
import { findAttemptByReference } from '../store/attempt.ts'
import { findCash, findCashOf, findCashOfLink, updateCash } from '../store/cash.ts'
import type { Tx } from '../store/engine/statement.ts'
import { putJob } from '../store/job.ts'
import { findPayment } from '../store/payment.ts'
import { updatePayout } from '../store/payout.ts'
import { insertPostings } from '../store/posting.ts'
import { addToRefunded, listRefundsOfCash } from '../store/refund.ts'
import { refundEventBody } from '../wire/refund-event.ts'
import type { Appliance } from './appliance.ts'
import { createEvent } from './event.ts'
import { publishStockLeft } from './stock.ts'
import { followRefundOfUnmatched } from './unmatched-refund.ts'

/**
 * Stores a decided change of a refund and its postings, updates the sale, and announces the change. If the
 * refund has failed, the order whose money it should give back is checked again.
 * @param before the refund as stored before the change
 */
export async function applyRefund(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  before: Refund,
  change: RefundChange,
  now: number,
): Promise<void> {
  const { refund, postings } = change
  publishStockLeft(tx, appliance, await updatePayout(tx, refund))
  if (postings.length > 0)
    await insertPostings(tx, { accountId: account.id, subject: refund.id, postings }, now)
  await followRefundOfUnmatched(tx, refund, isGiven(before), now)
  await announceRefund(tx, appliance, account, change, now)
  if (refundStatus(refund) === 'failed') await recheckOrder(tx, appliance, refund, now)
}

/**
 * Schedules a status check of the order whose money the network failed to refund. Until now, a reversal that
 * the network reported was taken for this refund; from now on it must raise the alarm.
 */
async function recheckOrder(tx: Tx, { notifier }: Appliance, { origin }: Refund, now: number): Promise<void> {
  // Only a refund by the network has an origin.
  const attempt = origin && (await findAttemptByReference(tx, origin.networkReference))
  if (!attempt) return
  await putJob(tx, 'attempt.recheck', `${attempt.id}:refund`, now)
  notifier.publishJob(tx, now)
}

/**
 * Updates the sum given back of a sale, and notifies pages and the merchant's webhook. Cash sales have no
 * events: one that was given back completely becomes void.
 */
export async function announceRefund(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  { refund, events, refunded }: Omit<RefundChange, 'postings'>,
  now: number,
): Promise<void> {
  const { paymentId, cashSaleId, unmatchedId } = refund
  if (cashSaleId !== null) return voidRefundedCashSale(tx, refund, cashSaleId)
  assert(paymentId !== null, 'a refund belongs to a payment or a cash sale')
  // Unmatched money is not part of what the sale was paid with.
  if (refunded !== 0 && unmatchedId === null) await addToRefunded(tx, paymentId, refunded)
  const payment = await findPayment(tx, paymentId)
  assert(payment, 'a refund has its payment')
  appliance.notifier.publishPayment(tx, payment)
  for (const type of events)
    await createEvent(tx, appliance, account, refund, { type, now }, header =>
      refundEventBody(header, refund),
    )
}

/** Voids a cash sale once all of it was given back; makes it valid again if that money came back. */
async function voidRefundedCashSale(tx: Tx, refund: Refund, id: string): Promise<void> {
  const sale = await findCash(tx, id)
  assert(sale, 'a refund has its cash sale')
  const isVoid = isGivenBack(sale, await listRefundsOfCash(tx, id))
  const wasVoid = sale.voidedAt !== null
  if (isVoid === wasVoid) return
  // A payment or link has at most one valid cash sale. If cash was taken again, this sale stays void.
  if (!isVoid && sale.paymentId !== null && (await findCashOf(tx, sale.paymentId))) return
  if (!isVoid && sale.sessionId !== null && (await findCashOfLink(tx, sale.sessionId))) return
  await updateCash(tx, {
    ...sale,
    voidedAt: isVoid ? refund.completedAt : null,
    voidedBy: isVoid ? refund.staffId : null,
    voidReason: isVoid ? refund.reason : null,
    voidApprovedBy: isVoid ? refund.approvedBy : null,
  })
}
