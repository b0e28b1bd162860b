// API reference of tills, PINs and grants, as admins manage them. The routes are in till.ts.
import { Type } from '@sinclair/typebox'
import { Answer, Message } from '../../wire/answer.ts'
import { NameTill, NewTillView, PairingView, SetGrants, SetPin, TillView } from '../../wire/till.ts'
import { inPath, json, jsonAnswer, requiredInQuery, routeDocs } from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { imageParameters } from '../payments/qr-doc.ts'

const { doc, guarded, guardedList } = routeDocs('Till')

const id = inPath('id', 'The till’s `id`')
const till = jsonAnswer('The till', Answer(200, TillView))

export const create = guarded('tills', {
  id: 'createTill',
  summary: 'Create a till',
  description:
    'Show `pairing_url` as a QR code and scan it on the till device. It works once, within ten minutes.',
  body: json(NameTill, example.createTill),
  answers: {
    201: jsonAnswer('The till and its pairing code, which is not shown again', Answer(201, NewTillView)),
  },
  idempotent: true,
  writes: true,
})

export const list = guardedList('tills', {
  id: 'listTills',
  summary: 'List the tills',
  answers: { 200: jsonAnswer('Oldest first, including revoked tills', Answer(200, Type.Array(TillView))) },
})

export const rename = guarded('tills', {
  id: 'renameTill',
  summary: 'Rename a till',
  parameters: [id],
  body: json(NameTill, example.createTill),
  answers: { 200: till },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

export const revoke = guarded('tills', {
  id: 'revokeTill',
  summary: 'Revoke a till',
  description: 'Its browser is signed out at once. Its open shift is closed without counting the drawer.',
  parameters: [id],
  answers: { 200: till },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

export const pairing = guarded('tills', {
  id: 'createTillPairing',
  summary: 'Create a new pairing code',
  description:
    'The previous code stops working. When the new code is used, the browser that was paired before is unpaired; the open shift continues.',
  parameters: [id],
  answers: { 200: jsonAnswer('The code, which is not shown again', Answer(200, PairingView)) },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

export const pairingQr = guarded('tills', {
  id: 'getPairingQr',
  summary: 'The pairing code as a QR code',
  parameters: [id, requiredInQuery('code', 'The pairing code', Type.String()), ...imageParameters],
  answers: {
    200: { description: 'The image', content: { 'image/svg+xml': { schema: { type: 'string' } } } },
    304: { description: 'Not modified' },
  },
  faults: ['not_found'],
})

const staff = inPath('id', 'The person’s `id`')

export const setPin = doc(
  {
    id: 'setPin',
    summary: 'Set a person’s PIN',
    description:
      'Owners and admins set the PIN of anyone on the account; other roles set their own. Not from a till and not with an API key. A new PIN ends a lock and signs the person out of all tills.',
    parameters: [staff],
    body: json(SetPin, example.setPin),
    answers: { 200: jsonAnswer('The PIN is set', Message) },
    faults: ['not_found'],
    writes: true,
  },
  'person',
)

export const setGrants = guarded('tills', {
  id: 'setGrants',
  summary: 'Allow a cashier to confirm payments manually',
  parameters: [staff],
  body: json(SetGrants, example.setGrants),
  answers: { 200: jsonAnswer('The grants', Answer(200, SetGrants)) },
  faults: ['not_found'],
  writes: true,
})
