// How a type of payment is requested and shown: dynamic-qr by a code, mobile by a push, card by a page.
import type { Attempt, Method } from './attempt.ts'
import type { Payment } from './payment.ts'
import type { PaymentType } from './payment-type.ts'
import { type Provider, readPhone } from './phone.ts'
import type { SessionMethod } from './profile.ts'

export const methodOf: Readonly<Record<PaymentType, Method>> = {
  'dynamic-qr': 'qr',
  mobile: 'push',
  card: 'card',
}
const typeOf: Readonly<Record<Method, PaymentType>> = { qr: 'dynamic-qr', push: 'mobile', card: 'card' }

/** The payment type of each method of a session. */
export const typeOfSession: Readonly<Record<SessionMethod, PaymentType>> = {
  mobile_money: 'mobile',
  qr: 'dynamic-qr',
  card: 'card',
}
export const sessionMethodOf: Readonly<Record<PaymentType, SessionMethod>> = {
  mobile: 'mobile_money',
  'dynamic-qr': 'qr',
  card: 'card',
}

/** Returns the channel that a payment shows until the network reports its own. */
export function channelOf(type: PaymentType, provider?: Provider) {
  if (type === 'mobile') return { channelType: 'mobile_money', provider: provider ?? 'unknown' }
  return type === 'card'
    ? { channelType: 'card', provider: 'card' }
    : { channelType: 'qr', provider: 'tanqr' }
}

/** Returns a payment with the method, amount and phone of one of its attempts. */
export function paymentOfAttempt(
  payment: Payment,
  { method, amount, phone }: Pick<Attempt, 'method' | 'amount' | 'phone'>,
): Payment {
  const type = typeOf[method]
  return {
    ...payment,
    type,
    amount,
    phone: phone ?? payment.phone,
    ...channelOf(type, readPhone(phone ?? '')?.provider),
  }
}

/** Returns the channel of a payment at its creation. With a till number, its provider was `till_number`. */
function channelAsCreated({ phone, tillNumber }: Payment, type: PaymentType) {
  const channel = channelOf(type, readPhone(phone ?? '')?.provider)
  return tillNumber === null ? channel : { ...channel, provider: 'till_number' }
}

/**
 * Returns a payment as it was when the network accepted its order, without any later change. The response to
 * the request that created the payment shows this state.
 */
export function paymentAsCreated(payment: Payment): Payment {
  // A QR payment that a push paid was created as a QR payment.
  const type = hasPage(payment) ? 'dynamic-qr' : payment.type
  return {
    ...payment,
    type,
    status: 'pending',
    ...channelAsCreated(payment, type),
    externalReference: null,
    fees: null,
    failureReason: null,
    late: false,
    unknown: false,
    endedAt: null,
    shiftId: null,
    manualConfirmation: null,
    refunded: 0,
  }
}

/**
 * Whether a payment without a session was created for a card, so that its customer returns to the shop from
 * the network's page. Only a card has a `cancelUrl`, and keeps it if a push pays the payment.
 */
export const isDirectCard = (payment: Payment): payment is Payment & { readonly cancelUrl: string } =>
  payment.sessionId === null && payment.cancelUrl !== null

/** Whether a payment has a page that shows its QR code, even after a push paid it. */
export const hasPage = ({ type, qr }: Pick<Payment, 'type' | 'qr'>): boolean =>
  type === 'dynamic-qr' || (type === 'mobile' && qr !== null)
