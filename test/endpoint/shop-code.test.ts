// The rules of scale barcodes: who reads and changes them, what is refused, and that tills hear of a change.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type EndpointShop, openEndpointShop, type Who } from '../kit/endpoint.ts'
import { at, messagesOf } from '../kit/endpoint-answer.ts'
import { addRoles } from '../kit/endpoint-money.ts'
import { addCashiers, type PairedTill, pairTill, pins } from '../kit/endpoint-till.ts'

const path = '/api/v1/products/shop-codes'
const weight = { prefix: '21', item_digits: 5, value: 'weight', value_digits: 5, decimals: 3 }
const price = { prefix: '23', item_digits: 5, value: 'price', value_digits: 5, decimals: 0 }
let shop: EndpointShop
let till: PairedTill

beforeAll(async () => {
  shop = await openEndpointShop()
  await addRoles(shop)
  const crew = await addCashiers(shop)
  till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
})
afterAll(() => shop.close())

const put = (rules: readonly object[], as: Who = 'owner') =>
  shop.request({ as, method: 'PUT', path, json: { rules } })
const rules = async () => at(await till.request({ path }), 'data.rules')

test('begin as the scales of most shops print them', async () => {
  expect(await rules()).toEqual([weight, price])
})

test('are replaced in their order, and may overlap', async () => {
  const { decimals: _, ...plain } = { ...weight, prefix: '2', item_digits: 6 }
  const answer = await put([price, plain, { ...weight, decimals: 2 }])
  expect(answer.status).toBe(200)
  const changed = [price, { ...plain, decimals: 3 }, { ...weight, decimals: 2 }]
  expect(at(answer, 'data.rules')).toEqual(changed)
  expect(await rules()).toEqual(changed)
  expect(at(await shop.request({ as: 'live', path }), 'data.rules')).toEqual(changed)
  expect(at(await shop.request({ as: 'stranger', path }), 'data.rules')).toEqual([weight, price])
})

test.each<[string, object, string, string]>([
  ['a code of 14 digits', { value_digits: 6 }, 'value_digits', 'shop_code_length'],
  ['a code of 9 digits', { item_digits: 1 }, 'value_digits', 'shop_code_length'],
  ['a prefix with a letter', { prefix: '2A' }, 'prefix', 'shop_code_prefix'],
  ['no prefix', { prefix: '', item_digits: 7 }, 'prefix', 'shop_code_prefix'],
  ['a price with decimals', { value: 'price', decimals: 2 }, 'decimals', 'shop_code_price_decimals'],
  ['a weight with four decimals', { decimals: 4 }, 'decimals', 'out_of_range'],
  ['no item', { item_digits: 0 }, 'item_digits', 'out_of_range'],
])('refuse %s', async (_, change, field, reason) => {
  const before = await rules()
  const answer = await put([price, { ...weight, ...change }])
  expect(answer.status).toBe(400)
  expect(at(answer, 'errors.0')).toMatchObject({ field: `rules.1.${field}`, reason })
  expect(await rules()).toEqual(before)
})

test('a change is in the audit log and reaches tills; the same rules again do not', async () => {
  const headers = { cookie: till.cookie, 'kaunta-till': '1' }
  const news = messagesOf(await shop.send({ path: '/api/v1/payments/events', headers }))
  expect(await news.next()).toBe('retry: 1000')
  expect(await news.next()).toStartWith('event: open')
  await put([weight])
  expect(await news.next()).toBe('event: products.changed\ndata: {"ids":null}')
  await put([weight])
  await put([])
  expect(await news.next()).toBe('event: products.changed\ndata: {"ids":null}')
  await news.close()
  expect(await rules()).toEqual([])
  const log = await shop.request({ as: 'owner', path: '/api/v1/audit-log?kind=shop_codes.changed&limit=2' })
  const [last, before] = [at(log, 'data.items.0.detail'), at(log, 'data.items.1.detail')]
  const text = '21 + 5 + 5 (3) weight'
  expect(last).toMatchObject({ changes: [{ field: 'shop_codes', from: text, to: '' }] })
  expect(before).toMatchObject({ changes: [{ to: text }] })
})

test('a cashier and a till do not change them', async () => {
  expect((await put([weight], 'cashier')).status).toBe(403)
  expect((await till.request({ method: 'PUT', path, json: { rules: [] } })).status).toBe(403)
})
