// Refunds in the console: their states and filters, what is left of a sale, and the dialog that refunds.
import { describe, expect, test } from 'bun:test'
import {
  failureKeyOf,
  leftOf,
  leftOfUnmatched,
  recipientText,
  refundStateOf,
  stateFilterOf,
} from '../../../ui/admin/payments/refund.model.ts'
import {
  amountOf,
  emptyRefund,
  hasItemsToChoose,
  noDrawer,
  type RefundForm,
  refundFaults,
  refundOrder,
  usualDrawer,
  wayOf,
} from '../../../ui/admin/payments/refund-form.model.ts'
import { refundSearch } from '../../../ui/admin/payments/refund-search.model.ts'
import { afterRefundsOf } from '../../../ui/admin/shifts/shift.model.ts'
import type { Refund, RefundOptions } from '../../../ui/kit/refund.ts'

const money = (value: number) => ({ value, currency: 'TZS' as const })
const refund = (id: string, amount: number, more: Partial<Refund> = {}) =>
  ({ id, amount: money(amount), status: 'completed', unmatched_id: null, ...more }) as Refund

test('the address keeps what it knows', () => {
  expect(refundSearch({ q: '0754', status: 'approval', way: 'cash', from: '2026-11-21', page: 2 })).toEqual({
    q: '0754',
    status: 'approval',
    way: 'cash',
    from: '2026-11-21',
  })
  expect(refundSearch({ status: 'pending', way: 'card', to: 'soon' })).toEqual({})
})

test.each([
  [undefined, {}],
  ['completed', { status: 'completed' }],
  ['failed', { status: 'failed' }],
  ['approval', { pending_reason: 'approval' }],
] as const)('the tab %p asks for %p', (state, filter) => expect(stateFilterOf(state)).toEqual(filter))

test.each([
  ['completed', null, 'completed'],
  ['pending', 'unknown', 'unknown'],
  ['pending', 'recipient_needed', 'recipient_needed'],
] as const)('%s, %p is %s', (status, pending_reason, state) =>
  expect(refundStateOf({ status, pending_reason })).toBe(state),
)

test.each([
  [null, ''],
  [{ phone: '+2557*****456', provider: 'mpesa', name: '' }, '07•• ••• 456'],
  [{ phone: '+2557*****456', provider: 'mpesa', name: 'JUMA MFANO' }, '07•• ••• 456 · JUMA MFANO'],
])('%# who gets it', (recipient, text) => expect(recipientText({ recipient })).toBe(text))

test.each([
  ['withdrawn', 'withdrawn'],
  ['approval_declined', 'approval_declined'],
  ['wrong_day', 'by_network'],
  [null, 'by_network'],
] as const)('%p failed: %s', (reason, text) => expect(failureKeyOf(reason)).toBe(text))

test('what is left of a sale: without what failed, and without unmatched money', () => {
  const all = [
    refund('4', 900, { unmatched_id: 'unm_1' }),
    refund('3', 500, { status: 'failed' }),
    refund('2', 300, { status: 'pending' }),
    refund('1', 200),
  ]
  expect(leftOf(1_000, all)).toBe(500)
  expect(leftOf(1_000, [])).toBe(1_000)
  // A payment states what was given back, also while its refunds are not known, or are more than one page.
  expect(leftOf(1_000, all, 450)).toBe(250)
  expect(leftOf(1_000, [], 1_000)).toBe(0)
})

describe('the newest refund of unmatched money offers', () => {
  const [unmatched_id, held] = [
    'unm_1',
    [
      { id: 'unm_0', amount: 500 },
      { id: 'unm_1', amount: 900 },
    ],
  ]
  const of = (id: string, amount: number, status: Refund['status']) =>
    refund(id, amount, { status, unmatched_id })
  const ofSale = refund('9', 900, { status: 'failed' })
  test.each<[what: string, newestFirst: Refund[], left: number[]]>([
    [
      'all of it once every refund of it has failed',
      [of('2', 900, 'failed'), of('1', 900, 'failed')],
      [900, 0],
    ],
    ['the rest of it after a part', [of('1', 200, 'completed')], [700]],
    [
      'the rest of it while a part is on its way',
      [of('2', 300, 'pending'), of('1', 200, 'completed')],
      [400, 0],
    ],
    ['the rest of it when that failed', [of('2', 700, 'failed'), of('1', 200, 'completed')], [700, 0]],
    ['nothing once all of it is back', [of('2', 700, 'completed'), of('1', 200, 'completed')], [0, 0]],
    ['nothing of the sale', [ofSale, of('1', 900, 'completed')], [0, 0]],
  ])('%s', (_, all, left) => expect(all.map(one => leftOfUnmatched(one, all, held))).toEqual(left))
  test('nothing while it is not loaded', () => {
    const failed = of('1', 900, 'failed')
    expect(leftOfUnmatched(failed, [failed], [])).toBe(0)
  })
})

describe('the dialog', () => {
  const options: RefundOptions = {
    paid: money(20_000),
    refundable: money(15_000),
    amount: money(15_000),
    way: 'network',
    ways: [
      { way: 'network', fee: money(0) },
      { way: 'payout', fee: money(1_500) },
      { way: 'cash', fee: money(0) },
    ],
    recipient: null,
    approval_needed: false,
    line_items: [],
  }
  const order = (form: Partial<RefundForm>, unmatchedId?: string) =>
    refundOrder({ ...emptyRefund, ...form }, options, { reason: 'Returned', unmatchedId })
  const base = { amount: 15_000, reason: 'Returned' }

  test.each<[string, Partial<RefundForm>, object]>([
    ['the usual way', {}, { way: 'network' }],
    [
      'a number',
      { way: 'payout', phone: '0713 000 111' },
      { way: 'payout', recipient: { phone: '+255713000111' } },
    ],
    ['a customer who enters theirs', { way: 'payout' }, { way: 'payout' }],
    ['a number that is not asked for', { phone: '0713000111' }, { way: 'network' }],
    ['cash of a drawer', { way: 'cash', drawer: 'till_1' }, { way: 'cash', till_id: 'till_1' }],
    ['other cash', { way: 'cash', drawer: noDrawer }, { way: 'cash' }],
    ['no cash, with a drawer', { drawer: 'till_1' }, { way: 'network' }],
  ])('%s', (_, form, more) => expect(order(form)).toEqual({ ...base, ...more } as never))

  test('of all that is left names the lines unless they are worth less', () => {
    const line = { line: 0, name: 'Chai', quantity: 4, unit_price: 5_000, amount: 20_000 }
    const line_items = [{ ...line, refunded_quantity: 1, refunded_amount: 5_000 }]
    const asked = (form: Partial<RefundForm>, refundable = 15_000, unmatchedId?: string) =>
      refundOrder(
        { ...emptyRefund, ...form },
        { ...options, line_items, refundable: money(refundable) },
        { reason: 'Returned', unmatchedId },
      ).line_items
    expect([asked({}), asked({}, 14_000)]).toEqual([[{ line: 0, quantity: 3 }], [{ line: 0, quantity: 3 }]])
    expect([asked({ sum: '15000' }), asked({}, 16_000), asked({}, 15_000, 'unm_1')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  describe('by line', () => {
    const line = { unit_price: 5_000, refunded_quantity: 0, refunded_amount: 0 }
    const tea = { ...line, line: 0, name: 'Chai', quantity: 3, amount: 15_000 }
    const rice = { ...line, line: 1, name: 'Mchele', quantity: 1_500, amount: 7_500, by_weight: true }
    const rest = { ...options, refundable: money(22_500), line_items: [tea, rice] }

    test.each<[readonly number[], number | undefined]>([
      [[], undefined],
      [[0, 0], undefined],
      [[2, 0], 10_000],
      [[1, 1_500], 12_500],
    ])('%p of the lines are worth %p', (returned, amount) =>
      expect(amountOf({ ...emptyRefund, returned }, rest)).toBe(amount),
    )
    test('is worth no more than is left of the sale', () =>
      expect(amountOf({ ...emptyRefund, returned: [3] }, { ...rest, refundable: money(9_000) })).toBe(9_000))
    test('names the chosen lines, whatever sum was typed before', () => {
      const form = { ...emptyRefund, returned: [2, 0], sum: 'x' }
      const asked = { ...rest, amount: money(10_000) }
      expect(refundFaults(form, asked).sum).toBe(false)
      expect(refundOrder(form, asked, { reason: 'Returned', unmatchedId: undefined })).toEqual({
        amount: 10_000,
        way: 'network',
        reason: 'Returned',
        line_items: [{ line: 0, quantity: 2 }],
      })
    })
    test.each<[string, RefundOptions['line_items'], boolean]>([
      ['nothing', [], false],
      ['one piece', [{ ...tea, refunded_quantity: 2 }], false],
      ['one weight', [rice], false],
      ['two pieces', [{ ...tea, refunded_quantity: 1 }], true],
      ['two lines', [rice, { ...tea, quantity: 1 }], true],
    ])('of %s there is a choice: %#', (_, line_items, can) =>
      expect(hasItemsToChoose({ ...rest, line_items })).toBe(can),
    )
  })

  test('of unmatched money names it', () =>
    expect(order({}, 'unm_1')).toEqual({ ...base, way: 'network', unmatched_id: 'unm_1' }))

  test.each<[Partial<RefundForm>, object]>([
    [{}, {}],
    [{ sum: '2,500' }, {}],
    [{ sum: '0' }, { sum: true }],
    [{ sum: '12.50' }, { sum: true }],
    [{ way: 'payout', phone: '12' }, { phone: true }],
    [{ phone: '12' }, {}],
    [{ way: 'cash' }, { drawer: true }],
    [{ way: 'cash', drawer: noDrawer }, {}],
  ])('%p lacks %p', (form, faults) => {
    const none = { sum: false, phone: false, drawer: false }
    expect(refundFaults({ ...emptyRefund, ...form }, options)).toEqual({ ...none, ...faults })
  })

  test('a sum is whole shillings, and a way that cannot give it back is not taken', () => {
    expect(['', '2,500', '0', 'x'].map(sum => amountOf({ ...emptyRefund, sum }, undefined))).toEqual([
      undefined,
      2_500,
      undefined,
      undefined,
    ])
    const onlyCash = { ...options, way: 'cash' as const, ways: [{ way: 'cash' as const, fee: money(0) }] }
    expect(wayOf({ ...emptyRefund, way: 'payout' }, onlyCash)).toBe('cash')
    expect(wayOf(emptyRefund, undefined)).toBeUndefined()
  })
})

test('cash comes from the open drawer of the till that sold it, and from none that is not known', () => {
  const till = (id: string, shift: object | null) => ({ id, name: id, shift }) as never
  const tills = [till('till_1', {}), till('till_2', null)]
  expect(usualDrawer(tills, 'till_1')).toBe('till_1')
  expect(usualDrawer(tills, 'till_2')).toBe(noDrawer)
  expect(usualDrawer([], undefined)).toBe(noDrawer)
  expect(usualDrawer(undefined, 'till_1')).toBeUndefined()
})

test('a shift’s sales after refunds, in cash and by networks', () => {
  const total = { count: 3, gross: 20_000, fees: 0, net: 20_000 }
  const sent = (amount: number, unmatched_id: string | null = null) => ({ amount, unmatched_id }) as never
  const report = { total, cash: { refunds: 2_000 }, refunds: [], sent_refunds: [sent(5_000), sent(500)] }
  expect(afterRefundsOf({ report })).toEqual({ refunded: 7_500, left: 12_500 })
  const unmatched = sent(700, 'unm_1')
  const more = {
    ...report,
    cash: { refunds: 2_700 },
    refunds: [unmatched],
    sent_refunds: [sent(500), unmatched],
  }
  expect(afterRefundsOf({ report: more })).toEqual({ refunded: 2_500, left: 17_500 })
})
