// Cash taken at a till counts in the till's open shift. Cash taken instead of a payment voids that payment.
// Refunds (refund.ts) give cash back.

import { badField, fault } from '../domain/fault.ts'
import { idWithPrefix } from '../domain/id.ts'
import { type LineItem, storedItems } from '../domain/line-item.ts'
import { isFinal, nextPayment, type Payment } from '../domain/payment.ts'
import { sessionIdOf } from '../domain/session.ts'
import { isOpen } from '../domain/session-status.ts'
import { assertOpen, type CashSale, cashTally } from '../domain/shift.ts'
import { listOpenAttempts } from '../store/attempt.ts'
import { findCashOf, findCashOfLink, insertCash } from '../store/cash.ts'
import type { Tx } from '../store/engine/statement.ts'
import { findPayment } from '../store/payment.ts'
import { findSession } from '../store/session.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { applyPaymentChange } from './payment-change.ts'
import { endSession, sessionWithPayment } from './session.ts'
import { addSale, currentShiftOf, type TillContext } from './shift.ts'
import { publishStockLeft } from './stock.ts'
import { currentTimeZone } from './time-zone.ts'

/** What a cash sale replaces. */
type Replaced = Pick<CashSale, 'paymentId' | 'sessionId'>

/** A cash sale as the till requests it. */
export interface CashRequest {
  /** Whole shillings. */
  readonly amount: number
  /** Cash that the customer handed over, in whole shillings; the change is the excess over `amount`. */
  readonly given: number
  readonly note: string | null
  readonly lineItems?: readonly LineItem[] | undefined
  /** The payment that this cash replaces. */
  readonly paymentId: string | undefined
  /** The payment link that this cash replaces, with its payment. */
  readonly sessionReference?: string | undefined
}

/**
 * Returns whether a network may have collected the money of an unpaid payment. After a known outcome, the
 * answer is no, even if the network does not answer later status checks: the till offers to take cash then.
 */
async function isOutcomeUnknown(tx: Tx, { id, status, unknown }: Payment): Promise<boolean> {
  if (unknown) return true
  if (isFinal(status)) return false
  const openAttempts = await listOpenAttempts(tx, id)
  return openAttempts.some(({ state }) => state === 'unknown' || state === 'planned')
}

/**
 * Refuses cash for a payment that is paid or may be paid already.
 * @throws Fault `payment_already_paid`, `payment_outcome_unknown`, `cash_already_taken` or
 * `amount_not_of_payment`
 */
async function assertReplaceable(tx: Tx, payment: Payment, amount: number): Promise<void> {
  if (payment.status === 'completed') throw fault('payment_already_paid')
  if (await isOutcomeUnknown(tx, payment)) throw fault('payment_outcome_unknown')
  if (await findCashOf(tx, payment.id)) throw fault('cash_already_taken')
  if (payment.amount !== amount) throw badField('amount', 'amount_not_of_payment', { amount: payment.amount })
}

/**
 * Voids the payment that cash replaces, so that it can no longer be paid. A payment that has failed or
 * expired stays as it is.
 * @param amount the amount of the cash sale, whole shillings
 * @throws Fault `payment_not_on_till`, and as `assertReplaceable`
 */
async function voidReplacedPayment(
  tx: Tx,
  appliance: Appliance,
  { account, tillId, by }: TillContext,
  id: string,
  amount: number,
  now: number,
) {
  const payment = await findPayment(tx, id)
  if (payment?.accountId !== account.id || payment.tillId !== tillId)
    throw badField('payment_reference', 'payment_not_on_till')
  await assertReplaceable(tx, payment, amount)
  if (isFinal(payment.status)) return
  const change = nextPayment(payment, { kind: 'voided' }, now)
  await applyPaymentChange(tx, appliance, account, payment, change, now)
  const detail = { amount: payment.amount }
  await recordAudit(tx, appliance, { account, by, kind: 'payment.voided', subject: id, detail })
}

/**
 * Ends the payment link that cash replaces, unless it has ended already, so that it can no longer be paid.
 * @returns the ids of the link's session and of its payment, if it has one
 * @throws Fault `link_not_on_till` or `amount_not_of_link`, and as `assertReplaceable`
 */
async function endReplacedLink(
  tx: Tx,
  appliance: Appliance,
  context: TillContext,
  reference: string,
  amount: number,
  now: number,
): Promise<Replaced> {
  const id = sessionIdOf(reference)
  const link = id ? await findSession(tx, id) : undefined
  if (link?.accountId !== context.account.id || link.tillId !== context.tillId)
    throw badField('session_reference', 'link_not_on_till')
  const before = await sessionWithPayment(tx, link.id)
  const { session, payment } = before
  if (payment) {
    // The link ends with its payment.
    await voidReplacedPayment(tx, appliance, context, payment.id, amount, now)
    return { sessionId: session.id, paymentId: payment.id }
  }
  if (await findCashOfLink(tx, session.id)) throw fault('cash_already_taken')
  if (!session.allowCustomAmount && session.amount !== amount)
    throw badField('amount', 'amount_not_of_link', { amount: session.amount })
  if (isOpen(session.status))
    await endSession(tx, appliance, context.account, before, { kind: 'cancelled' }, now)
  return { sessionId: session.id, paymentId: null }
}

/**
 * Ends the payment or payment link that a cash sale replaces, if any.
 * @throws Fault as `voidReplacedPayment` and `endReplacedLink`
 */
async function endReplacedSale(
  tx: Tx,
  appliance: Appliance,
  context: TillContext,
  { amount, paymentId, sessionReference }: CashRequest,
  now: number,
): Promise<Replaced> {
  if (paymentId !== undefined) {
    await voidReplacedPayment(tx, appliance, context, paymentId, amount, now)
    return { paymentId, sessionId: null }
  }
  if (sessionReference === undefined) return { paymentId: null, sessionId: null }
  return endReplacedLink(tx, appliance, context, sessionReference, amount, now)
}

/**
 * Records a cash sale in the till's open shift, and ends the payment or payment link that the cash replaces.
 * @throws Fault `cash_given_too_low`, `shift_not_open`, or as `endReplacedSale`
 */
export async function sellForCash(
  tx: Tx,
  appliance: Appliance,
  context: TillContext,
  request: CashRequest,
): Promise<CashSale> {
  const { clock, ids } = appliance.world
  const now = clock.now()
  const { amount, given } = request
  if (given < amount) throw badField('given', 'cash_given_too_low', { amount })
  const replaced = await endReplacedSale(tx, appliance, context, request, now)
  const { shift } = await currentShiftOf(tx, context.tillId)
  assertOpen(shift)
  const sale: CashSale = {
    id: idWithPrefix('cash', ids.uuid(now)),
    accountId: context.account.id,
    tillId: context.tillId,
    shiftId: shift.id,
    ...replaced,
    cashier: context.staffId,
    amount,
    given,
    note: request.note,
    createdAt: now,
    voidedAt: null,
    voidedBy: null,
    voidReason: null,
    voidApprovedBy: null,
    lineItems: storedItems(request.lineItems),
  }
  const timeZone = await currentTimeZone(tx, appliance, context.account)
  publishStockLeft(tx, appliance, await insertCash(tx, sale, timeZone))
  await addSale(tx, shift, cashTally(sale))
  return sale
}
