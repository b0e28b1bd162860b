// Which sale a payment SMS is for: each rule that leaves the choice to a person, one at a time.
import { describe, expect, test } from 'bun:test'
import type { SmsPayment } from '../../src/domain/sms.ts'
import {
  type BalanceChain,
  balanceChain,
  balanceDrop,
  isSmsDigits,
  type KnownBalances,
  matchSms,
  type OpenSale,
  type SmsContext,
} from '../../src/domain/sms-match.ts'

const minuteMs = 60_000
const paidAt = Date.parse('2027-02-03T16:05:00+03:00')
const message: SmsPayment = {
  template: 'M3',
  transactionId: 'QWE7RTY8UI',
  uniqueId: 'QWE7RTY8UI',
  amount: 12_500,
  balance: 98_500,
  balanceLabel: 'mpesa wallet',
  paidAt,
  payerName: 'ASHA M.',
  payerPhone: '•••123',
}
const sale: OpenSale = {
  paymentId: 'one',
  attemptId: 'attempt',
  amount: 12_500,
  createdAt: paidAt - minuteMs,
  expiresAt: paidAt + 4 * minuteMs,
  hasSms: false,
}
const context: SmsContext = {
  policy: { isAutomatic: true, automaticMax: 20_000 },
  sales: [sale, { ...sale, paymentId: 'another amount', amount: 12_501 }],
  equalSalesEndedAt: [],
  equalMessagesPaidAt: [],
  isTemplateProven: true,
  balance: 'holds',
  now: paidAt + 5_000,
}
const match = (more: Partial<SmsContext>) => matchSms(message, { ...context, ...more })

describe('one sale and one message of its amount', () => {
  test('are matched', () => expect(match({})).toEqual({ kind: 'automatic', sale }))

  test.each<[string, Partial<SmsContext>]>([
    ['no balance was ever seen', { balance: 'unknown' }],
    ['the amount is exactly the limit', { policy: { isAutomatic: true, automaticMax: 12_500 } }],
    ['an equal sale ended 10 minutes ago', { equalSalesEndedAt: [context.now - 10 * minuteMs] }],
    ['an older message waits since before the sale', { equalMessagesPaidAt: [paidAt - 20 * minuteMs] }],
    ['the SMS is almost 10 minutes old', { now: paidAt + 10 * minuteMs - 1 }],
    ['the sale began within the minute of the text', { sales: [{ ...sale, createdAt: paidAt + 59_000 }] }],
    ['it was paid in the last moment', { sales: [{ ...sale, expiresAt: paidAt }] }],
  ])('also when %s', (_, more) => expect(match(more)).toMatchObject({ kind: 'automatic' }))

  test.each<[string, Partial<SmsContext>]>([
    ['not_automatic', { policy: { isAutomatic: false, automaticMax: 20_000 } }],
    ['above_limit', { policy: { isAutomatic: true, automaticMax: 12_499 } }],
    ['template_unproven', { isTemplateProven: false }],
    ['several_messages', { equalMessagesPaidAt: [paidAt + minuteMs] }],
    ['equal_sale_ended', { equalSalesEndedAt: [context.now - 10 * minuteMs + 1] }],
    ['late', { now: paidAt + 10 * minuteMs }],
    ['balance_missing', { balance: 'missing' }],
    ['balance_unexplained', { balance: 'broken' }],
  ])('but a person chooses: %s', (reason, more) => {
    expect(match(more)).toEqual({ kind: 'choice', reason: reason as 'late', sales: [sale] })
  })
})

test('two sales of the same amount are never decided', () => {
  const two = { ...sale, paymentId: 'two' }
  expect(match({ sales: [sale, two] })).toEqual({
    kind: 'choice',
    reason: 'several_sales',
    sales: [sale, two],
  })
})

test('an equal sale that has its SMS is not offered, and leaves the other to a person', () => {
  const withSms = { ...sale, paymentId: 'with SMS', hasSms: true }
  expect(match({ sales: [withSms, sale] })).toEqual({
    kind: 'choice',
    reason: 'several_sales',
    sales: [sale],
  })
})

test('a sale of the same amount whose time does not fit is no candidate', () => {
  const later = { ...sale, paymentId: 'later', createdAt: paidAt + 2 * minuteMs }
  expect(match({ sales: [sale, later] })).toEqual({ kind: 'automatic', sale })
})

describe('money without a sale', () => {
  test.each<[string, readonly OpenSale[]]>([
    ['no_sale', []],
    ['other_amount', [{ ...sale, amount: 12_400 }]],
    ['other_amount', [{ ...sale, amount: 25_000 }]],
    ['before_sale', [{ ...sale, createdAt: paidAt + minuteMs }]],
    ['after_expiry', [{ ...sale, expiresAt: paidAt - 1 }]],
    ['no_sale', [{ ...sale, amount: 12_400, expiresAt: paidAt - 1 }]],
    ['no_sale', [{ ...sale, hasSms: true }]],
  ])('%s', (reason, sales) => {
    expect(match({ sales })).toEqual({ kind: 'unmatched', reason: reason as 'no_sale' })
  })
})

describe('the balance of a message of 12,500', () => {
  const paid = { amount: 1_000, balance: 86_000 }
  const chainOf = (balance: number | null, more: Partial<KnownBalances>) =>
    balanceChain({ amount: 12_500, balance }, { areSeen: true, claimed: [], waiting: [], ...more })

  test.each<[string, number | null, Partial<KnownBalances>, BalanceChain]>([
    ['follows from the last', 98_500, { claimed: [paid] }, 'holds'],
    ['follows from one before the last', 98_500, { claimed: [{ amount: 5, balance: 9 }, paid] }, 'holds'],
    ['comes before one that overtook it', 98_500, { claimed: [{ amount: 1_000, balance: 99_500 }] }, 'holds'],
    [
      'follows from money without a sale',
      98_500,
      { claimed: [{ amount: 7, balance: 85_000 }], waiting: [paid] },
      'holds',
    ],
    [
      'fills the gap before one that waits',
      98_500,
      { claimed: [paid], waiting: [{ amount: 5, balance: 98_505 }] },
      'holds',
    ],
    ['is too low', 98_499, { claimed: [paid] }, 'broken'],
    ['is the last one again', 86_000, { claimed: [paid] }, 'broken'],
    ['follows only from a message that no sale has claimed', 98_500, { waiting: [paid] }, 'broken'],
    [
      'follows from an invented message outside the chain',
      98_500,
      { claimed: [{ amount: 7, balance: 300_000 }], waiting: [paid, paid, paid] },
      'broken',
    ],
    [
      'follows from a balance that another message has followed',
      98_500,
      { claimed: [{ amount: 2_000, balance: 88_000 }, paid] },
      'broken',
    ],
    [
      'comes before a message that has followed another',
      98_500,
      {
        claimed: [
          { amount: 1_000, balance: 99_500 },
          { amount: 9, balance: 98_500 },
        ],
      },
      'broken',
    ],
    ['is of another kind than those seen', 98_500, {}, 'broken'],
    ['is not in the text, though others are seen', null, { claimed: [paid] }, 'missing'],
    ['is not in the text, though others of another kind are seen', null, {}, 'missing'],
    ['is the first', 98_500, { areSeen: false }, 'unknown'],
    ['is not in the text, as ever', null, { areSeen: false }, 'unknown'],
  ])('%s', (_, balance, more, expected) => expect(chainOf(balance, more)).toBe(expected))
})

test.each([
  ['is lower than it should be', 58_500, [{ amount: 1_000, balance: 86_000 }], 40_000],
  ['follows', 98_500, [{ amount: 1_000, balance: 86_000 }], 0],
  ['is higher', 99_000, [{ amount: 1_000, balance: 86_000 }], 0],
  ['is the first', 98_500, [], 0],
  ['is not in the text', null, [{ amount: 1_000, balance: 86_000 }], 0],
] as const)('shillings that left unseen when the balance %s', (_, balance, others, drop) => {
  expect(balanceDrop({ amount: 12_500, balance }, others)).toBe(drop)
})

test.each([
  ['Y8UI', true],
  [' y8ui ', true],
  ['123', true],
  ['8UI', false],
  ['23', false],
  ['', false],
  ['4567', false],
])('the digits %p of a message fit: %p', (digits, expected) => {
  expect(isSmsDigits(digits, message)).toBe(expected)
})
