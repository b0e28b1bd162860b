// Records what a person decides about a payment SMS: which sale it paid for, or that it paid for none.

import type { Account } from '../domain/account.ts'
import { actorColumns, type RequestedByStaff } from '../domain/actor.ts'
import type { Attempt } from '../domain/attempt.ts'
import { assert, badField, fault, shortValue } from '../domain/fault.ts'
import { isUnconfirmed, type Payment } from '../domain/payment.ts'
import type { SalesScope } from '../domain/sales-scope.ts'
import { isAboveLimit, isInTime, isSmsDigits } from '../domain/sms-match.ts'
import { applySmsSettlement, assertSmsOpen, type Sms } from '../domain/sms-record.ts'
import { listAttempts } from '../store/attempt.ts'
import { findPayment } from '../store/payment.ts'
import { findSms, hasSms, listOpenSmsOfConnection, updateSms } from '../store/sms.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { getPayment } from './payment.ts'
import { claimSms, paymentPaidWith, usableAttempt } from './sms-claim.ts'
import { findTillNumber } from './till-number.ts'

/** A message that could complete a sale. */
export interface SmsChoice {
  readonly sms: Sms
  readonly fits: boolean // the amount and the time match the sale, so a cashier may choose it
  readonly needsDigits: boolean // digits from the customer's own message are also needed
}

/**
 * Lists the messages that could have paid for an open sale over a till number, newest first: unused ones from
 * the time of the sale. Returns none for other sales.
 */
export async function listSmsChoices(appliance: Appliance, payment: Payment): Promise<readonly SmsChoice[]> {
  const { read } = appliance.store
  if (payment.status !== 'pending' || (await hasSms(read, payment.id))) return []
  const attempts = await listAttempts(read, payment.id)
  const attempt = attempts.find(({ connection }) => findTillNumber(appliance, connection))
  if (!attempt) return []
  const messages = await listOpenSmsOfConnection(read, attempt.connection)
  const choices = messages
    .map(sms => ({ sms, fits: isFitting(sms, payment, attempt), needsDigits: needsDigits(appliance, sms) }))
    .filter(({ sms, fits }) => fits || (sms.amount !== null && isInSale(sms, payment, attempt)))
  // Leave out a message whose transaction id has paid for a sale already.
  const paidIds = await Promise.all(choices.map(({ sms }) => paymentPaidWith(read, sms)))
  return choices.filter((_, index) => paidIds[index] === undefined)
}

/** Returns whether a message is unused, and its money was paid while the sale was open. */
const isInSale = (sms: Sms, payment: Payment, attempt: Attempt) =>
  sms.state === 'waiting' &&
  sms.paidAt !== null &&
  isInTime({ createdAt: attempt.createdAt, expiresAt: attempt.expiresAt ?? payment.expiresAt }, sms.paidAt)

/** Returns whether a cashier may choose a message: amount and time match this sale or an equal one. */
const isFitting = (sms: Sms, payment: Payment, attempt: Attempt) =>
  payment.status === 'pending' && sms.amount === attempt.amount && isInSale(sms, payment, attempt)

/** Returns whether an SMS can still confirm a sale: it is open, or only a person has confirmed it. */
const isWaitingForSms = (payment: Payment) => payment.status !== 'completed' || isUnconfirmed(payment)

/** Returns whether the amount is above the owner's limit: then the customer's own message must be seen. */
function needsDigits(appliance: Appliance, { connection, amount }: Sms): boolean {
  const till = findTillNumber(appliance, connection)
  return till !== undefined && amount !== null && isAboveLimit(amount, till.policy)
}

/** The message that a person chose for a sale. */
export interface SmsClaim {
  readonly id: string // the id of the message
  /** The last digits of the transaction id or of the payer's number, from the customer's own message. */
  readonly digits: string | undefined
  readonly reason: string | undefined // the reason for choosing a message that does not match
}

/**
 * Completes a sale with the message that a person chose. A message with another amount or time needs
 * `by.mayUseAny` and a reason. Its amount is booked like any confirmed money, so another amount is unmatched.
 * @throws Fault `sms_not_found`, `sms_not_for_payment`, `receipt_used` when the message's transaction id has
 * paid another payment, `sms_needs_manager`, or as `getPayment`, `assertSmsOpen`, `assertDigits` and
 * `claimSms`
 */
export async function claimSmsFor(
  appliance: Appliance,
  account: Account,
  reference: string,
  claim: SmsClaim,
  by: RequestedByStaff & { readonly salesScope: SalesScope; readonly mayUseAny: boolean },
): Promise<Payment> {
  await getPayment(appliance, account, reference, by.salesScope)
  return appliance.store.write(async tx => {
    const payment = await findPayment(tx, reference)
    assert(payment, 'the payment was found a moment ago')
    const stored = await findSms(tx, claim.id)
    if (stored?.accountId !== account.id) throw fault('sms_not_found', { id: shortValue(claim.id) })
    const sms = assertSmsOpen(stored)
    const attempt = await usableAttempt(tx, payment.id, sms.connection)
    if (!attempt || !isWaitingForSms(payment)) throw fault('sms_not_for_payment')
    const paidId = await paymentPaidWith(tx, sms)
    if (paidId !== undefined && paidId !== payment.id)
      throw fault('receipt_used', { receipt: sms.transactionId ?? '', payment: paidId })
    // A person who may use any message can give a reason instead of the digits.
    const hasManagerReason = by.mayUseAny && claim.reason !== undefined
    assertDigits(sms, claim.digits, !hasManagerReason && needsDigits(appliance, sms))
    const fits = isFitting(sms, payment, attempt)
    if (!fits && !by.mayUseAny) throw fault('sms_needs_manager')
    if (!fits && claim.reason === undefined) throw badField('reason', 'required')
    const now = appliance.world.clock.now()
    const { staffId, tillId } = actorColumns(by.actor)
    await claimSms(tx, appliance, sms, attempt, { staffId, tillId, note: claim.reason ?? null }, now)
    await recordAudit(tx, appliance, {
      account,
      by,
      kind: 'sms.claimed',
      subject: payment.id,
      detail: {
        amount: sms.amount,
        receipt_number: sms.transactionId,
        ...(claim.reason === undefined ? {} : { reason: claim.reason }),
      },
    })
    const paid = await findPayment(tx, payment.id)
    assert(paid, 'a payment is never deleted')
    return paid
  })
}

/**
 * Checks the digits that the cashier entered against the message.
 * @throws Fault `sms_digits_required` or `sms_digits_wrong`
 */
function assertDigits(sms: Sms, digits: string | undefined, areNeeded: boolean): void {
  if (digits === undefined || digits.trim() === '') {
    if (areNeeded) throw badField('digits', 'sms_digits_required')
  } else if (!isSmsDigits(digits, sms)) throw badField('digits', 'sms_digits_wrong')
}

/**
 * Settles a message that paid for no sale, with the person's note.
 * @throws Fault `sms_not_found`, or as `applySmsSettlement`
 */
export const settleSms = (
  appliance: Appliance,
  account: Account,
  id: string,
  { note, by }: { readonly note: string; readonly by: RequestedByStaff },
): Promise<Sms> =>
  appliance.store.write(async tx => {
    const sms = await findSms(tx, id)
    if (sms?.accountId !== account.id) throw fault('sms_not_found', { id: shortValue(id) })
    const { staffId, tillId } = actorColumns(by.actor)
    const settled = applySmsSettlement(sms, { staffId, tillId, note }, appliance.world.clock.now())
    await updateSms(tx, settled)
    await recordAudit(tx, appliance, {
      account,
      by,
      kind: 'sms.settled',
      subject: id,
      detail: { amount: sms.amount, reason: note },
    })
    return settled
  })
