// API reference of checkout sessions. The routes are in session.ts and checkout.ts.
import { Type } from '@sinclair/typebox'
import { sessionStatuses } from '../../domain/session-status.ts'
import { Done, ListEnvelope, Success } from '../../wire/answer.ts'
import { AttemptView, PaymentStatusView, PaySession, StatusView } from '../../wire/checkout.ts'
import { choice } from '../../wire/choice.ts'
import { CheckoutView, CreateSession, SessionView } from '../../wire/session.ts'
import {
  createJson,
  cursorParameters,
  inPath,
  inQuery,
  json,
  jsonAnswer,
  pageParameters,
  routeDocs,
} from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { qrDoc } from '../payments/qr-doc.ts'

const { guarded, guardedList } = routeDocs('Sessions')
const { doc } = routeDocs('Checkout')
const reference = inPath('reference', 'The session’s `reference`')
const session = jsonAnswer('The session', Success(200, SessionView))

export const create = guarded('sell', {
  id: 'createSession',
  summary: 'Create a session',
  description:
    'Give `checkout_url` or `payment_link_url` to the customer. Merchant name, logo, colour, language and `collect_email` come from the profile.',
  body: createJson(CreateSession, example.createSession),
  answers: { 201: jsonAnswer('The session, pending', Success(201, SessionView)) },
  faults: ['method_unavailable'],
  versioned: true,
  idempotent: true,
  writes: true,
})

/** The query parameters of the list, which its export also takes. */
export const listParameters = [
  ...pageParameters,
  inQuery('status', 'Sessions with this status', choice(sessionStatuses)),
]

export const list = guardedList('see_sales', {
  id: 'listSessions',
  summary: 'List sessions',
  description: 'Cashiers see the sessions they created. A till lists its last sales instead.',
  parameters: [...listParameters, ...cursorParameters],
  answers: { 200: jsonAnswer('A page, newest first', ListEnvelope(SessionView)) },
  notOnTill: true,
})

export const get = guarded('see_sales', {
  id: 'getSession',
  summary: 'Read a session',
  parameters: [reference],
  answers: { 200: session },
  faults: ['not_found'],
})

export const cancel = guarded('sell', {
  id: 'cancelSession',
  summary: 'Cancel a session',
  description:
    'Its payment is voided. If a network confirms the payment later, the session completes, marked as late.',
  parameters: [reference],
  answers: { 200: jsonAnswer('Cancelled', Type.Composite([Done, Type.Object({ data: SessionView })])) },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

const image = {
  right: 'see_sales',
  tag: 'Sessions',
  summary: 'The payment link as a QR code',
  reference,
} as const
export const svg = qrDoc('svg', { id: 'getSessionQrSvg', ...image })
export const png = qrDoc('png', { id: 'getSessionQrPng', ...image })

const token = inPath('token', 'The last part of `checkout_url`')
const meta = inQuery('meta', 'Your own data: a JSON object of at most 4 kB, base64-encoded', Type.String())

export const load = doc({
  id: 'getCheckout',
  summary: 'Load a checkout',
  parameters: [token, meta],
  answers: { 200: jsonAnswer('The data of the checkout page', Success(200, CheckoutView)) },
  faults: ['not_found', 'payment_expired'],
  rateLimited: true,
})

export const pay = doc({
  id: 'payCheckout',
  summary: 'Submit a payment',
  description:
    '`mobile_money`: the customer gets a push on their phone. `qr`: show `payment_qr_code`. `card`: redirect to `payment_url`. The status reports the result of each attempt. Pushes are limited, also with request limits off: 10 seconds between two of a link, 12 an hour for a link, and 20 unpaid ones an hour for a number on the whole server. Then 429 with `params.seconds` and `Retry-After`.',
  parameters: [token, meta],
  body: json(PaySession, example.paySession),
  answers: { 200: jsonAnswer('The attempt', Success(200, AttemptView)) },
  faults: ['not_found', 'payment_expired', 'conflict', 'method_unavailable', 'network_unavailable'],
  rateLimited: true,
  writes: true,
})

export const status = doc({
  id: 'getCheckoutStatus',
  summary: 'Check the status',
  description: 'Check every 2 to 3 seconds; redirect the customer when `status` is `completed`.',
  parameters: [token],
  answers: { 200: jsonAnswer('The status of the session and its attempt', Success(200, StatusView)) },
  faults: ['not_found'],
  rateLimited: true,
})

export const paymentStatus = doc({
  id: 'getPaymentPageStatus',
  summary: 'Check the status of a payment page',
  description:
    'For `payment_url` of a `dynamic-qr` payment without a session, with `/status` after it. Check every 2 to 3 seconds.',
  parameters: [inPath('reference', 'The payment’s `reference`')],
  answers: { 200: jsonAnswer('The status of the payment', Success(200, PaymentStatusView)) },
  faults: ['not_found'],
  rateLimited: true,
})

export const giveUp = doc({
  id: 'cancelCheckoutAttempt',
  summary: 'Cancel an attempt',
  description: 'The session stays open for another attempt.',
  parameters: [token, inPath('attemptID', 'The `attempt_id`')],
  answers: { 200: jsonAnswer('Cancelled', Done) },
  faults: ['not_found', 'invalid_state', 'conflict'],
  rateLimited: true,
  writes: true,
})

export const shortLink = doc({
  id: 'openPaymentLink',
  summary: 'Follow a payment link',
  parameters: [inPath('code', 'The `short_code`'), meta],
  answers: {
    200: jsonAnswer('The checkout, for a program that follows the redirect', Success(200, CheckoutView)),
    302: { description: 'Redirects to the checkout' },
  },
  faults: ['not_found'],
  rateLimited: true,
})
