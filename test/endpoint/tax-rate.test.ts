// The tax rates of a shop: who reads and changes them, what is refused, and the tax that reports work out.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type EndpointShop, openEndpointShop, type Who } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { addRoles } from '../kit/endpoint-money.ts'
import { addCashiers, type PairedTill, pairTill, pins } from '../kit/endpoint-till.ts'

const path = '/api/v1/products/tax-rates'
const standard = { tax_code: 'A', percent: 18, method: null, from: null }
let shop: EndpointShop
let till: PairedTill

beforeAll(async () => {
  shop = await openEndpointShop() // 12:00 on Saturday, 21 November 2026.
  await addRoles(shop)
  const crew = await addCashiers(shop)
  till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
  await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
})
afterAll(() => shop.close())

const put = (rates: readonly object[], as: Who = 'owner') =>
  shop.request({ as, method: 'PUT', path, json: { rates } })
const stored = async (as: Who = 'owner') => at(await shop.request({ as, path }), 'data.rates')

test('begin with that of Mainland Tanzania', async () => expect(await stored()).toEqual([standard]))

test('are replaced, for practice and live, and for this shop alone', async () => {
  const answer = await put([
    { tax_code: 'A', percent: 15 },
    { tax_code: 'B', percent: 5, method: 'cash', from: '2027-01-01' },
  ])
  expect(answer.status).toBe(200)
  const changed = [
    { ...standard, percent: 15 },
    { tax_code: 'B', percent: 5, method: 'cash', from: '2027-01-01' },
  ]
  expect(at(answer, 'data.rates')).toEqual(changed)
  expect(await stored()).toEqual(changed)
  expect(await stored('live')).toEqual(changed)
  expect(await stored('stranger')).toEqual([standard])
})

test.each<[string, object, string, string]>([
  ['101 percent', { percent: 101 }, 'percent', 'out_of_range'],
  ['less than nothing', { percent: -1 }, 'percent', 'out_of_range'],
  ['a code that is none', { tax_code: 'F' }, 'tax_code', 'wrong_choice'],
  ['a day that is none', { from: '2027-02-30' }, 'from', 'day_malformed'],
  ['the same case twice', {}, 'tax_code', 'tax_rate_repeated'],
])('refuse %s', async (_, change, field, reason) => {
  const before = await stored()
  const answer = await put([standard, { ...standard, ...change }])
  expect(answer.status).toBe(400)
  expect(at(answer, 'errors.0')).toMatchObject({ field: `rates.1.${field}`, reason })
  expect(await stored()).toEqual(before)
})

test('a change is in the audit log, and the same rates again are not', async () => {
  await put([standard])
  await put([standard])
  await put([standard, { ...standard, percent: 16, method: 'qr', from: '2026-11-22' }])
  const log = await shop.request({ as: 'owner', path: '/api/v1/audit-log?kind=tax_rates.changed&limit=9' })
  const changes = [at(log, 'data.items')].flat().map(item => Object(item).detail.changes[0])
  expect(changes).toEqual([
    { field: 'tax_rates', from: 'A 18 %', to: 'A 18 % · A 16 % qr 2026-11-22' },
    { field: 'tax_rates', from: 'A 15 % · B 5 % cash 2027-01-01', to: 'A 18 %' },
    { field: 'tax_rates', from: 'A 18 %', to: 'A 15 % · B 5 % cash 2027-01-01' },
  ])
})

test('a cashier and a till do not change them', async () => {
  expect((await put([standard], 'cashier')).status).toBe(403)
  expect((await till.request({ method: 'PUT', path, json: { rates: [] } })).status).toBe(403)
})

test('a report has the tax of each code and rate, after refunds, beside the days before', async () => {
  const add = async (json: object) =>
    textAt(await shop.request({ as: 'owner', path: '/api/v1/products', json }), 'data.id')
  const soap = await add({ name: 'Soap', price: 5_000, tax_code: 'A' })
  const book = await add({ name: 'Book', price: 2_000, tax_code: 'C' })
  const bag = await add({ name: 'Bag', price: 500 })
  const lines = (...ids: string[]) => ({
    line_items: ids.map(product_id => ({ product_id, quantity: 1 })),
  })
  await till.pay(await till.sellByQr(7_000, lines(soap, book)))
  shop.advance(86_400_000) // Sunday: QR sales have 16 %
  await till.pay(await till.sellByQr(5_000, lines(soap)))
  await till.takeCash(10_500, lines(soap, soap, bag))
  const back = await till.takeCash(5_000, lines(soap))
  const id = textAt(back, 'data.id')
  const reason = 'The customer returned the goods'
  await shop.request({
    as: 'sandbox',
    path: `/v1/payments/${id}/refunds`,
    json: { reason, way: 'cash', line_items: [{ line: 0, quantity: 1 }] },
  })
  const taxes = async (query: string) =>
    [at(await shop.request({ as: 'owner', path: `/api/v1/overview/period?${query}` }), 'data.taxes')].flat()
  expect(await taxes('period=day')).toMatchObject([
    { tax_code: 'A', percent: 18, gross: 15_000, net: 10_000, tax: 1_525, before: { net: 5_000, tax: 763 } },
    { tax_code: 'A', percent: 16, gross: 5_000, net: 5_000, tax: 690, before: { net: 0, tax: 0 } },
    { tax_code: 'C', percent: 0, net: 0, tax: 0, before: { net: 2_000, tax: 0 } },
    { tax_code: null, percent: null, net: 500, tax: 0, before: { net: 0, tax: 0 } },
  ])
  // Within one report, each day has its own rate.
  expect(await taxes('from=2026-11-20&to=2026-11-22')).toMatchObject([
    { tax_code: 'A', percent: 18, gross: 20_000, net: 15_000, tax: 2_288 },
    { tax_code: 'A', percent: 16, gross: 5_000, tax: 690 },
    { tax_code: 'C', percent: 0, gross: 2_000, tax: 0 },
    { tax_code: null, gross: 500 },
  ])
  const file = await shop.request({ as: 'owner', path: '/api/v1/overview/period.csv?period=day&table=taxes' })
  expect(file.text.replaceAll('"', '')).toContain('A,18,1525,3,15000,1,5000,10000,')
  await put([])
  expect(await taxes('from=2026-11-20&to=2026-11-22')).toMatchObject([
    { tax_code: 'A', percent: 0, gross: 25_000, tax: 0 },
    { tax_code: 'C', percent: 0 },
    { tax_code: null, percent: null },
  ])
})
