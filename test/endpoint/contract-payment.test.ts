// The contract of payments: fields, balance, creating, pushes, errors and limits, one short test for each
// promise. Tables of odd cases are in the other endpoint tests; sessions are in contract-session.test.ts.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { readEmv } from '../../src/domain/emv.ts'
import { signWebhook, verifyWebhook } from '../../src/wire/signature.ts'
import { mobile, openEndpointShop, qr, type TestRequest } from '../kit/endpoint.ts'
import { at, errorBody, paymentOf, textAt } from '../kit/endpoint-answer.ts'
import { collect, earn, fetchPayment, payoutOf, wallet } from '../kit/endpoint-money.ts'
import { openSession, sessionsPath } from '../kit/endpoint-session.ts'
import { openSimulatedShop as openStory } from '../kit/simulated-shop.ts'

const shop = await openEndpointShop()
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const make = (json: object) => shop.make(json)
const create = (json: object, more: Partial<TestRequest> = {}) =>
  shop.request({ as: 'sandbox', path: '/v1/payments', json, ...more })
const push = (reference: string, more: Partial<TestRequest> = {}) =>
  shop.request({ as: 'sandbox', method: 'POST', path: `/v1/payments/${reference}/push`, ...more })
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const shillings = (value: number) => ({ value, currency: 'TZS' as const })
const customer = { firstname: 'Amina', lastname: 'Salum', email: 'amina@example.co.tz' }
const card = {
  payment_type: 'card',
  details: {
    amount: 25_000,
    currency: 'TZS',
    redirect_url: 'https://shop.example/yes',
    cancel_url: 'https://shop.example/no',
  },
  customer: {
    ...customer,
    address: 'Uhuru 4',
    city: 'Dar es Salaam',
    state: 'DSM',
    postcode: '11101',
    country: 'TZ',
  },
}
const completed = (more: object = {}) => collect(shop, { ...mobile, ...more }, { outcome: 'completed' })

describe('Payment', () => {
  const rows: Record<string, () => Promise<void>> = {
    id: async () => {
      const { reference } = await make(qr)
      const list = await shop.request({ as: 'sandbox', path: '/v1/payments?limit=1' })
      expect(textAt(list, 'data.items.0.id')).toMatch(uuid)
      expect(textAt(list, 'data.items.0.reference')).toBe(reference)
    },
    reference: async () => expect((await make(qr)).reference).not.toBe((await make(qr)).reference),
    external_reference: async () => expect((await completed()).external_reference).toMatch(/^SIM/),
    object: async () => expect((await make(qr)).object).toBe('payment'),
    api_version: async () => expect((await make(qr)).api_version).toBe('2026-01-25'),
    payment_type: async () => {
      const types = [await make(mobile), await make(card), await make(qr)].map(
        payment => payment.payment_type,
      )
      expect(types).toEqual(['mobile', 'card', 'dynamic-qr'])
    },
    status: async () => {
      expect((await make(qr)).status).toBe('pending')
      for (const outcome of ['completed', 'failed', 'expired'] as const)
        expect((await collect(shop, qr, { outcome })).status).toBe(outcome)
      const { reference } = await make(qr)
      const voided = await shop.request({
        as: 'sandbox',
        method: 'POST',
        path: `/v1/payments/${reference}/void`,
      })
      expect(paymentOf(voided).status).toBe('voided')
    },
    amount: async () => expect((await make(qr)).amount).toEqual({ currency: 'TZS', value: 5_000 }),
    channel: async () =>
      expect((await completed()).channel).toEqual({ type: 'mobile_money', provider: 'mpesa' }),
    customer: async () =>
      expect((await make({ ...mobile, customer })).customer).toEqual({
        email: 'amina@example.co.tz',
        first_name: 'Amina',
        last_name: 'Salum',
        phone: '+255754123456',
      }),
    metadata: async () =>
      expect((await make({ ...qr, metadata: { order: 'A-17' } })).metadata).toEqual({ order: 'A-17' }),
    settlement: async () => {
      expect((await make(qr)).settlement).toBeNull()
      expect((await completed()).settlement).toEqual({
        gross: shillings(1_500),
        fees: shillings(8),
        net: shillings(1_492),
      })
    },
    'created_at, completed_at, expires_at': async () => {
      const payment = await completed()
      for (const time of [payment.created_at, payment.completed_at, payment.expires_at])
        expect(time).toMatch(stamp)
    },
    payment_token: async () => {
      const payment = await make(qr)
      expect(payment.payment_token).toMatch(/^\d+$/)
      expect((await push(payment.payment_token, { json: { phone: '0754123456' } })).status).toBe(200)
    },
    payment_url: async () => expect((await make(card)).payment_url).toMatch(/^https?:\/\//),
    payment_qr_code: async () =>
      expect(readEmv((await make(card)).payment_qr_code ?? '')?.get('54')).toBe('25000'),
  }
  test.each(Object.entries(rows))('%s', (_, proves) => proves())
})

describe('Balance', () => {
  const balance = async () => at(await shop.request({ as: 'sandbox', path: '/v1/payments/balance' }), 'data')
  const rows: Record<string, unknown> = {
    object: 'balance',
    api_version: '2026-01-25',
    available: { currency: 'TZS', value: expect.any(Number) },
    balance: { currency: 'TZS', value: expect.any(Number) },
  }
  test.each(Object.entries(rows))('%s', async (field, value) =>
    expect(await balance()).toMatchObject({ [field]: value }),
  )

  test('and nothing else', async () =>
    expect(Object.keys(Object(await balance()))).toEqual(Object.keys(rows)))

  test('available is without what is being paid out', async () => {
    await earn(shop, 50_000)
    const answer = await shop.request({ as: 'sandbox', path: '/v1/payouts/send', json: wallet })
    const { total } = payoutOf(answer)
    const { available, balance: all } = Object(await balance())
    expect(all.value - available.value).toBe(total.value)
  })
})

describe('Create payment', () => {
  test.each([
    ['mobile', mobile],
    ['card', card],
    ['dynamic-qr', qr],
  ])('payment_type %s: 201 with status pending', async (payment_type, json) => {
    const answer = await create(json)
    expect(answer.json).toMatchObject({
      status: 'success',
      code: 201,
      data: { status: 'pending', payment_type },
    })
  })

  const required: [string, (from: typeof card) => object][] = [
    ...(['amount', 'currency', 'redirect_url', 'cancel_url'] as const).map(
      (field): [string, (from: typeof card) => object] => [
        `details.${field}`,
        from => ({ ...from, details: { ...from.details, [field]: undefined } }),
      ],
    ),
    ...(['firstname', 'lastname', 'email', 'address', 'city', 'state', 'postcode', 'country'] as const).map(
      (field): [string, (from: typeof card) => object] => [
        `customer.${field}`,
        from => ({ ...from, customer: { ...from.customer, [field]: undefined } }),
      ],
    ),
  ]
  test.each(required)('card: %s is required', async (field, without) => {
    expect((await create(without(card))).json).toMatchObject({
      code: 400,
      error_code: 'validation_error',
      errors: [{ field }],
    })
  })

  const optional: [string, unknown][] = [
    ['phone_number', '0754123456'],
    ['webhook_url', 'https://shop.example/hook'],
    ['metadata', { order: 17 }],
  ]
  test.each(optional)('card: %s may be there, or not', async (field, value) => {
    expect((await create(card)).status).toBe(201)
    expect((await create({ ...card, [field]: value })).status).toBe(201)
  })

  test.each(['details', 'details.amount', 'details.currency', 'phone_number'])(
    'mobile: %s is required',
    async field => {
      const { details, ...rest } = mobile
      const [first = '', second = ''] = field.split('.')
      const json = second
        ? { ...rest, details: { ...details, [second]: undefined } }
        : { ...mobile, [first]: undefined }
      expect((await create(json)).json).toMatchObject({ code: 400, errors: [{ field }] })
    },
  )

  test('dynamic-qr: payment_qr_code to scan', async () => {
    expect(readEmv((await make(qr)).payment_qr_code ?? '')?.get('54')).toBe('5000')
  })
})

describe('Trigger push', () => {
  test('reference: a payment reference or a payment token', async () => {
    const payment = await make(mobile)
    for (const name of [payment.reference, payment.payment_token]) {
      expect((await push(name)).status).toBe(200)
      shop.advance(10_000)
    }
  })

  test('phone: defaults to the original payer phone', async () => {
    const { reference } = await make(mobile)
    expect(textAt(await push(reference), 'data.phone')).toBe('+255754123456')
    shop.advance(10_000)
    expect(textAt(await push(reference, { json: { phone: '0713000111' } }), 'data.phone')).toBe(
      '+255713000111',
    )
  })

  test('response: status 200, message, data', async () => {
    const { reference } = await make(mobile)
    expect((await push(reference)).json).toEqual({
      status: 200,
      message: expect.any(String),
      data: { reference, external_reference: expect.any(String), status: 'pending', phone: '+255754123456' },
    })
  })

  test('400 invalid_request: payment is not pending', async () => {
    expect((await push((await completed()).reference)).json).toMatchObject({
      code: 400,
      ...errorBody('invalid_request'),
    })
  })

  test('403 forbidden: payment belongs to another account', async () => {
    const { reference } = await make(mobile)
    expect((await push(reference, { as: 'stranger' })).json).toMatchObject({
      code: 403,
      ...errorBody('forbidden'),
    })
  })

  test('404 not_found: payment not found', async () => {
    expect((await push('00000000')).json).toMatchObject({ code: 404, ...errorBody('not_found') })
  })
})

describe('Errors', () => {
  const envelope = {
    status: 'error',
    code: expect.any(Number),
    error_code: expect.any(String),
    message: expect.any(String),
  }

  test('the envelope', async () => expect((await create({})).json).toMatchObject(envelope))

  test('400 validation_error: an unsupported currency', async () => {
    const answer = await create({ ...qr, details: { ...qr.details, currency: 'KES' } })
    expect(answer.json).toMatchObject({ code: 400, ...errorBody('validation_error') })
  })

  test('400 invalid_state: session already in a final state', async () => {
    const { cancel } = await openSession(shop)
    await cancel()
    expect((await cancel()).json).toMatchObject({ code: 400, ...errorBody('invalid_state') })
  })

  test('400 invalid_state, of a payment: voided twice', async () => {
    const { reference } = await make(qr)
    const path = `/v1/payments/${reference}/void`
    await shop.request({ as: 'sandbox', method: 'POST', path })
    expect((await shop.request({ as: 'sandbox', method: 'POST', path })).json).toMatchObject({
      code: 400,
      ...errorBody('invalid_state'),
    })
  })

  test('400 invalid_request: push requested for a payment that is not pending', async () => {
    const { reference } = await collect(shop, mobile, { outcome: 'failed' })
    expect((await push(reference)).json).toMatchObject({ code: 400, ...errorBody('invalid_request') })
  })

  test("403 forbidden: payment does not belong to the caller's account", async () => {
    const { reference, payment_token } = await make(qr)
    expect((await push(reference, { as: 'stranger' })).json).toMatchObject({
      code: 403,
      ...errorBody('forbidden'),
    })
    // Its token proves nothing: tokens are short enough to be guessed one by one.
    expect((await push(payment_token, { as: 'stranger' })).json).toMatchObject({
      code: 404,
      ...errorBody('not_found'),
    })
  })

  test('404 not_found: payment or token not found', async () => {
    const answer = await shop.request({ as: 'sandbox', path: '/v1/payments/nothing' })
    expect(answer.json).toMatchObject({ code: 404, ...errorBody('not_found') })
    expect((await push('12345678')).json).toMatchObject({ code: 404, ...errorBody('not_found') })
  })

  test('404 not_found: session not found', async () => {
    for (const path of [`${sessionsPath}/nothing`, '/checkout/nothing'])
      expect((await shop.request({ as: 'sandbox', path })).json).toMatchObject({
        code: 404,
        ...errorBody('not_found'),
      })
  })

  test('409 conflict: a payment with an unknown outcome is in progress', async () => {
    const { reference } = await collect(shop, mobile, { outcome: 'unknown' })
    expect((await push(reference)).json).toMatchObject({ code: 409, ...errorBody('conflict') })
  })

  test('410 payment_expired: session expired, completed or cancelled', async () => {
    const [expired, completed, cancelled] = [
      await openSession(shop),
      await openSession(shop),
      await openSession(shop),
    ]
    await completed.tries()
    await completed.approves()
    await cancelled.cancel()
    shop.advance(3_600_000)
    await shop.work()
    for (const { load } of [expired, completed, cancelled])
      expect((await load()).json).toMatchObject({ code: 410, ...errorBody('payment_expired') })
  })

  test('500 PAY_001: Idempotency-Key longer than 30 characters', async () => {
    const answer = await create(qr, { headers: { 'idempotency-key': 'k'.repeat(31) } })
    expect(answer.json).toMatchObject({ code: 500, ...errorBody('PAY_001') })
  })
})

describe('Limits', () => {
  test('request rate: 60 a minute, then 429 (also a row of Errors); rate headers on each answer', async () => {
    const box = await openEndpointShop({ rateLimit: 60 })
    const request = () => box.request({ as: 'sandbox', path: '/v1/payments/balance' })
    const answers = []
    for (let count = 0; count < 61; count++) answers.push(await request())
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 60 }, () => 200), 429])
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining')).slice(58)).toEqual([
      '1',
      '0',
      '0',
    ])
    for (const { headers } of answers) expect(headers.get('x-ratelimit-limit')).toBe('60')
    expect(answers[60]?.json).toMatchObject({ code: 429, ...errorBody('rate_limit_exceeded') })
    box.advance(1_000 * Number(answers[60]?.headers.get('x-ratelimit-reset')))
    expect((await request()).status).toBe(200)
    await box.close()
  })

  test('minimum amount: 500', async () => {
    const of = (amount: number) => create({ ...qr, details: { ...qr.details, amount } })
    expect([(await of(499)).status, (await of(500)).status]).toEqual([400, 201])
  })

  test('payment expiry: 4 hours', async () => {
    const { reference } = await make(qr)
    shop.advance(4 * 3_600_000 - 1)
    await shop.work()
    expect((await fetchPayment(shop, reference)).status).toBe('pending')
    shop.advance(1)
    await shop.work()
    expect((await fetchPayment(shop, reference)).status).toBe('expired')
  })

  test('list limit: at most 100, 20 by default', async () => {
    const list = (query: string) => shop.request({ as: 'sandbox', path: `/v1/payments${query}` })
    expect(at(await list(''), 'data.limit')).toBe(20)
    expect([(await list('?limit=100')).status, (await list('?limit=101')).status]).toEqual([200, 400])
  })

  test('Idempotency-Key: at most 30 characters, valid for 24 hours; another body is an error', async () => {
    const headers = { 'idempotency-key': 'k'.repeat(30) }
    const first = await create(qr, { headers })
    shop.advance(86_400_000 - 1)
    expect((await create(qr, { headers })).text).toBe(first.text)
    expect((await create(mobile, { headers })).json).toMatchObject({
      code: 422,
      ...errorBody('validation_error'),
    })
    shop.advance(1)
    expect(textAt(await create(qr, { headers }), 'data.reference')).not.toBe(textAt(first, 'data.reference'))
  })

  test('webhook response time: 30 seconds', async () => {
    shop.dispatches.splice(0)
    await completed({ webhook_url: 'http://192.168.1.20/hook' })
    expect(shop.dispatches.splice(0).map(({ timeoutMs }) => timeoutMs)).toEqual([30_000])
  })

  test('webhook attempts: 5', async () => {
    const story = await openStory()
    story.merchant.down()
    await story.customer.scans(await story.cashier.asksForQr(5_000)).approves()
    await story.advance({ hours: 12 })
    expect(story.merchant.triedAt).toHaveLength(5)
    expect(story.query('select status from delivery')).toEqual([{ status: 'abandoned' }])
  })

  test('timestamp freshness: 5 minutes', () => {
    const signature = signWebhook('whsec_x', 1_000_000, '{}')
    const isTaken = (now: number) => verifyWebhook('whsec_x', 1_000_000, '{}', signature, now)
    expect([isTaken(1_000_300), isTaken(1_000_301)]).toEqual([true, false])
  })

  test('metadata: 50 keys of 40 characters, values of 500 (for payments as for sessions)', async () => {
    const keys = (count: number, length: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`${index}`.padEnd(length, '_'), 'v'.repeat(500)]),
      )
    expect((await create({ ...qr, metadata: keys(50, 40) })).status).toBe(201)
    for (const metadata of [keys(51, 40), keys(1, 41), { note: 'v'.repeat(501) }])
      expect((await create({ ...qr, metadata })).json).toMatchObject({
        code: 400,
        ...errorBody('validation_error'),
      })
  })
})
