// The Payments API, at /v1 and also at /api/v1.
import type { Static } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { badField } from '../../domain/fault.ts'
import { confirmationLimits } from '../../domain/manual-decision.ts'
import { readPhone } from '../../domain/phone.ts'
import { relayHeader } from '../../domain/relay.ts'
import { readBalance } from '../../flow/balance.ts'
import { cashTimelineOf } from '../../flow/cash-timeline.ts'
import { confirmManually, markNotPaid, readReceipt } from '../../flow/manual-confirmation.ts'
import { voidPayment } from '../../flow/payment.ts'
import { pushPayment } from '../../flow/push.ts'
import { type Timeline, timelineOf } from '../../flow/timeline.ts'
import { recordProgramRead } from '../../flow/watch.ts'
import { namedActorView } from '../../wire/actor.ts'
import { money, stamp, success } from '../../wire/money.ts'
import { ConfirmPayment, MarkNotPaid, PushPayment } from '../../wire/payment.ts'
import { answersOf, sessionOfPayment, type TimelineView } from '../../wire/timeline.ts'
import { access } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { assertCashierPin } from '../access/cashier-pin.ts'
import { jsonBody, optionalJsonBody } from '../server/body.ts'
import { idempotencyKeyOf, sendIdempotent } from '../server/idempotency.ts'
import type { Server } from '../server/server.ts'
import { lineOf } from '../server/text-line.ts'
import { versionOf } from '../server/version.ts'
import { actorNamesOf } from '../staff/staff-name.ts'
import { createRoutes } from './payment-create.ts'
import * as docs from './payment-doc.ts'
import { listAnswer, searchAnswer } from './payment-list.ts'
import { paymentStream } from './payment-stream.ts'
import { paymentsStream } from './payments-stream.ts'
import { pushNotSent, pushRenderer } from './push-answer.ts'
import { qrImage } from './qr.ts'
import { smsChoiceRoutes } from './sms.ts'
import { visiblePayment, visibleView } from './visible-payment.ts'

/**
 * Returns the phone number that gets the push, as E.164; undefined for the number of the payment. Clients
 * send the number as `phone`, the field of a push, or as `phone_number`, the field of a payment.
 * @throws Fault naming the field when a number is malformed or both differ
 */
function pushPhoneOf(body: Static<typeof PushPayment> | null | undefined): string | undefined {
  if (!body || Array.isArray(body)) return undefined // PHP clients send [] for an empty body
  const phone = readPushPhone('phone', body.phone)
  const phoneNumber = readPushPhone('phone_number', body.phone_number)
  if (phone && phoneNumber && phone !== phoneNumber) throw badField('phone_number', 'phone_numbers_differ')
  return phone ?? phoneNumber
}

/** Returns a phone number as E.164; undefined if it is absent or empty. @throws Fault naming the field */
function readPushPhone(field: 'phone' | 'phone_number', text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  const phone = readPhone(text)
  if (!phone) throw badField(field, 'phone_malformed')
  return phone.e164
}

/** Returns the routes about all payments: list, search, stream of changes, and balance. */
const listRoutes = (server: Server) => {
  const { read } = server.appliance.store
  return new Elysia()
    .use(access(server))
    .get(
      '/payments',
      ({ caller, query, request }) => listAnswer(server, caller, query, request.headers.has(relayHeader)),
      docs.list,
    )
    .get('/payments/search', ({ caller, query }) => searchAnswer(server, caller, query), docs.search)
    .get('/payments/events', ({ caller, request }) => paymentsStream(server, request, caller), docs.allEvents)
    .get(
      '/payments/balance',
      async ({ caller, request }) => {
        const { available, total } = await readBalance(read, caller.account.id)
        return success(200, {
          object: 'balance',
          api_version: versionOf(request, caller.account),
          available: money(available),
          balance: money(total),
        })
      },
      docs.balance,
    )
}

/** Returns the routes that read one payment: its state, timeline, stream and QR code. */
const readRoutes = (server: Server) =>
  new Elysia()
    .use(access(server))
    .get(
      '/payments/:reference',
      async ({ caller, params }) => {
        const payment = await visiblePayment(server, caller, params.reference)
        recordProgramRead(server.appliance, caller.account, payment)
        return success(200, visibleView(server, caller, payment))
      },
      docs.get,
    )
    .get(
      '/payments/:reference/timeline',
      async ({ caller, params }) => {
        const timeline = await timelineOfSale(server, caller, params.reference)
        const actors = timeline.entries.flatMap(({ actor }) => actor ?? [])
        const names = await actorNamesOf(server.appliance, caller.account.id, actors)
        return success(200, timelineView(timeline, names))
      },
      docs.timeline,
    )
    .get(
      '/payments/:reference/events',
      async ({ caller, params, request }) =>
        paymentStream(server, request, caller, await visiblePayment(server, caller, params.reference)),
      docs.events,
    )
    .get(
      '/payments/:reference/qr.svg',
      async ({ caller, params, query, request }) =>
        qrImage('svg', (await visiblePayment(server, caller, params.reference)).qr, query, request),
      docs.svg,
    )
    .get(
      '/payments/:reference/qr.png',
      async ({ caller, params, query, request }) =>
        qrImage('png', (await visiblePayment(server, caller, params.reference)).qr, query, request),
      docs.png,
    )

/** Returns the timeline of the payment or cash sale with a reference. @throws Fault `not_found` */
const timelineOfSale = ({ appliance }: Server, caller: Caller, reference: string): Promise<Timeline> =>
  reference.startsWith('cash_')
    ? cashTimelineOf(appliance, caller.account, reference)
    : timelineOf(appliance, caller.account, reference, caller.may('export'))

/** Returns a timeline for the API. @param names the names of the actors in it */
const timelineView = (
  { reference, soldBy, session, till, shift, entries, scheduled }: Timeline,
  names: Awaited<ReturnType<typeof actorNamesOf>>,
): TimelineView => ({
  reference,
  session: session ? sessionOfPayment(session) : null,
  sold_by: {
    actor: namedActorView(soldBy, names),
    till: till ? { id: till.id, name: till.name } : null,
    shift: shift ? { id: shift.id, number: shift.number } : null,
  },
  answers: session ? answersOf(session) : [],
  entries: entries.map(entry => ({
    ...entry,
    at: stamp(entry.at),
    actor: entry.actor && namedActorView(entry.actor, names),
  })),
  scheduled: scheduled.map(job => ({ ...job, at: stamp(job.at) })),
})

/**
 * Returns the routes with which a person decides whether a payment was paid when its network gives no answer.
 * At a till, the cashier must enter the PIN again.
 */
const manualRoutes = (server: Server) => {
  const { appliance } = server
  const { reasonMax } = confirmationLimits
  return new Elysia()
    .use(access(server))
    .post(
      '/payments/:reference/confirm',
      async ({ body, caller, params, set }) => {
        const { account } = caller
        const reason = lineOf('reason', body.reason, reasonMax)
        const receipt = readReceipt(body.receipt_number)
        await visiblePayment(server, caller, params.reference)
        await assertCashierPin(server, caller, body.pin, set.headers)
        const confirmation = { reason, receipt }
        const payment = await confirmManually(appliance, account, params.reference, confirmation, caller)
        return success(200, visibleView(server, caller, payment))
      },
      { ...jsonBody(ConfirmPayment), ...docs.complete },
    )
    .post(
      '/payments/:reference/mark-not-paid',
      async ({ body, caller, params, set }) => {
        const reason = lineOf('reason', body.reason, reasonMax)
        await visiblePayment(server, caller, params.reference)
        await assertCashierPin(server, caller, body.pin, set.headers)
        const payment = await markNotPaid(appliance, caller.account, params.reference, reason, caller)
        return success(200, visibleView(server, caller, payment))
      },
      { ...jsonBody(MarkNotPaid), ...docs.markNotPaid },
    )
}

/** Returns the routes that send a push to the customer's phone, and that void a payment. */
const actionRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia()
    .use(access(server))
    .post(
      '/payments/:reference/push',
      async ({ body, caller, params: { reference }, request, set }) => {
        const key = idempotencyKeyOf(request, `/payments/${reference}/push`, caller, body)
        const render = pushRenderer(caller)
        const result = await pushPayment(appliance, caller.account, reference, {
          phone: pushPhoneOf(body),
          salesScope: caller.salesScope,
          idempotent: key && { ...key, render },
        })
        if (!result.replayed && !result.value.isSent) Object.assign(set.headers, pushNotSent)
        return sendIdempotent(result, render, set)
      },
      { ...optionalJsonBody(PushPayment), ...docs.push },
    )
    .post(
      '/payments/:reference/void',
      async ({ caller, params }) => {
        const payment = await voidPayment(appliance, caller.account, params.reference, caller)
        return success(200, visibleView(server, caller, payment))
      },
      { parse: 'none', ...docs.cancel },
    )
}

/**
 * Returns the Payments API.
 * @param prefix `/v1`, or `/api/v1`, the prefix of sessions, which every published client calls
 */
export const paymentRoutes = <Prefix extends '/v1' | '/api/v1'>(server: Server, prefix: Prefix) =>
  new Elysia({ prefix })
    .use(createRoutes(server))
    .use(listRoutes(server))
    .use(readRoutes(server))
    .use(actionRoutes(server))
    .use(manualRoutes(server))
    .use(smsChoiceRoutes(server))
