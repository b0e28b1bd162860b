// The push of a payment on HTTP: by reference or token, with every body that published clients send, and its
// effect on a QR.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { mobile, openEndpointShop, qr, type TestRequest } from '../kit/endpoint.ts'
import { at, errorBody, paymentOf, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, collect, fetchPayment as seeIn } from '../kit/endpoint-money.ts'
import { runScenario, type Scenario } from '../kit/endpoint-scenario.ts'

const shop = await openEndpointShop()
await addRoles(shop)
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const run = (scenario: Scenario) => runScenario(shop, scenario)
const make = (body: object = mobile) => shop.make(body)
const see = (reference: string) => seeIn(shop, reference)
const push = (reference: string, more: Partial<TestRequest> = {}) =>
  shop.request({ as: 'creator', method: 'POST', path: `/v1/payments/${reference}/push`, ...more })
const decide = (reference: string, json: object) =>
  shop.request({ as: 'sandbox', path: `/v1/sandbox/payments/${reference}`, json })
/** Decides the newest open attempt, and lets the server hear of it. */
async function decided(reference: string, json: object) {
  expect((await decide(reference, json)).status).toBe(200)
  await shop.work()
  return see(reference)
}
const payer = '+255754123456'
const json = { 'content-type': 'application/json' }
/** The rows of a push: another attempt, what the simulated network knows of it, and the job that asks. */
const pushed = { attempt: 1, simulation: 1 }

describe('is sent', () => {
  const bodies: [string, Partial<TestRequest>, string][] = [
    ['no body', {}, payer],
    ['no body, but a content type', { headers: json }, payer],
    ['a blank body', { raw: ' \n', headers: json }, payer],
    ['{}', { json: {} }, payer],
    ['[]', { json: [] }, payer],
    ['an empty phone', { json: { phone: '' } }, payer],
    ['a phone null', { json: { phone: null, phone_number: '' } }, payer],
    ['fields it does not know', { json: { amount: 1, msisdn: '0713000111' } }, payer],
    ['phone_number', { json: { phone_number: '0713 000 111' } }, '+255713000111'],
    ['both the same', { json: { phone: '0713000111', phone_number: '255713000111' } }, '+255713000111'],
    ['a phone', { json: { phone: '0713 000 111' } }, '+255713000111'],
    ['a phone with its country', { json: { phone: '255713000111' } }, '+255713000111'],
  ]
  test.each(bodies)('with %s', async (_, more, phone) => {
    const payment = await make()
    const request = {
      as: 'creator',
      method: 'POST',
      path: `/v1/payments/${payment.reference}/push`,
      ...more,
    } as const
    const answer = await run({ request: request, status: 200, changes: pushed })
    expect(answer.json).toEqual({
      status: 200,
      message: expect.any(String),
      data: { reference: payment.reference, external_reference: '', status: 'pending', phone },
    })
    const prompts = await shop.request({ path: `/api/v1/handset/prompts?phone=${encodeURIComponent(phone)}` })
    expect(at(prompts, 'data.0')).toMatchObject({ amount: { value: 1_500 }, state: 'pending' })
  })

  test('by the token of a QR, and on /api/v1', async () => {
    const payment = await make(qr)
    for (const path of [
      `/v1/payments/${payment.payment_token}/push`,
      `/api/v1/payments/${payment.payment_token}/push`,
    ]) {
      const answer = await run({
        request: { as: 'creator', path, json: { phone: '0713000111' } },
        status: 200,
        changes: pushed,
      })
      expect(at(answer, 'data.reference')).toBe(payment.reference)
      shop.advance(10_000)
    }
  })

  test.each(['0754 123 456', '255754123456', '+255754123456'])(
    'to the number of the customer of a QR, however it was written: %s',
    async phone => {
      const payment = await make({ ...qr, customer: { name: 'Amina', phone } })
      expect(at(await push(payment.reference), 'data.phone')).toBe(payer)
      const prompts = await shop.request({ path: '/api/v1/handset/prompts?phone=0754123456' })
      const approve = {
        path: `/api/v1/handset/prompts/${textAt(prompts, 'data.0.id')}`,
        json: { answer: 'approve' },
      }
      expect((await shop.request(approve)).status).toBe(200)
      await shop.work()
      expect(await see(payment.reference)).toMatchObject({
        status: 'completed',
        channel: { provider: 'mpesa' },
      })
    },
  )

  test('again, while the last one is open: one is paid, and the payment completes once', async () => {
    const { reference } = await make({ ...mobile, webhook_url: 'http://192.168.1.20/hook' })
    expect((await push(reference)).status).toBe(200)
    shop.advance(10_000)
    expect((await push(reference)).status).toBe(200)
    expect(await decided(reference, { outcome: 'completed' })).toMatchObject({ status: 'completed' })
    expect(shop.dispatches.splice(0)).toHaveLength(1)
  })
})

describe('is refused', () => {
  const bad: [string, Partial<TestRequest>, string][] = [
    ['a phone that is none', { json: { phone: '12345' } }, 'phone'],
    ['a foreign phone', { json: { phone: '+254712345678' } }, 'phone'],
    ['a phone of 31 characters', { json: { phone: '0'.repeat(31) } }, 'body'],
    ['a phone as a number', { json: { phone: 713000111 } }, 'body'],
    ['two different phones', { json: { phone: '0713000111', phone_number: '0754123456' } }, 'phone_number'],
    ['a list with something in it', { json: [1] }, 'body'],
    ['a text', { json: 'x' }, 'body'],
    ['null', { raw: 'null', headers: json }, 'body'],
    ['half a body', { raw: '{', headers: json }, 'body'],
  ]
  test.each(bad)('%s', async (_, more) => {
    const { reference } = await make()
    const request = {
      as: 'creator',
      method: 'POST',
      path: `/v1/payments/${reference}/push`,
      ...more,
    } as const
    await run({ request: request, status: 400, body: errorBody('validation_error') })
  })

  test('a QR without a phone number', async () => {
    const { reference } = await make(qr)
    const answer = await run({
      request: { as: 'creator', method: 'POST', path: `/v1/payments/${reference}/push` },
      status: 400,
      body: errorBody('validation_error'),
    })
    expect(at(answer, 'errors.0.field')).toBe('phone')
  })

  test('a body that is no JSON', async () => {
    const { reference } = await make()
    const more = { raw: 'phone=0713000111', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect((await push(reference, more)).json).toMatchObject({
      code: 415,
      error_code: 'unsupported_media_type',
    })
  })

  test.each(['completed', 'failed', 'expired', 'voided'])('a payment that is %s', async outcome => {
    const { reference } = outcome === 'voided' ? await make() : await collect(shop, mobile, { outcome })
    if (outcome === 'voided')
      await shop.request({ as: 'sandbox', method: 'POST', path: `/v1/payments/${reference}/void` })
    const answer = await run({
      request: { as: 'creator', method: 'POST', path: `/v1/payments/${reference}/push` },
      status: 400,
      body: errorBody('invalid_request'),
    })
    expect(textAt(answer, 'message')).toContain(outcome)
  })

  test("another account's, by reference and by token, though a stranger may push their own", async () => {
    const payment = await make()
    for (const as of ['stranger', 'live'] as const)
      for (const [name, status, code] of [
        [payment.reference, 403, 'forbidden'],
        [payment.payment_token, 404, 'not_found'],
      ] as const)
        await run({
          request: { as, method: 'POST', path: `/v1/payments/${name}/push` },
          status,
          body: errorBody(code),
        })
    const own = paymentOf(await shop.request({ as: 'stranger', path: '/v1/payments', json: mobile }))
    expect((await push(own.reference, { as: 'stranger' })).status).toBe(200)
  })

  test.each(['01900000-0000-7000-8000-000000000000', '00000000', 'nothing', '%00', "' or 1=1 --"])(
    'one that does not exist: %s',
    async name => {
      const path = `/v1/payments/${encodeURIComponent(name)}/push`
      await run({
        request: { as: 'creator', method: 'POST', path },
        status: 404,
        body: errorBody('not_found'),
      })
    },
  )

  test('while the last attempt is unknown; allowed once it is known', async () => {
    const { reference } = await make()
    expect(await decided(reference, { outcome: 'unknown' })).toMatchObject({
      status: 'pending',
      outcome_unknown: true,
    })
    const request = { as: 'creator', method: 'POST', path: `/v1/payments/${reference}/push` } as const
    await run({ request: request, status: 409, body: errorBody('conflict') })
  })

  test('by a cashier, who sees their own sales only', async () => {
    const { reference } = await make()
    // A cashier pushes what they sell; the payments of programs are out of scope.
    expect((await push(reference, { as: 'cashier' })).status).toBe(404)
    const own = paymentOf(await shop.request({ as: 'cashier', path: '/v1/payments', json: mobile }))
    expect((await push(own.reference, { as: 'cashier' })).status).toBe(200)
  })
})

describe('next to a QR', () => {
  const withHook = { ...qr, webhook_url: 'http://192.168.1.20/hook' }
  const told = () => shop.dispatches.splice(0).map(({ body }) => JSON.parse(body).type)

  test('declined: the QR stays pending and payable, then it is paid', async () => {
    const payment = await make(withHook)
    await push(payment.reference, { json: { phone: '0713000111' } })
    expect(
      await decided(payment.reference, { outcome: 'failed', failure_reason: 'wrong_pin' }),
    ).toMatchObject({
      status: 'pending',
      outcome_unknown: false,
      failure_reason: null,
      payment_qr_code: payment.payment_qr_code,
    })
    expect(told()).toEqual([])
    const scanned = await shop.request({ path: `/api/v1/handset/code?code=${payment.payment_token}` })
    await shop.request({
      path: `/api/v1/handset/prompts/${textAt(scanned, 'data.id')}`,
      json: { answer: 'approve', phone: '0685111222' },
    })
    await shop.work()
    expect(await see(payment.reference)).toMatchObject({
      status: 'completed',
      channel: { provider: 'airtel' },
      late: false,
    })
    expect(told()).toEqual(['payment.completed'])
  })

  test('declined three times: still payable', async () => {
    const { reference } = await make(withHook)
    for (let count = 0; count < 3; count++) {
      await push(reference, { json: { phone: '0713000111' } })
      expect((await decided(reference, { outcome: 'failed' })).status).toBe('pending')
    }
    expect((await decided(reference, { outcome: 'completed' })).status).toBe('completed')
    expect(told()).toEqual(['payment.completed'])
  })

  test('unknown: the QR can still be paid, and that ends the unknown period', async () => {
    const payment = await make(withHook)
    await push(payment.reference, { json: { phone: '0713000129' } })
    shop.advance(2_000)
    await shop.work()
    expect(await see(payment.reference)).toMatchObject({ status: 'pending', outcome_unknown: true })
    const scanned = await shop.request({ path: `/api/v1/handset/code?code=${payment.payment_token}` })
    await shop.request({
      path: `/api/v1/handset/prompts/${textAt(scanned, 'data.id')}`,
      json: { answer: 'approve', phone: '0685111222' },
    })
    await shop.work()
    expect(await see(payment.reference)).toMatchObject({ status: 'completed', outcome_unknown: false })
    expect(told()).toEqual(['payment.completed'])
  })

  test('of a mobile payment: it fails when the last open attempt has failed', async () => {
    const { reference } = await make({ ...mobile, webhook_url: 'http://192.168.1.20/hook' })
    await push(reference)
    expect((await decided(reference, { outcome: 'failed' })).status).toBe('pending')
    expect(await decided(reference, { outcome: 'failed', failure_reason: 'wrong_pin' })).toMatchObject({
      status: 'failed',
      failure_reason: 'wrong_pin',
    })
    expect(told()).toEqual(['payment.failed'])
  })
})

test('a repeated Idempotency-Key sends one push, and gets one answer', async () => {
  const { reference } = await make(qr)
  const more = { json: { phone: '0713000111' }, headers: { 'idempotency-key': 'push-1' } }
  const first = await push(reference, more)
  shop.advance(20_000)
  const again = await push(reference, more)
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.text).toBe(first.text)
  const prompts = await shop.request({ path: '/api/v1/handset/prompts?phone=0713000111' })
  expect(at(prompts, 'data.0.id')).toBeString()
  const other = await push(reference, { ...more, json: { phone: '0713000112' } })
  expect(other.json).toMatchObject({ reason: 'idempotency_key_reused' })
})
