// An event: a fact the merchant is told, written in the transaction that made it true.
import type { ApiVersion } from './account.ts'

export const eventTypes = ['payment.completed', 'payment.failed', 'payment.voided', 'payment.expired'] as const
export type EventType = (typeof eventTypes)[number]

export interface Event {
  /** `evt_` and 32 hex digits; receivers deduplicate on it. */
  readonly id: string
  readonly accountId: string
  readonly paymentId: string
  readonly type: EventType
  readonly apiVersion: ApiVersion
  /** The exact bytes that every try sends. */
  readonly body: string
  readonly createdAt: number
}
