// The sandbox API: decides the simulated network's answer. Live accounts get 404.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { getPayout } from '../../flow/payout.ts'
import { getRefund } from '../../flow/refund-read.ts'
import { decidePayment, decidePayout, decideRefund } from '../../flow/sandbox.ts'
import { Success } from '../../wire/answer.ts'
import { success } from '../../wire/money.ts'
import { PaymentView } from '../../wire/payment.ts'
import { PayoutView, payoutView } from '../../wire/payout.ts'
import { RefundView } from '../../wire/refund.ts'
import { access } from '../access/access.ts'
import { inPath, json, jsonAnswer, routeDocs } from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { visiblePayment, visibleView } from '../payments/visible-payment.ts'
import { refundViewFor } from '../refunds/refund-view.ts'
import { jsonBody } from '../server/body.ts'
import type { Server } from '../server/server.ts'

const { guarded } = routeDocs('Sandbox')

/** The outcomes of payments and payouts alike. */
const outcomes = {
  completed: Type.Literal('completed'),
  failed: Type.Literal('failed'),
  unknown: Type.Literal('unknown'),
}

/** The fields of every decision but the outcome. */
const commonFields = {
  failure_reason: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  delay_ms: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 86_400_000, description: 'Delay before the outcome is visible' }),
  ),
  times: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'How often the network calls back. 0 simulates a lost callback: a status check finds the outcome',
    }),
  ),
}

const DecidePayment = Type.Object(
  {
    outcome: Type.Union([outcomes.completed, outcomes.failed, Type.Literal('expired'), outcomes.unknown]),
    ...commonFields,
    amount: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 999_999_999_999, description: 'Pay a different amount' }),
    ),
  },
  { title: 'DecidePayment' },
)

const DecidePayout = Type.Object(
  {
    outcome: Type.Union([outcomes.completed, outcomes.failed, Type.Literal('reversed'), outcomes.unknown]),
    ...commonFields,
  },
  { title: 'DecidePayout' },
)

const decisionDoc = { faults: ['not_found', 'invalid_state'], writes: true } as const

const paymentDoc = guarded('create_payments', {
  ...decisionDoc,
  id: 'decidePayment',
  summary: 'Decide a sandbox payment',
  description:
    'Sets the answer of the simulated network to the newest open attempt; the payment changes within a second. `completed` after the payment was voided, failed or expired is late money, as with real customers. A completed payment stays unchanged.',
  parameters: [inPath('reference', 'The payment’s reference')],
  body: json(DecidePayment, example.decidePayment),
  answers: { 200: jsonAnswer('The payment', Success(200, PaymentView)) },
})
const payoutDoc = guarded('pay_out', {
  ...decisionDoc,
  id: 'decidePayout',
  summary: 'Decide a sandbox payout',
  description:
    '`reversed` returns a completed payout. `completed` after it failed pays it late. A completed payout stays otherwise unchanged, a reversed one always.',
  parameters: [inPath('reference', 'The payout’s reference')],
  body: json(DecidePayout, example.decidePayout),
  answers: { 200: jsonAnswer('The payout', Success(200, PayoutView)) },
})

const refundDoc = guarded('refund', {
  ...decisionDoc,
  id: 'decideRefund',
  summary: 'Decide a sandbox refund',
  description:
    'Of a refund by network or payout. `reversed` brings a completed refund back: it fails. `completed` after it failed pays it late.',
  parameters: [inPath('id', 'The refund’s `id`')],
  body: json(DecidePayout, example.decidePayout),
  answers: { 200: jsonAnswer('The refund', Success(200, RefundView)) },
})

/** Returns the routes that decide how the simulated network answers a payment, a payout or a refund. */
export const sandboxRoutes = (server: Server) =>
  new Elysia({ prefix: '/v1' })
    .use(access(server))
    .post(
      '/sandbox/payments/:reference',
      async ({ body, caller, params }) => {
        const { appliance } = server
        const decision = {
          outcome: body.outcome,
          failureReason: body.failure_reason,
          delayMs: body.delay_ms,
          times: body.times,
          paidAmount: body.amount,
        }
        await decidePayment(appliance, caller.account, params.reference, decision, caller.salesScope)
        const payment = await visiblePayment(server, caller, params.reference)
        return success(200, visibleView(server, caller, payment))
      },
      { ...jsonBody(DecidePayment), ...paymentDoc },
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
      { ...jsonBody(DecidePayout), ...payoutDoc },
    )
    .post(
      '/sandbox/refunds/:id',
      async ({ body, caller, params }) => {
        const { appliance } = server
        const { account, salesScope } = caller
        const decision = {
          outcome: body.outcome,
          failureReason: body.failure_reason,
          delayMs: body.delay_ms,
          times: body.times,
        }
        await decideRefund(appliance, account, params.id, decision, salesScope)
        const refund = await getRefund(appliance, account, params.id, salesScope)
        return success(200, refundViewFor(caller, appliance, refund))
      },
      { ...jsonBody(DecidePayout), ...refundDoc },
    )
