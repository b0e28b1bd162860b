// Creating payments over HTTP: the route, and the same request answered at once when a program sends it with an API
// key, without the router, its hooks and their promises. Whatever is not plain goes on to the route.
import { Elysia } from 'elysia'
import { type Account, keyMay } from '../../domain/account.ts'
import { badField, badFields, problem } from '../../domain/fault.ts'
import type { Payment } from '../../domain/payment.ts'
import { readPhone } from '../../domain/phone.ts'
import { readName } from '../../domain/plain-text.ts'
import { relayHeader } from '../../domain/relay.ts'
import { createPayment, type PaymentRequest } from '../../flow/create-payment.ts'
import { knownKeyHolder } from '../../flow/key.ts'
import { readLineItems } from '../../wire/line-item.ts'
import { success } from '../../wire/money.ts'
import { CreatePayment, paymentView, readCustomer } from '../../wire/payment.ts'
import { cardCustomerFields } from '../../wire/required-field.ts'
import { access, writeLimitHeaders } from '../access/access.ts'
import { type Caller, keyCaller } from '../access/caller.ts'
import { createBody } from '../server/body.ts'
import { errorView, guardHeaders } from '../server/error-answer.ts'
import { idempotencyKeyOf, sendIdempotent } from '../server/idempotency.ts'
import type { Server } from '../server/server.ts'
import { versionOf } from '../server/version.ts'
import { ownWebhookUrlOf, redirectUrlOf } from '../webhooks/webhook-url.ts'
import { create as createDoc } from './payment-doc.ts'

function assertCard(body: CreatePayment): void {
  if (body.payment_type !== 'card') return
  const problems = cardCustomerFields
    .filter(name => !body.customer?.[name]?.trim())
    .map(name => problem(`customer.${name}`, 'required_for_card'))
  if (problems.length > 0) throw badFields(problems)
}

function phoneOf(body: CreatePayment) {
  if (body.phone_number === undefined && body.payment_type === 'mobile')
    throw badField('phone_number', 'required_for_mobile')
  if (body.phone_number === undefined) return undefined
  const phone = readPhone(body.phone_number)
  if (!phone) throw badField('phone_number', 'phone_malformed')
  return phone
}

/** The customer with the names as they are read. */
function namedCustomer({ customer }: CreatePayment): CreatePayment['customer'] {
  const names = (['name', 'firstname', 'lastname'] as const).flatMap(field => {
    const text = customer?.[field]
    return text === undefined ? [] : [[field, readName(`customer.${field}`, text)]]
  })
  return customer && { ...customer, ...Object.fromEntries(names) }
}

/** Where the customer goes afterwards. A push has no page to come from. */
function pagesOf({ payment_type, details }: CreatePayment, account: Account) {
  const redirectUrl = () => redirectUrlOf('details.redirect_url', details.redirect_url, account)
  if (payment_type === 'card')
    return {
      redirectUrl: redirectUrl(),
      cancelUrl: redirectUrlOf('details.cancel_url', details.cancel_url, account),
    }
  return payment_type === 'dynamic-qr' && details.redirect_url ? { redirectUrl: redirectUrl() } : {}
}

function readRequest(
  body: CreatePayment,
  account: Account,
  caller: Caller,
  request: Request,
): PaymentRequest {
  assertCard(body)
  return {
    type: body.payment_type,
    amount: body.details.amount,
    expiresInSeconds: body.details.expires_in,
    phone: phoneOf(body),
    customer: readCustomer(namedCustomer(body)),
    metadata: body.metadata ?? {},
    lineItems: readLineItems(body.line_items),
    webhookUrl: ownWebhookUrlOf(body.webhook_url, caller),
    ...pagesOf(body, account),
    apiVersion: versionOf(request, account),
    createdBy: caller.actor,
    isRelayed: request.headers.has(relayHeader),
  }
}

/** Rendered one time: the text is stored under the Idempotency-Key. */
const createdRenderer = (publicUrl: string) => (payment: Payment) => ({
  status: 201,
  body: JSON.stringify(success(201, paymentView(payment, publicUrl))),
})

interface CreateRequest {
  readonly request: Request
  readonly caller: Caller
  readonly body: CreatePayment
}

/** Creates the payment of a request; the answer is the body's text. @param set its status and headers */
function newCreate({ appliance }: Server) {
  const render = createdRenderer(appliance.publicUrl)
  return async ({ request, caller, body }: CreateRequest, set: Parameters<typeof sendIdempotent>[2]) => {
    const key = idempotencyKeyOf(request, '/payments', caller, body)
    const wanted = readRequest(body, caller.account, caller, request)
    const result = await createPayment(appliance, caller.account, wanted, key && { ...key, render })
    return sendIdempotent(result, render, set)
  }
}

const createOptions = createBody(CreatePayment)

export const createRoutes = (server: Server) => {
  const create = newCreate(server)
  return new Elysia()
    .use(access(server))
    .post('/payments', ({ set, ...context }) => create(context, set), { ...createOptions, ...createDoc })
}

const places: ReadonlySet<string> = new Set(['/v1/payments', '/api/v1/payments'])
const keyCredential = 'Bearer kn_'

/** @returns answers a request of a known API key; undefined for any that the route has to answer */
export function newPaymentCreate(server: Server) {
  const { appliance, limiter, limits } = server
  const create = newCreate(server)
  async function answer(
    request: Request,
    caller: Caller,
    headers: Record<string, string>,
  ): Promise<Response> {
    const context = { request, caller, body: undefined as unknown }
    const set = { status: 201, headers }
    try {
      await createOptions.transform(context)
      return new Response(await create(context as CreateRequest, set), set)
    } catch (error) {
      const view = errorView(server, error, request, headers)
      return Response.json(view, { status: view.code, headers })
    }
  }
  return (request: Request, path: string): Promise<Response> | undefined => {
    if (!places.has(path) || request.method !== 'POST') return undefined
    const credential = request.headers.get('authorization')
    if (!credential?.startsWith(keyCredential)) return undefined
    const holder = knownKeyHolder(appliance, credential.slice(7))
    if (!holder || !keyMay(holder.scopes, 'create_payments')) return undefined
    const bucket = `key key:${holder.keyId}`
    if (limiter.isFull(bucket, limits.api)) return undefined
    const headers: Record<string, string> = { ...guardHeaders }
    limiter.take(bucket, limits.api, writeLimitHeaders(headers))
    return answer(request, keyCaller(server, holder, request), headers)
  }
}
