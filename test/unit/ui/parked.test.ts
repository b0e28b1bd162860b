// Parked sales: which are watched, and what news of their payments means.
import { expect, test } from 'bun:test'
import type { Payment } from '../../../ui/kit/payment.ts'
import {
  afterNews,
  areParked,
  type ParkedSale,
  parkedOf,
  withoutPayment,
  withParked,
} from '../../../ui/till/sale/parked.model.ts'
import { newOrder, newSale } from '../../../ui/till/sale/sale.model.ts'

const caller = { account: 'a', till: 't' }
const one: ParkedSale = { caller, reference: 'p1', link: null, amount: 5_000, note: 'meza 4', paid: false }
const payment = (change: object) =>
  ({ reference: 'p1', status: 'pending', outcome_unknown: false, ...change }) as Payment
const sale = {
  ...newSale({ key: 'k', caller, order: newOrder({ amount: 5_000, note: 'meza 4' }), startedAt: 1 }),
}

test.each([
  ['waits', { ...sale, payment: payment({}) }, one],
  ['is being checked', { ...sale, payment: payment({ status: 'failed', outcome_unknown: true }) }, one],
  ['is paid', { ...sale, payment: payment({ status: 'completed' }) }, undefined],
  ['failed', { ...sale, payment: payment({ status: 'failed' }) }, undefined],
  ['has no answer yet', sale, undefined],
])('a sale that %s', (_, left, watched) => {
  expect(parkedOf(left)).toEqual(watched)
})

test.each([
  [{ status: 'completed' }, { ...one, paid: true }],
  [{ status: 'pending' }, one],
  [{ status: 'failed', outcome_unknown: true }, one],
  [{ status: 'failed' }, undefined],
  [{ status: 'completed', manual_confirmation: { confirmed: false } }, undefined],
])('news %j', (news, after) => {
  expect(afterNews(one, payment(news))).toEqual(after)
})

test('ten are watched, each once, until it is on the screen again', () => {
  const many = Array.from({ length: 12 }, (_, at) => ({ ...one, reference: `p${at}` }))
  const all = many.reduce<readonly ParkedSale[]>(withParked, [])
  expect(all.map(({ reference }) => reference)).toEqual(many.slice(2).map(({ reference }) => reference))
  expect(withParked(all, { ...one, reference: 'p5' })).toHaveLength(10)
  expect(withoutPayment(all, 'p5')).toHaveLength(9)
  expect(areParked(JSON.parse(JSON.stringify(all)))).toBe(true)
  expect(areParked([{ ...one, amount: '5000' }])).toBe(false)
})
