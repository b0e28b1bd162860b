// The console's first page: a day's sales by way of paying and by hour, compared with earlier days, and what
// waits for a person.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type JobKind, jobId } from '../../src/domain/job.ts'
import { putSetting } from '../../src/store/account.ts'
import { pauseAddress } from '../../src/store/paused-address.ts'
import { type EndpointShop, mobile, openEndpointShop, qr, type Who } from '../kit/endpoint.ts'
import { at, errorBody, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, collect, earn } from '../kit/endpoint-money.ts'
import { addCashiers, pairTill, pins } from '../kit/endpoint-till.ts'
import { testServer } from '../kit/store-database.ts'

const hour = 3_600_000
/** 12:00 in Dar es Salaam. */
const noon = '2026-11-21T09:00:00.000Z'

const path = '/api/v1/overview'
const look = (shop: EndpointShop, query = '', as: Who = 'owner') =>
  shop.request({ as, path: `${path}${query}` })
const nothing = { gross: 0, count: 0 }
const hoursWith = (told: Record<number, object>) =>
  Array.from({ length: 24 }, (_, hour) => ({ hour, ...(told[hour] ?? nothing) }))
const method = (answer: TestResponse, type: string) =>
  [at(answer, 'data.day.methods')].flat().find(one => Reflect.get(Object(one), 'method') === type)

test('the first steps of a new shop tick themselves, for owners and admins', async () => {
  const shop = await openEndpointShop()
  try {
    const steps = async (as: Who = 'owner') => at(await look(shop, '', as), 'data.first_steps')
    const done = async () =>
      ((await steps()) as { step: string; done: boolean }[]).flatMap(({ step, done }) => (done ? step : []))
    await addRoles(shop)
    expect(await steps('developer')).toEqual([])
    expect(await steps('admin')).toEqual(await steps())
    expect(await done()).toEqual([])
    await earn(shop, 1_000)
    expect(await done()).toEqual(['sale'])
    await shop.request({ as: 'owner', path: '/api/v1/products', json: { name: 'Soda', price: 700 } })
    expect(await done()).toEqual(['sale', 'products'])
    const crew = await addCashiers(shop)
    expect(await done()).toEqual(['sale', 'products', 'pin'])
    await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
    expect(await done()).toEqual(['sale', 'products', 'till', 'pin'])
    // Of the live account, practice completes only the price list. After the first days there are no steps.
    const live = [at(await look(shop, '', 'owner of live'), 'data.first_steps')].flat()
    expect(live.map(one => [Reflect.get(Object(one), 'step'), Reflect.get(Object(one), 'done')])).toEqual([
      ['products', true],
      ['till', false],
      ['pin', false],
      ...(testServer === undefined ? [['backup', false]] : []),
      ['network', false],
      ['sale', false],
    ])
    shop.advance(31 * 24 * hour)
    expect(await steps()).toEqual([])
  } finally {
    await shop.close()
  }
})

test('cash counts as a method, and home shows the figure of the shift', async () => {
  const shop = await openEndpointShop()
  try {
    const crew = await addCashiers(shop)
    const till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
    await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
    const scanned = await till.sellByQr(5_000)
    await till.pay(scanned)
    const pushed = await till.sellByQr(2_000)
    await till.request({ path: `/v1/payments/${pushed}/push`, json: { phone: '0754123456' } })
    await till.pay(pushed)
    await till.takeCash(3_000)
    const refunded = textAt(await till.takeCash(9_000), 'data.id')
    await till.voidCash(refunded, { reason: 'Wrong amount' })
    const told = await look(shop)
    expect(told.json).toMatchObject({
      data: {
        day: {
          gross: 19_000,
          count: 4,
          ended: 2,
          success_rate: 1,
          refunds: { gross: 9_000, count: 1, fees: 0 },
          hours: hoursWith({ 12: { gross: 19_000, count: 4 } }),
        },
      },
    })
    expect(method(told, 'cash')).toEqual({ method: 'cash', gross: 12_000, count: 2, ended: 2 })
    expect(method(told, 'mobile')).toMatchObject({ gross: 2_000, count: 1 })
    expect(method(told, 'qr')).toMatchObject({ gross: 5_000, count: 1 })
    const shift = await till.request({ path: '/api/v1/till/shift' })
    expect(at(shift, 'data.shift.report.total')).toMatchObject({ gross: 19_000, count: 4 })
    expect(at(shift, 'data.shift.report.by_method')).toMatchObject([
      { method: 'qr', gross: 5_000 },
      { method: 'mobile', gross: 2_000 },
      { method: 'cash', gross: 12_000 },
    ])
    const sales = await till.request({ path: '/api/v1/till/sales' })
    expect([at(sales, 'data')].flat()).toContainEqual(
      expect.objectContaining({ reference: pushed, method: 'mobile' }),
    )
    shop.advance(24 * hour + 60_000)
    expect((await look(shop)).json).toMatchObject({
      data: { day: { gross: 0 }, yesterday: { gross: 19_000, count: 4, so_far: { gross: 19_000 } } },
    })
    const exported = await shop.request({ as: 'owner', path: '/api/v1/payments.csv' })
    expect(exported.text).toMatch(new RegExp(`${pushed}.*mobile`))
  } finally {
    shop.close()
  }
})

/** A database has its disk and its back-ups elsewhere. */
const firstSteps = ['sale', 'products', 'till', 'pin', ...(testServer ? [] : ['backup']), 'network']
const ofFolder = testServer
  ? { disk_free: null, backup: null }
  : {
      disk_free: expect.any(Number),
      backup: { taken_at: null, late: false, failure: null, drill_late: false, log: null },
    }

describe('a day', () => {
  let shop: EndpointShop
  beforeAll(async () => {
    shop = await openEndpointShop()
  })
  afterAll(() => shop.close())

  test('without payments is all zero', async () => {
    const told = await look(shop)
    expect(told.status).toBe(200)
    expect(told.json).toEqual({
      code: 200,
      data: {
        mode: 'sandbox',
        time_zone: 'Africa/Dar_es_Salaam',
        now: noon,
        day: {
          date: '2026-11-21',
          ...nothing,
          ended: 0,
          success_rate: null,
          methods: ['mobile', 'card', 'qr', 'cash'].map(method => ({
            method,
            ...nothing,
            ended: 0,
          })),
          refunds: { ...nothing, fees: 0 },
          hours: hoursWith({}),
        },
        yesterday: { date: '2026-11-20', ...nothing, so_far: nothing, hours: hoursWith({}) },
        last_week: { date: '2026-11-14', ...nothing, so_far: nothing, hours: hoursWith({}) },
        first_steps: firstSteps.map(step => ({ step, done: false })),
        attention: {
          unknown_payments: 0,
          unknown_payouts: 0,
          unknown_refunds: 0,
          unmatched: { count: 0, amount: 0 },
          abandoned_deliveries: 0,
          paused_addresses: 0,
          waiting_payouts: 0,
          waiting_refunds: 0,
          differences: { count: 0, date: null },
          parked_jobs: 0,
          silent_phones: 0,
          owner_notices: [],
        },
        server: {
          ledger: 'unchecked',
          records: 'ok',
          ledger_checked_at: null,
          clock: 'ok',
          ...ofFolder,
        },
      },
    })
  })

  test('adds up by payment method and by hour, next to the days before', async () => {
    await earn(shop, 5_000) // 12:00
    shop.advance(hour)
    await earn(shop, 7_000) // 13:00
    await collect(shop, mobile, { outcome: 'failed', failure_reason: 'wrong_pin' })
    await shop.make()
    const first = await look(shop)
    expect(first.json).toMatchObject({
      data: {
        day: {
          gross: 12_000,
          count: 2,
          ended: 3,
          success_rate: 2 / 3,
          hours: hoursWith({ 12: { gross: 5_000, count: 1 }, 13: { gross: 7_000, count: 1 } }),
        },
      },
    })
    expect(method(first, 'qr')).toEqual({
      method: 'qr',
      gross: 12_000,
      count: 2,
      ended: 2,
    })
    expect(method(first, 'mobile')).toEqual({ method: 'mobile', gross: 0, count: 0, ended: 1 })

    shop.advance(23 * hour) // 12:00 of the next day
    await earn(shop, 1_000)
    shop.advance(hour / 2)
    const next = await look(shop)
    expect(next.json).toMatchObject({
      data: {
        day: { date: '2026-11-22', gross: 1_000, hours: hoursWith({ 12: { gross: 1_000, count: 1 } }) },
        yesterday: { date: '2026-11-21', gross: 12_000, count: 2, so_far: { gross: 5_000, count: 1 } },
        last_week: { date: '2026-11-15', ...nothing },
      },
    })
    shop.advance(6 * 24 * hour)
    expect((await look(shop)).json).toMatchObject({
      data: {
        day: { date: '2026-11-28', ...nothing },
        last_week: {
          date: '2026-11-21',
          gross: 12_000,
          hours: expect.arrayContaining([{ hour: 12, gross: 5_000, count: 1 }]),
        },
      },
    })
  })

  test('in the past can be read again', async () => {
    const told = await look(shop, '?day=2026-11-21')
    expect(told.json).toMatchObject({
      data: { day: { date: '2026-11-21', gross: 12_000 }, yesterday: { so_far: null } },
    })
  })

  test('begins and ends by the account’s time zone', async () => {
    await shop.request({
      as: 'owner',
      method: 'PATCH',
      path: '/api/v1/settings',
      json: { time_zone: 'Pacific/Auckland' },
    })
    const told = await look(shop, '?day=2026-11-21')
    expect(told.json).toMatchObject({ data: { time_zone: 'Pacific/Auckland', day: { gross: 12_000 } } })
    expect(at(told, 'data.day.hours.22')).toEqual({ hour: 22, gross: 5_000, count: 1 })
    expect(at(told, 'data.day.hours.23')).toEqual({ hour: 23, gross: 7_000, count: 1 })
  })

  test.each(['2026-02-30', 'today', '20261121', '1999-01-01'])('%s is refused', async day => {
    expect((await look(shop, `?day=${day}`)).json).toMatchObject({ code: 400, errors: [{ field: 'day' }] })
  })
})

test('a day whose clocks skip midnight is compared with as many hours of the day before', async () => {
  const shop = await openEndpointShop()
  try {
    const json = { time_zone: 'America/Havana' }
    await shop.request({ as: 'owner', method: 'PATCH', path: '/api/v1/settings', json })
    const { clock } = shop.appliance.world
    const advanceTo = (time: string) => shop.advance(Date.parse(time) - clock.now())
    advanceTo('2027-03-13T15:00:00Z') // 10:00 in Havana
    await earn(shop, 1_000)
    advanceTo('2027-03-14T01:00:00Z') // 20:00 in Havana
    await earn(shop, 2_000)
    // 13:00 in Havana, 12 hours after 01:00, at which the day began.
    advanceTo('2027-03-14T17:00:00Z')
    expect((await look(shop)).json).toMatchObject({
      data: { day: { date: '2027-03-14' }, yesterday: { count: 2, so_far: { gross: 1_000, count: 1 } } },
    })
  } finally {
    shop.close()
  }
})

describe('what waits for a person', () => {
  let shop: EndpointShop
  beforeAll(async () => {
    shop = await openEndpointShop()
    await addRoles(shop)
  })
  afterAll(() => shop.close())
  const run = (text: string, ...values: unknown[]) =>
    shop.appliance.store.write(tx => tx.rows(text, values, 'once'))

  test('is counted until it is done', async () => {
    await collect(shop, mobile, { outcome: 'unknown' })
    await collect(shop, qr, { outcome: 'completed', amount: 4_000 })
    await earn(shop, 5_000)
    await run("update delivery set status = 'abandoned'")
    await run(
      "insert into job (id, kind, subject, state, due_at, tries) values ('x', 'delivery.send', 'y', 'parked', 0, 8)",
    )
    const now = shop.appliance.world.clock.now()
    for (const [id, dueAt, tries] of [
      ['fails', now + 300_000, 8],
      ['failed now and then', now, 7],
    ] as const)
      await run(
        "insert into job (id, kind, subject, state, due_at, tries) values ($1, 'attempt.check', 'z', 'waiting', $2, $3)",
        id,
        dueAt,
        tries,
      )
    await run(
      `insert into delivery (id, event_id, account_id, subject, url, host, status, tries, stalls, created_at, type)
       select $1, event.id, account_id, subject, 'http://x', 'x', 'abandoned', 5, 0, created_at, type from event limit 1`,
      `del_${'f'.repeat(32)}`,
    )
    const told = await look(shop)
    expect(at(told, 'data.attention')).toEqual({
      unknown_payments: 1,
      unknown_payouts: 0,
      unknown_refunds: 0,
      unmatched: { count: 1, amount: 4_000 },
      abandoned_deliveries: 1,
      paused_addresses: 0,
      waiting_payouts: 0,
      waiting_refunds: 0,
      differences: { count: 0, date: null },
      parked_jobs: 2,
      silent_phones: 0,
      owner_notices: [],
    })
    const [unmatched] = [
      at(await shop.request({ as: 'owner', path: '/api/v1/unmatched' }), 'data.items'),
    ].flat()
    const settle = `/api/v1/unmatched/${Reflect.get(Object(unmatched), 'id')}/settle`
    await shop.request({ as: 'owner', path: settle, json: { resolution: 'kept', note: 'told by phone' } })
    expect(at(await look(shop), 'data.attention.unmatched')).toEqual({ count: 0, amount: 0 })
    expect(at(await look(shop, '', 'owner of live'), 'data.attention')).toMatchObject({
      unknown_payments: 0,
      abandoned_deliveries: 0,
    })
  })

  test('counts stuck jobs of the account, and for those who administer the server all of them', async () => {
    const idOf = async (table: string, accountId: string) =>
      String((await run(`select id from ${table} where account_id = $1`, accountId))[0]?.[0])
    await collect(shop, qr, { outcome: 'completed' }, 'stranger')
    await shop.request({ as: 'stranger', path: '/api/v1/sessions', json: { amount: 5_000 } })
    await run('delete from job')
    const { sandbox, stranger } = shop.accounts
    const subjects: [kind: JobKind, subject: string][] = [
      ['backup.take', 'all'],
      ['attempt.check', await idOf('attempt', sandbox.id)],
      ['attempt.recheck', `${await idOf('attempt', stranger.id)}:1`],
      ['payment.expire', await idOf('payment', stranger.id)],
      ['session.expire', await idOf('session', stranger.id)],
      ['address.resume', `${stranger.id} https://shop.example/hook`],
    ]
    for (const [kind, subject] of subjects)
      await run(
        "insert into job (id, kind, subject, state, due_at, tries) values ($1, $2, $3, 'waiting', 0, 8)",
        jobId(kind, subject),
        kind,
        subject,
      )
    await run(
      "insert into job (id, kind, subject, state, due_at, tries) values ('p', 'delivery.send', $1, 'parked', 0, 8)",
      await idOf('delivery', sandbox.id),
    )
    const counts = []
    for (const as of ['owner', 'admin', 'developer', 'sandbox', 'stranger'] as const)
      counts.push([as, at(await look(shop, '', as), 'data.attention.parked_jobs')])
    expect(counts).toEqual([
      ['owner', 7],
      ['admin', 7],
      ['developer', 2],
      ['sandbox', 2],
      ['stranger', 4],
    ])
  })

  test('leaves out deliveries abandoned more than a week ago', async () => {
    await run('delete from delivery')
    await run(
      `insert into delivery (id, event_id, account_id, subject, url, host, status, tries, stalls, created_at, type)
       select $1, event.id, account_id, subject, 'http://x', 'x', 'abandoned', 5, 0, created_at, type from event limit 1`,
      `del_${'0'.repeat(32)}`,
    )
    expect(at(await look(shop), 'data.attention.abandoned_deliveries')).toBe(0)
  })

  test('includes the paused addresses of the account', async () => {
    await collect(shop, { ...qr, webhook_url: 'https://shop.example.com/x' }, { outcome: 'completed' })
    const deliveryId = textAt(
      await shop.request({ as: 'owner', path: '/api/v1/webhooks/deliveries' }),
      'data.items.0.id',
    )
    const pause = (url: string) =>
      shop.appliance.store.write(tx =>
        pauseAddress(tx, { accountId: shop.accounts.sandbox.id, url, deliveryId, createdAt: 0 }),
      )
    await pause('https://shop.example.com/x')
    await pause('https://shop.example.com/y')
    expect(at(await look(shop), 'data.attention.paused_addresses')).toBe(2)
    expect(at(await look(shop, '', 'owner of live'), 'data.attention.paused_addresses')).toBe(0)
    const json = { url: 'https://shop.example.com/x' }
    await shop.request({ as: 'owner', path: '/api/v1/webhooks/paused/resume', json })
    expect(at(await look(shop), 'data.attention.paused_addresses')).toBe(1)
  })

  test('includes what the last ledger check found', async () => {
    const kept = (differences: string[]) =>
      shop.appliance.store.write(tx => putSetting(tx, 'audit', JSON.stringify({ at: 0, differences })))
    await kept([])
    expect(at(await look(shop), 'data.server')).toMatchObject({
      ledger: 'ok',
      ledger_checked_at: '1970-01-01T00:00:00.000Z',
    })
    await kept(['a difference'])
    expect(at(await look(shop), 'data.server.ledger')).toBe('wrong')
    expect((await look(shop)).text).not.toContain('a difference')
  })

  const readers: [Who, number][] = [
    ['owner', 200],
    ['admin', 200],
    ['developer', 200],
    ['reader', 200],
    ['cashier', 403],
    ['creator', 403],
    ['anonymous', 401],
  ]
  test.each(readers)('%s gets %d', async (as, status) => {
    const told = await look(shop, '', as)
    expect(told.status).toBe(status)
    if (status === 403) expect(told.json).toMatchObject(errorBody('insufficient_scope'))
  })
})
