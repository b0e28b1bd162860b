// Which tax rate a sale has, and how much tax a price contains.
import { describe, expect, test } from 'bun:test'
import {
  defaultTaxRates,
  repeatedTaxRates,
  type TaxRate,
  taxIn,
  taxPercentOf,
} from '../../src/domain/tax-rate.ts'

const rate = (percent: number, change: Partial<TaxRate> = {}): TaxRate => ({
  taxCode: 'A',
  percent,
  method: null,
  from: null,
  ...change,
})
const rates = [
  rate(18),
  rate(20, { from: 20280101 }),
  rate(16, { method: 'mobile', from: 20270101 }),
  rate(15, { method: 'mobile', from: 20270701 }),
  rate(5, { taxCode: 'B' }),
]

describe('the rate', () => {
  const cases: [taxCode: string, method: string | undefined, day: number, percent: number][] = [
    ['A', 'cash', 20261231, 18],
    ['A', 'cash', 20271231, 18],
    ['A', 'cash', 20280101, 20],
    ['A', 'mobile', 20261231, 18],
    ['A', 'mobile', 20270101, 16],
    ['A', 'mobile', 20270701, 15],
    ['A', 'mobile', 20280101, 15],
    ['A', undefined, 20270101, 18],
    ['B', 'mobile', 20270101, 5],
    ['E', 'cash', 20270101, 0],
  ]
  test.each(cases)('of %s by %p on %p is %p', (taxCode, method, day, percent) => {
    for (const list of [rates, rates.toReversed()])
      expect(taxPercentOf(list, { taxCode, method, day })).toBe(percent)
  })
  test('of a shop without rates is 0', () =>
    expect(taxPercentOf([], { taxCode: 'A', method: 'qr', day: 20261121 })).toBe(0))
  test('is at first that of Mainland Tanzania', () =>
    expect(taxPercentOf(defaultTaxRates, { taxCode: 'A', method: 'qr', day: 20261121 })).toBe(18))
})

test.each([
  [5_000, 18, 763],
  [200, 18, 31],
  [1_160, 16, 160],
  [5_000, 0, 0],
  [0, 18, 0],
  [-5_000, 18, -763],
])('%p shillings at %p percent contain %p', (sum, percent, tax) => expect(taxIn(sum, percent)).toBe(tax))

test('a rate of the same code, method and day is found', () => {
  expect(repeatedTaxRates(rates)).toEqual([])
  expect(repeatedTaxRates([...rates, rate(17), rate(17, { method: 'mobile', from: 20270101 })])).toEqual([
    5, 6,
  ])
})
