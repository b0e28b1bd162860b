// What was sold, line by line: accepted with a payment and with cash, refused by name when wrong, and shown
// wherever the sale is.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Params, Reason } from '../../src/domain/fault.ts'
import { storedItems } from '../../src/domain/line-item.ts'
import { lineSum } from '../../src/domain/price-line.ts'
import type { ProductView } from '../../src/wire/product.ts'
import { openEndpointShop, qr, rowsOfNewPayment, type Who } from '../kit/endpoint.ts'
import { at, errorBody, paymentOf, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { openDisplay, setDisplayContent } from '../kit/endpoint-display.ts'
import { addRoles, collect, fetchPayment } from '../kit/endpoint-money.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import { runScenario } from '../kit/endpoint-scenario.ts'
import { allMethods, byPush, openSession, order } from '../kit/endpoint-session.ts'
import { addCashiers, addRolePins, pairTill, pins, rolePins } from '../kit/endpoint-till.ts'

/** Hashing PINs is slow on purpose, and slower on a busy machine. */
setDefaultTimeout(300_000)

const shop = await openEndpointShop()
const crew = await addCashiers(shop)
await addRoles(shop)
const till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
const people = await addRolePins(shop)
const back = await pairTill(shop, 'Back')
afterAll(() => shop.close())
beforeEach(() => {
  shop.advance(60_000)
  shop.dispatches.splice(0)
})

const chai = { name: 'Chai ya maziwa', quantity: 2, unit_price: 1_500 }
const khanga = {
  ...{
    id: 'p-7',
    name: '  Khanga ✂ «Kisutu» 🙂',
    description: 'Jozi\nya pili',
    image_url: 'https://shop.example/k.png',
  },
  quantity: 1_000_000,
  unit_price: 999_999_999_999,
  sku: 'K-7',
  category: 'Nguo',
}
/** The amount is independent of the items, which are not added up. */
const items = [chai, khanga, { name: 'Zawadi', quantity: 1, unit_price: 0 }]
const cash = { amount: 3_000, given: 5_000 }
const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...chai, id: String(index) }))
const chars = (count: number, one = 'x') => one.repeat(count)

test('the sum of the items is exact, whatever the prices', () => {
  expect(items.map(lineSum)).toEqual([3_000n, 999_999_999_999_000_000n, 0n])
})
test('no items are stored as null', () => {
  expect([storedItems(), storedItems([]), storedItems([chai])]).toEqual([null, null, [chai]])
})

describe('a payment', () => {
  const path = '/v1/payments'

  test('is made with them, and shown with them by every answer', async () => {
    const made = paymentOf(
      await runScenario(shop, {
        request: { as: 'sandbox', path, json: { ...qr, line_items: items } },
        status: 201,
        changes: rowsOfNewPayment,
      }),
    )
    expect(made.line_items).toEqual(items)
    expect((await fetchPayment(shop, made.reference)).line_items).toEqual(items)
    const ending = made.reference.slice(-6)
    for (const list of [
      path,
      `/api/v1/payments?limit=1`,
      `${path}/search?reference=${ending}`,
      `${path}/search?amount=5000`,
    ])
      expect(at(await shop.request({ as: 'sandbox', path: list }), 'data.items.0.line_items')).toEqual(items)
    const stream = await shop.send({ as: 'sandbox', path: `${path}/${made.reference}/events` })
    const reader = stream.body?.getReader()
    let told = ''
    while (!told.includes('data:')) told += new TextDecoder().decode((await reader?.read())?.value)
    expect(told).toContain(`"line_items":${JSON.stringify(items)}`)
    await reader?.cancel()
    const voided = await shop.request({
      as: 'sandbox',
      method: 'POST',
      path: `${path}/${made.reference}/void`,
    })
    expect(paymentOf(voided).line_items).toEqual(items)
  })

  test.each([
    ['none', {}],
    ['an empty list', { line_items: [] }],
  ])('with %s shows an empty list, and stores nothing', async (_, more) => {
    const { reference, line_items } = await shop.make({ ...qr, ...more })
    expect([line_items, (await fetchPayment(shop, reference)).line_items]).toEqual([[], []])
    const { rows } = shop.appliance.store.read
    expect(await rows('select line_items from payment where id = $1', [reference], 'once')).toEqual([[null]])
  })

  test('takes the largest allowed list, and stores the known fields of each', async () => {
    expect((await shop.make({ ...qr, line_items: many(50) })).line_items).toEqual(many(50))
    const long = {
      ...chai,
      name: chars(200, '🙂'),
      id: chars(100),
      description: chars(500),
      image_url: chars(500),
      sku: chars(100),
      category: chars(100),
      product_id: chars(100),
      variation_id: chars(100),
      pack: chars(100),
      by_weight: true,
      // The lines of products add up.
      quantity: 1_000,
      unit_price: 6_000,
      discount: 1_000,
      discount_reason: chars(500),
      note: chars(200),
    }
    const asked = { ...qr, line_items: [{ ...long, colour: 'red', total: 5 }] }
    expect(at(await shop.request({ as: 'sandbox', path, json: asked }), 'data.line_items')).toEqual([long])
  })

  test('is the same when repeated with its key, and refused with other items', async () => {
    const request = { as: 'sandbox', path, headers: { 'idempotency-key': 'items-1' } } as const
    const first = await shop.request({ ...request, json: { ...qr, line_items: items } })
    const before = await shop.rows()
    const again = await shop.request({ ...request, json: { ...qr, line_items: items } })
    expect([again.status, again.text]).toEqual([201, first.text])
    const other = await shop.request({ ...request, json: { ...qr, line_items: [{ ...chai, quantity: 3 }] } })
    expect(other.json).toMatchObject({
      ...errorBody('validation_error'),
      errors: [{ field: 'Idempotency-Key' }],
    })
    expect(changesBetween(before, await shop.rows())).toEqual({})
  })

  test('of a session has those of the session', async () => {
    const customer = await openSession(shop, { ...order, ...allMethods, line_items: items })
    await customer.tries(byPush)
    expect((await customer.payment()).line_items).toEqual(items)
    const bare = await openSession(shop, { ...order, ...allMethods })
    await bare.tries(byPush)
    expect((await bare.payment()).line_items).toEqual([])
  })
})

describe('is refused by name', () => {
  type Case = readonly [field: string, line_items: unknown, reason: Reason, params?: Params | undefined]
  const inFourth = (name: string, value: unknown, reason: Reason, params?: Params): Case => [
    `line_items.3.${name}`,
    [...many(3), { ...chai, [name]: value }],
    reason,
    params,
  ]
  const cases: Case[] = [
    ['line_items', many(51), 'too_many_entries', { max: 50 }],
    ['line_items', {}, 'not_list'],
    ['line_items', 'chai', 'not_list'],
    ['line_items.1', [chai, 'Chapati'], 'not_object'],
    inFourth('name', undefined, 'required'),
    inFourth('name', '', 'required'), // empty counts as absent, and a product would give it
    inFourth('name', ' \t', 'wrong_form', { expected: 'text, not only spaces' }),
    inFourth('name', chars(201), 'too_long', { max: 200 }),
    inFourth('name', 7, 'not_text'),
    inFourth('quantity', undefined, 'required'),
    inFourth('quantity', 0, 'out_of_range', { min: 1, max: 1000000 }),
    inFourth('quantity', -1, 'out_of_range', { min: 1, max: 1000000 }),
    inFourth('quantity', 1_000_001, 'out_of_range', { min: 1, max: 1000000 }),
    inFourth('quantity', 1.5, 'not_whole_number_in_range', { min: 1, max: 1_000_000 }),
    inFourth('quantity', '2', 'not_whole_number_in_range', { min: 1, max: 1_000_000 }),
    inFourth('unit_price', undefined, 'required'),
    inFourth('unit_price', -1, 'out_of_range', { min: 0, max: 999999999999 }),
    inFourth('unit_price', 1_000_000_000_000, 'out_of_range', { min: 0, max: 999999999999 }),
    inFourth('unit_price', 0.5, 'not_whole_number_in_range', { min: 0, max: 999_999_999_999 }),
    inFourth('id', chars(101), 'too_long', { max: 100 }),
    inFourth('description', chars(501), 'too_long', { max: 500 }),
    inFourth('image_url', chars(501), 'too_long', { max: 500 }),
    inFourth('sku', 5, 'not_text'),
    inFourth('category', [], 'not_text'),
  ]
  const named = cases.map(
    ([field, line_items, reason, params], index) => [field, reason, params, { line_items }, index] as const,
  )

  test.each(named)('%s %s %j', async (field, reason, params, wrong) => {
    const before = await shop.rows()
    for (const answer of [
      await shop.request({ as: 'sandbox', path: '/v1/payments', json: { ...qr, ...wrong } }),
      await till.request({ path: '/api/v1/till/cash', json: { ...cash, ...wrong } }),
    ]) {
      expect(answer.json).toMatchObject({ code: 400, ...errorBody('validation_error', reason, params) })
      expect(at(answer, 'errors.0')).toEqual({
        field,
        message: expect.stringMatching(new RegExp(`^${field} .`)),
        reason,
        ...(params ? { params } : {}),
      })
    }
    expect(changesBetween(before, await shop.rows())).toEqual({})
  })
})

describe('cash', () => {
  test('is taken with them, once, and shown with them, also when it is given back', async () => {
    const headers = { 'idempotency-key': 'cash-1' }
    const request = { path: '/api/v1/till/cash', json: { ...cash, line_items: items }, headers }
    const taken = await till.request(request)
    expect([taken.status, at(taken, 'data.line_items')]).toEqual([201, items])
    const again = await till.request(request)
    expect([again.headers.get('idempotent-replayed'), again.text]).toEqual(['true', taken.text])
    const other = await till.request({ ...request, json: { ...cash, line_items: [chai] } })
    expect(other.json).toMatchObject({
      ...errorBody('validation_error'),
      errors: [{ field: 'Idempotency-Key' }],
    })
    expect(at(await till.voidCash(textAt(taken, 'data.id')), 'data.line_items')).toEqual(items)
  })

  test('without them shows an empty list', async () => {
    expect(at(await till.takeCash(3_000), 'data.line_items')).toEqual([])
  })
})

test('the till’s last sales have them, of both kinds', async () => {
  await till.sellByQr(5_000, { line_items: items })
  shop.advance(1_000)
  await till.takeCash(3_000, { line_items: [chai] })
  shop.advance(1_000)
  await till.sellByQr(700)
  const sales = await till.request({ path: '/api/v1/till/sales?limit=3' })
  expect([0, 1, 2].map(index => at(sales, `data.${index}.line_items`))).toEqual([[], [chai], items])
})

describe('a display', () => {
  /** The customer's view of an item; its internal numbers stay with the shop. */
  const seen = items.map(({ name, quantity, unit_price }) => ({ name, quantity, unit_price }))

  test('shows the items of a QR, of cash and of a link, and none of their other fields', async () => {
    const screen = await openDisplay(shop, till)
    const shows = async (reference: string) => {
      await setDisplayContent(till, { reference })
      const { text } = await screen.request({ path: '/api/v1/display' })
      for (const hidden of [khanga.id, khanga.sku, khanga.image_url, khanga.category])
        expect(text).not.toContain(hidden)
      return (await screen.state()).sale
    }
    const byCode = await till.sellByQr(5_000, { line_items: items })
    expect(await shows(byCode)).toMatchObject({ phase: 'scan', line_items: seen })
    await till.pay(byCode)
    expect(await shows(byCode)).toMatchObject({ phase: 'paid', line_items: seen })
    const forCash = await till.takeCash(3_000, { line_items: items })
    expect(await shows(textAt(forCash, 'data.id'))).toMatchObject({
      phase: 'paid',
      change: 0,
      line_items: seen,
    })
    const byLink = await till.request({
      path: '/api/v1/sessions',
      json: { amount: 6_000, line_items: items },
    })
    expect(await shows(textAt(byLink, 'data.reference'))).toMatchObject({ phase: 'link', line_items: seen })
    expect((await shows(await till.sellByQr(900)))?.line_items).toEqual([])
  })
})

describe('a webhook', () => {
  const webhook_url = 'http://192.168.1.20/hook'
  const body = () => String(shop.dispatches.splice(0).at(-1)?.body)
  /** Pays a sale and returns its event, without what is new in every event. */
  const told = async (outcome: object, more: object, version = '2026-01-25') => {
    await collect(shop, { ...qr, webhook_url, ...more }, outcome, 'sandbox', { 'api-version': version })
    return body()
      .replace(/"evt_\w+"/, '"evt_"')
      .replace(/"(external_)?reference":"[^"]+"/g, '"$1reference":""')
  }

  test.each([
    ['payment.completed', { outcome: 'completed' }],
    ['payment.failed', { outcome: 'failed', reason: 'insufficient_funds' }],
  ])('%s has them after the metadata, and is unchanged without items', async (_, outcome) => {
    const metadata = { order: 'A-17' }
    const [without, empty, sold] = [
      await told(outcome, { metadata }),
      await told(outcome, { metadata, line_items: [] }),
      await told(outcome, { metadata, line_items: items }),
    ]
    expect(without).not.toContain('line_items')
    expect(empty).toBe(without)
    const end = '"metadata":{"order":"A-17"}'
    expect(sold).toBe(without.replace(end, `${end},"line_items":${JSON.stringify(items)}`))
  })

  test('payment.voided and payment.expired have them, too', async () => {
    const asked = { ...qr, webhook_url, line_items: [chai] }
    const { reference } = await shop.make(asked)
    await shop.request({ as: 'sandbox', method: 'POST', path: `/v1/payments/${reference}/void` })
    await shop.work()
    expect(JSON.parse(body())).toMatchObject({ type: 'payment.voided', data: { line_items: [chai] } })
    await shop.make({ ...asked, details: { ...asked.details, expires_in: 60 } })
    shop.advance(61_000)
    await shop.work()
    expect(JSON.parse(body())).toMatchObject({ type: 'payment.expired', data: { line_items: [chai] } })
  })

  test('in the legacy form never has them', async () => {
    const outcome = { outcome: 'completed' }
    const [without, sold] = [
      await told(outcome, {}, '2026-01-01'),
      await told(outcome, { line_items: items }, '2026-01-01'),
    ]
    expect(without).toContain('"event":"payment.completed"')
    expect(sold).toBe(without)
  })

  test('of a session has those of the session', async () => {
    const customer = await openSession(shop, { ...order, ...allMethods, webhook_url, line_items: items })
    await customer.tries(byPush)
    await customer.approves()
    expect(JSON.parse(body())).toMatchObject({
      type: 'payment.completed',
      data: { session_reference: customer.reference, line_items: items },
    })
  })
})

describe('a line of the price list', () => {
  const products = '/api/v1/products'
  const add = async (json: object) =>
    at(await shop.request({ as: 'owner', path: products, json }), 'data') as ProductView
  const sell = (amount: number, line_items: readonly object[], more: object = {}) =>
    shop.request({
      as: 'sandbox',
      path: '/v1/payments',
      json: { ...qr, details: { amount, currency: 'TZS' }, line_items },
      ...more,
    })
  const itemsOf = (answer: TestResponse) => at(answer, 'data.line_items')
  const rejection = (field: string, reason: string, params: object = {}) => ({
    error_code: 'validation_error',
    errors: [{ field, reason, ...(Object.keys(params).length > 0 ? { params } : {}) }],
  })

  test('takes name and price from it, by the piece, the pack and the kilogram, and keeps them', async () => {
    const soda = await add({
      name: 'Soda',
      category: 'Drinks',
      price: 1_000,
      cost: 700,
      sku: 'SD1',
      tax_code: 'A',
      wholesale: { from: 30, price: 900 },
      packs: [{ name: 'Crate', holds: 24, price: 20_000, barcodes: [] }],
    })
    const rice = await add({ name: 'Rice', price: 3_150, cost: 2_000, sold_by_weight: true })
    const tea = await add({
      name: 'Tea',
      variations: [
        { name: 'Small', price: 500 },
        { name: 'Large', price: 800 },
      ],
    })
    const large = tea.variations[1]?.id
    // 24 in the crate and 6 pieces reach the wholesale quantity: 20,000 + 6 × 900 + 1,103 + 700.
    const lines = [
      { product_id: soda.id, pack: 'Crate', quantity: 1 },
      { product_id: soda.id, quantity: 6 },
      { product_id: rice.id, quantity: 350 },
      { product_id: tea.id, variation_id: large, quantity: 1, discount: 100, discount_reason: 'regular' },
    ]
    const made = await sell(27_203, lines)
    const known = { product_id: soda.id, sku: 'SD1', category: 'Drinks', tax_code: 'A' }
    const sold = [
      { ...known, name: 'Soda (Crate)', quantity: 1, unit_price: 20_000, pack: 'Crate' },
      { ...known, name: 'Soda', quantity: 6, unit_price: 900 },
      { name: 'Rice', quantity: 350, unit_price: 3_150, product_id: rice.id, by_weight: true },
      { ...lines[3], name: 'Tea, Large', unit_price: 800 },
    ]
    expect<unknown>(itemsOf(made)).toEqual(sold)

    const json = { name: 'Cola', price: 2, cost: 1, wholesale: null, tax_code: 'C' }
    for (const request of [
      { method: 'PATCH', path: `${products}/${soda.id}`, json },
      { method: 'DELETE', path: `${products}/${rice.id}` },
    ])
      expect((await shop.request({ as: 'owner', ...request })).status).toBe(200)
    const reference = textAt(made, 'data.reference')
    expect<unknown>((await fetchPayment(shop, reference)).line_items).toEqual(sold)
    // A till that opens the sale of its list sells these lines again by another method: a new sale, with the
    // tax code of today.
    const taxedToday = sold.map(line => ('tax_code' in line ? { ...line, tax_code: 'C' } : line))
    expect<unknown>(itemsOf(await sell(27_203, sold))).toEqual(taxedToday)
    // The row has the cost of that moment, which no answer, file or webhook shows.
    const { rows } = shop.appliance.store.read
    const [[stored]] = (await rows('select line_items from payment where id = $1', [reference], 'once')) as [
      [string],
    ]
    expect(JSON.parse(stored).map(({ cost }: { cost?: number }) => cost)).toEqual([
      16_800,
      700,
      2_000,
      undefined,
    ])
    const file = await shop.request({ as: 'owner', path: '/api/v1/payments.csv' })
    expect(file.text).toContain('Soda (Crate)')
    expect(`${file.text}${made.text}`).not.toContain('cost')
  })

  test('may have a different price, and mixes with lines without a product', async () => {
    const { id } = await add({ name: 'Repair' })
    // The last product was deleted or never existed. A till with an older list still sells it.
    const gone = { product_id: 'prod_gone', name: 'Fan', quantity: 1, unit_price: 0, pack: 'Box' }
    const lines = [{ product_id: id, quantity: 1, unit_price: 4_000, name: 'Repair of a fan' }, chai, gone]
    const made = await sell(4_000 + chai.quantity * chai.unit_price, lines)
    expect<unknown>(itemsOf(made)).toEqual(lines)
  })

  const why = { discount_reason: 'scratched' }
  type DiscountCase<Seller> = [Seller, number, object, 201 | Reason]
  const discountCases: DiscountCase<'cashier' | 'developer' | 'owner' | 'admin'>[] = [
    ['cashier', 1_000, {}, 201],
    ['cashier', 1_001, why, 'discount_above_limit'],
    ['developer', 1_000, {}, 201],
    ['developer', 1_001, why, 'discount_above_limit'],
    ['owner', 1_001, {}, 'discount_reason_missing'],
    ['owner', 1_001, why, 201],
    ['admin', 1_001, {}, 'discount_reason_missing'],
    ['admin', 10_000 - 500, why, 201],
  ]
  const radioAt = async (discount: number, reason: object) => {
    const { id } = await add({ name: 'Radio', price: 10_000 })
    return [{ product_id: id, quantity: 1, discount, ...reason }]
  }
  const discounted = (expected: 201 | Reason) =>
    expected === 201 ? { code: 201 } : rejection('line_items', expected, { percent: 10 })

  test.each<DiscountCase<Who>>([...discountCases, ['sandbox', 9_000, {}, 201]])(
    'has discounts up to the limit of the person who sells: %s, %d, %j',
    async (as, discount, reason, expected) => {
      const answer = await sell(10_000 - discount, await radioAt(discount, reason), { as })
      expect<unknown>(answer.json).toMatchObject(discounted(expected))
    },
  )

  test.each(discountCases)(
    'at a till has discounts up to the limit of the person who is signed in: %s, %d, %j',
    async (role, discount, reason, expected) => {
      const [id, pin] = role === 'cashier' ? [crew.juma, pins.juma] : [people.get(role), rolePins[role]]
      expect((await back.signIn(id ?? '', pin)).status).toBe(200)
      await back.request({ path: '/api/v1/till/shift', json: { float: 0 } })
      const amount = 10_000 - discount
      const line_items = await radioAt(discount, reason)
      const requests = [
        { path: '/api/v1/payments', json: { ...qr, details: { amount, currency: 'TZS' }, line_items } },
        { path: '/api/v1/till/cash', json: { amount, given: amount, line_items } },
        { path: '/api/v1/sessions', json: { amount, line_items } },
      ]
      for (const request of requests)
        expect((await back.request(request)).json).toMatchObject(discounted(expected))
    },
  )

  describe('at a price below the list', () => {
    const dayMs = 86_400_000
    let id = ''
    beforeAll(async () => {
      id = (await add({ name: 'Kettle', price: 10_000, wholesale: { from: 6, price: 8_000 } })).id
      shop.advance(dayMs)
    })
    const lineAt = (unit_price: number, more: object = {}) => [
      { product_id: id, quantity: 1, unit_price, ...more },
    ]

    test.each<[Who, number, object, 201 | Reason]>([
      ['developer', 9_000, {}, 201],
      ['developer', 8_999, why, 'discount_above_limit'],
      ['developer', 9_500, { discount: 501 }, 'discount_above_limit'],
      ['developer', 20_000, { discount: 10_000 }, 201],
      ['owner', 8_999, {}, 'discount_reason_missing'],
      ['owner', 500, why, 201],
      ['sandbox', 500, {}, 201],
    ])('is limited like a discount: %s, %d, %j', async (as, unitPrice, more, expected) => {
      const { discount = 0 } = more as { discount?: number }
      const answer = await sell(unitPrice - discount, lineAt(unitPrice, more), { as })
      expect<unknown>(answer.json).toMatchObject(discounted(expected))
    })

    test('is measured against the wholesale price from its quantity on', async () => {
      const six = (unit_price: number) =>
        sell(6 * unit_price, [{ product_id: id, quantity: 6, unit_price }], { as: 'developer' })
      expect((await six(7_200)).status).toBe(201)
      expect((await six(7_199)).json).toMatchObject(discounted('discount_above_limit'))
    })

    const edit = (json: object) =>
      shop.request({ as: 'owner', method: 'PATCH', path: `${products}/${id}`, json })

    test.each<[string, object]>([
      ['the product is sold out', { available: false }],
      ['the product has another color', { color: '#00ff00' }],
      ['the product costs the shop more', { cost: 7_000 }],
    ])('is limited although %s', async (_, change) => {
      expect((await edit(change)).status).toBe(200)
      const answer = await sell(8_999, lineAt(8_999, why), { as: 'developer' })
      expect(answer.json).toMatchObject(discounted('discount_above_limit'))
    })

    test('is limited for a product that was just created: no till has an earlier price', async () => {
      const { id: newId } = await add({ name: 'Iron', price: 10_000 })
      const line_items = [{ product_id: newId, quantity: 1, unit_price: 8_999, ...why }]
      const answer = await sell(8_999, line_items, { as: 'developer' })
      expect(answer.json).toMatchObject(discounted('discount_above_limit'))
    })

    test('is free for a day after a new price, because a till may have the earlier list', async () => {
      await edit({ price: 20_000 })
      const sellAtEarlierPrice = () => sell(10_000, lineAt(10_000), { as: 'developer' })
      shop.advance(dayMs - 1)
      expect((await sellAtEarlierPrice()).status).toBe(201)
      const discountedMore = await sell(8_999, lineAt(10_000, { discount: 1_001 }), { as: 'developer' })
      expect(discountedMore.json).toMatchObject(discounted('discount_above_limit'))
      shop.advance(1)
      expect((await sellAtEarlierPrice()).json).toMatchObject(discounted('discount_above_limit'))
    })
  })

  test('is refused by name if its product is sold by weight now, but was not when it was added', async () => {
    const { id } = await add({ name: 'Mango', price: 2_500 })
    const json = { sold_by_weight: true }
    await shop.request({ as: 'owner', method: 'PATCH', path: `${products}/${id}`, json })
    const bread = { name: 'Bread', quantity: 1, unit_price: 1_000 }
    const mango = { product_id: id, name: 'Mango', quantity: 2, unit_price: 2_500 }
    const refused = rejection('line_items.1.by_weight', 'weight_unlike_product', { name: 'Mango' })
    expect((await sell(6_000, [bread, mango])).json).toMatchObject(refused)
    const reduced = { ...mango, discount: 500, discount_reason: 'Regular' }
    expect((await sell(5_500, [bread, reduced])).json).toMatchObject(refused)
    const kilos = { ...mango, quantity: 2_000 }
    expect((await sell(6_000, [bread, kilos])).status).toBe(201)
    expect((await sell(5_999, [bread, mango])).json).toMatchObject(
      rejection('details.amount', 'amount_not_of_lines', { amount: 5_999, sum: 1_005 }),
    )
  })

  test('has a name of at most 200 characters, however long those of its parts are', async () => {
    const [name, size, unit] = ['Ndizi '.repeat(33), 'Kubwa '.repeat(33), 'Mkungu wa ndizi zote']
    const { id, variations } = await add({
      name: `${name}za`,
      variations: [
        { name: `${size}za`, price: 500, packs: [{ name: unit, holds: 9, price: 4_500, barcodes: [] }] },
      ],
    })
    const line = { product_id: id, variation_id: variations[0]?.id, pack: unit, quantity: 2 }
    const [sold] = itemsOf(await sell(9_000, [line])) as { name: string }[]
    expect(sold?.name).toMatch(/^Ndizi Ndizi .*…, Kubwa Kubwa .*… \(Mkungu wa ndizi zote\)$/)
    expect(sold?.name.length).toBeLessThanOrEqual(200)
  })

  test('is refused with the name of its line, and with both sums if they differ', async () => {
    const open = await add({ name: 'Airtime' })
    const tea = await add({
      name: 'Coffee',
      variations: [
        { name: 'S', price: 500 },
        { name: 'L', price: 800 },
      ],
    })
    const one = { quantity: 1 }
    const cases: [object, object][] = [
      [{ ...one, product_id: 'prod_none' }, rejection('line_items.0.product_id', 'product_unknown')],
      [{ ...one, product_id: open.id }, rejection('line_items.0.unit_price', 'required')],
      [{ ...one, product_id: tea.id }, rejection('line_items.0.variation_id', 'variation_required')],
      [
        { ...one, product_id: open.id, variation_id: 'var_x' },
        rejection('line_items.0.variation_id', 'product_unknown'),
      ],
      [
        { ...one, product_id: open.id, unit_price: 5, pack: 'Box' },
        rejection('line_items.0.pack', 'pack_unknown', { names: 'none' }),
      ],
      [
        { ...one, name: 'Open', product_id: open.id, unit_price: 5_000, by_weight: true },
        rejection('line_items.0.by_weight', 'weight_unlike_product', { name: 'Open' }),
      ],
      [
        { ...one, product_id: open.id, unit_price: 5, discount: 6 },
        rejection('line_items.0.discount', 'too_high', { max: 5 }),
      ],
      [
        { ...one, product_id: open.id, unit_price: 4_999 },
        rejection('details.amount', 'amount_not_of_lines', { amount: 5_000, sum: 4_999 }),
      ],
    ]
    for (const [line, body] of cases) expect((await sell(5_000, [line])).json).toMatchObject(body)
    // Without a product, name and price are required, and the sum is not compared.
    expect((await sell(5_000, [one])).json).toMatchObject({
      errors: [{ field: 'line_items.0.name' }, { field: 'line_items.0.unit_price' }],
    })
    expect((await sell(5_000, [{ ...one, name: 'Bread', unit_price: 1 }])).status).toBe(201)
  })

  test('is the same under its Idempotency-Key when the price has changed since', async () => {
    const { id } = await add({ name: 'Soap', price: 5_000 })
    const headers = { 'idempotency-key': 'soap-1' }
    const lines = [{ product_id: id, quantity: 1 }]
    const first = await sell(5_000, lines, { headers })
    await shop.request({ as: 'owner', method: 'PATCH', path: `${products}/${id}`, json: { price: 6_000 } })
    expect((await sell(5_000, lines, { headers })).text).toBe(first.text)
    const json = { amount: 6_000, line_items: lines }
    const session = await shop.request({
      as: 'sandbox',
      path: '/api/v1/sessions',
      json,
      headers: { 'idempotency-key': 'soap-2' },
    })
    expect(itemsOf(session)).toMatchObject([{ name: 'Soap', unit_price: 6_000 }])
    await shop.request({ as: 'owner', method: 'PATCH', path: `${products}/${id}`, json: { price: 7_000 } })
    const again = await shop.request({
      as: 'sandbox',
      path: '/api/v1/sessions',
      json,
      headers: { 'idempotency-key': 'soap-2' },
    })
    expect(itemsOf(again)).toEqual(itemsOf(session))
    expect((await shop.request({ as: 'sandbox', path: '/api/v1/sessions', json })).json).toMatchObject(
      rejection('amount', 'amount_not_of_lines', { amount: 6_000, sum: 7_000 }),
    )
  })
})
