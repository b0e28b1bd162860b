// Events, deliveries and their attempts in the API, and the requests to resend and test.
import { type Static, Type } from '@sinclair/typebox'
import { type Delivery, deliveryStatuses } from '../domain/delivery.ts'
import { type Event, eventTypes } from '../domain/event.ts'
import { manualTryNumber } from '../domain/resend.ts'
import { choice, nullable } from './choice.ts'
import { Stamp, stamp, timePattern } from './money.ts'

const Headers = Type.Record(Type.String(), Type.String())
const bodyText = 'The exact text; null once it was removed, after 60 days'
const signed = 'As they were sent, signature included'

export const EventTypeText = choice(eventTypes)
export const DeliveryStatusText = choice(deliveryStatuses)

const eventFields = {
  id: Type.String({ description: 'Deduplicate on it' }),
  type: EventTypeText,
  reference: Type.String({ description: 'The payment or payout' }),
  api_version: Type.String(),
  created_at: Stamp,
}
export const EventView = Type.Object(eventFields, { title: 'Event' })
export type EventView = Static<typeof EventView>

export const DeliveryView = Type.Object(
  {
    id: Type.String(),
    event_id: Type.String(),
    event_type: EventTypeText,
    reference: Type.String({ description: 'The payment or payout' }),
    url: Type.String(),
    status: DeliveryStatusText,
    attempts: Type.Integer({ description: 'Attempts that counted, of five' }),
    next_attempt_at: nullable(Stamp),
    last_status: nullable(Type.Integer({ description: 'The HTTP status of the last attempt' })),
    last_error: nullable(Type.String()),
    created_at: Stamp,
  },
  { title: 'Delivery', description: 'One event on its way to one address' },
)
export type DeliveryView = Static<typeof DeliveryView>

export const EventDetailView = Type.Object(
  {
    ...eventFields,
    body: nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'The body of the webhook; null when deleted, after 60 days',
      }),
    ),
    deliveries: Type.Array(DeliveryView, { description: 'Newest first' }),
  },
  { title: 'EventDetail' },
)
export type EventDetailView = Static<typeof EventDetailView>

/** Sandbox webhooks may reach the shop's own network, so an API key must not read the response. */
const Answered = Type.Object(
  {
    status: Type.Integer(),
    headers: { ...Headers, description: 'Empty for API keys: people see them' },
    body: Type.String({ description: 'The first 4 kB; empty for API keys' }),
  },
  { title: 'ReceiverAnswer' },
)

export const TryView = Type.Object(
  {
    attempt: nullable(
      Type.Integer({ description: 'The number of the attempt, of five; null for a manual resend' }),
    ),
    sent_at: Stamp,
    took_ms: Type.Integer(),
    request: Type.Object({
      headers: Type.Record(Type.String(), Type.String(), { description: signed }),
      body: nullable(Type.String({ description: bodyText })),
    }),
    response: nullable(Answered),
    error: nullable(Type.String({ description: 'Why the attempt failed' })),
  },
  { title: 'DeliveryTry' },
)
export type TryView = Static<typeof TryView>

export const DeliveryDetailView = Type.Object(
  { ...DeliveryView.properties, tries: Type.Array(TryView, { description: 'Oldest first' }) },
  { title: 'DeliveryDetail' },
)
export type DeliveryDetailView = Static<typeof DeliveryDetailView>

export const RetriedView = Type.Object(
  {
    deliveries: Type.Integer({
      description: 'Deliveries that will be sent again, without those already waiting',
    }),
  },
  { title: 'Retried' },
)

export const TestView = Type.Object(
  {
    url: Type.String(),
    event_type: EventTypeText,
    took_ms: Type.Integer(),
    request: Type.Object({
      headers: Type.Record(Type.String(), Type.String(), { description: signed }),
      body: Type.String(),
    }),
    response: nullable(Answered),
    error: nullable(Type.String({ description: 'Why a delivery would fail' })),
  },
  { title: 'WebhookTest' },
)
export type TestView = Static<typeof TestView>

export const PausedView = Type.Object(
  {
    url: Type.String(),
    delivery_id: Type.String({ description: 'The delivery with the answer 410 Gone' }),
    paused_at: Stamp,
  },
  { title: 'PausedAddress' },
)
export type PausedView = Static<typeof PausedView>

/** The body of `POST /api/v1/webhooks/paused/resume`. */
export const ResumeAddress = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 500 }) },
  { title: 'ResumeAddress' },
)

/**
 * A message of the event stream, with the `body` and `headers` of a webhook. Both are null once the body is
 * deleted.
 */
export interface StreamedEvent extends EventView {
  headers: Record<string, string> | null
  body: string | null
}

/** The body of `POST /api/v1/webhooks/deliveries/retry`. */
export const RetrySince = Type.Object(
  {
    since: Type.String({
      maxLength: 40,
      documentedPattern: timePattern,
      description:
        'A date, which begins with the shop’s day, or a time in ISO 8601: deliveries created since then',
    }),
    status: Type.Optional(
      Type.Union([Type.Literal('failed'), Type.Literal('abandoned'), Type.Literal('success')], {
        description: 'Deliveries with this status. Default: `failed` and `abandoned`',
      }),
    ),
  },
  { title: 'RetrySince' },
)

/** The body of `POST /api/v1/webhooks/test`. */
export const SendTest = Type.Object(
  {
    url: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Default: the account’s own address' }),
    ),
    event_type: Type.Optional(EventTypeText),
  },
  { title: 'SendTest' },
)

/** Returns an event without its body. */
export const eventView = (event: Omit<Event, 'body'>): EventView => ({
  id: event.id,
  type: event.type,
  reference: event.subject,
  api_version: event.apiVersion,
  created_at: stamp(event.createdAt),
})

/**
 * Returns an event with its body (null once deleted) and its deliveries.
 * @param isKey whether the caller is an API key, which may not see the receivers' answers
 */
export const eventDetailView = (
  event: Event,
  deliveries: readonly Delivery[],
  isKey: boolean,
): EventDetailView => ({
  ...eventView(event),
  body: event.body ? JSON.parse(event.body) : null,
  deliveries: deliveries.map(delivery => deliveryView(delivery, isKey)),
})

/** Returns an event as a message of the stream. @param headers the headers of a webhook that is sent now */
export const streamedEvent = (event: Event, headers: Record<string, string>): StreamedEvent => ({
  ...eventView(event),
  headers: event.body ? headers : null,
  body: event.body || null,
})

/** The only error that an API key sees, because details would reveal the shop's network. */
const noAnswer = 'the receiver did not answer'

/**
 * Returns why a delivery failed; null if it did not. If the receiver did not answer, an API key sees only
 * that fact.
 * @param status the HTTP status of the receiver's answer; null without an answer
 * @param isKey whether the caller is an API key
 */
export function errorView(error: string | null, status: number | null, isKey: boolean): string | null {
  const hasNoAnswer = error !== null && status === null
  return isKey && hasNoAnswer ? noAnswer : error
}

/** Returns the answer of a receiver. If the caller is an API key, only the status is not empty. */
export const receiverView = (answer: Static<typeof Answered>, isKey: boolean): Static<typeof Answered> =>
  isKey ? { status: answer.status, headers: {}, body: '' } : answer

/**
 * Returns a delivery without its attempts.
 * @param isKey whether the caller is an API key, which may not see the receiver's answers
 */
export const deliveryView = (delivery: Delivery, isKey: boolean): DeliveryView => ({
  id: delivery.id,
  event_id: delivery.eventId,
  event_type: delivery.type,
  reference: delivery.subject,
  url: delivery.url,
  status: delivery.status,
  attempts: delivery.tries,
  next_attempt_at: stamp(delivery.nextAt),
  last_status: delivery.lastStatus,
  last_error: errorView(delivery.lastError, delivery.lastStatus, isKey),
  created_at: stamp(delivery.createdAt),
})

/** One HTTP request of a delivery, and its answer. */
interface StoredTry {
  readonly number: number
  readonly sentAt: number
  readonly tookMs: number
  readonly requestHeaders: Record<string, string>
  readonly status: number | null
  readonly responseHeaders: Record<string, string>
  readonly responseBody: string
  readonly error: string | null
}

/**
 * Returns one attempt of a delivery. Its number is null if a person started it.
 * @param body the exact text of the event; empty once deleted
 * @param isKey whether the caller is an API key, which may not see the receiver's answer
 */
function tryView(storedTry: StoredTry, body: string, isKey: boolean): TryView {
  const { status, responseHeaders, responseBody } = storedTry
  const response = status === null ? null : { status, headers: responseHeaders, body: responseBody }
  return {
    attempt: storedTry.number === manualTryNumber ? null : storedTry.number,
    sent_at: stamp(storedTry.sentAt),
    took_ms: storedTry.tookMs,
    request: { headers: storedTry.requestHeaders, body: body || null },
    response: response && receiverView(response, isKey),
    error: errorView(storedTry.error, status, isKey),
  }
}

/**
 * Returns a delivery with its attempts.
 * @param body the exact text of the event; empty once deleted
 * @param isKey whether the caller is an API key, which may not see the receiver's answers
 */
export const deliveryDetailView = (
  delivery: Delivery,
  tries: readonly StoredTry[],
  body: string,
  isKey: boolean,
): DeliveryDetailView => ({
  ...deliveryView(delivery, isKey),
  tries: tries.map(storedTry => tryView(storedTry, body, isKey)),
})
