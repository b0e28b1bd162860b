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

/** Checks that a card payment has what networks require of its customer. @throws Fault naming the fields */
function assertCard(body: CreatePayment): void {
  if (body.payment_type !== 'card') return
  const problems = cardCustomerFields
    .filter(name => !body.customer?.[name]?.trim())
    .map(name => problem(`customer.${name}`, 'required_for_card'))
  if (problems.length > 0) throw badFields(problems)
}

/** Returns the customer's number; undefined when it may be absent. @throws Fault naming `phone_number` */
function phoneOf(body: CreatePayment) {
  if (body.phone_number === undefined && body.payment_type === 'mobile')
    throw badField('phone_number', 'required_for_mobile')
  if (body.phone_number === undefined) return undefined
  const phone = readPhone(body.phone_number)
  if (!phone) throw badField('phone_number', 'phone_malformed')
  return phone
}

/** Returns the customer with trimmed names. @throws Fault naming a field with control characters */
function customerWithCleanNames({ customer }: CreatePayment): CreatePayment['customer'] {
  const cleanNames = (['name', 'firstname', 'lastname'] as const).flatMap(field => {
    const text = customer?.[field]
    return text === undefined ? [] : [[field, readName(`customer.${field}`, text)]]
  })
  return customer && { ...customer, ...Object.fromEntries(cleanNames) }
}

/**
 * Returns the addresses that the customer's browser is sent to after paying or cancelling: both for a card,
 * at most the first for a QR code, and none for a mobile payment, which the customer confirms on the phone.
 * @throws Fault naming a missing or invalid address
 */
function returnUrlsOf({ payment_type, details }: CreatePayment, account: Account) {
  const readRedirectUrl = () => redirectUrlOf('details.redirect_url', details.redirect_url, account)
  if (payment_type === 'card')
    return {
      redirectUrl: readRedirectUrl(),
      cancelUrl: redirectUrlOf('details.cancel_url', details.cancel_url, account),
    }
  return payment_type === 'dynamic-qr' && details.redirect_url ? { redirectUrl: readRedirectUrl() } : {}
}

/** Returns the request to create a payment, without its line items. @throws Fault naming an invalid field */
function readRequest(
  body: CreatePayment,
  account: Account,
  caller: Caller,
  request: Request,
): Omit<PaymentRequest, 'lineItems'> {
  assertCard(body)
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
      // A repeated request gets its first answer. The price list may have changed since, so its lines are not
      // completed again.
      const skipsLines = key && productIdsOf(lines).length > 0 && (await isRepeated(appliance, key))
      const lineItems = skipsLines
        ? []
        : await completeLines(appliance.store.read, appliance, caller, lines, total)
      const sale = { ...paymentRequest, lineItems }
      const result = await createPayment(appliance, account, sale, key && { ...key, render })
      return sendIdempotent(result, render, set)
    },
    { ...createBody(CreatePayment), ...createDoc },
  )
}
