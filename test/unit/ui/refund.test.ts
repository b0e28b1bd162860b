// What a cashier can refund (all, some items, or an amount), and what the till shows about a refund.
import { describe, expect, test } from 'bun:test'
import type { Reason } from '../../../src/domain/fault.ts'
import { type ApiError, mayBeDone } from '../../../ui/kit/api-error.model.ts'
import type { Caller } from '../../../ui/kit/caller.ts'
import { type RefundableLine, refundedSumOf, withReturned } from '../../../ui/kit/refund.model.ts'
import type { Refund, RefundOptions } from '../../../ui/kit/refund.ts'
import { itemSum } from '../../../ui/till/parts/sold-items.model.ts'
import {
  hasItemsToChoose,
  newRefundDraft,
  type RefundableSale,
  type RefundDraft,
  recipientText,
  refundAmountOf,
  refundRequestOf,
  refundStateOf,
  wayIn,
} from '../../../ui/till/refund/refund.model.ts'
import {
  ordersOf,
  type RefundOrder,
  type RefundSender,
  refundOrdersIn,
  rejectionOf,
  senderOf,
} from '../../../ui/till/refund/refund-order.model.ts'

const sale: RefundableSale = {
  reference: 'p1',
  amount: 4_000,
  items: [
    { name: 'Chai', quantity: 2, unit_price: 1_500 },
    { name: 'Andazi', quantity: 1, unit_price: 1_000 },
  ],
}
/** Returns lines without any refund. */
function linesOf(items: RefundableSale['items']): RefundOptions['line_items'] {
  return items.map((item, line) => ({
    ...item,
    line,
    amount: itemSum(item),
    refunded_quantity: 0,
    refunded_amount: 0,
  }))
}
const draft = newRefundDraft(sale)
type Line = RefundableLine
/** Returns the draft with one more or less of a line. */
const returning = (before: RefundDraft, line: Line, step: 1 | -1): RefundDraft => ({
  ...before,
  returned: withReturned(before.returned, line, step),
})
const money = (value: number) => ({ value, currency: 'TZS' as const })
const options: RefundOptions = {
  paid: money(4_000),
  refundable: money(4_000),
  amount: money(2_500),
  way: 'network',
  ways: [
    { way: 'network', fee: money(0) },
    { way: 'cash', fee: money(0) },
  ],
  recipient: null,
  approval_needed: false,
  line_items: linesOf(sale.items),
}

describe('how much', () => {
  const [tea, cake] = options.line_items as [Line, Line]
  const with21 = returning(returning(draft, tea, 1), cake, 1)
  test.each<[string, RefundDraft, ReturnType<typeof refundAmountOf>]>([
    ['all that is left', draft, 'whole'],
    ['no item chosen', { ...draft, mode: 'items' }, undefined],
    ['two items', { ...with21, mode: 'items' }, 2_500],
    ['a sum as it is typed', { ...draft, mode: 'sum', sum: '2,500' }, 2_500],
    ['nothing typed', { ...draft, mode: 'sum' }, undefined],
    ['zero', { ...draft, mode: 'sum', sum: '0' }, undefined],
    ['cents', { ...draft, mode: 'sum', sum: '12.50' }, undefined],
  ])('%s', (_, refundDraft, amount) => expect(refundAmountOf(refundDraft, options)).toBe(amount))

  test('of items is unknown until the server has returned what is left of them', () =>
    expect(refundAmountOf({ ...with21, mode: 'items' }, undefined)).toBeUndefined())
  test('of items is never more than is left of the sale', () => {
    const rest = { ...options, refundable: money(2_000) }
    expect(refundAmountOf({ ...with21, mode: 'items' }, rest)).toBe(2_000)
  })
  test('never more of an item than is left of it, nor less than none', () => {
    const often = [1, 2, 3].reduce(refundDraft => returning(refundDraft, tea, 1), draft)
    expect(often.returned).toEqual([2, 0])
    const partly = { ...tea, refunded_quantity: 1, refunded_amount: 1_500 }
    expect([1, 2].reduce(refundDraft => returning(refundDraft, partly, 1), draft).returned).toEqual([1, 0])
    expect(returning(draft, cake, -1).returned).toEqual([0, 0])
  })
  test('a weight comes back as a whole, and a discount counts for each piece alike', () => {
    const items = [
      { name: 'Rice', quantity: 1_250, unit_price: 3_202, by_weight: true },
      { name: 'Soda', quantity: 3, unit_price: 700, discount: 100 },
    ]
    const rest = { ...options, refundable: money(6_003), line_items: linesOf(items) }
    const [rice, soda] = rest.line_items as [Line, Line]
    const back = returning(returning(newRefundDraft({ ...sale, items }), rice, 1), soda, 1)
    expect(back.returned).toEqual([1_250, 1])
    expect(refundAmountOf({ ...back, mode: 'items' }, rest)).toBe(4_003 + 667)
    expect(returning(back, rice, -1).returned).toEqual([0, 1])
  })
  test.each([
    [[], false],
    [[{ name: 'Chai', quantity: 1, unit_price: 500 }], false],
    [[{ name: 'Chai', quantity: 2, unit_price: 500 }], true],
  ])('%# items can be chosen', (items, can) => expect(hasItemsToChoose({ ...sale, items })).toBe(can))
})

describe('the order is what the cashier saw', () => {
  const order = { way: 'network', reason: 'Goods returned' } as const
  const reason = ' Goods returned '
  const [tea] = options.line_items as [Line]
  test('the items with their sum', () => {
    const chosen = { ...returning(draft, tea, 1), mode: 'items', reason } as const
    const asked = { ...options, amount: money(1_500) }
    expect(refundRequestOf(chosen, asked)).toEqual({
      ...order,
      amount: 1_500,
      line_items: [{ line: 0, quantity: 1 }],
    })
  })
  test('all that is left, with the items unless they are worth less', () => {
    const whole = { ...draft, reason }
    const all = { ...options, amount: money(4_000) }
    expect(refundRequestOf(whole, all)).toEqual({
      ...order,
      amount: 4_000,
      line_items: [
        { line: 0, quantity: 2 },
        { line: 1, quantity: 1 },
      ],
    })
    const rest = { ...all, amount: money(3_000), refundable: money(3_000) }
    expect(refundRequestOf(whole, rest).line_items).toHaveLength(2)
    const more = { ...all, amount: money(5_000), refundable: money(5_000) }
    expect(refundRequestOf(whole, more)).toEqual({ ...order, amount: 5_000 })
  })
  test('a sum', () =>
    expect(refundRequestOf({ ...draft, mode: 'sum', sum: '2500', reason }, options)).toEqual({
      ...order,
      amount: 2_500,
    }))
})
test.each([
  [undefined, 'network'],
  ['cash', 'cash'],
  ['payout', 'network'], // it was chosen for another sum
] as const)('of %p the way is %p', (way, taken) => expect(wayIn({ ...draft, way }, options)).toBe(taken))

describe('what the customer has back of a sale', () => {
  const refund = (status: Refund['status'], value: number, unmatched_id: string | null = null) => ({
    status,
    amount: money(value),
    unmatched_id,
  })

  test('is what arrived', () => {
    const all = [refund('completed', 300), refund('failed', 500), refund('pending', 700)]
    expect([refundedSumOf(all), refundedSumOf(all, 'pending'), refundedSumOf([])]).toEqual([300, 700, 0])
  })
  test('leaves out the money of a second payment by mistake', () => {
    expect(refundedSumOf([refund('completed', 4_000, 'unm_1'), refund('completed', 300)])).toBe(300)
  })
})

test.each<[Refund['status'], Refund['pending_reason'], ReturnType<typeof refundStateOf>]>([
  ['completed', null, 'completed'],
  ['failed', null, 'failed'],
  ['pending', 'unknown', 'unknown'],
  ['pending', 'approval', 'approval'],
])('%s, %p', (status, pending_reason, look) => expect(refundStateOf({ status, pending_reason })).toBe(look))

test.each([
  [null, ''],
  [{ phone: '+2557*****456', provider: 'mpesa', name: '' }, '07•• ••• 456'],
  [{ phone: '+2557*****456', provider: 'mpesa', name: 'JUMA MFANO' }, '07•• ••• 456 · JUMA MFANO'],
])('%# who gets it', (recipient, text) => expect(recipientText(recipient)).toBe(text))

describe('an order whose answer is not known', () => {
  const now = Date.UTC(2026, 10, 27)
  const caller = { account: 'a', till: 'till_a' }
  const order: RefundOrder = {
    key: 'K1',
    caller,
    sale,
    orderedAt: now - 60_000,
    order: { amount: 1_500, way: 'cash', reason: 'Broken' },
  }
  const stored = JSON.parse(JSON.stringify([order]))
  const dayMs = 86_400_000

  test('comes back as it was stored', () => expect(refundOrdersIn(stored)).toEqual([order]))
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['of another kind', { key: 'K1' }],
    ['without a key', [{ ...order, key: undefined }]],
    ['without a sale', [{ ...order, sale: null }]],
    ['without a caller', [{ ...order, caller: 'till_a' }]],
    ['of an unknown person', [{ ...order, caller: { account: 'a', till: null } }]],
  ])('is not one %s', (_, value) => expect(refundOrdersIn(value)).toEqual([]))
  const atLogin: RefundOrder = { ...order, caller: { account: 'a', till: null, staff: 'asha' } }
  test.each<[string, RefundOrder, RefundSender, number, boolean]>([
    ['its till may', order, caller, now, true],
    ['another till may not', order, { ...caller, till: 'till_b' }, now, false],
    ['a login may not', order, { account: 'a', till: null, staff: 'asha' }, now, false],
    ['its person may', atLogin, atLogin.caller, now, true],
    [
      'another person in the same browser may not',
      atLogin,
      { ...atLogin.caller, staff: 'neema' },
      now,
      false,
    ],
    ['a till in the same browser may not', atLogin, caller, now, false],
    ['a minute before its key is forgotten, it may', order, caller, order.orderedAt + dayMs - 60_000, true],
    ['once the server has forgotten its key, none may', order, caller, order.orderedAt + dayMs, false],
    ['a clock that was far ahead may not', order, caller, order.orderedAt - dayMs, false],
  ])('who sends it again: %s', (_, refundOrder, sender, at, isSent) =>
    expect(ordersOf([refundOrder], sender, at)).toEqual(isSent ? [refundOrder] : []),
  )
  test.each<[Caller, RefundSender]>([
    [caller, caller],
    [{ account: 'a', till: null }, atLogin.caller],
  ])('%# is sent by its till, or else by the person', (who, sender) =>
    expect(senderOf({ caller: who, cashier: { id: 'asha', name: 'Asha' } })).toEqual(sender),
  )

  const refused = (status: number, reason: string | undefined, fields: string[] = []): ApiError => ({
    kind: 'refused',
    status,
    errorCode: '',
    params: {},
    fields,
    problems: {},
    retryAfterMs: 0,
    reason: reason as Reason | undefined,
  })
  test.each<[string, ApiError, ReturnType<typeof rejectionOf>]>([
    ['no answer', { kind: 'unreachable' }, 'open'],
    ['a login that has ended', { kind: 'logged_out' }, 'open'],
    ['a server that failed', refused(503, undefined), 'open'],
    ['too many requests', refused(429, undefined), 'open'],
    ['the same request under way', refused(409, 'request_in_progress'), 'open'],
    ['another person’s request under this key', refused(422, 'idempotency_key_reused'), 'open'],
    ['a cashier who is signed out', refused(403, 'cashier_not_signed_in'), 'open'],
    ['a password to confirm', refused(403, 'reauthentication_needed'), 'password'],
    ['a missing PIN', refused(400, undefined, ['pin']), 'pin'],
    ['a locked PIN', refused(429, 'pin_locked'), 'pin'],
    ['too much', refused(400, 'refund_above_left', ['amount']), 'rejected'],
    ['a payment that is unknown', refused(409, 'payment_outcome_unknown'), 'rejected'],
  ])('after %s', (_, apiError, rejection) => expect(rejectionOf(apiError)).toBe(rejection))

  test.each<[string, ApiError, boolean]>([
    ['no answer', { kind: 'unreachable' }, true],
    ['a login that has ended', { kind: 'logged_out' }, true],
    ['a server that failed', refused(503, undefined), true],
    ['too many requests', refused(429, undefined), true],
    ['the same request under way', refused(409, 'request_in_progress'), true],
    ['a password to confirm', refused(403, 'reauthentication_needed'), true],
    ['a key of another refund', refused(422, 'idempotency_key_reused'), false],
    ['too much', refused(400, 'refund_above_left', ['amount']), false],
  ])('after %s, the console sends the same key again: %#', (_, apiError, isOpen) =>
    expect(mayBeDone(apiError)).toBe(isOpen),
  )
})
