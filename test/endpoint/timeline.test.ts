// The timeline of a payment: in order, complete, and with masked numbers for those who may not see them.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { settleAttempt } from '../../src/flow/attempt-check.ts'
import { putJob } from '../../src/store/job.ts'
import { mobile, openEndpointShop, qr, type Who } from '../kit/endpoint.ts'
import { at, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, collect, earn } from '../kit/endpoint-money.ts'
import { addCashiers, pairTill, pins } from '../kit/endpoint-till.ts'
import { testServer } from '../kit/store-database.ts'

const shop = await openEndpointShop()
await addRoles(shop)
const crew = await addCashiers(shop)
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const timeline = (reference: string, as: Who = 'owner') =>
  shop.request({ as, path: `/api/v1/payments/${reference}/timeline` })
const entries = (answer: TestResponse) => [at(answer, 'data.entries')].flat().map(Object)
const kinds = (answer: TestResponse) => entries(answer).map(({ kind }) => kind)
const factsOf = (answer: TestResponse, kind: string) =>
  entries(answer).find(entry => entry.kind === kind)?.facts
const withHook = { ...mobile, webhook_url: 'https://hook.example.com/kaunta' }

describe('a payment', () => {
  test('that is paid: states, attempt, event, delivery and its try, in order', async () => {
    const { reference } = await collect(shop, withHook, { outcome: 'completed' })
    const told = await timeline(reference)
    expect(at(told, 'data')).toMatchObject({ reference, session: null, scheduled: [] })
    expect(kinds(told)).toEqual([
      'payment.created',
      'attempt.created',
      'attempt.sent',
      'attempt.status_checked',
      'attempt.succeeded',
      'payment.completed',
      'event.created',
      'delivery.created',
      'delivery.tried',
      'delivery.success',
    ])
    expect(factsOf(told, 'payment.created')).toEqual({
      payment_type: 'mobile',
      amount: 1_500,
    })
    expect(told && entries(told).find(({ kind }) => kind === 'payment.created')?.actor).toEqual({
      type: 'key',
      id: expect.stringMatching(/^key_/),
      till_id: null,
      name: expect.any(String),
    })
    expect(factsOf(told, 'attempt.created')).toEqual({
      method: 'push',
      phone: '+255754123456',
      amount: 1_500,
      connector: 'simulator',
      network_reference: expect.stringMatching(/^[A-Z0-9]{20}$/),
      state: 'succeeded',
    })
    expect(factsOf(told, 'payment.completed')).toEqual({
      fees: 8,
      net: 1_492,
      late: false,
      provider: 'mpesa',
    })
    expect(factsOf(told, 'event.created')).toEqual({ type: 'payment.completed' })
    expect(factsOf(told, 'delivery.tried')).toEqual({ number: 1, status: 200, error: null, took_ms: 0 })
    const times = entries(told).map(entry => Date.parse(entry.at))
    expect(times.toSorted((a, b) => a - b)).toEqual(times)
  })

  test('that is voided: the action, and who did it', async () => {
    const { reference } = await shop.make()
    shop.advance(5_000)
    await shop.request({ as: 'owner', method: 'POST', path: `/v1/payments/${reference}/void` })
    const told = await timeline(reference)
    expect(kinds(told)).toEqual([
      'payment.created',
      'attempt.created',
      'attempt.sent',
      'payment.voided',
      'payment.voided',
      'event.created',
    ])
    expect(entries(told)[3]).toMatchObject({
      actor: { type: 'staff', id: expect.any(String), till_id: null, name: 'asha' },
      facts: { amount: 5_000, address: '127.0.0.1' },
    })
    expect(entries(told)[4]?.actor).toBeNull()
  })

  test('that failed, and was paid late', async () => {
    const { reference } = await collect(shop, mobile, { outcome: 'failed', failure_reason: 'wrong_pin' })
    expect(factsOf(await timeline(reference), 'attempt.failed')).toMatchObject({
      failure_reason: 'wrong_pin',
    })
    expect(factsOf(await timeline(reference), 'payment.failed')).toEqual({ failure_reason: 'wrong_pin' })
  })

  test('with unmatched money, and its end', async () => {
    const { reference } = await collect(shop, qr, { outcome: 'completed', amount: 4_000 })
    expect(factsOf(await timeline(reference), 'unmatched.held')).toEqual({
      amount: 4_000,
      reason: 'other_amount',
      external_reference: expect.stringMatching(/^SIM/),
    })
    const id = textAt(await shop.request({ as: 'owner', path: '/api/v1/unmatched' }), 'data.items.0.id')
    const json = { resolution: 'returned', note: 'manually' }
    await shop.request({ as: 'owner', path: `/api/v1/unmatched/${id}/settle`, json })
    expect(factsOf(await timeline(reference), 'unmatched.settled')).toEqual({
      amount: 4_000,
      resolution: 'returned',
    })
  })

  test('of a till: who sold it, and the shift that counts it', async () => {
    const till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
    await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
    const reference = await till.sellByQr(5_000)
    const soldBy = async () => at(await timeline(reference), 'data.sold_by')
    const sold = { actor: { type: 'staff', id: crew.neema, name: 'Neema' }, till: { name: 'Front' } }
    expect(await soldBy()).toMatchObject({ ...sold, shift: null })
    await till.pay(reference)
    expect(await soldBy()).toMatchObject({ ...sold, shift: { number: 1 } })
  })

  test('with refunds: who asked, and what became of each', async () => {
    const { reference } = await collect(shop, mobile, { outcome: 'completed' })
    shop.advance(1_000)
    const path = `/v1/payments/${reference}/refunds`
    const cash = { amount: 500, way: 'cash', reason: 'One was broken' }
    expect((await shop.request({ as: 'owner', path, json: cash })).status).toBe(201)
    await earn(shop, 50_000)
    const sent = await shop.request({ as: 'owner', path, json: { amount: 600, reason: 'Too much' } })
    const id = textAt(sent, 'data.id')
    const json = { outcome: 'completed' }
    expect((await shop.request({ as: 'sandbox', path: `/v1/sandbox/refunds/${id}`, json })).status).toBe(200)
    await shop.work()
    const refunds = entries(await timeline(reference)).filter(({ kind }) => kind.startsWith('refund.'))
    expect(refunds).toMatchObject([
      { kind: 'refund.created', actor: { name: 'asha' }, facts: cash },
      { kind: 'refund.created', subject: id, actor: { name: 'asha' }, facts: { amount: 600 } },
      { kind: 'refund.completed', subject: id, actor: null, facts: { amount: 600 } },
    ])
  })

  test('that waits: what comes next', async () => {
    const { reference, expires_at } = await shop.make(mobile)
    const told = await timeline(reference)
    expect(at(told, 'data.scheduled')).toMatchObject([
      { kind: 'payment.expire', subject: reference, at: expires_at },
      { kind: 'attempt.check', state: 'waiting' },
    ])
  })

  test('of a session: the session', async () => {
    const size = { key: 'size', label: 'Shoe size', type: 'text', required: false }
    const fields = { custom_fields: [size, { ...size, key: 'colour', label: 'Colour' }] }
    const description = 'Kodi ya Novemba, ghorofa ya pili'
    const json = { amount: 5_000, description, customer: { name: 'Neema', phone: '0754123456' }, ...fields }
    const session = await shop.request({ as: 'sandbox', path: '/api/v1/sessions', json })
    expect(session.status).toBe(201)
    const token = new URL(textAt(session, 'data.checkout_url')).pathname.split('/').at(-1)
    const pay = {
      payment_method: 'mobile_money',
      customer_phone: '0754123456',
      custom_fields: { size: '42' },
    }
    const paid = await shop.request({
      path: `/checkout/${token}/pay`,
      json: pay,
      headers: { accept: 'application/json' },
    })
    expect({ status: paid.status, text: paid.text }).toMatchObject({ status: 200 })
    const listed = await shop.request({
      as: 'sandbox',
      path: `/api/v1/sessions/${textAt(session, 'data.reference')}`,
    })
    const told = await timeline(textAt(listed, 'data.payment_reference'))
    expect(at(told, 'data.session')).toMatchObject({
      reference: textAt(session, 'data.reference'),
      status: 'active',
      description,
      ended_at: null,
    })
    // The customer begins the payment of a link. The words of the description find it.
    expect(entries(told)[1]).toMatchObject({
      kind: 'payment.created',
      actor: null,
      facts: { by_customer: true },
    })
    const found = await shop.request({ as: 'owner', path: '/v1/payments/search?q=ghorofa%20novemba' })
    expect(textAt(found, 'data.items.0.reference')).toBe(textAt(listed, 'data.payment_reference'))
    expect(at(told, 'data.answers')).toEqual([{ key: 'size', label: 'Shoe size', value: '42' }])
    expect(at(told, 'data.sold_by')).toMatchObject({ actor: { type: 'key' }, till: null, shift: null })
    expect(kinds(told)).toEqual(['session.created', 'payment.created', 'attempt.created', 'attempt.sent'])
    expect([at(told, 'data.scheduled')].flat().map(one => Reflect.get(Object(one), 'kind'))).toEqual([
      'attempt.check',
      'session.expire',
    ])
  })
})

describe('a cash sale', () => {
  test('the sale, its till, cashier and shift, and its refunds', async () => {
    const till = await pairTill(shop, 'Back', { staffId: crew.juma, pin: pins.juma })
    await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
    const id = textAt(await till.takeCash(4_000, { given: 5_000 }), 'data.id')
    shop.advance(60_000)
    const voided = await till.voidCash(id, { reason: 'Wrong amount' })
    expect({ status: voided.status, text: voided.text }).toMatchObject({ status: 200 })
    const juma = { type: 'staff', id: crew.juma, till_id: till.id, name: 'Juma' }
    expect(at(await timeline(id), 'data')).toMatchObject({
      reference: id,
      session: null,
      sold_by: { actor: juma, till: { name: 'Back' }, shift: { number: 1 } },
      answers: [],
      scheduled: [],
      entries: [
        { kind: 'cash.sold', actor: juma, facts: { amount: 4_000, given: 5_000, change: 1_000 } },
        { kind: 'refund.created', facts: { amount: 4_000, way: 'cash', reason: 'Wrong amount' } },
      ],
    })
  })

  test.each(['cash_none', 'cash_'])('%s is not found', async id => {
    expect((await timeline(id)).json).toMatchObject({ code: 404, reason: 'cash_sale_not_found' })
  })
})

describe('a status check', () => {
  const attemptOf = async (reference: string): Promise<string> =>
    entries(await timeline(reference)).find(({ kind }) => kind === 'attempt.created')?.subject
  /** Makes the network check due now. */
  const request = async (attemptId: string) => {
    const { store, world } = shop.appliance
    await store.write(tx => putJob(tx, 'attempt.check', attemptId, world.clock.now()))
    await shop.work()
  }
  const statusChecks = async (reference: string) =>
    entries(await timeline(reference))
      .filter(({ kind }) => kind === 'attempt.status_checked')
      .map(entry => ({ at: entry.at, ...entry.facts }))
  const decide = (reference: string, json: object) =>
    shop.request({ as: 'sandbox', path: `/v1/sandbox/payments/${reference}`, json })
  const stampNow = () => new Date(shop.appliance.world.clock.now()).toISOString()

  test('with the same answer as before raises the count of one entry; another answer is a new one', async () => {
    const { reference } = await shop.make(mobile)
    const attempt = await attemptOf(reference)
    expect(await statusChecks(reference)).toEqual([])
    const times: string[] = []
    for (let asked = 0; asked < 12; asked++) {
      shop.advance(10_000)
      times.push(stampNow())
      await request(attempt)
    }
    const pending = { at: times[0], answer: 'pending', times: 12, last_at: times[11] }
    expect(await statusChecks(reference)).toEqual([pending])
    shop.advance(10_000)
    await decide(reference, { outcome: 'failed', failure_reason: 'wrong_pin' })
    await shop.work()
    const failed = { at: stampNow(), answer: 'failed', times: 1, last_at: stampNow() }
    expect(await statusChecks(reference)).toEqual([pending, failed])
  })

  test.each([
    ['pending', undefined],
    ['unknown', { outcome: 'unknown' }],
    ['completed', { outcome: 'completed' }],
  ])('%s is written by the job in the transaction of its result', async (answer, decision) => {
    const { reference } = await shop.make(mobile)
    const attempt = await attemptOf(reference)
    if (decision) await decide(reference, decision)
    const booked: unknown[] = []
    const next = await settleAttempt(shop.appliance, attempt, async (_, next) => booked.push(next))
    expect(booked).toEqual([next])
    expect(await statusChecks(reference)).toMatchObject([{ answer, times: 1 }])
  })

  test('at expiry is repeated once, and the answer is counted', async () => {
    const { reference } = await shop.make(mobile)
    await decide(reference, { outcome: 'completed', delay_ms: 86_400_000 })
    const before = await statusChecks(reference)
    await shop.appliance.store.write(tx =>
      putJob(tx, 'payment.expire', reference, shop.appliance.world.clock.now()),
    )
    await shop.work()
    expect(before).toEqual([])
    expect(await statusChecks(reference)).toMatchObject([{ answer: 'pending', times: 1 }])
  })

  test('an unknown outcome is an entry, and so is its end', async () => {
    const { reference } = await shop.make(mobile)
    await decide(reference, { outcome: 'unknown' })
    await shop.work()
    shop.advance(60_000)
    await shop.work()
    expect(kinds(await timeline(reference)).slice(3)).toEqual([
      'attempt.status_checked',
      'payment.outcome_unknown',
    ])
    shop.advance(3_600_000)
    await decide(reference, { outcome: 'completed' })
    await shop.work()
    const told = await timeline(reference)
    expect(kinds(told).slice(3)).toEqual([
      'attempt.status_checked',
      'payment.outcome_unknown',
      'attempt.status_checked',
      'attempt.succeeded',
      'payment.outcome_known',
      'payment.completed',
      'event.created',
    ])
    expect(await statusChecks(reference)).toMatchObject([{ answer: 'unknown' }, { answer: 'completed' }])
    expect(entries(told).find(({ kind }) => kind === 'payment.outcome_known')?.at).toBe(stampNow())
  })
})

describe('at the same time, a cause comes before its effect', () => {
  /** Moves audit entries: on a running clock one is written a millisecond after the state that it led to. */
  const notedLater = (reference: string) =>
    shop.appliance.store.write(async tx => {
      const trigger = testServer ? 'refuse_change on audit_entry' : 'audit_entry_update'
      await tx.rows(`drop trigger if exists ${trigger}`, [], 'once')
      await tx.rows('update audit_entry set created_at = created_at + 1 where subject = $1', [reference])
    })

  test('confirmed manually: who, then the state, then the webhook', async () => {
    const { reference } = await shop.make(withHook)
    const json = {
      reason: 'the phone shows it',
      receipt_number: `ABC${Date.parse(start(await timeline(reference)))}`,
    }
    const done = await shop.request({ as: 'owner', path: `/v1/payments/${reference}/confirm`, json })
    expect({ status: done.status, text: done.text }).toMatchObject({ status: 200 })
    await notedLater(reference)
    expect(kinds(await timeline(reference))).toEqual([
      'payment.created',
      'attempt.created',
      'attempt.sent',
      'payment.confirmed_manually',
      'payment.completed',
      'event.created',
      'delivery.created',
    ])
  })

  test('cancelled: who, then the webhook', async () => {
    const { reference } = await shop.make(withHook)
    await shop.request({ as: 'owner', method: 'POST', path: `/v1/payments/${reference}/void` })
    await notedLater(reference)
    const told = await timeline(reference)
    expect(kinds(told).slice(3)).toEqual([
      'payment.voided',
      'payment.voided',
      'event.created',
      'delivery.created',
    ])
    expect(entries(told)[3]?.actor?.type).toBe('staff')
  })

  test('another amount: asked, confirmed, held', async () => {
    const { reference } = await collect(shop, qr, { outcome: 'completed', amount: 4_000 })
    expect(kinds(await timeline(reference)).slice(3)).toEqual([
      'attempt.status_checked',
      'attempt.succeeded',
      'unmatched.held',
    ])
  })
})

const start = (answer: TestResponse) => entries(answer)[0]?.at

test.each<[Who, string]>([
  ['owner', '+255754123456'],
  ['admin', '+255754123456'],
  ['developer', '+2557*****456'],
  ['reader', '+2557*****456'],
])('%s sees the number %s', async (as, phone) => {
  const { reference } = await shop.make(mobile)
  const told = await timeline(reference, as)
  expect(factsOf(told, 'attempt.created')?.phone).toBe(phone)
})
