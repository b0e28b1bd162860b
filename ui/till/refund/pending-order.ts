// A refund whose request got no answer: it may have been done. It is kept with its key while the till runs, so that
// closing the sheet and opening it again sends the same refund and no second one.
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import type { CreateRefund } from '../../kit/refund.ts'

export interface RefundOrder {
  readonly key: string
  readonly order: CreateRefund
  /** No answer came to a request. */
  readonly isUnanswered: boolean
}

const unanswered = new Map<string, RefundOrder>()

export const newRefundOrder = (order: CreateRefund): RefundOrder => ({
  key: newIdempotencyKey(),
  order,
  isUnanswered: false,
})
/** The order of this sale that got no answer. */
export const unansweredOrder = (reference: string): RefundOrder | undefined => unanswered.get(reference)
export function keepUnanswered(reference: string, order: RefundOrder): RefundOrder {
  const kept = { ...order, isUnanswered: true }
  unanswered.set(reference, kept)
  return kept
}
export const forgetUnanswered = (reference: string): boolean => unanswered.delete(reference)
