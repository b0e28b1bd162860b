// The bodies of webhooks about refunds, in both formats (webhook.ts).
import type { RefundEventType } from '../domain/event.ts'
import { type Refund, walletOf } from '../domain/refund.ts'
import { money, stamp } from './money.ts'
import { refundLinesView, refundRecipient } from './refund.ts'
import { type EventHeader, envelope, statusOfEvent, timeField } from './webhook.ts'

/** Returns the field `line_items` of an event; no field if no goods come back. */
function returnedLines({ lineItems }: Refund) {
  const lines = refundLinesView(lineItems)
  return lines.length === 0 ? {} : { line_items: lines }
}

/**
 * Returns the `data` of an event about a refund. A refund without lines has no `line_items`. Only a refund of
 * unmatched money has an `unmatched_id`.
 */
const refundData = ({ type, now }: EventHeader<RefundEventType>, refund: Refund) => ({
  reference: refund.id,
  payment_reference: refund.paymentId ?? '',
  ...(refund.unmatchedId === null ? {} : { unmatched_id: refund.unmatchedId }),
  external_reference: refund.externalReference ?? '',
  status: statusOfEvent(type),
  ...(type === 'refund.failed' ? { failure_reason: refund.failureReason ?? '' } : {}),
  amount: money(refund.amount),
  ...returnedLines(refund),
  fees: money(refund.fees),
  way: refund.way,
  reason: refund.reason,
  recipient: refundRecipient(walletOf(refund)),
  metadata: refund.metadata,
  [timeField(type)]: stamp(now),
})

/** Returns the exact text of an event about a refund, in the format of the refund's API version. */
export function refundEventBody(header: EventHeader<RefundEventType>, refund: Refund): string {
  const data = refundData(header, refund)
  if (refund.apiVersion !== '2026-01-01') return envelope(header, refund.apiVersion, data)
  return JSON.stringify({
    event: header.type,
    ...data,
    fees: refund.fees,
    created_at: stamp(refund.createdAt),
    timestamp: Math.floor(header.now / 1_000),
  })
}
