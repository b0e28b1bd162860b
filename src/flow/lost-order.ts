// Replaces an order that no customer can pay although the network has it, because the answer with the code,
// the page or the push was lost. The lost order counts as failed, and its status is still checked.

import { unsent } from '../domain/answer.ts'
import { type Attempt, nextAttempt } from '../domain/attempt.ts'
import { assert } from '../domain/fault.ts'
import { isFinal } from '../domain/payment.ts'
import { findAccount } from '../store/account.ts'
import { findAttempt, listAttempts, updateAttempt } from '../store/attempt.ts'
import type { Tx } from '../store/engine/statement.ts'
import { findPayment } from '../store/payment.ts'
import type { Appliance } from './appliance.ts'
import { recordOutcome } from './attempt.ts'
import { planCancels } from './cancel-plan.ts'
import { planAttempt, savePlan, sendAttempt } from './collect.ts'
import { applyPaymentChange } from './payment-change.ts'
import { isBeingSent } from './sending.ts'

/** After this many lost answers, a payment gets no more orders. */
const lostOrdersMax = 2

/** Returns whether an attempt failed because its order was lost. */
const isLost = ({ state, failureReason, yesCount }: Attempt) =>
  state === 'failed' && failureReason === unsent.reason && yesCount === 0

/**
 * Fails an attempt whose order no customer can pay, and sends a new order over the same connection.
 * @param checked the attempt as it was when the network was asked
 */
export async function replaceLostOrder(appliance: Appliance, checked: Attempt): Promise<void> {
  const { store, world } = appliance
  const planned = await store.write(tx => planReplacement(tx, appliance, checked))
  if (!planned) return
  const { connection, attempt, order } = planned
  const answer = await sendAttempt(appliance, connection, attempt, order)
  await store.write(tx => recordOutcome(tx, appliance, attempt, answer, world.clock.now()))
}

/**
 * Fails the attempt of a lost order, and plans a new attempt.
 * @param checked the attempt as it was when the network was asked
 * @returns the plan; undefined when the customer must not be asked again, or may have been asked since
 */
async function planReplacement(tx: Tx, appliance: Appliance, checked: Attempt) {
  const attempt = await findAttempt(tx, checked.id)
  const connection = attempt && appliance.connections.find(attempt.connection)
  if (!attempt || connection?.reach !== 'network') return undefined
  const payment = await findPayment(tx, attempt.paymentId)
  const account = await findAccount(tx, attempt.accountId)
  assert(payment && account, 'an attempt has its payment and account')
  const attempts = await listAttempts(tx, payment.id)
  const now = appliance.world.clock.now()
  const isNewest = attempts[0]?.id === attempt.id
  const lostCount = attempts.filter(isLost).length
  if (isFinal(payment.status) || !isNewest || lostCount >= lostOrdersMax) return undefined
  if (!isStillLost(attempt, now) || (await wasCalledSince(tx, appliance, checked, attempt))) return undefined
  await updateAttempt(tx, nextAttempt(attempt, unsent, now))
  await planCancels(tx, appliance, [attempt], now)
  const { method, phone, expiresAt } = attempt
  const hasOtherUnknown = attempts.some(({ id, state }) => id !== attempt.id && state === 'unknown')
  const pendingPayment = { ...payment, unknown: hasOtherUnknown }
  const change = { payment: pendingPayment, events: [], postings: [] }
  const plan = {
    account,
    payment: pendingPayment,
    method,
    phone,
    connection,
    isFirst: false,
    ...(expiresAt === null ? {} : { expiresAt }),
    now,
    save: (tx: Tx) => applyPaymentChange(tx, appliance, account, payment, change, now),
  }
  const planned = { ...plan, ...planAttempt(appliance, account, pendingPayment, plan, now) }
  await savePlan(tx, appliance, planned)
  return { ...planned, connection }
}

/** Returns whether an unexpired order is still unknown, and its network never answered "yes". */
const isStillLost = ({ state, yesCount, plannedOrder }: Attempt, now: number): boolean =>
  state === 'unknown' && yesCount === 0 && now < (plannedOrder?.expiresAt ?? 0)

/**
 * Returns whether another call about an attempt began since its status was checked. Such a call may have made
 * the customer's phone ring. A call that has ended has changed the memo.
 * @param checked the attempt as it was when the network was asked
 */
async function wasCalledSince(
  tx: Tx,
  appliance: Appliance,
  checked: Attempt,
  attempt: Attempt,
): Promise<boolean> {
  if (await isBeingSent(appliance, attempt.networkReference, tx)) return true
  return JSON.stringify(attempt.memo) !== JSON.stringify(checked.memo)
}
