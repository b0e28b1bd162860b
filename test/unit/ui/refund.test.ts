// What a cashier can refund (all, some items, or an amount), and what the till shows about a refund.
import { describe, expect, test } from 'bun:test'
import type { Refund, RefundOptions } from '../../../ui/kit/refund.ts'
import {
  hasItemsToChoose,
  newRefundDraft,
  type RefundableSale,
  type RefundDraft,
  recipientText,
  refundAmountOf,
  refundLookOf,
  refundOrderOf,
  wayIn,
  withReturned,
} from '../../../ui/till/refund/refund.model.ts'

const sale: RefundableSale = {
  reference: 'p1',
  amount: 4_000,
  items: [
    { name: 'Chai', quantity: 2, unit_price: 1_500 },
    { name: 'Andazi', quantity: 1, unit_price: 1_000 },
  ],
}
const draft = newRefundDraft(sale)
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
}

describe('how much', () => {
  const with21 = withReturned(withReturned(draft, sale, 0, 1), sale, 1, 1)
  test.each<[string, RefundDraft, ReturnType<typeof refundAmountOf>]>([
    ['all that is left', draft, 'whole'],
    ['no item chosen', { ...draft, mode: 'items' }, undefined],
    ['two items', { ...with21, mode: 'items' }, 2_500],
    ['a sum as it is typed', { ...draft, mode: 'sum', sum: '2,500' }, 2_500],
    ['nothing typed', { ...draft, mode: 'sum' }, undefined],
    ['zero', { ...draft, mode: 'sum', sum: '0' }, undefined],
    ['cents', { ...draft, mode: 'sum', sum: '12.50' }, undefined],
  ])('%s', (_, one, amount) => expect(refundAmountOf(sale, one)).toBe(amount))

  test('never more of an item than was sold, nor less than none', () => {
    const often = [1, 2, 3].reduce(one => withReturned(one, sale, 0, 1), draft)
    expect(often.returned).toEqual([2, 0])
    expect(withReturned(draft, sale, 1, -1).returned).toEqual([0, 0])
  })
  test.each([
    [[], false],
    [[{ name: 'Chai', quantity: 1, unit_price: 500 }], false],
    [[{ name: 'Chai', quantity: 2, unit_price: 500 }], true],
  ])('%# items can be chosen', (items, can) => expect(hasItemsToChoose({ ...sale, items })).toBe(can))
})

test('the order is what the cashier saw: the sum, the way, and the items', () => {
  const chosen = { ...withReturned(draft, sale, 0, 1), mode: 'items', reason: ' Goods returned ' } as const
  expect(refundOrderOf(sale, chosen, options)).toEqual({
    amount: 2_500,
    way: 'network',
    reason: 'Goods returned',
    metadata: { items: 'Chai' },
  })
})
test.each([
  [undefined, 'network'],
  ['cash', 'cash'],
  ['payout', 'network'], // it was chosen for another sum
] as const)('of %p the way is %p', (way, taken) => expect(wayIn({ ...draft, way }, options)).toBe(taken))

test.each<[Refund['status'], Refund['pending_reason'], ReturnType<typeof refundLookOf>]>([
  ['completed', null, 'completed'],
  ['failed', null, 'failed'],
  ['pending', 'unknown', 'unknown'],
  ['pending', 'approval', 'approval'],
])('%s, %p', (status, pending_reason, look) => expect(refundLookOf({ status, pending_reason })).toBe(look))

test.each([
  [null, ''],
  [{ phone: '+2557*****456', provider: 'mpesa', name: '' }, '07•• ••• 456'],
  [{ phone: '+2557*****456', provider: 'mpesa', name: 'JUMA MFANO' }, '07•• ••• 456 · JUMA MFANO'],
])('%# who gets it', (recipient, text) => expect(recipientText(recipient)).toBe(text))
