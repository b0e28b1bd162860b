// What happened to a payment, as its timeline tells it: in order, complete, and without numbers for those who may not see them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Answer, at, mobile, openShop, qr, type Shop, textAt, type Who } from './endpoint.ts'
import { collect, letIn } from './endpoint-money.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await letIn(shop)
})
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const timeline = (reference: string, as: Who = 'owner') => shop.ask({ as, path: `/api/v1/payments/${reference}/timeline` })
const entries = (answer: Answer) => [at(answer, 'data.entries')].flat().map(Object)
const kinds = (answer: Answer) => entries(answer).map(({ kind }) => kind)
const factsOf = (answer: Answer, kind: string) => entries(answer).find(one => one.kind === kind)?.facts
const withHook = { ...mobile, webhook_url: 'https://hook.example.com/kaunta' }

describe('a payment', () => {
  test('that is paid: states, attempt, event, delivery and its try, in order', async () => {
    const { reference } = await collect(shop, withHook, { outcome: 'completed' })
    const told = await timeline(reference)
    expect(at(told, 'data')).toMatchObject({ reference, session: null, ahead: [] })
    expect(kinds(told)).toEqual([
      'payment.created',
      'attempt.made',
      'attempt.sent',
      'attempt.succeeded',
      'payment.completed',
      'event.made',
      'delivery.made',
      'delivery.tried',
      'delivery.success',
    ])
    expect(factsOf(told, 'payment.created')).toEqual({
      payment_type: 'mobile',
      amount: 1_500,
      by: expect.stringMatching(/^key_/),
    })
    expect(factsOf(told, 'attempt.made')).toEqual({
      method: 'push',
      phone: '+255754123456',
      amount: 1_500,
      connector: 'simulator',
      network_reference: expect.stringMatching(/^[A-Z0-9]{20}$/),
      state: 'succeeded',
    })
    expect(factsOf(told, 'payment.completed')).toEqual({ fees: 8, net: 1_492, late: false, provider: 'mpesa' })
    expect(factsOf(told, 'event.made')).toEqual({ type: 'payment.completed' })
    expect(factsOf(told, 'delivery.tried')).toEqual({ number: 1, status: 200, error: null, took_ms: 0 })
    const times = entries(told).map(entry => Date.parse(entry.at))
    expect(times.toSorted((a, b) => a - b)).toEqual(times)
  })

  test('that is voided: the act, and who did it', async () => {
    const { reference } = await shop.make()
    shop.advance(5_000)
    await shop.ask({ as: 'owner', method: 'POST', path: `/v1/payments/${reference}/void` })
    const told = await timeline(reference)
    expect(kinds(told)).toEqual([
      'payment.created',
      'attempt.made',
      'attempt.sent',
      'payment.voided',
      'event.made',
      'payment.voided',
    ])
    expect(entries(told).at(-1)?.facts).toEqual({ amount: 5_000, actor: expect.stringMatching(/^staff /), address: '127.0.0.1' })
  })

  test('that failed, and was paid late', async () => {
    const { reference } = await collect(shop, mobile, { outcome: 'failed', failure_reason: 'wrong_pin' })
    expect(factsOf(await timeline(reference), 'attempt.failed')).toMatchObject({ failure_reason: 'wrong_pin' })
    expect(factsOf(await timeline(reference), 'payment.failed')).toEqual({ failure_reason: 'wrong_pin' })
  })

  test('with unmatched money, and its end', async () => {
    const { reference } = await collect(shop, qr, { outcome: 'completed', amount: 4_000 })
    expect(factsOf(await timeline(reference), 'unmatched.held')).toEqual({
      amount: 4_000,
      reason: 'other_amount',
      external_reference: expect.stringMatching(/^SIM/),
    })
    const id = textAt(await shop.ask({ as: 'owner', path: '/api/v1/unmatched' }), 'data.items.0.id')
    const json = { resolution: 'returned', note: 'by hand' }
    await shop.ask({ as: 'owner', path: `/api/v1/unmatched/${id}/settle`, json })
    expect(factsOf(await timeline(reference), 'unmatched.settled')).toEqual({
      amount: 4_000,
      resolution: 'returned',
      actor: expect.stringMatching(/^staff /),
    })
  })

  test('that waits: what comes next', async () => {
    const { reference, expires_at } = await shop.make(mobile)
    const told = await timeline(reference)
    expect(at(told, 'data.ahead')).toMatchObject([
      { kind: 'payment.expire', subject: reference, at: expires_at },
      { kind: 'attempt.check', state: 'waiting' },
    ])
  })

  test('of a session: the session', async () => {
    const json = { amount: 5_000, customer: { name: 'Neema', phone: '0754123456' } }
    const session = await shop.ask({ as: 'sandbox', path: '/api/v1/sessions', json })
    expect(session.status).toBe(201)
    const token = new URL(textAt(session, 'data.checkout_url')).pathname.split('/').at(-1)
    const pay = { payment_method: 'mobile_money', customer_phone: '0754123456' }
    const paid = await shop.ask({ path: `/checkout/${token}/pay`, json: pay, headers: { accept: 'application/json' } })
    expect({ status: paid.status, text: paid.text }).toMatchObject({ status: 200 })
    const listed = await shop.ask({ as: 'sandbox', path: `/api/v1/sessions/${textAt(session, 'data.reference')}` })
    const told = await timeline(textAt(listed, 'data.payment_reference'))
    expect(at(told, 'data.session')).toMatchObject({
      reference: textAt(session, 'data.reference'),
      status: 'active',
      ended_at: null,
    })
    expect(kinds(told)).toEqual(['session.created', 'payment.created', 'attempt.made', 'attempt.sent'])
    expect([at(told, 'data.ahead')].flat().map(one => Reflect.get(Object(one), 'kind'))).toEqual([
      'attempt.check',
      'session.expire',
    ])
  })
})

const readers: [Who, number, string][] = [
  ['owner', 200, '+255754123456'],
  ['admin', 200, '+255754123456'],
  ['developer', 200, '+2557*****456'],
  ['reader', 200, '+2557*****456'],
  ['cashier', 403, ''],
  ['stranger', 404, ''],
  ['owner of live', 404, ''],
  ['nobody', 401, ''],
]
test.each(readers)('%s gets %d and the number %s', async (as, status, phone) => {
  const { reference } = await shop.make(mobile)
  const told = await timeline(reference, as)
  expect(told.status).toBe(status)
  if (status === 200) expect(factsOf(told, 'attempt.made')?.phone).toBe(phone)
  else expect(told.text).not.toContain('75412')
})
