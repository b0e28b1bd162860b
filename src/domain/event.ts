// An event: a fact that is sent to the merchant, written in the transaction that made it true.
import type { ApiVersion } from './api-version.ts'

export const eventTypes = [
  'payment.completed',
  'payment.failed',
  'payment.voided',
  'payment.expired',
  'payout.completed',
  'payout.failed',
  'payout.reversed',
  'refund.completed',
  'refund.failed',
] as const
export type EventType = (typeof eventTypes)[number]
export type PaymentEventType = Extract<EventType, `payment.${string}`>
export type PayoutEventType = Extract<EventType, `payout.${string}`>
export type RefundEventType = Extract<EventType, `refund.${string}`>

export interface Event {
  readonly id: string // `evt_` and 32 hex digits; receivers deduplicate on it
  readonly accountId: string
  readonly subject: string // the payment, payout or refund it is about
  readonly type: EventType
  readonly apiVersion: ApiVersion
  readonly body: string // the exact bytes that every try sends
  readonly createdAt: number
}
