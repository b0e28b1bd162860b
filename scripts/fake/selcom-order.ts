// The checkout of the fake Selcom: orders, the push to a phone, status, cancellation and the list. Every
// order has its own token and QR code, as in the real one.
import { paymentToken } from '../../src/domain/damm.ts'
import { writeTanqr } from '../../src/domain/emv.ts'
import type { FakeAnswer } from './fake.ts'
import { amountOf, envelope, type FakeRequest, isMsisdn, missingField, textOf } from './selcom-request.ts'

export const orderStatuses = [
  'PENDING',
  'INPROGRESS',
  'COMPLETED',
  'CANCELLED',
  'USERCANCELLED',
  'REJECTED',
  'REFUNDED',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

export interface FakeOrder {
  readonly order_id: string
  readonly creation_date: string
  readonly amount: number
  readonly payment_token: string
  readonly qr: string
  readonly webhook: string // decoded; empty when none was given
  readonly redirect_url: string
  readonly cancel_url: string
  readonly buyer_phone: string
  readonly pushes: { readonly transid: string; readonly msisdn: string }[]
  payment_status: OrderStatus
  /** The paid amount; the order's amount unless steered. */
  paid: number
  transid: string
  channel: string
  reference: string
  msisdn: string
  /** The status cannot be known: 999. */
  isAmbiguous: boolean
}

export interface OrderBook {
  readonly orders: ReadonlyMap<string, FakeOrder>
  readonly transids: Set<string>
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
  readonly pages: string // the base of this server's own pages
  add(order: FakeOrder): void
}

/** Whether the customer can still pay the order. */
const isOpen = ({ payment_status }: FakeOrder) =>
  payment_status === 'PENDING' || payment_status === 'INPROGRESS'

/** A time as Selcom writes it, in East Africa Time: `2026-11-22 20:15:00`. */
const localTime = (now: number) => new Date(now + 10_800_000).toISOString().slice(0, 19).replace('T', ' ')

/** The fields that an order needs. */
const minimal = [
  'vendor',
  'order_id',
  'buyer_email',
  'buyer_name',
  'buyer_phone',
  'amount',
  'currency',
  'no_of_items',
]
const billing = [
  'firstname',
  'lastname',
  'address_1',
  'city',
  'state_or_region',
  'postcode_or_pobox',
  'country',
  'phone',
]
/** The fields that an order for a card needs. */
const full = [...minimal, 'payment_methods', ...billing.map(name => `billing.${name}`)]

/**
 * Answers POST /checkout/create-order-minimal, and /checkout/create-order (`isFull`) with the fields that a
 * card needs.
 */
export function createOrder(book: OrderBook, request: FakeRequest, isFull: boolean): FakeAnswer {
  const missing = missingField(request, ...(isFull ? full : minimal))
  if (missing) return missing
  const orderId = textOf(request, 'order_id')
  const amount = amountOf(request)
  if (Number.isNaN(amount)) return envelope('012', 'Invalid amount')
  if (textOf(request, 'currency') !== 'TZS') return envelope('412', 'Invalid currency')
  if (!isMsisdn(textOf(request, 'buyer_phone'))) return envelope('010', 'Invalid mobile number')
  if (book.orders.has(orderId)) return envelope('400', 'Duplicate order_id')
  const token = paymentToken(book.random(6))
  const now = book.now()
  const qr = writeTanqr({
    merchantName: textOf(request, 'vendor'),
    city: 'DSM',
    postcode: '61051',
    acquirer: '03998',
    token,
    amount,
    reference: token,
  })
  book.add({
    order_id: orderId,
    creation_date: localTime(now),
    amount,
    payment_token: token,
    qr,
    webhook: decodeField(request, 'webhook'),
    redirect_url: decodeField(request, 'redirect_url'),
    cancel_url: decodeField(request, 'cancel_url'),
    buyer_phone: textOf(request, 'buyer_phone'),
    pushes: [],
    payment_status: 'PENDING',
    paid: amount,
    transid: '',
    channel: '',
    reference: '',
    msisdn: '',
    isAmbiguous: false,
  })
  const page = Buffer.from(`${book.pages}/_fake/pay/${orderId}`).toString('base64')
  const gateway = {
    gateway_buyer_uuid: crypto.randomUUID(),
    payment_token: token,
    qr,
    payment_gateway_url: page,
  }
  return envelope('000', 'Order creation successful', [gateway])
}

/** Decodes one of the three fields that are sent as base64. */
const decodeField = (request: FakeRequest, name: string) =>
  Buffer.from(textOf(request, name), 'base64').toString('utf8')

/** Answers POST /checkout/wallet-payment, which pushes the order to a phone. */
export function pushOrder(book: OrderBook, request: FakeRequest): FakeAnswer {
  const missing = missingField(request, 'transid', 'order_id', 'msisdn')
  if (missing) return missing
  const [transid, msisdn] = [textOf(request, 'transid'), textOf(request, 'msisdn')]
  const order = book.orders.get(textOf(request, 'order_id'))
  if (!order) return envelope('404', 'Order not found', [], { transid })
  if (!isMsisdn(msisdn)) return envelope('010', 'Invalid mobile number', [], { transid })
  if (book.transids.has(transid)) return envelope('400', 'Duplicate transid', [], { transid })
  if (!isOpen(order)) return envelope('400', `Order is ${order.payment_status}`, [], { transid })
  book.transids.add(transid)
  order.pushes.push({ transid, msisdn })
  order.payment_status = 'INPROGRESS'
  order.transid = transid
  return envelope('111', 'Request in progress. You will receive a callback shortly', [], { transid })
}

/** An order as status and list show it: without QR code and token. */
const orderAnswer = ({ order_id, creation_date, amount, paid, payment_status, ...order }: FakeOrder) => ({
  order_id,
  creation_date,
  amount: String(payment_status === 'COMPLETED' ? paid : amount),
  payment_status,
  transid: order.transid,
  channel: order.channel,
  reference: order.reference,
  msisdn: order.msisdn,
})

/** Answers GET /checkout/order-status. An ambiguous order gets 999. */
export function orderStatus(book: OrderBook, request: FakeRequest): FakeAnswer {
  const missing = missingField(request, 'order_id')
  if (missing) return missing
  const order = book.orders.get(textOf(request, 'order_id'))
  if (!order) return envelope('404', 'Order not found')
  if (order.isAmbiguous) return envelope('999', 'No response from upstream system')
  return envelope('000', 'Order fetch successful', [orderAnswer(order)])
}

/** Answers DELETE /checkout/cancel-order. Only an open order can be cancelled. */
export function cancelOrder(book: OrderBook, request: FakeRequest): FakeAnswer {
  const missing = missingField(request, 'order_id')
  if (missing) return missing
  const order = book.orders.get(textOf(request, 'order_id'))
  if (!order) return envelope('404', 'Order not found')
  if (!isOpen(order)) return envelope('400', `Order is ${order.payment_status}`)
  order.payment_status = 'CANCELLED'
  return envelope('000', 'Order cancelled')
}

/**
 * Answers GET /checkout/list-orders with the orders of the days from `fromdate` to `todate`, both included.
 */
export function listOrders(book: OrderBook, request: FakeRequest): FakeAnswer {
  const missing = missingField(request, 'fromdate', 'todate')
  if (missing) return missing
  const [from, to] = [textOf(request, 'fromdate'), textOf(request, 'todate')]
  const order = book.orders
    .values()
    .filter(({ creation_date }) => creation_date.slice(0, 10) >= from && creation_date.slice(0, 10) <= to)
  return envelope('000', 'Order fetch successful', [...order].map(orderAnswer))
}

/**
 * Records that the customer has paid, or has not. Returns whether anything was decided: an order that has
 * ended changes only with `isAgain`.
 */
export function decideOrder(
  order: FakeOrder,
  status: OrderStatus,
  { paid, wallet }: { readonly paid: number; readonly wallet?: string | undefined },
  isAgain = false,
): boolean {
  if (!isOpen(order) && !isAgain) return false
  order.payment_status = status
  if (status !== 'COMPLETED') return true
  order.paid = paid
  order.reference ||= String(Math.floor(Math.random() * 9e9) + 1e9)
  order.transid ||= `Q${order.reference}`
  // The order does not name the customer who scans a QR code.
  order.msisdn = order.pushes.at(-1)?.msisdn ?? '255754000111'
  order.channel = wallet ?? channelOf(order.msisdn)
  return true
}

/** Selcom's name of the wallet of a number, by its prefix. */
function channelOf(msisdn: string): string {
  const prefix = msisdn.slice(3, 5)
  if (['74', '75', '76', '79', '72'].includes(prefix)) return 'MPESA-TZ'
  if (['66', '68', '69', '78'].includes(prefix)) return 'AIRTELMONEY'
  if (['61', '62', '63'].includes(prefix)) return 'HALOPESATZ'
  return 'TIGOPESATZ'
}
