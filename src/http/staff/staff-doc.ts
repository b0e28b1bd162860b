// API reference of staff and invitations. The routes are in staff.ts, invitation.ts and join.ts.
import { Type } from '@sinclair/typebox'
import { Answer, JoinedView, Message } from '../../wire/answer.ts'
import {
  ChangeStaff,
  CreateCashier,
  CreateInvitation,
  InvitationView,
  InvitedView,
  Join,
  NewInvitationView,
  StaffView,
} from '../../wire/staff.ts'
import { inPath, json, jsonAnswer, requiredInQuery, routeDocs } from '../docs/doc.ts'
import * as example from '../docs/example.ts'

const { doc, guarded, guardedList } = routeDocs('Staff')

const id = inPath('id', 'The person’s `id`')
const invitationId = inPath('id', 'The invitation’s `id`')
const person = { 200: jsonAnswer('The person', Answer(200, StaffView)) }
const code = requiredInQuery('code', 'The code in its link', Type.String())

export const list = guardedList('staff', {
  id: 'listStaff',
  summary: 'List the staff',
  answers: { 200: jsonAnswer('All members of the account', Answer(200, Type.Array(StaffView))) },
})
export const createCashier = guarded('staff', {
  id: 'createCashier',
  summary: 'Add a cashier',
  description:
    'A cashier is a name and a PIN for tills, on the live account and its sandbox. Nobody logs in with it; an invitation gives a login.',
  body: json(CreateCashier, example.createCashier),
  answers: { 201: jsonAnswer('The cashier', Answer(201, StaffView)) },
  idempotent: true,
  writes: true,
})
export const change = guarded('staff', {
  id: 'changeStaff',
  summary: 'Change a person’s role or name',
  description:
    'Applies to the live account and its sandbox; other merchants of this server keep their name for the person. Only an owner appoints or dismisses owners and admins, and the last owner cannot be dismissed. Appointing an owner needs a recently confirmed password.',
  parameters: [id],
  body: json(ChangeStaff, example.changeStaff),
  answers: person,
  faults: ['invalid_state', 'confirmation_required', 'not_found'],
  writes: true,
})
export const remove = guarded('staff', {
  id: 'removeStaff',
  summary: 'Remove a person',
  description:
    'From the live account and its sandbox: their access ends at once. If they work for no other merchant of this server, their logins and tokens end too.',
  parameters: [id],
  answers: { 200: jsonAnswer('Removed', Message) },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})
export const handOver = guarded('hand_over', {
  id: 'transferOwnership',
  summary: 'Transfer ownership',
  description: 'The person becomes the owner, and you become an admin. Needs a recently confirmed password.',
  parameters: [id],
  answers: person,
  faults: ['invalid_state', 'confirmation_required', 'not_found'],
  writes: true,
})
export const invite = guarded('staff', {
  id: 'createInvitation',
  summary: 'Invite a person',
  description:
    'Kaunta sends no e-mail: share the link or show its QR code. It works once, for seven days. Inviting an owner needs a recently confirmed password.',
  body: json(CreateInvitation, example.createInvitation),
  answers: { 201: jsonAnswer('The invitation and its link', Answer(201, NewInvitationView)) },
  faults: ['not_found', 'confirmation_required'],
  idempotent: true,
  writes: true,
})
export const listInvitations = guardedList('staff', {
  id: 'listInvitations',
  summary: 'List open invitations',
  answers: { 200: jsonAnswer('Newest first', Answer(200, Type.Array(InvitationView))) },
})
export const withdraw = guarded('staff', {
  id: 'withdrawInvitation',
  summary: 'Withdraw an invitation',
  parameters: [invitationId],
  answers: { 200: jsonAnswer('Withdrawn: its link no longer works', Message) },
  faults: ['not_found'],
  writes: true,
})
export const svg = guarded('staff', {
  id: 'getInvitationQrSvg',
  summary: 'The link of an invitation as a QR code',
  parameters: [invitationId, code],
  answers: {
    200: { description: 'The image', content: { 'image/svg+xml': { schema: { type: 'string' } } } },
  },
  faults: ['not_found'],
})
export const getInvitation = doc({
  id: 'getInvitation',
  summary: 'Read an invitation',
  description: 'The code is the only credential.',
  parameters: [code],
  answers: { 200: jsonAnswer('The account and the role', Answer(200, InvitedView)) },
  faults: ['forbidden'],
  rateLimited: true,
})
export const join = doc({
  id: 'join',
  summary: 'Join by invitation',
  description:
    'Creates the person, or adds the existing person with this e-mail and password. Also sets the login cookie.',
  body: json(Join, example.join),
  answers: { 201: jsonAnswer('Joined and logged in', Answer(201, JoinedView)) },
  faults: ['unauthorized', 'forbidden', 'conflict'],
  rateLimited: true,
  writes: true,
})
