// The bodies of webhooks about refunds, in both formats (webhook.ts).
import type { RefundEventType } from '../domain/event.ts'
import { type Refund, walletOf } from '../domain/refund.ts'
import { money, stamp } from './money.ts'
import { refundLinesView, refundRecipient } from './refund.ts'
import { type EventHeader, envelope, timeField } from './webhook.ts'

/** Returns the `line_items` of an event; none if no goods come back. */
function returnedLines({ lineItems }: Refund) {
  const lines = refundLinesView(lineItems)
  return lines.length === 0 ? {} : { line_items: lines }
}

/**
 * Returns the `data` of an event about a refund. A refund without lines has no `line_items`; one that gives
 * back money of the sale itself has no `unmatched_id`.
 */
const refundData = ({ type, now }: EventHeader<RefundEventType>, refund: Refund) => ({
  reference: refund.id,
  payment_reference: refund.paymentId ?? '',
  ...(refund.unmatchedId === null ? {} : { unmatched_id: refund.unmatchedId }),
  external_reference: refund.externalReference ?? '',
  status: type.slice(type.indexOf('.') + 1), // `failed` of `refund.failed`
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
export const refundEventBody = (header: EventHeader<RefundEventType>, refund: Refund): string =>
  refund.apiVersion === '2026-01-01'
    ? JSON.stringify({
        event: header.type,
        ...refundData(header, refund),
        fees: refund.fees,
        created_at: stamp(refund.createdAt),
        timestamp: Math.floor(header.now / 1_000),
      })
    : envelope(header, refund.apiVersion, refundData(header, refund))
