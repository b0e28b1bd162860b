// One sale on the till: what is shown, what an answer means, and that news never goes back.
import { describe, expect, test } from 'bun:test'
import type { Answer, Refusal } from '../../ui/kit/api.ts'
import type { Payment } from '../../ui/kit/payment.ts'
import {
  afterCreate,
  faceOf,
  heardOf,
  isLive,
  isSale,
  isWorthKeeping,
  newOrder,
  reopened,
  type Sale,
  staleMs,
  toneOf,
} from '../../ui/till/sale.model.ts'

const payment = (change: Partial<Payment>): Payment => ({
  id: 'p1',
  reference: 'p1',
  external_reference: '',
  object: 'payment',
  api_version: '2026-01-25',
  payment_type: 'dynamic-qr',
  status: 'pending',
  amount: { value: 5_000, currency: 'TZS' },
  channel: { type: 'qr', provider: 'tanqr' },
  customer: { first_name: '', last_name: '', email: '', phone: '' },
  metadata: {},
  settlement: null,
  payment_token: '12345678',
  payment_url: '',
  payment_qr_code: '0002',
  failure_reason: null,
  late: false,
  outcome_unknown: false,
  completed_by_hand: null,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-01T00:10:00.000Z',
  completed_at: null,
  ...change,
})
const sale: Sale = { key: 'K', account: 'a', order: newOrder(5_000, undefined), startedAt: 1_000, payment: null, tries: 0 }
const holding = (change: Partial<Payment>): Sale => ({ ...sale, payment: payment(change) })

test.each([
  [sale, 'asking', false],
  [holding({}), 'waiting', true],
  [holding({ outcome_unknown: true }), 'unknown', true],
  [holding({ status: 'expired', outcome_unknown: true }), 'unknown', true],
  [holding({ status: 'completed' }), 'paid', false],
  [holding({ status: 'completed', late: true }), 'paid', false],
  [holding({ status: 'failed' }), 'failed', true],
  [holding({ status: 'expired' }), 'expired', true],
  [holding({ status: 'voided' }), 'voided', true],
] as const)('%#: shown as %3$s', (shown, face, live) => {
  expect(faceOf(shown)).toBe(face)
  expect(isLive(shown)).toBe(live)
})

describe('news', () => {
  const rows: [string, Partial<Payment> | null, Partial<Payment>, string][] = [
    ['the first', null, {}, 'waiting'],
    ['doubt', {}, { outcome_unknown: true }, 'unknown'],
    ['doubt resolved', { outcome_unknown: true }, {}, 'waiting'],
    ['paid', {}, { status: 'completed' }, 'paid'],
    ['an old poll after paid', { status: 'completed' }, {}, 'paid'],
    ['an old poll after failed', { status: 'failed' }, {}, 'failed'],
    ['late money', { status: 'expired' }, { status: 'completed', late: true }, 'paid'],
    ['failed after paid', { status: 'completed' }, { status: 'failed' }, 'paid'],
    ['another payment', {}, { reference: 'p2', status: 'completed' }, 'waiting'],
  ]
  test.each(rows)('%s', (_, before, news, face) => {
    const known = before ? holding(before) : sale
    expect(faceOf(heardOf(known, payment(news)))).toBe(face as ReturnType<typeof faceOf>)
  })
})

test.each([
  ['waiting', 'paid', 'paid'],
  ['unknown', 'paid', 'paid'],
  ['expired', 'paid', 'paid'],
  ['waiting', 'failed', 'failed'],
  ['waiting', 'expired', 'failed'],
  ['waiting', 'voided', undefined],
  ['waiting', 'unknown', undefined],
  ['asking', 'waiting', undefined],
  ['paid', 'paid', undefined],
] as const)('%s → %s sounds %s', (before, after, tone) => {
  expect(toneOf(before, after)).toBe(tone)
})

describe('an answer to the create request', () => {
  const refused = (status: number, more: Partial<Refusal> = {}): Answer<Payment> => ({
    ok: false,
    trouble: { kind: 'refused', status, errorCode: '', message: '', fields: [], problems: {}, retryAfterMs: 0, ...more },
  })
  const rows: [string, Answer<Payment>, number, string, number | undefined][] = [
    ['made', { ok: true, value: payment({}) }, 0, 'made', undefined],
    ['no answer', { ok: false, trouble: { kind: 'unreachable' } }, 0, 'again', 500],
    ['no answer for long', { ok: false, trouble: { kind: 'unreachable' } }, 9, 'again', 4_000],
    ['still running', refused(409), 1, 'again', 1_000],
    ['the network did not answer', refused(503), 2, 'again', 2_000],
    ['too many', refused(429, { retryAfterMs: 7_000 }), 0, 'again', 7_000],
    ['our own mistake', refused(500), 0, 'again', 500],
    ['the login has ended', { ok: false, trouble: { kind: 'logged_out' } }, 0, 'log_in', undefined],
    ['too small', refused(400), 0, 'refused', undefined],
    ['not allowed', refused(403), 0, 'refused', undefined],
    ['the key had another body', refused(422), 0, 'refused', undefined],
  ]
  test.each(rows)('%s', (_, answer, tries, kind, inMs) => {
    const next = afterCreate(answer, tries)
    expect(next.kind).toBe(kind as typeof next.kind)
    expect(next.kind === 'again' ? next.inMs : undefined).toBe(inMs)
  })
})

describe('a kept sale', () => {
  test.each([
    [sale, true],
    [JSON.parse(JSON.stringify(holding({}))), true],
    [null, false],
    ['', false],
    [{ ...sale, order: null }, false],
    [{ ...sale, payment: {} }, false],
    [{ ...sale, key: 7 }, false],
  ])('%# is one of ours: %p', (kept, ours) => {
    expect(isSale(kept)).toBe(ours)
  })

  test.each([
    [sale, 1_000 + staleMs - 1, true],
    [sale, 1_000 + staleMs, false],
    [sale, 1_000 - staleMs, false],
    [holding({}), 1_000 + 9 * staleMs, true],
  ])('%#: worth keeping', (kept, now, worth) => {
    expect(isWorthKeeping(kept, now)).toBe(worth)
  })
})

test('an order names the way to pay', () => {
  expect(newOrder(700, undefined)).toEqual({
    payment_type: 'dynamic-qr',
    details: { amount: 700, currency: 'TZS', expires_in: 600 },
  })
  expect(newOrder(700, '+255754000001')).toMatchObject({ payment_type: 'mobile', phone_number: '+255754000001' })
})

test('a sale of the list has no key: it is never asked for again', () => {
  expect(reopened('a', payment({ status: 'failed' }), 5)).toMatchObject({ key: '', account: 'a', startedAt: 5 })
})
