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
 * @throws Fault `above_account_limit`, or as `routeFor` and `assertOffered`
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
    // A repeated request returns what the first one created, even if it is refused now.
    const earlier =
      isRefused && idempotent && (await findEarlierOrder(appliance, idempotent, findPaymentAsCreated))
    if (earlier) return earlier
    assertWithinLimit(account, request)
    // Without a connection, this throws the reason.
    const openRoute = route ?? routeFor(appliance, account, purpose)
    return collect(appliance, openRoute, idempotent, async (_, now) =>
      planPayment(appliance, account, request, openRoute[0], now),
    )
  }
  const finish = async (sentOrder: SentOrder<CollectResult, Payment>): Promise<IdempotentResult<Payment>> => {
    if (sentOrder.kind === 'replayed') return { replayed: true, response: sentOrder.response }
    if (sentOrder.kind === 'claimed') {
      const payment = await settleClaimedPayment(appliance, sentOrder.subject)
      assertOffered(appliance, account, payment, undefined)
      return fillKey(appliance, idempotent, payment)
    }
    assertOffered(appliance, account, sentOrder.value, sentOrder.answer)
    return fillKey(appliance, idempotent, sentOrder.value, sentOrder.response)
  }
  /** Creates the payment over a local connection in one transaction; undefined for a claimed key. */
  const sendInOneWrite = async () => {
    const sentOrder = await send()
    return sentOrder.kind === 'claimed' ? undefined : finish(sentOrder)
  }
  const isLocal = route?.[0].reach === 'local'
  return runExclusive(
    appliance,
    idempotent,
    async () => finish(await send()),
    isLocal ? sendInOneWrite : undefined,
  )
}

/** Returns the owner's limit in whole shillings if the amount is above it; otherwise undefined. */
const exceededLimit = ({ amountMax }: Account, { amount }: PaymentRequest) =>
  amountMax !== null && amount > amountMax ? amountMax : undefined

/** Refuses an amount above the owner's limit. @throws Fault `above_account_limit` */
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
 * Drafts the requested payment; it stores nothing. Its id ends with a code of its payment number, so that a
 * search by the end of a reference finds it.
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
  return {
    number,
    id: appliance.world.ids.uuid(now).slice(0, -tail.length) + tail,
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

/**
 * Asks the networks about a payment whose creation crashed or got no clear answer. It sends no order again.
 */
async function settleClaimedPayment(appliance: Appliance, paymentId: string): Promise<Payment> {
  const { read } = appliance.store
  const attempts = await listAttempts(read, paymentId)
  const settled = Promise.all(attempts.map(attempt => settleAttempt(appliance, attempt.id)))
  await withTimeout(appliance, networkWaitMs, settled)
  const payment = await findPayment(read, paymentId)
  assert(payment, 'a claimed key has its payment')
  return payment
}

/** Returns whether the customer can pay: a push needs only the phone, a till number only itself. */
const isOffered = ({ type, connector, qr, paymentUrl }: Payment) =>
  type === 'mobile' || connector === tillNumberConnector || (type === 'card' ? paymentUrl : qr) !== null

/**
 * Refuses to return a payment that the customer cannot pay, and counts that as a failure of its network.
 * @throws Fault `network_unreachable` when nothing was sent, `network_silent` when nothing came back
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
