// API reference of payments. The routes are in payment.ts.
import { Type } from '@sinclair/typebox'
import { paymentStatuses, paymentTypes } from '../../domain/payment-type.ts'
import { BalanceView, Items, PushView, Success } from '../../wire/answer.ts'
import { choice } from '../../wire/choice.ts'
import { ConfirmPayment, CreatePayment, MarkNotPaid, PaymentView, PushPayment } from '../../wire/payment.ts'
import { phoneFilterHint } from '../../wire/phone.ts'
import { TimelineView } from '../../wire/timeline.ts'
import {
  createJson,
  cursorParameters,
  inPath,
  inQuery,
  json,
  jsonAnswer,
  keyParameter,
  pageParameters,
  rangeParameters,
  routeDocs,
} from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { qrDoc } from './qr-doc.ts'

const { guarded, guardedList } = routeDocs('Payments')

const reference = inPath('reference', 'The payment’s `reference`')
const payment = jsonAnswer('The payment', Success(200, PaymentView))
const page = jsonAnswer('A page, newest first', Success(200, Items(PaymentView)))
const filters = [
  ...pageParameters,
  ...cursorParameters,
  inQuery('status', 'Payments with this status', choice(paymentStatuses)),
  inQuery('payment_type', 'Payments of this type', choice(paymentTypes)),
  inQuery('outcome_unknown', 'Payments whose outcome is unknown', Type.Literal('true')),
  ...rangeParameters,
]

export const create = guarded('create_payments', {
  id: 'createPayment',
  summary: 'Create a payment',
  description: `\`dynamic-qr\`: show \`payment_qr_code\` or one of the images, or give \`payment_url\` to the customer: its page shows code, amount and time left, then the result. \`mobile\`: the customer gets a push on their phone. \`card\`: redirect to \`payment_url\`.

Get the result by webhook, by \`GET\` or by the event stream. On sandbox accounts, phone numbers that end in 789 pay automatically.`,
  body: createJson(CreatePayment, example.createPayment),
  answers: { 201: jsonAnswer('The payment, pending', Success(201, PaymentView)) },
  faults: ['method_unavailable', 'network_unavailable'],
  idempotent: true,
  versioned: true,
  writes: true,
})

export const list = guardedList('see_payments', {
  id: 'listPayments',
  summary: 'List payments',
  description: 'A till sees its own payments. Cashiers with a login see the payments they created.',
  parameters: [...filters, keyParameter],
  answers: { 200: page },
})

/** The query parameters of the search, which totals and exports also take. */
export const searchParameters = [
  inQuery(
    'q',
    'A reference, its beginning or end, a token, a phone number, an amount, the network’s reference, or words of the note. The first of these that matches any payment is used',
    Type.String(),
  ),
  inQuery(
    'reference',
    'A reference, or at least 6 characters of its beginning or end; or the network’s reference',
    Type.String(),
  ),
  inQuery('external_reference', 'The network’s reference', Type.String()),
  inQuery('payment_token', 'The 8-digit payment number', Type.String()),
  inQuery('phone_number', 'The customer’s phone number', Type.String(phoneFilterHint)),
  inQuery('email', 'The customer’s e-mail address', Type.String()),
  inQuery('amount', 'The exact amount in whole shillings', Type.String()),
  inQuery(
    'note',
    'Words of `metadata.note` (else `description`, else `order_id`). All words must match; the last one may be the start of a word. At most the newest 10,000 payments of a word are searched',
    Type.String(),
  ),
  ...filters,
]

export const search = guardedList('see_payments', {
  id: 'searchPayments',
  summary: 'Search payments',
  parameters: searchParameters,
  answers: { 200: page },
})

export const balance = guarded('see_balance', {
  id: 'getBalance',
  summary: 'Read the balance',
  answers: { 200: jsonAnswer('The balance', Success(200, BalanceView)) },
  versioned: true,
})

export const get = guarded('see_payments', {
  id: 'getPayment',
  summary: 'Read a payment',
  parameters: [reference],
  answers: { 200: payment },
  faults: ['not_found'],
})

export const timeline = guarded('see_balance', {
  id: 'getPaymentTimeline',
  summary: 'Read a payment’s timeline',
  description:
    'Its states, its attempts, the answers to status checks, events and their deliveries, refunds and staff actions; then the scheduled next steps.',
  parameters: [inPath('reference', 'The payment’s `reference`, or the `id` of a cash sale')],
  answers: { 200: jsonAnswer('The timeline', Success(200, TimelineView)) },
  faults: ['not_found'],
})

export const push = guarded('sell', {
  id: 'pushPayment',
  summary: 'Send or resend the push',
  description:
    'While a push may still ring at its network, and for 10 seconds at least, another of the same payment is 429 with `params.seconds` and `Retry-After`, unless the network has declined it.',
  parameters: [inPath('reference', 'The payment’s `reference`, or its `payment_token`')],
  body: createJson(PushPayment, example.pushPayment, { required: false }),
  answers: { 200: jsonAnswer('The push was sent', PushView) },
  faults: ['invalid_request', 'method_unavailable', 'not_found', 'conflict', 'network_unavailable'],
  idempotent: true,
  writes: true,
})

export const cancel = guarded('sell', {
  id: 'voidPayment',
  summary: 'Void a pending payment',
  parameters: [reference],
  answers: { 200: payment },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

export const check = guarded('settle_unmatched', {
  id: 'checkPayment',
  summary: 'Check a payment with its network now',
  description:
    'Asks the network of each open attempt at once, as the next status check would. While `outcome_unknown` stays true, the network has given no outcome.',
  parameters: [reference],
  answers: { 200: payment },
  faults: ['not_found'],
  writes: true,
})

export const complete = guarded('confirm_manually', {
  id: 'confirmPayment',
  summary: 'Confirm a payment manually',
  description:
    'For a customer whose phone shows a receipt while the network does not answer. The payment completes at once with `confirmed_manually: true`; a later confirmation by the network is not booked twice. A receipt number can be used for one payment only. Cashiers need a grant, and enter their PIN again on a till.',
  parameters: [reference],
  body: json(ConfirmPayment, example.confirmPayment),
  answers: { 200: payment },
  faults: ['invalid_state', 'not_found', 'conflict'],
  writes: true,
})

export const markNotPaid = guarded('confirm_manually', {
  id: 'markPaymentNotPaid',
  summary: 'Mark a payment as not paid',
  description:
    'For a payment with `outcome_unknown: true` that your network’s statement does not show. A pending payment becomes `failed` with the `failure_reason` `marked_not_paid`; an ended one keeps its status; one of a checkout session stays open for another try. Kaunta keeps asking the network: money that it confirms later completes the payment with `late: true`. Cashiers need a grant, and enter their PIN again on a till.',
  parameters: [reference],
  body: json(MarkNotPaid, example.markNotPaid),
  answers: { 200: payment },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

export const events = guarded('see_payments', {
  id: 'streamPayment',
  summary: 'Stream a payment',
  description:
    'Server-sent events named `payment`, each with the payment as JSON: first the current state, then every change. A `ping` every 5 seconds keeps the connection open. The stream ends when the reader loses access to the payment.',
  parameters: [reference],
  answers: {
    200: {
      description: 'The stream',
      content: {
        'text/event-stream': {
          schema: Type.String({ examples: ['event: payment\ndata: {"reference":"…"}\n\n'] }),
        },
      },
    },
  },
  faults: ['not_found'],
})

export const allEvents = guarded('see_payments', {
  id: 'streamPayments',
  summary: 'Stream all payments',
  description:
    'Server-sent events: first `open`, then `payment` at every change of a payment that the caller may see, with the payment as JSON, `session` when one of their checkout sessions ends without a payment, and `products.changed` with the `ids` of changed or deleted products of the price list, or of those whose stock changed at or below `low_at`, or null for many. Changes while a reader is disconnected are not sent later: read what you show after each `open`. A `ping` every 5 seconds keeps the connection open.',
  answers: {
    200: {
      description: 'The stream',
      content: {
        'text/event-stream': {
          schema: Type.String({
            examples: ['event: open\ndata: {}\n\n', 'event: payment\ndata: {"reference":"…"}\n\n'],
          }),
        },
      },
    },
  },
})

const image = {
  right: 'see_payments',
  tag: 'Payments',
  summary: 'The QR code',
  reference,
} as const
export const svg = qrDoc('svg', { id: 'getPaymentQrSvg', ...image })
export const png = qrDoc('png', { id: 'getPaymentQrPng', ...image })
