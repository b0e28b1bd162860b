// The customer's side of a session on HTTP: what a try to pay may hold, and what is told of it.
import { type Static, Type } from '@sinclair/typebox'
import { type Attempt, isSettled } from '../domain/attempt.ts'
import { amountMax, type Payment } from '../domain/payment.ts'
import { sessionMethods } from '../domain/profile.ts'
import { type Session, sessionReference, sessionStatuses } from '../domain/session.ts'
import { choice } from './choice.ts'
import { Stamp, stamp } from './money.ts'

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
        description: 'Whole shillings, where the customer chooses',
      }),
    ),
    customer_name: Type.Optional(Type.String({ maxLength: 200 })),
    customer_phone: Type.Optional(
      Type.String({ maxLength: 30, description: 'Whom to ask; needed for mobile_money' }),
    ),
    customer_email: Type.Optional(Type.String({ maxLength: 320 })),
    custom_fields: Type.Optional(Answers),
    meta: Type.Optional(Type.String({ maxLength: 6_000, description: 'As in the link' })),
  },
  { title: 'PaySession' },
)
export type PaySession = Static<typeof PaySession>

const AttemptStatus = Type.Union(
  (['pending', 'unknown', 'completed', 'failed', 'cancelled'] as const).map(status => Type.Literal(status)),
  { description: '`unknown`: the network has not said whether it was paid, and is being asked' },
)

/** One try to pay. */
export const AttemptView = Type.Object(
  {
    attempt_id: Type.String(),
    status: AttemptStatus,
    payment_token: Type.String({ description: '8 digits; empty until the customer is asked' }),
    payment_qr_code: Type.String({ description: 'For `qr`: the EMV QR payload; else empty' }),
    payment_url: Type.String({ description: 'For `card`: where to redirect; else empty' }),
    expires_at: Stamp,
  },
  { title: 'Attempt' },
)
export type AttemptView = Static<typeof AttemptView>

/** Where the customer stands. */
export const StatusView = Type.Object(
  {
    reference: Type.String(),
    status: choice(sessionStatuses),
    redirect_url: Type.String({
      description: 'Where to go when `completed`; empty when the shop named none',
    }),
    state: Type.String({
      description: 'What the page shows: form, waiting, unknown, paid, expired or cancelled',
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
  { title: 'CheckoutStatus' },
)
export type StatusView = Static<typeof StatusView>

const statuses = {
  planned: 'pending',
  sent: 'pending',
  unknown: 'unknown',
  succeeded: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<Attempt['state'], string>

const expiryOf = ({ expiresAt }: Attempt, payment: Payment) => stamp(expiresAt ?? payment.expiresAt)

/** Shows a try to the customer who made it. */
export const attemptView = (attempt: Attempt, payment: Payment): AttemptView => ({
  attempt_id: attempt.id,
  status: statuses[attempt.state],
  payment_token: attempt.state === 'planned' ? '' : payment.token,
  payment_qr_code: attempt.method === 'qr' && !isSettled(attempt.state) ? (payment.qr ?? '') : '',
  payment_url: attempt.method === 'card' && !isSettled(attempt.state) ? (payment.paymentUrl ?? '') : '',
  expires_at: expiryOf(attempt, payment),
})

/** Shows where the customer stands. @param state what the page shows */
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
          status: statuses[attempt.state],
          failure_reason: attempt.failureReason,
          expires_at: expiryOf(attempt, payment),
        }
      : null,
})
