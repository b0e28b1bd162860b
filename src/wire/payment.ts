// Payments in the API: the create request and the view.
import { type Static, Type } from '@sinclair/typebox'
import { hasPage } from '../domain/channel.ts'
import type { ManualConfirmation } from '../domain/manual-decision.ts'
import { numberToPay } from '../domain/number-to-pay.ts'
import type { Customer, Payment } from '../domain/payment.ts'
import { amountMax, amountMin, expirySecondsMax, expirySecondsMin } from '../domain/payment-limit.ts'
import type { ShownPayment } from '../domain/shown-payment.ts'
import { actorView, NamedActorView } from './actor.ts'
import { LineItems, LineItemsView, lineItemsView } from './line-item.ts'
import { Money, money, Stamp, stamp } from './money.ts'
import { phoneHint } from './phone.ts'
import { requiredByType } from './required-field.ts'

export const Metadata = Type.Record(
  // Record checks a key's pattern, but not its minLength and maxLength. A character may have two surrogates.
  Type.String({ pattern: '^(?:[\\uD800-\\uDBFF][\\uDC00-\\uDFFF]|[^\\uD800-\\uDFFF]){1,40}$' }),
  Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean()]),
  {
    maxProperties: 50,
    additionalProperties: false,
    propertyNames: { minLength: 1, maxLength: 40 }, // for the document: the pattern's meaning
    title: 'Metadata',
    description:
      'Your own data, returned with the payment and its events: at most 50 keys of 40 characters, values of 500',
  },
)

const CustomerFields = Type.Object(
  {
    firstname: Type.Optional(Type.String({ maxLength: 200 })),
    lastname: Type.Optional(Type.String({ maxLength: 200 })),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    email: Type.Optional(
      Type.String({ maxLength: 320, pattern: '^[^@\\s]+@[^@\\s]+$', description: 'an e-mail address' }),
    ),
    phone: Type.Optional(Type.String({ maxLength: 30 })),
    address: Type.Optional(Type.String({ maxLength: 200 })),
    city: Type.Optional(Type.String({ maxLength: 100 })),
    state: Type.Optional(Type.String({ maxLength: 100 })),
    postcode: Type.Optional(Type.String({ maxLength: 20 })),
    country: Type.Optional(
      Type.String({
        maxLength: 2,
        pattern: '^[A-Za-z]{2}$',
        description: 'a country of two letters, such as TZ',
      }),
    ),
  },
  {
    title: 'CustomerFields',
    description: 'The customer; a card payment needs all fields but name and phone',
  },
)

/** The body of `POST /v1/payments`. Unknown fields are ignored. */
export const CreatePayment = Type.Object(
  {
    payment_type: Type.Union([Type.Literal('mobile'), Type.Literal('dynamic-qr'), Type.Literal('card')]),
    details: Type.Object({
      amount: Type.Integer({ minimum: amountMin, maximum: amountMax, description: 'whole shillings' }),
      currency: Type.Literal('TZS'),
      expires_in: Type.Optional(
        Type.Integer({
          minimum: expirySecondsMin,
          maximum: expirySecondsMax,
          description: 'seconds until the payment expires',
        }),
      ),
      redirect_url: Type.Optional(
        Type.String({
          maxLength: 500,
          description:
            'Where the customer goes after success: redirected from a card payment, by a button on the page of a QR payment',
        }),
      ),
      cancel_url: Type.Optional(
        Type.String({
          maxLength: 500,
          description: 'Where the customer of a card payment is redirected after cancel or failure',
        }),
      ),
    }),
    phone_number: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 30,
        ...phoneHint,
        description: 'The customer’s phone; required for mobile',
      }),
    ),
    webhook_url: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    metadata: Type.Optional(Metadata),
    line_items: Type.Optional(LineItems),
    customer: Type.Optional(CustomerFields),
  },
  { title: 'CreatePayment', ...requiredByType },
)
export type CreatePayment = Static<typeof CreatePayment>

/** The body of a push. Published clients send nothing, `[]` or `{}` for the customer's own number. */
export const PushPayment = Type.Union([
  Type.Object({
    phone: Type.Optional(
      Type.String({
        maxLength: 30,
        ...phoneHint,
        description: 'The phone to push to. Default: the customer’s number',
      }),
    ),
    phone_number: Type.Optional(
      Type.String({
        maxLength: 30,
        ...phoneHint,
        description: 'The same as `phone`; if both are sent, they must agree',
      }),
    ),
  }),
  Type.Array(Type.Unknown(), { maxItems: 0 }),
])

/**
 * Returns the customer of a request, with only the fields that are set. A `name` is split into first and last
 * name, unless the request has these.
 */
export function readCustomer(customer: CreatePayment['customer']): Customer {
  if (!customer) return {}
  const [firstWord, ...otherWords] = customer.name?.trim().split(/\s+/) ?? []
  const fields = {
    first_name: customer.firstname ?? firstWord,
    last_name: customer.lastname ?? (otherWords.join(' ') || undefined),
    email: customer.email,
    phone: customer.phone,
    address: customer.address,
    city: customer.city,
    state: customer.state,
    postcode: customer.postcode,
    country: customer.country?.toUpperCase(),
  }
  const setFields = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(setFields)
}

const ManualConfirmationView = Type.Object(
  {
    by: NamedActorView,
    reason: Type.String(),
    receipt_number: Type.String(),
    at: Stamp,
    confirmed: Type.Boolean({ description: 'The network has confirmed it since' }),
  },
  { title: 'ManuallyConfirmed', description: 'Confirmed by a person instead of the network' },
)

/** Returns who confirmed a payment instead of its network, and why; null if no person did. */
const manualConfirmationView = (
  manualConfirmation: ManualConfirmation | null,
): Static<typeof ManualConfirmationView> | null =>
  manualConfirmation && {
    by: { ...actorView(manualConfirmation.by), name: manualConfirmation.name || null },
    reason: manualConfirmation.reason,
    receipt_number: manualConfirmation.receipt,
    at: stamp(manualConfirmation.at),
    confirmed: manualConfirmation.confirmed,
  }

export const ConfirmPayment = Type.Object(
  {
    reason: Type.String({ minLength: 3, maxLength: 500, description: 'Why the network did not confirm it' }),
    receipt_number: Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'The network’s receipt number in the customer’s message',
    }),
    pin: Type.Optional(Type.String({ maxLength: 20, description: 'On a till: the cashier’s PIN' })),
  },
  { title: 'ConfirmPayment' },
)

export const MarkNotPaid = Type.Object(
  {
    reason: Type.String({ minLength: 3, maxLength: 500, description: 'How you know that it was not paid' }),
    pin: Type.Optional(Type.String({ maxLength: 20, description: 'On a till: the cashier’s PIN' })),
  },
  { title: 'MarkNotPaid' },
)

export const PaymentView = Type.Object(
  {
    id: Type.String(),
    reference: Type.String({ description: 'Our reference: use it in paths' }),
    external_reference: Type.String({ description: "The network's reference; empty until known" }),
    object: Type.Literal('payment'),
    api_version: Type.String(),
    payment_type: Type.Union([Type.Literal('mobile'), Type.Literal('dynamic-qr'), Type.Literal('card')], {
      description: 'As requested; once paid, how it was paid: `mobile` for a QR payment paid by a push',
    }),
    status: Type.Union([
      Type.Literal('pending'),
      Type.Literal('completed'),
      Type.Literal('failed'),
      Type.Literal('voided'),
      Type.Literal('expired'),
    ]),
    amount: Money,
    channel: Type.Object({ type: Type.String(), provider: Type.String() }),
    customer: Type.Object({
      first_name: Type.String(),
      last_name: Type.String(),
      email: Type.String(),
      phone: Type.String(),
    }),
    metadata: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    line_items: LineItemsView,
    refunded: Money,
    settlement: Type.Union([Type.Object({ gross: Money, fees: Money, net: Money }), Type.Null()]),
    payment_token: Type.String({
      description:
        'The 8-digit payment number, also usable in the push path. While a sale over your own till number is open, the till number that the customer pays to',
    }),
    payment_url: Type.Optional(
      Type.String({
        description:
          'The page of the payment. `card`: redirect the customer to it. `dynamic-qr`: shows QR code, amount, time left and the result. Absent for `mobile`',
      }),
    ),
    payment_qr_code: Type.Optional(
      Type.String({ description: 'The EMV QR payload. Absent where there is nothing to scan' }),
    ),
    failure_reason: Type.Union([Type.String(), Type.Null()]),
    late: Type.Boolean({ description: 'Completed after it had failed, been voided or expired' }),
    outcome_unknown: Type.Boolean({
      description: 'The outcome is unknown: neither paid nor failed. Status checks continue',
    }),
    manual_confirmation: Type.Union([ManualConfirmationView, Type.Null()]),
    created_at: Stamp,
    expires_at: Stamp,
    completed_at: Type.Union([Stamp, Type.Null()]),
  },
  { title: 'Payment' },
)
export type PaymentView = Static<typeof PaymentView>

/** Returns gross, fees and net of a completed payment; null while its fees are unknown. */
export function settlementView(payment: Pick<Payment, 'amount' | 'fees'>): PaymentView['settlement'] {
  const { amount, fees } = payment
  if (fees === null) return null
  return { gross: money(amount), fees: money(fees), net: money(amount - fees) }
}

/**
 * Returns the URL of the page on which the customer pays: this server's page for a QR code, the network's
 * page for a card; null for a push. URLs of this server cannot be guessed: an id has 62 random bits.
 * @param base the base URL of links, without a trailing slash
 */
function paymentUrlOf(base: string, payment: ShownPayment): string | null {
  if (hasPage(payment)) return `${base}/pay/${payment.id}`
  return payment.type === 'card' ? payment.paymentUrl : null
}

/** Returns the URL of a payment's page and the text of its QR code; each field only if it has a value. */
function pageAndQr(base: string, payment: ShownPayment) {
  const url = paymentUrlOf(base, payment)
  return {
    ...(url === null ? {} : { payment_url: url }),
    ...(payment.qr === null ? {} : { payment_qr_code: payment.qr }),
  }
}

/** Returns a payment as the merchant sees it. @param base the base URL of links, without a trailing slash */
export const paymentView = (payment: ShownPayment, base: string): PaymentView => ({
  id: payment.id,
  reference: payment.id,
  external_reference: payment.externalReference ?? '',
  object: 'payment',
  api_version: payment.apiVersion,
  payment_type: payment.type,
  status: payment.status,
  amount: money(payment.amount),
  channel: { type: payment.channelType, provider: payment.provider },
  customer: {
    first_name: payment.customer.first_name ?? '',
    last_name: payment.customer.last_name ?? '',
    email: payment.customer.email ?? '',
    phone: payment.phone ?? payment.customer.phone ?? '',
  },
  metadata: payment.metadata,
  line_items: lineItemsView(payment.lineItems),
  refunded: money(payment.refunded),
  settlement: settlementView(payment),
  payment_token: numberToPay(payment),
  ...pageAndQr(base, payment),
  failure_reason: payment.failureReason,
  late: payment.late,
  outcome_unknown: payment.unknown,
  manual_confirmation: manualConfirmationView(payment.manualConfirmation),
  created_at: stamp(payment.createdAt),
  expires_at: stamp(payment.expiresAt),
  completed_at: payment.status === 'completed' ? stamp(payment.endedAt) : null,
})
