// Creating a payment, once per idempotency key.

import type { CollectResult, Connection } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import { type Actor, actorColumns } from '../domain/actor.ts'
import type { ApiVersion } from '../domain/api-version.ts'
import { channelOf, methodOf } from '../domain/channel.ts'
import { assert, badField, fault } from '../domain/fault.ts'
import { type LineItem, storedItems } from '../domain/line-item.ts'
import { afterNetworkFailure } from '../domain/network-health.ts'
import type { Customer, Metadata, Payment } from '../domain/payment.ts'
import { amountMin } from '../domain/payment-limit.ts'
import type { PaymentType } from '../domain/payment-type.ts'
import type { Provider } from '../domain/phone.ts'
import { tillNumberConnector } from '../domain/till-number.ts'
import { listAttempts } from '../store/attempt.ts'
import { findPayment, insertPayment } from '../store/payment.ts'
import type { Appliance } from './appliance.ts'
import { settleAttempt } from './attempt-check.ts'
import { type CollectPlan, collect, findPaymentAsCreated } from './collect.ts'
import { findEarlierOrder, hasConnection, routeFor, type SentOrder } from './connector.ts'
import { fillKey, type IdempotentRequest, type IdempotentResult, runExclusive } from './idempotency.ts'
import { changeNetworkHealth } from './node-state.ts'
import { currentTimeZone } from './time-zone.ts'
import { networkWaitMs, withTimeout } from './timeout.ts'

/** A request whose shape was checked. */
export interface PaymentRequest {
  readonly type: PaymentType
  readonly amount: number // whole shillings
  readonly expiresInSeconds: number | undefined
  /** E.164 with the provider that its prefix suggests. */
  readonly phone: { readonly e164: string; readonly provider: Provider | undefined } | undefined
  readonly customer: Customer
  readonly metadata: Metadata
  readonly lineItems?: readonly LineItem[] | undefined
  readonly webhookUrl: string | undefined
  readonly redirectUrl?: string | undefined // where the customer returns after a card payment
  readonly cancelUrl?: string | undefined
  readonly apiVersion: ApiVersion
  readonly createdBy: Actor
  readonly isRelayed?: boolean | undefined // whether another server's relay sent the request
}

/**
 * Creates a payment and sends its first order, once per idempotency key.
 * @throws Fault `above_account_limit`, or as `routeFor` and `finishPayment`
 */
export async function createPayment(
  appliance: Appliance,
  account: Account,
  request: PaymentRequest,
  idempotent?: IdempotentRequest<Payment>,
): Promise<IdempotentResult<Payment>> {
  const purpose = {
    collect: methodOf[request.type],
    provider: request.phone?.provider,
    isRelayed: request.isRelayed,
  }
  const isRefused =
    exceededLimit(account, request) !== undefined || !hasConnection(appliance, account, purpose)
  const route = isRefused ? undefined : routeFor(appliance, account, purpose)
  const send = async () => {
    // A repeated request returns what the first one created, even if it would be refused now.
    const earlier =
      isRefused && idempotent && (await findEarlierOrder(appliance, idempotent, findPaymentAsCreated))
    if (earlier) return earlier
    assertWithinLimit(account, request)
    // Without a connection, `routeFor` throws the reason.
    const openRoute = route ?? routeFor(appliance, account, purpose)
    return collect(appliance, openRoute, idempotent, async (_, now) =>
      planPayment(appliance, account, request, openRoute[0], now),
    )
  }
  const sendAndFinish = async () => finishPayment(appliance, account, idempotent, await send())
  /** Creates the payment over a local connection in one transaction; undefined for a claimed key. */
  const sendInOneWrite = async () => {
    const sentOrder = await send()
    return sentOrder.kind === 'claimed' ? undefined : finishPayment(appliance, account, idempotent, sentOrder)
  }
  const isLocal = route?.[0].reach === 'local'
  return runExclusive(appliance, idempotent, sendAndFinish, isLocal ? sendInOneWrite : undefined)
}

/**
 * Returns the result of a request for a payment, and stores its response under the key. If an earlier request
 * created the payment but got no response, it asks the networks about the payment first.
 * @throws Fault as `assertOffered`
 */
async function finishPayment(
  appliance: Appliance,
  account: Account,
  idempotent: IdempotentRequest<Payment> | undefined,
  sentOrder: SentOrder<CollectResult, Payment>,
): Promise<IdempotentResult<Payment>> {
  if (sentOrder.kind === 'replayed') return { replayed: true, response: sentOrder.response }
  if (sentOrder.kind === 'claimed') {
    const payment = await settleClaimedPayment(appliance, sentOrder.subject)
    assertOffered(appliance, account, payment, undefined)
    return fillKey(appliance, idempotent, payment)
  }
  assertOffered(appliance, account, sentOrder.value, sentOrder.answer)
  return fillKey(appliance, idempotent, sentOrder.value, sentOrder.response)
}

/** Returns the account's limit for a payment, whole shillings, if the amount exceeds it; else undefined. */
const exceededLimit = ({ amountMax }: Account, { amount }: PaymentRequest) =>
  amountMax !== null && amount > amountMax ? amountMax : undefined

/** Refuses an amount above the account's limit for one payment. @throws Fault `above_account_limit` */
function assertWithinLimit(account: Account, request: PaymentRequest): void {
  const max = exceededLimit(account, request)
  if (max !== undefined) throw badField('details.amount', 'above_account_limit', { min: amountMin, max })
}

/** Plans a new payment with its first attempt over this connection. */
function planPayment(
  appliance: Appliance,
  account: Account,
  request: PaymentRequest,
  connection: Connection,
  now: number,
): CollectPlan {
  const payment = draftPayment(appliance, account, request, connection, now)
  const method = methodOf[payment.type]
  return {
    account,
    payment,
    method,
    phone: method === 'push' ? payment.phone : null,
    connection,
    isFirst: true,
    now,
    async save(tx, payment) {
      appliance.notifier.publishJob(tx, payment.expiresAt)
      await insertPayment(tx, payment, await currentTimeZone(tx, appliance, account))
    },
  }
}

/**
 * Drafts the requested payment, and stores nothing. The payment's id ends with a code of its number, so that
 * a search for the last characters of a reference finds it.
 */
export function draftPayment(
  appliance: Appliance,
  account: Account,
  request: PaymentRequest,
  connection: Connection,
  now: number,
): Payment {
  const { number, token, tail } = appliance.paymentNumbers.next()
  const expiresAt = now + (request.expiresInSeconds ?? account.expirySeconds) * 1_000
  const { channelType, provider } = channelOf(request.type, request.phone?.provider)
  const { staffId, tillId, keyId } = actorColumns(request.createdBy)
  const uuid = appliance.world.ids.uuid(now)
  return {
    number,
    id: uuid.slice(0, -tail.length) + tail,
    accountId: account.id,
    type: request.type,
    status: 'pending',
    amount: request.amount,
    currency: 'TZS',
    connector: connection.connector,
    channelType,
    provider: connection.connector === tillNumberConnector ? 'till_number' : provider,
    phone: request.phone?.e164 ?? null,
    customer: request.customer,
    metadata: request.metadata,
    webhookUrl: request.webhookUrl ?? null,
    apiVersion: request.apiVersion,
    token,
    qr: null,
    paymentUrl: null,
    redirectUrl: request.redirectUrl ?? null,
    cancelUrl: request.cancelUrl ?? null,
    externalReference: null,
    fees: null,
    failureReason: null,
    late: false,
    unknown: false,
    createdAt: now,
    expiresAt,
    dueAt: expiresAt, // when it expires unless it has ended before
    endedAt: null,
    sessionId: null,
    staffId,
    tillId,
    keyId,
    shiftId: null,
    manualConfirmation: null,
    lineItems: storedItems(request.lineItems),
    refunded: 0,
    tillNumber: null,
  }
}

/** Asks the networks about a payment whose creation crashed or got no clear answer. It sends no new order. */
async function settleClaimedPayment(appliance: Appliance, paymentId: string): Promise<Payment> {
  const { read } = appliance.store
  const attempts = await listAttempts(read, paymentId)
  const checks = Promise.all(attempts.map(attempt => settleAttempt(appliance, attempt.id)))
  await withTimeout(appliance, networkWaitMs, checks)
  const payment = await findPayment(read, paymentId)
  assert(payment, 'a claimed key has its payment')
  return payment
}

/**
 * Returns whether the customer can pay. A push and a till number need nothing from the network; a card
 * payment needs a page, and any other a QR code.
 */
function isOffered({ type, connector, qr, paymentUrl }: Payment): boolean {
  if (type === 'mobile' || connector === tillNumberConnector) return true
  return type === 'card' ? paymentUrl !== null : qr !== null
}

/**
 * Refuses to return a payment that the customer cannot pay, and counts it as a failure of its network.
 * @param answer the network's answer; undefined when it has not answered yet
 * @throws Fault `network_unreachable` when nothing was sent, `network_silent` when no code or page came back
 */
function assertOffered(
  appliance: Appliance,
  account: Account,
  payment: Payment,
  answer: CollectResult | undefined,
): void {
  const isUnsent = answer?.kind === 'failed' && answer.unsent
  const isSilent = payment.status === 'pending' && !isOffered(payment)
  if (!isUnsent && !isSilent) return
  const now = appliance.world.clock.now()
  changeNetworkHealth(appliance, account.id, health => afterNetworkFailure(health, payment, now))
  throw fault(isUnsent ? 'network_unreachable' : 'network_silent')
}
