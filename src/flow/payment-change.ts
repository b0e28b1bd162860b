// Writes a payment's change in the transaction that decided it: state, money, events and jobs.

import type { Account } from '../domain/account.ts'
import { requestedByServer } from '../domain/actor.ts'
import { assert } from '../domain/fault.ts'
import { afterPaymentChange } from '../domain/network-health.ts'
import { isFinal, type Payment, type PaymentChange } from '../domain/payment.ts'
import type { PaymentStatus } from '../domain/payment-type.ts'
import { nextSession, type Session } from '../domain/session.ts'
import { isOpen } from '../domain/session-status.ts'
import { listOpenAttempts } from '../store/attempt.ts'
import { findCashOf } from '../store/cash.ts'
import type { Tx } from '../store/engine/statement.ts'
import { dropJob } from '../store/job.ts'
import { updatePayment } from '../store/payment.ts'
import { insertPostings } from '../store/posting.ts'
import { findSession, updateSession } from '../store/session.ts'
import { beginUnknownPeriod, endUnknownPeriod } from '../store/unknown-period.ts'
import { paymentEventBody } from '../wire/webhook.ts'
import type { Appliance } from './appliance.ts'
import { planCancels } from './cancel-plan.ts'
import { createEvent } from './event.ts'
import { changeNetworkHealth } from './node-state.ts'
import { recordOwnerNotice } from './owner-notice.ts'
import { countSale } from './shift.ts'
import { publishStockLeft } from './stock.ts'
import { currentTimeZone } from './time-zone.ts'

/**
 * Writes a changed payment with its shift, postings and events. If the payment has ended, its session ends
 * too, its expiry job is deleted, and its open orders are withdrawn.
 * @param before the payment as it was when the change was decided, in this transaction
 */
export async function applyPaymentChange(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  before: Payment,
  { payment: decidedPayment, events, postings }: PaymentChange,
  now: number,
): Promise<void> {
  const payment = await countSale(tx, before, decidedPayment)
  if (payment !== before) {
    const timeZone = await currentTimeZone(tx, appliance, account)
    publishStockLeft(tx, appliance, await updatePayment(tx, before, payment, timeZone))
    if (payment.unknown && !before.unknown) await beginUnknownPeriod(tx, payment.id, now)
    if (!payment.unknown && before.unknown) await endUnknownPeriod(tx, payment.id, now)
    tx.afterCommit(() =>
      changeNetworkHealth(appliance, account.id, health => afterPaymentChange(health, payment, now)),
    )
    appliance.notifier.publishPayment(tx, payment)
  }
  if (postings.length > 0)
    await insertPostings(tx, { accountId: account.id, subject: payment.id, postings }, now)
  const session = payment.sessionId
    ? await advanceSession(tx, payment.sessionId, payment.status, now)
    : undefined
  for (const type of events)
    await createEvent(tx, appliance, account, payment, { type, now }, header =>
      paymentEventBody(header, payment, session),
    )
  if (payment.late && !before.late) await reportPaidTwice(tx, appliance, account, payment)
  if (isFinal(payment.status)) await dropJob(tx, 'payment.expire', payment.id)
  if (isFinal(payment.status) && !isFinal(before.status))
    await withdrawOrders(tx, appliance, account, payment, now)
}

/**
 * Notifies the owners if the sale was also paid in cash: only a person can decide which money to give back.
 */
async function reportPaidTwice(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  { id, amount }: Payment,
): Promise<void> {
  if (!(await findCashOf(tx, id))) return
  const entry = { account, by: requestedByServer, kind: 'payment.paid_twice', subject: id } as const
  await recordOwnerNotice(tx, appliance, { ...entry, detail: { amount } })
  tx.afterCommit(() =>
    appliance.world.log('error', 'a sale was paid in cash and over a network', { payment: id }),
  )
}

/** Withdraws open orders, except after a manual confirmation, which the network may still confirm. */
async function withdrawOrders(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  { id, manualConfirmation }: Payment,
  now: number,
): Promise<void> {
  const canAnyCancel = appliance.connections
    .connectionsOf(account)
    .some(connection => connection.reach === 'network' && connection.cancel)
  if (canAnyCancel && manualConfirmation === null)
    await planCancels(tx, appliance, await listOpenAttempts(tx, id), now)
}

const sessionStatusOf = {
  completed: 'completed',
  voided: 'cancelled',
  expired: 'expired',
} as const satisfies Partial<Record<PaymentStatus, string>>

/** Ends the session together with its payment. A failed payment leaves the session open. */
async function advanceSession(
  tx: Tx,
  sessionId: string,
  status: PaymentStatus,
  now: number,
): Promise<Session> {
  const session = await findSession(tx, sessionId)
  assert(session, 'a payment of a session has its session')
  const kind = status === 'pending' || status === 'failed' ? undefined : sessionStatusOf[status]
  // Late money completes even a session that has ended.
  const mayChange = kind === 'completed' || isOpen(session.status)
  const next = kind && mayChange ? nextSession(session, { kind }, now) : session
  await updateSession(tx, session, next)
  if (!isOpen(next.status)) await dropJob(tx, 'session.expire', session.id)
  return next
}
