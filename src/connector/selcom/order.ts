// Collecting through Selcom's checkout: an order for every attempt, with its own QR code and token. A push is
// an order first and a request to the phone second; a card is paid on Selcom's page. The order's id is our
// reference, so its status can always be checked.
import { unsent } from '../../domain/answer.ts'
import type { CollectOrder, Memo, Payer } from '../../domain/attempt.ts'
import { readEmv } from '../../domain/emv.ts'
import { timeOfReference } from '../../domain/id.ts'
import { readPhone } from '../../domain/phone.ts'
import { ageByBothClocks, pushAgeMaxMs } from '../../domain/push-limit.ts'
import { type Budget, retryWaitMs } from '../budget.ts'
import type { Call, CollectAnswer, Step } from '../connector.ts'
import type { SharedList } from '../shared-list.ts'
import {
  type SelcomClient,
  type SelcomData,
  type SelcomReply,
  selcomCallMs,
  shillings,
  text,
} from './client.ts'
import { selcomReason } from './reason.ts'
import { type SelcomFields, selcomDay } from './signature.ts'

const unknown = { kind: 'unknown' } as const

/** Sends the order. For a push, the next two calls return a step to store, and then ask the phone to pay. */
export async function collectOrder(
  client: SelcomClient,
  { order, memo }: Call,
  now: number,
): Promise<CollectAnswer | Step> {
  // `pushing` is stored before the phone may ring, so an order without it was certainly not pushed.
  if (memo.ordered && !memo.pushing) return { kind: 'step', memo: { pushing: 'yes' } }
  if (memo.ordered) return pushOrder(client, order, memo, order.networkReference)
  const path = order.method === 'card' ? '/checkout/create-order' : '/checkout/create-order-minimal'
  const reply = await client.call('POST', path, orderFields(client, order, now))
  if (reply.kind === 'yes') return acceptedAnswer(order, reply)
  return rejection(reply) ?? unknown
}

/**
 * Turns an accepted order into an answer: for a push, the step before the phone is asked; otherwise the QR
 * code or card page to pay with, or unknown if that is missing or unreadable.
 */
function acceptedAnswer(
  order: CollectOrder,
  { data, reference }: Extract<SelcomReply, { kind: 'yes' }>,
): CollectAnswer | Step {
  const token = text(data.payment_token)
  // The number in the QR code, which a customer can type instead; it always has eight digits.
  const tokenField = /^\d{8}$/.test(token) ? { token } : {}
  const memo = { ordered: 'yes', ...tokenField }
  if (order.method === 'push') return { kind: 'step', memo }
  const offer = order.method === 'card' ? pageOf(data) : codeOf(data)
  if (!offer) return unknown
  return {
    kind: 'pending',
    ...offer,
    ...tokenField,
    ...(reference ? { externalReference: reference } : {}),
    memo,
  }
}

/** Returns the QR code of an accepted order; undefined when it is unreadable. */
function codeOf(data: SelcomData) {
  const qr = typeof data.qr === 'string' ? data.qr : ''
  return readEmv(qr) ? { qr } : undefined
}

/** Returns the address of the card page, which Selcom sends in base64; undefined for an invalid address. */
function pageOf(data: SelcomData) {
  const pageUrl = Buffer.from(text(data.payment_gateway_url), 'base64').toString('utf8')
  return /^https?:$/.test(URL.parse(pageUrl)?.protocol ?? '') ? { pageUrl } : undefined
}

/**
 * Asks the phone to pay an order. The answer has the token of the order, so that a customer whose phone shows
 * no prompt can pay with the token.
 * @param transid our reference of this push
 */
async function pushOrder(
  client: SelcomClient,
  order: CollectOrder,
  memo: Memo,
  transid: string,
): Promise<CollectAnswer> {
  const { networkReference, phone } = order
  const reply = await client.call('POST', '/checkout/wallet-payment', {
    transid,
    order_id: networkReference,
    msisdn: msisdnOf(phone),
  })
  if (reply.kind === 'yes' || reply.kind === 'in progress') {
    const { reference } = reply
    return {
      kind: 'pending',
      ...(memo.token ? { token: memo.token } : {}),
      ...(reference ? { externalReference: reference } : {}),
    }
  }
  return rejection(reply) ?? unknown
}

/** Pushes the same order to the phone again. `memo.again` is the new reference of this push. */
export const pushAgain = async (client: SelcomClient, { order, memo }: Call): Promise<CollectAnswer> =>
  memo.again ? pushOrder(client, order, memo, memo.again) : unsent

/** Returns the failure that a reply certainly means; undefined for any other reply. */
function rejection(reply: SelcomReply): CollectAnswer | undefined {
  if (reply.kind === 'unsent' || reply.kind === 'not let in') return unsent
  return reply.kind === 'no' ? { kind: 'failed', reason: selcomReason(reply.code, 'payer') } : undefined
}

/** Returns a phone number in Selcom's form: E.164 without the plus; empty for null. */
export const msisdnOf = (phone: string | null): string => (phone ?? '').replace(/^\+/, '')

/** A phone number for requests that need one when none is known. No network uses the prefix 060. */
export const unassignedNumber = '255600000000'
/** Encodes an address for Selcom, which takes addresses in base64. */
const base64 = (address: string) => Buffer.from(address).toString('base64')

/** Returns the body of an order. Do not change the order of its fields: they are signed in it. */
function orderFields(
  { credentials, callbackUrl }: SelcomClient,
  order: CollectOrder,
  now: number,
): SelcomFields {
  const returnUrl = `${order.publicUrl}/pay/${order.paymentId}`
  const phone = order.phone ? msisdnOf(order.phone) : unassignedNumber
  return {
    vendor: credentials.vendor,
    order_id: order.networkReference,
    buyer_email: 'customer@example.com',
    buyer_name: 'Customer',
    ...(order.method === 'card' ? { buyer_userid: order.networkReference, gateway_buyer_uuid: '' } : {}),
    buyer_phone: phone,
    amount: order.amount,
    currency: 'TZS',
    ...(order.method === 'card' ? { payment_methods: 'ALL' } : {}),
    redirect_url: base64(returnUrl),
    cancel_url: base64(returnUrl),
    webhook: base64(callbackUrl),
    ...(order.method === 'card' ? billingFields(order, phone) : {}),
    buyer_remarks: order.networkReference,
    merchant_remarks: order.paymentId,
    no_of_items: 1,
    expiry: Math.max(1, Math.ceil((order.expiresAt - now) / 60_000)),
  }
}

/** Returns the billing address that cards need. No shop asks a customer for it, so it is the shop's city. */
const billingFields = ({ city }: CollectOrder, phone: string): SelcomFields => ({
  'billing.firstname': 'Customer',
  'billing.lastname': 'Customer',
  'billing.address_1': city,
  'billing.address_2': '',
  'billing.city': city,
  'billing.state_or_region': city,
  'billing.postcode_or_pobox': '00000',
  'billing.country': 'TZ',
  'billing.phone': phone,
})

export interface OrderChecks {
  readonly client: SelcomClient
  readonly budget: Budget
  readonly list: SharedList<SelcomData> // the orders of a day
  readonly now: () => number
}

/**
 * Checks the status of the order. Returns a step if its push was not sent yet. The list of the day answers
 * many checks together, but only completed and pending count there. Any other order is requested alone.
 */
export async function checkOrder(
  { client, budget, list, now }: OrderChecks,
  call: Call,
): Promise<CollectAnswer | Step> {
  const { networkReference } = call.order
  const listed = await list.find(networkReference, selcomDay(timeOfReference(networkReference)))
  const listedStatus = listed && statusOf(listed)
  if (listedStatus?.kind === 'completed') return listedStatus
  if (listedStatus?.kind === 'pending') return openAnswer(client, call, now())
  if (!budget.take('check')) return answerWithoutAsking(call, now() + retryWaitMs(budget))
  const reply = await client.call('GET', '/checkout/order-status', { order_id: networkReference })
  if (reply.kind === 'no' && isNotFound(reply.message)) return { kind: 'absent' }
  if (reply.kind !== 'yes' || text(reply.data.order_id) !== networkReference) return unknown
  const answer = statusOf(reply.data)
  return answer.kind === 'pending' ? openAnswer(client, call, now()) : answer
}

/** Returns the earlier answer again, because the budget has no request left to ask Selcom now. */
const answerWithoutAsking = ({ memo, isEnded }: Call, nextCheckAt: number): CollectAnswer => ({
  kind: memo.ordered && !isEnded ? 'pending' : 'unknown',
  nextCheckAt,
  isUnasked: true,
})

/**
 * Returns the answer about an order that Selcom has as unpaid, which is usually `pending`. An order whose QR
 * code, page or push did not reach the customer cannot be paid: the customer is asked again if it is not too
 * late (by a step or `unpayable`); otherwise the order is withdrawn. The order of a push that has ended is
 * withdrawn, too.
 */
async function openAnswer(client: SelcomClient, call: Call, now: number): Promise<CollectAnswer | Step> {
  const { order, memo, ageMs, isEnded } = call
  const isPush = order.method === 'push'
  if (isPush && isEnded) return withdraw(client, call)
  const mayBePaid = memo.ordered && (!isPush || memo.pushing)
  if (mayBePaid) return { kind: 'pending' }
  const mayAskCustomer = !isPush || ageByBothClocks(call, now) < pushAgeMaxMs
  if (memo.ordered && mayAskCustomer) return { kind: 'step', memo: {} } // the next `collect` sends the push
  const mayStillBeSent = ageMs < selcomCallMs // the call that makes the order may be running
  if (mayStillBeSent) return mayAskCustomer ? { ...unknown, unpayable: true } : unknown
  const answer = await withdraw(client, call)
  return answer.kind === 'failed' ? { ...answer, reason: 'network_unavailable' } : answer
}

/**
 * Withdraws an order that no customer is asked to pay. If Selcom keeps it open, the answer is unknown,
 * because `pending` would tell the customer to expect a prompt on the phone.
 */
async function withdraw(client: SelcomClient, call: Call): Promise<CollectAnswer> {
  const answer = await cancelOrder(client, call)
  return answer.kind === 'pending' ? unknown : answer
}

/** Withdraws the order, and returns its status afterwards: the reply to the withdrawal proves nothing. */
export async function cancelOrder(client: SelcomClient, { order }: Call): Promise<CollectAnswer> {
  const fields = { order_id: order.networkReference }
  await client.call('DELETE', '/checkout/cancel-order', fields)
  const reply = await client.call('GET', '/checkout/order-status', fields)
  return reply.kind === 'yes' ? statusOf(reply.data) : unknown
}

/**
 * Selcom's messages for an unknown order or transaction. Any other "no", such as `Unknown error` or
 * `Recipient not found`, does not show whether Selcom has the order.
 */
const notFound = new RegExp(
  [
    '(order|transaction|transid|record|reference|data)( \\w[\\w-]*){0,3} (not found|does ?n.t exist|does not exist)',
    '\\b(unknown|no|no such) (order|transaction|transid|record|reference|data)\\b',
    'invalid (order|transid)',
  ].join('|'),
  'i',
)
/** Whether Selcom does not know the order or transaction. @param message the message of a "no" */
export const isNotFound = (message: string): boolean => notFound.test(message)

/** Reads Selcom's data of an order as an answer; an unknown status is `unknown`. */
export function statusOf(data: SelcomData): CollectAnswer {
  switch (text(data.payment_status).toUpperCase()) {
    case 'COMPLETED':
      return paidAnswer(data)
    case 'PENDING':
    case 'INPROGRESS':
      return { kind: 'pending' }
    case 'CANCELLED':
      return { kind: 'failed', reason: 'expired' }
    case 'REVERSED':
    case 'REFUNDED':
      return { kind: 'failed', reason: 'reversed' }
    case 'USERCANCELLED':
    case 'REJECTED':
      return { kind: 'failed', reason: 'payment_not_approved' }
    default:
      return unknown
  }
}

/** Returns the answer that the order was paid; unknown when the amount is invalid. */
function paidAnswer(data: SelcomData): CollectAnswer {
  const amount = shillings(data.amount)
  if (!amount) return unknown
  const receipt = text(data.reference) || text(data.transid)
  return { kind: 'completed', amount, ...(receipt ? { receipt } : {}), payer: payerOf(data) }
}

/** Returns the phone (E.164) and the provider that paid, as far as Selcom names them. */
function payerOf(data: SelcomData): Payer {
  const phone = readPhone(text(data.msisdn) || text(data.phone))?.e164
  const provider = providerOf(text(data.channel))
  return { ...(phone ? { phone } : {}), ...(provider ? { provider } : {}) }
}

/** Returns our provider for Selcom's name of a channel, from its list of operators; undefined for others. */
function providerOf(channel: string): string | undefined {
  const name = channel.toUpperCase()
  if (name.includes('MPESA')) return 'mpesa'
  if (name.includes('AIRTEL')) return 'airtel'
  if (name.includes('TIGO') || name.includes('MIXX') || name.includes('ZANTEL')) return 'mixx'
  if (name.includes('HALO')) return 'halotel'
  if (name.includes('TTCL') || name.includes('TPESA')) return 'tpesa'
  return undefined
}
