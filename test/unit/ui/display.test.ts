// What a customer display shows, and what the till reports about its screen, without a server.
import { describe, expect, test } from 'bun:test'
import type { DisplayState } from '../../../src/wire/display.ts'
import { contentOfSale, contentOfState, nextState } from '../../../ui/display/display-content.model.ts'
import type { Payment } from '../../../ui/kit/payment.ts'
import { displayContentOf } from '../../../ui/till/display/display-content.model.ts'
import { newOrder, newSale, type Sale } from '../../../ui/till/sale/sale.model.ts'

describe('what a customer is shown', () => {
  const caller = { account: 'a', till: 't' }
  const chai = { name: 'Chai', quantity: 2, unit_price: 2_500 }
  const sale = newSale({ key: 'K', caller, order: newOrder({ amount: 5_000, note: 'meza 4' }), startedAt: 1 })
  const payment = (change: object) =>
    ({ payment_type: 'dynamic-qr', status: 'pending', outcome_unknown: false, ...change }) as Payment
  const link = { reference: 's', url: 'http://box/p/x', startsAt: '', expiresAt: '', state: 'open' } as const
  const cash = { key: 'C', given: 10_000, instead: null, done: null }
  const done = { id: 'cash_1', state: 'completed', change: 5_000 } as never
  const rows: [string, Sale | undefined, string][] = [
    ['nothing', undefined, 'idle'],
    ['being asked for', sale, 'wait'],
    ['a QR', { ...sale, payment: payment({}) }, 'scan'],
    ['a push', { ...sale, payment: payment({ payment_type: 'mobile' }) }, 'phone'],
    ['a link', { ...sale, link }, 'link'],
    ['a link that is being paid', { ...sale, link, payment: payment({ payment_type: 'mobile' }) }, 'phone'],
    ['unknown', { ...sale, payment: payment({ outcome_unknown: true }) }, 'wait'],
    ['paid', { ...sale, payment: payment({ status: 'completed' }) }, 'paid'],
    ['failed', { ...sale, payment: payment({ status: 'failed' }) }, 'unpaid'],
    ['cancelled', { ...sale, payment: payment({ status: 'voided' }) }, 'idle'],
    ['cash on its way', { ...sale, cash }, 'idle'],
    ['cash', { ...sale, cash: { ...cash, done } }, 'paid'],
    ['one of the list', { ...sale, key: '', payment: payment({ status: 'completed' }) }, 'idle'],
  ]
  test.each(rows)('%s', (_, sold, kind) => {
    expect(contentOfSale(sold).kind).toBe(kind as ReturnType<typeof contentOfSale>['kind'])
  })
  test('what is sold', () => {
    const sold = newOrder({ amount: 5_000, note: '', items: [chai] })
    expect(contentOfSale({ ...sale, order: sold, payment: payment({}) })).toMatchObject({ items: [chai] })
    expect(contentOfSale({ ...sale, payment: payment({}) })).toMatchObject({ items: [] })
  })
  test('the change', () => {
    expect(contentOfSale({ ...sale, cash: { ...cash, done } })).toMatchObject({ change: 5_000 })
  })

  const told = {
    phase: 'scan' as const,
    amount: 5_000,
    line_items: [chai],
    qr: 'ab12',
    digits: '12345678',
    ends_at: null,
    given: null,
    change: null,
  } satisfies DisplayState['sale']
  const shop = { name: 'Duka', logo: null, mode: 'live' } as const
  test('the server’s texts', () => {
    expect(contentOfState({ sale: null })).toEqual({ kind: 'idle' })
    expect(contentOfState({ sale: told })).toMatchObject({
      kind: 'scan',
      qr: '/api/v1/display/qr.svg?name=ab12&margin=4',
      items: [chai],
    })
  })
  test('a server that has just started does not know the sale yet: it stays', () => {
    const before = { shop, known: true, sale: told }
    expect(nextState(before, { shop, known: false, sale: null }).sale).toEqual(told)
    expect(nextState(before, { shop, known: true, sale: null }).sale).toBeNull()
    expect(nextState(undefined, { shop, known: false, sale: null }).sale).toBeNull()
  })

  const reference = { reference: '019a' }
  const said: [string, Sale | undefined, object][] = [
    ['nothing', undefined, { reference: null }],
    ['being asked for', sale, { reference: null, amount: 5_000 }],
    ['a payment', { ...sale, payment: payment(reference) }, reference],
    ['a link', { ...sale, link }, { reference: 's' }],
    ['a link that is being paid', { ...sale, link, payment: payment(reference) }, { reference: 's' }],
    ['cash on its way', { ...sale, payment: payment(reference), cash }, { reference: null }],
    ['cash', { ...sale, cash: { ...cash, done } }, { reference: 'cash_1' }],
    ['one of the list', { ...sale, key: '', payment: payment(reference) }, { reference: null }],
  ]
  test.each(said)('the till shows: %s', (_, sold, expected) => {
    expect(displayContentOf(sold)).toEqual(expected as ReturnType<typeof displayContentOf>)
  })
})
