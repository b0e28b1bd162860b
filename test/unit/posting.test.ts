// Money as postings: what a completed and an unmatched payment move, fees to the shilling, and sums that are
// always zero.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { amountMax, amountMin } from '../../src/domain/payment-limit.ts'
import { bookChanges, cappedFeeOn, completionPostings, unmatchedPostings } from '../../src/domain/posting.ts'

const amounts = fc.integer({ min: amountMin, max: amountMax })
const basisPoints = fc.integer({ min: 0, max: 10_000 })
const shillings = fc.integer({ min: 0, max: 100_000 })

describe('fees, rounded half up to a shilling', () => {
  test.each([
    // amount, basis points, fixed, fee
    [10_000, 0, 0, 0],
    [10_000, 50, 0, 50],
    [10_000, 100, 50, 150],
    [999, 50, 0, 5], // 4.995
    [900, 50, 0, 5], // 4.5
    [899, 50, 0, 4], // 4.495
    [500, 9, 0, 0], // 0.45
    [500, 10, 0, 1], // 0.5
    [500, 10_000, 0, 500],
    [500, 10_000, 100, 500],
    [500, 0, 501, 500],
    [amountMax, 10_000, 0, amountMax],
    [amountMax, 50, 0, 5_000_000_000],
  ])('%p at %p basis points and %p: %p', (amount, points, fixed, fee) => {
    expect(cappedFeeOn(amount, { basisPoints: points, fixed })).toBe(fee)
  })

  test('a whole number from nothing to the amount, within half a shilling of the exact share', () => {
    fc.assert(
      fc.property(amounts, basisPoints, shillings, (amount, points, fixed) => {
        const fee = cappedFeeOn(amount, { basisPoints: points, fixed })
        expect(Number.isSafeInteger(fee)).toBe(true)
        expect(fee).toBeGreaterThanOrEqual(0)
        expect(fee).toBeLessThanOrEqual(amount)
        const exact = BigInt(amount) * BigInt(points)
        const rounded = (exact + 5_000n) / 10_000n + BigInt(fixed)
        expect(BigInt(fee)).toBe(rounded > BigInt(amount) ? BigInt(amount) : rounded)
      }),
    )
  })
})

test('a completed payment: the gross is posted, and the fee taken out of it', () => {
  expect(completionPostings(10_000, 150)).toEqual([
    { reason: 'payment.completed', from: 'network', to: 'merchant', amount: 10_000 },
    { reason: 'payment.fee', from: 'merchant', to: 'fees', amount: 150 },
  ])
})

test('without a fee nothing is posted for it', () => {
  expect(completionPostings(10_000, 0)).toHaveLength(1)
})

test('unmatched money is posted to suspense', () => {
  expect(unmatchedPostings(9_000)).toEqual([
    { reason: 'payment.unmatched', from: 'network', to: 'suspense', amount: 9_000 },
  ])
})

test.each([
  [completionPostings(10_000, 150), { network: -10_000, merchant: 9_850, fees: 150 }],
  [completionPostings(500, 500), { network: -500, merchant: 0, fees: 500 }],
  [unmatchedPostings(9_000), { network: -9_000, suspense: 9_000 }],
  [
    [...completionPostings(500, 0), ...unmatchedPostings(500)],
    { network: -1_000, merchant: 500, suspense: 500 },
  ],
  [[], {}],
])('the books change by %j: %j', (postings, changes) => {
  expect(Object.fromEntries(bookChanges(postings))).toEqual(changes)
})

test('any postings together are zero', () => {
  const some = fc.oneof(
    fc
      .tuple(amounts, basisPoints, shillings)
      .map(([gross, points, fixed]) =>
        completionPostings(gross, cappedFeeOn(gross, { basisPoints: points, fixed })),
      ),
    amounts.map(unmatchedPostings),
  )
  fc.assert(
    fc.property(fc.array(some, { maxLength: 20 }), many => {
      const changes = bookChanges(many.flat())
      expect([...changes.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0)
      expect(changes.get('merchant') ?? 0).toBeGreaterThanOrEqual(0)
    }),
  )
})
