// The price of a line and what may be taken off it, as tables.
import { describe, expect, test } from 'bun:test'
import {
  baseQuantityOf,
  type Discount,
  discountAmount,
  fullLineSum,
  type ListPrice,
  lineSum,
  listPriceOf,
  type PackPrice,
  type PriceLine,
  spreadDiscount,
} from '../../src/domain/price-line.ts'
import { type ReducedLine, reductionFault } from '../../src/domain/reduction.ts'

describe('the sum of a line', () => {
  const weighed = (quantity: number, unit_price: number): PriceLine => ({
    quantity,
    unit_price,
    by_weight: true,
  })
  test.each<[string, PriceLine, bigint, bigint]>([
    ['pieces', { quantity: 3, unit_price: 700 }, 2_100n, 2_100n],
    ['for nothing', { quantity: 3, unit_price: 0 }, 0n, 0n],
    ['a kilogram', weighed(1_000, 3_200), 3_200n, 3_200n],
    ['grams, exactly half a shilling', weighed(1_250, 3_202), 4_003n, 4_003n],
    ['grams, just below half', weighed(333, 1_000), 333n, 333n],
    ['grams, just above half', weighed(667, 1_001), 668n, 668n],
    ['one gram', weighed(1, 499), 0n, 0n],
    ['one gram, rounded up', weighed(1, 500), 1n, 1n],
    ['less a discount', { quantity: 2, unit_price: 1_000, discount: 150 }, 2_000n, 1_850n],
    ['less than nothing', { quantity: 1, unit_price: 100, discount: 101 }, 100n, 0n],
    [
      'beyond a safe integer',
      { quantity: 1e6, unit_price: 999_999_999_999 },
      999_999_999_999_000_000n,
      999_999_999_999_000_000n,
    ],
  ])('%s', (_, line, full, paid) => {
    expect(fullLineSum(line)).toBe(full)
    expect(lineSum(line)).toBe(paid)
  })
})

describe('the price of the list', () => {
  const soda: ListPrice = { price: 700, wholesale: { from: 24, price: 600 } }
  const rice: ListPrice = { price: 3_200, wholesale: { from: 10_000, price: 3_000 } }
  const open: ListPrice = { price: null, wholesale: null }
  const crate: PackPrice = { holds: 24, price: 14_000 }
  const dozen: PackPrice = { holds: 12, price: null }
  test.each<[string, ListPrice, number, PackPrice | undefined, number | null]>([
    ['one piece', soda, 1, undefined, 700],
    ['a piece below the wholesale quantity', soda, 23, undefined, 700],
    ['a piece at the wholesale quantity', soda, 24, undefined, 600],
    ['a crate at its own price', soda, 24, crate, 14_000],
    ['a dozen at the price of its pieces', soda, 12, dozen, 8_400],
    ['two dozen at the wholesale price', soda, 24, dozen, 7_200],
    ['grams below the wholesale weight', rice, 9_999, undefined, 3_200],
    ['grams at the wholesale weight', rice, 10_000, undefined, 3_000],
    ['an open price', open, 1, undefined, null],
    ['a pack of an open price', open, 12, dozen, null],
    ['a pack with a price of an open price', open, 24, crate, 14_000],
  ])('%s', (_, price, baseQuantity, pack, expected) => {
    expect(listPriceOf(price, baseQuantity, pack)).toBe(expected)
  })
  test('packs count as what they hold', () => {
    expect([baseQuantityOf(3), baseQuantityOf(3, crate)]).toEqual([3, 72])
  })
})

describe('a discount', () => {
  test.each<[Discount, number, number]>([
    [{ kind: 'sum', amount: 500 }, 2_000, 500],
    [{ kind: 'sum', amount: 2_001 }, 2_000, 2_000],
    [{ kind: 'sum', amount: -1 }, 2_000, 0],
    [{ kind: 'percent', percent: 10 }, 2_004, 200],
    [{ kind: 'percent', percent: 10 }, 2_005, 201],
    [{ kind: 'percent', percent: 100 }, 2_005, 2_005],
    [{ kind: 'percent', percent: 50 }, 0, 0],
    [{ kind: 'percent', percent: 50 }, 999_999_999_999, 500_000_000_000],
  ])('%j of %d is %d', (discount, sum, amount) => {
    expect(discountAmount(discount, sum)).toBe(amount)
  })
  test.each<[string, number, number[], number[]]>([
    ['in proportion', 100, [100, 300], [25, 75]],
    ['the largest remainder gets the shilling', 100, [100, 200], [33, 67]],
    ['equal remainders: the first line', 100, [100, 100, 100], [34, 33, 33]],
    ['two shillings left', 5, [10, 10, 10], [2, 2, 1]],
    ['a line for nothing has no share', 10, [0, 30, 0], [0, 10, 0]],
    ['all of it', 400, [100, 300], [100, 300]],
    ['more than all of it', 500, [100, 300], [100, 300]],
    ['a sale for nothing', 10, [0, 0], [0, 0]],
    ['no line', 10, [], []],
    [
      'large sums stay exact',
      999_999_999_999,
      [999_999_999_998, 999_999_999_998],
      [500_000_000_000, 499_999_999_999],
    ],
  ])('spread, %s', (_, amount, sums, shares) => {
    expect(spreadDiscount(amount, sums)).toEqual(shares)
  })
  test('every share fits its line, and all shares are the discount', () => {
    for (let amount = 0; amount <= 60; amount++) {
      const sums = [1, 7, 0, 13, 39]
      const shares = spreadDiscount(amount, sums)
      expect(shares.reduce((all, share) => all + share, 0)).toBe(amount)
      expect(shares.every((share, index) => share >= 0 && share <= (sums[index] ?? 0))).toBe(true)
    }
  })
})

describe('what may be taken off', () => {
  const line = (unit_price: number, more: Partial<PriceLine> = {}): PriceLine => ({
    quantity: 1,
    unit_price,
    ...more,
  })
  const because = (reason?: string) => (reason === undefined ? {} : { discount_reason: reason })
  const off = (discount: number, discount_reason?: string): ReducedLine => ({
    line: line(1_000, { discount, ...because(discount_reason) }),
    listPrice: 1_000,
  })
  const lowered = (unit_price: number, discount_reason?: string): ReducedLine => ({
    line: line(unit_price, because(discount_reason)),
    listPrice: 1_000,
  })
  const above = 'discount_above_limit'
  const reason = 'discount_reason_missing'
  test.each<[string, ReducedLine[], string | undefined, string | undefined]>([
    ['nothing', [off(0)], undefined, undefined],
    ['a tenth', [off(100)], undefined, undefined],
    ['a shilling more', [off(101)], above, reason],
    ['a shilling more with a reason', [off(101, 'Broken box')], above, undefined],
    ['blanks are no reason', [off(101, '  ')], above, reason],
    ['all of it with a reason', [off(1_000, 'Gift')], above, undefined],
    ['a lower price', [lowered(900)], undefined, undefined],
    ['a price that is too low', [lowered(899)], above, reason],
    ['a lower price with a reason', [lowered(1, 'Old stock')], above, undefined],
    ['a higher price', [lowered(1_100)], undefined, undefined],
    ['a higher price pays for no lower one', [lowered(2_000), lowered(700)], above, reason],
    ['a tenth of the sale on one line', [off(200), off(0)], undefined, undefined],
    [
      'a reason, beside a price label that is less than a gram cheaper',
      [
        off(500, 'Torn'),
        { line: { quantity: 334, unit_price: 3_000, by_weight: true, discount: 2 }, listPrice: 3_000 },
      ],
      above,
      undefined,
    ],
    ['two lines, one with a reason', [off(300, 'Gift'), off(300)], above, reason],
    ['an open price has no limit', [{ line: line(1), listPrice: null }], undefined, undefined],
    [
      'a discount on an open price has',
      [{ line: line(1_000, { discount: 200 }), listPrice: null }],
      above,
      reason,
    ],
    [
      'a tenth of a weight, rounded up',
      [{ line: { quantity: 505, unit_price: 1_000, by_weight: true, discount: 51 }, listPrice: 1_000 }],
      undefined,
      undefined,
    ],
    [
      'a tenth of a price label, whose weight is rounded up to a gram',
      [
        {
          line: { quantity: 420, unit_price: 12_000, by_weight: true, discount: 3 + 504 },
          listPrice: 12_000,
        },
      ],
      undefined,
      undefined,
    ],
    [
      'more than a gram above a tenth',
      [
        {
          line: { quantity: 420, unit_price: 12_000, by_weight: true, discount: 504 + 13 },
          listPrice: 12_000,
        },
      ],
      above,
      reason,
    ],
  ])('%s', (_, lines, cashier, owner) => {
    expect(reductionFault(lines, 'cashier')).toBe(cashier as ReturnType<typeof reductionFault>)
    expect(reductionFault(lines, 'developer')).toBe(cashier as ReturnType<typeof reductionFault>)
    expect(reductionFault(lines, 'owner')).toBe(owner as ReturnType<typeof reductionFault>)
    expect(reductionFault(lines, 'admin')).toBe(owner as ReturnType<typeof reductionFault>)
  })
  test('no rounding of a tenth exceeds the limit', () => {
    for (const sum of [1, 5, 9, 504, 505, 506, 999]) {
      const discount = discountAmount({ kind: 'percent', percent: 10 }, sum)
      const each: ReducedLine = { line: line(sum, { discount }), listPrice: sum }
      expect(reductionFault([each, each, each], 'cashier')).toBeUndefined()
      const total = discountAmount({ kind: 'percent', percent: 10 }, sum * 3)
      const spread = spreadDiscount(total, [sum, sum, sum])
      const lines = spread.map(discount => ({ line: line(sum, { discount }), listPrice: sum }))
      expect(reductionFault(lines, 'cashier')).toBeUndefined()
    }
  })
})
