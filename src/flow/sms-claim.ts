// Uses a payment SMS for a sale: it completes the sale's attempt. The transaction id of a message pays for
// one sale only, also when a person confirmed that sale by its receipt number.

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
 * Claims a message for a sale and completes the sale's attempt in one transaction.
 * @returns the claimed message
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
  await recordOutcome(
    tx,
    appliance,
    attempt,
    {
      kind: 'completed',
      amount: claimed.amount,
      ...(sms.transactionId === null ? {} : { receipt: sms.transactionId }),
      ...(provider !== undefined && provider in providerNames ? { payer: { provider } } : {}),
    },
    now,
  )
  return claimed
}

/** Not the calendar year: a payment of 31 December may be confirmed on 1 January. */
const halfYearMs = 183 * 86_400_000

/**
 * Returns the id of the payment that was paid with the transaction id of a message. An id that may repeat in
 * another year counts only within half a year of the message.
 */
export async function paymentPaidWith(
  read: Read,
  { accountId, transactionId, uniqueId, paidAt }: Sms,
): Promise<string | undefined> {
  if (transactionId === null) return undefined
  const isYearly = uniqueId !== null && uniqueId !== transactionId && paidAt !== null
  const period = isYearly ? { endedFrom: paidAt - halfYearMs, endedUntil: paidAt + halfYearMs } : undefined
  return findPaymentByReceipt(read, accountId, transactionId, period)
}

/** Returns the attempt that a message confirms, if only a person has confirmed the payment so far. */
export async function unconfirmedAttempt(
  tx: Tx,
  { connection }: Sms,
  paymentId: string,
): Promise<Attempt | undefined> {
  const payment = await findPayment(tx, paymentId)
  return payment && isUnconfirmed(payment) ? usableAttempt(tx, payment.id, connection) : undefined
}

/**
 * Uses the waiting message of a payment that a person has just confirmed with its transaction id, so that the
 * message pays for no other sale. A message with another amount or a wrong balance still waits for the owner.
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
 * Returns the newest attempt over a connection that has received no money; none when a message was used for
 * the payment already, because only one can be.
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
