// The relay without a server: the meaning of its answers, when it repeats what, how often it calls, and where
// the other server may be.
import { describe, expect, test } from 'bun:test'
import { newBudget } from '../../src/connector/budget.ts'
import { readReply } from '../../src/connector/relay/client.ts'
import { answerOf } from '../../src/connector/relay/payment.ts'
import { answerOf as payoutAnswerOf } from '../../src/connector/relay/payout.ts'
import { relayConnection } from '../../src/connector/relay/relay.ts'
import type { CollectOrder } from '../../src/domain/attempt.ts'
import { networkReference, timeOfReference } from '../../src/domain/id.ts'
import { keyProblem, mayRelayTo, readRelayAddress } from '../../src/domain/relay.ts'
import type { NetAnswer, NetRequest } from '../../src/world.ts'

const start = Date.parse('2026-11-22T08:00:00Z')
const minutes = 60_000
const hours = 60 * minutes

const answered = (status: number, body: unknown, headers: Record<string, string> = {}): NetAnswer => ({
  kind: 'answered',
  status,
  headers: { date: new Date(start).toUTCString(), ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
  tookMs: 1,
})
const success = (data: object) => answered(200, { status: 'success', code: 200, data })
const error = (code: number, reason: string) =>
  answered(code, { status: 'error', code, error_code: reason, message: 'text', reason })

describe('a reply', () => {
  test.each([
    ['a success', success({ reference: 'p' }), 'yes'],
    ['a success with the status of an error', answered(400, { status: 'success', data: {} }), 'unreadable'],
    ['a field that is wrong', error(400, 'required'), 'no'],
    ['a method that is missing', error(400, 'network_for_method_missing'), 'no'],
    ['a wrong key', error(401, 'key_unknown'), 'not let in'],
    ['a key that may not', error(403, 'scope_missing'), 'not let in'],
    ['nothing with this reference', error(404, 'payment_not_found'), 'absent'],
    ['a page that is not there', answered(404, '<h1>Not Found</h1>'), 'unreadable'],
    ['a key that runs', error(409, 'request_in_progress'), 'unknown'],
    ['a key of another body', error(422, 'idempotency_key_reused'), 'unknown'],
    ['too many requests', error(429, 'too_many_requests'), 'busy'],
    ['too many requests, answered by a proxy', answered(429, ''), 'busy'],
    ['too many requests, without a reason', answered(429, { status: 'error', error_code: 'x' }), 'busy'],
    ['too many pushes to one number', error(429, 'phone_bound_reached'), 'no'],
    ['a push while another rings', error(429, 'push_too_soon'), 'no'],
    ['a push that was sent', answered(200, { status: 200, message: 'text', data: {} }), 'yes'],
    ['a push that a proxy made up', answered(200, { status: 201, data: {} }), 'unreadable'],
    ['an error of the server', error(500, 'internal'), 'unknown'],
    ['a proxy without a server', answered(502, '<h1>Bad Gateway</h1>'), 'unknown'],
    ['a network that did not answer there', error(503, 'network_silent'), 'unknown'],
    ['a network that was not reached there', error(503, 'network_unreachable'), 'no'],
    ['the same word from a proxy', answered(503, 'network_unreachable'), 'unknown'],
    ['half an answer', answered(200, '{"status": "success", "da'), 'unreadable'],
    ['a redirect', answered(302, ''), 'unreadable'],
    ['no connection', { kind: 'unreachable', error: 'x', tookMs: 1 }, 'unsent'],
    ['no network', { kind: 'offline', error: 'x', tookMs: 1 }, 'unsent'],
    ['an address that is not allowed', { kind: 'refused', error: 'x', tookMs: 1 }, 'unsent'],
    ['a line that broke', { kind: 'dropped', error: 'x', tookMs: 1 }, 'unknown'],
    ['a line that hung', { kind: 'timeout', error: 'x', tookMs: 1 }, 'unknown'],
  ] as const)('%s', (_, answer, kind) => {
    expect(readReply(answer).kind).toBe(kind)
  })
})

const order = (method: CollectOrder['method'] = 'qr'): CollectOrder => ({
  accountId: 'acct_1',
  networkReference: networkReference(start, new Uint8Array(10)),
  paymentId: '0193-a',
  method,
  amount: 5_000,
  phone: method === 'push' ? '+255754123456' : null,
  token: '12345670',
  payee: 'Duka',
  city: 'Arusha',
  publicUrl: 'http://192.168.1.10:8080',
  expiresAt: start + 4 * hours,
})
const payment = (more: object) => ({
  reference: 'pay-1',
  external_reference: 'S20',
  status: 'pending',
  amount: { value: 5_000, currency: 'TZS' },
  channel: { type: 'mobile_money', provider: 'mpesa' },
  customer: { phone: '+255754123456' },
  payment_token: '00112349',
  failure_reason: null,
  ...more,
})

describe('a payment of the other server', () => {
  const memo = { payment: 'pay-1' }
  test.each([
    [{}, { kind: 'pending', token: '00112349', externalReference: 'S20', memo }],
    [
      { channel: { provider: 'till_number' } },
      { kind: 'pending', tillNumber: '00112349', externalReference: 'S20', memo },
    ],
    [{ outcome_unknown: true }, { kind: 'unknown', memo }],
    [
      { status: 'completed' },
      {
        kind: 'completed',
        amount: 5_000,
        receipt: 'S20',
        payer: { phone: '+255754123456', provider: 'mpesa' },
        memo,
      },
    ],
    [
      { status: 'completed', external_reference: '', channel: { provider: 'tanqr' }, customer: {} },
      { kind: 'completed', amount: 5_000, receipt: 'pay-1', payer: {}, memo },
    ],
    [
      { status: 'completed', amount: { value: 10.5 } },
      { kind: 'unknown', memo },
    ],
    [
      { status: 'failed', failure_reason: 'wrong_pin' },
      { kind: 'failed', reason: 'wrong_pin', memo },
    ],
    [
      { status: 'failed', failure_reason: 'The <b>PIN</b>' },
      { kind: 'failed', reason: 'unspecified_failure', memo },
    ],
    [{ status: 'expired' }, { kind: 'failed', reason: 'expired', memo }],
    [{ status: 'voided' }, { kind: 'failed', reason: 'expired', memo }],
    [
      { status: 'expired', outcome_unknown: true },
      { kind: 'unknown', memo },
    ],
    [
      { status: 'voided', outcome_unknown: true },
      { kind: 'unknown', memo },
    ],
    [
      { status: 'failed', outcome_unknown: true },
      { kind: 'unknown', memo },
    ],
    [{ status: 'on_hold' }, { kind: 'unknown', memo }],
    [{ reference: 7 }, { kind: 'unknown' }],
  ])('%j', (more, answer) => {
    expect(answerOf(order('push'), payment(more)) as object).toEqual(answer)
  })
})

test.each([
  [{ status: 'completed' }, 'completed'],
  [{ status: 'pending' }, 'pending'],
  [{ status: 'pending', outcome_unknown: true }, 'unknown'],
  [{ status: 'failed' }, 'failed'],
  [{ status: 'failed', outcome_unknown: true }, 'unknown'],
  [{ status: 'reversed' }, 'reversed'],
  [{ status: '' }, 'unknown'],
])('a payout of the other server, %j', (more, kind) => {
  expect(payoutAnswerOf({ reference: 'out-1', ...more })).toMatchObject({ kind, memo: { payout: 'out-1' } })
})

/** Opens a relay on a line that a test answers for. */
function openRelay(answer: (request: NetRequest) => NetAnswer, publicUrl = 'http://192.168.1.10:8080') {
  const requests: NetRequest[] = []
  const timers: { readonly at: number; call(): void }[] = []
  const clock = {
    now: start,
    elapsed: 0,
    /** Runs what was planned until then. */
    pass(ms: number) {
      clock.elapsed += ms
      for (const { call } of timers.filter(({ at }) => at <= clock.elapsed)) call()
    },
  }
  const relay = relayConnection({
    id: 'net_1',
    now: () => clock.now,
    elapsed: () => clock.elapsed,
    after(ms, call) {
      const timer = { at: clock.elapsed + ms, call }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
    baseUrl: 'https://upstream.example',
    apiKey: 'kn_live_1',
    policy: { mode: 'live', allowed: [], ownAddresses: [], ownPorts: [] },
    callbackUrl: `${publicUrl}/callback/relay/secret`,
    net: {
      async request(request) {
        requests.push(request)
        return answer(request)
      },
      print: async () => ({ kind: 'refused', error: '' }),
    },
  })
  const call = (more: object = {}) => ({
    order: order(),
    memo: {},
    ageMs: 0,
    signal: new AbortController().signal,
    ...more,
  })
  return { relay, requests, clock, call }
}

describe('sending again', () => {
  const lost = { kind: 'timeout', error: 'x', tookMs: 1 } as const

  test('an order has equal bytes and one key, whatever the clock', async () => {
    const { relay, requests, clock, call } = openRelay(() => lost)
    expect(await relay.collect(call())).toEqual({ kind: 'unknown' })
    clock.now += 90 * minutes
    await relay.check?.(call({ ageMs: 90 * minutes }))
    const [first, second] = requests
    expect(second).toMatchObject({ method: 'POST', body: first?.body, headers: first?.headers })
    expect(first?.headers).toMatchObject({
      'idempotency-key': order().networkReference,
      'kaunta-relayed': '1',
      authorization: 'Bearer kn_live_1',
    })
    expect(JSON.parse(first?.body ?? '')).toEqual({
      payment_type: 'dynamic-qr',
      details: { amount: 5_000, currency: 'TZS', expires_in: 14_400 },
      metadata: { kaunta_reference: order().networkReference },
    })
  })

  test.each([
    ['that was sent', {}, { kind: 'pending' }],
    [
      'that was not, because the phone rings already',
      { 'push-sent': 'false' },
      { kind: 'failed', reason: 'push_too_soon' },
    ],
  ])('a push %s', async (_, headers: Record<string, string>, expected) => {
    const { relay, requests, call } = openRelay(() => answered(200, { status: 200, data: {} }, headers))
    const memo = { payment: 'pay-1', again: 'AGAIN1' }
    expect(await relay.pushAgain?.(call({ order: order('push'), memo }))).toEqual(expected as never)
    expect(requests[0]).toMatchObject({
      url: 'https://upstream.example/v1/payments/pay-1/push',
      headers: { 'idempotency-key': 'AGAIN1' },
    })
  })

  test.each([
    ['a code within its time', 'qr', 90 * minutes, 90 * minutes, 'POST'],
    ['a code whose time is over', 'qr', 1_000, 4 * hours, 'GET'],
    ['a code after a day without a clock', 'qr', 24 * hours, -9 * hours, 'GET'],
    ['a push at once', 'push', 20_000, 20_000, 'POST'],
    ['a push when its customer has gone', 'push', 150_000, 150_000, 'GET'],
    ['a push after the server was off', 'push', 20_000, hours, 'GET'],
  ] as const)('%s', async (_, method, ageMs, passedMs, expected) => {
    const { relay, requests, clock, call } = openRelay(() => lost)
    clock.now += passedMs
    expect(await relay.check?.(call({ order: order(method), ageMs }))).toMatchObject({ kind: 'unknown' })
    expect(requests.map(request => request.method)).toEqual([expected])
  })

  test.each([
    ['an attempt that has failed or was cancelled', { isEnded: true }],
    ['an attempt whose payment was voided or paid another way', { isPaymentFinal: true }],
  ])('%s is not sent again', async (_, ended) => {
    const { relay, requests, call } = openRelay(() => lost)
    await relay.check?.(call({ order: order('push'), ageMs: 1_000, ...ended }))
    expect(requests.map(request => request.method)).toEqual(['GET'])
  })

  test('a payout is never sent again: it is found in the list by our reference, or it is absent', async () => {
    let items: object[] = []
    const { relay, requests, call } = openRelay(() => success({ items }))
    const { networkReference: reference } = order()
    const payout = call({ order: { ...order(), recipient: {} } }) as never
    expect(await relay.checkPayout?.(payout)).toEqual({ kind: 'absent' })
    items = [
      { reference: 'out-2', status: 'pending', metadata: { kaunta_reference: 'OTHER' } },
      { reference: 'out-1', status: 'completed', metadata: { kaunta_reference: reference } },
    ]
    expect(await relay.checkPayout?.(payout)).toMatchObject({ kind: 'completed', memo: { payout: 'out-1' } })
    expect(requests.every(request => request.method === 'GET')).toBe(true)
    expect(requests[0]?.url).toContain(`idempotency_key=${reference}`)
  })

  test.each([
    ['no network there', error(503, 'network_unreachable'), { reason: 'network_unavailable', unsent: true }],
    [
      'a balance too low',
      error(400, 'payout_balance_too_low'),
      { reason: 'insufficient_balance', unsent: true },
    ],
    ['a recipient who is none', error(400, 'recipient_not_found'), { reason: 'recipient_not_found' }],
  ])('a payout refused for %s shows whether another network may take it', async (_, answer, expected) => {
    const { relay, call } = openRelay(() => answer)
    const payout = call({ order: { ...order(), recipient: { channel: 'mobile', phone: '+255713000111' } } })
    expect(await relay.payOut?.(payout as never)).toEqual({ kind: 'failed', ...expected })
  })

  const tooLong = { kind: 'too_long', error: 'x', tookMs: 1 } as const
  const size = ({ url }: NetRequest) => Number(new URL(url).searchParams.get('limit'))
  const offset = ({ url }: NetRequest) => Number(new URL(url).searchParams.get('offset'))

  test.each([
    ['that knows the key', true, 1],
    ['that does not, whose list has long rows', false, 5],
  ])('a payout whose answer was lost is found at a server %s', async (_, knowsKeys, requestsMax) => {
    const { networkReference: reference } = order()
    const items = Array.from({ length: 5_000 }, (_, index) => ({
      reference: `out-${index}`,
      status: 'completed',
      created_at: new Date(start).toISOString(),
      metadata: { kaunta_reference: index === 40 ? reference : `OTHER${index}` },
    }))
    const { relay, requests, call } = openRelay(request => {
      const isKeyed = request.url.includes('idempotency_key')
      if (isKeyed && knowsKeys) return success({ items: items.slice(40, 41) })
      if (isKeyed) return error(400, 'filter_not_known')
      return size(request) > 25
        ? tooLong
        : success({ items: items.slice(offset(request)).slice(0, size(request)) })
    })
    const payout = call({ order: { ...order(), recipient: {} } }) as never
    expect(await relay.checkPayout?.(payout)).toMatchObject({ kind: 'completed', memo: { payout: 'out-40' } })
    expect(requests.length).toBeLessThanOrEqual(requestsMax)
  })

  test('a payout without its key is absent while keys are valid; later the list decides', async () => {
    const { relay, requests, clock, call } = openRelay(() => success({ items: [] }))
    const payout = call({ order: { ...order(), recipient: {} } }) as never
    expect(await relay.checkPayout?.(payout)).toEqual({ kind: 'absent' })
    expect(requests).toHaveLength(1)
    clock.now += 25 * hours
    expect(await relay.checkPayout?.(payout)).toEqual({ kind: 'absent' })
    expect(requests.at(-1)?.url).toContain('limit=100')
  })

  test('a list that is too long to read proves nothing', async () => {
    const items = Array.from({ length: 100 }, () => ({ created_at: new Date(start).toISOString() }))
    const { relay, clock, call } = openRelay(() => {
      clock.elapsed += 2_000
      return success({ items })
    })
    clock.now += 5 * hours
    expect(await relay.check?.(call({ ageMs: 5 * hours }))).toEqual({ kind: 'unknown' })
  })

  test.each([
    ['https://pay.duka.co.tz', 'https://pay.duka.co.tz/callback/relay/secret'],
    ['http://pay.duka.co.tz', undefined],
    ['https://192.168.1.10:8443', undefined],
    ['https://kaunta.local:8443', undefined],
  ])('a server at %s is called back at %s', async (publicUrl, webhook) => {
    const { relay, requests, call } = openRelay(() => lost, publicUrl)
    await relay.collect(call({ order: { ...order(), publicUrl } }))
    expect(JSON.parse(requests[0]?.body ?? '').webhook_url).toBe(webhook)
  })
})

describe('how often it calls', () => {
  test('never more than 60 times in a minute, and orders before checks', () => {
    let now = 0
    const budget = newBudget(() => now, { perMinute: 40, atOnce: 20, keptForOrders: 8 })
    const taken: number[] = []
    for (; now < 10 * minutes; now += 100) if (budget.take('order')) taken.push(now)
    for (const [index, at] of taken.entries())
      expect((taken[index + 60] ?? now + minutes) - at).toBeGreaterThan(minutes - 1)
    while (budget.take('check'));
    now += 60 * minutes
    while (budget.take('check'));
    expect(budget.take('order')).toBe(true)
    now += budget.checkWaitMs()
    expect(budget.take('check')).toBe(true)
    budget.stop(5_000)
    expect(budget.take('order')).toBe(false)
    now += budget.checkWaitMs()
    expect(budget.take('order')).toBe(true)
  })

  test('an answer of 429 stops it for the time in the answer', async () => {
    let isBusy = true
    const { relay, requests, clock, call } = openRelay(() =>
      isBusy
        ? answered(429, { status: 'error', reason: 'too_many_requests' }, { 'retry-after': '7' })
        : success(payment({})),
    )
    expect(await relay.collect(call())).toMatchObject({ kind: 'failed', unsent: true })
    isBusy = false
    expect(await relay.check?.(call({ memo: { payment: 'pay-1' } }))).toEqual({
      kind: 'pending',
      nextCheckAt: start + 7_000,
      isUnasked: true,
    })
    expect(requests).toHaveLength(1)
    clock.elapsed += 7_000
    expect(await relay.check?.(call({ memo: { payment: 'pay-1' } }))).toMatchObject({
      kind: 'pending',
      memo: {},
    })
  })

  test('a proxy that names an hour stops it for five minutes', async () => {
    const { relay, call } = openRelay(() => answered(429, '', { 'retry-after': '3400' }))
    await relay.collect(call())
    expect(await relay.check?.(call({ memo: { payment: 'pay-1' } }))).toMatchObject({
      nextCheckAt: start + 5 * minutes,
      isUnasked: true,
    })
  })

  test('a phone number over its limit stops no other sale, and no check', async () => {
    const { relay, requests, call } = openRelay(({ url, body }) =>
      url.endsWith('/payments') && body.includes('+255754123456')
        ? answered(429, { status: 'error', reason: 'phone_bound_reached' }, { 'retry-after': '3400' })
        : success(payment({})),
    )
    const memo = { payment: 'pay-1' }
    expect(await relay.collect(call({ order: order('push') }))).toEqual({
      kind: 'failed',
      reason: 'phone_bound_reached',
    })
    expect(await relay.check?.(call({ memo }))).toMatchObject({ kind: 'pending', memo })
    expect(await relay.collect(call())).toMatchObject({ kind: 'pending', memo })
    expect(requests).toHaveLength(3)
  })

  test('one page answers the checks of many payments; a no is asked for by itself', async () => {
    const items = Array.from({ length: 40 }, (_, index) =>
      payment({
        reference: `pay-${index}`,
        status: index === 7 ? 'failed' : index === 8 ? 'completed' : 'pending',
      }),
    )
    const { relay, requests, clock, call } = openRelay(({ url }) =>
      success(url.includes('limit') ? { items } : payment({ reference: 'pay-7', status: 'failed' })),
    )
    const check = async (at: number) => (await relay.check?.(call({ memo: { payment: `pay-${at}` } })))?.kind
    await Promise.all(items.slice(0, 3).map((_, index) => check(index)))
    const before = requests.length
    const kinds = await Promise.all(items.map((_, index) => check(index)))
    expect(requests.slice(before).map(({ url }) => new URL(url).pathname)).toEqual(['/v1/payments/pay-7'])
    expect([kinds[6], kinds[7], kinds[8]]).toEqual(['pending', 'failed', 'completed'])
    clock.elapsed += 2_500
    await check(3)
    expect(requests.at(-1)?.url).toContain('limit=100')
    const body = new TextEncoder().encode(JSON.stringify({ data: { metadata: { kaunta_reference: 'ABC' } } }))
    expect(relay.readCallback?.(new Headers(), body).rechecks).toEqual(['ABC'])
    const pages = requests.length
    const waiting = Promise.all([check(3), check(4), check(5)])
    expect(requests).toHaveLength(pages)
    clock.pass(2_000)
    await waiting
    expect(requests).toHaveLength(pages + 1)
  })
})

test('the list has what was paid since a time', async () => {
  const at = (minute: number) => new Date(start + minute * minutes).toISOString()
  const paid = (minute: number, reference: string) =>
    payment({
      status: 'completed',
      created_at: at(0),
      completed_at: at(minute),
      external_reference: reference,
      metadata: { kaunta_reference: reference },
    })
  const { relay } = openRelay(() =>
    success({ items: [paid(30, 'S3'), payment({ created_at: at(1) }), paid(20, 'S2'), paid(5, 'S1')] }),
  )
  const page = await relay.list?.(start + 10 * minutes, undefined, new AbortController().signal)
  expect(page).not.toBe('too long')
  const { seen = [] } = page === 'too long' ? {} : (page ?? {})
  expect(
    seen.map(seenMoney => [seenMoney.reference, seenMoney.receipt, seenMoney.amount, seenMoney.proof]),
  ).toEqual([
    ['S3', 'S3', 5_000, 'network'],
    ['S2', 'S2', 5_000, 'network'],
  ])
})

const listed = ['192.168.1.0/24', '::1', 'upstream.local']
test.each([
  ['https://pay.example.com', 'live', 'https://pay.example.com/'],
  ['https://pay.example.com/v1/', 'live', 'https://pay.example.com/'],
  ['https://pay.example.com/kaunta/api/v1', 'live', 'https://pay.example.com/kaunta'],
  ['http://192.168.1.20:8080', 'live', 'http://192.168.1.20:8080/'],
  ['http://[::1]:8080/v1', 'live', 'http://[::1]:8080/'],
  ['http://upstream.local:8080', 'live', 'http://upstream.local:8080/'],
  ['http://10.0.0.7', 'sandbox', 'http://10.0.0.7/'],
  ['http://10.0.0.7', 'live', 'relay_address_private'],
  ['https://10.0.0.7', 'live', 'relay_address_private'],
  ['https://other.local', 'live', 'relay_address_private'],
  ['https://127.1', 'live', 'relay_address_private'],
  ['https://169.254.169.254', 'sandbox', 'relay_address_private'],
  ['http://pay.example.com', 'live', 'relay_address_not_https'],
  ['http://8.8.8.8', 'sandbox', 'relay_address_not_https'],
  ['https://a:b@pay.example.com', 'live', 'relay_address_malformed'],
  ['https://pay.example.com?x=1', 'live', 'relay_address_malformed'],
  ['ftp://pay.example.com', 'live', 'relay_address_malformed'],
  ['pay.example.com', 'live', 'relay_address_malformed'],
] as const)('the address %s of a %s account', (given, mode, expected) => {
  const read = readRelayAddress(given, { mode, allowed: listed })
  expect(typeof read === 'string' ? read : read.href).toBe(expected)
})

const relayPolicy = {
  mode: 'live',
  allowed: listed,
  ownAddresses: ['192.168.1.10'],
  ownPorts: [8_080],
} as const
test.each([
  ['192.168.1.20', 8_080, false, true],
  ['192.168.1.10', 8_080, false, false],
  ['192.168.1.10', 9_000, false, true],
  ['10.0.0.7', 443, true, false],
  ['127.0.0.1', 443, true, false],
  ['41.59.1.1', 80, false, false],
  ['41.59.1.1', 443, true, true],
  ['169.254.169.254', 443, true, false],
])('the resolved address %s port %i, https %s: %s', (address, port, isSecure, may) => {
  expect(mayRelayTo(address, port, { ...relayPolicy, isSecure }) === true).toBe(may)
})

test.each([
  ['kn_test_1', 'sandbox', undefined],
  ['kn_test_1', 'live', 'relay_key_is_test'],
  ['kn_live_1', 'live', undefined],
  ['snp_1', 'live', undefined],
  ['kn_live_1', 'sandbox', 'relay_key_is_live'],
  ['snp_1', 'sandbox', 'relay_key_is_live'],
  ['kn_live_1\u0085', 'live', 'relay_key_malformed'],
  ['kn_live_\u00e9', 'live', 'relay_key_malformed'],
] as const)('the key %s on a %s account', (key, mode, expected) => {
  expect(keyProblem(key, mode)).toBe(expected)
})

test('a reference contains its time', () => {
  expect(timeOfReference(networkReference(start, new Uint8Array(10)))).toBe(start)
})
