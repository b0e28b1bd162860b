// A clock that was ahead and is set right. Ids never go back, so new rows have ids ahead of the time of their
// creation: lists by date, their files, totals and Home go by the time of creation.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Span } from '../../src/domain/day.ts'
import { idWithPrefix, lowestIdAt } from '../../src/domain/id.ts'
import { ownStatement } from '../../src/flow/own-statement.ts'
import { retrySince } from '../../src/flow/resend.ts'
import { listSmsOfDay } from '../../src/store/reconciliation-day.ts'
import { insertSms, newestSaleOver } from '../../src/store/sms.ts'
import { type EndpointShop, openEndpointShop, qr } from '../kit/endpoint.ts'
import { at, type TestResponse, valueAt } from '../kit/endpoint-answer.ts'
import { addRoles, collect, earn } from '../kit/endpoint-money.ts'
import { addCashiers, type CashierIds, pairTill, pins } from '../kit/endpoint-till.ts'
import { newSms } from '../kit/sms.ts'

const day = 86_400_000
const hook = 'http://192.168.1.20/hook'
const itemsOf = (answer: TestResponse) => [at(answer, 'data.items')].flat()

/** Lists that take a period. */
const lists = [
  '/v1/payments',
  '/v1/payments?status=completed',
  '/v1/payments?payment_type=dynamic-qr',
  '/v1/payments?status=completed&payment_type=dynamic-qr',
  '/v1/payments/search?amount=2000',
  '/v1/payments/search?note=khanga',
  '/v1/payments/search?q=khanga',
  '/v1/payouts',
  '/v1/refunds',
  '/api/v1/sales',
  '/api/v1/sales?method=cash',
  '/api/v1/audit-log',
  '/api/v1/events',
  '/api/v1/events?type=payment.completed',
  '/api/v1/webhooks/deliveries',
  '/api/v1/webhooks/deliveries?status=success',
]
const files = [
  '/api/v1/payments.csv',
  '/api/v1/payouts.csv',
  '/api/v1/refunds.csv',
  '/api/v1/sales.csv',
  '/api/v1/audit-log.csv',
  '/api/v1/events.csv',
  '/api/v1/webhooks/deliveries.csv',
]
const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`

/** Periods in days of the shop: of the rows, before them, and after them, where their ids are. */
const periods = [
  ['that day', 'from=2026-11-21&to=2026-11-22'],
  ['from that day on', 'from=2026-11-21'],
  ['up to the next day', 'to=2026-11-22'],
  ['the next day', 'from=2026-11-22&to=2026-11-23'],
  ['the day after', 'from=2026-11-23&to=2026-11-25'],
  ['from the next day on', 'from=2026-11-22'],
  ['both days', 'from=2026-11-21&to=2026-11-23'],
] as const
const startOf = (date: string) => Date.parse(`${date}T00:00:00+03:00`)

describe('after a clock that was two days ahead is set right', () => {
  let shop: EndpointShop
  let crew: CashierIds
  const get = (path: string) => shop.request({ as: 'owner', path })
  beforeAll(async () => {
    // 12:00 on Saturday, 21 November 2026.
    shop = await openEndpointShop()
    await addRoles(shop)
    crew = await addCashiers(shop)
    const till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
    await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
    const sell = async (amount: number) => {
      const json = { ...qr, details: { ...qr.details, amount }, webhook_url: hook }
      const sale = { ...json, metadata: { note: 'khanga' } }
      const { reference } = await collect(shop, sale, { outcome: 'completed' })
      await till.takeCash(amount)
      return reference
    }
    const give = async (payment: string) => {
      const refund = { amount: 600, reason: 'Returned' }
      const path = `/v1/payments/${payment}/refunds`
      expect((await shop.request({ as: 'owner', path, json: refund })).status).toBe(201)
      const json = { amount: 5_000, channel: 'mobile', recipient_name: 'Asha', recipient_phone: '0754123456' }
      expect((await shop.request({ as: 'sandbox', path: '/v1/payouts/send', json })).status).toBe(201)
      await shop.work()
    }
    await earn(shop, 100_000)
    await give(await sell(2_000))
    const { clock, ids } = shop.appliance.world
    ids.follow(`${lowestIdAt(clock.now() + 2 * day)}-7fff`)
    shop.advance(60_000)
    await give(await sell(2_000))
    shop.advance(day)
    await give(await sell(2_000))
    await sell(3_000)
  })
  afterAll(() => shop.close())

  const rowsOf = async (path: string): Promise<readonly unknown[]> => {
    const answer = await get(path)
    expect({ path, status: answer.status, text: answer.text.slice(0, 300) }).toMatchObject({ status: 200 })
    return itemsOf(answer)
  }
  const createdAt = (row: unknown) =>
    Date.parse(
      String(
        ['created_at', 'payment.created_at', 'cash.created_at'].map(path => valueAt(row, path)).find(Boolean),
      ),
    )
  const within = (rows: readonly unknown[], query: string) => {
    const { from, to } = Object.fromEntries(new URLSearchParams(query)) as { from?: string; to?: string }
    return rows.filter(
      row =>
        (from === undefined || createdAt(row) >= startOf(from)) &&
        (to === undefined || createdAt(row) < startOf(to)),
    )
  }

  describe.each(periods)('%s', (_, period) => {
    test.each(lists)('%s', async path => {
      const all = await rowsOf(withQuery(path, 'limit=100'))
      expect(all).not.toBeEmpty()
      const wanted = within(all, period)
      const answer = await get(withQuery(path, `limit=100&${period}`))
      expect(itemsOf(answer)).toEqual(wanted)
      const short = await get(withQuery(path, `limit=1&${period}`))
      expect(at(short, 'data.total')).toBe(wanted.length)
    })

    test.each(lists)('%s by pages', async path => {
      const wanted = within(await rowsOf(withQuery(path, 'limit=100')), period)
      const keyOf = (row: unknown) => String(valueAt(row, 'id') ?? valueAt(row, 'reference'))
      const pageBy = async (cursor: string, pick: (rows: readonly unknown[]) => unknown) => {
        const found: unknown[][] = []
        let rows = [...(await rowsOf(withQuery(path, `limit=2&${period}`)))]
        if (cursor === 'ending_before') rows = wanted.slice(-1)
        while (rows.length > 0) {
          found.push(rows)
          rows = [...(await rowsOf(withQuery(path, `limit=2&${period}&${cursor}=${keyOf(pick(rows))}`)))]
        }
        return cursor === 'ending_before' ? found.toReversed().flat() : found.flat()
      }
      expect(await pageBy('starting_after', rows => rows.at(-1))).toEqual([...wanted])
      expect(await pageBy('ending_before', rows => rows[0])).toEqual([...wanted])
    })
  })

  test('Home counts each hour of each day', async () => {
    const hours = (answer: TestResponse, of: string) =>
      [at(answer, `data.${of}`)].flat().filter(hour => Number(valueAt(hour, 'count')) > 0)
    const today = await get('/api/v1/overview')
    expect(hours(today, 'day.hours')).toEqual([{ hour: 12, gross: 10_000, count: 4 }])
    expect(hours(today, 'yesterday.hours')).toEqual([{ hour: 12, gross: 108_000, count: 5 }])
    expect(at(today, 'data.yesterday.so_far')).toEqual({ gross: 104_000, count: 3 })
    expect(at(today, 'data.day.refunds')).toMatchObject({ gross: 600, count: 1 })
    const yesterday = await get('/api/v1/overview?day=2026-11-21')
    expect(at(yesterday, 'data.day.refunds')).toMatchObject({ gross: 1_200, count: 2 })
    const tomorrow = await get('/api/v1/overview?day=2026-11-23')
    expect(hours(tomorrow, 'day.hours')).toEqual([])
    expect(at(tomorrow, 'data.day.refunds')).toMatchObject({ gross: 0, count: 0 })
  })

  const spanOf = (date: string) => ({ from: startOf(date), to: startOf(date) + day })

  test.each([
    ['2026-11-21', 3, 2, 2],
    ['2026-11-22', 2, 1, 1],
    ['2026-11-23', 0, 0, 0],
  ])('reconciliation of %s compares its orders', async (date, payments, refunds, payouts) => {
    const { appliance, accounts } = shop
    const statement = await ownStatement(appliance, accounts.sandbox.id, spanOf(date))
    const entries = [...statement.values()].flatMap(one => one.entries)
    const count = (kind: string) => entries.filter(entry => entry.kind === kind).length
    expect([count('payment'), count('refund'), count('payout')]).toEqual([payments, refunds, payouts])
  })

  test('the newest sale of a period is found', async () => {
    const { appliance, accounts } = shop
    const newest = (span: { from: number; before: number }) =>
      newestSaleOver(appliance.store.read, { accountId: accounts.sandbox.id, connection, ...span })
    const [connection = ''] = (
      await ownStatement(appliance, accounts.sandbox.id, spanOf('2026-11-21'))
    ).keys()
    const now = appliance.world.clock.now()
    expect(await newest({ from: now - 2 * day, before: now })).toBe(now - day)
    expect(await newest({ from: now - 2 * day, before: now + 1 })).toBe(now)
    expect(await newest({ from: now + 1, before: now + 2 * day })).toBeUndefined()
  })

  test('webhooks are sent again from a time on, and none before it', async () => {
    const { appliance, accounts } = shop
    const statuses = ['success'] as const
    const since = appliance.world.clock.now()
    const all = within(await rowsOf('/api/v1/webhooks/deliveries?limit=100'), 'from=2026-11-22')
    expect(await retrySince(appliance, accounts.sandbox, { since, statuses })).toBe(all.length)
    expect(await retrySince(appliance, accounts.sandbox, { since: since + 1, statuses })).toBe(0)
  })

  test('messages of a till number are compared on their day', async () => {
    const { store, world } = shop.appliance
    const now = world.clock.now()
    const key = { accountId: shop.accounts.sandbox.id, connection: 'simulator' }
    const id = idWithPrefix('sms', world.ids.uuid(now))
    await store.write(tx =>
      insertSms(tx, newSms({ ...key, id, amount: 5_000, paidAt: now, receivedAt: now })),
    )
    const page = (span: Span) => listSmsOfDay(store.read, { ...key, ...span, limit: 10 })
    expect(await page(spanOf('2026-11-22'))).toMatchObject([{ id }])
    expect(await page(spanOf('2026-11-23'))).toEqual([])
  })

  test('a shift has the sales that were made before it and paid in it', async () => {
    const { clock, ids } = shop.appliance.world
    const till = await pairTill(shop, 'Back', { staffId: crew.juma, pin: pins.juma })
    await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
    const line_items = [{ name: 'Rice', quantity: 1, unit_price: 5_000 }]
    const early = await till.sellByQr(5_000, { line_items })
    ids.follow(`${lowestIdAt(clock.now() + 9 * day)}-7fff`)
    await till.request({ path: '/api/v1/till/shift/close', json: { counted: 0 } })
    await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
    await till.pay(early)
    const shift = await till.request({ path: '/api/v1/till/shift' })
    expect(at(shift, 'data.shift.report.sold')).toMatchObject({ items: [{ name: 'Rice' }] })
  })

  // After the lists: each file adds an entry to the audit log.
  describe.each(periods)('%s, in a file', (_, period) => {
    test.each(files)('%s', async path => {
      const linesOf = async (query: string) =>
        (await get(withQuery(path, query))).text
          .split('\r\n')
          .slice(1)
          .filter(line => line !== '' && !line.includes('export.taken'))
      const all = (await linesOf('')).map(line => ({
        line,
        created_at: /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(line)?.[0],
      }))
      expect(await linesOf(period)).toEqual(within(all, period).map(row => String(valueAt(row, 'line'))))
    })
  })
})
