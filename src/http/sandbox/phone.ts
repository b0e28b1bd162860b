// The simulated phone at /phone: lists the push prompts of a number, scans a QR code, and answers. Sandbox
// money only.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { readEmv } from '../../domain/emv.ts'
import { badField } from '../../domain/fault.ts'
import type { Simulation } from '../../domain/simulation.ts'
import { answerPrompt, findScannedOrder, promptsOf } from '../../flow/sandbox.ts'
import { Answer, Message, PromptView } from '../../wire/answer.ts'
import { money, stamp } from '../../wire/money.ts'
import { phoneHint } from '../../wire/phone.ts'
import { writeLimitHeaders } from '../access/access.ts'
import { inPath, json, jsonAnswer, requiredInQuery, routeDocs } from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { jsonBody } from '../server/body.ts'
import type { Server } from '../server/server.ts'

const { doc } = routeDocs('Sandbox')

/** Requests per minute from one address. An open phone page sends one every two seconds. */
const phoneLimit = 300

/** Returns a push prompt or scanned order as the phone shows it. @param now milliseconds */
const promptView = (simulation: Simulation, now: number): PromptView => ({
  id: simulation.networkReference,
  payee: simulation.payee,
  method: simulation.method,
  amount: money(simulation.amount),
  payment_token: simulation.token,
  state: hasExpired(simulation, now) ? 'expired' : simulation.outcome,
  failure_reason: simulation.failureReason,
  created_at: stamp(simulation.createdAt),
  expires_at: stamp(simulation.expiresAt),
})

/** Whether the customer has not answered in time. @param now milliseconds */
const hasExpired = ({ outcome, expiresAt }: Simulation, now: number) =>
  outcome === 'pending' && now >= expiresAt

const PhoneAnswer = Type.Object(
  {
    answer: Type.Union([Type.Literal('approve'), Type.Literal('decline'), Type.Literal('wrong_pin')]),
    phone: Type.Optional(Type.String({ maxLength: 30 })),
  },
  { title: 'AnswerPrompt' },
)

/** Where an EMV payment QR code has the payment number: field 02 within field 26. */
const paymentNumberTag = '26.02'

/**
 * Returns the payment number in the text of a scanned QR code, or in 8 typed digits such as `1234-5678`.
 * @throws Fault naming `code` when the text has no payment number
 */
function tokenOf(code: string): string {
  const digits = code.replace(/[\s-]/g, '')
  if (/^\d{8}$/.test(digits)) return digits
  const token = readEmv(code.trim())?.get(paymentNumberTag)
  if (!token) throw badField('code', 'payment_code_malformed')
  return token
}

const promptsDoc = doc({
  id: 'listPrompts',
  summary: 'List the prompts of a simulated phone',
  parameters: [requiredInQuery('phone', 'The phone number', Type.String(phoneHint))],
  answers: { 200: jsonAnswer('Newest first', Answer(200, Type.Array(PromptView))) },
  faults: ['not_found'],
  rateLimited: true,
})
const codeDoc = doc({
  id: 'getCode',
  summary: 'Read the payment of a scanned QR code',
  parameters: [requiredInQuery('code', 'The text of a payment QR, or the 8 digits under it', Type.String())],
  answers: { 200: jsonAnswer('The prompt', Answer(200, PromptView)) },
  faults: ['not_found'],
  rateLimited: true,
})
const answerDoc = doc({
  id: 'answerPrompt',
  summary: 'Approve or decline on the simulated phone',
  parameters: [inPath('id', 'The prompt’s `id`')],
  body: json(PhoneAnswer, example.answerPrompt),
  answers: { 200: jsonAnswer('Answered; the payment follows within a second', Message) },
  faults: ['invalid_state', 'not_found'],
  rateLimited: true,
  writes: true,
})

/** Returns the routes of the simulated phone, which need no credential. */
export const phoneRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1/handset' })
    .derive({ as: 'scoped' }, ({ request, set }) => {
      const bucket = `handset ${server.callerKeyOf(request)}`
      server.limiter.take(
        bucket,
        server.limits.api === 0 ? 0 : phoneLimit, // 0 is no limit
        writeLimitHeaders(set.headers as Record<string, string>),
      )
    })
    .get(
      '/prompts',
      async ({ query }) => {
        const now = server.appliance.world.clock.now()
        const prompts = await promptsOf(server.appliance, query.phone ?? '')
        return { code: 200, data: prompts.map(simulation => promptView(simulation, now)) }
      },
      promptsDoc,
    )
    .get(
      '/code',
      async ({ query }) => {
        const simulation = await findScannedOrder(server.appliance, tokenOf(query.code ?? ''))
        return { code: 200, data: promptView(simulation, server.appliance.world.clock.now()) }
      },
      codeDoc,
    )
    .post(
      '/prompts/:id',
      async ({ body, params }) => {
        await answerPrompt(server.appliance, params.id, body.answer, body.phone)
        return { code: 200, message: 'answered' }
      },
      { ...jsonBody(PhoneAnswer), ...answerDoc },
    )
