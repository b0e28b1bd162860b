// Sends a push for a pending payment. A push to the last phone uses the same order; a push to another phone
// is a new attempt. A push is allowed while the last attempt is sent, and refused while that attempt is
// unknown.

import type { CollectResult, Connection } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import { unsent } from '../domain/answer.ts'
import type { Attempt } from '../domain/attempt.ts'
import { assert, badField, fault, shortValue } from '../domain/fault.ts'
import { isFinal, type Payment } from '../domain/payment.ts'
import { readPhone } from '../domain/phone.ts'
import { assertPushGap } from '../domain/push-limit.ts'
import { isInScope, type SalesScope } from '../domain/sales-scope.ts'
import { listAttempts } from '../store/attempt.ts'
import type { Tx } from '../store/engine/statement.ts'
import { findPayment, updatePayment } from '../store/payment.ts'
import type { Appliance } from './appliance.ts'
import { planCancels } from './cancel-plan.ts'
import { type CollectPlan, collect, findPaymentAsCreated } from './collect.ts'
import { findOrderWithoutRoute, routeFor, type SentOrder } from './connector.ts'
import { fillKey, type IdempotentRequest, type IdempotentResult, runExclusive } from './idempotency.ts'
import { ageMsOf } from './network-call.ts'
import { paymentOfToken } from './payment-token.ts'
import { pushAgain, ringingOrderOf } from './push-again.ts'
import { currentTimeZone } from './time-zone.ts'
import { assertNotOfTwin } from './twin.ts'

/**
 * Returns the payment with this reference or token.
 * @throws Fault `payment_of_other_account` for another account's reference, because the specification
 * requires it for a push; `payment_not_found` for its token or outside the scope; or as `assertNotOfTwin`
 */
async function pushablePayment(
  appliance: Appliance,
  account: Account,
  referenceOrToken: string,
  salesScope: SalesScope,
): Promise<Payment> {
  const { read } = appliance.store
  const isToken = /^\d{8}$/.test(referenceOrToken)
  const payment = isToken
    ? await paymentOfToken(appliance, referenceOrToken)
    : await findPayment(read, referenceOrToken)
  // Tokens can be enumerated, so another account's token counts as not found.
  const isHidden = isToken && payment?.accountId !== account.id
  if (!payment || isHidden || !isInScope(salesScope, payment))
    throw fault('payment_not_found', { reference: shortValue(referenceOrToken) })
  assertNotOfTwin(account, payment.accountId)
  if (payment.accountId !== account.id) throw fault('payment_of_other_account')
  return payment
}

/**
 * Refuses a push for a payment that has ended, or that may be paid already.
 * @throws Fault `payment_not_pushable` or `attempt_outcome_unknown`
 */
function assertPushable(payment: Payment, attempts: readonly Attempt[]): void {
  if (isFinal(payment.status)) throw fault('payment_not_pushable', { status: payment.status })
  if (attempts.some(attempt => attempt.state === 'unknown' || attempt.state === 'planned'))
    throw fault('attempt_outcome_unknown')
}

/**
 * Returns whether the push of a new payment may still ring on this phone. Published clients push again
 * immediately after creating a payment. A real network rejects a second push while one rings, so no other is
 * sent. The simulator accepts both: its `promptMs` is 0.
 */
function isAlreadyRinging(
  appliance: Appliance,
  { facts }: Connection,
  { sessionId }: Payment,
  attempts: readonly Attempt[],
  phone: string,
): boolean {
  const [first, ...others] = attempts
  if (!first || others.length > 0 || sessionId !== null) return false
  const isOpenPush = first.method === 'push' && first.state === 'sent' && first.phone === phone
  return isOpenPush && ageMsOf(appliance, first) < facts.times.promptMs
}

/**
 * Returns the attempts that count for the gap between pushes. With the simulator (`promptMs` is 0), a
 * payment's first push, its oldest attempt, does not count, because it may be pushed again immediately.
 */
const countedPushes = ({ facts }: Connection, { sessionId }: Payment, attempts: readonly Attempt[]) =>
  sessionId === null && facts.times.promptMs === 0 ? attempts.slice(0, -1) : attempts

/** Returns whether the attempt is a push that the customer can still approve. */
const isPushed = ({ method, state }: Attempt) => method === 'push' && state === 'sent'

/** The result of a push. */
export interface PushResult {
  readonly payment: Payment
  readonly phone: string // the number that the push went to, E.164
  readonly isSent: boolean // false when the phone already rings, so nothing more was sent
}

/** Whom to push to, and which sales the caller sees. */
export interface PushRequest {
  readonly phone: string | undefined // E.164; undefined for the payer's own number
  readonly salesScope?: SalesScope
  readonly idempotent?: IdempotentRequest<PushResult> | undefined
}

/**
 * Sends a push to a phone, or to the payer's own number, once per idempotency key. A payment outside the
 * caller's scope is not found.
 * @throws Fault `payer_phone_required`, or as `pushablePayment`, `routeFor`, `pushAgain`, `planPush` and
 * `finishPush`
 */
export async function pushPayment(
  appliance: Appliance,
  account: Account,
  referenceOrToken: string,
  { phone: requestedPhone, salesScope = {}, idempotent }: PushRequest,
): Promise<IdempotentResult<PushResult>> {
  const payment = await pushablePayment(appliance, account, referenceOrToken, salesScope)
  const phone = requestedPhone ?? payment.phone ?? readPhone(payment.customer.phone ?? '')?.e164
  if (!phone) throw badField('phone', 'payer_phone_required')
  const purpose = { collect: 'push', provider: readPhone(phone)?.provider } as const
  const request = idempotent && {
    ...idempotent,
    render: (payment: Payment) => idempotent.render({ payment, phone, isSent: true }),
  }
  return runExclusive(appliance, idempotent, async () => {
    // A repeated request returns what the first one sent, even if no network can send it now.
    const earlier = await findOrderWithoutRoute(appliance, account, purpose, request, findPaymentAsCreated)
    if (earlier) return finishPush(appliance, payment.id, phone, request, earlier)
    const route = routeFor(appliance, account, purpose)
    const [connection] = route
    const attempts = await listAttempts(appliance.store.read, payment.id)
    if (!isFinal(payment.status) && isAlreadyRinging(appliance, connection, payment, attempts, phone))
      return { replayed: false, value: { payment, phone, isSent: false }, response: undefined }
    const ringingOrder = isFinal(payment.status) ? undefined : ringingOrderOf(appliance, attempts, phone)
    const sentOrder = ringingOrder
      ? await pushAgain(appliance, ringingOrder, request)
      : await collect(appliance, route, request, (tx, now) =>
          planPush(tx, appliance, account, { id: payment.id, phone, connection }, now),
        )
    return finishPush(appliance, payment.id, phone, request, sentOrder)
  })
}

/**
 * Returns the result of a push that was sent, now or by an earlier request with the same key, and stores its
 * response under the key.
 * @throws Fault `network_unreachable` when it was certainly not sent
 */
async function finishPush(
  appliance: Appliance,
  paymentId: string,
  phone: string,
  request: IdempotentRequest<Payment> | undefined,
  sentOrder: SentOrder<CollectResult, Payment>,
): Promise<IdempotentResult<PushResult>> {
  if (sentOrder.kind === 'replayed') return { replayed: true, response: sentOrder.response }
  const isNew = sentOrder.kind === 'sent'
  await assertSent(appliance, paymentId, isNew ? sentOrder.answer : undefined)
  const payment = isNew ? sentOrder.value : await findPayment(appliance.store.read, paymentId)
  assert(payment, 'the payment was found a moment ago')
  const result = await fillKey(appliance, request, payment, isNew ? sentOrder.response : undefined)
  return result.replayed ? result : { ...result, value: { payment, phone, isSent: true } }
}

/**
 * Plans a new attempt for this phone, and withdraws the pushes that still wait.
 * @throws Fault as `assertPushable`, or `push_too_soon` while another push may ring
 */
async function planPush(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  { id, phone, connection }: { id: string; phone: string; connection: Connection },
  now: number,
): Promise<CollectPlan> {
  const payment = await findPayment(tx, id)
  assert(payment, 'the payment was found a moment ago')
  const attempts = await listAttempts(tx, id)
  assertPushable(payment, attempts)
  const { promptMs } = connection.facts.times
  assertPushGap(countedPushes(connection, payment, attempts), {
    phone,
    ranMs: appliance.ranMs(),
    promptMs,
  })
  await planCancels(tx, appliance, attempts.filter(isPushed), now)
  // Only a local connection's answer changes the payment.
  const save = async (tx: Tx, offered: Payment) => {
    if (offered === payment) return
    await updatePayment(tx, payment, offered, await currentTimeZone(tx, appliance, account))
  }
  return { account, payment, method: 'push', phone, connection, isFirst: false, now, save }
}

/**
 * Checks that the push was sent, or may have been sent.
 * @throws Fault `network_unreachable` when it was certainly not sent, also when the request is repeated with
 * its key
 */
async function assertSent(
  appliance: Appliance,
  paymentId: string,
  answer: CollectResult | undefined,
): Promise<void> {
  const [last] = await listAttempts(appliance.store.read, paymentId)
  const isUnsent = answer ? answer.kind === 'failed' && answer.unsent : last?.failureReason === unsent.reason
  if (isUnsent) throw fault('network_unreachable')
}
