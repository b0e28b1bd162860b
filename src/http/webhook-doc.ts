// The webhooks of the API reference: what Kaunta posts to a merchant, with bodies that wire/webhook.ts really wrote.
import { Type } from '@sinclair/typebox'
import { type ApiVersion, apiVersions, currentVersion } from '../domain/account.ts'
import { type EventType, eventTypes, type PaymentEventType, type PayoutEventType } from '../domain/event.ts'
import type { Payment } from '../domain/payment.ts'
import type { Payout } from '../domain/payout.ts'
import { paymentEventBody, payoutEventBody } from '../wire/webhook.ts'
import { eventShapes } from '../wire/webhook-shape.ts'
import { inHeader } from './doc.ts'

const now = Date.UTC(2026, 10, 21, 9, 0, 7)
const createdAt = now - 7_000

const payment: Payment = {
  id: '019aa5b4-9e80-7c3e-8a51-6f2d0c4b7e19',
  accountId: 'acct_0',
  type: 'mobile',
  status: 'completed',
  amount: 12_500,
  currency: 'TZS',
  connector: 'simulator',
  channelType: 'mobile_money',
  provider: 'mpesa',
  phone: '+255754123789',
  customer: { first_name: 'Neema', last_name: 'Mushi', email: 'neema@example.com' },
  metadata: { order: 'A-1042', gift: false },
  webhookUrl: null,
  apiVersion: currentVersion,
  token: '52814407',
  tail: '4b7e19',
  qr: null,
  paymentUrl: null,
  redirectUrl: null,
  cancelUrl: null,
  externalReference: 'SIM4KQ7Z1',
  fees: 63,
  failureReason: null,
  late: false,
  unknown: false,
  createdBy: 'key_0',
  createdAt,
  expiresAt: createdAt + 14_400_000,
  endedAt: now,
  sessionId: null,
  tillId: null,
  cashier: null,
  shiftId: null,
  byHand: null,
}
const payout: Payout = {
  id: '019aa5b4-9e80-7d11-9b02-3c5f7a1e8d46',
  accountId: 'acct_0',
  status: 'completed',
  amount: 5_000,
  fees: 1_500,
  connector: 'simulator',
  networkReference: '01KAJV97M0QH3N8XW2TB',
  state: 'settled',
  recipient: { channel: 'mobile', name: 'Juma Ali', phone: '+255713000111', provider: 'mixx' },
  narration: 'Vegetables, week 47',
  metadata: { week: 47 },
  webhookUrl: null,
  apiVersion: currentVersion,
  externalReference: 'SIM9PD2X7',
  failureReason: null,
  createdBy: 'key_0',
  createdAt,
  completedAt: now,
  endedAt: now,
}

const paymentAt: Readonly<Record<PaymentEventType, Partial<Payment>>> = {
  'payment.completed': {},
  'payment.failed': { status: 'failed', fees: null, externalReference: null, failureReason: 'insufficient_balance' },
  'payment.voided': { status: 'voided', fees: null, externalReference: null },
  'payment.expired': { status: 'expired', fees: null, externalReference: null },
}
const payoutAt: Readonly<Record<PayoutEventType, Partial<Payout>>> = {
  'payout.completed': {},
  'payout.failed': { status: 'failed', completedAt: null, failureReason: 'recipient_not_found' },
  'payout.reversed': { status: 'reversed', failureReason: 'returned_by_network' },
}
const isPayment = (type: EventType): type is PaymentEventType => type in paymentAt
const isPayout = (type: EventType): type is PayoutEventType => type in payoutAt

/** A body as it would be sent. */
function example(type: EventType, apiVersion: ApiVersion): unknown {
  const id = 'evt_019aa5b4b9d87f1e8c3a5d6b7e8f9012'
  if (isPayment(type)) return JSON.parse(paymentEventBody({ id, type, now }, { ...payment, ...paymentAt[type], apiVersion }))
  if (isPayout(type)) return JSON.parse(payoutEventBody({ id, type, now }, { ...payout, ...payoutAt[type], apiVersion }))
  return undefined
}

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
          examples: Object.fromEntries(apiVersions.map(version => [`Version ${version}`, { value: example(type, version) }])),
        },
      },
    },
    responses: {
      '2XX': { description: 'Heard, within 30 seconds' },
      default: { description: 'Not heard, as silence and redirects are: tried again after 3, 6, 12 and 24 minutes' },
    },
    security: [],
  }
}

/** Every event by its type, as the document's `webhooks`. */
export const webhooks = () => Object.fromEntries(eventTypes.map(type => [type, { post: operation(type) }]))
