// Printing at the till's printer, as the pages decide it: when a receipt prints automatically, and the
// console's form.
import { describe, expect, test } from 'bun:test'
import {
  isSamePrinter,
  printerDraftOf,
  printerFaultOf,
  printerIn,
} from '../../../ui/admin/tills/printer.model.ts'
import type { Payment } from '../../../ui/kit/payment.ts'
import type { CashSale } from '../../../ui/kit/till.ts'
import {
  becamePaid,
  billPage,
  receiptPage,
  reportPage,
  saleReferenceOf,
} from '../../../ui/till/print/print.model.ts'
import { newOrder, newSale, type Sale, saleOfPayment } from '../../../ui/till/sale/sale.model.ts'

const caller = { account: 'a', till: 't' }
const start = { key: 'K1', caller, order: newOrder({ amount: 5_000, note: '' }), startedAt: 1 }
const asking = newSale(start)
const payment = (status: Payment['status'], more: Partial<Payment> = {}) =>
  ({
    reference: 'r1',
    status,
    outcome_unknown: false,
    amount: { value: 5_000, currency: 'TZS' },
    metadata: {},
    line_items: [],
    ...more,
  }) as Payment
const with_ = (status: Payment['status'], more: Partial<Payment> = {}): Sale => ({
  ...asking,
  payment: payment(status, more),
})
const cash = (state?: CashSale['state']): Sale => ({
  ...asking,
  cash: { key: 'C', given: 5_000, instead: null, done: state ? ({ id: 'cash_1', state } as CashSale) : null },
})
describe('a receipt prints automatically', () => {
  const table: [string, Sale | undefined, Sale | undefined, boolean][] = [
    ['when a QR is paid', with_('pending'), with_('completed'), true],
    ['when money comes late', with_('expired'), with_('completed', { late: true }), true],
    ['when it is known at last', with_('pending', { outcome_unknown: true }), with_('completed'), true],
    ['when cash was taken', cash(), cash('completed'), true],
    ['not as it is shown again', undefined, with_('completed'), false],
    [
      'not when the network confirms it later',
      with_('completed'),
      with_('completed', { external_reference: 'x' }),
      false,
    ],
    ['not when it fails', with_('pending'), with_('failed'), false],
    ['not when cash is given back', cash('completed'), cash('voided'), false],
    ['not as the next sale begins', with_('completed'), asking, false],
    ['not as another is opened', with_('pending'), saleOfPayment(caller, payment('completed'), 2), false],
    ['not as it is left', with_('completed'), undefined, false],
  ]
  test.each(table)('%s', (_, before, after, prints) => {
    expect(becamePaid(before, after)).toBe(prints)
  })
})

test('a sale is identified by its payment, or by its cash', () => {
  expect(saleReferenceOf(with_('completed'))).toBe('r1')
  expect(saleReferenceOf(cash('completed'))).toBe('cash_1')
  expect(saleReferenceOf(cash())).toBeUndefined()
  expect(saleReferenceOf(asking)).toBeUndefined()
})

test('bill and receipt of a sale, and X and Z of a shift, are pages of their own', () => {
  const keys = [
    billPage('r'),
    receiptPage('r'),
    reportPage({ id: 's', state: 'open' }),
    reportPage({ id: 's', state: 'closed' }),
  ]
  expect(new Set(keys.map(({ key }) => key)).size).toBe(4)
})

describe('the form of a printer', () => {
  const kept = { host: '192.168.1.50', port: 9_100, paper: 58, auto: false } as const
  test('begins with what is stored, or with what is usual', () => {
    expect(printerDraftOf(kept)).toEqual({ ...kept, port: '9100' })
    expect(printerDraftOf(null)).toEqual({ host: '', port: '9100', paper: 80, auto: true })
    expect(printerIn({ ...printerDraftOf(kept), host: ' 10.0.0.7 ', port: ' 9101 ' })).toEqual({
      ...kept,
      host: '10.0.0.7',
      port: 9_101,
    })
    expect(isSamePrinter(printerDraftOf(kept), printerDraftOf(kept))).toBe(true)
    for (const part of [{ host: '10.0.0.7' }, { port: '1' }, { paper: 80 as const }, { auto: true }])
      expect(isSamePrinter({ ...printerDraftOf(kept), ...part }, printerDraftOf(kept))).toBe(false)
  })
  test.each([
    ['192.168.1.50', '9100', undefined],
    ['printer.local', '9100', undefined],
    ['', '9100', 'host'],
    ['8.8.8.8', '9100', 'host'],
    ['http://192.168.1.50', '9100', 'host'],
    ['192.168.1.50', '', 'port'],
    ['192.168.1.50', '0', 'port'],
    ['192.168.1.50', '70000', 'port'],
    ['192.168.1.50', '91x', 'port'],
    ['192.168.1.50', '91.5', 'port'],
  ])('%j port %j: %p is wrong', (host, port, field) => {
    expect(printerFaultOf({ host, port, paper: 80, auto: true })).toBe(field as 'host')
  })
})
