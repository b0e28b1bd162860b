// What the API reference tells of displays, beside the routes in http/till/display.ts.
import { Type } from '@sinclair/typebox'
import { Answer } from '../../wire/answer.ts'
import {
  DisplayCountView,
  DisplayState,
  DisplayView,
  PairDisplay,
  SetDisplayContent,
} from '../../wire/display.ts'
import { PairingView } from '../../wire/till.ts'
import { answer, doc, inPath, json, requiredInQuery, tillGuarded } from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { imageParameters } from '../payments/qr-doc.ts'

const svg = {
  200: { description: 'The image', content: { 'image/svg+xml': { schema: { type: 'string' } } } },
  304: { description: 'You have it' },
}
const list = answer('Oldest first', Answer(200, Type.Array(DisplayView)))
const state = answer('The shop, and the sale or null', Answer(200, DisplayState))

export const create = tillGuarded({
  id: 'createDisplayPairing',
  tag: 'Display',
  summary: 'Make a code that pairs a display',
  description:
    'Show `pairing_url` as a QR code and scan it with the device that faces the customer, within ten minutes.',
  answers: { 201: answer('The code, shown this once', Answer(201, PairingView)) },
  faults: ['invalid_state'],
  writes: true,
})

export const pairingQr = tillGuarded({
  id: 'getDisplayPairingQr',
  tag: 'Display',
  summary: 'The pairing code as a QR code',
  parameters: [requiredInQuery('code', 'The code that is open', Type.String()), ...imageParameters],
  answers: svg,
  faults: ['not_found'],
})

export const listAll = tillGuarded({
  id: 'listDisplays',
  tag: 'Display',
  summary: 'List the displays of this till',
  answers: { 200: list },
})

export const remove = tillGuarded({
  id: 'removeDisplay',
  tag: 'Display',
  summary: 'Take a display away',
  description: 'It shows nothing any more, at once.',
  parameters: [inPath('id', 'The display’s `id`')],
  answers: { 200: list },
  faults: ['not_found'],
  writes: true,
})

export const show = tillGuarded({
  id: 'showOnDisplays',
  tag: 'Display',
  summary: 'Say what is on the till’s screen',
  description:
    'The displays of the till follow at once, and then the state of the sale as the box knows it. Said again after a restart of the box, which forgets it.',
  body: json(SetDisplayContent, example.setDisplayContent),
  answers: { 200: answer('Heard', Answer(200, DisplayCountView)) },
  faults: ['not_found'],
})

export const pair = doc({
  id: 'pairDisplay',
  tag: 'Display',
  summary: 'Pair this browser as a display',
  description: 'Answers the cookie too. Twenty wrong codes, whoever sends them, end the codes that are open.',
  body: json(PairDisplay, example.pairTill),
  answers: { 200: state },
  faults: ['forbidden'],
  rateLimited: true,
  writes: true,
})

export const get = doc(
  { id: 'getDisplay', tag: 'Display', summary: 'What to show now', answers: { 200: state } },
  'display',
)

export const stream = doc(
  {
    id: 'watchDisplay',
    tag: 'Display',
    summary: 'Watch what to show',
    description:
      'Server-sent events named `display`: first what to show now, then every change of it. A comment every 5 seconds keeps the line open. `gone` is the last one: the display was taken away.',
    answers: {
      200: {
        description: 'The stream',
        content: {
          'text/event-stream': {
            schema: Type.String({ examples: ['event: display\ndata: {"shop":{…}}\n\n'] }),
          },
        },
      },
    },
  },
  'display',
)

export const qr = doc(
  {
    id: 'getDisplayQr',
    tag: 'Display',
    summary: 'The QR code that is shown',
    parameters: [
      requiredInQuery('name', 'The `qr` of the sale; 404 once another one is shown', Type.String()),
      ...imageParameters,
    ],
    answers: svg,
    faults: ['not_found'],
  },
  'display',
)
