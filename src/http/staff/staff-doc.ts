// What the API reference tells of staff and invitations, beside the routes in http/staff/staff.ts,
// http/staff/invitation.ts and http/staff/join.ts.
import { Type } from '@sinclair/typebox'
import { Answer, JoinedView, Message } from '../../wire/answer.ts'
import {
  ChangeStaff,
  CreateInvitation,
  InvitationView,
  InvitedView,
  Join,
  NewInvitationView,
  StaffView,
} from '../../wire/staff.ts'
import { answer, doc, guarded, inPath, json, requiredInQuery } from '../docs/doc.ts'
import * as example from '../docs/example.ts'

const id = inPath('id', 'The person’s `id`')
const invitationId = inPath('id', 'The invitation’s `id`')
const person = { 200: answer('The person', Answer(200, StaffView)) }
const code = requiredInQuery('code', 'The code in its link', Type.String())

export const list = guarded('staff', {
  id: 'listStaff',
  tag: 'Staff',
  summary: 'List the staff',
  answers: { 200: answer('Everybody who belongs to the account', Answer(200, Type.Array(StaffView))) },
})
export const change = guarded('staff', {
  id: 'changeStaff',
  tag: 'Staff',
  summary: 'Change somebody’s role or name',
  description:
    'On the account and its twin. Only an owner makes or unmakes owners and admins, and the last owner stays one. To make an owner a login cookie must be fresh.',
  parameters: [id],
  body: json(ChangeStaff, example.changeStaff),
  answers: person,
  faults: ['invalid_state', 'confirmation_required', 'not_found'],
  writes: true,
})
export const remove = guarded('staff', {
  id: 'removeStaff',
  tag: 'Staff',
  summary: 'Remove somebody',
  description: 'From the account and its twin. Their logins and tokens end at once.',
  parameters: [id],
  answers: { 200: answer('Gone', Message) },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})
export const handOver = guarded('hand_over', {
  id: 'handOver',
  tag: 'Staff',
  summary: 'Hand the account over',
  description: 'That person becomes its owner, and you an admin. A login cookie must be fresh.',
  parameters: [id],
  answers: person,
  faults: ['invalid_state', 'confirmation_required', 'not_found'],
  writes: true,
})
export const invite = guarded('staff', {
  id: 'createInvitation',
  tag: 'Staff',
  summary: 'Invite somebody',
  description:
    'Kaunta sends no mail: give the link, or show its QR code. It works once, for seven days. To invite an owner a login cookie must be fresh.',
  body: json(CreateInvitation, example.createInvitation),
  answers: { 201: answer('The invitation and its link', Answer(201, NewInvitationView)) },
  faults: ['confirmation_required'],
  writes: true,
})
export const listInvitations = guarded('staff', {
  id: 'listInvitations',
  tag: 'Staff',
  summary: 'List open invitations',
  answers: { 200: answer('Newest first', Answer(200, Type.Array(InvitationView))) },
})
export const withdraw = guarded('staff', {
  id: 'withdrawInvitation',
  tag: 'Staff',
  summary: 'Withdraw an invitation',
  parameters: [invitationId],
  answers: { 200: answer('Its link opens nothing any more', Message) },
  faults: ['not_found'],
  writes: true,
})
export const svg = guarded('staff', {
  id: 'getInvitationQrSvg',
  tag: 'Staff',
  summary: 'The link of an invitation as SVG',
  parameters: [invitationId, code],
  answers: {
    200: { description: 'The image', content: { 'image/svg+xml': { schema: { type: 'string' } } } },
  },
  faults: ['not_found'],
})
export const look = doc({
  id: 'getInvited',
  tag: 'Staff',
  summary: 'Read what an invitation offers',
  description: 'No credential but the code.',
  parameters: [code],
  answers: { 200: answer('What it offers', Answer(200, InvitedView)) },
  faults: ['forbidden'],
  rateLimited: true,
})
export const join = doc({
  id: 'join',
  tag: 'Staff',
  summary: 'Join by invitation',
  description:
    'Makes the person, or takes the one who logs in with this e-mail and password. Answers the login cookie too.',
  body: json(Join, example.join),
  answers: { 201: answer('Joined, and logged in', Answer(201, JoinedView)) },
  faults: ['unauthorized', 'forbidden', 'conflict'],
  rateLimited: true,
  writes: true,
})
