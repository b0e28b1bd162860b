// Uses a payment SMS to complete the attempt of a sale. The transaction id of a message pays for one sale
// only, even if a person confirmed that sale by its receipt number.

import type { Attempt } from '../domain/attempt.ts'
import { isUnconfirmed, type Payment } from '../domain/payment.ts'
import { providerNames } from '../domain/phone.ts'
import { uniqueIdsOf } from '../domain/sms.ts'
import { isBalanceReason } from '../domain/sms-match.ts'
import { applySmsClaim, type Sms, type SmsDecision } from '../domain/sms-record.ts'
import { smsTemplates } from '../domain/sms-template.ts'
import { listAttempts } from '../store/attempt.ts'
import type { Read, Tx } from '../store/engine/statement.ts'
import { findPayment, findPaymentByReceipt } from '../store/payment.ts'
import { findSmsByUniqueId, hasSms, updateSms } from '../store/sms.ts'
import type { Appliance } from './appliance.ts'
import { recordOutcome } from './attempt.ts'

/**
 * Uses a message for a sale: stores which sale it paid, and completes the sale's attempt with its money.
 * @returns the message, which no other sale can use now
 * @throws Fault as `applySmsClaim`
 */
export async function claimSms(
  tx: Tx,
  appliance: Appliance,
  sms: Sms,
  attempt: Attempt,
  decision: SmsDecision,
  now: number,
): Promise<Sms> {
  const claimed = applySmsClaim(sms, attempt.paymentId, decision, now)
  await updateSms(tx, claimed)
  const provider = smsTemplates.find(({ name }) => name === sms.template)?.provider
  const isKnownProvider = provider !== undefined && provider in providerNames
  await recordOutcome(
    tx,
    appliance,
    attempt,
    {
      kind: 'completed',
      amount: claimed.amount,
      ...(sms.transactionId === null ? {} : { receipt: sms.transactionId }),
      ...(isKnownProvider ? { payer: { provider } } : {}),
    },
    now,
  )
  return claimed
}

/** Half a year, not the calendar year: a payment of 31 December may be confirmed on 1 January. */
const halfYearMs = 183 * 86_400_000

/**
 * Returns the id of the payment that was paid with a message's transaction id; undefined when there is none.
 * If the network reuses its transaction ids each year, only payments within half a year of the message count.
 */
export async function paymentPaidWith(
  read: Read,
  { accountId, transactionId, uniqueId, paidAt }: Sms,
): Promise<string | undefined> {
  if (transactionId === null) return undefined
  // A transaction id that repeats needs more to be unique, such as its year.
  const mayRepeat = uniqueId !== null && uniqueId !== transactionId && paidAt !== null
  const period = mayRepeat ? { endedFrom: paidAt - halfYearMs, endedUntil: paidAt + halfYearMs } : undefined
  return findPaymentByReceipt(read, accountId, transactionId, period)
}

/** Returns the attempt that a message can confirm; undefined unless only a person confirmed the payment. */
export async function unconfirmedAttempt(
  tx: Tx,
  { connection }: Sms,
  paymentId: string,
): Promise<Attempt | undefined> {
  const payment = await findPayment(tx, paymentId)
  return payment && isUnconfirmed(payment) ? usableAttempt(tx, payment.id, connection) : undefined
}

/**
 * Uses the waiting message about a payment that a person has just confirmed manually, so that the message
 * pays for no other sale. A message with another amount or a wrong balance still waits for the owner.
 * @param receipt the transaction id with which the person confirmed the payment
 */
export async function claimConfirmedSms(
  tx: Tx,
  appliance: Appliance,
  { id, accountId }: Payment,
  receipt: string,
  decision: SmsDecision,
  now: number,
): Promise<void> {
  for (const uniqueId of uniqueIdsOf(receipt, now)) {
    const sms = await findSmsByUniqueId(tx, { accountId, uniqueId })
    if (sms?.state !== 'waiting' || isBalanceReason(sms.reason)) continue
    const attempt = await unconfirmedAttempt(tx, sms, id)
    if (attempt?.amount === sms.amount) await claimSms(tx, appliance, sms, attempt, decision, now)
  }
}

/**
 * Returns the payment's newest attempt over a connection that has not received money; undefined when there is
 * none, or when a message was used for the payment already, because a payment uses at most one.
 */
export async function usableAttempt(
  tx: Tx,
  paymentId: string,
  connection: string,
): Promise<Attempt | undefined> {
  if (await hasSms(tx, paymentId)) return undefined
  const attempts = await listAttempts(tx, paymentId)
  return attempts.find(attempt => attempt.connection === connection && attempt.state !== 'succeeded')
}
