// An example of each event, for test webhooks and the API reference: the real format with invented data and
// `metadata.example`.
import type { ApiVersion } from '../domain/api-version.ts'
import type { EventType, PaymentEventType, PayoutEventType, RefundEventType } from '../domain/event.ts'
import type { Payment } from '../domain/payment.ts'
import type { Payout } from '../domain/payout.ts'
import type { Refund } from '../domain/refund.ts'
import { refundEventBody } from './refund-event.ts'
import { type EventHeader, paymentEventBody, payoutEventBody, statusOfEvent } from './webhook.ts'

/** The parts of an example that the caller chooses. */
interface Parts {
  /** The reference in the example, which belongs to no real payment or payout. */
  readonly reference: string
  readonly accountId: string
  readonly apiVersion: ApiVersion
}

const metadata = { example: true, order: 'A-1042' }

/** Returns a payment of 5,000 shillings by push, which has just ended with the outcome of the event. */
const examplePayment = (
  { type, now }: EventHeader<PaymentEventType>,
  { reference, accountId, apiVersion }: Parts,
): Payment => ({
  number: 0,
  id: reference,
  accountId,
  type: 'mobile',
  status: statusOfEvent(type) as Payment['status'],
  amount: 5_000,
  currency: 'TZS',
  connector: 'simulator',
  channelType: 'mobile_money',
  provider: 'mpesa',
  phone: '+255754123456',
  customer: { first_name: 'Neema', last_name: 'Mushi', email: 'neema@example.com', phone: '+255754123456' },
  metadata,
  webhookUrl: null,
  apiVersion,
  token: '00000000',
  qr: null,
  paymentUrl: null,
  redirectUrl: null,
  cancelUrl: null,
  externalReference: type === 'payment.completed' ? 'EXAMPLE0001' : null,
  fees: type === 'payment.completed' ? 25 : null,
  failureReason: type === 'payment.failed' ? 'insufficient_balance' : null,
  late: false,
  unknown: false,
  createdAt: now - 20_000,
  expiresAt: now + 600_000,
  dueAt: null,
  endedAt: now,
  sessionId: null,
  tillId: null,
  staffId: null,
  keyId: 'key_example',
  shiftId: null,
  manualConfirmation: null,
  tillNumber: null,
  lineItems: null,
  refunded: 0,
})

const payoutFailure: Readonly<Record<PayoutEventType, string | null>> = {
  'payout.completed': null,
  'payout.failed': 'recipient_not_found',
  'payout.reversed': 'returned_by_network',
}

/** Returns a payout of 20,000 shillings to a wallet, which has just ended with the outcome of the event. */
const examplePayout = (
  { type, now }: EventHeader<PayoutEventType>,
  { reference, accountId, apiVersion }: Parts,
): Payout => ({
  id: reference,
  accountId,
  status: statusOfEvent(type) as Payout['status'],
  amount: 20_000,
  fees: 1_500,
  connector: 'simulator',
  connection: 'simulator',
  networkReference: 'EXAMPLE0000000000001',
  state: 'settled',
  recipient: { channel: 'mobile', name: 'Juma Ali', phone: '+255754123456', provider: 'mpesa' },
  narration: 'Vegetables, week 47',
  metadata,
  webhookUrl: null,
  apiVersion,
  externalReference: type === 'payout.failed' ? null : 'EXAMPLE0002',
  failureReason: payoutFailure[type],
  staffId: null,
  keyId: 'key_example',
  createdAt: now - 20_000,
  completedAt: type === 'payout.failed' ? null : now,
  approval: null,
  approvalRequestedBy: null,
  approvalBy: null,
  approvalAt: null,
  payer: 'Duka la Asha',
  ranAt: 0,
  yesCount: 0,
  memo: null,
  manualOutcome: null,
  endedAt: now,
})

/** Returns a refund of 5,000 shillings by payout, which has just ended with the outcome of the event. */
function exampleRefund({ type, now }: EventHeader<RefundEventType>, parts: Parts): Refund {
  const payoutType = type === 'refund.completed' ? 'payout.completed' : 'payout.failed'
  return {
    ...examplePayout({ id: '', type: payoutType, now }, parts),
    amount: 5_000,
    narration: '',
    paymentId: '01a1fe08-75bd-702a-a332-1e45424cbdf9',
    cashSaleId: null,
    unmatchedId: null,
    way: 'payout',
    reason: 'One item was broken',
    tillId: null,
    shiftId: null,
    approvedBy: null,
    origin: null,
    fromSales: false,
    claimTries: 0,
    lineItems: null,
  }
}

const isRefundEvent = (type: EventType): type is RefundEventType => type.startsWith('refund.')
const isPaymentEvent = (type: EventType): type is PaymentEventType => type.startsWith('payment.')

/** Returns the exact text of an example webhook, in the format of the API version in `parts`. */
export function exampleBody({ type, id, now }: EventHeader<EventType>, parts: Parts): string {
  // A check of `type` does not narrow a header that holds it, so each branch builds its own header.
  if (isRefundEvent(type)) {
    const header = { type, id, now }
    return refundEventBody(header, exampleRefund(header, parts))
  }
  if (isPaymentEvent(type)) {
    const header = { type, id, now }
    return paymentEventBody(header, examplePayment(header, parts))
  }
  const header = { type, id, now }
  return payoutEventBody(header, examplePayout(header, parts))
}
