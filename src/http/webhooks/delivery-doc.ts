// API reference of webhook deliveries. The routes are in delivery.ts.
import { Type } from '@sinclair/typebox'
import { Items, Message, Success } from '../../wire/answer.ts'
import {
  DeliveryDetailView,
  DeliveryStatusText,
  DeliveryView,
  EventTypeText,
  PausedView,
  ResumeAddress,
  RetriedView,
  RetrySince,
  SendTest,
  TestView,
} from '../../wire/event.ts'
import {
  cursorParameters,
  inPath,
  inQuery,
  json,
  jsonAnswer,
  pageParameters,
  rangeParameters,
  routeDocs,
} from '../docs/doc.ts'
import * as example from '../docs/example.ts'

const { guarded, guardedList } = routeDocs('Webhooks')

const id = inPath('id', 'The delivery’s `id`')

/** The query parameters of the list, which its export also takes. */
export const listParameters = [
  ...pageParameters,
  inQuery('status', 'Deliveries with this status', DeliveryStatusText),
  inQuery('event_type', 'Deliveries of this type of event', EventTypeText),
  inQuery('payment', 'The reference of a payment or payout', Type.String()),
  inQuery(
    'host',
    'The receiver’s host, with the port if the address has one',
    Type.String({ examples: ['shop.example.com'] }),
  ),
  ...rangeParameters,
]

export const list = guardedList('see_events', {
  id: 'listDeliveries',
  summary: 'List deliveries',
  parameters: [...listParameters, ...cursorParameters],
  answers: { 200: jsonAnswer('A page, newest first', Success(200, Items(DeliveryView))) },
})

export const get = guarded('see_events', {
  id: 'getDelivery',
  summary: 'Read a delivery with its attempts',
  parameters: [id],
  answers: { 200: jsonAnswer('The delivery', Success(200, DeliveryDetailView)) },
  faults: ['not_found'],
})

export const retry = guarded('send_events', {
  id: 'retryDelivery',
  summary: 'Resend a delivery',
  description:
    'One extra attempt beside the five scheduled ones. Before the first of those nothing is added, and no second one while one is waiting. After 60 days the body is deleted, and the delivery cannot be resent.',
  parameters: [id],
  answers: { 202: jsonAnswer('It will be sent', Success(202, DeliveryView)) },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

export const retrySince = guarded('send_events', {
  id: 'retryDeliveries',
  summary: 'Resend deliveries since a time',
  description: 'For a receiver that was down. Each delivery is sent once, those of one payment in order.',
  body: json(RetrySince, example.retrySince),
  answers: { 202: jsonAnswer('They will be sent', Success(202, RetriedView)) },
  writes: true,
})

export const test = guarded('send_events', {
  id: 'testWebhook',
  summary: 'Send a test webhook',
  description:
    'Sends a signed example event at once and returns the receiver’s answer. It belongs to no payment and is not stored; its `metadata.example` is true.',
  body: json(SendTest, example.sendTest),
  answers: { 200: jsonAnswer('The receiver’s answer', Success(200, TestView)) },
})

export const paused = guardedList('see_events', {
  id: 'listPausedAddresses',
  summary: 'List paused addresses',
  description:
    'An address that answers 410 Gone to the last attempt of a delivery is paused. Its deliveries wait until it is resumed.',
  answers: { 200: jsonAnswer('All paused addresses', Success(200, Type.Array(PausedView))) },
})

export const resume = guarded('send_events', {
  id: 'resumeAddress',
  summary: 'Resume a paused address',
  description: 'Waiting deliveries are sent, oldest first.',
  body: json(ResumeAddress, example.resumeAddress),
  answers: { 200: jsonAnswer('Resumed', Message) },
  faults: ['not_found'],
  writes: true,
})
