// What the API reference tells of tills, PINs and grants in the office, beside the routes in
// http/till/till.ts and http/pin.ts.
import { Type } from '@sinclair/typebox'
import { Answer, Message } from '../../wire/answer.ts'
import { NameTill, NewTillView, PairingView, SetGrants, SetPin, TillView } from '../../wire/till.ts'
import { answer, doc, guarded, inPath, json, requiredInQuery } from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { imageParameters } from '../payments/qr-doc.ts'

const id = inPath('id', 'The till’s `id`')
const till = answer('The till', Answer(200, TillView))

export const create = guarded('tills', {
  id: 'createTill',
  tag: 'Till',
  summary: 'Make a till',
  description:
    'Show `pairing_url` as a QR code and scan it on the tablet: it opens the till once, within ten minutes.',
  body: json(NameTill, example.createTill),
  answers: { 201: answer('The till and its pairing code, shown this once', Answer(201, NewTillView)) },
  writes: true,
})

export const list = guarded('tills', {
  id: 'listTills',
  tag: 'Till',
  summary: 'List the tills',
  answers: { 200: answer('Oldest first, revoked ones too', Answer(200, Type.Array(TillView))) },
})

export const rename = guarded('tills', {
  id: 'renameTill',
  tag: 'Till',
  summary: 'Rename a till',
  parameters: [id],
  body: json(NameTill, example.createTill),
  answers: { 200: till },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

export const revoke = guarded('tills', {
  id: 'revokeTill',
  tag: 'Till',
  summary: 'Revoke a till',
  description:
    'Its browser opens nothing any more, at once. A shift that is open on it is closed, without a count of the drawer.',
  parameters: [id],
  answers: { 200: till },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

export const pairing = guarded('tills', {
  id: 'pairAgain',
  tag: 'Till',
  summary: 'Make a fresh pairing code',
  description:
    'The code before opens nothing any more. Once this one is used, the browser paired before is out; the shift goes on.',
  parameters: [id],
  answers: { 200: answer('The code, shown this once', Answer(200, PairingView)) },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

export const pairingQr = guarded('tills', {
  id: 'getPairingQr',
  tag: 'Till',
  summary: 'The pairing code as a QR code',
  parameters: [id, requiredInQuery('code', 'The code that is open', Type.String()), ...imageParameters],
  answers: {
    200: { description: 'The image', content: { 'image/svg+xml': { schema: { type: 'string' } } } },
    304: { description: 'You have it' },
  },
  faults: ['not_found'],
})

const staff = inPath('id', 'The person’s `id`')

export const setPin = doc(
  {
    id: 'setPin',
    tag: 'Till',
    summary: 'Give a person a PIN',
    description:
      'Owners and admins for anybody on the account, everybody for themselves; not from a till and not with an API key. It ends a lock and signs the person out of the tills.',
    parameters: [staff],
    body: json(SetPin, example.setPin),
    answers: { 200: answer('They can sign in with it', Message) },
    faults: ['not_found'],
    writes: true,
  },
  'any',
)

export const setGrants = guarded('tills', {
  id: 'setGrants',
  tag: 'Till',
  summary: 'Let a cashier complete payments by hand',
  parameters: [staff],
  body: json(SetGrants, example.setGrants),
  answers: { 200: answer('What they may', Answer(200, SetGrants)) },
  faults: ['not_found'],
  writes: true,
})
