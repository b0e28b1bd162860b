// API reference of displays, the screens turned to customers. The routes are in display.ts.
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
import { inPath, json, jsonAnswer, requiredInQuery, routeDocs } from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { imageParameters } from '../payments/qr-doc.ts'

const { doc, tillGuarded } = routeDocs('Display')

const svg = {
  200: { description: 'The image', content: { 'image/svg+xml': { schema: { type: 'string' } } } },
  304: { description: 'Not modified' },
}
const list = jsonAnswer('Oldest first', Answer(200, Type.Array(DisplayView)))
const state = jsonAnswer('The shop, and the sale or null', Answer(200, DisplayState))

export const create = tillGuarded({
  id: 'createDisplayPairing',
  summary: 'Create a pairing code for a display',
  description:
    'Show `pairing_url` as a QR code and scan it with the device that is turned to the customer, within ten minutes.',
  answers: { 201: jsonAnswer('The code, which is not shown again', Answer(201, PairingView)) },
  faults: ['invalid_state'],
  writes: true,
})

export const pairingQr = tillGuarded({
  id: 'getDisplayPairingQr',
  summary: 'The pairing code as a QR code',
  parameters: [requiredInQuery('code', 'The pairing code', Type.String()), ...imageParameters],
  answers: svg,
  faults: ['not_found'],
})

export const listAll = tillGuarded({
  id: 'listDisplays',
  summary: 'List the displays of this till',
  answers: { 200: list },
})

export const remove = tillGuarded({
  id: 'removeDisplay',
  summary: 'Remove a display',
  description: 'The display is unpaired at once.',
  parameters: [inPath('id', 'The display’s `id`')],
  answers: { 200: list },
  faults: ['not_found'],
  writes: true,
})

export const show = tillGuarded({
  id: 'setDisplayContent',
  summary: 'Set the display content',
  description:
    'The displays of the till change at once, and then follow the state of the sale. The content is kept in memory: set it again after a restart of the server.',
  body: json(SetDisplayContent, example.setDisplayContent),
  answers: { 200: jsonAnswer('The displays of this till', Answer(200, DisplayCountView)) },
  faults: ['not_found'],
})

export const pair = doc({
  id: 'pairDisplay',
  summary: 'Pair this browser as a display',
  description:
    'Also sets the cookie. After ten wrong codes a minute from one address, and one once 300 a minute came from all addresses, the address waits: 429. Wrong codes never end the right one.',
  body: json(PairDisplay, example.pairTill),
  answers: { 200: state },
  faults: ['forbidden'],
  rateLimited: true,
  writes: true,
})

export const get = doc(
  { id: 'getDisplay', summary: 'Read the display content', answers: { 200: state } },
  'display',
)

export const stream = doc(
  {
    id: 'streamDisplay',
    summary: 'Stream the display content',
    description:
      'Server-sent events named `display`: first the current content, then every change. A `ping` every 5 seconds keeps the connection open. The event `gone` ends the stream: the display was removed.',
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
    summary: 'Read the QR code of the sale',
    parameters: [
      requiredInQuery('name', 'The `qr` of the sale; 404 when it has changed', Type.String()),
      ...imageParameters,
    ],
    answers: svg,
    faults: ['not_found'],
  },
  'display',
)
