// The bodies of webhooks. A body is written once, when the event happens, and every attempt sends it. The
// account's API version at the creation of the payment decides between the envelope and the flat format.
import { sessionMethodOf } from '../domain/channel.ts'
import type { EventType, PaymentEventType, PayoutEventType } from '../domain/event.ts'
import type { Payment } from '../domain/payment.ts'
import type { Payout } from '../domain/payout.ts'
import { type Session, sessionReference } from '../domain/session.ts'
import { lineItemsView } from './line-item.ts'
import { money, stamp } from './money.ts'
import { settlementView } from './payment.ts'
import { payoutChannel, recipientView } from './payout.ts'

/** The id, type and time (milliseconds) of an event. */
export interface EventHeader<Type extends EventType> {
  readonly id: string
  readonly type: Type
  readonly now: number
}

type Fields = Record<string, unknown>

/** Returns the name of the field with the event's time: `failed_at` of `payment.failed`. */
export const timeField = (type: EventType) => `${type.slice(type.indexOf('.') + 1)}_at`

const nameOf = ({ first_name = '', last_name = '' }: Payment['customer']) =>
  `${first_name} ${last_name}`.trim()
/** Returns the phone that the push went to, else that of the customer; empty when both are unknown. */
const phoneOf = (payment: Payment) => payment.phone ?? payment.customer.phone ?? ''
const customerOf = (payment: Payment) => ({
  phone: phoneOf(payment),
  name: nameOf(payment.customer),
  email: payment.customer.email ?? '',
})

/** Returns the `data` of an event about a payment; each type of event has its own fields. */
function paymentData({ type, now }: EventHeader<PaymentEventType>, payment: Payment): Fields {
  const eventTime = { [timeField(type)]: stamp(now) }
  const channel = { type: payment.channelType, provider: payment.provider }
  const amount = money(payment.amount)
  const { metadata, status } = payment
  const items = payment.lineItems === null ? {} : { line_items: lineItemsView(payment.lineItems) }
  const reference = payment.id
  switch (type) {
    case 'payment.completed':
      return {
        reference,
        external_reference: payment.externalReference ?? '',
        status,
        amount,
        settlement: settlementView(payment),
        channel,
        customer: customerOf(payment),
        metadata,
        ...items,
        ...(payment.late ? { late: true } : {}),
        ...(payment.manualConfirmation ? { confirmed_manually: true } : {}),
        ...eventTime,
      }
    case 'payment.failed':
      return {
        reference,
        status,
        failure_reason: payment.failureReason ?? '',
        amount,
        channel,
        customer: { phone: phoneOf(payment) },
        metadata,
        ...items,
        ...eventTime,
      }
    case 'payment.voided':
    case 'payment.expired':
      return { reference, status, amount, customer: customerOf(payment), metadata, ...items, ...eventTime }
  }
}

/** Returns the body of an event about a payment in the flat format of version 2026-01-01. */
const legacyPayment = ({ type, now }: EventHeader<PaymentEventType>, payment: Payment): Fields => ({
  event: type,
  reference: payment.id,
  external_reference: payment.externalReference ?? '',
  status: payment.status,
  amount: money(payment.amount),
  payment_channel: payment.provider.toUpperCase(),
  payment_fee: payment.fees ?? 0,
  customer: customerOf(payment),
  metadata: payment.metadata,
  ...(payment.failureReason ? { failure_reason: payment.failureReason } : {}),
  ...(payment.late ? { late: true } : {}),
  ...(payment.manualConfirmation ? { confirmed_manually: true } : {}),
  [timeField(type)]: stamp(now),
  created_at: stamp(payment.createdAt),
  timestamp: Math.floor(now / 1_000),
})

/**
 * Returns the `data` of an event about a payout, with its status at the event: a payout that was reversed
 * before we learned of its completion creates two events at once.
 */
const payoutData = ({ type, now }: EventHeader<PayoutEventType>, payout: Payout): Fields => ({
  reference: payout.id,
  external_reference: payout.externalReference ?? '',
  status: type.slice(type.indexOf('.') + 1), // `failed` of `payout.failed`
  ...(payout.failureReason && type !== 'payout.completed' ? { failure_reason: payout.failureReason } : {}),
  amount: money(payout.amount),
  fees: money(payout.fees),
  total: money(payout.amount + payout.fees),
  channel: payoutChannel(payout),
  recipient: recipientView(payout),
  metadata: payout.metadata,
  [timeField(type)]: stamp(now),
})

/** Returns the body of an event about a payout in the flat format of version 2026-01-01. */
const legacyPayout = (header: EventHeader<PayoutEventType>, payout: Payout): Fields => {
  const { channel, ...fields } = payoutData(header, payout)
  return {
    event: header.type,
    ...fields,
    fees: payout.fees,
    payment_channel: payoutChannel(payout).provider.toUpperCase(),
    created_at: stamp(payout.createdAt),
    timestamp: Math.floor(header.now / 1_000),
  }
}

/** Returns the body of an event in the format of the current version. */
export const envelope = ({ id, type, now }: EventHeader<EventType>, apiVersion: string, data: Fields) =>
  JSON.stringify({ id, type, api_version: apiVersion, created_at: stamp(now), data })

/** Returns the fields that events about a session's payment add; their `metadata` replaces the payment's. */
const sessionFields = (session: Session, payment: Payment): Fields => ({
  session_reference: sessionReference(session.id),
  payment_method: sessionMethodOf[payment.type],
  metadata: { ...payment.metadata, ...(session.urlMetadata ? { url_metadata: session.urlMetadata } : {}) },
  custom_fields: session.answers,
})

/** Returns the exact text of an event about a payment, and about the checkout session that owns it. */
export function paymentEventBody(
  header: EventHeader<PaymentEventType>,
  payment: Payment,
  session?: Session,
): string {
  const addedFields = session ? sessionFields(session, payment) : {}
  return payment.apiVersion === '2026-01-01'
    ? JSON.stringify({ ...legacyPayment(header, payment), ...addedFields })
    : envelope(header, payment.apiVersion, { ...paymentData(header, payment), ...addedFields })
}

/** Returns the exact text of an event about a payout, in the format of the payout's API version. */
export const payoutEventBody = (header: EventHeader<PayoutEventType>, payout: Payout): string =>
  payout.apiVersion === '2026-01-01'
    ? JSON.stringify(legacyPayout(header, payout))
    : envelope(header, payout.apiVersion, payoutData(header, payout))
