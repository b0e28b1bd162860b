// Goods and profit after several refunds of one sale: no goods come back twice or unnamed, and the rest of a
// sale after refunds of lines takes back what these left.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { recountSaleTotals } from '../../src/flow/sale-total.ts'
import { listAccounts } from '../../src/store/account.ts'
import { type EndpointShop, openEndpointShop } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, earn } from '../kit/endpoint-money.ts'
import { addCashiers, type PairedTill, pairTill, pins } from '../kit/endpoint-till.ts'

let shop: EndpointShop
let till: PairedTill
beforeAll(async () => {
  shop = await openEndpointShop()
  await addRoles(shop)
  const crew = await addCashiers(shop)
  await earn(shop, 1_000_000)
  till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
  await till.request({ path: '/api/v1/till/shift', json: { float: 500_000 } })
})
afterAll(() => shop.close())

const reason = 'The customer returned the goods'
const wallet = { recipient: { phone: '+255754123456' } }
const line = (index: number, quantity = 1) => ({ line_items: [{ line: index, quantity }] })

/** Adds a product with ten in stock. */
async function stocked(json: object): Promise<string> {
  const id = textAt(
    await shop.request({
      as: 'owner',
      path: '/api/v1/products',
      json: { name: crypto.randomUUID().slice(0, 8), track_stock: true, ...json },
    }),
    'data.id',
  )
  const delivery = { kind: 'delivery', quantity: 10 }
  await shop.request({ as: 'owner', path: `/api/v1/products/${id}/stock`, json: delivery })
  return id
}
const stockOf = async (id: string) =>
  at(await shop.request({ as: 'owner', path: `/api/v1/products/${id}` }), 'data.stock')
const sold = async (amount: number, line_items: object[]) =>
  textAt(await till.takeCash(amount, { line_items }), 'data.id')
async function refund(sale: string, json: object): Promise<string> {
  const answer = await shop.request({
    as: 'sandbox',
    path: `/v1/payments/${sale}/refunds`,
    json: { reason, ...json },
  })
  expect(answer).toMatchObject({ status: 201 })
  return textAt(answer, 'data.id')
}
async function decide(id: string, outcome: string): Promise<void> {
  await shop.request({ as: 'sandbox', path: `/v1/sandbox/refunds/${id}`, json: { outcome } })
  await shop.work()
}

describe('stock', () => {
  test('a line that is not named stays sold, also if it was free', async () => {
    const [soap, gift] = [await stocked({ price: 5_000 }), await stocked({ price: 0 })]
    const lines = [
      { product_id: soap, quantity: 1 },
      { product_id: gift, quantity: 3 },
    ]
    await refund(await sold(5_000, lines), { way: 'cash', ...line(0) })
    expect([await stockOf(soap), await stockOf(gift)]).toEqual([10, 7])
  })

  test('one of two pieces comes back as one, even if rounding makes it worth both', async () => {
    const bead = await stocked({ price: 1 })
    const sale = await sold(1, [{ product_id: bead, quantity: 2, discount: 1 }])
    await refund(sale, { way: 'cash', ...line(0) })
    expect(await stockOf(bead)).toBe(9)
  })

  test('voiding a cash sale after a refund of a line brings the other goods back', async () => {
    const soap = await stocked({ price: 5_000 })
    const sale = await sold(15_000, [{ product_id: soap, quantity: 3 }])
    await refund(sale, { way: 'cash', ...line(0) })
    const voided = await till.voidCash(sale, { reason })
    expect([voided.status, await stockOf(soap)]).toEqual([200, 10])
  })

  test('a payment is not voided as a cash sale', async () => {
    const sale = await till.sellByQr(10_000)
    await till.pay(sale)
    const voided = await till.voidCash(sale, { reason })
    expect(voided.json).toMatchObject({ code: 404, reason: 'cash_sale_not_found' })
    const refunds = await shop.request({ as: 'owner', path: `/api/v1/payments/${sale}/refunds` })
    expect(at(refunds, 'data.items')).toEqual([])
  })

  test.each([
    ['of a line', 1, line(0)],
    ['of the whole sale', 2, {}],
  ])(
    'a refund %s that completes late, after another one, brings nothing back twice',
    async (_, quantity, of) => {
      const soap = await stocked({ price: 10_000 })
      const sale = await till.sellByQr(10_000 * quantity, { line_items: [{ product_id: soap, quantity }] })
      await till.pay(sale)
      const late = await refund(sale, { ...wallet, ...of })
      await decide(late, 'failed')
      expect(await stockOf(soap)).toBe(10 - quantity)
      await refund(sale, { way: 'cash', ...line(0) })
      await decide(late, 'completed')
      expect(await stockOf(soap)).toBe(10)
    },
  )
})

describe('profit', () => {
  const figures = ['net', 'cost', 'profit', 'sales_without_cost'] as const
  const day = async () =>
    at(await shop.request({ as: 'owner', path: '/api/v1/overview/period?period=day' }), 'data')
  let before: object
  beforeEach(async () => {
    before = Object(await day())
  })

  test.each([
    ['line 0', [line(0)]],
    ['line 1', [line(1)]],
    ['a sum', [{ amount: 3_333 }]],
    ['line 0 and a sum', [line(0), { amount: 3_000 }]],
    ['line 1 and two sums', [line(1), { amount: 3_000 }, { amount: 1 }]],
  ])('%s of a sale, of which one line has a cost price, and then the rest', async (_, first) => {
    const [dear, free] = [await stocked({ price: 10_000, cost: 7_000 }), await stocked({ price: 10_000 })]
    const sale = await sold(20_000, [
      { product_id: dear, quantity: 1 },
      { product_id: free, quantity: 1 },
    ])
    for (const json of first) await refund(sale, { way: 'cash', ...json })
    await refund(sale, { way: 'cash' })
    const after = Object(await day())
    expect(figures.map(name => after[name] - Object(before)[name])).toEqual([0, 0, 0, 0])
  })
})

test.each([
  ['a line and a sum', [line(0), { amount: 500 }], 4_500],
  ['a sum', [{ amount: 500 }], 9_500],
  ['a sum and a line', [{ amount: 500 }, line(1)], 4_750],
  ['two sums', [{ amount: 6_000 }, { amount: 3_999 }], 1],
])('after %s, all that is left brings all other goods and their cost back', async (_, first, left) => {
  shop.advance(2 * 86_400_000) // no sales on this day and the one before
  const made = { price: 5_000, cost: 3_000, tax_code: 'A' }
  const goods = [await stocked(made), await stocked(made)]
  const lines = goods.map(product_id => ({ product_id, quantity: 1 }))
  const sale = await sold(10_000, lines)
  for (const json of first) await refund(sale, { way: 'cash', ...json })
  const options = await shop.request({ as: 'sandbox', path: `/v1/payments/${sale}/refunds/options` })
  expect(at(options, 'data.refundable.value')).toBe(left)
  await refund(sale, { way: 'cash' })
  const day = await shop.request({ as: 'owner', path: '/api/v1/overview/period?period=day' })
  const nothing = { net: 0, cost: 0, profit: 0 }
  const noItem = { ...nothing, quantity: 0 }
  expect(at(day, 'data')).toMatchObject({
    ...nothing,
    sales_without_cost: 0,
    items: [noItem, noItem],
    taxes: [{ ...nothing, tax_code: 'A', tax: 0 }],
  })
  expect(await Promise.all(goods.map(stockOf))).toEqual([10, 10])
})

test.each([
  ['of a line', { amount: 5_000, ...line(0) }],
  ['of a sum', { amount: 5_000 }],
])(
  'a refund %s that completes late, after another one of the whole sale, takes nothing out twice',
  async (_, of) => {
    shop.advance(2 * 86_400_000) // no sales on this day and the one before
    const made = { price: 5_000, cost: 3_000, tax_code: 'A' }
    const goods = [await stocked(made), await stocked(made)]
    const sale = await till.sellByQr(10_000, {
      line_items: goods.map(product_id => ({ product_id, quantity: 1 })),
    })
    await till.pay(sale)
    const late = await refund(sale, { ...wallet, ...of })
    await decide(late, 'failed')
    await refund(sale, { way: 'cash' })
    await decide(late, 'completed')
    const report = async () =>
      Object(at(await shop.request({ as: 'owner', path: '/api/v1/overview/period?period=day' }), 'data'))
    const shown = await report()
    const noItem = { net: 0, cost: 0, profit: 0, quantity: 0 }
    // The money went back one and a half times: the shop lost half of the sale.
    expect(shown).toMatchObject({ net: -5_000, cost: 0, profit: -5_000, sales_without_cost: 0 })
    expect(shown.items).toMatchObject([noItem, noItem])
    expect(shown.taxes).toMatchObject([{ net: 0, cost: 0, tax: 0 }])
    await shop.appliance.store.write(async tx => recountSaleTotals(tx, await listAccounts(tx)))
    expect(await report()).toEqual(shown)
    expect(await Promise.all(goods.map(stockOf))).toEqual([10, 10])
  },
)

test('a refund that completes late counts in full again when the one that replaced it fails', async () => {
  shop.advance(2 * 86_400_000) // no sales on this day and the one before
  const soap = await stocked({ price: 10_000, cost: 7_000, tax_code: 'A' })
  const sale = await till.sellByQr(20_000, { line_items: [{ product_id: soap, quantity: 2 }] })
  await till.pay(sale)
  const first = await refund(sale, { ...wallet, ...line(0, 2) })
  await decide(first, 'failed')
  const second = await refund(sale, { ...wallet, ...line(0, 2) })
  await decide(first, 'completed')
  await decide(second, 'failed')
  const report = async () =>
    Object(at(await shop.request({ as: 'owner', path: '/api/v1/overview/period?period=day' }), 'data'))
  const shown = await report()
  const nothing = { net: 0, cost: 0, profit: 0 }
  expect(shown).toMatchObject({ ...nothing, items: [{ ...nothing, quantity: 0 }], taxes: [{ tax: 0 }] })
  await shop.appliance.store.write(async tx => recountSaleTotals(tx, await listAccounts(tx)))
  expect(await report()).toEqual(shown)
  expect(await stockOf(soap)).toBe(10)
})

describe('a whole sale that comes back at once leaves nothing in the report', () => {
  const voidSale = (sale: string) => till.voidCash(sale, { reason })
  test.each([
    ['voided', voidSale],
    ['refunded without an amount', (sale: string) => refund(sale, { way: 'cash' })],
    ['refunded by its amount', (sale: string) => refund(sale, { way: 'cash', amount: 10_000 })],
  ])('%s', async (_, giveBack) => {
    shop.advance(2 * 86_400_000) // no sales on this day and the one before
    const category = 'Household'
    const soap = await stocked({ price: 5_000, cost: 3_000, tax_code: 'A', category })
    const tea = await stocked({ price: 5_000, cost: 3_000, tax_code: 'A', category })
    await giveBack(
      await sold(
        10_000,
        [soap, tea].map(product_id => ({ product_id, quantity: 1 })),
      ),
    )
    const report = async () =>
      Object(at(await shop.request({ as: 'owner', path: '/api/v1/overview/period?period=day' }), 'data'))
    const shown = await report()
    const nothing = { net: 0, cost: 0, profit: 0 }
    expect(shown.taxes).toMatchObject([{ ...nothing, tax_code: 'A', tax: 0 }])
    expect(shown.items).toMatchObject([
      { ...nothing, quantity: 0 },
      { ...nothing, quantity: 0 },
    ])
    expect(shown.categories).toMatchObject([nothing])
    await shop.appliance.store.write(async tx => recountSaleTotals(tx, await listAccounts(tx)))
    expect(await report()).toEqual(shown)
    expect([await stockOf(soap), await stockOf(tea)]).toEqual([10, 10])
  })
})
