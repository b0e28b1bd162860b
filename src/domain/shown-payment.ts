// The fields of a payment that its view needs, so that a read fetches no more.
import type { Payment } from './payment.ts'

export type ShownPayment = Pick<Payment, (typeof shownOfPayment)[number]>
const heads = ['id', 'type', 'status', 'amount', 'channelType', 'provider', 'phone', 'customer'] as const
const texts = [
  'metadata',
  'apiVersion',
  'token',
  'tillNumber',
  'qr',
  'paymentUrl',
  'externalReference',
  'failureReason',
] as const
const states = ['fees', 'late', 'unknown', 'createdAt', 'expiresAt', 'endedAt', 'refunded'] as const
export const shownOfPayment = [...heads, ...texts, ...states, 'manualConfirmation', 'lineItems'] as const
