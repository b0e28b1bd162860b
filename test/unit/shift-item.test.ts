// What a shift sold, by item: its parts always add up to what the report counts.
import { expect, test } from 'bun:test'
import type { LineItem } from '../../src/domain/line-item.ts'
import { type SoldSale, soldInShift } from '../../src/domain/shift-item.ts'

const sale = (amount: number, ...lineItems: LineItem[]): SoldSale => ({
  amount,
  lineItems: lineItems.length > 0 ? lineItems : null,
})
const soda = (quantity: number, unit_price = 1_000): LineItem => ({ name: 'Soda', quantity, unit_price })
const item = (name: string, quantity: number, gross: number, isByWeight = false) => ({
  name,
  isByWeight,
  quantity,
  gross,
})
const noOthers = { count: 0, gross: 0 }
const many = Array.from({ length: 25 }, (_, index) => ({
  name: `Item ${index}`,
  quantity: 1,
  unit_price: 100 + index,
}))
const sumOf = (lines: readonly LineItem[]) => lines.reduce((sum, { unit_price }) => sum + unit_price, 0)

test.each<[string, SoldSale[], number, ReturnType<typeof soldInShift>]>([
  ['nothing', [], 0, { items: [], others: noOthers, withoutItems: 0 }],
  [
    'sales without items',
    [sale(500), sale(700)],
    1_200,
    { items: [], others: noOthers, withoutItems: 1_200 },
  ],
  [
    'one item at two prices, and a sale without items',
    [sale(2_000, soda(2)), sale(900, soda(1, 900)), sale(100)],
    3_000,
    { items: [item('Soda', 3, 2_900)], others: noOthers, withoutItems: 100 },
  ],
  [
    'pieces and weight under one name, the highest sum first',
    [
      sale(
        6_000,
        { name: 'Rice', quantity: 1, unit_price: 4_000 },
        { name: 'Rice', quantity: 500, unit_price: 4_000, by_weight: true },
      ),
      sale(3_000, soda(3)),
    ],
    9_000,
    {
      items: [item('Rice', 1, 4_000), item('Soda', 3, 3_000), item('Rice', 500, 2_000, true)],
      others: noOthers,
      withoutItems: 0,
    },
  ],
  [
    'a discount',
    [sale(1_500, { ...soda(2), discount: 500 })],
    1_500,
    { items: [item('Soda', 2, 1_500)], others: noOthers, withoutItems: 0 },
  ],
  [
    'lines that do not add up to the amount of their sale',
    [sale(5_000, soda(2))],
    5_000,
    { items: [], others: noOthers, withoutItems: 5_000 },
  ],
  [
    'a sale that came after the sums were read',
    [sale(2_000, soda(2))],
    0,
    { items: [item('Soda', 2, 2_000)], others: noOthers, withoutItems: 0 },
  ],
  [
    'more than 20 items',
    [sale(sumOf(many), ...many)],
    sumOf(many) + 40,
    {
      items: many
        .slice(5)
        .toReversed()
        .map(({ name, unit_price }) => item(name, 1, unit_price)),
      others: { count: 5, gross: sumOf(many.slice(0, 5)) },
      withoutItems: 40,
    },
  ],
])('%s', (_, sales, gross, sold) => {
  expect(soldInShift(sales, gross)).toEqual(sold)
})
