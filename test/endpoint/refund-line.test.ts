// Refunds of lines in the API: what they are worth, what is refused, and where their lines are shown.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type EndpointShop, openEndpointShop, type TestRequest } from '../kit/endpoint.ts'
import { at, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, earn } from '../kit/endpoint-money.ts'
import { addCashiers, type PairedTill, pairTill, pins } from '../kit/endpoint-till.ts'

let shop: EndpointShop
let till: PairedTill
const reason = 'The customer returned the goods'
const line_items = [
  { name: 'Khanga', quantity: 3, unit_price: 5_000, discount: 1_000, category: 'Nguo' },
  { name: 'Mchele', quantity: 1_500, unit_price: 3_000, by_weight: true },
  { name: 'Zawadi', quantity: 1, unit_price: 0 },
]
const amount = 18_500

beforeAll(async () => {
  shop = await openEndpointShop()
  await addRoles(shop)
  const crew = await addCashiers(shop)
  await earn(shop, 1_000_000)
  till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
  await till.request({ path: '/api/v1/till/shift', json: { float: 50_000 } })
})
afterAll(() => shop.close())

async function paid(): Promise<string> {
  const reference = await till.sellByQr(amount, { line_items })
  await till.pay(reference)
  return reference
}
const refund = (reference: string, json: object, more: Partial<TestRequest> = {}) =>
  shop.request({
    as: 'sandbox',
    path: `/v1/payments/${reference}/refunds`,
    json: { reason, ...json },
    ...more,
  })
const problemsOf = (answer: TestResponse) =>
  [at(answer, 'errors')]
    .flat()
    .map(one => one as { field: string; reason: string; params: object })
    .map(one => [one.field, one.reason, one.params])

describe('a refund of lines', () => {
  test('is worth what the customer paid for them, and keeps them', async () => {
    const reference = await paid()
    const answer = await refund(reference, {
      line_items: [
        { line: 0, quantity: 1 },
        { line: 1, quantity: 500 },
      ],
    })
    expect(answer.status).toBe(201)
    expect(at(answer, 'data')).toMatchObject({
      amount: { value: 6_167 },
      line_items: [
        { line: 0, name: 'Khanga', quantity: 1, unit_price: 5_000, category: 'Nguo', amount: 4_667 },
        { line: 1, name: 'Mchele', quantity: 500, unit_price: 3_000, by_weight: true, amount: 1_500 },
      ],
    })
    const options = await shop.request({ as: 'sandbox', path: `/v1/payments/${reference}/refunds/options` })
    expect(at(options, 'data')).toMatchObject({
      refundable: { value: 12_333 },
      line_items: [
        {
          line: 0,
          quantity: 3,
          discount: 1_000,
          amount: 14_000,
          refunded_quantity: 1,
          refunded_amount: 4_667,
        },
        { line: 1, quantity: 1_500, amount: 4_500, refunded_quantity: 500, refunded_amount: 1_500 },
        { line: 2, quantity: 1, amount: 0, refunded_quantity: 0, refunded_amount: 0 },
      ],
    })
    const path = `/v1/payments/${reference}/refunds`
    const list = await shop.request({ as: 'reader', path })
    expect(at(list, 'data.items.0.line_items.1.amount')).toBe(1_500)
    const file = await shop.request({ as: 'owner', path: '/api/v1/refunds.csv' })
    expect(file.text).toContain('""line"":1,""amount"":1500')
    expect(file.text).not.toContain('cost_sum')
  })

  test('takes an amount that is their sum, and no other', async () => {
    const reference = await paid()
    const lines = { line_items: [{ line: 0, quantity: 3 }] }
    expect(problemsOf(await refund(reference, { ...lines, amount: 15_000 }))).toEqual([
      ['amount', 'refund_amount_not_of_lines', { amount: 15_000, sum: 14_000 }],
    ])
    const answer = await refund(reference, { ...lines, amount: 14_000 })
    expect([answer.status, at(answer, 'data.amount.value')]).toEqual([201, 14_000])
  })

  test('is of a cash sale, too', async () => {
    const sale = textAt(await till.takeCash(amount, { line_items }), 'data.id')
    const json = { reason, line_items: [{ line: 0, quantity: 2 }], pin: pins.neema }
    const answer = await till.request({ path: `/v1/payments/${sale}/refunds`, json })
    expect([answer.status, at(answer, 'data.amount.value'), at(answer, 'data.way')]).toEqual([
      201,
      9_333,
      'cash',
    ])
    const rest = await refund(sale, {
      line_items: [
        { line: 0, quantity: 1 },
        { line: 1, quantity: 1_500 },
      ],
    })
    expect(at(rest, 'data.amount.value')).toBe(amount - 9_333)
    const again = await refund(sale, { line_items: [{ line: 2, quantity: 1 }] })
    expect(at(again, 'reason')).toBe('cash_sale_refunded')
  })

  test('is never worth more than a refund of a sum has left', async () => {
    const reference = await paid()
    await refund(reference, { amount: 18_000, way: 'cash' })
    const answer = await refund(reference, {
      line_items: [
        { line: 0, quantity: 3 },
        { line: 1, quantity: 1_500 },
      ],
    })
    expect(at(answer, 'data.amount.value')).toBe(500)
    expect(at(answer, 'data.line_items.0.amount')).toBe(378)
  })
})

describe('refused', () => {
  let reference: string
  beforeAll(async () => {
    reference = await paid()
    await refund(reference, { line_items: [{ line: 0, quantity: 2 }], way: 'cash' })
  })
  test.each<[string, object, unknown[]]>([
    ['an empty list', { line_items: [] }, ['line_items']],
    ['no quantity', { line_items: [{ line: 0 }] }, ['line_items.0.quantity']],
    ['a quantity of nothing', { line_items: [{ line: 0, quantity: 0 }] }, ['line_items.0.quantity']],
    ['a part of a piece', { line_items: [{ line: 0, quantity: 0.5 }] }, ['line_items.0.quantity']],
    ['a line before the first', { line_items: [{ line: -1, quantity: 1 }] }, ['line_items.0.line']],
    [
      'a line after the last',
      { line_items: [{ line: 3, quantity: 1 }] },
      ['line_items.0.line', 'refund_line_unknown'],
    ],
    [
      'more than is left of a line',
      {
        line_items: [
          { line: 1, quantity: 1 },
          { line: 0, quantity: 2 },
        ],
      },
      ['line_items.1.quantity', 'refund_line_above_left'],
    ],
    [
      'a line twice',
      {
        line_items: [
          { line: 1, quantity: 1 },
          { line: 1, quantity: 1 },
        ],
      },
      ['line_items.1.line', 'refund_line_twice'],
    ],
    [
      'lines without a price',
      { line_items: [{ line: 2, quantity: 1 }] },
      ['line_items', 'refund_lines_free'],
    ],
  ])('%s', async (_, json, [field, why]) => {
    const answer = await refund(reference, json)
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 400 })
    expect(at(answer, 'errors.0.field')).toBe(field)
    if (why !== undefined) expect(at(answer, 'errors.0.reason')).toBe(why)
  })

  test('lines of a sale without lines', async () => {
    const { reference: plain } = await earn(shop, 20_000)
    expect(problemsOf(await refund(plain, { line_items: [{ line: 0, quantity: 1 }] }))).toEqual([
      ['line_items.0.line', 'refund_line_unknown', { count: 0 }],
    ])
  })

  test('other lines under the same key', async () => {
    const headers = { 'idempotency-key': 'lines-1' }
    const first = await refund(reference, { line_items: [{ line: 1, quantity: 100 }] }, { headers })
    const again = await refund(reference, { line_items: [{ line: 1, quantity: 100 }] }, { headers })
    expect([first.status, again.text === first.text]).toEqual([201, true])
    expect((await refund(reference, { line_items: [{ line: 1, quantity: 101 }] }, { headers })).status).toBe(
      422,
    )
  })
})
