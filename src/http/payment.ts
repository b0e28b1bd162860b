// The Payments API, at /v1 and also at /api/v1.
import { Elysia } from 'elysia'
import type { Account } from '../domain/account.ts'
import { readWebhookUrl } from '../domain/address.ts'
import { badField, Fault } from '../domain/fault.ts'
import { readPhone } from '../domain/phone.ts'
import { createPayment, type PaymentRequest } from '../flow/create-payment.ts'
import { keyLengthMax, type Once } from '../flow/once.ts'
import { getPayment, voidPayment } from '../flow/payment.ts'
import { sha256 } from '../store/hash.ts'
import { findBalance } from '../store/posting.ts'
import { money, success } from '../wire/money.ts'
import { CreatePayment, paymentView, readCustomer } from '../wire/payment.ts'
import { access } from './access.ts'
import type { Server } from './app.ts'
import { takes } from './body.ts'
import type { Caller } from './caller.ts'
import { listAnswer } from './list.ts'
import { qrImage } from './qr.ts'
import { paymentStream } from './stream.ts'

function readRequest(body: CreatePayment, account: Account, caller: Caller): PaymentRequest {
  if (body.payment_type === 'card')
    throw new Fault('method_unavailable', 'this account has no network that takes cards: use mobile or dynamic-qr')
  const phone = body.phone_number === undefined ? undefined : readPhone(body.phone_number)
  if (body.phone_number !== undefined && !phone)
    throw badField('phone_number', 'must be a Tanzanian mobile number, such as 0754 123 456 or +255754123456')
  if (body.payment_type === 'mobile' && !phone) throw badField('phone_number', 'is required for a mobile payment')
  const url =
    body.webhook_url === undefined
      ? undefined
      : readWebhookUrl(body.webhook_url, { mode: account.mode, allowed: account.webhookHosts })
  if (typeof url === 'string') throw badField('webhook_url', url)
  return {
    type: body.payment_type,
    amount: body.details.amount,
    expiresInSeconds: body.details.expires_in,
    phone,
    customer: readCustomer(body.customer),
    metadata: body.metadata ?? {},
    webhookUrl: url?.href,
    apiVersion: account.apiVersion,
    createdBy: caller.name,
  }
}

/** The Idempotency-Key of a request with its fingerprint: method, path, account and raw body. */
function onceOf(request: Request, accountId: string, raw: string): Once | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (key.length > keyLengthMax)
    throw new Fault(
      'idempotency_key_too_long',
      `Idempotency-Key must have at most ${keyLengthMax} characters, this one has ${key.length}: shorten it, for example a UUID without dashes cut to ${keyLengthMax}`,
      [{ field: 'Idempotency-Key', message: `must have at most ${keyLengthMax} characters` }],
    )
  if (!/^[\x21-\x7e]+$/.test(key)) throw badField('Idempotency-Key', 'must be 1 to 30 visible ASCII characters')
  return { key, fingerprint: sha256(`POST /payments ${accountId}\n${raw}`) }
}

const json = { 'content-type': 'application/json;charset=utf-8' }

/** @param prefix `/v1`, or `/api/v1` where every published client of sessions also looks */
export const paymentRoutes = <Prefix extends '/v1' | '/api/v1'>(server: Server, prefix: Prefix) => {
  const { appliance } = server
  const { store } = appliance
  return new Elysia({ prefix })
    .use(access(server))
    .post(
      '/payments',
      async ({ body, caller, raw, request, set }) => {
        const once = onceOf(request, caller.account.id, raw)
        const answer = await createPayment(appliance, caller.account, readRequest(body, caller.account, caller), once)
        set.status = answer.status
        set.headers['content-type'] = json['content-type']
        if (answer.replayed) set.headers['idempotent-replayed'] = 'true'
        return answer.body
      },
      { ...takes(CreatePayment), may: 'sell' },
    )
    .get('/payments', ({ caller, query }) => listAnswer(store.read, caller.account.id, query), { may: 'see_sales' })
    .get(
      '/payments/balance',
      async ({ caller }) => {
        const balance = money(await findBalance(store.read, caller.account.id, 'merchant'))
        return success(200, { object: 'balance', api_version: caller.account.apiVersion, available: balance, balance })
      },
      { may: 'see_balance' },
    )
    .get(
      '/payments/:reference',
      async ({ caller, params }) => success(200, paymentView(await getPayment(appliance, caller.account, params.reference))),
      { may: 'see_sales' },
    )
    .post(
      '/payments/:reference/void',
      async ({ caller, params }) => success(200, paymentView(await voidPayment(appliance, caller.account, params.reference))),
      { parse: 'none', may: 'sell' },
    )
    .get(
      '/payments/:reference/events',
      async ({ caller, params, request }) =>
        paymentStream(server, request, await getPayment(appliance, caller.account, params.reference)),
      { may: 'see_sales' },
    )
    .get(
      '/payments/:reference/qr.svg',
      async ({ caller, params, query, request }) =>
        qrImage('svg', await getPayment(appliance, caller.account, params.reference), query, request),
      { may: 'see_sales' },
    )
    .get(
      '/payments/:reference/qr.png',
      async ({ caller, params, query, request }) =>
        qrImage('png', await getPayment(appliance, caller.account, params.reference), query, request),
      { may: 'see_sales' },
    )
}
