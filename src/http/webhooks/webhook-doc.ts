// The webhooks of the API reference: what Kaunta posts to a merchant, with the examples that a test send
// posts.
import { Type } from '@sinclair/typebox'
import { type ApiVersion, apiVersions } from '../../domain/account.ts'
import { type EventType, eventTypes } from '../../domain/event.ts'
import { exampleBody } from '../../wire/event-example.ts'
import { eventShapes } from '../../wire/webhook-shape.ts'
import { inHeader } from '../docs/doc.ts'

const now = Date.UTC(2026, 10, 21, 9, 0, 7)
const reference = '019aa5b4-9e80-7c3e-8a51-6f2d0c4b7e19'

/** A body as it would be sent. */
const example = (type: EventType, apiVersion: ApiVersion): unknown =>
  JSON.parse(
    exampleBody(
      { id: 'evt_019aa5b4b9d87f1e8c3a5d6b7e8f9012', type, now },
      { reference, accountId: 'acct_0', apiVersion },
    ),
  )

const summaries: Readonly<Record<EventType, string>> = {
  'payment.completed': 'A payment was paid',
  'payment.failed': 'A payment failed',
  'payment.voided': 'A payment was cancelled',
  'payment.expired': 'A payment’s time is over',
  'payout.completed': 'A payout arrived',
  'payout.failed': 'A payout failed: amount and fee are available again',
  'payout.reversed': 'A payout was sent back: amount and fee are available again',
}

const headersOf = (type: EventType) => [
  { ...inHeader('X-Webhook-Event', 'The event’s type', Type.Literal(type)), required: true },
  {
    ...inHeader(
      'X-Webhook-Timestamp',
      'Seconds since 1970, of this try: refuse what is older than 300',
      Type.String({ pattern: '^\\d+$' }),
    ),
    required: true,
  },
  {
    ...inHeader(
      'X-Webhook-Signature',
      'HMAC-SHA256 of `{X-Webhook-Timestamp}.{body}`, in hex. The key is the whole text of `GET /api/v1/settings/webhook-secret`, `whsec_` included',
      Type.String({ pattern: '^[0-9a-f]{64}$' }),
    ),
    required: true,
  },
]

function operation(type: EventType) {
  const { envelope, flat } = eventShapes(type)
  return {
    operationId: `on${envelope.title?.replace(/Event$/, '')}`,
    tags: ['Webhooks'],
    summary: summaries[type],
    parameters: headersOf(type),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: Type.Union([envelope, flat]),
          examples: Object.fromEntries(
            apiVersions.map(version => [`Version ${version}`, { value: example(type, version) }]),
          ),
        },
      },
    },
    responses: {
      '2XX': { description: 'Heard, within 30 seconds' },
      default: {
        description: 'Not heard, as silence and redirects are: tried again after 3, 6, 12 and 24 minutes',
      },
    },
    security: [],
  }
}

/** Every event by its type, as the document's `webhooks`. */
export const webhooks = () => Object.fromEntries(eventTypes.map(type => [type, { post: operation(type) }]))
