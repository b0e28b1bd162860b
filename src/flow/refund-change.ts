// Writes a decided change of a refund: its row, the money, what was given back of the sale, and the events.

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

/** Writes a decided change of a stored refund: the row, its postings, and what follows for the sale. */
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
 * Schedules a check of the order after the network's refund of it failed. Before that, a reversal that the
 * network reported counted as this refund; now it must raise the alarm.
 */
async function recheckOrder(tx: Tx, { notifier }: Appliance, { origin }: Refund, now: number): Promise<void> {
  const attempt = origin && (await findAttemptByReference(tx, origin.networkReference))
  if (!attempt) return
  await putJob(tx, 'attempt.recheck', `${attempt.id}:refund`, now)
  notifier.publishJob(tx, now)
}

/** Adds a refund to the sum given back of its sale, and notifies pages and the merchant's webhook. */
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
  if (refunded !== 0 && unmatchedId === null) await addToRefunded(tx, paymentId, refunded)
  const payment = await findPayment(tx, paymentId)
  assert(payment, 'a refund has its payment')
  appliance.notifier.publishPayment(tx, payment)
  for (const type of events)
    await createEvent(tx, appliance, account, refund, { type, now }, header =>
      refundEventBody(header, refund),
    )
}

/**
 * Marks a cash sale as void while all of it is given back, and takes the mark away when money of a refund
 * came back. Cash sales have no events.
 */
async function voidRefundedCashSale(tx: Tx, refund: Refund, id: string): Promise<void> {
  const sale = await findCash(tx, id)
  assert(sale, 'a refund has its cash sale')
  const isVoid = isGivenBack(sale, await listRefundsOfCash(tx, id))
  if (isVoid === (sale.voidedAt !== null)) return
  // A payment or link has at most one cash sale that is not void: if cash was taken again, this stays void.
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
