// Unmatched money on HTTP: what waits for a person, and settling it.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Unmatched } from '../domain/unmatched.ts'
import { openUnmatched, settleMoney } from '../flow/unmatched.ts'
import { money, stamp } from '../wire/money.ts'
import { access } from './access.ts'
import type { Server } from './app.ts'
import { takes } from './body.ts'

const SettleUnmatched = Type.Object({
  resolution: Type.Union([Type.Literal('kept'), Type.Literal('returned')]),
  note: Type.String({ minLength: 1, maxLength: 500 }),
})

const unmatchedView = (unmatched: Unmatched) => ({
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

export const unmatchedRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/unmatched',
      async ({ caller }) => ({ code: 200, data: (await openUnmatched(server.appliance, caller.account)).map(unmatchedView) }),
      { may: 'settle_unmatched' },
    )
    .post(
      '/unmatched/:id/settle',
      async ({ body, caller, params }) => {
        const settled = await settleMoney(server.appliance, caller.account, params.id, { ...body, by: caller.name })
        return { code: 200, data: unmatchedView(settled) }
      },
      { ...takes(SettleUnmatched), may: 'settle_unmatched' },
    )
