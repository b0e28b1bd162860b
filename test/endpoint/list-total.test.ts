// Count and sum by status, for the tabs above a list: the figures of the list itself, whatever it is filtered by.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type EndpointShop, mobile, openEndpointShop, qr } from '../kit/endpoint.ts'
import { at } from '../kit/endpoint-answer.ts'
import { addRoles, collect, earn } from '../kit/endpoint-money.ts'

const priced = <T extends { details: object }>(json: T, amount: number) => ({
  ...json,
  details: { ...json.details, amount },
})
const hour = 3_600_000

describe('totals of a list', () => {
  let shop: EndpointShop
  const totals = async (list: string, query = '') =>
    at(await shop.request({ as: 'owner', path: `/api/v1/totals/${list}${query}` }), 'data')

  beforeAll(async () => {
    shop = await openEndpointShop() // 12:00 in Dar es Salaam
    await collect(shop, priced(qr, 1_000), { outcome: 'completed' })
    await collect(shop, priced(mobile, 2_000), { outcome: 'completed' })
    shop.advance(24 * hour)
    await collect(shop, priced(mobile, 4_000), { outcome: 'unknown' })
    await collect(shop, priced(mobile, 8_000), { outcome: 'failed' })
    await collect(shop, priced(qr, 16_000), { outcome: 'completed' })
  })
  afterAll(() => shop.close())

  const row = (status: string, count: number, amount: number) => ({ status, count, amount })
  const cases: [query: string, statuses: ReturnType<typeof row>[], unknown: number][] = [
    ['', [row('completed', 3, 19_000), row('failed', 1, 8_000), row('pending', 1, 4_000)], 1],
    ['?payment_type=dynamic-qr', [row('completed', 2, 17_000)], 0],
    // Whole days of Dar es Salaam, and parts of them.
    ['?from=2026-11-20T21:00:00Z&to=2026-11-21T21:00:00Z', [row('completed', 2, 3_000)], 0],
    [
      '?from=2026-11-21T21:00:00Z',
      [row('completed', 1, 16_000), row('failed', 1, 8_000), row('pending', 1, 4_000)],
      1,
    ],
    ['?to=2026-11-21T08:30:00Z', [], 0],
    ['?to=2026-11-21T09:30:00Z&payment_type=mobile', [row('completed', 1, 2_000)], 0],
    ['?q=16000', [row('completed', 1, 16_000)], 0],
    ['?q=4000&from=2026-11-21T21:00:00Z', [row('pending', 1, 4_000)], 1],
    ['?q=123456789', [], 0],
  ]
  test.each(cases)('payments%s', async (query, statuses, unknown) => {
    const told = (await totals('payments', query)) as { statuses: { status: string }[] }
    const inOrder = told.statuses.toSorted((a, b) => a.status.localeCompare(b.status))
    expect<object>({ ...told, statuses: inOrder }).toEqual({
      statuses,
      outcome_unknown: { count: unknown, amount: unknown * 4_000 },
      capped: false,
    })
    const list = await shop.request({ as: 'owner', path: `/v1/payments/search${query}` })
    expect(at(list, 'data.total')).toBe(statuses.reduce((sum, { count }) => sum + count, 0))
  })

  test('payouts and sessions', async () => {
    await addRoles(shop)
    await earn(shop, 100_000)
    const to = { channel: 'mobile', recipient_phone: '0754000001', recipient_name: 'Asha' }
    await shop.request({ as: 'payer', path: '/v1/payouts/send', json: { amount: 5_000, ...to } })
    expect(await totals('payouts')).toMatchObject({ statuses: [{ count: 1, amount: 5_000 }], capped: false })
    expect(await totals('payouts', '?to=2026-11-01')).toMatchObject({ statuses: [] })
    await shop.request({ as: 'owner', path: '/api/v1/sessions', json: { amount: 7_000 } })
    expect(await totals('sessions')).toMatchObject({
      statuses: [{ status: 'pending', count: 1, amount: null }],
    })
  })

  test('a filter that is not known is refused', async () => {
    const answer = await shop.request({ as: 'owner', path: '/api/v1/totals/payments?status=failed' })
    expect(answer.json).toMatchObject({ reason: 'filter_not_known' })
  })
})

test('at 01:15 the filter of today finds the sales since midnight in the shop', async () => {
  const shop = await openEndpointShop()
  try {
    await collect(shop, priced(qr, 1_000), { outcome: 'completed' })
    shop.advance(13.25 * hour) // 01:15 in Dar es Salaam, while UTC still has the day before
    await collect(shop, priced(qr, 2_000), { outcome: 'completed' })
    const found = async (path: string) => {
      const answer = await shop.request({ as: 'owner', path })
      return [
        at(answer, 'data.total'),
        (at(answer, 'data.items') as { amount: { value: number } }[])[0]?.amount.value,
      ]
    }
    expect(await found('/v1/payments?from=2026-11-22')).toEqual([1, 2_000])
    expect(await found('/v1/payments?to=2026-11-22')).toEqual([1, 1_000])
    expect(await found('/v1/payments/search?from_date=2026-11-22T00:00&to_date=2026-11-23')).toEqual([
      1, 2_000,
    ])
    expect(await found('/v1/payments?from=2026-11-22T00:00:00Z')).toEqual([0, undefined])
    const totals = await shop.request({ as: 'owner', path: '/api/v1/totals/payments?from=2026-11-22' })
    expect(at(totals, 'data.statuses')).toEqual([{ status: 'completed', count: 1, amount: 2_000 }])
  } finally {
    await shop.close()
  }
})
