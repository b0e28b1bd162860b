// One sale on the till: what is shown, what an answer means, and that news never goes back.
import { describe, expect, test } from 'bun:test'
import type { ApiRejection, ApiResult } from '../../../ui/kit/api.ts'
import type { Payment } from '../../../ui/kit/payment.ts'
import type { CashSale } from '../../../ui/kit/till.ts'
import {
  amountToSay,
  isLive,
  isResumable,
  isSale,
  newOrder,
  newSale,
  replacedByCash,
  type Sale,
  type SaleCash,
  type SaleLink,
  saleAfterOtherTab,
  saleDraftOf,
  saleOfCash,
  saleOfPayment,
  salePhaseOf,
  staleMs,
  toneOf,
  withPayment,
} from '../../../ui/till/sale/sale.model.ts'
import { afterRequest } from '../../../ui/till/sale/sale-request.model.ts'

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
  line_items: [],
  refunded: { value: 0, currency: 'TZS' },
  settlement: null,
  payment_token: '12345678',
  payment_qr_code: '0002',
  failure_reason: null,
  late: false,
  manual_confirmation: null,
  outcome_unknown: false,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-01T00:10:00.000Z',
  completed_at: null,
  ...change,
})
const caller = { account: 'a', till: null }
const sale = newSale({ key: 'K', caller, order: newOrder({ amount: 5_000, note: '' }), startedAt: 1_000 })
const link: SaleLink = { reference: 's1', url: 'http://box/p/x', startsAt: '', expiresAt: '', state: 'open' }
const done = {
  id: 'cash_1',
  amount: 5_000,
  given: 10_000,
  change: 5_000,
  note: null,
  line_items: [],
  payment_reference: null,
  state: 'completed' as const,
  cashier: { id: 'n', name: 'Neema' },
  created_at: '2026-01-01T00:00:00.000Z',
  voided_at: null,
  void_reason: null,
  void_approved_by: null,
} satisfies CashSale
const cash: SaleCash = { key: 'C', given: 10_000, instead: null, done: null }
const manualConfirmation = {
  by: { type: 'staff', id: 'n', till_id: null, name: 'Neema' } as const,
  reason: 'seen',
  receipt_number: 'R1',
  at: '2026-01-01T00:00:00.000Z',
  confirmed: false,
}
const holding = (change: Partial<Payment>): Sale => ({ ...sale, payment: payment(change) })

test.each([
  [sale, 'creating', false],
  [holding({}), 'waiting', true],
  [holding({ outcome_unknown: true }), 'unknown', true],
  [holding({ status: 'expired', outcome_unknown: true }), 'unknown', true],
  [holding({ status: 'completed' }), 'paid', false],
  [holding({ status: 'completed', late: true }), 'paid', false],
  [holding({ status: 'failed' }), 'failed', true],
  [holding({ status: 'expired' }), 'expired', true],
  [holding({ status: 'voided' }), 'voided', true],
  [holding({ status: 'completed', manual_confirmation: manualConfirmation }), 'paid', true],
  [
    holding({ status: 'completed', manual_confirmation: { ...manualConfirmation, confirmed: true } }),
    'paid',
    false,
  ],
  [{ ...sale, link }, 'waiting', false],
  [{ ...sale, link: { ...link, state: 'expired' } }, 'expired', false],
  [{ ...sale, link: { ...link, state: 'cancelled' } }, 'voided', false],
  [{ ...holding({}), link }, 'waiting', true],
  [{ ...holding({}), cash }, 'creating', true],
  [{ ...sale, cash: { ...cash, done } }, 'paid', false],
  [{ ...sale, cash: { ...cash, done: { ...done, state: 'voided' } } }, 'voided', false],
] as const)('%#: shown as %3$s', (shown, phase, live) => {
  expect(salePhaseOf(shown)).toBe(phase)
  expect(isLive(shown)).toBe(live)
})

test.each(['pending', 'failed', 'expired', 'voided'] as const)('cash names the %s payment', status => {
  expect(replacedByCash(holding({ status }))).toEqual({ instead: 'p1', link: null })
  expect(replacedByCash({ ...holding({ status }), link })).toEqual({ instead: null, link: 's1' })
})

test('cash of a sale without a payment replaces nothing', () => {
  expect(replacedByCash(sale)).toEqual({ instead: null, link: null })
})

describe('news', () => {
  const rows: [string, Partial<Payment> | null, Partial<Payment>, string][] = [
    ['the first', null, {}, 'waiting'],
    ['unknown', {}, { outcome_unknown: true }, 'unknown'],
    ['unknown resolved', { outcome_unknown: true }, {}, 'waiting'],
    ['paid', {}, { status: 'completed' }, 'paid'],
    ['an old status check after paid', { status: 'completed' }, {}, 'paid'],
    ['an old status check after failed', { status: 'failed' }, {}, 'failed'],
    ['late money', { status: 'expired' }, { status: 'completed', late: true }, 'paid'],
    ['failed after paid', { status: 'completed' }, { status: 'failed' }, 'paid'],
    ['another payment', {}, { reference: 'p2', status: 'completed' }, 'waiting'],
  ]
  test.each(rows)('%s', (_, before, news, phase) => {
    const known = before ? holding(before) : sale
    expect(salePhaseOf(withPayment(known, payment(news)))).toBe(phase as ReturnType<typeof salePhaseOf>)
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
  ['creating', 'waiting', undefined],
  ['paid', 'paid', undefined],
] as const)('%s → %s sounds %s', (before, after, tone) => {
  expect(toneOf(before, after)).toBe(tone)
})

describe('the amount is spoken only when the network confirmed it in time', () => {
  const paid = { status: 'completed' } as const
  const manually = (confirmed: boolean): Partial<Payment> => ({
    ...paid,
    manual_confirmation: { by: { id: 'm1', name: 'Asha' }, confirmed } as NonNullable<
      Payment['manual_confirmation']
    >,
  })
  const rows: [string, Pick<Sale, 'payment' | 'cash'>, number | undefined][] = [
    ['paid', holding(paid), 5_000],
    ['confirmed manually, then by the network', holding(manually(true)), 5_000],
    ['confirmed manually only', holding(manually(false)), undefined],
    ['paid late', holding({ ...paid, late: true }), undefined],
    ['unknown', holding({ outcome_unknown: true }), undefined],
    ['waiting', holding({}), undefined],
    ['failed', holding({ status: 'failed' }), undefined],
    ['cash', { ...holding({ status: 'voided' }), cash: { ...cash, done } }, undefined],
    ['cash after a payment', { ...holding(paid), cash: { ...cash, done } }, undefined],
  ]
  test.each(rows)('%s', (_, shown, amount) => {
    expect(amountToSay(shown)).toBe(amount)
  })
})

describe('an answer to a request with a key', () => {
  const refused = (status: number, more: Partial<ApiRejection> = {}): ApiResult<Payment> => ({
    ok: false,
    apiError: {
      kind: 'refused',
      status,
      errorCode: '',
      reason: undefined,
      params: {},
      fields: [],
      problems: {},
      retryAfterMs: 0,
      ...more,
    },
  })
  const signedOut = refused(403, { reason: 'cashier_not_signed_in' })
  const request = { tries: 0, atTill: false, retryOnConflict: true }
  const rows: [string, ApiResult<Payment>, Partial<typeof request>, string, number | undefined][] = [
    ['created', { ok: true, value: payment({}) }, {}, 'created', undefined],
    ['no answer', { ok: false, apiError: { kind: 'unreachable' } }, {}, 'retry', 500],
    ['no answer for long', { ok: false, apiError: { kind: 'unreachable' } }, { tries: 9 }, 'retry', 4_000],
    ['still running', refused(409), { tries: 1 }, 'retry', 1_000],
    ['a conflict that stays', refused(409), { retryOnConflict: false }, 'rejected', undefined],
    ['the network did not answer', refused(503), { tries: 2 }, 'retry', 2_000],
    ['too many', refused(429, { retryAfterMs: 7_000 }), {}, 'retry', 7_000],
    ['our own mistake', refused(500), {}, 'retry', 500],
    ['the login has ended', { ok: false, apiError: { kind: 'logged_out' } }, {}, 'sign_in', undefined],
    ['no cashier signed in on the till', signedOut, { atTill: true }, 'sign_in', undefined],
    ['a person who may not', signedOut, {}, 'rejected', undefined],
    ['too small', refused(400), {}, 'rejected', undefined],
    ['the key had another body', refused(422), {}, 'rejected', undefined],
  ]
  test.each(rows)('%s', (_, answer, more, kind, inMs) => {
    const next = afterRequest(answer, { ...request, ...more })
    expect(next.kind).toBe(kind as typeof next.kind)
    expect(next.kind === 'retry' ? next.inMs : undefined).toBe(inMs)
  })
})

describe('two tabs on one sale', () => {
  const paid = holding({ status: 'completed' })
  const open = holding({})
  const other: Sale = { ...open, key: 'L', startedAt: 2_000 }
  test.each([
    ['nothing here, something there', undefined, open, undefined, open],
    ['theirs went on', open, paid, open, paid],
    ['theirs is older news', paid, open, open, paid],
    ['they left ours', open, undefined, open, undefined],
    ['they left another one', open, undefined, other, open],
    ['they began while we had ours', open, other, undefined, open],
    ['they began after ours', open, other, open, other],
    ['they took cash', open, { ...open, cash }, open, { ...open, cash }],
  ] as const)('%s', (_, mine, theirs, replaced, shown) => {
    expect(saleAfterOtherTab(mine, theirs, replaced)).toEqual(shown)
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
    [{ ...sale, caller: 'a' }, false],
    [{ ...sale, push: 7 }, false],
    [{ ...sale, link: {} }, false],
    [JSON.parse(JSON.stringify({ ...sale, link, cash: { ...cash, done } })), true],
    [{ ...sale, cash: {} }, false],
  ])('%# is one of ours: %p', (kept, ours) => {
    expect(isSale(kept)).toBe(ours)
  })

  test.each([
    [sale, 1_000 + staleMs - 1, true],
    [sale, 1_000 + staleMs, false],
    [sale, 1_000 - staleMs, false],
    [holding({}), 1_000 + 9 * staleMs, true],
    [{ ...sale, link }, 1_000 + 9 * staleMs, true],
    [{ ...sale, cash }, 1_000 + 9 * staleMs, true],
  ])('%#: worth keeping', (kept, now, worth) => {
    expect(isResumable(kept, now)).toBe(worth)
  })
})

test('an order names the way to pay', () => {
  expect(newOrder({ amount: 700, note: '' })).toEqual({
    payment_type: 'dynamic-qr',
    details: { amount: 700, currency: 'TZS', expires_in: 600 },
  })
  expect(newOrder({ amount: 700, note: 'meza 4', phone: '+255754000001' })).toMatchObject({
    payment_type: 'mobile',
    phone_number: '+255754000001',
    metadata: { note: 'meza 4' },
  })
})

test('items are those of the order, also made by another till', () => {
  const chai = { name: 'Chai', quantity: 2, unit_price: 350 }
  expect(newOrder({ amount: 700, note: '', items: [chai] })).toMatchObject({ line_items: [chai] })
  expect(newOrder({ amount: 700, note: '' })).not.toHaveProperty('line_items')
  // Sold again by another method, the line still moves stock, and its discount still has a reason.
  const listed = {
    ...chai,
    sku: 'C-1',
    product_id: 'prod_1',
    pack: 'Box',
    discount: 100,
    discount_reason: 'Old',
  }
  expect(saleOfPayment(caller, payment({ line_items: [listed] }), 5).order.line_items).toEqual([listed])
  expect(saleOfCash(caller, { ...done, line_items: [listed] }, 5).order.line_items).toEqual([listed])
  expect(
    saleDraftOf(newOrder({ amount: 700, note: 'meza 4', items: [chai], phone: '+255754000001' })),
  ).toEqual({
    amount: 700,
    note: 'meza 4',
    items: [chai],
    phone: '+255754000001',
  })
})

test('a sale of the list has no key: it is never sent again', () => {
  expect(saleOfPayment(caller, payment({ status: 'failed', metadata: { note: 'meza 4' } }), 5)).toMatchObject(
    {
      key: '',
      caller,
      startedAt: 5,
      order: { metadata: { note: 'meza 4' } },
    },
  )
  expect(saleOfCash(caller, done, 5)).toMatchObject({ key: '', payment: null, cash: { key: '', done } })
})
