// Stock in the console: quantities as people write them, what is on hand, and what is low.
import { describe, expect, test } from 'bun:test'
import type { ProductView } from '../../../src/wire/product.ts'
import { quantityField, quantityText, readQuantity } from '../../../ui/admin/products/quantity.model.ts'
import {
  countedDifference,
  type EntryKind,
  emptyEntry,
  entryBody,
  entryFaults,
  lowestStocks,
  stockOf,
} from '../../../ui/admin/products/stock.model.ts'

test.each([
  ['1,200', false, 1_200],
  ['2.5', false, undefined],
  ['few', false, undefined],
  ['2.5', true, 2_500],
  ['2,5', true, 2_500],
  ['0.2505', true, undefined],
  ['-1', true, undefined],
])('%s, by weight: %p', (text, isWeighed, quantity) => expect(readQuantity(text, isWeighed)).toBe(quantity))

test.each([
  [1_200, false, '1,200', '1,200'],
  [-3, false, '−3', '-3'],
  [1_200_500, true, '1,200.5\u00a0kg', '1200.5'],
])('%d, by weight: %p, is shown and edited', (quantity, isWeighed, shown, edited) => {
  expect(quantityText(quantity, isWeighed)).toBe(shown)
  expect(quantityField(quantity, isWeighed)).toBe(edited)
})

describe('what is on hand', () => {
  const soda = { track_stock: true, low_at: 5, sold_by_weight: false, stock: null, variations: [] }
  const sized = (...stocks: (number | null)[]) => ({
    ...soda,
    variations: stocks.map(stock => ({ stock }) as never),
  })
  test.each([
    ['not counted', { ...soda, track_stock: false, stock: 3 }, undefined],
    ['before the first movement', soda, { text: undefined, isLow: false }],
    ['enough', { ...soda, stock: 6 }, { text: '6', isLow: false }],
    ['at the low mark', { ...soda, stock: 5 }, { text: '5', isLow: true }],
    ['without a low mark', { ...soda, low_at: null, stock: 0 }, { text: '0', isLow: false }],
    ['of variations, one of which is low', sized(12, 2, null), { text: '14', isLow: true }],
  ] as const)('%s', (_, product, shown) => expect<unknown>(stockOf(product)).toEqual(shown))
})

test('the lowest are first, measured against their marks', () => {
  const item = { low_at: 10, sold_by_weight: false, stock: null, variations: [] }
  const sizes = [
    { id: 'v1', name: 'Small', stock: 1 },
    { id: 'v2', name: 'Large', stock: 11 },
    { id: 'v3', name: 'Huge', stock: -2 },
  ]
  const products = [
    { ...item, id: 'rice', name: 'Rice', stock: 500, low_at: 1_000, sold_by_weight: true },
    { ...item, id: 'soda', name: 'Soda', stock: 9 },
    { ...item, id: 'tea', name: 'Tea', variations: sizes },
    { ...item, id: 'salt', name: 'Salt', low_at: 0, stock: 0 },
  ] as unknown as ProductView[]
  expect(lowestStocks(products, 4).map(({ name, text }) => [name, text])).toEqual([
    ['Tea Huge', '−2'],
    ['Salt', '0'],
    ['Tea Small', '1'],
    ['Rice', '0.5\u00a0kg'],
  ])
})

describe('a delivery or a count', () => {
  const crate = { name: 'Crate', holds: 24, price: null, barcodes: [] }
  const soda = {
    track_stock: true,
    low_at: 5,
    sold_by_weight: false,
    stock: 40,
    packs: [crate],
    variations: [],
  } as unknown as ProductView
  const tea = { ...soda, variations: [{ id: 'var_1', name: 'Small', stock: null, packs: [] }] } as never
  const rice = { ...soda, sold_by_weight: true, packs: [] }

  test.each<[string, EntryKind, ProductView, object, object]>([
    ['nothing typed', 'delivery', soda, {}, { quantity: 'empty' }],
    ['none delivered', 'delivery', soda, { quantity: '0' }, { quantity: 'quantity' }],
    ['a delivery without a note', 'delivery', soda, { quantity: '48' }, {}],
    ['a count without a reason', 'count', soda, { quantity: '0' }, { reason: 'empty' }],
    ['a negative count', 'count', soda, { quantity: '-1', reason: 'x' }, { quantity: 'count' }],
    [
      'more than the API takes',
      'delivery',
      soda,
      { quantity: '99999999', pack: 'Crate' },
      { quantity: 'quantity' },
    ],
    ['no variation chosen', 'delivery', tea, { quantity: '1' }, { variation_id: 'empty' }],
    ['half a kilogram', 'delivery', rice, { quantity: '0.5' }, {}],
    ['no kilograms', 'delivery', rice, { quantity: 'sack' }, { quantity: 'kilos' }],
  ])('%s', (_, kind, product, typed, faults) =>
    expect<object>(entryFaults(kind, product, { ...emptyEntry, ...typed })).toEqual(faults),
  )

  test('is sent in base units', () => {
    const typed = { ...emptyEntry, quantity: '2', pack: 'Crate', reason: ' Invoice 7 ' }
    expect(entryBody('delivery', soda, typed)).toEqual({
      kind: 'delivery',
      quantity: 48,
      reason: 'Invoice 7',
    })
    expect(entryBody('count', tea, { ...emptyEntry, variation: 'var_1', quantity: '3' })).toEqual({
      kind: 'count',
      quantity: 3,
      variation_id: 'var_1',
    })
    expect(entryBody('delivery', rice, { ...emptyEntry, quantity: '2.5' }).quantity).toBe(2_500)
  })

  test('a count names what it changes', () => {
    const counted = (quantity: string) => countedDifference(soda, { ...emptyEntry, quantity })
    expect([counted('38'), counted('41'), counted('40'), counted('')]).toEqual([
      '−2',
      '+1',
      undefined,
      undefined,
    ])
  })
})
