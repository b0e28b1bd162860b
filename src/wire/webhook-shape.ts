// The schemas of webhook bodies for the API reference: the envelope of the current version, and the flat
// format of 2026-01-01. webhook.ts writes the bodies; test/endpoint/docs-webhook.test.ts compares the two.
import { type TSchema, Type } from '@sinclair/typebox'
import { currentVersion } from '../domain/api-version.ts'
import type { EventType } from '../domain/event.ts'
import { sessionMethods } from '../domain/profile.ts'
import { refundWays } from '../domain/refund.ts'
import { choice } from './choice.ts'
import { LineItemShape } from './line-item.ts'
import { Money, Stamp } from './money.ts'
import { RefundLines, RefundRecipient } from './refund.ts'
import { statusOfEvent } from './webhook.ts'

const Text = Type.String()
const Reference = Type.String({ description: 'The reference of the payment or payout: use it in paths' })
const External = Type.String({ description: 'The network’s reference; empty until known' })
const Channel = Type.Object({ type: Text, provider: Text })
const Metadata = Type.Record(Text, Type.Union([Text, Type.Number(), Type.Boolean()]), {
  description: 'Your own data',
})
const Customer = Type.Object(
  { phone: Text, name: Text, email: Text },
  { description: 'Unknown fields are empty' },
)
const Recipient = Type.Object({ name: Text, phone: Text, bank: Text, account: Text })
const Reason = Type.String({ description: 'A stable code of the reason' })
const Settlement = Type.Object({ gross: Money, fees: Money, net: Money })
const Late = Type.Optional(
  Type.Literal(true, { description: 'It had failed, been voided or expired before' }),
)
const ManuallyConfirmed = Type.Optional(
  Type.Literal(true, { description: 'Confirmed manually by a person; not yet confirmed by the network' }),
)
const LineItems = Type.Optional(Type.Array(LineItemShape, { description: 'The sold items, when given' }))
const Fees = Type.Integer({ description: 'Whole shillings' })

type Fields = Record<string, TSchema>

const refund: Fields = {
  reference: Type.String({ description: 'The reference of the refund: use it in paths' }),
  payment_reference: Reference,
  unmatched_id: Type.Optional(
    Type.String({ description: 'The unmatched money that it gives back: nothing of the payment' }),
  ),
  external_reference: External,
  amount: Money,
  line_items: Type.Optional(RefundLines),
  fees: Money,
  way: choice(refundWays),
  reason: Text,
  recipient: RefundRecipient,
  metadata: Metadata,
}
const payout: Fields = {
  reference: Reference,
  external_reference: External,
  amount: Money,
  fees: Money,
  total: Money,
  channel: Channel,
  recipient: Recipient,
  metadata: Metadata,
}
/** A link's `meta` is an object of the merchant's. */
const PaymentMetadata = Type.Record(Text, Type.Unknown(), {
  description: 'Your own data; `url_metadata` is the `meta` of the payment link',
})
/** The fields of a payment that belongs to a checkout session. */
const session: Fields = {
  session_reference: Type.Optional(
    Type.String({ description: 'The checkout session that owns the payment' }),
  ),
  payment_method: Type.Optional(choice(sessionMethods)),
  custom_fields: Type.Optional(Type.Record(Text, Text, { description: 'The customer’s answers by key' })),
}
const payment: Fields = { reference: Reference, amount: Money, metadata: PaymentMetadata, ...session }
const sold: Fields = { ...payment, line_items: LineItems }

/** The fields of `data`, without `status` and the time. */
const dataOf: Readonly<Record<EventType, Fields>> = {
  'payment.completed': {
    ...sold,
    external_reference: External,
    settlement: Settlement,
    channel: Channel,
    customer: Customer,
    late: Late,
    confirmed_manually: ManuallyConfirmed,
  },
  'payment.failed': {
    ...sold,
    failure_reason: Reason,
    channel: Channel,
    customer: Type.Object({ phone: Text }),
  },
  'payment.voided': { ...sold, customer: Customer },
  'payment.expired': { ...sold, customer: Customer },
  'payout.completed': payout,
  'payout.failed': { ...payout, failure_reason: Reason },
  'payout.reversed': { ...payout, failure_reason: Type.Optional(Reason) },
  'refund.completed': refund,
  'refund.failed': { ...refund, failure_reason: Reason },
}

/** Returns the fields of an event in the flat format, whose fees are plain numbers of shillings. */
function flatFieldsOf(type: EventType): Fields {
  const channelAndCreation = {
    payment_channel: Type.String({ description: 'The provider, in capitals' }),
    created_at: Stamp,
  }
  const timestamp = Type.Integer({ description: 'The time of the event, in seconds since 1970' })
  if (type.startsWith('refund.')) return { ...dataOf[type], fees: Fees, created_at: Stamp, timestamp }
  if (type.startsWith('payout.')) {
    const { channel: _, ...fields } = dataOf[type]
    return { ...fields, fees: Fees, ...channelAndCreation, timestamp }
  }
  const reason = type === 'payment.failed' ? { failure_reason: Reason } : {}
  const late = type === 'payment.completed' ? { late: Late, confirmed_manually: ManuallyConfirmed } : {}
  return {
    ...payment,
    external_reference: External,
    customer: Customer,
    payment_fee: Fees,
    ...reason,
    ...late,
    ...channelAndCreation,
    timestamp,
  }
}

/** Returns the title of a schema: `PaymentCompleted` of `payment.completed`. */
const titleOf = (type: EventType) =>
  type
    .split('.')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** Returns the schemas of an event's body: the envelope of the current version, and the flat format. */
export function eventShapes(type: EventType) {
  const status = statusOfEvent(type)
  const statusAndTime = { status: Type.Literal(status), [`${status}_at`]: Stamp }
  const envelope = Type.Object(
    {
      id: Type.String({ description: '`evt_…`, the same in every attempt: deduplicate on it' }),
      type: Type.Literal(type),
      api_version: Type.Literal(currentVersion),
      created_at: Stamp,
      data: Type.Object({ ...dataOf[type], ...statusAndTime }),
    },
    { title: `${titleOf(type)}Event`, description: `Version ${currentVersion}` },
  )
  const flat = Type.Object(
    { event: Type.Literal(type), ...flatFieldsOf(type), ...statusAndTime },
    {
      title: `${titleOf(type)}Legacy`,
      description: 'Version 2026-01-01. It has no id: deduplicate on `event` and `reference`',
    },
  )
  return { envelope, flat }
}
