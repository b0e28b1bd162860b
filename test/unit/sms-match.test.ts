// Which sale a payment SMS is for: each rule that leaves the choice to a person, one at a time.
import { describe, expect, test } from 'bun:test'
import type { SmsPayment } from '../../src/domain/sms.ts'
import {
  balanceChain,
  isSmsDigits,
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
}
const context: SmsContext = {
  policy: { isAutomatic: true, automaticMost: null },
  sales: [sale, { ...sale, paymentId: 'another amount', amount: 12_501 }],
  equalEndedAt: [],
  equalPaidAt: [],
  isTemplateProven: true,
  balance: 'holds',
  now: paidAt + 5_000,
}
const match = (more: Partial<SmsContext>) => matchSms(message, { ...context, ...more })

describe('one sale and one message of its amount', () => {
  test('are matched', () => expect(match({})).toEqual({ kind: 'automatic', sale }))

  test.each<[string, Partial<SmsContext>]>([
    ['no balance is known', { balance: 'unknown' }],
    ['the amount is exactly the limit', { policy: { isAutomatic: true, automaticMost: 12_500 } }],
    ['an equal sale ended 10 minutes ago', { equalEndedAt: [context.now - 10 * minuteMs] }],
    ['an older message waits since before the sale', { equalPaidAt: [paidAt - 20 * minuteMs] }],
    ['the SMS is almost 10 minutes old', { now: paidAt + 10 * minuteMs - 1 }],
    ['the sale began within the minute of the text', { sales: [{ ...sale, createdAt: paidAt + 59_000 }] }],
    ['it was paid in the last moment', { sales: [{ ...sale, expiresAt: paidAt }] }],
  ])('also when %s', (_, more) => expect(match(more)).toMatchObject({ kind: 'automatic' }))

  test.each<[string, Partial<SmsContext>]>([
    ['not_automatic', { policy: { isAutomatic: false, automaticMost: null } }],
    ['above_limit', { policy: { isAutomatic: true, automaticMost: 12_499 } }],
    ['template_unproven', { isTemplateProven: false }],
    ['several_messages', { equalPaidAt: [paidAt + minuteMs] }],
    ['equal_sale_ended', { equalEndedAt: [context.now - 10 * minuteMs + 1] }],
    ['late', { now: paidAt + 10 * minuteMs }],
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
  ])('%s', (reason, sales) => {
    expect(match({ sales })).toEqual({ kind: 'unmatched', reason: reason as 'no_sale' })
  })
})

describe('the balance of a message', () => {
  test.each([
    ['follows from the last', 98_500, [{ amount: 1_000, balance: 86_000 }], 'holds'],
    [
      'follows from one before the last',
      98_500,
      [
        { amount: 5, balance: 9 },
        { amount: 1, balance: 86_000 },
      ],
      'holds',
    ],
    ['comes before one that overtook it', 98_500, [{ amount: 1_000, balance: 99_500 }], 'holds'],
    ['is too low', 98_499, [{ amount: 1_000, balance: 86_000 }], 'broken'],
    ['is the last one again', 86_000, [{ amount: 1_000, balance: 86_000 }], 'broken'],
    ['is the first', 98_500, [], 'unknown'],
    ['is not in the text', null, [{ amount: 1_000, balance: 86_000 }], 'unknown'],
  ] as const)('%s', (_, balance, others, expected) => {
    expect(balanceChain({ amount: 12_500, balance }, others)).toBe(expected)
  })
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
