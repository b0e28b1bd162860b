// Collecting through the other server: one payment there for each attempt. The body is made only of the
// planned order, so the same order has the same bytes, with our reference as its key.
import type { CollectOrder, Method } from '../../domain/attempt.ts'
import { readEmv } from '../../domain/emv.ts'
import { timeOfReference } from '../../domain/id.ts'
import { expirySecondsMax, expirySecondsMin } from '../../domain/payment-limit.ts'
import { readPhone, walletNames } from '../../domain/phone.ts'
import { ageByBothClocks, pushAgeMaxMs } from '../../domain/push-limit.ts'
import { tillNumberPattern } from '../../domain/till-number.ts'
import { retryWaitMs } from '../budget.ts'
import type { Call, CollectAnswer } from '../connector.ts'
import { isObject, type RelayClient, type RelayData, type RelayReply, shillings, text } from './client.ts'
import { findOrder, type PaymentStatus, referenceName } from './list.ts'
import { failureOf, rejectionOf, unsent } from './reason.ts'

const unknown = { kind: 'unknown' } as const

const paymentTypes: Readonly<Record<Method, string>> = { qr: 'dynamic-qr', push: 'mobile', card: 'card' }

export interface RelayConnection {
  readonly client: RelayClient
  readonly status: PaymentStatus
  /** The address for callbacks, if the other server can reach it. */
  callbackFor(order: CollectOrder): string | undefined
}

/** Sends the order to the other server, once. */
export async function collectPayment(relay: RelayConnection, { order }: Call): Promise<CollectAnswer> {
  const reply = await postOrder(relay, order)
  return sentAnswer(reply, data => answerOf(order, data))
}

/** Pushes the same payment to the phone again, with `memo.again` as the idempotency key. */
export async function pushAgain({ client }: RelayConnection, { order, memo }: Call): Promise<CollectAnswer> {
  if (!memo.payment || !memo.again) return unsent
  const path = `/payments/${memo.payment}/push`
  const body = JSON.stringify({ phone: order.phone })
  const reply = await client.send({ method: 'POST', path, key: memo.again, body })
  return sentAnswer(reply, () => ({ kind: 'pending' }))
}

/**
 * Returns the answer about a request that asks a customer to pay.
 * @param readYes returns the answer for the data of an accepted request
 */
function sentAnswer(reply: RelayReply, readYes: (data: RelayData) => CollectAnswer): CollectAnswer {
  switch (reply.kind) {
    case 'yes':
      return readYes(reply.data)
    case 'unsent':
    case 'busy':
    case 'not let in':
    case 'absent':
      return unsent
    case 'no':
      return rejectionOf(reply.reason)
    default:
      return unknown
  }
}

/** Sends the order with our reference as its idempotency key, so that a repeat creates no second payment. */
const postOrder = ({ client, ...relay }: RelayConnection, order: CollectOrder): Promise<RelayReply> =>
  client.send({
    method: 'POST',
    path: '/payments',
    key: order.networkReference,
    body: JSON.stringify(paymentBody(order, relay.callbackFor(order))),
  })

/** Returns the body of an order. A repeat must have the same body, so nothing depends on the current time. */
function paymentBody(order: CollectOrder, callbackUrl: string | undefined): object {
  const openSeconds = Math.floor((order.expiresAt - timeOfReference(order.networkReference)) / 1_000)
  const returnUrl = `${order.publicUrl}/pay/${order.paymentId}`
  return {
    payment_type: paymentTypes[order.method],
    details: {
      amount: order.amount,
      currency: 'TZS',
      expires_in: Math.min(expirySecondsMax, Math.max(expirySecondsMin, openSeconds)),
      ...(order.method === 'card' ? { redirect_url: returnUrl, cancel_url: returnUrl } : {}),
    },
    ...(order.phone ? { phone_number: order.phone } : {}),
    ...(callbackUrl ? { webhook_url: callbackUrl } : {}),
    metadata: { [referenceName]: order.networkReference },
    ...(order.method === 'card' ? { customer: cardCustomer(order) } : {}),
  }
}

/** Returns the customer of a card payment. The address is required, but no shop asks for it: use the city. */
const cardCustomer = ({ city }: CollectOrder) => ({
  firstname: 'Customer',
  lastname: 'Customer',
  email: 'customer@example.com',
  address: city,
  city,
  state: city,
  postcode: '00000',
  country: 'TZ',
})

/** How long an order may be sent again. Its key is valid for 24 hours (specification, Limits). */
const repeatMs: Readonly<Record<Method, number>> = {
  qr: 23 * 3_600_000,
  card: 23 * 3_600_000,
  push: pushAgeMaxMs,
}

/** Checks the status of the order. @param now milliseconds since 1970 */
export async function checkPayment(relay: RelayConnection, call: Call, now: number): Promise<CollectAnswer> {
  const { order, memo } = call
  const reply = await readStatus(relay, call, now)
  switch (reply.kind) {
    case 'yes':
      return answerOf(order, reply.data)
    case 'absent':
      return reply
    case 'no':
      // Without a payment, the order was sent again. A "no" then means that it was never carried out.
      return memo.payment ? unknown : rejectionOf(reply.reason)
    case 'busy':
      return answerWithoutAsking(relay, call, now)
    default:
      return unknown
  }
}

/**
 * Requests the order by the other server's reference. If that reference was lost with the answer, sends the
 * order again with the same key while that is allowed, and later searches the list.
 */
function readStatus(relay: RelayConnection, call: Call, now: number): Promise<RelayReply> {
  const { order, memo } = call
  if (memo.payment) return relay.status.read(memo.payment)
  return isRepeatable(call, now) ? postOrder(relay, order) : findPayment(relay, order, now)
}

/** Whether the order may be sent again: it is still open, and young enough by both of our clocks. */
const isRepeatable = (call: Call, now: number): boolean =>
  !call.isEnded &&
  !call.isPaymentFinal &&
  ageByBothClocks(call, now) < repeatMs[call.order.method] &&
  now < call.order.expiresAt

/** Returns the earlier answer again, because the budget has no request left to ask the network now. */
const answerWithoutAsking = (
  { client }: RelayConnection,
  { memo, isEnded }: Call,
  now: number,
): CollectAnswer => ({
  kind: memo.payment && !isEnded ? 'pending' : 'unknown',
  nextCheckAt: now + retryWaitMs(client.budget),
  isUnasked: true,
})

const findPayment = ({ client }: RelayConnection, { networkReference }: CollectOrder, now: number) =>
  findOrder(client, 'payments', networkReference, now)

/**
 * Withdraws the order. The answer is `failed` only when the other server reports that the payment has ended;
 * the reply to the withdrawal itself proves nothing.
 */
export async function cancelPayment(
  relay: RelayConnection,
  { order, memo }: Call,
  now: number,
): Promise<CollectAnswer> {
  const found = memo.payment ? undefined : await findPayment(relay, order, now)
  const foundReference = found?.kind === 'yes' ? text(found.data.reference) : ''
  const reference = memo.payment ?? foundReference
  if (!reference) return found?.kind === 'absent' ? found : unknown
  await relay.client.send({ method: 'POST', path: `/payments/${reference}/void`, body: '{}' })
  const current = await relay.client.send({ method: 'GET', path: `/payments/${reference}` })
  return current.kind === 'yes' ? answerOf(order, current.data) : unknown
}

/** Reads a payment of the other server as an answer about our order. Unknown without a reference. */
export function answerOf(order: CollectOrder, data: RelayData): CollectAnswer {
  const reference = text(data.reference)
  if (reference === '') return unknown
  return { ...stateOf(order, data), memo: { payment: reference } }
}

/** Returns what the status of the other server's payment means for our order. */
function stateOf(order: CollectOrder, data: RelayData): CollectAnswer {
  if (data.status === 'completed') return paidAnswer(data)
  // While its network does not answer, an expired or voided payment may still turn out paid.
  if (data.outcome_unknown === true) return unknown
  switch (data.status) {
    case 'pending':
      return offerAnswer(order, data)
    case 'failed':
      return { kind: 'failed', reason: failureOf(text(data.failure_reason)) }
    case 'voided':
    case 'expired':
      return { kind: 'failed', reason: 'expired' }
    default:
      return unknown
  }
}

/** Returns a pending answer with what the customer needs to pay. Unreadable parts are left out. */
function offerAnswer({ method }: CollectOrder, data: RelayData): CollectAnswer {
  const qr = text(data.payment_qr_code)
  const pageUrl = text(data.payment_url)
  const hasQr = qr !== '' && method !== 'push' && readEmv(qr) !== undefined
  const hasPage = method === 'card' && /^https?:$/.test(URL.parse(pageUrl)?.protocol ?? '')
  const externalReference = text(data.external_reference)
  return {
    kind: 'pending',
    ...(hasQr ? { qr } : {}),
    ...(hasPage ? { pageUrl } : {}),
    ...numberOf(data),
    ...(externalReference ? { externalReference } : {}),
  }
}

/**
 * Returns the number to pay to: a till number, which is the same for every sale, or the payment's own token.
 * Empty if the number is invalid.
 */
function numberOf({ payment_token, channel }: RelayData): { token?: string; tillNumber?: string } {
  const number = text(payment_token)
  if (isObject(channel) && channel.provider === 'till_number')
    return tillNumberPattern.test(number) ? { tillNumber: number } : {}
  return /^\d{8}$/.test(number) ? { token: number } : {}
}

/** Returns the answer that the order was paid; unknown when the amount is invalid. */
function paidAnswer(data: RelayData): CollectAnswer {
  const amount = shillings(data.amount)
  if (!amount) return unknown
  return { kind: 'completed', amount, receipt: receiptOf(data), payer: payerOf(data) }
}

/** Returns the payment network's receipt number, or the other server's reference. */
export const receiptOf = (data: RelayData): string => text(data.external_reference) || text(data.reference)

/** Returns the phone (E.164) and the provider that paid, if known. After a QR code the phone is not known. */
export function payerOf({ channel, customer }: RelayData): { phone?: string; provider?: string } {
  const phone = isObject(customer) ? readPhone(text(customer.phone))?.e164 : undefined
  const provider = isObject(channel) ? text(channel.provider).toLowerCase() : ''
  return {
    ...(phone ? { phone } : {}),
    ...(providers.includes(provider) ? { provider } : {}),
  }
}

const providers = Object.keys(walletNames)
