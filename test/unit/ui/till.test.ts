// What the till knows without a server: ways to pay, networks, pairing and PINs, cash, quick amounts, last
// sales, receipts, shifts.

import { describe, expect, test } from 'bun:test'
import { roleMay } from '../../../src/domain/account.ts'
import { shiftTable } from '../../../src/domain/shift-table.ts'
import type { ApiRejection, ApiResult } from '../../../ui/kit/api.ts'
import { callerHeaders, callerQuery } from '../../../ui/kit/caller.ts'
import type { Account } from '../../../ui/kit/me.ts'
import { groupCode, normalizePairingCode, pairingCodeOf } from '../../../ui/kit/pairing.model.ts'
import type { Payment } from '../../../ui/kit/payment.ts'
import type { Shift, TillSale } from '../../../ui/kit/till.ts'
import { lineOfTill } from '../../../ui/till/entry/sales.model.ts'
import { methodsOf, workingMethods } from '../../../ui/till/parts/account.model.ts'
import { changeOf, givenAmounts } from '../../../ui/till/parts/cash.model.ts'
import { drawerLines, drawerResultOf, refundListsOf } from '../../../ui/till/parts/drawer.model.ts'
import {
  downMethods,
  failureShownMs,
  healthAfterAnswer,
  healthAfterPayment,
  type NetworkHealth,
  pausedNetworks,
} from '../../../ui/till/parts/network-health.model.ts'
import { initialsOf, pinErrorOf, pressPin } from '../../../ui/till/parts/pin.model.ts'
import { deviceOfLogin } from '../../../ui/till/parts/till-device.ts'
import { factsOf, methodOf, saleTimeOf } from '../../../ui/till/print/receipt.model.ts'
import { newOrder, newSale } from '../../../ui/till/sale/sale.model.ts'
import { csvName, isShift } from '../../../ui/till/shift/shift.model.ts'
import { plainShop } from '../../kit/receipt-shop.ts'

test('a caller names itself: the till, or a person on an account', () => {
  expect(callerHeaders({ account: 'a', till: null })).toEqual({ 'kaunta-account': 'a' })
  expect(callerHeaders({ account: 'a', till: 't' })).toEqual({ 'kaunta-till': '1' })
  expect(callerQuery({ account: 'a&b', till: null })).toBe('account=a%26b')
  expect(callerQuery({ account: 'a', till: 't' })).toBe('till=1')
})

describe('ways to pay', () => {
  const counter = (qr: boolean, push: boolean, till: boolean) => ({
    account: {
      id: 'a',
      name: 'Duka',
      mode: 'live' as const,
      time_zone: 'UTC',
      takes: { 'dynamic-qr': qr, mobile: push },
      quick_amounts: [],
      receipt: plainShop,
    },
    till: till ? { id: 't', name: 'Counter', printer: null } : null,
  })
  test.each([
    [counter(true, true, true), ['qr', 'push', 'cash'], ['push', 'cash']],
    [counter(true, true, false), ['qr', 'push'], ['push']],
    [counter(false, false, true), ['cash'], ['cash']],
    [counter(true, false, false), ['qr'], []],
  ] as const)('%#', (at, ways, withoutQr) => {
    expect(methodsOf(at)).toEqual([...ways])
    expect(workingMethods(at, ['qr'])).toEqual([...withoutQr])
  })
})

describe('the network health at this till', () => {
  const payment = (change: Partial<Payment>) =>
    ({ payment_type: 'dynamic-qr', status: 'pending', ...change }) as Payment
  const lost = (reason: ApiRejection['reason']): ApiResult<Payment> => ({
    ok: false,
    apiError: {
      kind: 'refused',
      status: 503,
      errorCode: '',
      reason,
      params: {},
      fields: [],
      problems: {},
      retryAfterMs: 0,
    },
  })
  const gone = { status: 'failed', failure_reason: 'network_unavailable' } as const
  const rows: [string, NetworkHealth, NetworkHealth, ('qr' | 'push')[]][] = [
    ['an unreachable network', {}, healthAfterAnswer({}, 'qr', lost('network_unreachable'), 100), ['qr']],
    ['a silent network', {}, healthAfterAnswer({}, 'qr', lost('network_silent'), 100), ['qr']],
    ['another answer of 503', {}, healthAfterAnswer({}, 'qr', lost('write_abandoned'), 100), []],
    [
      'a missing answer of the server shows nothing about networks',
      {},
      healthAfterAnswer({}, 'qr', { ok: false, apiError: { kind: 'unreachable' } }, 100),
      [],
    ],
    ['a payment failed by its network', {}, healthAfterPayment({}, payment(gone), 100), ['qr']],
    [
      'so for a push',
      {},
      healthAfterPayment({}, payment({ ...gone, payment_type: 'mobile' }), 100),
      ['push'],
    ],
    [
      'a wrong PIN is no matter of the network',
      { qr: 50 },
      healthAfterPayment({ qr: 50 }, payment({ status: 'failed', failure_reason: 'wrong_pin' }), 100),
      [],
    ],
    [
      'money came',
      { qr: 50, push: 60 },
      healthAfterPayment({ qr: 50, push: 60 }, payment({ status: 'completed' }), 100),
      ['push'],
    ],
    ['still waiting', { qr: 50 }, healthAfterPayment({ qr: 50 }, payment({}), 100), ['qr']],
  ]
  test.each(rows)('%s', (_, _before, after, down) => {
    expect(downMethods(after, 100)).toEqual(down)
  })
  test('a failure is cleared in time', () => {
    expect(downMethods({ qr: 100 }, 100 + failureShownMs)).toEqual([])
  })
})

describe('pairing', () => {
  test.each([
    ['?pair=AbCdEf123456', 'AbCdEf123456'],
    ['?x=1&pair=AbCdEf123456', 'AbCdEf123456'],
    ['#code=AbCdEf123456', 'AbCdEf123456'],
    ['#code=', undefined],
    ['?pair=', undefined],
    ['?pair=<b>abcdef</b>', undefined],
    ['', undefined],
  ])('%s', (search, code) => {
    expect(pairingCodeOf(search)).toBe(code)
  })
  test.each([
    [' AbCd-Ef12 3456 ', 'AbCdEf123456'],
    ['http://192.168.1.10:8080/till?pair=AbCdEf123456', 'AbCdEf123456'],
    ['http://192.168.1.10:8080/display#code=AbCdEf123456', 'AbCdEf123456'],
    ['', ''],
  ])('a code typed as %j is read', (text, code) => {
    expect(normalizePairingCode(text)).toBe(code)
  })
  test('a code is shown in groups', () => {
    expect(groupCode('AbCdEf123456')).toBe('AbCd Ef12 3456')
    expect(normalizePairingCode(groupCode('AbCdEf123456'))).toBe('AbCdEf123456')
  })
})

describe('the PIN', () => {
  test('grows by digits to its length', () => {
    expect([...'12a345678999'].reduce((pin, key) => pressPin(pin, key, 6), '')).toBe('123456')
    expect(pressPin('12', 'backspace', 4)).toBe('1')
    expect(pressPin('12', 'clear', 4)).toBe('')
    expect(pressPin('12', '00', 4)).toBe('12')
  })
  const refused = (more: Partial<ApiRejection>): ApiRejection => ({
    kind: 'refused',
    status: 400,
    errorCode: 'validation_error',
    problems: {},
    reason: undefined,
    params: {},
    fields: ['pin'],
    retryAfterMs: 0,
    ...more,
  })
  test.each([
    [refused({ reason: 'pin_wrong', params: { left: 3 } }), { kind: 'wrong', left: 3 }],
    [refused({ reason: 'pin_wrong', params: { left: 1 } }), { kind: 'wrong', left: 1 }],
    [refused({ reason: 'pin_wrong_locked', params: { minutes: 15 } }), { kind: 'locked', minutes: 15 }],
    [
      refused({
        status: 429,
        reason: 'pin_locked',
        params: { minutes: 12 },
        retryAfterMs: 700_000,
      }),
      { kind: 'locked', minutes: 12 },
    ],
    [refused({ status: 429, reason: 'too_many_requests', retryAfterMs: 9_000 }), { kind: 'other' }],
    [refused({ fields: ['staff_id'], reason: 'staff_without_pin' }), { kind: 'other' }],
    [{ kind: 'unreachable' } as const, { kind: 'other' }],
  ])('%#', (apiError, said) => {
    expect(pinErrorOf(apiError)).toMatchObject(said)
  })
  test.each([
    ['Neema Kessy', 'NK'],
    ['asha', 'A'],
    ['  Juma  wa  Ally ', 'JW'],
    ['', ''],
  ])('%s is %s', (name, short) => {
    expect(initialsOf(name)).toBe(short)
  })
})

test.each([
  [12_500, [12_500, 13_000, 14_000, 15_000]],
  [10_000, [10_000]],
  [700, [700, 1_000, 2_000, 5_000]],
  [1, [1, 500, 1_000, 2_000]],
  [0, []],
])('for %d a customer may hand over %j', (amount, given) => {
  expect(givenAmounts(amount)).toEqual(given)
})
test.each([
  [500, 1_000, 500],
  [500, 500, 0],
  [500, 499, undefined],
])('%d out of %d: %p goes back', (amount, given, change) => {
  expect(changeOf(amount, given)).toBe(change)
})

describe('a line of the last sales', () => {
  const sold: TillSale = {
    reference: 'p1',
    kind: 'payment',
    method: 'mobile',
    state: 'completed',
    amount: 5_000,
    note: 'meza 4',
    line_items: [{ name: 'Chai', quantity: 2, unit_price: 2_500, sku: 'C-1' }],
    phone_hint: '•••001',
    cashier: { id: 'n', name: 'Neema' },
    created_at: '2026-01-01T00:00:00.000Z',
    completed_at: null,
    outcome_unknown: false,
    late: false,
    manual_confirmation: false,
    given: null,
    change: null,
    refunded: 0,
  }
  test.each([
    [{ ...sold, refunded: 5_000 }, 'push', 'refunded', false],
    [{ ...sold, refunded: 4_999 }, 'push', 'completed', false],
    [sold, 'push', 'completed', false],
    [{ ...sold, late: true }, 'push', 'late', false],
    [
      { ...sold, method: 'qr' as const, state: 'pending' as const, outcome_unknown: true },
      'qr',
      'unknown',
      false,
    ],
    [{ ...sold, state: 'expired' as const, outcome_unknown: true }, 'push', 'unknown', false],
    [
      { ...sold, kind: 'cash' as const, method: 'cash' as const, given: 10_000, change: 5_000 },
      'cash',
      'completed',
      true,
    ],
    [
      { ...sold, kind: 'cash' as const, method: 'cash' as const, state: 'voided' as const },
      'cash',
      'refunded',
      true,
    ],
  ])('%#', (sale, method, state, isCash) => {
    const line = lineOfTill(sale)
    expect(line).toMatchObject({ method, state, note: 'meza 4', amount: 5_000 })
    expect(line.items).toEqual([{ name: 'Chai', quantity: 2, unit_price: 2_500 }])
    expect(line.cash !== null).toBe(isCash)
  })
})

describe('a receipt', () => {
  const caller = { account: 'a', till: 't' }
  const sale = newSale({ key: 'K', caller, order: newOrder({ amount: 5_000, note: 'meza 4' }), startedAt: 1 })
  const payment = {
    payment_type: 'dynamic-qr',
    status: 'completed',
    reference: 'p1',
    external_reference: 'MP123',
    payment_token: '12345678',
    customer: { phone: '+255754000001' },
    created_at: '2026-01-01T10:00:00.000Z',
    completed_at: '2026-01-01T10:01:00.000Z',
  } as Payment
  const done = { id: 'cash_1', given: 10_000, change: 5_000, created_at: '2026-01-01T10:02:00.000Z' }
  test('of a payment', () => {
    const paid = { ...sale, payment }
    expect(factsOf(paid, 'M-Pesa').map(([name]) => name)).toEqual([
      'note',
      'paid_by',
      'paid_from',
      'paid_number',
      'paid_receipt',
      'paper_reference',
    ])
    expect([methodOf(paid), saleTimeOf(paid)]).toEqual(['qr', '2026-01-01T10:01:00.000Z'])
  })
  test('of a bill that nobody has paid', () => {
    const open = {
      ...sale,
      payment: { ...payment, status: 'pending' as const, completed_at: null, external_reference: '' },
    }
    expect(factsOf(open, '').map(([name]) => name)).toEqual(['note', 'paid_number', 'paper_reference'])
  })
  test('of cash', () => {
    const cash = { ...sale, cash: { key: '', given: 10_000, instead: null, done: done as never } }
    expect(factsOf(cash, '').map(([name]) => name)).toEqual([
      'note',
      'cash_given',
      'paper_change',
      'paper_reference',
    ])
    expect([methodOf(cash), saleTimeOf(cash)]).toEqual(['cash', '2026-01-01T10:02:00.000Z'])
  })
})

describe('a shift', () => {
  const line = { count: 2, gross: 7_000, fees: 35, net: 6_965 }
  const shift: Shift = {
    id: 'shift_1',
    number: 3,
    till: { id: 't', name: 'Kaunta ya 1' },
    state: 'closed',
    opened_at: '2026-01-01T06:00:00.000Z',
    opened_by: { id: 'n', name: 'Neema, K' },
    closed_at: '2026-01-01T18:00:00.000Z',
    closed_by: { id: 'n', name: '=Neema' },
    short_reason: null,
    report: {
      sold: null,
      by_method: [{ method: 'qr', ...line }],
      by_cashier: [
        { cashier: { id: 'n', name: 'Neema "N"' }, ...line, by_method: [{ method: 'qr', ...line }] },
      ],
      total: line,
      cash: {
        float: 20_000,
        sales: 3_000,
        pay_ins: 1_000,
        drops: 5_000,
        refunds: 700,
        expected: 18_300,
        counted: 17_800,
        difference: -500,
      },
      drawer: [
        {
          kind: 'drop',
          amount: 5_000,
          reason: 'safe',
          cashier: { id: 'n', name: 'Neema' },
          created_at: '2026-01-01T12:00:00.000Z',
        },
      ],
      refunds: [
        {
          sale: 'cash_1',
          unmatched_id: null,
          amount: 700,
          way: 'cash',
          reason: 'Wrong size',
          cashier: { id: 'n', name: 'Neema' },
          approved_by: { id: 'a', name: 'Amina' },
          created_at: '2026-01-01T13:00:00.000Z',
        },
      ],
      sent_refunds: [],
    },
  }
  test('its drawer adds up', () => {
    const rows = drawerLines(shift.report)
    const parts = rows.filter(([name]) => name !== 'expected').reduce((sum, [, amount]) => sum + amount, 0)
    expect(parts).toBe(rows.at(-1)?.[1] ?? Number.NaN)
  })
  test.each([
    [0, 'even'],
    [500, 'over'],
    [-500, 'short'],
  ] as const)('%d is %s', (difference, result) => {
    expect(drawerResultOf(difference)).toBe(result)
  })
  test('lists what was given back, in cash and by the network', () => {
    const { refunds, sent_refunds, ...earlier } = shift.report
    expect(refundListsOf(shift.report)).toEqual([['cash_refunds', refunds]])
    expect(refundListsOf({ refunds, sent_refunds: refunds })).toEqual([
      ['cash_refunds', refunds],
      ['sent_refunds', refunds],
    ])
    expect(refundListsOf({ sent_refunds, ...earlier })).toEqual([])
  })
  test('as a table for spreadsheets', () => {
    const rows = shiftTable(shift).split('\r\n')
    expect(rows[0]).toBe('\ufeff"shift",3,"shift_1"')
    expect(rows[2]).toBe('"opened","2026-01-01T06:00:00.000Z","Neema, K"')
    expect(rows[3]).toContain("'=Neema")
    expect(rows).toContain('"sales","Neema ""N""","qr",2,7000,35,6965')
    expect(rows).toContain(
      '"refund",700,"Wrong size","Neema","2026-01-01T13:00:00.000Z","cash_1","Amina","cash"',
    )
    const { gross } = shift.report.total
    const given =
      shift.report.cash.refunds + shift.report.sent_refunds.reduce((sum, one) => sum + one.amount, 0)
    expect(given).toBeGreaterThan(0)
    expect(rows).toContain(`"refunded","","",,${given}`)
    expect(rows).toContain(`"after refunds","","",,${gross - given}`)
    const { refunds: _, sent_refunds: __, ...earlier } = shift.report
    expect(shiftTable({ ...shift, report: earlier })).not.toContain('"refund"')
    expect(rows).toContain('"cash","difference",-500')
    expect(rows).toContain('"drop",5000,"safe","Neema","2026-01-01T12:00:00.000Z"')
    expect(csvName(shift)).toBe('kaunta-ya-1-shift-3.csv')
    expect(csvName({ ...shift, till: { id: 't', name: '…' } })).toBe('till-shift-3.csv')
  })
  test.each([
    [JSON.parse(JSON.stringify(shift)), true],
    [null, false],
    [{ report: {}, till: {} }, false],
    ['x', false],
  ])('kept %#', (value, ours) => {
    expect(isShift(value)).toBe(ours)
  })
})

test('a network that gets no sales is named once, with its methods; payouts are no business of a till', () => {
  const ways = ['qr', 'mobile', 'payout.mobile'].map(way => ({ title: 'Selcom', way }))
  expect(pausedNetworks([...ways, { title: 'Another server', way: 'payout.bank' }])).toEqual([
    { title: 'Selcom', methods: ['qr', 'push'] },
  ])
  expect(pausedNetworks([])).toEqual([])
})

test.each([
  ['owner', true],
  ['admin', true],
  ['cashier', true],
  ['developer', false],
] as const)('a logged-in %s may refund: %p', (role, may) => {
  expect(roleMay(role, 'refund')).toBe(may)
  expect(deviceOfLogin({ id: 'a', role } as Account, null).mayRefund).toBe(may)
})
