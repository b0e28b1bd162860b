// The sales of a day, week, month or range: the sums follow sales, refunds, late money, and the shop's time
// zone.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { saleTotalName } from '../../src/flow/sale-sum.ts'
import { recountSaleTotals } from '../../src/flow/sale-total.ts'
import { listStoredSaleTotals } from '../../src/store/sale-total.ts'
import { type EndpointShop, openEndpointShop, type Who } from '../kit/endpoint.ts'
import { at, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, earn } from '../kit/endpoint-money.ts'
import { addCashiers, type PairedTill, pairTill, pins } from '../kit/endpoint-till.ts'

const day = 86_400_000
const path = '/api/v1/overview/period'
const look = (shop: EndpointShop, query = '', as: Who = 'owner') =>
  shop.request({ as, path: `${path}${query}` })
const sum = (gross: number, count: number, refunded = 0, refunds = 0) => ({
  gross,
  count,
  refunded,
  refunds,
  net: gross - refunded,
  cost: 0,
  profit: 0,
  sales_without_cost: gross - refunded,
})
const rows = (answer: TestResponse, name: string) => [at(answer, `data.${name}`)].flat()

describe('a week', () => {
  let shop: EndpointShop
  let till: PairedTill
  let neema: string
  beforeAll(async () => {
    // 12:00 on Saturday, 21 November 2026.
    shop = await openEndpointShop()
    const crew = await addCashiers(shop)
    neema = crew.neema
    till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
    await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
  })
  afterAll(() => shop.close())

  test('without sales has every day', async () => {
    const told = await look(shop)
    expect(told.json).toMatchObject({
      code: 200,
      data: {
        period: 'week',
        from: '2026-11-16',
        to: '2026-11-22',
        today: '2026-11-21',
        ...sum(0, 0),
        tills: [],
        cashiers: [],
        items: [],
        item_count: 0,
        before: { from: '2026-11-09', to: '2026-11-15', ...sum(0, 0), so_far: sum(0, 0) },
      },
    })
    expect(rows(told, 'days')).toHaveLength(7)
    expect(rows(told, 'before.days')).toHaveLength(7)
  })

  test('adds up by day, method, till, cashier and item', async () => {
    const line_items = [
      { name: 'Milk', quantity: 2, unit_price: 1_500 },
      { name: 'Rice', quantity: 500, unit_price: 4_000, by_weight: true },
    ]
    await till.pay(await till.sellByQr(5_000, { line_items }))
    await till.takeCash(3_000, { line_items: line_items.slice(0, 1) })
    await till.sellByQr(9_000) // not paid
    await earn(shop, 700) // by the API
    const told = await look(shop)
    expect(told.json).toMatchObject({
      data: {
        ...sum(8_700, 3),
        methods: [
          { method: 'qr', ...sum(5_700, 2) },
          { method: 'mobile', ...sum(0, 0) },
          { method: 'card', ...sum(0, 0) },
          { method: 'cash', ...sum(3_000, 1) },
        ],
        tills: [
          { till: { id: till.id, name: 'Front' }, ...sum(8_000, 2) },
          { till: null, ...sum(700, 1) },
        ],
        cashiers: [
          { cashier: { id: neema, name: 'Neema' }, ...sum(8_000, 2) },
          { cashier: null, ...sum(700, 1) },
        ],
        items: [
          { name: 'Milk', by_weight: false, quantity: 4, gross: 6_000, count: 2 },
          { name: 'Rice', by_weight: true, quantity: 500, gross: 2_000, count: 1 },
        ],
        item_count: 2,
      },
    })
    expect(rows(told, 'days')[5]).toEqual({ date: '2026-11-21', ...sum(8_700, 3) })
    expect(rows(told, 'days')[4]).toEqual({ date: '2026-11-20', ...sum(0, 0) })
  })

  test('money that was given back counts as refund, on its own day, at its sale’s till', async () => {
    const sale = textAt(await till.takeCash(4_000), 'data.id')
    shop.advance(day) // Sunday
    await till.voidCash(sale, { reason: 'Wrong amount' })
    const told = await look(shop)
    expect(told.json).toMatchObject({
      data: {
        ...sum(12_700, 4, 4_000, 1),
        tills: [{ ...sum(12_000, 3, 4_000, 1) }, { ...sum(700, 1) }],
        before: { so_far: null },
      },
    })
    expect(rows(told, 'methods')[3]).toEqual({
      method: 'cash',
      ...sum(7_000, 2, 4_000, 1),
      before: sum(0, 0),
    })
    expect(rows(told, 'days').slice(5)).toEqual([
      { date: '2026-11-21', ...sum(12_700, 4) },
      { date: '2026-11-22', ...sum(0, 0, 4_000, 1) },
    ])
  })

  test('late money counts on the day of its sale', async () => {
    const late = await till.sellByQr(2_000)
    shop.advance(2 * day) // Tuesday
    await shop.work()
    await till.pay(late)
    expect((await look(shop, '?day=2026-11-22')).json).toMatchObject({ data: sum(14_700, 5, 4_000, 1) })
    expect((await look(shop)).json).toMatchObject({
      data: {
        from: '2026-11-23',
        ...sum(0, 0),
        before: { ...sum(14_700, 5, 4_000, 1), so_far: sum(0, 0) },
      },
    })
  })

  test('as a day and as a month', async () => {
    const one = await look(shop, '?period=day&day=2026-11-22')
    expect(one.json).toMatchObject({
      data: { ...sum(2_000, 1, 4_000, 1), before: sum(12_700, 4), from: '2026-11-22', to: '2026-11-22' },
    })
    const month = await look(shop, '?period=month')
    expect(month.json).toMatchObject({
      data: { ...sum(14_700, 5, 4_000, 1), from: '2026-11-01', to: '2026-11-30' },
    })
    expect(rows(month, 'days')).toHaveLength(30)
    expect(rows(month, 'before.days')).toHaveLength(31)
  })

  test('as a range, with as many days right before it', async () => {
    const range = await look(shop, '?from=2026-11-20&to=2026-11-21')
    expect(range.json).toMatchObject({
      data: {
        period: 'range',
        from: '2026-11-20',
        to: '2026-11-21',
        ...sum(12_700, 4),
        tills: [{ till: { id: till.id }, ...sum(12_000, 3) }, sum(700, 1)],
        before: { from: '2026-11-18', to: '2026-11-19', ...sum(0, 0), so_far: null },
      },
    })
    expect(rows(range, 'days')).toEqual([
      { date: '2026-11-20', ...sum(0, 0) },
      { date: '2026-11-21', ...sum(12_700, 4) },
    ])
    const after = await look(shop, '?from_date=2026-11-22&to_date=2026-11-23')
    expect(after.json).toMatchObject({
      data: {
        ...sum(2_000, 1, 4_000, 1),
        before: { from: '2026-11-20', to: '2026-11-21', ...sum(12_700, 4) },
      },
    })
    const none = { gross: 0, count: 0 }
    expect(after.json).toMatchObject({
      data: {
        methods: [{ method: 'qr', before: sum(5_700, 2) }, {}, {}, { before: sum(7_000, 2) }],
        tills: [
          { till: { id: till.id }, ...sum(2_000, 1, 4_000, 1), before: sum(12_000, 3) },
          { till: null, ...sum(0, 0), before: sum(700, 1) },
        ],
        cashiers: [
          { cashier: { id: neema }, before: sum(12_000, 3) },
          { cashier: null, before: sum(700, 1) },
        ],
        hours: [{ hour: 12, ...sum(2_000, 1, 4_000, 1), before: sum(12_700, 4) }],
        // What sold only before is listed as well.
        items: [
          { name: 'Milk', quantity: 0, ...none, before: { quantity: 4, gross: 6_000, count: 2 } },
          { name: 'Rice', quantity: 0, ...none, before: { quantity: 500, gross: 2_000, count: 1 } },
        ],
        item_count: 2,
      },
    })
    // Today is Tuesday, the second of these days.
    expect((await look(shop, '?from=2026-11-23&to=2026-11-25')).json).toMatchObject({
      data: {
        ...sum(0, 0),
        before: { ...sum(14_700, 5, 4_000, 1), so_far: sum(12_700, 4) },
        // While the range lasts, a row is compared with as many days as have passed.
        tills: [
          { till: { id: till.id }, ...sum(0, 0), before: sum(12_000, 3) },
          { till: null, before: sum(700, 1) },
        ],
      },
    })
    const year = await look(shop, '?from=2026-01-01&to=2027-01-01')
    expect(year.json).toMatchObject({ data: sum(14_700, 5, 4_000, 1) })
    expect(rows(year, 'days')).toHaveLength(366)
    expect(rows(year, 'before.days')).toHaveLength(366)
    const file = await shop.request({
      as: 'owner',
      path: '/api/v1/overview/items.csv?from=2026-11-20&to=2026-11-21',
    })
    expect(file.text).toContain('Milk')
  })

  test('has the days of another time zone after a change, and equals the sales', async () => {
    const json = { time_zone: 'Pacific/Auckland' }
    await shop.request({ as: 'owner', method: 'PATCH', path: '/api/v1/settings', json })
    // 22:00 of the same days in Auckland.
    expect((await look(shop, '?period=month')).json).toMatchObject({ data: sum(14_700, 5, 4_000, 1) })
    const later = { time_zone: 'Pacific/Kiritimati' }
    await shop.request({ as: 'owner', method: 'PATCH', path: '/api/v1/settings', json: later })
    expect(rows(await look(shop, '?day=2026-11-22'), 'days')[5]).toMatchObject({ date: '2026-11-21' })
    const { store } = shop.appliance
    const { id } = shop.accounts.sandbox
    const stored = async () =>
      (await listStoredSaleTotals(store.read, id)).toSorted((one, other) =>
        saleTotalName(one).localeCompare(saleTotalName(other)),
      )
    const kept = await stored()
    await store.write(tx => recountSaleTotals(tx, [{ id, timeZone: later.time_zone }]))
    const any = kept.filter(({ count, refunds }) => count !== 0 || refunds !== 0)
    expect(any).not.toEqual([])
    expect(await stored()).toEqual(any)
  })
})

test('all its sums are of one moment, while three cashiers sell', async () => {
  const shop = await openEndpointShop()
  const crew = await addCashiers(shop)
  const till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
  await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
  const line_items = [{ name: 'Tea', quantity: 1, unit_price: 700, category: 'Drinks' }]
  let left = 150
  const sells = async () => {
    while (left-- > 0) expect((await till.takeCash(700, { line_items })).status).toBe(201)
  }
  const sold = Promise.all([sells(), sells(), sells()])
  do {
    const told = await look(shop, '?period=day')
    const count = at(told, 'data.count')
    const counts = ['tills', 'cashiers', 'categories', 'items'].map(name =>
      rows(told, name).map(row => (row as { count: number }).count),
    )
    // Nothing is without a till, a cashier or a category.
    expect(counts).toEqual(Array(4).fill(count === 0 ? [] : [count]))
  } while (left > 0)
  await sold
  await shop.close()
})

describe('is refused', () => {
  let shop: EndpointShop
  beforeAll(async () => {
    shop = await openEndpointShop()
    await addRoles(shop)
  })
  afterAll(() => shop.close())

  const bad: [query: string, field: string, reason: string, cure?: string][] = [
    ['?period=year', 'period', 'filter_unknown'],
    ['?period=range', 'period', 'filter_unknown'],
    ['?day=2026-02-30', 'day', 'day_malformed'],
    ['?period=month&day=2026-11', 'day', 'day_malformed'],
    ['?from=2026-11-01', 'to', 'required'],
    ['?to=2026-11-01', 'from', 'required'],
    ['?from=2026-11-31&to=2026-12-01', 'from', 'day_malformed'],
    ['?from=2026-11-01&to=2026-11-01T08:00:00Z', 'to', 'day_malformed'],
    ['?from=2026-11-21&to=2026-11-20', 'to', 'range_ends_before_start', 'swap'],
    ['?from=2026-01-01&to=2027-01-02', 'to', 'range_too_long', '367 days, of at most 366'],
    ['?from=2026-11-01&to=2026-11-02&period=week', 'period', 'not_with_range', 'either'],
    ['?from=2026-11-01&day=2026-11-02', 'day', 'not_with_range', 'either'],
  ]
  test.each(bad)('%s', async (query, field, reason, cure = '') => {
    for (const as of [path, '/api/v1/overview/items.csv']) {
      const told = await shop.request({ as: 'owner', path: `${as}${query}` })
      expect(told.json).toMatchObject({ code: 400, errors: [{ field, reason }] })
      expect(textAt(told, 'errors.0.message')).toContain(cure)
    }
  })
  test('to a cashier', async () => expect((await look(shop, '', 'cashier')).status).toBe(403))
  test('without a login', async () => expect((await shop.request({ path })).status).toBe(401))
})
