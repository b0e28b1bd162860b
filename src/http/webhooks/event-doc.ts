// API reference of events. The routes are in event.ts and event-stream.ts.
import { Type } from '@sinclair/typebox'
import { Items, Success } from '../../wire/answer.ts'
import { EventDetailView, EventTypeText, EventView } from '../../wire/event.ts'
import {
  cursorParameters,
  inHeader,
  inPath,
  inQuery,
  jsonAnswer,
  pageParameters,
  rangeParameters,
  routeDocs,
} from '../docs/doc.ts'

const { guarded, guardedList } = routeDocs('Webhooks')

/** The query parameters of the list, which its export also takes. */
export const listParameters = [
  ...pageParameters,
  inQuery('type', 'Events of this type', EventTypeText),
  inQuery('payment', 'The reference of a payment, payout or refund', Type.String()),
  ...rangeParameters,
]

export const list = guardedList('see_events', {
  id: 'listEvents',
  summary: 'List events',
  description: 'The events of payments and payouts, including those without a webhook address.',
  parameters: [...listParameters, ...cursorParameters],
  answers: { 200: jsonAnswer('A page, newest first', Success(200, Items(EventView))) },
})

export const get = guarded('see_events', {
  id: 'getEvent',
  summary: 'Read an event',
  parameters: [inPath('id', 'The event’s `id`')],
  answers: { 200: jsonAnswer('The event with its body and its deliveries', Success(200, EventDetailView)) },
  faults: ['not_found'],
})

export const stream = guarded('see_events', {
  id: 'streamEvents',
  summary: 'Stream events',
  description: `Server-sent events, each with its event's \`id\`. \`event\`: a new event, or one after the event in \`Last-Event-ID\` or \`after\`, so that none is missed. \`resent\`: a delivery was resent. The data is the event with \`body\`, the exact text of the webhook, and its signed \`headers\`: forward both to deliver it. With \`changes=true\` also \`changed\`, at most four times a second and once at the beginning: other data changed, or may have, so load it again; and \`gone\`: the reader has lost access. A comment every 5 seconds keeps the connection open.`,
  parameters: [
    inQuery('changes', 'Also report changes that are not events', Type.Literal('true')),
    inQuery(
      'after',
      'Start after this event',
      Type.String({ examples: ['evt_0199f0c2a5b07e12a3b4c5d6e7f80912'] }),
    ),
    inHeader('Last-Event-ID', 'The same, sent by browsers when they reconnect', Type.String()),
  ],
  answers: {
    200: {
      description: 'The stream',
      content: {
        'text/event-stream': {
          schema: Type.String({
            examples: [
              'id: evt_…\nevent: event\ndata: {"id":"evt_…","type":"payment.completed","headers":{…},"body":"…"}\n\n',
            ],
          }),
        },
      },
    },
  },
})
