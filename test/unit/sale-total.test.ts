// What sales and refunds add to the stored totals of their day.
import { describe, expect, test } from 'bun:test'
import {
  newCountedRefund,
  type PaidSale,
  saleOfCash,
  saleOfPayment,
  sumOfSales,
  totalsOfRefund,
  totalsOfSale,
} from '../../src/domain/sale-total.ts'

const zone = 'Africa/Dar_es_Salaam'
/** 23:59:59 on 21 November in Dar es Salaam. */
const lateEvening = Date.UTC(2026, 10, 21, 20, 59, 59)
const sale: PaidSale = {
  accountId: 'a',
  createdAt: lateEvening,
  amount: 5_000,
  method: 'qr',
  tillId: 'till_1',
  cashier: 'neema',
  lineItems: null,
}
const none = { count: 0, gross: 0, quantity: 0, refunds: 0, refunded: 0, costed: 0, cost: 0 }
const row = { accountId: 'a', day: 20261121, ...none }

describe('a sale', () => {
  test('counts by method, till, cashier and hour', () =>
    expect(totalsOfSale(sale, zone)).toEqual([
      { ...row, kind: 'method', name: 'qr', count: 1, gross: 5_000 },
      { ...row, kind: 'till', name: 'till_1', count: 1, gross: 5_000 },
      { ...row, kind: 'cashier', name: 'neema', count: 1, gross: 5_000 },
      { ...row, kind: 'hour', name: '23', count: 1, gross: 5_000 },
    ]))

  test('without till and cashier counts by method and hour', () =>
    expect(totalsOfSale({ ...sale, tillId: null, cashier: null }, zone).map(({ kind }) => kind)).toEqual([
      'method',
      'hour',
    ]))

  test('counts each line: pieces, and grams of what is sold by weight, less its discount', () => {
    const lineItems = [
      { name: 'Milk', quantity: 2, unit_price: 1_500, discount: 100 },
      { name: 'Rice', quantity: 1_250, unit_price: 2_000, by_weight: true },
    ]
    expect(totalsOfSale({ ...sale, amount: 5_400, lineItems }, zone).slice(4)).toEqual([
      { ...row, kind: 'item', name: 'Milk', count: 1, gross: 2_900, quantity: 2 },
      { ...row, kind: 'weight', name: 'Rice', count: 1, gross: 2_500, quantity: 1_250 },
    ])
  })

  test('counts lines of one name once, with their category, tax code and cost', () => {
    const tea = { name: 'Tea', quantity: 1, unit_price: 2_000, category: 'Drinks', tax_code: 'A' as const }
    const lineItems = [{ ...tea, cost: 1_200 }, tea, { name: 'Bag', quantity: 1, unit_price: 1_000 }]
    expect(totalsOfSale({ ...sale, lineItems }, zone).slice(2)).toEqual([
      { ...row, kind: 'cashier', name: 'neema', count: 1, gross: 5_000, costed: 2_000, cost: 1_200 },
      { ...row, kind: 'hour', name: '23', count: 1, gross: 5_000, costed: 2_000, cost: 1_200 },
      ...(
        [
          ['item', 'Tea', 2],
          ['category', 'Drinks', 0],
          ['tax', 'A qr', 0],
        ] as const
      ).map(([kind, name, quantity]) => ({
        ...row,
        kind,
        name,
        quantity,
        count: 2,
        gross: 4_000,
        costed: 2_000,
        cost: 1_200,
      })),
      { ...row, kind: 'item', name: 'Bag', count: 1, gross: 1_000, quantity: 1 },
    ])
  })

  test('counts no lines that add up to something else, however much that is', () => {
    const lineItems = [{ name: 'Gold', quantity: 1_000_000, unit_price: 999_999_999_999 }]
    expect(totalsOfSale({ ...sale, lineItems }, zone).slice(4)).toEqual([])
  })

  test('that is taken out leaves nothing', () => {
    const lineItems = [{ name: 'Milk', quantity: 2, unit_price: 1_500, cost: 900 }]
    const all = [1, -1].flatMap(sign =>
      totalsOfSale({ ...sale, amount: 3_000, lineItems }, zone, sign as 1 | -1),
    )
    expect(sumOfSales(all)).toEqual(none)
  })

  const days: [at: number, zone: string, day: number][] = [
    [lateEvening, zone, 20261121],
    [lateEvening + 1_000, zone, 20261122],
    [lateEvening + 1_000, 'UTC', 20261121],
    [Date.UTC(2026, 10, 21, 18, 14, 59), 'Asia/Kathmandu', 20261121],
    [Date.UTC(2026, 10, 21, 18, 15), 'Asia/Kathmandu', 20261122],
  ]
  test.each(days)('at %p in %s counts on %p', (createdAt, zone, day) =>
    expect(totalsOfSale({ ...sale, createdAt }, zone)[0]?.day).toBe(day),
  )
})

const payment = {
  accountId: 'a',
  createdAt: lateEvening,
  amount: 5_000,
  type: 'dynamic-qr',
  tillId: 'till_1',
  staffId: 'neema',
  lineItems: null,
} as const

test.each(['pending', 'failed', 'voided', 'expired'] as const)('a %s payment is no sale', status =>
  expect(saleOfPayment({ ...payment, status })).toBeUndefined(),
)
test('a completed payment is a sale', () =>
  expect(saleOfPayment({ ...payment, status: 'completed' })).toEqual(sale))
test('cash is a method', () =>
  expect(saleOfCash({ ...sale, tillId: 'till_1', cashier: 'neema' })).toEqual({ ...sale, method: 'cash' }))

describe('a refund', () => {
  const refund = { accountId: 'a', createdAt: lateEvening, amount: 700, unmatchedId: null, lineItems: null }
  const milk = [{ name: 'Milk', quantity: 2, unit_price: 1_500, cost: 900 }]
  test.each(['failed', 'reversed'] as const)('that is %s does not count', status =>
    expect(newCountedRefund({ ...refund, status }, sale)).toBeUndefined(),
  )
  test.each(['pending', 'completed'] as const)('that is %s counts at the place of its sale', status => {
    const counted = newCountedRefund({ ...refund, status }, { ...sale, method: 'cash', cashier: null })
    expect(counted && totalsOfRefund(counted, zone)).toEqual([
      { ...row, kind: 'method', name: 'cash', refunds: 1, refunded: 700 },
      { ...row, kind: 'till', name: 'till_1', refunds: 1, refunded: 700 },
      { ...row, kind: 'hour', name: '23', refunds: 1, refunded: 700 },
    ])
  })
  test('of lines takes them out of their items, with what they made and cost', () => {
    const tea = { name: 'Tea', quantity: 1, unit_price: 2_000, category: 'Drinks' }
    const paid = { ...sale, amount: 5_000, lineItems: [...milk, tea] }
    const lineItems = [
      { line: 0, name: 'Milk', unit_price: 1_500, quantity: 1, amount: 1_500, cost_sum: 900 },
      { line: 1, name: 'Tea', unit_price: 2_000, quantity: 1, category: 'Drinks', amount: 2_000 },
    ]
    const back = { ...refund, amount: 3_500, status: 'pending', lineItems } as const
    const counted = newCountedRefund(back, paid)
    const one = { ...row, refunds: 1 }
    expect(counted && totalsOfRefund(counted, zone).slice(3)).toEqual([
      { ...one, kind: 'hour', name: '23', refunded: 3_500, costed: -1_500, cost: -900 },
      { ...one, kind: 'item', name: 'Milk', refunded: 1_500, quantity: -1, costed: -1_500, cost: -900 },
      { ...one, kind: 'item', name: 'Tea', refunded: 2_000, quantity: -1 },
      { ...one, kind: 'category', name: 'Drinks', refunded: 2_000 },
    ])
    const all = [1, -1].flatMap(sign => (counted ? totalsOfRefund(counted, zone, sign as 1 | -1) : []))
    expect(sumOfSales(all)).toEqual(none)
  })
  test('of lines that do not add up to their sale takes nothing from items', () => {
    const lineItems = [
      { line: 0, name: 'Milk', unit_price: 1_500, quantity: 1, amount: 1_500, cost_sum: 900 },
    ]
    const counted = newCountedRefund(
      { ...refund, amount: 1_500, status: 'pending', lineItems },
      { ...sale, lineItems: milk },
    )
    expect(counted).toMatchObject({ lines: [], costed: 0, cost: 0 })
  })
  test('of unmatched money does not count, because that money was no sale', () => {
    const paid = { ...sale, amount: 3_000, lineItems: milk }
    const back = { ...refund, amount: 3_000, status: 'completed' } as const
    expect(newCountedRefund(back, paid)).toMatchObject({ amount: 3_000, costed: -3_000, cost: -1_800 })
    expect(newCountedRefund({ ...back, unmatchedId: 'u' }, paid)).toBeUndefined()
  })
})
