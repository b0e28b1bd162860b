// Unmatched money on HTTP: what waits for a person, and settling it.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Unmatched } from '../domain/unmatched.ts'
import { openUnmatched, settleMoney } from '../flow/unmatched.ts'
import { Answer, UnmatchedView } from '../wire/answer.ts'
import { money, stamp } from '../wire/money.ts'
import { access } from './access.ts'
import { takes } from './body.ts'
import { answer, guarded, inPath, json } from './doc.ts'
import * as example from './example.ts'
import type { Server } from './server.ts'

const SettleUnmatched = Type.Object(
  {
    resolution: Type.Union([Type.Literal('kept'), Type.Literal('returned')]),
    note: Type.String({ minLength: 1, maxLength: 500 }),
  },
  { title: 'SettleUnmatched' },
)

const unmatchedView = (unmatched: Unmatched): UnmatchedView => ({
  id: unmatched.id,
  payment_reference: unmatched.paymentId,
  amount: money(unmatched.amount),
  reason: unmatched.reason,
  created_at: stamp(unmatched.createdAt),
  resolution: unmatched.resolution,
  note: unmatched.note,
  settled_by: unmatched.settledBy,
  settled_at: stamp(unmatched.settledAt),
})

const listDoc = guarded('settle_unmatched', {
  id: 'listUnmatched',
  tag: 'Desk',
  summary: 'List money that waits for a person',
  description: 'A network confirmed it, but with another amount than asked, or for a payment that is paid already.',
  answers: { 200: answer('What is not settled', Answer(200, Type.Array(UnmatchedView))) },
})
const settleDoc = guarded('settle_unmatched', {
  id: 'settleUnmatched',
  tag: 'Desk',
  summary: 'Settle unmatched money',
  description: '`kept`: it becomes the merchant’s. `returned`: somebody gave it back to the customer.',
  parameters: [inPath('id', 'Its `id`')],
  body: json(SettleUnmatched, example.settleUnmatched),
  answers: { 200: answer('Settled', Answer(200, UnmatchedView)) },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

export const unmatchedRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/unmatched',
      async ({ caller }) => ({ code: 200, data: (await openUnmatched(server.appliance, caller.account)).map(unmatchedView) }),
      listDoc,
    )
    .post(
      '/unmatched/:id/settle',
      async ({ body, caller, params }) => {
        const settled = await settleMoney(server.appliance, caller.account, params.id, { ...body, by: caller })
        return { code: 200, data: unmatchedView(settled) }
      },
      { ...takes(SettleUnmatched), ...settleDoc },
    )
