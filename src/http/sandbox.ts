// The sandbox call: decides what the pretend network answers. Live accounts have none: 404.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { getPayment } from '../flow/payment.ts'
import { getPayout } from '../flow/payout.ts'
import { decidePayment, decidePayout } from '../flow/sandbox.ts'
import { success } from '../wire/money.ts'
import { paymentView } from '../wire/payment.ts'
import { payoutView } from '../wire/payout.ts'
import { access } from './access.ts'
import type { Server } from './app.ts'
import { takes } from './body.ts'

const outcomes = { completed: Type.Literal('completed'), failed: Type.Literal('failed'), unknown: Type.Literal('unknown') }

const timing = {
  failure_reason: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  delay_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000 })),
  times: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
}

const DecidePayment = Type.Object({
  outcome: Type.Union([outcomes.completed, outcomes.failed, Type.Literal('expired'), outcomes.unknown]),
  ...timing,
  amount: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999_999, description: 'Another amount than asked' })),
})

const DecidePayout = Type.Object({
  outcome: Type.Union([outcomes.completed, outcomes.failed, Type.Literal('reversed'), outcomes.unknown]),
  ...timing,
})

export const sandboxRoutes = (server: Server) =>
  new Elysia({ prefix: '/v1' })
    .use(access(server))
    .post(
      '/sandbox/payments/:reference',
      async ({ body, caller, params }) => {
        const { appliance } = server
        await decidePayment(appliance, caller.account, params.reference, {
          outcome: body.outcome,
          failureReason: body.failure_reason,
          delayMs: body.delay_ms,
          times: body.times,
          paidAmount: body.amount,
        })
        return success(200, paymentView(await getPayment(appliance, caller.account, params.reference)))
      },
      { ...takes(DecidePayment), may: 'sell' },
    )
    .post(
      '/sandbox/payouts/:reference',
      async ({ body, caller, params }) => {
        const { appliance } = server
        await decidePayout(appliance, caller.account, params.reference, {
          outcome: body.outcome,
          failureReason: body.failure_reason,
          delayMs: body.delay_ms,
          times: body.times,
        })
        return success(200, payoutView(await getPayout(appliance, caller.account, params.reference)))
      },
      { ...takes(DecidePayout), may: 'pay_out' },
    )
