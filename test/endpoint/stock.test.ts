// Stock: deliveries, counts, the low ones, who sees it; and after random sales, refunds, deliveries and
// counts what is on hand is the sum of the movements and what the shelf has.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type EndpointShop, openEndpointShop, type Who } from '../kit/endpoint.ts'
import { at, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { addRoles } from '../kit/endpoint-money.ts'
import { addCashiers, type PairedTill, pairTill, pins } from '../kit/endpoint-till.ts'
import { newChance } from '../kit/simulated-world.ts'

const path = '/api/v1/products'
let shop: EndpointShop
let till: PairedTill
const ids = { soda: '', rice: '', bag: '', tea: '' }
const crate = { name: 'Crate', holds: 24, price: 20_000, barcodes: [] }
const products = {
  soda: { name: 'Soda', price: 1_000, low_at: 5, track_stock: true, packs: [crate] },
  rice: { name: 'Rice', price: 3_000, low_at: 2_000, track_stock: true, sold_by_weight: true },
  bag: { name: 'Bag', price: 500, low_at: 3 },
  tea: { name: 'Tea', track_stock: true, variations: [{ name: 'Small', price: 800 }] },
}

beforeAll(async () => {
  shop = await openEndpointShop()
  await addRoles(shop)
  const crew = await addCashiers(shop)
  till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
  await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
  for (const name of ['soda', 'rice', 'bag', 'tea'] as const)
    ids[name] = textAt(await shop.request({ as: 'owner', path, json: products[name] }), 'data.id')
})
afterAll(() => shop.close())

const read = async (id: string, as: Who = 'owner') =>
  at(await shop.request({ as, path: `${path}/${id}` }), 'data')
const stockOf = async (id: string) =>
  at(await shop.request({ as: 'owner', path: `${path}/${id}` }), 'data.stock')
const enter = (id: string, json: object, headers = {}) =>
  shop.request({ as: 'owner', path: `${path}/${id}/stock`, json, headers })
const movements = async (id: string, query = '?limit=100') =>
  [at(await shop.request({ as: 'owner', path: `${path}/${id}/stock${query}` }), 'data.items')].flat() as {
    id: string
    kind: string
    quantity: number
    on_hand: number
  }[]
const low = async () =>
  [at(await shop.request({ as: 'owner', path: `${path}?low=true` }), 'data.items')]
    .flat()
    .map(one => (one as { name: string }).name)
const reasons = (answer: TestResponse) =>
  [at(answer, 'errors')]
    .flat()
    .map(one => one as { field: string; reason: string })
    .map(({ field, reason }) => [field, reason])

describe('stock', () => {
  test('is unknown before its first movement, then counted', async () => {
    expect(await read(ids.soda)).toMatchObject({ track_stock: true, stock: null })
    const delivery = await enter(ids.soda, { kind: 'delivery', quantity: 48 })
    expect(delivery.status).toBe(201)
    expect(at(delivery, 'data')).toMatchObject({ kind: 'delivery', quantity: 48, on_hand: 48, reason: null })
    const count = await enter(ids.soda, { kind: 'count', quantity: 45, reason: 'Three broke' })
    expect(at(count, 'data')).toMatchObject({ quantity: -3, on_hand: 45, reason: 'Three broke' })
    expect(await stockOf(ids.soda)).toBe(45)
    expect((await movements(ids.soda)).map(({ kind }) => kind)).toEqual(['count', 'delivery'])
  })

  test('an entry that is sent again with its key moves nothing more', async () => {
    const headers = { 'idempotency-key': 'delivery-1' }
    const entry = { kind: 'delivery', quantity: 5 }
    const [first, again] = [await enter(ids.rice, entry, headers), await enter(ids.rice, entry, headers)]
    expect(at(again, 'data')).toEqual(at(first, 'data'))
    expect(await stockOf(ids.rice)).toBe(5)
  })

  test('names what is wrong', async () => {
    expect(reasons(await enter(ids.soda, { kind: 'count', quantity: 1 }))).toEqual([
      ['reason', 'count_without_reason'],
    ])
    expect(reasons(await enter(ids.tea, { kind: 'delivery', quantity: 1 }))).toEqual([
      ['variation_id', 'stock_variation_required'],
    ])
    const untracked = await enter(ids.bag, { kind: 'delivery', quantity: 1 })
    expect(untracked.status).toBe(400)
    expect(untracked.text).toContain('stock_not_tracked')
  })

  test('low ones are found, at the mark and below', async () => {
    expect(await low()).toEqual(['Rice'])
    await enter(ids.soda, { kind: 'count', quantity: 5, reason: 'Counted' })
    expect(await low()).toEqual(['Rice', 'Soda'])
    await enter(ids.soda, { kind: 'count', quantity: 6, reason: 'Counted' })
    expect(await low()).toEqual(['Rice'])
  })

  test('a sale sells below zero, and the tag of the product stays', async () => {
    const before = (await shop.request({ as: 'owner', path: `${path}/${ids.soda}` })).headers.get('etag')
    await till.takeCash(20_000, { line_items: [{ product_id: ids.soda, pack: 'Crate', quantity: 1 }] })
    const after = await shop.request({ as: 'owner', path: `${path}/${ids.soda}` })
    expect(at(after, 'data.stock')).toBe(-18)
    expect(after.headers.get('etag')).toBe(before)
  })

  const pack = (name: string, holds: number) => ({ packs: [{ name, holds, price: 1_000, barcodes: [] }] })
  test.each<[string, object, object]>([
    ['its stock is not counted for a while', { track_stock: false }, { track_stock: true }],
    ['its pack holds less', pack('Crate', 12), {}],
    ['its pack has another name', pack('Kreti', 24), {}],
  ])('a sale that is voided brings back what it took, also if %s', async (_, change, changeBack) => {
    const json = { name: 'Changed', price: 100, track_stock: true, ...pack('Crate', 24) }
    const id = textAt(await shop.request({ as: 'owner', path, json }), 'data.id')
    const patch = (json: object) =>
      shop.request({ as: 'owner', path: `${path}/${id}`, method: 'PATCH', json })
    await enter(id, { kind: 'delivery', quantity: 48 })
    const line_items = [{ product_id: id, quantity: 1, pack: 'Crate' }]
    const sale = textAt(await till.takeCash(1_000, { line_items }), 'data.id')
    expect(await stockOf(id)).toBe(24)
    await patch(change)
    const reason = 'The customer returned the goods'
    await till.voidCash(sale, { reason })
    await patch(changeBack)
    expect(await stockOf(id)).toBe(48)
  })

  test.each<[string, object, object]>([
    ['its stock is not counted for a while', { track_stock: false }, { track_stock: true }],
    ['its pack holds less', pack('Crate', 12), {}],
    ['its pack has another name', pack('Kreti', 24), {}],
  ])('lines that are refunded bring back what they took, also if %s', async (_, change, changeBack) => {
    const json = { name: 'Changed', price: 100, track_stock: true, ...pack('Crate', 24) }
    const id = textAt(await shop.request({ as: 'owner', path, json }), 'data.id')
    const patch = (json: object) =>
      shop.request({ as: 'owner', path: `${path}/${id}`, method: 'PATCH', json })
    await enter(id, { kind: 'delivery', quantity: 100 })
    const line_items = [{ product_id: id, quantity: 3, pack: 'Crate' }]
    const sale = textAt(await till.takeCash(3_000, { line_items }), 'data.id')
    await patch(change)
    const refund = async (quantity: number) => {
      const json = { reason: 'Broken', way: 'cash', line_items: [{ line: 0, quantity }] }
      expect((await shop.request({ as: 'sandbox', path: `/v1/payments/${sale}/refunds`, json })).status).toBe(
        201,
      )
    }
    await refund(1)
    await refund(2)
    await patch(changeBack)
    expect(await stockOf(id)).toBe(100)
    expect((await movements(id)).map(({ kind, quantity }) => [kind, quantity])).toEqual([
      ['refund', 48],
      ['refund', 24],
      ['sale', -72],
      ['delivery', 100],
    ])
  })

  test.each<[string, object]>([
    ['holds less', pack('Crate', 12)],
    ['has another name', pack('Kreti', 24)],
    ['is gone', { packs: [] }],
  ])('pieces that are refunded come back as pieces, also if a pack sold with them %s', async (_, change) => {
    const json = { name: 'Changed', price: 100, track_stock: true, ...pack('Crate', 24) }
    const id = textAt(await shop.request({ as: 'owner', path, json }), 'data.id')
    await enter(id, { kind: 'delivery', quantity: 100 })
    const box = { product_id: id, name: 'Box', pack: 'Box', quantity: 2, unit_price: 500 } // not in the list
    const line_items = [{ product_id: id, pack: 'Crate', quantity: 1 }, { product_id: id, quantity: 24 }, box]
    const sale = textAt(await till.takeCash(4_400, { line_items }), 'data.id')
    expect(await stockOf(id)).toBe(52)
    await shop.request({ as: 'owner', path: `${path}/${id}`, method: 'PATCH', json: change })
    const stocks = []
    for (const [line, quantity] of [
      [1, 1],
      [1, 23],
      [2, 2],
      [0, 1],
    ]) {
      const json = { reason: 'Broken', way: 'cash', line_items: [{ line, quantity }] }
      const given = await shop.request({ as: 'sandbox', path: `/v1/payments/${sale}/refunds`, json })
      expect([given.status, given.text.includes('holds')]).toEqual([201, false])
      stocks.push(await stockOf(id))
    }
    expect(stocks).toEqual([53, 76, 76, 100])
  })

  test('a sale made before the stock was counted brings nothing back', async () => {
    const id = textAt(
      await shop.request({ as: 'owner', path, json: { name: 'Late', price: 100 } }),
      'data.id',
    )
    const line_items = [{ product_id: id, quantity: 1 }]
    const sale = textAt(await till.takeCash(100, { line_items }), 'data.id')
    const json = { track_stock: true }
    await shop.request({ as: 'owner', path: `${path}/${id}`, method: 'PATCH', json })
    await enter(id, { kind: 'count', quantity: 5, reason: 'First count' })
    await till.voidCash(sale, { reason: 'By mistake' })
    expect(await stockOf(id)).toBe(5)
  })

  test('lines that no shop sells do not keep a payment from being paid', async () => {
    const packs = [{ name: 'Ship', holds: 1_000_000, price: 1_000, barcodes: [] }]
    const json = { name: 'Grain', price: 2, track_stock: true, packs }
    const id = textAt(await shop.request({ as: 'owner', path, json }), 'data.id')
    // For a day after a new price, a till may sell at any earlier one.
    await shop.request({ as: 'owner', path: `${path}/${id}`, method: 'PATCH', json: { price: 1 } })
    const line = { product_id: id, pack: 'Ship', quantity: 1_000_000, name: 'Grain', unit_price: 0 }
    const priced = { name: 'Bag', quantity: 1, unit_price: 1_000 }
    const line_items = [priced, ...Array.from({ length: 49 }, () => line)]
    for (let sale = 0; sale < 22; sale += 1) {
      const reference = await till.sellByQr(1_000, { line_items })
      await till.pay(reference)
      const found = await shop.request({ as: 'sandbox', path: `/v1/payments/${reference}` })
      expect(at(found, 'data.status')).toBe('completed')
    }
    expect(await stockOf(id)).toBe(-1_000_000_000_000_000)
  }, 300_000)

  test('a cashier and a till see it, and neither the cost nor the movements', async () => {
    const json = { name: 'Juice', price: 1_500, cost: 900, track_stock: true }
    const id = textAt(await shop.request({ as: 'owner', path, json }), 'data.id')
    await enter(id, { kind: 'delivery', quantity: 4 })
    expect(await read(id, 'cashier')).toMatchObject({ stock: 4, cost: null })
    expect(at(await till.request({ path: `${path}/${id}` }), 'data')).toMatchObject({ stock: 4, cost: null })
    expect((await till.request({ path: `${path}/${id}/stock` })).status).toBe(403)
  })

  test('the tag of the list changes with stock, also for a till', async () => {
    const list = (headers = {}) => till.request({ path, headers })
    const etag = (await list()).headers.get('etag') ?? ''
    expect((await list({ 'if-none-match': etag })).status).toBe(304)
    await enter(ids.soda, { kind: 'delivery', quantity: 1 })
    expect((await list({ 'if-none-match': etag })).status).toBe(200)
  })

  test('a variation that is removed takes its stock with it', async () => {
    const [small] = [
      at(await shop.request({ as: 'owner', path: `${path}/${ids.tea}` }), 'data.variations'),
    ].flat() as [{ id: string }]
    await enter(ids.tea, { kind: 'delivery', quantity: 9, variation_id: small.id })
    expect(await movements(ids.tea)).toHaveLength(1)
    const json = { variations: [{ name: 'Large', price: 1_200 }] }
    await shop.request({ as: 'owner', method: 'PATCH', path: `${path}/${ids.tea}`, json })
    expect(await movements(ids.tea)).toEqual([])
  })

  test('movements have pages', async () => {
    const all = await movements(ids.soda)
    const [first] = await movements(ids.soda, '?limit=1')
    expect(first).toEqual(all[0])
    expect(await movements(ids.soda, `?starting_after=${first?.id}`)).toEqual(all.slice(1))
  })
})

const reason = 'The customer returned the goods'
const shelf = { soda: 0, rice: 0 }

/** Sells soda, crates and rice. Some sales are not paid; refunds are of the whole, of a part, or fail. */
async function sellAtRandom(chance: ReturnType<typeof newChance>): Promise<void> {
  const soda = chance.between(1, 5)
  const crates = chance.between(0, 2)
  const rice = chance.between(1, 3) * 1_000
  const line_items = [
    { product_id: ids.soda, quantity: soda },
    ...(crates > 0 ? [{ product_id: ids.soda, quantity: crates, pack: 'Crate' }] : []),
    { product_id: ids.rice, quantity: rice },
    { product_id: ids.bag, quantity: 1 },
  ]
  const amount = soda * 1_000 + crates * 20_000 + rice * 3 + 500
  const back = chance.pick('none', 'part', 'lines', 'all', 'failed')
  const isCash = chance.happens(0.5)
  if (!isCash && chance.happens(0.2)) return void (await till.sellByQr(amount, { line_items })) // not paid
  if (isCash) {
    const id = textAt(await till.takeCash(amount, { line_items }), 'data.id')
    if (back === 'all') await till.voidCash(id, { reason })
    if (back === 'lines') await giveLinesBack(id, line_items, chance)
  } else {
    const reference = await till.sellByQr(amount, { line_items })
    await till.pay(reference)
    if (back === 'lines') await giveLinesBack(reference, line_items, chance)
    else if (back !== 'none') await giveBack(reference, back, amount)
  }
  if (back === 'all') return
  shelf.soda -= soda + crates * 24
  shelf.rice -= rice
}

/** Refunds a part of every line in cash; then sometimes the rest of the first. */
async function giveLinesBack(
  reference: string,
  sold: readonly { product_id: string; quantity: number; pack?: string }[],
  chance: ReturnType<typeof newChance>,
): Promise<void> {
  const returned = sold.map(({ quantity }, line) => ({ line, quantity: chance.between(1, quantity) }))
  const rest = (sold[0]?.quantity ?? 0) - (returned[0]?.quantity ?? 0)
  const refunds = [returned, ...(rest > 0 && chance.happens(0.5) ? [[{ line: 0, quantity: rest }]] : [])]
  for (const line_items of refunds) {
    const json = { reason, way: 'cash', line_items }
    const given = await shop.request({ as: 'sandbox', path: `/v1/payments/${reference}/refunds`, json })
    expect({ status: given.status, text: given.text }).toMatchObject({ status: 201 })
    for (const { line, quantity } of line_items) {
      const { product_id, pack } = sold[line] ?? {}
      if (product_id === ids.soda) shelf.soda += quantity * (pack ? 24 : 1)
      if (product_id === ids.rice) shelf.rice += quantity
    }
  }
}

async function giveBack(reference: string, back: string, amount: number): Promise<void> {
  const json = { reason, ...(back === 'part' ? { amount: Math.floor(amount / 2) } : {}) }
  const given = await shop.request({ as: 'sandbox', path: `/v1/payments/${reference}/refunds`, json })
  const outcome = back === 'failed' ? 'failed' : 'completed'
  const refund = `/v1/sandbox/refunds/${textAt(given, 'data.id')}`
  await shop.request({ as: 'sandbox', path: refund, json: { outcome } })
  await shop.work()
}

test('after random sales, refunds, deliveries and counts the shelf is what is on hand', async () => {
  const chance = newChance(41)
  for (const name of ['soda', 'rice'] as const) {
    await enter(ids[name], { kind: 'count', quantity: 100, reason: 'Counted' })
    shelf[name] = 100
  }
  for (let step = 0; step < 40; step += 1) {
    const name = chance.pick('soda', 'rice')
    const quantity = chance.between(1, 50)
    const what = chance.pick('sale', 'sale', 'sale', 'delivery', 'count')
    if (what === 'sale') await sellAtRandom(chance)
    if (what === 'delivery') await enter(ids[name], { kind: 'delivery', quantity })
    if (what === 'count') await enter(ids[name], { kind: 'count', quantity, reason: 'Counted' })
    if (what === 'delivery') shelf[name] += quantity
    if (what === 'count') shelf[name] = quantity
  }
  for (const name of ['soda', 'rice'] as const) expect(await stockOf(ids[name])).toBe(shelf[name])
}, 300_000)

test('what is on hand is the sum of the movements, and live stock stays', async () => {
  const rows = (text: string) => shop.appliance.store.read.rows(text, [], 'once')
  const wrong = await rows(
    `select variation_id from stock where on_hand <> (select sum(quantity) from stock_movement as moved
       where moved.account_id = stock.account_id and moved.variation_id = stock.variation_id)`,
  )
  expect(wrong).toEqual([])
  const accounts = await rows('select distinct account_id from stock')
  expect(accounts.flat()).toHaveLength(1)
})
