// What the API reference tells of deliveries, beside the routes in http/webhooks/delivery.ts.
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
import { answer, guarded, inPath, inQuery, json, pageParameters, rangeParameters } from '../docs/doc.ts'
import * as example from '../docs/example.ts'

const id = inPath('id', 'The delivery’s `id`')

export const listParameters = [
  ...pageParameters,
  inQuery('status', 'Only these', DeliveryStatusText),
  inQuery('event_type', 'Only these', EventTypeText),
  inQuery('payment', 'The reference of a payment or payout', Type.String()),
  inQuery(
    'host',
    'The receiver’s host, with its port where the address has one',
    Type.String({ examples: ['shop.example.com'] }),
  ),
  ...rangeParameters,
]

export const list = guarded('see_events', {
  id: 'listDeliveries',
  tag: 'Webhooks',
  summary: 'List deliveries',
  parameters: listParameters,
  answers: { 200: answer('A page, newest first', Success(200, Items(DeliveryView))) },
})

export const get = guarded('see_events', {
  id: 'getDelivery',
  tag: 'Webhooks',
  summary: 'Read a delivery with every try',
  parameters: [id],
  answers: { 200: answer('The delivery', Success(200, DeliveryDetailView)) },
  faults: ['not_found'],
})

export const retry = guarded('send_events', {
  id: 'retryDelivery',
  tag: 'Webhooks',
  summary: 'Send a delivery again',
  description:
    'Once, beside the five tries, whether it failed, was abandoned or succeeded. Asked again while one waits, or for one that is on its way anyway, it makes no second try. After 60 days its body is gone, and it cannot be sent.',
  parameters: [id],
  answers: { 202: answer('It will be sent', Success(202, DeliveryView)) },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

export const retrySince = guarded('send_events', {
  id: 'retryDeliveries',
  tag: 'Webhooks',
  summary: 'Send everything since a time again',
  description: 'For a receiver that was down: each delivery once, those of a payment in order.',
  body: json(RetrySince, example.retrySince),
  answers: { 202: answer('They will be sent', Success(202, RetriedView)) },
  writes: true,
})

export const test = guarded('send_events', {
  id: 'testWebhook',
  tag: 'Webhooks',
  summary: 'Send an example event',
  description:
    'Signed like any other, at once, and answered with what the receiver said. It belongs to no payment and is not stored; its `metadata.example` is true.',
  body: json(SendTest, example.sendTest),
  answers: { 200: answer('What the receiver said', Success(200, TestView)) },
})

export const paused = guarded('see_events', {
  id: 'listPausedAddresses',
  tag: 'Webhooks',
  summary: 'List paused addresses',
  description:
    'An address that answered 410 Gone to the last try of a delivery is paused: deliveries to it wait, uncounted, until it is resumed.',
  answers: { 200: answer('All of them', Success(200, Type.Array(PausedView))) },
})

export const resume = guarded('send_events', {
  id: 'resumeAddress',
  tag: 'Webhooks',
  summary: 'Resume a paused address',
  description: 'What waited is sent, oldest first.',
  body: json(ResumeAddress, example.resumeAddress),
  answers: { 200: answer('It has its deliveries again', Message) },
  faults: ['not_found'],
  writes: true,
})
