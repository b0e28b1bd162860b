// One sale on this till: what is shown of it, and how it goes on. The box decides what a payment is; this decides what a cashier sees.
//
//   asking ──► waiting ⇄ unknown ──► paid
//                 └────────┴───────► failed | expired | voided ──► paid (late)
import type { Answer } from '../kit/api.ts'
import type { Order, Payment } from '../kit/payment.ts'

export interface Sale {
  /** The idempotency key, made before the request leaves; empty for a sale opened from the list. */
  readonly key: string
  readonly account: string
  readonly order: Order
  /** This device's clock, milliseconds. */
  readonly startedAt: number
  readonly payment: Payment | null
  /** Tries without an answer. */
  readonly tries: number
}

export type Face = 'asking' | 'waiting' | 'unknown' | 'paid' | 'failed' | 'expired' | 'voided'

/** Tills ask for minutes, not for the four hours a payment may last. */
export const expiresInSeconds = 600
/** A request that never reached the box is not sent any more when it is this old: the customer has gone. */
export const staleMs = 600_000

export const newOrder = (amount: number, phone: string | undefined): Order => ({
  payment_type: phone === undefined ? 'dynamic-qr' : 'mobile',
  details: { amount, currency: 'TZS', expires_in: expiresInSeconds },
  ...(phone === undefined ? {} : { phone_number: phone }),
})

/** What the cashier sees. */
export function faceOf({ payment }: Pick<Sale, 'payment'>): Face {
  if (!payment) return 'asking'
  if (payment.status === 'completed') return 'paid'
  // Whatever else has ended: as long as a network may still have the money, nobody is told that it is not coming.
  if (payment.outcome_unknown) return 'unknown'
  return payment.status === 'pending' ? 'waiting' : payment.status
}

const rank = (payment: Payment) => (payment.status === 'pending' ? 0 : payment.status === 'completed' ? 2 : 1)

/** The sale after news of its payment. News may arrive out of order (stream, poll, answer): it never goes back. */
export function heardOf(sale: Sale, news: Payment): Sale {
  const known = sale.payment
  if (known && (known.reference !== news.reference || rank(news) < rank(known))) return sale
  return { ...sale, payment: news, tries: 0 }
}

/** Shows a sale of the list again. */
export const reopened = (account: string, payment: Payment, now: number): Sale => ({
  key: '',
  account,
  order: newOrder(payment.amount.value, payment.payment_type === 'mobile' ? payment.customer.phone : undefined),
  startedAt: now,
  payment,
  tries: 0,
})

/** Whether there is still news to wait for. Money may come after any end but `paid`. */
export const isLive = (sale: Sale): boolean => sale.payment !== null && sale.payment.status !== 'completed'

/** The tone of a change that the cashier sees happen. */
export function toneOf(before: Face, after: Face): 'paid' | 'failed' | undefined {
  if (before === after) return undefined
  if (after === 'paid') return 'paid'
  return after === 'failed' || after === 'expired' ? 'failed' : undefined
}

export type Next =
  | { readonly kind: 'made'; readonly payment: Payment }
  /** Ask the same again, with the same key. */
  | { readonly kind: 'again'; readonly inMs: number }
  | { readonly kind: 'log_in' }
  | { readonly kind: 'refused' }

/** What an answer to the create request means. Whatever leaves it open whether there is a payment is asked again. */
export function afterCreate(answer: Answer<Payment>, tries: number): Next {
  if (answer.ok) return { kind: 'made', payment: answer.value }
  const { trouble } = answer
  const patience = Math.min(4_000, 500 * 2 ** tries)
  if (trouble.kind === 'unreachable') return { kind: 'again', inMs: patience }
  if (trouble.kind === 'logged_out') return { kind: 'log_in' }
  if (trouble.status === 429) return { kind: 'again', inMs: Math.max(trouble.retryAfterMs, 1_000) }
  if (trouble.status >= 500 || trouble.status === 409) return { kind: 'again', inMs: patience }
  return { kind: 'refused' }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Whether what this browser kept is a sale of ours. */
export function isSale(value: unknown): value is Sale {
  if (!isRecord(value) || !isRecord(value.order) || !isRecord(value.order.details)) return false
  const { payment } = value
  const whole = payment === null || (isRecord(payment) && typeof payment.reference === 'string' && isRecord(payment.amount))
  return whole && typeof value.key === 'string' && typeof value.account === 'string' && typeof value.startedAt === 'number'
}

/** Whether a kept sale is still worth showing after a reload. */
export const isWorthKeeping = (sale: Sale, now: number): boolean =>
  sale.payment !== null || Math.abs(now - sale.startedAt) < staleMs
