// The refund call of the fake Selcom, as one integrator describes it. It has no query: the order's status
// shows it.
import type { FakeAnswer } from './fake.ts'
import type { FakeOrder, OrderBook } from './selcom-order.ts'
import { amountOf, envelope, type FakeRequest, missingField, textOf } from './selcom-request.ts'
import { codeOf } from './selcom-steering.ts'

export interface FakeRefund {
  readonly transid: string
  readonly order: string
  readonly amount: number
}

export interface RefundBook {
  readonly refunds: Map<string, FakeRefund>
  /** The steered answer of the refund with this transid. */
  answerFor(transid: string): string | undefined
}

/** Answers POST /checkout/refund-payment. The sum of an order's refunds cannot exceed what was paid. */
export function refundPayment(
  { orders, transids }: OrderBook,
  { refunds, answerFor }: RefundBook,
  request: FakeRequest,
): FakeAnswer {
  const missing = missingField(request, 'transid', 'original_transid', 'amount')
  if (missing) return missing
  const transid = textOf(request, 'transid')
  const amount = amountOf(request)
  const say = (code: string, message: string) => envelope(code, message, [], { transid })
  if (transids.has(transid)) return say('400', 'Duplicate transid')
  const original = textOf(request, 'original_transid')
  const order = [...orders.values()].find(
    fakeOrder => fakeOrder.transid !== '' && fakeOrder.transid === original,
  )
  if (order?.payment_status !== 'COMPLETED') return say('400', 'Original transaction is not refundable')
  if (Number.isNaN(amount) || refundedSumOf(refunds, order) + amount > order.paid)
    return say('012', 'Invalid amount')
  transids.add(transid)
  const code = codeOf(answerFor(transid))
  if (code === '000' || code === '999') {
    refunds.set(transid, { transid, order: order.order_id, amount })
    if (refundedSumOf(refunds, order) === order.paid) order.payment_status = 'REFUNDED'
  }
  return say(code, code === '000' ? 'Refund successful' : 'Refund not successful')
}

/** What was refunded of an order, in whole shillings. */
const refundedSumOf = (refunds: ReadonlyMap<string, FakeRefund>, { order_id: id }: FakeOrder) =>
  [...refunds.values()].reduce((sum, { order, amount }) => (order === id ? sum + amount : sum), 0)
