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

/** Returns the status in an event's type: `failed` of `payment.failed`. */
export const statusOfEvent = (type: EventType) => type.slice(type.indexOf('.') + 1)
/** Returns the name of the field with the event's time: `failed_at` of `payment.failed`. */
export const timeField = (type: EventType) => `${statusOfEvent(type)}_at`

const nameOf = ({ first_name = '', last_name = '' }: Payment['customer']) =>
  `${first_name} ${last_name}`.trim()
/** Returns the phone number that got the push, or else the customer's number; empty if both are unknown. */
const phoneOf = (payment: Payment) => payment.phone ?? payment.customer.phone ?? ''
const customerOf = (payment: Payment) => ({
  phone: phoneOf(payment),
  name: nameOf(payment.customer),
  email: payment.customer.email ?? '',
})

/** Returns the fields `late` and `confirmed_manually` of a completed payment, each only if true. */
const completionFlags = ({ late, manualConfirmation }: Payment): Fields => ({
  ...(late ? { late: true } : {}),
  ...(manualConfirmation ? { confirmed_manually: true } : {}),
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
        ...completionFlags(payment),
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
  ...completionFlags(payment),
  [timeField(type)]: stamp(now),
  created_at: stamp(payment.createdAt),
  timestamp: Math.floor(now / 1_000),
})

/**
 * Returns the `data` of an event about a payout. The status comes from the type of the event, not from the
 * payout: a payout that was reversed before we learned of its completion creates both events at once.
 */
function payoutData({ type, now }: EventHeader<PayoutEventType>, payout: Payout): Fields {
  const hasReason = payout.failureReason && type !== 'payout.completed'
  return {
    reference: payout.id,
    external_reference: payout.externalReference ?? '',
    status: statusOfEvent(type),
    ...(hasReason ? { failure_reason: payout.failureReason } : {}),
    amount: money(payout.amount),
    fees: money(payout.fees),
    total: money(payout.amount + payout.fees),
    channel: payoutChannel(payout),
    recipient: recipientView(payout),
    metadata: payout.metadata,
    [timeField(type)]: stamp(now),
  }
}

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

/** Returns the body of an event as JSON, in the format of the current version. */
export const envelope = ({ id, type, now }: EventHeader<EventType>, apiVersion: string, data: Fields) =>
  JSON.stringify({ id, type, api_version: apiVersion, created_at: stamp(now), data })

/**
 * Returns the fields that a checkout session adds to events about its payment. Their `metadata` replaces that
 * of the payment, to add the metadata of the payment link.
 */
function sessionFields({ id, urlMetadata, answers }: Session, { type, metadata }: Payment): Fields {
  const linkMetadata = urlMetadata ? { url_metadata: urlMetadata } : {}
  return {
    session_reference: sessionReference(id),
    payment_method: sessionMethodOf[type],
    metadata: { ...metadata, ...linkMetadata },
    custom_fields: answers,
  }
}

/**
 * Returns the exact text of an event about a payment, in the format of the payment's API version.
 * @param session the checkout session that owns the payment; undefined for none
 */
export function paymentEventBody(
  header: EventHeader<PaymentEventType>,
  payment: Payment,
  session?: Session,
): string {
  const addedFields = session ? sessionFields(session, payment) : {}
  if (payment.apiVersion === '2026-01-01')
    return JSON.stringify({ ...legacyPayment(header, payment), ...addedFields })
  return envelope(header, payment.apiVersion, { ...paymentData(header, payment), ...addedFields })
}

/** Returns the exact text of an event about a payout, in the format of the payout's API version. */
export function payoutEventBody(header: EventHeader<PayoutEventType>, payout: Payout): string {
  if (payout.apiVersion === '2026-01-01') return JSON.stringify(legacyPayout(header, payout))
  return envelope(header, payout.apiVersion, payoutData(header, payout))
}
