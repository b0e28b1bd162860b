// What the API reference tells of payments, beside the routes in http/payments/payment.ts.
import { Type } from '@sinclair/typebox'
import { paymentStatuses, paymentTypes } from '../../domain/payment.ts'
import { BalanceView, Items, PushView, Success } from '../../wire/answer.ts'
import { ConfirmPayment, CreatePayment, PaymentView, PushPayment } from '../../wire/payment.ts'
import { TimelineView } from '../../wire/timeline.ts'
import { answer, guarded, inPath, inQuery, json, pageParameters, rangeParameters } from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { qrDoc } from './qr-doc.ts'

const reference = inPath('reference', 'The payment’s `reference`')
const payment = answer('The payment', Success(200, PaymentView))
const page = answer('A page, newest first', Success(200, Items(PaymentView)))
const filters = [
  ...pageParameters,
  inQuery('status', 'Only these', Type.Union(paymentStatuses.map(status => Type.Literal(status)))),
  inQuery('payment_type', 'Only these', Type.Union(paymentTypes.map(type => Type.Literal(type)))),
  inQuery(
    'outcome_unknown',
    'Only those of which a network has said neither yes nor no',
    Type.Literal('true'),
  ),
  ...rangeParameters,
]

export const create = guarded('sell', {
  id: 'createPayment',
  tag: 'Payments',
  summary: 'Create a payment',
  description: `\`dynamic-qr\`: show \`payment_qr_code\`, or one of the images. \`mobile\`: the customer is asked on their phone. \`card\`: redirect to \`payment_url\`.

The result comes by webhook, by \`GET\` and by the event stream. On a sandbox account phones that end in 789 pay by themselves.`,
  body: json(CreatePayment, example.createPayment),
  answers: { 201: answer('Created, and pending', Success(201, PaymentView)) },
  faults: ['method_unavailable', 'network_unavailable'],
  idempotent: true,
  versioned: true,
  writes: true,
})

export const list = guarded('see_sales', {
  id: 'listPayments',
  tag: 'Payments',
  summary: 'List payments',
  description: 'A till is shown its own; a cashier elsewhere what they made themselves.',
  parameters: filters,
  answers: { 200: page },
})

export const searchParameters = [
  inQuery(
    'q',
    'What a person types: a reference or its end, a token, a phone number, an amount, the network’s reference, or words of the note. The first of these that any payment fits counts',
    Type.String(),
  ),
  inQuery('reference', 'A whole reference, or its last 6 characters or more', Type.String()),
  inQuery('external_reference', 'The network’s reference', Type.String()),
  inQuery('payment_token', 'The 8 digits', Type.String()),
  inQuery('phone_number', 'The payer’s number', Type.String()),
  inQuery('amount', 'Whole shillings, exactly', Type.String()),
  inQuery(
    'note',
    'Words of `metadata.note` (else `description`, else `order_id`): all of them, else the last one as the beginning of a word. Of the payments that share a word, the newest 10,000 are looked at',
    Type.String(),
  ),
  ...filters,
]

export const search = guarded('see_sales', {
  id: 'searchPayments',
  tag: 'Payments',
  summary: 'Search payments',
  parameters: searchParameters,
  answers: { 200: page },
})

export const balance = guarded('see_balance', {
  id: 'getBalance',
  tag: 'Payments',
  summary: 'Read the balance',
  answers: { 200: answer('The balance', Success(200, BalanceView)) },
  versioned: true,
})

export const get = guarded('see_sales', {
  id: 'getPayment',
  tag: 'Payments',
  summary: 'Read a payment',
  parameters: [reference],
  answers: { 200: payment },
  faults: ['not_found'],
})

export const timeline = guarded('see_balance', {
  id: 'getPaymentTimeline',
  tag: 'Payments',
  summary: 'Read what happened to a payment',
  description:
    'Its states, tries to collect it, what the network answered when it was asked, events and their deliveries, and what people did; then what Kaunta will do by itself.',
  parameters: [reference],
  answers: { 200: answer('The timeline', Success(200, TimelineView)) },
  faults: ['not_found'],
})

export const push = guarded('sell', {
  id: 'pushPayment',
  tag: 'Payments',
  summary: 'Ask the customer’s phone, or ask again',
  parameters: [inPath('reference', 'The payment’s `reference`, or its `payment_token`')],
  body: json(PushPayment, example.pushPayment, false),
  answers: { 200: answer('The push is on its way', PushView) },
  faults: ['invalid_request', 'method_unavailable', 'not_found', 'conflict'],
  writes: true,
})

export const cancel = guarded('sell', {
  id: 'voidPayment',
  tag: 'Payments',
  summary: 'Void a pending payment',
  parameters: [reference],
  answers: { 200: payment },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

export const complete = guarded('complete_by_hand', {
  id: 'confirmPayment',
  tag: 'Payments',
  summary: 'Complete a payment by hand',
  description:
    'When the customer’s phone shows that they paid and the network says nothing. It is booked and told at once, with `confirmed_manually: true`; when the network confirms it later, nothing is booked twice. A receipt pays for one payment only. Cashiers need the grant; on a till their PIN is asked once more.',
  parameters: [reference],
  body: json(ConfirmPayment, example.confirmPayment),
  answers: { 200: payment },
  faults: ['invalid_state', 'not_found', 'conflict'],
  writes: true,
})

export const events = guarded('see_sales', {
  id: 'watchPayment',
  tag: 'Payments',
  summary: 'Watch a payment',
  description:
    'Server-sent events named `payment`, each with the payment as JSON: first as it is now, then at every change. A comment every 5 seconds keeps the line open. It ends when whoever reads may no longer see the payment.',
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

const image = { tag: 'Payments', summary: 'The QR code', reference } as const
export const svg = qrDoc('svg', { id: 'getPaymentQrSvg', ...image })
export const png = qrDoc('png', { id: 'getPaymentQrPng', ...image })
