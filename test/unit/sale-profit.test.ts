// What sales and refunds earn, to the shilling.
import { describe, expect, test } from 'bun:test'
import type { LineItem } from '../../src/domain/line-item.ts'
import { spreadDiscount } from '../../src/domain/price-line.ts'
import { costedSumOfLine, costedSumOfLines, costedSumOfRefund } from '../../src/domain/sale-profit.ts'

const milk: LineItem = { name: 'Milk', quantity: 3, unit_price: 1_500, cost: 1_100 }
const lines: [name: string, line: LineItem, costed: number, cost: number][] = [
  ['pieces', milk, 4_500, 3_300],
  ['a discount lowers what they made', { ...milk, discount: 700 }, 3_800, 3_300],
  ['a discount below the cost is a loss', { ...milk, discount: 4_000 }, 500, 3_300],
  [
    'a carton at the cost of a carton',
    { ...milk, quantity: 1, unit_price: 30_000, cost: 26_400 },
    30_000,
    26_400,
  ],
  ['a weight is rounded as its price', { ...milk, quantity: 333, by_weight: true }, 500, 366],
  ['half a shilling rounds up', { ...milk, quantity: 5, unit_price: 300, cost: 100, by_weight: true }, 2, 1],
  ['a cost of nothing is known', { ...milk, cost: 0 }, 4_500, 0],
  ['no cost price, no profit', { name: 'Bag', quantity: 1, unit_price: 500 }, 0, 0],
  ['a cost that no shop has', { ...milk, quantity: 1_000_000, cost: 999_999_999_999 }, 0, 0],
]
test.each(lines)('a line: %s', (_, line, costed, cost) =>
  expect(costedSumOfLine(line)).toEqual({ costed, cost }),
)

test('a discount of the whole sale is taken from its lines, also from those without a cost', () => {
  const bag: LineItem = { name: 'Bag', quantity: 1, unit_price: 500 }
  const shares = spreadDiscount(1_000, [4_500, 500])
  const discounted = [milk, bag].map((line, index) => ({ ...line, discount: shares[index] ?? 0 }))
  expect(costedSumOfLines(discounted)).toEqual({ costed: 3_600, cost: 3_300 })
})

describe('a refund', () => {
  const known = { costed: 4_500, cost: 3_300 }
  const refunds: [
    name: string,
    amount: number,
    sale: number,
    of: typeof known,
    costed: number,
    cost: number,
  ][] = [
    ['of all takes the cost back', 4_500, 4_500, known, -4_500, -3_300],
    ['of a part lowers profit by its sum', 700, 4_500, known, -700, 0],
    ['of a part takes its share of what has a cost', 1_000, 9_000, known, -500, 0],
    ['of a part is rounded down', 1, 9_000, known, 0, 0],
    ['of a sale without cost prices changes no profit', 700, 4_500, { costed: 0, cost: 0 }, 0, 0],
    ['of all of a loss', 500, 500, { costed: 0, cost: 3_300 }, 0, -3_300],
  ]
  test.each(refunds)('%s', (_, amount, sale, of, costed, cost) =>
    expect(costedSumOfRefund(amount, sale, of)).toEqual({ costed, cost }),
  )
})
