// Tills are notified of stock at or below the low mark, after a sale, a refund, a delivery and a count, on
// any node. What there is plenty of brings no news.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type EndpointShop, openEndpointShop } from '../kit/endpoint.ts'
import { at, messagesOf, textAt } from '../kit/endpoint-answer.ts'
import { openShopOnNodes } from '../kit/endpoint-nodes.ts'
import { addCashiers, type PairedTill, pairTill, pins } from '../kit/endpoint-till.ts'

const path = '/api/v1/products'
let shop: EndpointShop
let till: PairedTill
let news: ReturnType<typeof messagesOf>
let [soda, tea, end] = ['', '', '']

beforeAll(async () => {
  shop = await openEndpointShop()
  const crew = await addCashiers(shop)
  till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
  await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
  const counted = { price: 1_000, track_stock: true }
  const made = async (json: object) => textAt(await shop.request({ as: 'owner', path, json }), 'data.id')
  soda = await made({ ...counted, name: 'Soda', low_at: 5 })
  tea = await made({ ...counted, name: 'Tea' })
  end = await made({ name: 'End' })
  await enter(soda, 'delivery', 20)
  news = await newsOf(shop, till)
})
afterAll(async () => {
  await news.close()
  await shop.close()
})

/** Opens the stream of a till. */
async function newsOf(shop: EndpointShop, { cookie }: PairedTill): Promise<ReturnType<typeof messagesOf>> {
  const headers = { cookie, 'kaunta-till': '1' }
  const stream = messagesOf(await shop.send({ path: '/api/v1/payments/events', headers }))
  expect(await stream.next()).toBe('retry: 1000')
  expect(await stream.next()).toStartWith('event: open')
  return stream
}

const enter = (id: string, kind: 'delivery' | 'count', quantity: number) =>
  shop.request({ as: 'owner', path: `${path}/${id}/stock`, json: { kind, quantity, reason: 'Checked' } })
const sell = async (...lines: readonly (readonly [id: string, quantity: number])[]) => {
  const line_items = lines.map(([product_id, quantity]) => ({ product_id, quantity }))
  const sum = lines.reduce((total, [, quantity]) => total + quantity * 1_000, 0)
  return textAt(await till.takeCash(sum, { line_items }), 'data.id')
}
const left = async (id: string) => at(await till.request({ path: `${path}/${id}` }), 'data.stock')

/** Returns the products that tills heard of, up to a change that ends the reading. */
async function heard(): Promise<string[][]> {
  const name = `End ${crypto.randomUUID()}`
  await shop.request({ as: 'owner', method: 'PATCH', path: `${path}/${end}`, json: { name } })
  const lists: string[][] = []
  for (;;) {
    const message = await news.next()
    if (!message?.startsWith('event: products.changed')) continue
    const { ids } = JSON.parse(message.split('data: ')[1] ?? '') as { ids: string[] }
    if (ids.includes(end)) return lists
    lists.push(ids)
  }
}

test('a sale of what there is plenty of brings no news', async () => {
  await sell([soda, 2])
  await enter(soda, 'delivery', 2)
  expect(await heard()).toEqual([])
})

test('a sale down to the low mark and below brings news, once for all its lines', async () => {
  await enter(tea, 'count', 1)
  await sell([soda, 15])
  await sell([soda, 1], [tea, 1], [soda, 1])
  const lists = await heard()
  expect(lists).toEqual([[soda], [soda, tea]])
  expect(await left(soda)).toBe(3)
})

test('a sale that is voided, a payment and its refund bring news', async () => {
  const sale = await sell([soda, 1])
  const reason = 'The customer returned the goods'
  await till.voidCash(sale, { reason })
  expect(await heard()).toEqual([[soda], [soda]])
  const line_items = [{ product_id: soda, quantity: 2 }]
  const reference = await till.sellByQr(2_000, { line_items })
  expect(await heard()).toEqual([])
  await till.pay(reference)
  expect(await heard()).toEqual([[soda]])
  const json = { reason, way: 'cash', line_items: [{ line: 0, quantity: 1 }] }
  await shop.request({ as: 'sandbox', path: `/v1/payments/${reference}/refunds`, json })
  expect(await heard()).toEqual([[soda]])
  expect(await left(soda)).toBe(2)
})

test('a refund that fails brings news again', async () => {
  const reference = await till.sellByQr(1_000, { line_items: [{ product_id: soda, quantity: 1 }] })
  await till.pay(reference)
  const json = { reason: 'Broken' }
  const refund = await shop.request({ as: 'sandbox', path: `/v1/payments/${reference}/refunds`, json })
  expect(await left(soda)).toBe(2)
  const decision = { path: `/v1/sandbox/refunds/${textAt(refund, 'data.id')}`, json: { outcome: 'failed' } }
  await shop.request({ as: 'sandbox', ...decision })
  await shop.work()
  expect(await left(soda)).toBe(1)
  expect(await heard()).toEqual([[soda], [soda], [soda]])
})

test('a delivery and a count bring news at the mark, and none once the shelf is empty', async () => {
  await enter(soda, 'count', 0)
  await enter(soda, 'delivery', 9)
  await enter(soda, 'count', 7)
  expect(await heard()).toEqual([[soda], [soda]])
  await sell([soda, 9])
  expect(await heard()).toEqual([[soda]])
  await sell([soda, 1])
  expect(await heard()).toEqual([])
  expect(await left(soda)).toBe(-3)
})

test('a till hears of stock that another node moved', async () => {
  const nodes = await openShopOnNodes()
  const crew = await addCashiers(nodes)
  const door = await pairTill(nodes, 'Door', { staffId: crew.neema, pin: pins.neema })
  const json = { name: 'Soda', price: 1_000, track_stock: true, low_at: 99 }
  const id = textAt(await nodes.request({ as: 'owner', path, json }), 'data.id')
  const stream = await newsOf(nodes, door)
  const delivery = {
    as: 'owner',
    path: `${path}/${id}/stock`,
    json: { kind: 'delivery', quantity: 1 },
  } as const
  for (let entered = 0; entered < 8; entered += 1) {
    await nodes.request(delivery)
    expect(await stream.next()).toBe(`event: products.changed\ndata: {"ids":["${id}"]}`)
  }
  await stream.close()
  await nodes.close()
})
