// Selcom's own refund. It has no query of its own, so only the status of the order shows that its money is
// back.
import { unsent } from '../../domain/answer.ts'
import type { PayoutOrder } from '../../domain/payout.ts'
import type { Call, PayoutAnswer, Step } from '../connector.ts'
import { type SelcomClient, type SelcomReply, text } from './client.ts'
import { selcomReason } from './reason.ts'

const unknown = { kind: 'unknown' } as const

/**
 * Refunds a paid order. The first call only reads Selcom's number of the paid transaction, and returns that
 * number as a step to store; the second call sends the refund.
 */
export async function refundOrder(
  client: SelcomClient,
  { order, memo }: Call<PayoutOrder>,
): Promise<PayoutAnswer | Step> {
  const { origin, networkReference: transid, amount } = order
  if (!origin) return { kind: 'failed', reason: 'not_supported', unsent: true }
  if (!memo.original) {
    const reply = await client.call('GET', '/checkout/order-status', { order_id: origin.networkReference })
    const original = reply.kind === 'yes' ? text(reply.data.transid) : ''
    return original === '' ? unsent : { kind: 'step', memo: { original } }
  }
  const fields = { transid, original_transid: memo.original, amount }
  const reply = await client.call('POST', '/checkout/refund-payment', fields)
  if (reply.kind === 'unsent' || reply.kind === 'not let in') return unsent
  return answerOf(reply)
}

/**
 * Checks a refund by the status of its order. An order that is still paid proves nothing, because the refund
 * may be on its way. A refund of a part does not change the status of its order, so it stays unknown.
 */
export async function checkRefund(
  client: SelcomClient,
  { order: { origin, amount } }: Call<PayoutOrder>,
): Promise<PayoutAnswer> {
  if (!origin || origin.amount !== amount) return unknown
  const reply = await client.call('GET', '/checkout/order-status', { order_id: origin.networkReference })
  const status = reply.kind === 'yes' ? text(reply.data.payment_status).toUpperCase() : ''
  return status === 'REFUNDED' || status === 'REVERSED' ? { kind: 'completed' } : unknown
}

/** Turns Selcom's reply to a refund into an answer. */
function answerOf(reply: SelcomReply): PayoutAnswer {
  switch (reply.kind) {
    case 'yes':
      return { kind: 'completed', ...(reply.reference ? { externalReference: reply.reference } : {}) }
    case 'in progress':
      return { kind: 'pending' }
    case 'no':
      return { kind: 'failed', reason: selcomReason(reply.code, 'recipient') }
    default:
      return unknown
  }
}
