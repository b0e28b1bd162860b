// What the lines of a sale are worth in refunds: examples, what is refused, and the rules for random sales.
import { describe, expect, test } from 'bun:test'
import { Fault } from '../../src/domain/fault.ts'
import type { LineItem } from '../../src/domain/line-item.ts'
import { lineSum, spreadDiscount } from '../../src/domain/price-line.ts'
import {
  type LineReturn,
  quantityLeft,
  type RefundLine,
  refundableLines,
} from '../../src/domain/refund-line.ts'
import { buildRefundLines, countedLines, restOfLines, sharesOfSum } from '../../src/domain/returned-line.ts'
import { costedSumOfLines } from '../../src/domain/sale-profit.ts'
import { type Chance, newChance } from '../kit/simulated-world.ts'

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const amounts = (lines: readonly RefundLine[]) => lines.map(({ amount }) => amount)

const milk: LineItem = {
  name: 'Milk',
  quantity: 3,
  unit_price: 1_000,
  discount: 200,
  cost: 700,
  note: 'cold',
}
const rice: LineItem = { name: 'Rice', quantity: 1_250, unit_price: 3_200, by_weight: true }
const sale = { amount: 6_800, lineItems: [milk, rice] }

describe('lines', () => {
  const all = refundableLines(sale, [])
  test.each<[string, LineReturn[], number[]]>([
    ['one piece, with its part of the discount', [{ line: 0, quantity: 1 }], [933]],
    ['two pieces', [{ line: 0, quantity: 2 }], [1_867]],
    ['a weight', [{ line: 1, quantity: 500 }], [1_600]],
    [
      'both, in any order',
      [
        { line: 1, quantity: 1_250 },
        { line: 0, quantity: 3 },
      ],
      [4_000, 2_800],
    ],
  ])('%s', (_, wanted, expected) => expect(amounts(buildRefundLines(all, wanted, 6_800))).toEqual(expected))

  test('are stored as they were sold, with what they cost', () =>
    expect(buildRefundLines(all, [{ line: 0, quantity: 2 }], 6_800)).toEqual([
      { line: 0, name: 'Milk', quantity: 2, unit_price: 1_000, amount: 1_867, cost_sum: 1_400 },
    ]))

  test('share a discount of the whole sale', () => {
    const cheaper = refundableLines({ ...sale, amount: 3_400 }, [])
    expect(cheaper.map(({ amount }) => amount)).toEqual([1_400, 2_000])
  })

  test('are worth no more than their prices if they add up to less than the sale', () =>
    expect(refundableLines({ ...sale, amount: 9_000 }, []).map(({ amount }) => amount)).toEqual([
      2_800, 4_000,
    ]))

  test('are worth no more than is left of the sale', () => {
    const wanted = [
      { line: 0, quantity: 3 },
      { line: 1, quantity: 1_250 },
    ]
    expect(amounts(buildRefundLines(all, wanted, 1_000))).toEqual([412, 588])
  })

  test('count what earlier refunds gave back', () => {
    const first = buildRefundLines(all, [{ line: 0, quantity: 1 }], 6_800)
    const rest = refundableLines(sale, first)
    expect(amounts(buildRefundLines(rest, [{ line: 0, quantity: 2 }], 6_800))).toEqual([1_867])
    expect(rest.map(quantityLeft)).toEqual([2, 1_250])
  })

  test('are all named by a refund of the whole sale', () =>
    expect(restOfLines(all, 6_800)).toEqual(
      buildRefundLines(
        all,
        [
          { line: 0, quantity: 3 },
          { line: 1, quantity: 1_250 },
        ],
        6_800,
      ),
    ))

  test('that are left are all named by a refund of less than they are worth, after a sum', () => {
    const first = buildRefundLines(all, [{ line: 0, quantity: 3 }], 6_800)
    expect(restOfLines(refundableLines(sale, first), 3_500)).toMatchObject([
      { line: 1, quantity: 1_250, amount: 3_500 },
    ])
    expect(amounts(restOfLines(all, 1_000) ?? [])).toEqual([412, 588])
  })

  test('share a refund of a sum, which lowers what they are worth and brings nothing back', () => {
    const shares = sharesOfSum(all, 1_700, 6_800) ?? []
    expect(shares).toMatchObject([
      { line: 0, quantity: 0, amount: 700, cost_sum: 0 },
      { line: 1, quantity: 0, amount: 1_000 },
    ])
    const rest = refundableLines(sale, shares)
    expect(rest.map(quantityLeft)).toEqual([3, 1_250])
    expect(rest.map(({ amount }) => amount)).toEqual([2_100, 3_000])
    const one = buildRefundLines(rest, [{ line: 0, quantity: 1 }], 5_100)
    expect(one).toMatchObject([{ amount: 700, cost_sum: 700 }])
    // The pieces that are left share the next sum: two are worth 1,400.
    const next = sharesOfSum(refundableLines(sale, [...shares, ...one]), 440, 4_400) ?? []
    expect(amounts(next)).toEqual([140, 300])
    const last = refundableLines(sale, [...shares, ...one, ...next])
    expect(amounts(buildRefundLines(last, [{ line: 0, quantity: 1 }], 3_960))).toEqual([630])
    expect(sharesOfSum(refundableLines({ ...sale, amount: 9_000 }, []), 500, 9_000)).toBeNull()
  })

  test('of a refund that was paid after all are only what others have left since', () => {
    const failed = buildRefundLines(
      all,
      [
        { line: 0, quantity: 2 },
        { line: 1, quantity: 500 },
      ],
      6_800,
    )
    const leftAfter = (others: readonly RefundLine[]) => countedLines(refundableLines(sale, others), failed)
    expect(leftAfter([])).toEqual(failed)
    expect(leftAfter(buildRefundLines(all, [{ line: 0, quantity: 3 }], 6_800))).toEqual(failed.slice(1))
    expect(leftAfter(buildRefundLines(all, [{ line: 0, quantity: 2 }], 6_800))).toMatchObject([
      { line: 0, quantity: 1, amount: 933, cost_sum: 700 },
      { line: 1, quantity: 500, amount: 1_600 },
    ])
    expect(leftAfter(restOfLines(all, 6_800) ?? [])).toEqual([])
  })

  test('are not named by a refund of a sale without lines, or of more than they are worth', () => {
    expect(restOfLines([], 6_800)).toBeNull()
    expect(restOfLines(refundableLines({ ...sale, amount: 9_000 }, []), 9_000)).toBeNull()
  })

  const problemsOf = (wanted: LineReturn[], back: readonly RefundLine[] = []) => {
    try {
      buildRefundLines(refundableLines(sale, back), wanted, 6_800)
    } catch (error) {
      if (error instanceof Fault)
        return error.problems.map(({ field, reason, params }) => [field, reason, params])
      throw error
    }
    return []
  }
  const one = buildRefundLines(all, [{ line: 0, quantity: 2 }], 6_800)
  test.each<[string, LineReturn[], [string, string, object][]]>([
    [
      'a line that is not there',
      [{ line: 2, quantity: 1 }],
      [['line_items.0.line', 'refund_line_unknown', { count: 2 }]],
    ],
    [
      'a line twice, and too much of another',
      [
        { line: 1, quantity: 1_251 },
        { line: 1, quantity: 1 },
      ],
      [
        ['line_items.0.quantity', 'refund_line_above_left', { left: 1_250 }],
        ['line_items.1.line', 'refund_line_twice', {}],
      ],
    ],
    [
      'more than is left',
      [{ line: 0, quantity: 2 }],
      [['line_items.0.quantity', 'refund_line_above_left', { left: 1 }]],
    ],
    ['what is left', [{ line: 0, quantity: 1 }], []],
  ])('refused or not: %s', (_, wanted, problems) =>
    expect(problemsOf(wanted, one)).toEqual(problems as never),
  )
})

/** Returns a sale of up to eight lines, with discounts of lines and of the whole sale. */
function randomSale({ between, happens }: Chance) {
  const lineItems = Array.from({ length: between(1, 8) }, (_, index): LineItem => {
    const by_weight = happens(0.3)
    const line = {
      name: `Item ${index}`,
      quantity: by_weight ? between(1, 5_000) : between(1, 12),
      unit_price: between(0, 1) * between(0, 20_000),
      ...(by_weight ? { by_weight } : {}),
      ...(happens(0.6) ? { cost: between(0, 15_000) } : {}),
    }
    return happens(0.4)
      ? { ...line, discount: Number((lineSum(line) * BigInt(between(0, 100))) / 100n) }
      : line
  })
  const total = sum(lineItems.map(line => Number(lineSum(line))))
  return { lineItems, amount: happens(0.5) ? total : between(0, total) }
}

/** Returns one refund of some lines at random; empty while nothing is left. */
function randomReturn(lines: ReturnType<typeof refundableLines>, { between, happens }: Chance): LineReturn[] {
  const open = lines.flatMap((line, index) =>
    quantityLeft(line) > 0 ? [{ line: index, left: quantityLeft(line) }] : [],
  )
  const chosen = open.filter(() => happens(0.5))
  return (chosen.length > 0 ? chosen : open.slice(0, 1)).map(({ line, left }) => ({
    line,
    quantity: happens(0.3) ? left : between(1, left),
  }))
}

test('all refunds of all lines are exactly the sale, its goods and its cost, whatever fails between', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const chance = newChance(seed)
    const paid = randomSale(chance)
    let kept: RefundLine[][] = []
    for (;;) {
      const lines = refundableLines(paid, kept.flat())
      const left = paid.amount - sum(amounts(kept.flat()))
      const wanted = randomReturn(lines, chance)
      if (wanted.length === 0) break
      const refund = buildRefundLines(lines, wanted, left)
      expect({ seed, least: Math.min(...amounts(refund)) >= 0 }).toEqual({ seed, least: true })
      expect({ seed, fits: sum(amounts(refund)) <= left }).toEqual({ seed, fits: true })
      kept.push(refund)
      if (chance.happens(0.2)) kept = kept.filter(() => chance.happens(0.8)) // refunds that fail
    }
    const back = kept.flat()
    const quantities = paid.lineItems.map((_, index) =>
      sum(back.filter(({ line }) => line === index).map(({ quantity }) => quantity)),
    )
    expect({ seed, given: sum(amounts(back)), quantities }).toEqual({
      seed,
      given: paid.amount,
      quantities: paid.lineItems.map(({ quantity }) => quantity),
    })
    const cost = sum(back.map(({ cost_sum = 0 }) => cost_sum))
    expect({ seed, cost }).toEqual({ seed, cost: costedSumOfLines(paid.lineItems).cost })
  }
})

test('refunds of lines and of sums together are never above the sale, nor a line above its worth', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const chance = newChance(seed)
    const paid = randomSale(chance)
    const isEarlierVersion = chance.happens(0.3) // which stored no shares of a sum
    const kept: RefundLine[] = []
    let sums = 0
    for (let step = 0; step < 12; step += 1) {
      const left = paid.amount - sums - sum(amounts(kept))
      if (chance.happens(0.4)) {
        const given = chance.between(0, left)
        const shares = isEarlierVersion ? null : sharesOfSum(refundableLines(paid, kept), given, left)
        if (shares) kept.push(...shares)
        else sums += given
      }
      const rest = paid.amount - sums - sum(amounts(kept))
      const lines = refundableLines(paid, kept)
      const wanted = randomReturn(lines, chance)
      if (wanted.length > 0) kept.push(...buildRefundLines(lines, wanted, rest))
    }
    const total = sums + sum(amounts(kept))
    expect({ seed, isWithin: total <= paid.amount }).toEqual({ seed, isWithin: true })
    for (const line of refundableLines(paid, kept))
      expect({ seed, isWithin: line.refundedAmount <= line.amount }).toEqual({ seed, isWithin: true })
  }
})

test('a discount of the sale that the till spread over the lines changes nothing', () => {
  const prices = [milk, rice].map(line => Number(lineSum(line)))
  const shares = spreadDiscount(1_001, prices)
  const spread = [milk, rice].map((line, index) => ({
    ...line,
    discount: (line.discount ?? 0) + (shares[index] ?? 0),
  }))
  const worth = (lineItems: LineItem[]) =>
    refundableLines({ amount: 5_799, lineItems }, []).map(({ amount }) => amount)
  expect(worth(spread)).toEqual(worth([milk, rice]))
})
