// The customer's side of a session in the API: the pay request, the attempt and the status.
import { type Static, Type } from '@sinclair/typebox'
import { type Attempt, isSettled } from '../domain/attempt.ts'
import { numberToPay } from '../domain/number-to-pay.ts'
import type { Payment } from '../domain/payment.ts'
import { amountMax } from '../domain/payment-limit.ts'
import { paymentStatuses } from '../domain/payment-type.ts'
import { sessionMethods } from '../domain/profile.ts'
import { type Session, sessionReference } from '../domain/session.ts'
import { sessionStatuses } from '../domain/session-status.ts'
import { choice } from './choice.ts'
import { Stamp, stamp } from './money.ts'
import { phoneHint } from './phone.ts'

const Answers = Type.Record(
  Type.String(),
  Type.Union([Type.String({ maxLength: 2_000 }), Type.Number(), Type.Boolean()]),
  {
    maxProperties: 50,
    description: 'Answers to the custom fields, by key',
  },
)

/** The body of `POST /checkout/{token}/pay`. */
export const PaySession = Type.Object(
  {
    payment_method: choice(sessionMethods),
    amount: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: amountMax,
        description: 'Whole shillings, when the customer chooses the amount',
      }),
    ),
    customer_name: Type.Optional(Type.String({ maxLength: 200 })),
    customer_phone: Type.Optional(
      Type.String({
        maxLength: 30,
        ...phoneHint,
        description: 'The phone to push to; required for mobile_money',
      }),
    ),
    customer_email: Type.Optional(Type.String({ maxLength: 320 })),
    custom_fields: Type.Optional(Answers),
    meta: Type.Optional(Type.String({ maxLength: 6_000, description: 'The `meta` of the link' })),
  },
  { title: 'PaySession' },
)
export type PaySession = Static<typeof PaySession>

const AttemptStatus = Type.Union(
  (['pending', 'unknown', 'completed', 'failed', 'cancelled'] as const).map(status => Type.Literal(status)),
  { description: '`unknown`: neither paid nor failed. Status checks continue' },
)

/** An attempt to pay. */
export const AttemptView = Type.Object(
  {
    attempt_id: Type.String(),
    status: AttemptStatus,
    payment_token: Type.String({
      description: 'The 8-digit payment number, or the till number to pay to; empty until the push is sent',
    }),
    payment_qr_code: Type.Optional(
      Type.String({ description: 'For `qr`, while it can be paid: the EMV QR payload' }),
    ),
    payment_url: Type.Optional(
      Type.String({ description: 'For `card`, while it can be paid: where to redirect the customer' }),
    ),
    expires_at: Stamp,
  },
  { title: 'Attempt' },
)
export type AttemptView = Static<typeof AttemptView>

export const StatusView = Type.Object(
  {
    reference: Type.String(),
    status: choice(sessionStatuses),
    redirect_url: Type.String({
      description: 'Where to redirect the customer when `completed`; empty for none',
    }),
    state: Type.String({
      description: 'The state of the page: form, waiting, unknown, paid, expired or cancelled',
    }),
    attempt: Type.Union([
      Type.Object({
        id: Type.String(),
        status: AttemptStatus,
        failure_reason: Type.Union([Type.String(), Type.Null()]),
        expires_at: Stamp,
      }),
      Type.Null(),
    ]),
  },
  { title: 'CheckoutState' },
)
export type StatusView = Static<typeof StatusView>

/** The status of a payment without a session, for its page. */
export const PaymentStatusView = Type.Object(
  {
    reference: Type.String(),
    status: choice(paymentStatuses),
    state: Type.String({
      description: 'The state of the page: waiting, unknown, paid, failed, expired or cancelled',
    }),
  },
  { title: 'PaymentPageState' },
)
export type PaymentStatusView = Static<typeof PaymentStatusView>

/** The status of an attempt in the API, by its state. */
const statusOfState = {
  planned: 'pending',
  sent: 'pending',
  unknown: 'unknown',
  succeeded: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<Attempt['state'], string>

/** Returns when an attempt expires: its own expiry, or else the expiry of its payment. */
const expiryOf = ({ expiresAt }: Attempt, payment: Payment) => stamp(expiresAt ?? payment.expiresAt)

/**
 * Returns the field that the customer needs to pay: the QR code, or the URL of the card page. Returns no
 * field for a push, which needs none, and for a settled attempt.
 */
function payFieldsOf(
  { method, state }: Attempt,
  { qr, paymentUrl }: Payment,
): Pick<AttemptView, 'payment_url' | 'payment_qr_code'> {
  if (isSettled(state)) return {}
  if (method === 'qr' && qr !== null) return { payment_qr_code: qr }
  if (method === 'card' && paymentUrl !== null) return { payment_url: paymentUrl }
  return {}
}

/** Returns an attempt as the customer sees it. The payment number is empty until the attempt is sent. */
export const attemptView = (attempt: Attempt, payment: Payment): AttemptView => ({
  attempt_id: attempt.id,
  status: statusOfState[attempt.state],
  payment_token: attempt.state === 'planned' ? '' : numberToPay(payment),
  ...payFieldsOf(attempt, payment),
  expires_at: expiryOf(attempt, payment),
})

/**
 * Returns the status of a session, with its last attempt to pay; null for no attempt.
 * @param state the state of the checkout page, such as `waiting`
 */
export const statusView = (
  {
    session,
    payment,
    attempt,
  }: { session: Session; payment: Payment | undefined; attempt: Attempt | undefined },
  state: string,
): StatusView => ({
  reference: sessionReference(session.id),
  status: session.status,
  redirect_url: session.redirectUrl ?? '',
  state,
  attempt:
    attempt && payment
      ? {
          id: attempt.id,
          status: statusOfState[attempt.state],
          failure_reason: attempt.failureReason,
          expires_at: expiryOf(attempt, payment),
        }
      : null,
})
