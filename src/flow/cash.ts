// Cash taken at a till: counted in its open shift, and voided only in the same shift. Cash taken instead of a
// payment voids that payment.

import { assertApprover, needsApprover } from '../domain/cash-refund.ts'
import { assert, badField, fault } from '../domain/fault.ts'
import { namedId } from '../domain/id.ts'
import { type LineItem, storedItems } from '../domain/line-item.ts'
import { isFinal, nextPayment, type Payment } from '../domain/payment.ts'
import { isOpen, sessionIdOf } from '../domain/session.ts'
import { assertOpen, type CashSale, cashTally } from '../domain/shift.ts'
import type { Till } from '../domain/till.ts'
import { listOpenAttempts } from '../store/attempt.ts'
import { findCash, findCashOf, insertCash, updateCash } from '../store/cash.ts'
import type { Read, Tx } from '../store/engine/statement.ts'
import { lockPayment } from '../store/payment.ts'
import { findPinHolder } from '../store/pin.ts'
import { findSession } from '../store/session.ts'
import { findStaffName } from '../store/staff-name.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { applyPaymentChange } from './payment-change.ts'
import { checkPin } from './pin.ts'
import { endSession, lockBoth } from './session.ts'
import { addSale, lockShift, type TillContext } from './shift.ts'

export interface CashRequest {
  /** Whole shillings. */
  readonly amount: number
  /** Cash handed over by the customer. */
  readonly given: number
  readonly note: string | null
  readonly lineItems?: readonly LineItem[] | undefined
  /** The payment that this cash replaces. */
  readonly paymentId: string | undefined
  /** The payment link that this cash replaces, with its payment. */
  readonly sessionReference?: string | undefined
}

/** @throws Fault `invalid_state`, `conflict` where the customer may have paid already */
async function assertReplaceable(tx: Tx, payment: Payment, amount: number): Promise<void> {
  if (payment.status === 'completed') throw fault('payment_already_paid')
  const open = await listOpenAttempts(tx, payment.id)
  if (payment.unknown || open.some(({ state }) => state === 'unknown' || state === 'planned'))
    throw fault('payment_outcome_unknown')
  if (await findCashOf(tx, payment.id)) throw fault('cash_already_taken')
  if (payment.amount !== amount) throw badField('amount', 'amount_not_of_payment', { amount: payment.amount })
}

async function replace(
  tx: Tx,
  appliance: Appliance,
  { account, tillId, by }: TillContext,
  id: string,
  amount: number,
  now: number,
) {
  const payment = await lockPayment(tx, id)
  if (payment?.accountId !== account.id || payment.tillId !== tillId)
    throw badField('payment_reference', 'payment_not_on_till')
  await assertReplaceable(tx, payment, amount)
  if (isFinal(payment.status)) return
  await applyPaymentChange(
    tx,
    appliance,
    account,
    payment,
    nextPayment(payment, { kind: 'voided' }, now),
    now,
  )
  await recordAudit(tx, appliance, {
    account,
    by,
    kind: 'payment.voided',
    subject: id,
    detail: { amount: payment.amount },
  })
}

/**
 * Ends the replaced payment link, so that it can no longer be paid. It may have ended already.
 * @returns its payment
 */
async function replaceLink(
  tx: Tx,
  appliance: Appliance,
  at: TillContext,
  reference: string,
  amount: number,
  now: number,
) {
  const id = sessionIdOf(reference)
  const known = id ? await findSession(tx, id) : undefined
  if (known?.accountId !== at.account.id || known.tillId !== at.tillId)
    throw badField('session_reference', 'link_not_on_till')
  if (known.paymentId) {
    await replace(tx, appliance, at, known.paymentId, amount, now)
    return known.paymentId
  }
  if (!isOpen(known.status)) return undefined
  if (known.amount !== amount) throw badField('amount', 'amount_not_of_link', { amount: known.amount })
  await endSession(tx, appliance, at.account, await lockBoth(tx, known.id), { kind: 'cancelled' }, now)
  return undefined
}

/** Takes cash. @throws Fault `invalid_state` without an open shift, and as `assertReplaceable` */
export async function sellForCash(
  tx: Tx,
  appliance: Appliance,
  at: TillContext,
  request: CashRequest,
): Promise<CashSale> {
  const { clock, ids } = appliance.world
  const now = clock.now()
  const { amount, given, sessionReference } = request
  if (given < amount) throw badField('given', 'cash_given_too_low', { amount })
  let { paymentId } = request
  if (paymentId !== undefined) await replace(tx, appliance, at, paymentId, amount, now)
  else if (sessionReference !== undefined)
    paymentId = await replaceLink(tx, appliance, at, sessionReference, amount, now)
  const { shift } = await lockShift(tx, at.tillId)
  assertOpen(shift)
  const sale: CashSale = {
    id: namedId('cash', ids.uuid(now)),
    accountId: at.account.id,
    tillId: at.tillId,
    shiftId: shift.id,
    paymentId: paymentId ?? null,
    cashier: at.staffId,
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
  await insertCash(tx, sale)
  await addSale(tx, shift, cashTally(sale, 1))
  return sale
}

export interface CashRefundRequest {
  readonly reason: string
  /** The second person, where there is one. */
  readonly approver: { readonly staffId: string; readonly pin: string } | undefined
}

/** A cash sale of the till, not refunded, of this shift. @throws Fault `not_found`, `invalid_state` */
async function refundableSale(read: Read, tillId: string, shiftId: string, id: string): Promise<CashSale> {
  const found = await findCash(read, id)
  if (found?.tillId !== tillId) throw fault('cash_sale_not_found', { id: id.slice(0, 60) })
  if (found.voidedAt !== null) throw fault('cash_sale_refunded')
  if (found.shiftId !== shiftId) throw fault('cash_sale_shift_closed')
  return found
}

/**
 * @returns the second person, after their PIN; null where none is needed.
 * @throws as `assertApprover`, `checkPin`
 */
async function checkedApprover(
  appliance: Appliance,
  { account, till, staffId, by }: TillContext & { readonly till: Till },
  amount: number,
  approver: CashRefundRequest['approver'],
): Promise<{ readonly id: string; readonly name: string } | null> {
  const { read } = appliance.store
  const { cashRefundApprovalAbove: above } = account
  if (above === null || !needsApprover(account, amount)) return null
  if (!approver) throw fault('refund_approval_needed', { above })
  const { staffId: id, pin } = approver
  assertApprover(await findPinHolder(read, account.id, id), staffId)
  await checkPin(appliance, { account, till, staffId: id, pin, by })
  return { id, name: (await findStaffName(read, account.id, id)) ?? '' }
}

/**
 * Refunds cash; more than the owner's limit needs the PIN of a second person.
 * @throws Fault `not_found`, `invalid_state` once its shift is closed, and as `checkedApprover`
 */
export async function voidCash(
  appliance: Appliance,
  at: TillContext & { readonly till: Till },
  id: string,
  { reason, approver }: CashRefundRequest,
): Promise<CashSale> {
  const { store, world } = appliance
  const { account, tillId, by } = at
  const { amount } = await refundableSale(store.read, tillId, at.till.shiftId, id)
  const second = await checkedApprover(appliance, at, amount, approver)
  return store.write(async tx => {
    const { shift } = await lockShift(tx, tillId)
    const found = await refundableSale(tx, tillId, shift.id, id)
    assert(shift.state === 'open', 'cash is sold in an open shift')
    const sale = {
      ...found,
      voidedAt: world.clock.now(),
      voidedBy: at.staffId,
      voidReason: reason,
      voidApprovedBy: second?.id ?? null,
    }
    await updateCash(tx, sale)
    await addSale(tx, shift, cashTally(sale, -1))
    const detail = {
      amount,
      reason,
      shift: sale.shiftId,
      ...(second ? { approved_by: second.id, approver: second.name } : {}),
    }
    await recordAudit(tx, appliance, { account, by, kind: 'cash.voided', subject: id, detail })
    return sale
  })
}
