// Sales that were left open: which are watched, what news of their payments means, and how the recent sales
// show them.
import { expect, test } from 'bun:test'
import type { Payment } from '../../../ui/kit/payment.ts'
import { lineOfTill, withWaitingSales } from '../../../ui/till/entry/sales.model.ts'
import { newOrder, newSale, type Sale } from '../../../ui/till/sale/sale.model.ts'
import {
  afterNews,
  areWaitingSales,
  openWaitingSales,
  paymentReferenceOf,
  type WaitingSale,
  waitingFrom,
  waitingSaleOf,
  withoutSale,
  withWaiting,
} from '../../../ui/till/sale/waiting-sales.model.ts'

const caller = { account: 'a', till: 't' }
const payment = (change: object = {}) =>
  ({
    reference: 'p1',
    status: 'pending',
    payment_type: 'dynamic-qr',
    outcome_unknown: false,
    amount: { value: 5_000, currency: 'TZS' },
    created_at: '2026-11-27T07:00:00.000Z',
    ...change,
  }) as Payment
const sale: Sale = newSale({
  key: 'k',
  caller,
  order: newOrder({ amount: 5_000, note: 'meza 4' }),
  startedAt: 1,
})
const saleWith = (change: object): Sale => ({ ...sale, payment: payment(change) })
const one: WaitingSale = { sale: saleWith({}), paid: false }
const link = {
  reference: 'sess_1',
  url: 'http://kaunta.local/p/AbCdEfGh',
  startsAt: '2026-11-27T07:30:00.000Z',
  expiresAt: '2026-11-27T08:30:00.000Z',
  state: 'open',
} as const

test.each([
  ['waits', saleWith({}), true],
  ['is being checked', saleWith({ status: 'failed', outcome_unknown: true }), true],
  ['waits at a link', { ...sale, link }, true],
  ['is paid', saleWith({ status: 'completed' }), false],
  ['failed', saleWith({ status: 'failed' }), false],
  ['has no answer yet', sale, false],
])('a sale that %s', (_, left, isWatched) => {
  expect(waitingFrom(left)).toEqual(isWatched ? { sale: left, paid: false } : undefined)
})

test.each([
  [{ status: 'completed' }, { paid: true }],
  [{ status: 'pending' }, { paid: false }],
  [{ status: 'failed', outcome_unknown: true }, { paid: false }],
  [{ status: 'failed' }, undefined],
  [{ status: 'completed', manual_confirmation: { confirmed: false } }, undefined],
])('news %j', (news, after) => {
  expect(afterNews(one, payment(news))).toEqual(after && { sale: saleWith(news), ...after })
})

test('ten are watched, each once, until it is on the screen again', () => {
  const many = Array.from({ length: 12 }, (_, index) => ({
    ...one,
    sale: saleWith({ reference: `p${index}` }),
  }))
  const all = many.reduce<readonly WaitingSale[]>(withWaiting, [])
  expect(all.map(paymentReferenceOf)).toEqual(many.slice(2).map(paymentReferenceOf))
  expect(withWaiting(all, { ...one, sale: saleWith({ reference: 'p5' }) })).toHaveLength(10)
  expect(withoutSale(all, 'p5')).toHaveLength(9)
  expect(waitingSaleOf(all, 'p5')?.sale.payment?.reference).toBe('p5')
  expect(areWaitingSales(JSON.parse(JSON.stringify(all)))).toBe(true)
  expect(areWaitingSales([{ ...one, sale: { ...sale, key: 5 } }])).toBe(false)
})

const listed = (change: object) =>
  lineOfTill({
    kind: 'payment',
    reference: 'p1',
    method: 'qr',
    amount: 5_000,
    state: 'pending',
    outcome_unknown: false,
    late: false,
    manual_confirmation: false,
    phone_hint: null,
    note: null,
    cashier: { id: 'c', name: 'Neema' },
    created_at: '2026-11-27T07:00:00.000Z',
    given: null,
    change: null,
    line_items: [],
    ...change,
  } as unknown as Parameters<typeof lineOfTill>[0])

test('a watched sale that the list lacks is in it, as one that it has, and both are called parked', () => {
  const open = openWaitingSales(
    [one, { ...one, sale: { ...sale, link } }, { ...one, paid: true, sale: saleWith({ reference: 'p9' }) }],
    caller,
  )
  const shown = withWaitingSales([listed({}), listed({ reference: 'p0', state: 'completed' })], open)
  expect(shown.map(({ reference, state }) => [reference, state])).toEqual([
    ['sess_1', 'parked'],
    ['p1', 'parked'],
    ['p0', 'completed'],
  ])
  expect(withWaitingSales([], open).map(({ reference }) => reference)).toEqual(['sess_1', 'p1'])
  expect(openWaitingSales([one], { ...caller, till: 'other' })).toEqual([])
})

test.each([
  [{ kind: 'cash', method: 'cash', state: 'voided' }, 'refunded'],
  [{ kind: 'cash', method: 'cash', state: 'completed' }, 'completed'],
  [{ state: 'voided' }, 'voided'],
])('in the list %j is %s', (change, state) => {
  expect(`${listed(change).state}`).toBe(state)
})
