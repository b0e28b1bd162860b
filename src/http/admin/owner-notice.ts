// The notices to the owners of an account; the overview lists them.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { acknowledgeNotice } from '../../flow/owner-notice.ts'
import { Message } from '../../wire/answer.ts'
import { access } from '../access/access.ts'
import { guardedDoc, json, jsonAnswer } from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { jsonBody } from '../server/body.ts'
import type { Server } from '../server/server.ts'

const Acknowledge = Type.Object(
  { id: Type.String({ maxLength: 60, description: 'The `id` of the notice in the overview' }) },
  { title: 'AcknowledgeNotice' },
)
const acknowledgeDoc = guardedDoc('acknowledge_notices', {
  id: 'acknowledgeNotice',
  tag: 'Account',
  summary: 'Acknowledge a notice to the owners',
  description:
    'A change of the live webhooks by someone else than an owner, and a restore, stay in the overview’s `owner_notices` until an owner acknowledges them.',
  body: json(Acknowledge, example.acknowledgeNotice),
  answers: { 200: jsonAnswer('Acknowledged; again does nothing', Message) },
  writes: true,
})

/** Returns the route with which an owner acknowledges a notice. */
export const ownerNoticeRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' }).use(access(server)).post(
    '/owner-notices/acknowledge',
    async ({ body, caller }) => {
      await acknowledgeNotice(server.appliance, caller.account, caller, body.id)
      return { code: 200, message: 'acknowledged' }
    },
    { ...jsonBody(Acknowledge), ...acknowledgeDoc },
  )
