// What the API reference tells of events, beside the routes in http/webhooks/event.ts.
import { Type } from '@sinclair/typebox'
import { Items, Success } from '../../wire/answer.ts'
import { EventDetailView, EventTypeText, EventView } from '../../wire/event.ts'
import { answer, guarded, inHeader, inPath, inQuery, pageParameters, rangeParameters } from '../docs/doc.ts'

export const listParameters = [
  ...pageParameters,
  inQuery('type', 'Only these', EventTypeText),
  inQuery('payment', 'The reference of a payment or payout', Type.String()),
  ...rangeParameters,
]

export const list = guarded('see_events', {
  id: 'listEvents',
  tag: 'Webhooks',
  summary: 'List events',
  description: 'All that happened to payments and payouts, whether or not an address was told.',
  parameters: listParameters,
  answers: { 200: answer('A page, newest first', Success(200, Items(EventView))) },
})

export const get = guarded('see_events', {
  id: 'getEvent',
  tag: 'Webhooks',
  summary: 'Read an event',
  parameters: [inPath('id', 'The event’s `id`')],
  answers: { 200: answer('The event with what is sent and where to', Success(200, EventDetailView)) },
  faults: ['not_found'],
})

export const stream = guarded('see_events', {
  id: 'watchEvents',
  tag: 'Webhooks',
  summary: 'Watch events',
  description: `Server-sent events, each with its event's \`id\`: \`event\` for what happens from now on, or after the event named by \`Last-Event-ID\` or \`after\`, so that nothing is missed; \`resent\` when a delivery is sent again by hand. The data is the event with \`body\`, its exact text, and the \`headers\` that a webhook would carry now: forward both and it is one. With \`changes=true\` also \`changed\`, four times a second at most, when anything in the box became different that makes no event: ask again for what is shown; and once to whoever comes back; and \`gone\` to a reader who is let in no more. A comment every 5 seconds keeps the line open.`,
  parameters: [
    inQuery('changes', 'Tell of other changes, too', Type.Literal('true')),
    inQuery(
      'after',
      'Begin after this event',
      Type.String({ examples: ['evt_0199f0c2a5b07e12a3b4c5d6e7f80912'] }),
    ),
    inHeader('Last-Event-ID', 'The same, as browsers send it when they reconnect', Type.String()),
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
