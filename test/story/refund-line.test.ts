// Refunds of lines, as stories on simulated time: two of lines and the rest, one that fails, two at once, and
// a repeat after the power failed.
import { describe, expect, test } from 'bun:test'
import type { LineItem } from '../../src/domain/line-item.ts'
import type { LineReturn } from '../../src/domain/refund-line.ts'
import { complaintsAbout } from '../kit/invariant.ts'
import { openSimulatedShop, type SimulatedShop } from '../kit/simulated-shop.ts'

const lineItems: readonly LineItem[] = [
  { name: 'Khanga', quantity: 3, unit_price: 20_000, cost: 14_000, product_id: 'prod_khanga' },
  { name: 'Sukari', quantity: 2_500, unit_price: 10_000, by_weight: true, discount: 5_000, cost: 8_000 },
  { name: 'Begi', quantity: 1, unit_price: 20_000, category: 'Mifuko' },
]
/** What all lines add up to. */
const paid = 100_000

async function openShop() {
  const shop = await openSimulatedShop({ mode: 'live' })
  shop.afterStep = () => expect(complaintsAbout(shop)).toEqual([])
  const sell = async () => {
    const payment = await shop.cashier.asksForQr(paid, { lineItems })
    await shop.customer.scans(payment).approves()
    await shop.advance({})
    return payment
  }
  await sell() // what it earns covers the fees of refunds
  return { shop, sale: await sell() }
}

const line = (line: number, quantity: number): LineReturn => ({ line, quantity })
const references = (shop: SimulatedShop) => [...shop.network.payouts.keys()]
const newest = (shop: SimulatedShop) => references(shop).at(-1) ?? ''
const reasonOf = (refund: Promise<unknown>) =>
  refund.then(
    () => 'refunded',
    error => error.reason,
  )

/** Returns what is left of an item or method in the totals of sales. */
const totalOf = (shop: SimulatedShop, kind: string, name: string) =>
  shop.query<object>(
    `select sum(gross - refunded) as net, sum(quantity) as quantity, sum(costed) as costed, sum(cost) as cost
     from sale_total where kind = ? and name = ?`,
    kind,
    name,
  )[0]

test('two of lines and the rest give exactly the sale back, once, with what it cost', async () => {
  const { shop, sale } = await openShop()
  expect(totalOf(shop, 'item', 'Khanga')).toEqual({
    net: 120_000,
    quantity: 6,
    costed: 120_000,
    cost: 84_000,
  })
  const first = await shop.owner.refunds(sale, { lines: [line(0, 1), line(1, 500)] })
  expect(first.refund.amount.value).toBe(24_000)
  expect(first.refund.line_items).toEqual([
    { line: 0, name: 'Khanga', quantity: 1, unit_price: 20_000, product_id: 'prod_khanga', amount: 20_000 },
    { line: 1, name: 'Sukari', quantity: 500, unit_price: 10_000, by_weight: true, amount: 4_000 },
  ])
  shop.network.delivers(newest(shop))
  await shop.advance({})
  expect(totalOf(shop, 'item', 'Khanga')).toEqual({
    net: 100_000,
    quantity: 5,
    costed: 100_000,
    cost: 70_000,
  })
  expect(totalOf(shop, 'weight', 'Sukari')).toEqual({
    net: 36_000,
    quantity: 4_500,
    costed: 36_000,
    cost: 36_000,
  })
  const second = await shop.owner.refunds(sale, { lines: [line(0, 2), line(1, 2_000)] })
  expect(second.refund.amount.value).toBe(56_000)
  shop.network.delivers(newest(shop))
  await shop.advance({})
  const rest = await shop.owner.refunds(sale, {})
  const bag = { line: 2, name: 'Begi', quantity: 1, unit_price: 20_000, category: 'Mifuko', amount: 20_000 }
  expect([rest.refund.amount.value, rest.refund.line_items]).toEqual([20_000, [bag]] as never)
  shop.network.delivers(newest(shop))
  await shop.advance({})
  expect((await shop.cashier.sees(sale)).refunded.value).toBe(paid)
  expect(await reasonOf(shop.owner.refunds(sale, { lines: [line(2, 1)] }))).toBe('refund_nothing_left')
  expect(totalOf(shop, 'item', 'Khanga')).toMatchObject({ quantity: 3, cost: 42_000 })
  expect(totalOf(shop, 'category', 'Mifuko')).toMatchObject({ net: 20_000 })
  const bodies = shop.merchant.received
    .map(({ body }) => JSON.parse(body))
    .filter(({ type }) => type === 'refund.completed')
  expect(bodies.map(({ data }) => data.line_items?.length)).toEqual([2, 2, 1])
})

test('one that fails gives its lines free again, and counts again if it was paid late', async () => {
  const { shop, sale } = await openShop()
  const before = totalOf(shop, 'item', 'Khanga')
  const { refund } = await shop.owner.refunds(sale, { lines: [line(0, 3)] })
  expect(await reasonOf(shop.owner.refunds(sale, { lines: [line(0, 1)] }))).toBe('refund_line_above_left')
  shop.network.refuses(newest(shop))
  await shop.advance({ minutes: 1 })
  expect(await shop.owner.seesRefund(refund)).toMatchObject({ status: 'failed' })
  expect(totalOf(shop, 'item', 'Khanga')).toEqual(before)
  expect((await shop.owner.refunds(sale, { lines: [line(0, 3)] })).refund.amount.value).toBe(60_000)
  shop.network.delivers(newest(shop))
  await shop.advance({})
  shop.network.returns(newest(shop))
  await shop.advance({ days: 1 })
  expect(totalOf(shop, 'item', 'Khanga')).toEqual(before)
})

test('two at once for the same line: one is refused', async () => {
  const { shop, sale } = await openShop()
  const ask = () => reasonOf(shop.owner.refunds(sale, { lines: [line(0, 2)] }))
  expect((await Promise.all([ask(), ask()])).toSorted()).toEqual(['refund_line_above_left', 'refunded'])
  await shop.advance({ minutes: 1 })
  expect(references(shop)).toHaveLength(1)
  expect(totalOf(shop, 'item', 'Khanga')).toMatchObject({ quantity: 4 })
})

describe('a key', () => {
  test('repeats its refund, and fits no other lines', async () => {
    const { shop, sale } = await openShop()
    const ask = { lines: [line(0, 1)], key: 'k1' }
    const first = await shop.owner.refunds(sale, ask)
    expect(await shop.owner.refunds(sale, ask)).toMatchObject({ replayed: true, body: first.body })
    const other = shop.owner.refunds(sale, { lines: [line(0, 2)], key: 'k1' })
    expect(await reasonOf(other)).toBe('idempotency_key_reused')
    expect(shop.query('select id from refund')).toHaveLength(1)
  })
})
