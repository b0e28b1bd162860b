// The Payments API, at /v1 and also at /api/v1.
import type { Static } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Account } from '../domain/account.ts'
import { badField, Fault } from '../domain/fault.ts'
import { readPhone } from '../domain/phone.ts'
import { createPayment, type PaymentRequest } from '../flow/create-payment.ts'
import { getPayment, voidPayment } from '../flow/payment.ts'
import { pushPayment } from '../flow/push.ts'
import { timelineOf } from '../flow/timeline.ts'
import { findBalance } from '../store/posting.ts'
import { money, stamp, success } from '../wire/money.ts'
import { CreatePayment, cardCustomerFields, PushPayment, paymentView, readCustomer } from '../wire/payment.ts'
import { sessionOfPayment, type TimelineView } from '../wire/timeline.ts'
import { access } from './access.ts'
import { mayTake, takes } from './body.ts'
import type { Caller } from './caller.ts'
import { listAnswer, searchAnswer } from './list.ts'
import { onceOf, storedText } from './once.ts'
import * as docs from './payment-doc.ts'
import { qrImage } from './qr.ts'
import type { Server } from './server.ts'
import { paymentStream } from './stream.ts'
import { versionOf } from './version.ts'
import { redirectUrlOf, webhookUrlOf } from './webhook-url.ts'

function assertCard(body: CreatePayment): void {
  if (body.payment_type !== 'card') return
  const problems = cardCustomerFields
    .filter(name => !body.customer?.[name]?.trim())
    .map(name => ({ field: `customer.${name}`, message: `customer.${name} is required for a card payment` }))
  if (problems[0]) throw new Fault('validation_error', problems[0].message, problems)
}

function phoneOf(body: CreatePayment) {
  if (body.phone_number === undefined && body.payment_type === 'mobile')
    throw badField('phone_number', 'is required for a mobile payment')
  if (body.phone_number === undefined) return undefined
  const phone = readPhone(body.phone_number)
  if (!phone) throw badField('phone_number', 'must be a Tanzanian mobile number, such as 0754 123 456 or +255754123456')
  return phone
}

function readRequest(body: CreatePayment, account: Account, caller: Caller, request: Request): PaymentRequest {
  assertCard(body)
  const isCard = body.payment_type === 'card'
  return {
    type: body.payment_type,
    amount: body.details.amount,
    expiresInSeconds: body.details.expires_in,
    phone: phoneOf(body),
    customer: readCustomer(body.customer),
    metadata: body.metadata ?? {},
    webhookUrl: webhookUrlOf(body.webhook_url, account),
    ...(isCard
      ? {
          redirectUrl: redirectUrlOf('details.redirect_url', body.details.redirect_url),
          cancelUrl: redirectUrlOf('details.cancel_url', body.details.cancel_url),
        }
      : {}),
    apiVersion: versionOf(request, account),
    createdBy: caller.name,
  }
}

function pushPhoneOf(body: Static<typeof PushPayment> | null | undefined): string | undefined {
  if (!body || Array.isArray(body) || body.phone === undefined || body.phone === '') return undefined
  const phone = readPhone(body.phone)
  if (!phone) throw badField('phone', 'must be a Tanzanian mobile number, such as 0754 123 456 or +255754123456')
  return phone.e164
}

/** @param prefix `/v1`, or `/api/v1` where every published client of sessions also looks */
export const paymentRoutes = <Prefix extends '/v1' | '/api/v1'>(server: Server, prefix: Prefix) => {
  const { appliance } = server
  const { store } = appliance
  return new Elysia({ prefix })
    .use(access(server))
    .post(
      '/payments',
      async ({ body, caller, raw, request, set }) => {
        const once = onceOf(request, '/payments', caller.account.id, raw)
        const answer = await createPayment(appliance, caller.account, readRequest(body, caller.account, caller, request), once)
        return storedText(answer, set)
      },
      { ...takes(CreatePayment), ...docs.create },
    )
    .get('/payments', ({ caller, query }) => listAnswer(store.read, caller.account.id, query), docs.list)
    .get('/payments/search', ({ caller, query }) => searchAnswer(store.read, caller.account.id, query), docs.search)
    .get(
      '/payments/balance',
      async ({ caller, request }) => {
        const available = await findBalance(store.read, caller.account.id, 'merchant')
        const held = await findBalance(store.read, caller.account.id, 'held')
        return success(200, {
          object: 'balance',
          api_version: versionOf(request, caller.account),
          available: money(available),
          balance: money(available + held),
        })
      },
      docs.balance,
    )
    .get(
      '/payments/:reference',
      async ({ caller, params }) => success(200, paymentView(await getPayment(appliance, caller.account, params.reference))),
      docs.get,
    )
    .get(
      '/payments/:reference/timeline',
      async ({ caller, params }) => {
        const told = await timelineOf(appliance, caller.account, params.reference, caller.may('export'))
        return success(200, {
          reference: told.payment.id,
          session: told.session ? sessionOfPayment(told.session) : null,
          entries: told.entries.map(entry => ({ ...entry, at: stamp(entry.at) })),
          ahead: told.ahead.map(job => ({ ...job, at: stamp(job.at) })),
        } satisfies TimelineView)
      },
      docs.timeline,
    )
    .post(
      '/payments/:reference/push',
      async ({ body, caller, params }) => {
        const { payment, phone } = await pushPayment(appliance, caller.account, params.reference, pushPhoneOf(body))
        return {
          status: 200,
          message: 'a push was sent to the phone',
          data: { reference: payment.id, external_reference: payment.externalReference ?? '', status: payment.status, phone },
        }
      },
      { ...mayTake(PushPayment), ...docs.push },
    )
    .post(
      '/payments/:reference/void',
      async ({ caller, params }) =>
        success(200, paymentView(await voidPayment(appliance, caller.account, params.reference, caller))),
      { parse: 'none', ...docs.cancel },
    )
    .get(
      '/payments/:reference/events',
      async ({ caller, params, request }) =>
        paymentStream(server, request, await getPayment(appliance, caller.account, params.reference)),
      docs.events,
    )
    .get(
      '/payments/:reference/qr.svg',
      async ({ caller, params, query, request }) =>
        qrImage('svg', (await getPayment(appliance, caller.account, params.reference)).qr, query, request),
      docs.svg,
    )
    .get(
      '/payments/:reference/qr.png',
      async ({ caller, params, query, request }) =>
        qrImage('png', (await getPayment(appliance, caller.account, params.reference)).qr, query, request),
      docs.png,
    )
}
