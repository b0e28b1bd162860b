// Count and sum by status, for the tabs above a list: the figures match the list for every filter.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type EndpointShop, mobile, openEndpointShop, qr } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, collect, earn } from '../kit/endpoint-money.ts'
import { addCashiers, pairTill, pins } from '../kit/endpoint-till.ts'

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
    ['?from_date=2026-11-21&to_date=2026-11-22', [row('completed', 2, 3_000)], 0],
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

describe('sales: payments and cash in one list', () => {
  let shop: EndpointShop
  /** In the order they were made. */
  const made: string[] = []
  const ask = async (path: string) => (await shop.request({ as: 'owner', path: `/api/v1/${path}` })).json
  const listed = async (query: string) => {
    const { items } = at({ json: await ask(`sales?${query}`) } as never, 'data') as {
      items: { reference: string; cashier: { name: string } | null }[]
    }
    return items.map(({ reference }) => made.indexOf(reference))
  }

  beforeAll(async () => {
    shop = await openEndpointShop()
    await addRoles(shop)
    const crew = await addCashiers(shop)
    const till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
    await till.request({ path: '/api/v1/till/shift', json: { float: 1_000 } })
    const giveBack = async (reference: string, amount: number) => {
      const json = { amount, way: 'cash', reason: 'Spoilt', pin: pins.neema }
      const { status } = await till.request({ path: `/api/v1/payments/${reference}/refunds`, json })
      expect(status).toBe(201)
    }
    const takeCash = async (amount: number, note: string) => {
      shop.advance(1_000)
      const sold = await till.request({ path: '/api/v1/till/cash', json: { amount, given: amount, note } })
      const id = textAt(sold, 'data.id')
      made.push(id)
      return id
    }
    await takeCash(200, 'Meza 4')
    shop.advance(1_000)
    made.push((await collect(shop, priced(qr, 5_000), { outcome: 'completed' })).reference)
    const id = await takeCash(700, 'Chai')
    await till.voidCash(id, { reason: 'Wrong size' })
    shop.advance(1_000)
    made.push((await collect(shop, priced(mobile, 4_000), { outcome: 'unknown' })).reference)
    shop.advance(1_000)
    made.push((await shop.make(priced(mobile, 3_000))).reference)
    const part = String(await takeCash(900, 'Soda'))
    await giveBack(part, 400)
    shop.advance(1_000)
    const reference = await till.sellByQr(6_000)
    await till.pay(reference)
    made.push(reference)
    await giveBack(reference, 1_000)
  })
  afterAll(() => shop.close())

  test.each([
    ['', [6, 5, 4, 3, 2, 1, 0]],
    ['method=cash', [5, 2, 0]],
    ['method=dynamic-qr', [6, 1]],
    ['state=completed', [1, 0]],
    ['state=refunded', [6, 5, 2]],
    ['state=refunded&method=cash', [5, 2]],
    ['state=refunded&method=dynamic-qr', [6]],
    ['state=refunded&q=6000', [6]],
    ['state=completed&q=6000', []],
    ['state=unknown', [3]],
    ['state=pending', [4]],
    ['q=meza', [0]],
    ['q=700', [2]],
    ['q=5000', [1]],
    ['to=2020-01-01', []],
    ['to_date=2026-11-21', []],
    ['from_date=2026-11-22', []],
    ['from_date=2026-11-21&to_date=2026-11-22&method=dynamic-qr', [6, 1]],
    ['limit=2', [6, 5]],
  ])('%s', async (query, wanted) => expect(await listed(query)).toEqual(wanted))

  test('pages go on from either kind, and back', async () => {
    expect(await listed(`limit=2&starting_after=${made[3]}`)).toEqual([2, 1])
    expect(await listed(`limit=2&starting_after=${made[2]}`)).toEqual([1, 0])
    expect(await listed(`limit=2&ending_before=${made[1]}`)).toEqual([3, 2])
    expect(await listed(`limit=9&ending_before=${made[2]}`)).toEqual([6, 5, 4, 3])
  })

  test('no page begins below 10,000 sales, which would all be read', async () => {
    for (const page of ['offset=10000', 'page=101&limit=100']) expect(await listed(page)).toEqual([])
    const limits: [string, string, number, number][] = [
      ['offset=10001', 'offset', 0, 10_000],
      ['page=102&limit=100', 'page', 1, 101],
    ]
    for (const [query, field, min, max] of limits)
      expect(await ask(`sales?${query}`)).toMatchObject({
        error_code: 'validation_error',
        errors: [{ field, reason: 'not_whole_number_between', params: { min, max } }],
      })
  })

  test('one of them, and none of another account', async () => {
    for (const at of [0, 1]) expect(await listed(`reference=${made[at]}`)).toEqual([at])
    const strange = await shop.request({ as: 'stranger', path: `/api/v1/sales?reference=${made[0]}` })
    expect(strange.status === 403 || at(strange, 'data.total') === 0).toBe(true)
  })

  test('each is counted once, in its state', async () => {
    expect(await ask('totals/sales')).toMatchObject({
      data: {
        statuses: expect.arrayContaining([
          { status: 'completed', count: 2, amount: 5_200 },
          { status: 'refunded', count: 3, amount: 7_600 },
          { status: 'pending', count: 1, amount: 3_000 },
        ]),
        outcome_unknown: { count: 1, amount: 4_000 },
        refunded: 2_100,
      },
    })
    expect(await ask('totals/sales?method=cash')).toMatchObject({
      data: {
        outcome_unknown: { count: 0 },
        statuses: [
          { count: 1, amount: 200 },
          { count: 2, amount: 1_600 },
        ],
        refunded: 1_100,
      },
    })
  })

  test('within a period, under either name of its ends', async () => {
    for (const day of ['2026-11-20', '2026-11-21', '2026-11-22'])
      for (const end of ['from', 'to']) {
        const totals = await ask(`totals/sales?${end}=${day}`)
        expect(await ask(`totals/sales?${end}_date=${day}`)).toEqual(totals)
      }
    for (const path of ['sales', 'totals/sales'])
      expect(await ask(`${path}?from_date=soon`)).toMatchObject({ errors: [{ field: 'from_date' }] })
  })

  test('by the beginning of a reference, the one that the list finds', async () => {
    const query = `q=${made[1]?.slice(0, 11)}`
    expect(await listed(query)).toEqual([1])
    expect(await ask(`totals/sales?${query}`)).toMatchObject({
      data: { statuses: [{ status: 'completed', count: 1, amount: 5_000 }], refunded: 0 },
    })
  })

  test('the file has both, with who sold them where', async () => {
    const file = await shop.request({ as: 'owner', path: '/api/v1/sales.csv?method=cash' })
    const [, part = '', refunded = '', sold = ''] = file.text.replaceAll('"', '').split('\r\n')
    expect(part).toContain(',partly_refunded,cash,900,0,900,TZS')
    expect(part).toEndWith(',400,Front,Neema')
    expect(refunded).toContain(',refunded,cash,700,0,700,TZS')
    expect(sold).toContain(',completed,cash,200,0,200,TZS')
    expect(refunded).toEndWith(',700,Front,Neema')
    expect(sold).toEndWith(',0,Front,Neema')
    expect((await shop.request({ as: 'owner', path: '/api/v1/sales.csv' })).text.split('\r\n')).toHaveLength(
      9,
    )
  })
})

describe('cash sales are found by words of their notes', () => {
  const notes = ['Café José', 'meza 7-8', 'ÉLOÏSE na Éloi', 'Чай', '100%_']
  let shop: EndpointShop
  beforeAll(async () => {
    shop = await openEndpointShop()
    const { neema } = await addCashiers(shop)
    const till = await pairTill(shop, 'Front', { staffId: neema, pin: pins.neema })
    await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
    for (const note of notes)
      await till.request({ path: '/api/v1/till/cash', json: { amount: 500, given: 500, note } })
  })
  afterAll(() => shop.close())

  test.each([
    ['café', [0]],
    ['cafe\u0301', [0]],
    ['CAFÉ, josé!', [0]],
    ['jos', [0]],
    ['mézà', [1]], // without the accents of the keyboard
    ['éloïse', [2]],
    ['éloi', [2]],
    ['чай', [3]],
    ['café meza', []],
    ['ééé', []],
    ['ありがとう', []],
    // Without words, the sign itself.
    ['-', [1]],
    ['%', [4]],
    ['_', [4]],
    ['???', []],
    ['&', []],
    ['🙂', []],
    ['–', []],
    ['\u0301', []],
  ])('%s', async (term, wanted) => {
    const query = `q=${encodeURIComponent(term)}`
    const list = await shop.request({ as: 'owner', path: `/api/v1/sales?${query}` })
    const items = at(list, 'data.items') as { cash: { note: string } }[]
    expect(items.map(({ cash }) => notes.indexOf(cash.note))).toEqual(wanted)
    const totals = await shop.request({ as: 'owner', path: `/api/v1/totals/sales?${query}` })
    const count = wanted.length
    expect(at(totals, 'data.statuses')).toMatchObject(count > 0 ? [{ status: 'completed', count }] : [])
  })
})
