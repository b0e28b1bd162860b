// The webhooks of the API reference: the requests that Kaunta posts to a merchant. The examples are those of
// a test webhook.
import { Type } from '@sinclair/typebox'
import { type ApiVersion, apiVersions } from '../../domain/api-version.ts'
import { type EventType, eventTypes } from '../../domain/event.ts'
import { exampleBody } from '../../wire/event-example.ts'
import { eventShapes } from '../../wire/webhook-shape.ts'
import { inHeader } from '../docs/doc.ts'

const exampleTime = Date.UTC(2026, 10, 21, 9, 0, 7)
const reference = '019aa5b4-9e80-7c3e-8a51-6f2d0c4b7e19'

/** Returns the example body of an event in one version of the API. */
const exampleOf = (type: EventType, apiVersion: ApiVersion): unknown =>
  JSON.parse(
    exampleBody(
      { id: 'evt_019aa5b4b9d87f1e8c3a5d6b7e8f9012', type, now: exampleTime },
      { reference, accountId: 'acct_0', apiVersion },
    ),
  )

const summaries: Readonly<Record<EventType, string>> = {
  'payment.completed': 'A payment completed',
  'payment.failed': 'A payment failed',
  'payment.voided': 'A payment was cancelled',
  'payment.expired': 'A payment expired',
  'payout.completed': 'A payout completed',
  'payout.failed': 'A payout failed: amount and fee are available again',
  'payout.reversed': 'The network returned a payout: amount and fee are available again',
  'refund.completed': 'A refund completed: the customer has the money',
  'refund.failed': 'A refund failed, or its money came back: amount and fee are available again',
}

/** Returns the headers that receivers should check. */
const headersOf = (type: EventType) => [
  { ...inHeader('X-Webhook-Event', 'The event’s type', Type.Literal(type)), required: true },
  {
    ...inHeader(
      'X-Webhook-Timestamp',
      'When this attempt was signed, in seconds since 1970: reject it when it is older than 300 seconds',
      Type.String({ pattern: '^\\d+$' }),
    ),
    required: true,
  },
  {
    ...inHeader(
      'X-Webhook-Signature',
      'HMAC-SHA256 of `{X-Webhook-Timestamp}.{body}`, in hex. The key is the whole secret of `GET /api/v1/settings/webhook-secret`, including `whsec_`',
      Type.String({ pattern: '^[0-9a-f]{64}$' }),
    ),
    required: true,
  },
]

/** Returns the operation of one event's webhook. */
function operationOf(type: EventType) {
  const { envelope, flat } = eventShapes(type)
  return {
    operationId: `on${envelope.title?.replace(/Event$/, '')}`,
    tags: ['Events'],
    summary: summaries[type],
    parameters: headersOf(type),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: Type.Union([envelope, flat]),
          examples: Object.fromEntries(
            apiVersions.map(version => [`Version ${version}`, { value: exampleOf(type, version) }]),
          ),
        },
      },
    },
    responses: {
      '2XX': { description: 'Delivered, when answered within 30 seconds' },
      default: {
        description:
          'Not delivered, like a time-out or a redirect: attempted again after 3, 6, 12 and 24 minutes',
      },
    },
    security: [],
  }
}

/** Returns the webhooks of the document by event type. */
export const webhookOperations = () =>
  Object.fromEntries(eventTypes.map(type => [type, { post: operationOf(type) }]))
