// Payments in the API, as data: the caller, the request, the answer, and the changed rows with no others.
// Streams, images and everything with more than one request are stories next to the tables.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { hasDammDigit } from '../../src/domain/damm.ts'
import { readEmv } from '../../src/domain/emv.ts'
import { PaymentView } from '../../src/wire/payment.ts'
import { readQr } from '../kit/browser.ts'
import { mobile, qr, rowsOfNewPayment, type TestRequest } from '../kit/endpoint.ts'
import { at, errorBody, paymentOf, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { openShopOnNodes } from '../kit/endpoint-nodes.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import { runScenario, type Scenario, testScenarios } from '../kit/endpoint-scenario.ts'

const shop = await openShopOnNodes()
afterAll(() => shop.close())
/** A minute passes between tests, so that no window of a rate limit spans two. */
beforeEach(() => shop.advance(60_000))

const run = (scenario: Scenario) => runScenario(shop, scenario)
const scenarios = (table: Record<string, Scenario>) => testScenarios(shop, table)
const make = (body?: object) => shop.make(body)
const see = async (reference: string) =>
  paymentOf(await shop.request({ as: 'sandbox', path: `/v1/payments/${reference}` }))
const decide = (reference: string, json: object) =>
  shop.request({ as: 'sandbox', path: `/v1/sandbox/payments/${reference}`, json })

describe('creating', () => {
  test('a QR payment: a TANQR payload with the amount and the token in it', async () => {
    const answer = await run({
      request: {
        as: 'sandbox',
        path: '/v1/payments',
        json: { ...qr, metadata: { order: 'A-17', table: 4, vip: true } },
      },
      status: 201,
      body: { status: 'success', code: 201 },
      changes: rowsOfNewPayment,
    })
    const payment = paymentOf(answer)
    expect(payment).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      object: 'payment',
      api_version: '2026-01-25',
      payment_type: 'dynamic-qr',
      status: 'pending',
      amount: { value: 5_000, currency: 'TZS' },
      channel: { type: 'qr', provider: 'tanqr' },
      metadata: { order: 'A-17', table: 4, vip: true },
      settlement: null,
      completed_at: null,
      late: false,
      outcome_unknown: false,
    })
    expect(Date.parse(payment.expires_at) - Date.parse(payment.created_at)).toBe(14_400_000)
    expect(hasDammDigit(payment.payment_token)).toBe(true)
    const tags = readEmv(payment.payment_qr_code ?? '')
    expect([tags?.get('54'), tags?.get('26.02'), tags?.get('59')]).toEqual([
      '5000',
      payment.payment_token,
      'Duka la Asha',
    ])
  })

  test('a mobile payment, with the customer as published clients send one', async () => {
    const customer = {
      firstname: 'Amina',
      lastname: 'Salum',
      email: 'amina@example.co.tz',
      address: 'ignored',
    }
    const answer = await run({
      request: { as: 'sandbox', path: '/v1/payments', json: { ...mobile, customer, extra: { deep: [1] } } },
      status: 201,
      changes: { ...rowsOfNewPayment, simulation: 1 },
    })
    const payment = paymentOf(answer)
    expect(payment).toMatchObject({
      payment_type: 'mobile',
      channel: { type: 'mobile_money', provider: 'mpesa' },
      customer: {
        first_name: 'Amina',
        last_name: 'Salum',
        email: 'amina@example.co.tz',
        phone: '+255754123456',
      },
    })
    for (const name of ['payment_url', 'payment_qr_code']) expect(payment).not.toHaveProperty(name)
    expect(answer.text).not.toContain('ignored')
  })

  scenarios({
    'on /api/v1 too': {
      request: { as: 'sandbox', path: '/api/v1/payments', json: qr },
      status: 201,
      changes: rowsOfNewPayment,
    },
    'that runs out sooner': {
      request: {
        as: 'creator',
        path: '/v1/payments',
        json: { ...qr, details: { ...qr.details, expires_in: 60 } },
      },
      status: 201,
      changes: rowsOfNewPayment,
    },
    'with a charset beside the content type': {
      request: {
        as: 'sandbox',
        path: '/v1/payments',
        raw: JSON.stringify(qr),
        headers: { 'content-type': 'Application/JSON; charset=utf-8' },
      },
      status: 201,
      changes: rowsOfNewPayment,
    },
    'on a live account without a network': {
      request: { as: 'live', path: '/v1/payments', json: qr },
      status: 400,
      body: errorBody('method_unavailable', 'network_for_method_missing', { mode: 'live', method: 'qr' }),
    },
    'by card, without a word about the payer (endpoint-card.test.ts has the rest)': {
      request: { as: 'sandbox', path: '/v1/payments', json: { ...qr, payment_type: 'card' } },
      status: 400,
      body: errorBody('validation_error'),
    },
  })
})

describe('reading', () => {
  scenarios({
    'a payment': {
      given: 'completed',
      request: { as: 'reader', path: '/v1/payments/{reference}' },
      status: 200,
      body: {
        status: 'success',
        code: 200,
        data: {
          status: 'completed',
          settlement: { gross: { value: 5_000 }, fees: { value: 25 }, net: { value: 4_975 } },
          channel: { type: 'mobile_money', provider: 'mpesa' },
        },
      },
    },
    'one that does not exist': {
      request: { as: 'reader', path: '/v1/payments/01900000-0000-7000-8000-000000000000' },
      status: 404,
      body: errorBody('not_found'),
    },
    "another account's": {
      given: 'pending',
      request: { as: 'stranger', path: '/v1/payments/{reference}' },
      status: 404,
      body: errorBody('not_found'),
    },
    "another account's, by the twin": {
      given: 'pending',
      request: { as: 'live', path: '/v1/payments/{reference}' },
      status: 403,
      body: errorBody('forbidden', 'sandbox_account_needed'),
    },
    "another account's events": {
      given: 'pending',
      request: { as: 'stranger', path: '/v1/payments/{reference}/events' },
      status: 404,
    },
    "another account's QR": {
      given: 'pending',
      request: { as: 'stranger', path: '/v1/payments/{reference}/qr.svg' },
      status: 404,
    },
    "another account's, to void": {
      given: 'pending',
      request: { as: 'stranger', method: 'POST', path: '/v1/payments/{reference}/void' },
      status: 404,
    },
    "another account's, to decide": {
      given: 'pending',
      request: { as: 'stranger', path: '/v1/sandbox/payments/{reference}', json: { outcome: 'completed' } },
      status: 404,
    },
    "another account's list": {
      given: 'pending',
      request: { as: 'stranger', path: '/v1/payments' },
      status: 200,
      body: { data: { items: [], total: 0 } },
    },
    'the QR of a payment without one': {
      given: 'mobile',
      request: { as: 'reader', path: '/v1/payments/{reference}/qr.png' },
      status: 404,
    },
  })

  test('the balance is what was collected less fees', async () => {
    const before = await shop.request({ as: 'stranger', path: '/v1/payments/balance' })
    expect(before.json).toMatchObject({ status: 'success', code: 200 })
    expect(at(before, 'data')).toEqual({
      object: 'balance',
      api_version: '2026-01-25',
      available: { value: 0, currency: 'TZS' },
      balance: { value: 0, currency: 'TZS' },
    })
    const payment = paymentOf(await shop.request({ as: 'stranger', path: '/v1/payments', json: qr }))
    await shop.request({
      as: 'stranger',
      path: `/v1/sandbox/payments/${payment.reference}`,
      json: { outcome: 'completed' },
    })
    await shop.work()
    const after = await shop.request({ as: 'stranger', path: '/v1/payments/balance' })
    expect(at(after, 'data.available.value')).toBe(4_975)
  })
})

describe('the list', () => {
  const list = (query: string) => shop.request({ as: 'reader', path: `/v1/payments?${query}` })
  const references = (answer: TestResponse) => {
    const items = at(answer, 'data.items')
    return Array.isArray(items) ? items.map(item => Reflect.get(item, 'reference')) : []
  }

  test('is newest first, in pages, with the total of all', async () => {
    const made = []
    for (let count = 0; count < 5; count++) made.unshift((await make()).reference)
    const first = await list('limit=3')
    expect(references(first)).toEqual(made.slice(0, 3))
    expect(references(await list('limit=2&offset=3'))).toEqual(made.slice(3))
    expect(first.json).toMatchObject({ status: 'success', code: 200, data: { limit: 3, offset: 0 } })
    const all = await list('limit=100')
    expect(at(all, 'data.total')).toBe(references(all).length)
    for (const item of [at(all, 'data.items')].flat()) expect(Value.Check(PaymentView, item)).toBe(true)
    expect((await list('')).json).toMatchObject({ data: { limit: 20, offset: 0 } })
  })

  test('by status, type and time has the count of its rows', async () => {
    shop.advance(86_400_000)
    const from = new Date(shop.appliance.world.clock.now()).toISOString()
    const voided = await make(mobile)
    await shop.request({ as: 'sandbox', method: 'POST', path: `/v1/payments/${voided.reference}/void` })
    shop.advance(1_000)
    const middle = new Date(shop.appliance.world.clock.now()).toISOString()
    const pending = await make()
    const cases: [string, string[]][] = [
      [`from=${from}`, [pending.reference, voided.reference]],
      [`from=${from}&to=${middle}`, [voided.reference]],
      [`from=${middle}`, [pending.reference]],
      [`from=${from}&status=voided`, [voided.reference]],
      [`from=${from}&status=completed`, []],
      [`from=${from}&payment_type=dynamic-qr`, [pending.reference]],
      [`from=${from}&payment_type=card`, []],
      [`from=${from}&utm_source=1&_=up`, [pending.reference, voided.reference]],
    ]
    for (const [query, wanted] of cases) {
      const answer = await list(query)
      expect([query, references(answer), at(answer, 'data.total')]).toEqual([query, wanted, wanted.length])
    }
    const kept = await list('status=voided')
    expect(at(kept, 'data.total')).toBe(references(kept).length)
  })

  const bad: [string, string][] = [
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=1e3', 'offset'],
    ['offset=9007199254740993', 'offset'],
    ['status=paid', 'status'],
    ['payment_type=cash', 'payment_type'],
    ['from=yesterday', 'from'],
    ['to=2026-13-45', 'to'],
    ['from=2026-02-30', 'from'],
    ['to_date=2026-04-31T08:00:00Z', 'to_date'],
  ]
  test.each(bad)('%s is refused', async (query, field) => {
    const answer = await list(query)
    expect(answer.json).toMatchObject({ code: 400, error_code: 'validation_error', errors: [{ field }] })
    expect(textAt(answer, 'message')).toStartWith(`${field} `)
  })
})

describe('the QR as an image', () => {
  test('PNG and SVG show the payload, in the size asked for', async () => {
    const payment = await make()
    const png = await shop.request({ as: 'reader', path: `/v1/payments/${payment.reference}/qr.png` })
    expect(png.headers.get('content-type')).toBe('image/png')
    expect(await readQr(png.bytes)).toBe(payment.payment_qr_code)
    const wide = await shop.request({
      as: 'reader',
      path: `/v1/payments/${payment.reference}/qr.png?size=800&margin=0`,
    })
    expect(Buffer.from(wide.bytes).readUInt32BE(16)).toBe(800)
    expect(await readQr(wide.bytes)).toBe(payment.payment_qr_code)
    const svg = await shop.request({
      as: 'reader',
      path: `/v1/payments/${payment.reference}/qr.svg?margin=2&size=640`,
    })
    expect(svg.headers.get('content-type')).toBe('image/svg+xml')
    expect(svg.text).toMatch(/^<svg [^>]*width="640"[^>]* viewBox="0 0 \d+ \d+"/)
  })

  test('is not sent twice', async () => {
    const { reference } = await make()
    const path = `/v1/payments/${reference}/qr.svg`
    const etag = (await shop.request({ as: 'reader', path })).headers.get('etag') ?? ''
    const again = await shop.request({ as: 'reader', path, headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    const other = await shop.request({
      as: 'reader',
      path: `${path}?size=64`,
      headers: { 'if-none-match': etag },
    })
    expect(other.status).toBe(200)
  })

  test.each(['size=63', 'size=2049', 'size=big', 'margin=17', 'margin=-1', 'margin=1.5'])(
    '%s is refused',
    async query => {
      const { reference } = await make()
      const answer = await shop.request({ as: 'reader', path: `/v1/payments/${reference}/qr.svg?${query}` })
      expect(answer.json).toMatchObject({ code: 400, errors: [{ field: query.split('=')[0] }] })
    },
  )
})

describe('voiding', () => {
  const changed = { payment: 1, event: 1, total: 1 }
  scenarios({
    'a pending payment': {
      given: 'pending',
      request: { as: 'creator', method: 'POST', path: '/v1/payments/{reference}/void' },
      status: 200,
      body: { status: 'success', data: { status: 'voided' } },
      changes: { ...changed, total: 2, payment_total: 2, audit_entry: 1 },
    },
    'a completed one': {
      given: 'completed',
      request: { as: 'creator', method: 'POST', path: '/v1/payments/{reference}/void' },
      status: 400,
      body: errorBody('invalid_state'),
    },
    'one that does not exist': {
      request: { as: 'creator', method: 'POST', path: '/v1/payments/nothing/void' },
      status: 404,
      body: errorBody('not_found'),
    },
  })
})

describe('the simulated network', () => {
  const path = '/v1/sandbox/payments/{reference}'
  /** A job for each callback, and the status check comes forward in case they are all lost. */
  const rechecked = { simulation: 1, job: 2 }
  scenarios({
    completed: {
      given: 'pending',
      request: { as: 'sandbox', path, json: { outcome: 'completed' } },
      status: 200,
      changes: rechecked,
    },
    'called back three times': {
      given: 'pending',
      request: { as: 'sandbox', path, json: { outcome: 'completed', times: 3 } },
      status: 200,
      changes: { simulation: 1, job: 4 },
    },
    'never called back': {
      given: 'pending',
      request: { as: 'sandbox', path, json: { outcome: 'completed', times: 0 } },
      status: 200,
      changes: { simulation: 1, job: 1 },
    },
    'on a payment that ended': {
      given: 'completed',
      request: { as: 'sandbox', path, json: { outcome: 'failed' } },
      status: 200,
    },
    'an outcome there is not': {
      given: 'pending',
      request: { as: 'sandbox', path, json: { outcome: 'paid' } },
      status: 400,
      body: {
        ...errorBody('validation_error', 'wrong_choice', { choices: 'completed, failed, expired, unknown' }),
        errors: [{ field: 'outcome' }],
      },
    },
    'a delay that is no number': {
      given: 'pending',
      request: { as: 'sandbox', path, json: { outcome: 'failed', delay_ms: '1' } },
      status: 400,
    },
    'of a live account': {
      given: 'pending',
      request: { as: 'live', path, json: { outcome: 'completed' } },
      status: 403,
      body: errorBody('forbidden', 'sandbox_only'),
    },
  })

  const outcomes = [
    [{ outcome: 'completed' }, { status: 'completed', failure_reason: null }],
    [
      { outcome: 'failed', failure_reason: 'insufficient_balance' },
      { status: 'failed', failure_reason: 'insufficient_balance' },
    ],
    [{ outcome: 'expired' }, { status: 'expired' }],
    [{ outcome: 'unknown' }, { status: 'pending', outcome_unknown: true }],
    [{ outcome: 'completed', amount: 4_999 }, { status: 'pending' }],
    [{ outcome: 'completed', delay_ms: 10_000 }, { status: 'pending' }],
  ] as const
  test.each(outcomes)('%j leads to %j', async (decision, wanted) => {
    const { reference } = await make()
    await decide(reference, decision)
    await shop.work()
    expect(await see(reference)).toMatchObject(wanted)
  })

  test('numbers that end in 789 pay after two seconds, the others as listed', async () => {
    const good = await make({ ...mobile, phone_number: '0754 000 789' })
    const poor = await make({ ...mobile, phone_number: '0754 000 049' })
    await shop.work()
    expect((await see(good.reference)).status).toBe('pending')
    shop.advance(2_000)
    await shop.work()
    expect(await see(good.reference)).toMatchObject({
      status: 'completed',
      external_reference: expect.stringMatching(/^SIM/),
    })
    expect(await see(poor.reference)).toMatchObject({
      status: 'failed',
      failure_reason: 'insufficient_balance',
    })
  })

  test('four hours without an answer end a payment, and money after that is still booked', async () => {
    const { reference } = await make()
    shop.advance(14_400_000 - 1)
    await shop.work()
    expect((await see(reference)).status).toBe('pending')
    shop.advance(1)
    await shop.work()
    expect((await see(reference)).status).toBe('expired')
  })

  test('sends the merchant a signed webhook', async () => {
    const { reference } = await make({
      ...qr,
      webhook_url: 'http://192.168.1.20/hook',
      metadata: { order: 'A-17' },
    })
    await decide(reference, { outcome: 'completed' })
    await shop.work()
    const [post, ...more] = shop.dispatches.splice(0)
    expect(more).toEqual([])
    expect(JSON.parse(post?.body ?? '')).toMatchObject({
      type: 'payment.completed',
      data: { reference, metadata: { order: 'A-17' } },
    })
    expect(post?.headers['X-Webhook-Signature']).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('the handset', () => {
  test('approves a prompt once', async () => {
    const { reference } = await make({ ...mobile, phone_number: '0765 111 222' })
    const prompts = await shop.request({ path: '/api/v1/handset/prompts?phone=0765111222' })
    expect(at(prompts, 'data.0')).toMatchObject({
      payee: 'Duka la Asha',
      amount: { value: 1_500 },
      state: 'pending',
    })
    const path = `/api/v1/handset/prompts/${textAt(prompts, 'data.0.id')}`
    expect((await shop.request({ path, json: { answer: 'approve' } })).json).toMatchObject({ code: 200 })
    expect((await shop.request({ path, json: { answer: 'decline' } })).json).toMatchObject({
      error_code: 'invalid_state',
    })
    await shop.work()
    expect((await see(reference)).status).toBe('completed')
  })

  test('pays a scanned code, or its digits, with its own number', async () => {
    const payment = await make()
    const code = encodeURIComponent(payment.payment_qr_code ?? '')
    const scanned = await shop.request({ path: `/api/v1/handset/code?code=${code}` })
    const typed = await shop.request({
      path: `/api/v1/handset/code?code=${payment.payment_token.replace(/(.{4})/, '$1 ')}`,
    })
    expect(at(scanned, 'data')).toEqual(at(typed, 'data'))
    const path = `/api/v1/handset/prompts/${textAt(scanned, 'data.id')}`
    await shop.request({ path, json: { answer: 'approve', phone: '0685 111 222' } })
    await shop.work()
    expect(await see(payment.reference)).toMatchObject({
      status: 'completed',
      channel: { provider: 'airtel' },
    })
  })

  scenarios({
    'with a foreign number': {
      request: { path: '/api/v1/handset/prompts?phone=%2B254712345678' },
      status: 400,
    },
    'without a number': { request: { path: '/api/v1/handset/prompts' }, status: 400 },
    'with a code that is none': { request: { path: '/api/v1/handset/code?code=hello' }, status: 400 },
    'with an unknown code': { request: { path: '/api/v1/handset/code?code=00000000' }, status: 404 },
    'with a prompt that does not exist': {
      request: { path: '/api/v1/handset/prompts/NONE', json: { answer: 'approve' } },
      status: 404,
    },
    'with an answer there is not': {
      request: { path: '/api/v1/handset/prompts/NONE', json: { answer: 'maybe' } },
      status: 400,
    },
  })
})

describe('the stream of a payment', () => {
  /** Reads server-sent events block by block. */
  async function listen(path: string, headers: Record<string, string> = {}) {
    const response = await shop.send({ as: 'reader', path, headers })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    let text = ''
    return {
      async next(): Promise<string> {
        while (!text.includes('\n\n')) {
          const part = await reader?.read()
          if (!part || part.done) return 'the stream has ended'
          text += decoder.decode(part.value, { stream: true })
        }
        const end = text.indexOf('\n\n')
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        return block
      },
      close: () => reader?.cancel(),
    }
  }
  const statusOf = (block: string) => JSON.parse(block.replace(/^event: payment\ndata: /, '')).status

  test('begins with the current state, sends each change, and pings while nothing happens', async () => {
    const { reference } = await make()
    const stream = await listen(`/v1/payments/${reference}/events`)
    expect(await stream.next()).toBe('retry: 1000')
    expect(statusOf(await stream.next())).toBe('pending')
    for (let pings = 0; pings < 20; pings++) {
      shop.advance(5_000)
      expect(await stream.next()).toBe('event: ping\ndata: {}')
    }
    await decide(reference, { outcome: 'completed' })
    await shop.work()
    expect(statusOf(await stream.next())).toBe('completed')
    await stream.close()
    const late = await listen(`/api/v1/payments/${reference}/events`)
    await late.next()
    expect(statusOf(await late.next())).toBe('completed')
    await late.close()
  })

  test('reaches each of a hundred screens', async () => {
    const { reference } = await make()
    const streams = await Promise.all(
      Array.from({ length: 100 }, () => listen(`/v1/payments/${reference}/events`)),
    )
    for (const stream of streams)
      expect(statusOf((await stream.next()) && (await stream.next()))).toBe('pending')
    for (const stream of streams.slice(0, 50)) await stream.close()
    await shop.request({ as: 'sandbox', method: 'POST', path: `/v1/payments/${reference}/void` })
    for (const stream of streams.slice(50)) expect(statusOf(await stream.next())).toBe('voided')
    for (const stream of streams.slice(50)) await stream.close()
  })
})

describe('the same key', () => {
  const once = (key: string, json: object = qr, as: TestRequest['as'] = 'sandbox'): TestRequest => ({
    as: as ?? 'sandbox',
    path: '/v1/payments',
    json,
    headers: { 'idempotency-key': key },
  })

  test('with the same body answers the same bytes, marked', async () => {
    const first = await run({
      request: once('order-1'),
      status: 201,
      changes: { ...rowsOfNewPayment, idempotency: 1 },
    })
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    await decide(textAt(first, 'data.reference'), { outcome: 'completed' })
    await shop.work()
    const again = await run({
      request: once('order-1'),
      status: 201,
      headers: { 'idempotent-replayed': 'true' },
    })
    expect(again.text).toBe(first.text)
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    const elsewhere = await shop.request({ ...once('order-1'), path: '/api/v1/payments' })
    expect(elsewhere.text).toBe(first.text)
  })

  test.each<[string, object, (reference: string) => Promise<unknown>]>([
    ['a push that failed', mobile, reference => decide(reference, { outcome: 'failed' })],
    [
      'a push paid from another network',
      mobile,
      reference => decide(reference, { outcome: 'completed', provider: 'airtel' }),
    ],
    [
      'a payment that was voided',
      qr,
      reference => shop.request({ as: 'sandbox', path: `/v1/payments/${reference}/void`, json: {} }),
    ],
  ])('answers %s as it was created', async (name, json, happens) => {
    const key = `as-created ${name}`.replaceAll(' ', '-').slice(0, 30)
    const first = await shop.request(once(key, json))
    const reference = textAt(first, 'data.reference')
    await happens(reference)
    await shop.work()
    const now = await shop.request({ as: 'sandbox', path: `/v1/payments/${reference}` })
    expect(textAt(now, 'data.status')).not.toBe('pending')
    expect((await shop.request(once(key, json))).text).toBe(first.text)
  })

  test('with another body is refused, with the key and the reason', async () => {
    await shop.request(once('order-2'))
    const bodies = [
      JSON.stringify({ ...qr, details: { ...qr.details, amount: 5_001 } }),
      JSON.stringify({ ...qr, extra: 1 }),
    ]
    for (const raw of bodies) {
      const headers = { 'idempotency-key': 'order-2', 'content-type': 'application/json' }
      const answer = await run({
        request: { as: 'sandbox', path: '/v1/payments', raw, headers },
        status: 422,
      })
      expect(answer.json).toMatchObject({
        error_code: 'validation_error',
        message: expect.stringMatching(/order-2 .*a new key only if you mean another payment$/),
      })
    }
  })

  test('with a body that means the same answers the same', async () => {
    const first = await shop.request(once('order-2-same'))
    const bodies = [
      `${JSON.stringify(qr, null, 2)}\n`,
      JSON.stringify({ details: { currency: 'TZS', amount: 5_000 }, payment_type: qr.payment_type }),
      '{"payment_type":"dynamic\\u002dqr","details":{"amount":5e3,"currency":"TZS"}}',
      JSON.stringify({ ...qr, customer: null, metadata: [], webhook_url: '' }),
    ]
    for (const raw of bodies) {
      const headers = { 'idempotency-key': 'order-2-same', 'content-type': 'application/json' }
      const again = await run({ request: { as: 'sandbox', path: '/v1/payments', raw, headers }, status: 201 })
      expect(again.text).toBe(first.text)
    }
  })

  test('on two accounts is two keys', async () => {
    const mine = await shop.request(once('order-3'))
    const theirs = await shop.request(once('order-3', qr, 'stranger'))
    expect([mine.status, theirs.status]).toEqual([201, 201])
    expect(textAt(mine, 'data.reference')).not.toBe(textAt(theirs, 'data.reference'))
    expect(theirs.headers.get('idempotent-replayed')).toBeNull()
  })

  test('from another key, or a person, is refused and shows nothing of the first response', async () => {
    const first = await shop.request(once('order-6'))
    for (const as of ['creator', 'owner', 'cashier'] as const) {
      const before = await shop.rows()
      const other = await shop.request(once('order-6', qr, as))
      expect([as, other.status, other.json]).toEqual([
        as,
        422,
        expect.objectContaining({ reason: 'idempotency_key_reused' }),
      ])
      expect(other.text).not.toContain(textAt(first, 'data.reference'))
      expect(changesBetween(before, await shop.rows())).toEqual({})
    }
    expect((await shop.request(once('order-6'))).text).toBe(first.text)
  })

  test('from a person is one key, by token and by cookie', async () => {
    const account = { 'kaunta-account': shop.accounts.sandbox.id }
    const first = await shop.request(once('order-7', qr, 'owner'))
    const asked = once('order-7', qr, 'browser')
    const again = await shop.request({ ...asked, headers: { ...asked.headers, ...account } })
    expect(again.text).toBe(first.text)
  })

  test('from fifty in parallel makes one payment', async () => {
    const before = await shop.rows()
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.request(once('order-4'))))
    expect(new Set(answers.map(answer => `${answer.status} ${answer.text}`)).size).toBe(1)
    expect(answers.filter(answer => answer.headers.get('idempotent-replayed') === null).length).toBe(1)
    expect(changesBetween(before, await shop.rows())).toEqual({ ...rowsOfNewPayment, idempotency: 1 })
  })

  test('is free again after an error, and after 24 hours', async () => {
    expect((await shop.request(once('order-5', { ...qr, details: {} }))).status).toBe(400)
    const first = await shop.request(once('order-5'))
    shop.advance(86_400_000 - 1)
    expect((await shop.request(once('order-5'))).text).toBe(first.text)
    shop.advance(1)
    const later = await shop.request(once('order-5'))
    expect(textAt(later, 'data.reference')).not.toBe(textAt(first, 'data.reference'))
  })

  const long = 'k'.repeat(31)
  scenarios({
    'of 30 characters': {
      request: once('k'.repeat(30)),
      status: 201,
      changes: { ...rowsOfNewPayment, idempotency: 1 },
    },
    'of 31 characters': {
      request: once(long),
      status: 500,
      body: {
        ...errorBody('PAY_001', 'idempotency_key_too_long', { max: 30, length: 31 }),
        errors: [{ field: 'Idempotency-Key' }],
      },
    },
    'with a blank': { request: once('a b'), status: 400, body: { errors: [{ field: 'Idempotency-Key' }] } },
    'that is empty': { request: once(''), status: 400, body: { errors: [{ field: 'Idempotency-Key' }] } },
    'with a letter outside ASCII': {
      request: once('caf\u00e9'),
      status: 400,
      body: { errors: [{ field: 'Idempotency-Key' }] },
    },
  })
})
test('nothing that was logged names a key or a phone', () => {
  const text = shop.logged.join('\n')
  expect(text).not.toMatch(/kn_(live|test)_\w|whsec_|754123456/)
})
