// The route that creates payments: reads the request, creates the payment, and sends the answer that is
// stored under its Idempotency-Key.
import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
import { badField, badFields, problem } from '../../domain/fault.ts'
import type { Payment } from '../../domain/payment.ts'
import { readPhone } from '../../domain/phone.ts'
import { readName } from '../../domain/plain-text.ts'
import { relayHeader } from '../../domain/relay.ts'
import { productIdsOf } from '../../domain/sold-line.ts'
import { createPayment, type PaymentRequest } from '../../flow/create-payment.ts'
import { isRepeated } from '../../flow/idempotency.ts'
import { completeLines } from '../../flow/sold-line.ts'
import { readLineItems } from '../../wire/line-item.ts'
import { success } from '../../wire/money.ts'
import { CreatePayment, paymentView, readCustomer } from '../../wire/payment.ts'
import { cardCustomerFields } from '../../wire/required-field.ts'
import { access } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { createBody } from '../server/body.ts'
import { idempotencyKeyOf, sendIdempotent } from '../server/idempotency.ts'
import type { Server } from '../server/server.ts'
import { versionOf } from '../server/version.ts'
import { ownWebhookUrlOf, redirectUrlOf } from '../webhooks/webhook-url.ts'
import { create as createDoc } from './payment-doc.ts'

/** Checks that a card payment has the customer's fields that networks require. @throws Fault naming them */
function assertCardCustomer(body: CreatePayment): void {
  if (body.payment_type !== 'card') return
  const problems = cardCustomerFields
    .filter(name => !body.customer?.[name]?.trim())
    .map(name => problem(`customer.${name}`, 'required_for_card'))
  if (problems.length > 0) throw badFields(problems)
}

/**
 * Returns the customer's phone number; undefined if it is absent. Only a mobile payment requires it.
 * @throws Fault naming `phone_number` when it is missing or malformed
 */
function phoneOf({ phone_number: text, payment_type: type }: CreatePayment) {
  if (text === undefined && type === 'mobile') throw badField('phone_number', 'required_for_mobile')
  if (text === undefined) return undefined
  const phone = readPhone(text)
  if (!phone) throw badField('phone_number', 'phone_malformed')
  return phone
}

/** Returns the customer with trimmed names. @throws Fault naming a field with control characters */
function customerWithCleanNames({ customer }: CreatePayment): CreatePayment['customer'] {
  if (!customer) return customer
  const cleanNames: { name?: string; firstname?: string; lastname?: string } = {}
  for (const field of ['name', 'firstname', 'lastname'] as const) {
    const text = customer[field]
    if (text !== undefined) cleanNames[field] = readName(`customer.${field}`, text)
  }
  return { ...customer, ...cleanNames }
}

/**
 * Returns the URLs to which the customer's browser is redirected after paying (`redirectUrl`) or cancelling
 * (`cancelUrl`). A card payment needs both, a QR payment may have the first, and a mobile payment has none,
 * because the customer confirms it on the phone.
 * @throws Fault naming a missing or invalid URL
 */
function returnUrlsOf({ payment_type, details }: CreatePayment, account: Account) {
  const readRedirectUrl = () => redirectUrlOf('details.redirect_url', details.redirect_url, account)
  if (payment_type === 'card')
    return {
      redirectUrl: readRedirectUrl(),
      cancelUrl: redirectUrlOf('details.cancel_url', details.cancel_url, account),
    }
  if (payment_type === 'dynamic-qr' && details.redirect_url) return { redirectUrl: readRedirectUrl() }
  return {}
}

/** Returns the request to create a payment, without its line items. @throws Fault naming an invalid field */
function readRequest(
  body: CreatePayment,
  account: Account,
  caller: Caller,
  request: Request,
): Omit<PaymentRequest, 'lineItems'> {
  assertCardCustomer(body)
  return {
    type: body.payment_type,
    amount: body.details.amount,
    expiresInSeconds: body.details.expires_in,
    phone: phoneOf(body),
    customer: readCustomer(customerWithCleanNames(body)),
    metadata: body.metadata ?? {},
    webhookUrl: ownWebhookUrlOf(body.webhook_url, caller),
    ...returnUrlsOf(body, account),
    apiVersion: versionOf(request, account),
    createdBy: caller.actor,
    isRelayed: request.headers.has(relayHeader),
  }
}

/** Returns a function that renders the answer with a new payment, to be stored under an Idempotency-Key. */
const newCreatedRenderer =
  ({ appliance }: Server) =>
  (payment: Payment) => ({
    status: 201,
    body: JSON.stringify(success(201, paymentView(payment, appliance.publicUrl))),
  })

/** Returns the route that creates a payment. */
export const createRoutes = (server: Server) => {
  const { appliance } = server
  const render = newCreatedRenderer(server)
  return new Elysia().use(access(server)).post(
    '/payments',
    async ({ body, caller, request, set }) => {
      const key = idempotencyKeyOf(request, '/payments', caller, body)
      const { account } = caller
      const paymentRequest = readRequest(body, account, caller, request)
      const lines = readLineItems(body.line_items)
      const total = { field: 'details.amount', amount: body.details.amount }
      // A repeated request gets its first answer. Completing its lines again could fail, because the price
      // list may have changed since.
      const skipsLines = key && productIdsOf(lines).length > 0 && (await isRepeated(appliance, key))
      const lineItems = skipsLines
        ? []
        : await completeLines(appliance.store.read, appliance, caller, lines, total)
      const sale = { ...paymentRequest, lineItems }
      const idempotent = key && { ...key, render }
      const result = await createPayment(appliance, account, sale, idempotent)
      return sendIdempotent(result, render, set)
    },
    { ...createBody(CreatePayment), ...createDoc },
  )
}
