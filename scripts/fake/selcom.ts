// A fake Selcom in memory, with the addresses, signatures, codes and silences of the real one.
// selcom-steering.ts decides the outcome of an order or a payout.
import { randomBytes } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { FakeAnswer, FakeNetwork, FakeWorld } from './fake.ts'
import {
  cancelOrder,
  createOrder,
  decideOrder,
  type FakeOrder,
  listOrders,
  type OrderBook,
  orderStatus,
  pushOrder,
} from './selcom-order.ts'
import {
  decidePayout,
  type FakePayout,
  lookUpName,
  type PayoutBook,
  processPayout,
  queryPayout,
  vendorBalance,
} from './selcom-payout.ts'
import { type FakeRefund, type RefundBook, refundPayment } from './selcom-refund.ts'
import {
  addressNotListed,
  envelope,
  type FakeRequest,
  notEnabled,
  refusal,
  type SelcomCredentials,
  textOf,
} from './selcom-request.ts'
import { answers, codeOf, forgotten, readSettings, type Settings, statusOf } from './selcom-steering.ts'
import { newSteerings, type Steering } from './steering.ts'

const Credentials = Type.Object({
  vendor: Type.String({ minLength: 1 }),
  api_key: Type.String({ minLength: 1 }),
  api_secret: Type.String({ minLength: 1 }),
  pin: Type.String({ minLength: 1 }),
})

/** Reads the credentials of a file. Throws when they have another shape. */
export const readSelcomCredentials = (json: unknown): SelcomCredentials => Value.Decode(Credentials, json)

export interface SelcomFake extends Omit<FakeNetwork, 'serve'> {
  readonly orders: ReadonlyMap<string, FakeOrder>
  readonly payouts: ReadonlyMap<string, FakePayout>
  readonly refunds: ReadonlyMap<string, FakeRefund>
  readonly carriedOut: readonly string[] // executed requests, as `POST /checkout/wallet-payment`
  /** Answers a request; undefined when the connection breaks instead. */
  answer(request: FakeRequest): FakeAnswer | undefined
}

/** Creates a fake Selcom that accepts these credentials. `pages` is the origin of its own pages. */
export function newSelcomFake(credentials: SelcomCredentials, world: FakeWorld, pages: string): SelcomFake {
  const orders = new Map<string, FakeOrder>()
  const payouts = new Map<string, FakePayout>()
  const transids = new Set<string>()
  const refunds = new Map<string, FakeRefund>()
  const carriedOut: string[] = []
  let settings: Settings = {}

  const orderBook: OrderBook = {
    orders,
    transids,
    now: world.now,
    random: randomBytes,
    pages,
    add(order) {
      orders.set(order.order_id, order)
      steerings.adopt(order.order_id)
    },
  }
  const payoutBook: PayoutBook = {
    payouts,
    transids,
    balance: 50_000_000,
    add(payout) {
      payouts.set(payout.transid, payout)
      if (payout.code === '000') payoutBook.balance -= payout.amount
    },
    codeFor: transid => codeOf(steerings.next(transid)?.answer),
  }

  const refundBook: RefundBook = { refunds, answerFor: transid => steerings.next(transid)?.answer }

  function decide(id: string, { answer, amount, callback, again, wallet }: Steering): void {
    if (answer === forgotten) {
      orders.delete(id)
      payouts.delete(id)
    }
    const order = orders.get(id)
    const payout = payouts.get(id)
    if (payout) decidePayout(payoutBook, payout, codeOf(answer))
    if (!order) return
    order.isAmbiguous = answer === '999'
    const status = statusOf(answer)
    if (!status || !decideOrder(order, status, { paid: amount ?? order.amount, wallet }, again)) return
    if (order.webhook && (callback ?? status === 'COMPLETED'))
      void world.callBack(order.webhook, JSON.stringify(callbackOf(order)), sender).catch(() => {})
  }

  const steerings = newSteerings(world, answers, decide)
  const takeDrop = (request: FakeRequest, when: 'before' | 'after') =>
    steerings.takeDrop(textOf(request, 'order_id') || textOf(request, 'transid'), request.path, when)

  return {
    orders,
    payouts,
    refunds,
    carriedOut,
    answer(request) {
      const { revoked, skew_ms: skew = Number.POSITIVE_INFINITY } = settings
      const isTimely = (time: number) => Math.abs(world.now() - time) <= skew
      const rejection = refusal(request, revoked ? undefined : credentials, isTimely)
      if (rejection) return rejection
      if (settings.off?.includes('address')) return addressNotListed()
      const product = request.path === refundPath ? 'refund' : (request.path.split('/')[1] ?? '')
      if (settings.off?.includes(product)) return notEnabled()
      const route = routes[`${request.method} ${request.path}`]
      if (!route) return { status: 404, body: {} }
      if (![undefined, '', credentials.vendor].includes(request.fields.get('vendor')?.toString()))
        return envelope('400', 'Invalid vendor')
      if (takeDrop(request, 'before')) return undefined
      // The order that the request creates may take over its steering.
      carriedOut.push(`${request.method} ${request.path}`)
      const answer = route({ orderBook, payoutBook, refundBook, pin: credentials.pin }, request)
      return takeDrop(request, 'after') ? undefined : answer
    },
    steer: steerings.steer,
    set(json) {
      settings = readSettings(json)
    },
    snapshot: () => ({
      orders: [...orders.values()],
      payouts: [...payouts.values()],
      refunds: [...refunds.values()],
      carried_out: carriedOut,
    }),
    page(id) {
      const order = orders.get(id)
      if (!order) return undefined
      const { amount, payment_token: token, payment_status: status, redirect_url: backUrl } = order
      const title = `Selcom (fake): TZS ${amount} · ${token} · ${status}`
      return { title, answers: ['COMPLETED', 'USERCANCELLED'], backUrl }
    },
  }
}

const sender = { 'user-agent': 'SelcomPay 1.0' }
/** The callback about an order. It is unsigned, as five recorded ones of Selcom were. */
const callbackOf = (order: FakeOrder) => ({
  result: order.payment_status === 'COMPLETED' ? 'SUCCESS' : 'FAIL',
  resultcode: order.payment_status === 'COMPLETED' ? '000' : '999',
  order_id: order.order_id,
  transid: order.transid,
  reference: order.reference,
  channel: order.channel,
  amount: String(order.paid),
  phone: order.msisdn,
  payment_status: order.payment_status,
})

const refundPath = '/checkout/refund-payment'

interface Books {
  readonly orderBook: OrderBook
  readonly payoutBook: PayoutBook
  readonly refundBook: RefundBook
  readonly pin: string
}

/** What answers each request, by method and path. */
const routes: Readonly<Record<string, (books: Books, request: FakeRequest) => FakeAnswer>> = {
  'POST /checkout/create-order-minimal': ({ orderBook }, request) => createOrder(orderBook, request, false),
  'POST /checkout/create-order': ({ orderBook }, request) => createOrder(orderBook, request, true),
  'POST /checkout/wallet-payment': ({ orderBook }, request) => pushOrder(orderBook, request),
  'GET /checkout/order-status': ({ orderBook }, request) => orderStatus(orderBook, request),
  'DELETE /checkout/cancel-order': ({ orderBook }, request) => cancelOrder(orderBook, request),
  'GET /checkout/list-orders': ({ orderBook }, request) => listOrders(orderBook, request),
  [`POST ${refundPath}`]: ({ orderBook, refundBook }, request) =>
    refundPayment(orderBook, refundBook, request),
  'POST /walletcashin/process': ({ payoutBook, pin }, request) =>
    processPayout(payoutBook, 'walletcashin', pin, request),
  'GET /walletcashin/namelookup': (_, request) => lookUpName('walletcashin', request),
  'GET /walletcashin/query': ({ payoutBook }, request) => queryPayout(payoutBook, 'walletcashin', request),
  'POST /qwiksend/process': ({ payoutBook, pin }, request) =>
    processPayout(payoutBook, 'qwiksend', pin, request),
  'GET /qwiksend/lookup': (_, request) => lookUpName('qwiksend', request),
  'GET /qwiksend/query': ({ payoutBook }, request) => queryPayout(payoutBook, 'qwiksend', request),
  'POST /vendor/balance': ({ payoutBook, pin }, request) => vendorBalance(payoutBook, pin, request),
}
