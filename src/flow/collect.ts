// Collecting: sends one attempt of a payment through its connection. Creating a payment, paying on a checkout
// page and a push all collect like this; only their plans differ.

import type { CollectResult, Connection, NetworkConnection } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import {
  type Attempt,
  type CollectOrder,
  isSettled,
  type Memo,
  type Method,
  nextAttempt,
} from '../domain/attempt.ts'
import { channelOf, paymentAsCreated } from '../domain/channel.ts'
import { checkIdleMs } from '../domain/check-pace.ts'
import { assert } from '../domain/fault.ts'
import { networkReference } from '../domain/id.ts'
import { isFinal, nextPayment, type Payment } from '../domain/payment.ts'
import { tillNumberConnector } from '../domain/till-number.ts'
import { findAttempt, insertAttempt, listOpenAttempts, updateAttempt, updateMemo } from '../store/attempt.ts'
import type { Read, Tx } from '../store/engine/statement.ts'
import { dropJob, putJob } from '../store/job.ts'
import { findPayment, insertNetworkToken } from '../store/payment.ts'
import type { Appliance } from './appliance.ts'
import { paymentActionOf, recordOutcome } from './attempt.ts'
import { throughCircuit } from './circuit.ts'
import { type Rerouted, type Route, type SentOrder, sendOrder } from './connector.ts'
import type { IdempotentRequest } from './idempotency.ts'
import { firstCheckWaitMs, sendInSteps } from './network-call.ts'
import { applyPaymentChange } from './payment-change.ts'
import { countOnce } from './phone-push.ts'

/** How an attempt asks the customer. */
export interface AttemptRequest {
  readonly method: Method
  readonly phone: string | null // E.164; for a push
  readonly connection: Connection
  readonly isFirst: boolean // whether the payment has no attempt yet
  readonly expiresAt?: number // how long the checkout page waits for the customer
}

/** Plans a new attempt of a payment and the order to send. It stores nothing. */
export function planAttempt(
  appliance: Appliance,
  account: Account,
  payment: Payment,
  { method, phone, connection, isFirst, expiresAt }: AttemptRequest,
  now: number,
): { attempt: Attempt; order: CollectOrder } {
  const { ids, random } = appliance.world
  const id = isFirst ? payment.id : ids.uuid(now)
  const order: CollectOrder = {
    accountId: account.id,
    networkReference: networkReference(now, random.bytes(10)),
    paymentId: payment.id,
    method,
    amount: payment.amount,
    phone,
    token: payment.token,
    payee: account.name,
    city: account.city,
    publicUrl: appliance.publicUrl,
    expiresAt: expiresAt ?? payment.expiresAt,
  }
  const attempt: Attempt = {
    id,
    paymentId: payment.id,
    accountId: account.id,
    connector: connection.connector,
    connection: connection.id,
    networkReference: order.networkReference,
    method,
    phone,
    amount: payment.amount,
    state: 'planned',
    externalReference: null,
    failureReason: null,
    paidAmount: null,
    createdAt: now,
    sentAt: null,
    endedAt: null,
    expiresAt: expiresAt ?? null,
    ranAt: appliance.ranMs(),
    yesCount: 0,
    memo: null,
    plannedOrder: connection.reach === 'local' ? null : order,
  }
  return { attempt, order }
}

/** How to plan a payment for its next attempt. */
export interface CollectPlan extends AttemptRequest {
  readonly account: Account
  readonly payment: Payment
  readonly now: number
  /** Writes the payment before its attempt. */
  save(tx: Tx, payment: Payment): Promise<unknown>
}

/** A plan with its new attempt and the order to send. */
type Planned = CollectPlan & ReturnType<typeof planAttempt>

/**
 * Sends the order of an attempt through the circuit breaker. If a crash interrupted an order of several
 * calls, it continues after the last call that the memo records.
 */
export const sendAttempt = (
  appliance: Appliance,
  network: NetworkConnection,
  attempt: Attempt,
  order: CollectOrder,
) =>
  throughCircuit(appliance, network, { collect: order.method }, () =>
    sendInSteps(appliance, network, {
      order,
      memo: attempt.memo ?? {},
      send: call => network.collect(call),
      saveMemo: memo => saveStep(appliance, attempt, memo),
    }),
  )

/**
 * Stores the memo that the next call of an order needs, unless the attempt or its payment ended during the
 * last call: no phone may ring for a voided payment, or for an order that another order has replaced.
 * @returns whether the memo was stored, so that the next call may be made
 */
export const saveStep = (
  appliance: Appliance,
  { id, paymentId }: Pick<Attempt, 'id' | 'paymentId'>,
  memo: Memo,
): Promise<boolean> =>
  appliance.store.write(async tx => {
    const payment = await findPayment(tx, paymentId)
    const attempt = await findAttempt(tx, id)
    assert(payment && attempt, 'a planned attempt has its payment')
    if (isFinal(payment.status) || isSettled(attempt.state) || attempt.state === 'cancelled') return false
    await updateMemo(tx, id, memo, appliance.ranMs())
    return true
  })

/**
 * Sends one attempt of the payment that `plan` returns. If certainly nothing reached its network, it sends
 * another attempt over the next connection of the route.
 * @param request the request with its idempotency key; undefined for a request without a key
 * @throws Fault as `plan`
 */
export const collect = (
  appliance: Appliance,
  route: Route,
  request: IdempotentRequest<Payment> | undefined,
  plan: (tx: Tx, now: number) => Promise<CollectPlan>,
): Promise<SentOrder<CollectResult, Payment>> => {
  const countPush = countOnce(appliance)
  return sendOrder<Planned, CollectResult, Payment>(appliance, route, request, {
    async plan(tx, now) {
      const planned = await plan(tx, now)
      if (planned.method === 'push') countPush(planned.phone)
      const { attempt, order } = planAttempt(appliance, planned.account, planned.payment, planned, now)
      return { ...planned, attempt, order }
    },
    callLocal: (local, tx, { order, now }) => local.collect(tx, order, now),
    callNetwork: (network, { attempt, order }) => sendAttempt(appliance, network, attempt, order),
    save: (tx, planned, answer) => savePlan(tx, appliance, planned, answer),
    async record(tx, { attempt }, answer) {
      const now = appliance.world.clock.now()
      const payment = await recordOutcome(tx, appliance, attempt, answer, now)
      if (isOpenAnswer(answer) && answer.nextCheckAt !== undefined) {
        // The network named a time for the next check, which replaces the one planned before the call.
        await dropJob(tx, 'attempt.check', attempt.id)
        await planCheck(tx, appliance, attempt.id, Math.min(answer.nextCheckAt, now + checkIdleMs))
      }
      return payment
    },
    reroute: (tx, planned, answer, connection) => reroute(tx, appliance, planned, answer, connection),
    asCreated: findPaymentAsCreated,
  })
}

/** Returns the payment that an earlier request created, as it was when a local connection had answered. */
export async function findPaymentAsCreated(read: Read, id: string): Promise<Payment> {
  const payment = await findPayment(read, id)
  assert(payment, 'a used key has its payment')
  return paymentAsCreated(payment)
}

/**
 * Plans a new attempt over the next connection, after certainly nothing was sent over the previous one.
 * @param answer the answer for the previous attempt, which fails it
 * @returns undefined when the payment is no longer pending, or when the previous network may have the order
 */
async function reroute(
  tx: Tx,
  appliance: Appliance,
  previous: Planned,
  answer: CollectResult,
  connection: Connection,
): Promise<Rerouted<Planned, CollectResult, Payment> | undefined> {
  const { account } = previous
  const payment = await findPayment(tx, previous.payment.id)
  const attempt = await findAttempt(tx, previous.attempt.id)
  assert(payment && attempt, 'a planned attempt has its payment')
  if (payment.status !== 'pending' || isSettled(attempt.state) || attempt.yesCount > 0) return undefined
  const now = appliance.world.clock.now()
  await updateAttempt(tx, nextAttempt(attempt, answer, now))
  const save = (tx: Tx, changed: Payment) => {
    const change = { payment: changed, events: [], postings: [] }
    return applyPaymentChange(tx, appliance, account, payment, change, now)
  }
  const isUnknown = (await listOpenAttempts(tx, payment.id)).some(({ state }) => state === 'unknown')
  const reroutedPayment = { ...overConnection(payment, connection), unknown: isUnknown }
  const nextPlan = { ...previous, payment: reroutedPayment, connection, now, save, isFirst: false }
  const planned = { ...nextPlan, ...planAttempt(appliance, account, reroutedPayment, nextPlan, now) }
  const isLocal = connection.reach === 'local'
  const localAnswer = isLocal ? await connection.collect(tx, planned.order, now) : undefined
  const savedPayment = await savePlan(tx, appliance, planned, localAnswer)
  return { plan: planned, answer: localAnswer, value: savedPayment }
}

/**
 * Returns the payment with the connector and provider of this connection. A payment that shows a till number
 * keeps its connector and provider, because the customer may still pay to that number.
 */
function overConnection(payment: Payment, { connector }: Connection): Payment {
  if (payment.tillNumber !== null) return payment
  const isTillNumber = connector === tillNumberConnector
  const wasTillNumber = payment.connector === tillNumberConnector
  if (isTillNumber === wasTillNumber) return { ...payment, connector }
  const { provider } = channelOf(payment.type)
  return { ...payment, connector, provider: isTillNumber ? 'till_number' : provider }
}

/**
 * Writes the payment, its attempt, and the job of the attempt's first status check. A check that would be due
 * exactly when the payment expires needs no job of its own, because the expiry checks the status first.
 * @param answer the answer of a local connection, which is written too; undefined for a network
 */
export async function savePlan(
  tx: Tx,
  appliance: Appliance,
  { account, payment, attempt, connection, now, save }: Planned,
  answer?: CollectResult,
): Promise<Payment> {
  const written = answer ? afterLocalAnswer({ account, payment, attempt, now }, answer) : { payment, attempt }
  await save(tx, written.payment)
  if (written.payment.token !== payment.token) await insertNetworkToken(tx, written.payment)
  await insertAttempt(tx, written.attempt)
  const waitMs = answer ? connection.facts.checks.firstMs : firstCheckWaitMs(connection.facts)
  const checkAt = answer?.nextCheckAt ?? now + waitMs
  if (checkAt === written.payment.dueAt) return written.payment
  await planCheck(tx, appliance, attempt.id, checkAt)
  return written.payment
}

/** Returns whether the network has decided nothing yet. */
const isOpenAnswer = ({ kind }: CollectResult) => kind === 'pending' || kind === 'unknown'

/** Schedules the next status check of an attempt. */
async function planCheck(tx: Tx, appliance: Appliance, attemptId: string, checkAt: number): Promise<void> {
  await putJob(tx, 'attempt.check', attemptId, checkAt)
  appliance.notifier.publishJob(tx, checkAt)
}

type DraftPlan = Pick<Planned, 'account' | 'payment' | 'attempt' | 'now'>

/** Returns the payment and the attempt after a local connection has taken the order. */
function afterLocalAnswer({ account, payment, attempt, now }: DraftPlan, answer: CollectResult) {
  const next = nextAttempt(attempt, answer, now)
  const change = nextPayment(payment, paymentActionOf(answer, next, payment, account), now)
  assert(change.payment.status === 'pending', 'a local connection only takes orders')
  return { payment: change.payment, attempt: next }
}
