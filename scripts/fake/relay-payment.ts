// The payments of the fake relay: created, pushed, voided, paid and expired as in the API document.
import { paymentToken } from '../../src/domain/damm.ts'
import { writeTanqr } from '../../src/domain/emv.ts'
import { badField, fault } from '../../src/domain/fault.ts'
import { readPhone } from '../../src/domain/phone.ts'
import { money, stamp } from '../../src/wire/money.ts'
import { CreatePayment, type PaymentView, readCustomer } from '../../src/wire/payment.ts'
import { cardCustomerFields } from '../../src/wire/required-field.ts'
import { reader } from '../../src/wire/shape.ts'

const readPayment = reader(CreatePayment)

export interface FakePayment {
  view: PaymentView
  readonly webhook: string
  readonly redirectUrl: string
  readonly pushes: string[] // the numbers whose phone was asked
  ringsUntil: number // ms since 1970
}

/** How long a phone rings after it was asked: the steps before it rings, and the prompt. */
const ringMs = 4_000 + 60_000

/** The outcome of a payment: its status, or that it is unknown. */
export const paymentAnswers = ['completed', 'failed', 'expired', 'pending', 'unknown'] as const
export type PaymentAnswer = (typeof paymentAnswers)[number]

/** Half a percent, as in the sandbox. */
const feeOf = (amount: number) => Math.round(amount / 200)

interface FakeWorldParts {
  readonly now: number
  readonly random: (length: number) => Uint8Array
  readonly pages: string // the base of the fake's own pages
}

/**
 * Answers POST /v1/payments: returns a pending payment. Throws a Fault that names what is wrong with the
 * body.
 */
export function newPayment(body: unknown, { now, random, pages }: FakeWorldParts): FakePayment {
  const { payment_type: type, details, customer, metadata, ...more } = readPayment(body)
  const phone = more.phone_number === undefined ? undefined : readPhone(more.phone_number)?.e164
  if (type === 'mobile' && !phone) throw badField('phone_number', 'required_for_mobile')
  if (type === 'card')
    for (const name of cardCustomerFields)
      if (!customer?.[name]) throw badField(`customer.${name}`, 'required_for_card')
  const reference = crypto.randomUUID()
  const token = paymentToken(random(6))
  const named = readCustomer(customer)
  const view: PaymentView = {
    id: reference,
    reference,
    external_reference: '',
    object: 'payment',
    api_version: '2026-01-25',
    payment_type: type,
    status: 'pending',
    amount: money(details.amount),
    refunded: money(0),
    channel:
      type === 'mobile'
        ? { type: 'mobile_money', provider: readPhone(phone ?? '')?.provider ?? 'unknown' }
        : { type: type === 'card' ? 'card' : 'qr', provider: type === 'card' ? 'card' : 'tanqr' },
    customer: {
      first_name: named.first_name ?? '',
      last_name: named.last_name ?? '',
      email: named.email ?? '',
      phone: phone ?? named.phone ?? '',
    },
    metadata: metadata ?? {},
    line_items: [],
    settlement: null,
    payment_token: token,
    ...(type === 'mobile' ? {} : offer(reference, token, details.amount, pages)),
    failure_reason: null,
    late: false,
    outcome_unknown: false,
    manual_confirmation: null,
    created_at: stamp(now),
    expires_at: stamp(now + (details.expires_in ?? 14_400) * 1_000),
    completed_at: null,
  }
  const [webhook = '', redirectUrl = ''] = [more.webhook_url, details.redirect_url]
  const pushes = type === 'mobile' && phone ? [phone] : []
  return { view, webhook, redirectUrl, pushes, ringsUntil: now + ringMs }
}

/** The page and the TANQR code of a payment that is not pushed. */
const offer = (reference: string, token: string, amount: number, pages: string) => ({
  payment_url: `${pages}/_fake/pay/${reference}`,
  payment_qr_code: writeTanqr({
    merchantName: 'Head office',
    city: 'DSM',
    acquirer: '03998',
    token,
    amount,
    reference: token,
  }),
})

/** Returns the payment as it is now, and expires it first when its time is over. */
export function currentPayment(payment: FakePayment, now: number): PaymentView {
  const { view } = payment
  if (view.status === 'pending' && now >= Date.parse(view.expires_at))
    payment.view = { ...view, status: 'expired' }
  return payment.view
}

/**
 * Answers POST /v1/payments/{reference}/push; nothing is sent while the phone rings. @throws Fault
 * 'payment_not_pushable' unless the payment is pending
 */
export function pushPayment(payment: FakePayment, body: unknown, now: number) {
  const { view, pushes } = payment
  if (view.status !== 'pending') throw fault('payment_not_pushable', { status: view.status })
  const asked = body instanceof Object && 'phone' in body ? String(body.phone) : view.customer.phone
  const phone = readPhone(asked)?.e164
  if (!phone) throw badField('phone', 'phone_malformed')
  const { reference, external_reference, status } = view
  const data = { reference, external_reference, status, phone }
  if (phone === pushes.at(-1) && now < payment.ringsUntil) {
    const message = 'the phone rings already: nothing more was sent'
    return { status: 200, headers: { 'push-sent': 'false' }, body: { status: 200, message, data } }
  }
  pushes.push(phone)
  payment.ringsUntil = now + ringMs
  return { status: 200, body: { status: 200, message: 'a push was sent to the phone', data } }
}

/**
 * Answers POST /v1/payments/{reference}/void. @throws Fault 'payment_not_voidable' unless the payment is
 * pending
 */
export function voidPayment(payment: FakePayment): PaymentView {
  const { view } = payment
  if (view.status !== 'pending') throw fault('payment_not_voidable', { status: view.status })
  payment.view = { ...view, status: 'voided' }
  return payment.view
}

let receipts = 4_400_000

/**
 * Applies the network's decision to a payment; money that comes after its end completes it late. Returns the
 * type of the event to send; undefined for none.
 */
export function decidePayment(
  payment: FakePayment,
  answer: PaymentAnswer,
  { amount, wallet }: { readonly amount: number; readonly wallet?: string | undefined },
  now: number,
) {
  const { view } = payment
  if (view.status === 'completed') return undefined
  if (answer === 'pending' || answer === 'unknown') {
    payment.view = { ...view, outcome_unknown: answer === 'unknown' }
    return undefined
  }
  if (answer !== 'completed') {
    if (view.status !== 'pending') return undefined
    const failure_reason = answer === 'failed' ? 'payment_not_approved' : null
    payment.view = { ...view, status: answer, failure_reason, outcome_unknown: false }
    return `payment.${answer}` as const
  }
  const fees = feeOf(amount)
  const phone = payment.pushes.at(-1)
  payment.view = {
    ...view,
    status: 'completed',
    amount: money(amount),
    external_reference: `S${++receipts}`,
    channel: {
      type: 'mobile_money',
      provider: wallet ?? (phone ? (readPhone(phone)?.provider ?? 'unknown') : 'mpesa'),
    },
    settlement: { gross: money(amount), fees: money(fees), net: money(amount - fees) },
    failure_reason: null,
    outcome_unknown: false,
    late: view.status !== 'pending',
    completed_at: stamp(now),
  }
  return 'payment.completed' as const
}

/** Returns the webhook of a payment's end, as the API document has it. */
export function paymentEvent(
  type: NonNullable<ReturnType<typeof decidePayment>>,
  view: PaymentView,
  now: number,
) {
  const { reference, external_reference, status, amount, settlement, channel, metadata, customer } = view
  const { phone, email } = customer
  const person = { phone, name: `${customer.first_name} ${customer.last_name}`.trim(), email }
  const happened = { [`${status}_at`]: stamp(now) }
  const fields =
    type === 'payment.completed'
      ? { external_reference, settlement, channel, customer: person }
      : type === 'payment.failed'
        ? { failure_reason: view.failure_reason ?? '', channel, customer: { phone } }
        : { customer: person }
  return {
    id: `evt_${crypto.randomUUID()}`,
    type,
    api_version: '2026-01-25',
    created_at: stamp(now),
    data: { reference, status, amount, metadata, ...fields, ...happened },
  }
}
