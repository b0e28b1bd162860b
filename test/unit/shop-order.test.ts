// The numbers of the orders of a shop page.
import { expect, test } from 'bun:test'
import { nextOrderNumber } from '../../src/domain/shop-order.ts'

test.each([
  [0, 1, 'the first order'],
  [1, 2, 'the next one'],
  [999, 1_000, 'a thousand orders, paid or not, share no number'],
  [9_998, 9_999, 'the last number, still short enough to call out'],
  [9_999, 1, 'starts again'],
])('after %i comes %i: %s', (number, next) => {
  expect(nextOrderNumber(number)).toBe(next)
})
