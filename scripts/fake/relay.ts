// A server with our API as a relay sees it: equal addresses, shapes, errors, keys and limits, in memory. The
// shapes are those of src/wire; test/conformance/relay-fake.test.ts compares the answers with the API
// document. It is steered by reference, or by the Idempotency-Key of an order, in the API's words
// (steering.ts): completed, failed, expired, pending or unknown; a payout completed, failed, reversed,
// pending or unknown. POST /_fake/settings {revoked: true} refuses the key, and {busy: true} answers 429 to
// everything.
import { createHash, randomBytes } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Fault, fault } from '../../src/domain/fault.ts'
import { newLimiter } from '../../src/http/access/limit.ts'
import { faultView, statusOf } from '../../src/http/server/fault.ts'
import { money, success } from '../../src/wire/money.ts'
import type { FakeAnswer, FakeNetwork, FakeWorld, WebRequest } from './fake.ts'
import {
  currentPayment,
  decidePayment,
  type FakePayment,
  newPayment,
  type PaymentAnswer,
  paymentAnswers,
  paymentEvent,
  pushPayment,
  voidPayment,
} from './relay-payment.ts'
import {
  decidePayout,
  type FakePayout,
  newPayout,
  type PayoutAnswer,
  payoutAnswers,
  takenBy,
} from './relay-payout.ts'
import { newSteerings, type Steering } from './steering.ts'

const Credentials = Type.Object({ url: Type.String(), api_key: Type.String({ minLength: 1 }) })
const Settings = Type.Object(
  { revoked: Type.Optional(Type.Boolean()), busy: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)

/** Reads the credentials of a file. Throws when they have another shape. */
export const readRelayCredentials = (json: unknown) => Value.Decode(Credentials, json)

export interface RelayFake extends FakeNetwork {
  readonly payments: ReadonlyMap<string, FakePayment>
  readonly payouts: ReadonlyMap<string, FakePayout>
  /** The payment or payout of an order, by the Idempotency-Key that created it. */
  referenceOf(key: string): string
}

/** Requests a minute for one key, and how long a key is valid (specification, Limits). */
const requestsMax = 60
const keyMs = 86_400_000
const startBalance = 50_000_000

/** Creates a fake relay that accepts one API key. `pages` is the origin of its own pages. */
export function newRelayFake(apiKey: string, world: FakeWorld, pages: string): RelayFake {
  const payments = new Map<string, FakePayment>()
  const payouts = new Map<string, FakePayout>()
  const keys = new Map<
    string,
    { readonly hash: string; readonly at: number; readonly answer: FakeAnswer; readonly reference: string }
  >()
  const limiter = newLimiter(world.now)
  let settings: { revoked?: boolean; busy?: boolean } = {}

  const steerings = newSteerings(world, [...paymentAnswers, ...payoutAnswers], decide)
  function decide(id: string, { answer, amount, callback, wallet }: Steering): void {
    const reference = referenceOf(id) || id
    const payout = payouts.get(reference)
    if (payout)
      decidePayout(
        payout,
        payoutAnswers.find(payoutAnswer => payoutAnswer === answer) ?? 'pending',
        world.now(),
      )
    const payment = payments.get(reference)
    const decided = paymentAnswers.find(
      (paymentAnswer): paymentAnswer is PaymentAnswer => paymentAnswer === answer,
    )
    if (!payment || !decided) return
    const event = decidePayment(
      payment,
      decided,
      { amount: amount ?? payment.view.amount.value, wallet },
      world.now(),
    )
    if (!event || !payment.webhook || callback === false) return
    const body = JSON.stringify(paymentEvent(event, payment.view, world.now()))
    const headers = { 'user-agent': 'Kaunta-Webhook/1.0', 'x-webhook-event': event }
    void world.callBack(payment.webhook, body, headers).catch(() => {})
  }
  const referenceOf = (key: string) => keys.get(key)?.reference ?? ''

  const available = () =>
    [...payouts.values()].reduce((sum, payout) => sum - takenBy(payout), startBalance) +
    [...payments.values()].reduce((sum, { view }) => sum + (view.settlement?.net.value ?? 0), 0)

  /** Runs `make` once for each Idempotency-Key; a repeated request gets the first answer again. */
  function create(
    request: WebRequest,
    make: (body: unknown, key: string) => { readonly reference: string },
  ): FakeAnswer {
    const key = request.headers['idempotency-key'] ?? crypto.randomUUID()
    const hash = createHash('sha256').update(`${request.url.pathname}\n${request.body}`).digest('hex')
    const known = keys.get(key)
    if (known && world.now() - known.at < keyMs) {
      if (known.hash !== hash) throw fault('idempotency_key_reused', { key })
      return { ...known.answer, headers: { 'idempotent-replayed': 'true' } }
    }
    const view = make(JSON.parse(request.body), key)
    const answer = { status: 201, body: success(201, view) }
    keys.set(key, { hash, at: world.now(), answer, reference: view.reference })
    steerings.adopt(key)
    return answer
  }

  const paymentOf = (reference: string) => {
    const payment = payments.get(reference)
    if (!payment) throw fault('payment_not_found', { reference })
    currentPayment(payment, world.now())
    return payment
  }
  const payoutOf = (reference: string) => {
    const payout = payouts.get(reference)
    if (!payout) throw fault('payout_not_found', { reference })
    return payout.view
  }

  /** All payments, or those of one key. */
  function ofKey<T>(url: URL, all: ReadonlyMap<string, T>): readonly T[] {
    const key = url.searchParams.get('idempotency_key')
    if (key === null) return [...all.values()]
    const match = all.get(referenceOf(key))
    return match ? [match] : []
  }

  function route(request: WebRequest): FakeAnswer {
    const { method, url } = request
    const [, , thing = '', id = '', action = ''] = url.pathname.split('/')
    const ok = (body: object) => ({ status: 200, body })
    switch (`${method} ${thing} ${action || (['', 'send', 'balance', 'name'].includes(id) ? id : '*')}`) {
      case 'POST payments ':
        return create(request, body => {
          const payment = newPayment(body, { now: world.now(), random: randomBytes, pages })
          payments.set(payment.view.reference, payment)
          return payment.view
        })
      case 'POST payouts send':
        return create(request, (body, key) => {
          const payout = newPayout(body, available(), world.now())
          payouts.set(payout.view.reference, payout)
          const answer = payoutAnswers.find(
            (payoutAnswer): payoutAnswer is PayoutAnswer => payoutAnswer === steerings.next(key)?.answer,
          )
          decidePayout(payout, answer ?? 'completed', world.now())
          return payout.view
        })
      case 'GET payments ':
        return ok(
          pageOf(
            url,
            ofKey(url, payments).map(fakePayment => currentPayment(fakePayment, world.now())),
          ),
        )
      case 'GET payouts ':
        return ok(
          pageOf(
            url,
            ofKey(url, payouts).map(({ view }) => view),
          ),
        )
      case 'GET payments balance': {
        const value = money(available())
        return ok(
          success(200, { object: 'balance', api_version: '2026-01-25', available: value, balance: value }),
        )
      }
      case 'GET payouts name':
        return ok(success(200, { name: nameOf(url.searchParams) }))
      case 'GET payments *':
        return ok(success(200, paymentOf(id).view))
      case 'GET payouts *':
        return ok(success(200, payoutOf(id)))
      case 'POST payments push':
        return pushPayment(paymentOf(id), JSON.parse(request.body || '{}'), world.now())
      case 'POST payments void':
        return ok(success(200, voidPayment(paymentOf(id))))
      default:
        throw fault('path_not_found', { path: url.pathname })
    }
  }

  /** Authorises and counts the request. @throws Fault */
  function admit({ headers }: WebRequest, report: (headers: Record<string, string>) => void): void {
    if (!headers.authorization) throw fault('credential_missing')
    if (settings.revoked || headers.authorization !== `Bearer ${apiKey}`) throw fault('key_unknown')
    if (settings.busy) throw fault('too_many_requests', { limit: requestsMax, seconds: 60 })
    limiter.take(apiKey, requestsMax, ({ limit, remaining, reset }) =>
      report({
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(remaining),
        'x-ratelimit-reset': String(reset),
      }),
    )
  }

  return {
    payments,
    payouts,
    referenceOf,
    serve(request) {
      const { pathname } = request.url
      let limits: Record<string, string> = {}
      const key = request.headers['idempotency-key'] ?? pathname.split('/')[3] ?? ''
      try {
        admit(request, headers => {
          limits = headers
        })
        if (steerings.takeDrop(key, pathname, 'before')) return undefined
        const { headers, ...answer } = route(request)
        if (steerings.takeDrop(key, pathname, 'after')) return undefined
        return { ...answer, headers: { date: new Date(world.now()).toUTCString(), ...limits, ...headers } }
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        const context = { requestId: 'req_fake', publicUrl: pages }
        return { status: statusOf(error), headers: limits, body: faultView(error, context) }
      }
    },
    steer: steerings.steer,
    set(json) {
      settings = Value.Decode(Settings, json)
    },
    snapshot: () => ({ payments: [...payments.values()], payouts: [...payouts.values()] }),
    page(id) {
      const payment = payments.get(id)
      if (!payment) return undefined
      const { amount, payment_token: token, status } = payment.view
      const title = `Head office (fake): TZS ${amount.value} · ${token} · ${status}`
      return { title, answers: ['completed', 'failed'], backUrl: payment.redirectUrl }
    },
  }
}

/** The name registered for a number or account; null for one that ends in 000, as in the fake Selcom. */
function nameOf(query: URLSearchParams): string | null {
  const isMobile = query.get('channel') === 'mobile'
  const number = query.get(isMobile ? 'recipient_phone' : 'recipient_account') ?? ''
  if (number.endsWith('000')) return null
  return isMobile ? 'ASHA JUMA' : 'DUKA LA ASHA'
}

/** Returns one page of a list, newest first. */
function pageOf(url: URL, all: readonly object[]) {
  const [limit, offset] = [
    Number(url.searchParams.get('limit') ?? 20),
    Number(url.searchParams.get('offset') ?? 0),
  ]
  return success(200, {
    items: all.toReversed().slice(offset, offset + limit),
    total: all.length,
    limit,
    offset,
  })
}
