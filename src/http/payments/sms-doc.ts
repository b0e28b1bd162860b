// The routes of payment SMS in the API reference.
import { Type } from '@sinclair/typebox'
import { smsStatuses } from '../../domain/sms-record.ts'
import { Answer, Items, Success } from '../../wire/answer.ts'
import { choice } from '../../wire/choice.ts'
import { PaymentView } from '../../wire/payment.ts'
import { ReceivedSmsView, SmsChoiceView, SmsView } from '../../wire/sms-view.ts'
import {
  cursorParameters,
  inHeader,
  inPath,
  inQuery,
  json,
  jsonAnswer,
  pageParameters,
  routeDocs,
} from '../docs/doc.ts'
import * as example from '../docs/example.ts'

export const ClaimSms = Type.Object(
  {
    sms: Type.String({ minLength: 1, maxLength: 60, description: 'The `id` of the SMS' }),
    digits: Type.Optional(
      Type.String({
        maxLength: 20,
        description:
          'From the customer’s own SMS: the last 4 characters of the transaction id, or the last 3 digits of the number',
      }),
    ),
    reason: Type.Optional(
      Type.String({ maxLength: 200, description: 'Required for an SMS that does not fit the sale' }),
    ),
  },
  { title: 'ClaimSms' },
)
export const SettleSms = Type.Object(
  { note: Type.String({ minLength: 1, maxLength: 500 }) },
  { title: 'SettleSms' },
)

const { doc, guarded } = routeDocs('Payments')
const reports = routeDocs('Reports')
const reference = inPath('reference', 'The `reference` of the payment')

const forwarded = {
  required: false,
  content: {
    'application/json': {
      schema: Type.Unknown({
        description:
          'What the app sends: sender (`from`, `sender`, `contact`), text (`text`, `content`, `message`, `body`) and its times, also under `data` or `payload`',
      }),
      examples: Object.fromEntries(
        Object.entries(example.forwardSms).map(([name, value]) => [name, { value }]),
      ),
    },
  },
}

export const receive = doc({
  id: 'receiveSms',
  summary: 'Forward a payment SMS',
  description:
    'For the app that forwards the SMS of a till number from the shopkeeper’s phone; the address is that of the network `till-number`. JSON, a form, or plain text with the sender in the first line. `X-Signature` is the hex HMAC-SHA256 of the body, with the signing secret. Every message is answered with 200, a repeated one too. An SMS reports a payment and is no proof of it: what is not certain waits for a person.',
  parameters: [
    inPath('secret', 'The end of the address'),
    inHeader('x-signature', 'HMAC-SHA256 of the body, or of body and `X-Timestamp`; hex', Type.String()),
    inHeader('x-timestamp', 'Seconds, where the app signs them', Type.String()),
  ],
  body: forwarded,
  answers: { 200: jsonAnswer('Taken', Success(200, ReceivedSmsView)) },
  faults: ['unauthorized', 'not_found', 'payload_too_large'],
  rateLimited: true,
  writes: true,
})

export const choices = guarded('see_sales', {
  id: 'listSmsChoices',
  summary: 'List the SMS that may be for a payment',
  description:
    'For a pending payment over a till number: the payment SMS that came in its time and completed no sale, newest first.',
  parameters: [reference],
  answers: {
    200: jsonAnswer('The messages', Success(200, Type.Object({ items: Type.Array(SmsChoiceView) }))),
  },
  faults: ['not_found'],
})

export const claim = guarded('choose_sms', {
  id: 'claimSms',
  summary: 'Complete a payment with an SMS',
  description:
    'The choice of a cashier when several sales or messages fit. An SMS completes one payment at most. One with another amount or from another time needs an owner or admin and a reason; another amount is unmatched money then.',
  parameters: [reference],
  body: json(ClaimSms, example.claimSms),
  answers: { 200: jsonAnswer('The payment', Success(200, PaymentView)) },
  faults: ['conflict', 'invalid_state', 'not_found'],
  writes: true,
})

const listParameters = [
  ...pageParameters,
  inQuery(
    'status',
    '`open` waits for a person; `settled` was used for a sale, or a person decided. Default: `open`',
    choice(smsStatuses),
  ),
]
export const list = reports.guardedList('settle_unmatched', {
  id: 'listSms',
  summary: 'List payment SMS',
  description: 'The SMS that the phone of a till number forwarded, with the reason why each waits.',
  parameters: [...listParameters, ...cursorParameters],
  answers: { 200: jsonAnswer('A page, newest first', Success(200, Items(SmsView))) },
})

export const settle = reports.guarded('settle_unmatched', {
  id: 'settleSms',
  summary: 'Settle a payment SMS',
  description: 'Ends an SMS that is for no sale.',
  parameters: [inPath('id', 'The `id` of the SMS')],
  body: json(SettleSms, example.settleSms),
  answers: { 200: jsonAnswer('Settled', Answer(200, SmsView)) },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})
