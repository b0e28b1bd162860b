// One sale on this till: its phases as the cashier sees them, and how it continues. The server decides the
// state of the payment.
//
//
// The payment method may change during a sale: a push in addition to the QR, a link instead of it, or cash.
import type { ApiResult } from '../../kit/api.ts'
import { type Caller, isSameCaller } from '../../kit/caller.ts'
import { isOnlyManual } from '../../kit/manual-confirmation.model.ts'
import type { CreatePayment, LineItem, Payment } from '../../kit/payment.ts'
import type { CashSale } from '../../kit/till.ts'

/** The last push of this sale. */
interface Push {
  readonly phone: string
  readonly times: number
}
/** The payment link that took the place of the QR. */
export interface SaleLink {
  readonly reference: string
  readonly url: string
  readonly startsAt: string
  readonly expiresAt: string
  readonly state: 'open' | 'expired' | 'cancelled'
}
/** Cash for this sale: requested with one idempotency key until the server has answered. */
export interface SaleCash {
  readonly key: string
  readonly given: number
  /** The payment that it ends. */
  readonly instead: string | null
  /** The link that it ends, with its payment; absent in sales stored by an older version. */
  readonly link?: string | null
  readonly done: CashSale | null
}

export interface Sale {
  /** The idempotency key, created before the request is sent; empty for a sale opened from the list. */
  readonly key: string
  readonly caller: Caller
  readonly order: CreatePayment
  /** What the entry needs to edit the sale again; absent in a sale opened from the list. */
  readonly draft?: unknown
  /** This device's clock, milliseconds. */
  readonly startedAt: number
  readonly payment: Payment | null
  /** Requests without an answer. */
  readonly tries: number
  readonly push: Push | null
  readonly link: SaleLink | null
  readonly cash: SaleCash | null
  /** Who sold it, of a sale that was opened from the list of a till. */
  readonly cashier?: string
}

export type SalePhase = 'creating' | 'waiting' | 'unknown' | 'paid' | 'failed' | 'expired' | 'voided'
export type ResultPhase = Exclude<SalePhase, 'creating' | 'waiting'>
/** Another way to pay a sale that was not paid. */
export type ResultStep = 'cash' | 'number'
/** Another way to pay a sale that waits. */
export type WaitingStep = 'push' | 'cash'

/** On a till a payment is open for minutes, not for the four hours that the API allows. */
const expiresInSeconds = 600
/** A link is read elsewhere than at the device: it gets more time. */
export const linkSeconds = 3_600
/** An unanswered request older than this is not sent again: the customer has left. */
export const staleMs = 600_000

export interface SaleDraft {
  readonly amount: number
  readonly note: string
  /** What is sold, if the cashier enters it. */
  readonly items?: readonly LineItem[]
  /** For a push; without it the sale starts with a QR code. */
  readonly phone?: string | undefined
}

export const newOrder = ({ amount, note, items = [], phone }: SaleDraft): CreatePayment => ({
  payment_type: phone === undefined ? 'dynamic-qr' : 'mobile',
  details: { amount, currency: 'TZS', expires_in: expiresInSeconds },
  ...(phone === undefined ? {} : { phone_number: phone }),
  ...(note === '' ? {} : { metadata: { note } }),
  ...(items.length === 0 ? {} : { line_items: [...items] }),
})
export const noteIn = ({ metadata }: CreatePayment): string => metadata?.note ?? ''
export const itemsIn = ({ line_items }: CreatePayment): readonly LineItem[] => line_items ?? []
/** The draft that starts this sale again. */
export const saleDraftOf = (order: CreatePayment): SaleDraft => ({
  amount: order.details.amount,
  note: noteIn(order),
  items: itemsIn(order),
  phone: order.phone_number,
})

export interface SaleStart {
  readonly key: string
  readonly caller: Caller
  readonly order: CreatePayment
  readonly draft?: unknown
  readonly startedAt: number
}
export const newSale = (start: SaleStart): Sale => ({
  ...start,
  payment: null,
  tries: 0,
  push: start.order.phone_number === undefined ? null : { phone: start.order.phone_number, times: 1 },
  link: null,
  cash: null,
})

/** What the cashier sees. */
export function salePhaseOf({ payment, link, cash }: Pick<Sale, 'payment' | 'link' | 'cash'>): SalePhase {
  if (cash) return cash.done ? (cash.done.state === 'voided' ? 'voided' : 'paid') : 'creating'
  if (!payment && link)
    return link.state === 'open' ? 'waiting' : link.state === 'cancelled' ? 'voided' : 'expired'
  if (!payment) return 'creating'
  if (payment.status === 'completed') return 'paid'
  // As long as a network may still collect the money, the sale is not shown as failed.
  if (payment.outcome_unknown) return 'unknown'
  return payment.status === 'pending' ? 'waiting' : payment.status
}

const rank = (payment: Payment) => (payment.status === 'pending' ? 0 : payment.status === 'completed' ? 2 : 1)
/** A manual confirmation that the network has confirmed since. */
const certainty = ({ manual_confirmation }: Payment) => (manual_confirmation?.confirmed ? 1 : 0)

/** The sale after an update of its payment. Updates may arrive out of order: the sale never goes back. */
export function withPayment(sale: Sale, update: Payment): Sale {
  const before = sale.payment
  if (
    before &&
    (before.reference !== update.reference ||
      rank(update) < rank(before) ||
      certainty(update) < certainty(before))
  )
    return sale
  return { ...sale, payment: update, tries: 0 }
}

/** The sale after its link replaced the QR code. */
export const withLink = (sale: Sale, link: SaleLink): Sale => ({ ...sale, payment: null, push: null, link })

/** Items as the till shows them; a merchant's items may have more fields. */
export const itemsOf = ({ line_items }: { readonly line_items: readonly LineItem[] }): readonly LineItem[] =>
  line_items.map(({ name, quantity, unit_price, by_weight, discount }) => ({
    ...{ name, quantity, unit_price },
    ...(by_weight ? { by_weight } : {}),
    ...(discount ? { discount } : {}),
  }))

/** The sale of a payment opened from the list. */
export function saleOfPayment(caller: Caller, payment: Payment, now: number): Sale {
  const { note } = payment.metadata
  const phone = payment.payment_type === 'mobile' ? payment.customer.phone : undefined
  const items = itemsOf(payment)
  const order = newOrder({
    amount: payment.amount.value,
    note: typeof note === 'string' ? note : '',
    items,
    phone,
  })
  return { ...newSale({ key: '', caller, order, startedAt: now }), payment }
}

/** The sale of a cash sale opened from the list. */
export const saleOfCash = (caller: Caller, done: CashSale, now: number): Sale => ({
  ...newSale({
    key: '',
    caller,
    order: newOrder({ amount: done.amount, note: done.note ?? '', items: itemsOf(done) }),
    startedAt: now,
  }),
  cash: { key: '', given: done.given, instead: done.payment_reference, done },
})

/** Whether updates may still arrive: a late payment, or the network's answer to a manual confirmation. */
export const isLive = ({ payment }: Sale): boolean =>
  payment !== null && (payment.status !== 'completed' || isOnlyManual(payment))

/** What may be given back of it; undefined while it is not paid. */
export function refundableOf({ payment, cash, order }: Sale) {
  const isPaid = cash ? cash.done?.state === 'completed' : payment?.status === 'completed'
  const reference = cash?.done?.id ?? payment?.reference
  return isPaid && reference !== undefined
    ? { reference, amount: order.details.amount, items: itemsIn(order) }
    : undefined
}

/** The tone for a change of phase. */
export function toneOf(before: SalePhase, after: SalePhase): 'paid' | 'failed' | undefined {
  if (before === after) return undefined
  if (after === 'paid') return 'paid'
  return after === 'failed' || after === 'expired' ? 'failed' : undefined
}

/** The amount to read aloud when a sale has become `sale`: only what its network confirmed in time. */
export function amountToSay({ payment, cash }: Pick<Sale, 'payment' | 'cash'>): number | undefined {
  const isConfirmed = !cash && payment?.status === 'completed' && !payment.late && !isOnlyManual(payment)
  return isConfirmed ? payment.amount.value : undefined
}

export type RequestStep<T> =
  | { readonly kind: 'created'; readonly value: T }
  /** Send the request again, with its key. */
  | { readonly kind: 'retry'; readonly inMs: number }
  | { readonly kind: 'sign_in' }
  | { readonly kind: 'rejected' }

export interface RequestContext {
  readonly tries: number
  /** Whether the caller is a paired till, where a cashier who was signed out signs in again. */
  readonly atTill: boolean
  /** Whether 409 means that the same request is still under way; otherwise it is a rejection. */
  readonly retryOnConflict: boolean
}

/** The next step after an answer. A request that the server may or may not have done is sent again. */
export function afterRequest<T>(
  answer: ApiResult<T>,
  { tries, atTill, retryOnConflict }: RequestContext,
): RequestStep<T> {
  if (answer.ok) return { kind: 'created', value: answer.value }
  const { apiError } = answer
  const delayMs = Math.min(4_000, 500 * 2 ** tries)
  if (apiError.kind === 'unreachable') return { kind: 'retry', inMs: delayMs }
  if (apiError.kind === 'logged_out' || (atTill && apiError.reason === 'cashier_not_signed_in'))
    return { kind: 'sign_in' }
  if (apiError.status === 429) return { kind: 'retry', inMs: Math.max(apiError.retryAfterMs, 1_000) }
  if (apiError.status >= 500 || (apiError.status === 409 && retryOnConflict))
    return { kind: 'retry', inMs: delayMs }
  return { kind: 'rejected' }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isNullOr = (value: unknown, fits: (record: Record<string, unknown>) => boolean) =>
  value === null || (isRecord(value) && fits(value))

/** Whether a stored value is a sale. */
export function isSale(value: unknown): value is Sale {
  if (!isRecord(value) || !isRecord(value.order) || !isRecord(value.order.details) || !isRecord(value.caller))
    return false
  return (
    typeof value.key === 'string' &&
    typeof value.caller.account === 'string' &&
    typeof value.startedAt === 'number' &&
    isNullOr(value.payment, ({ reference, amount }) => typeof reference === 'string' && isRecord(amount)) &&
    isNullOr(value.push, ({ phone }) => typeof phone === 'string') &&
    isNullOr(value.link, ({ reference, url }) => typeof reference === 'string' && typeof url === 'string') &&
    isNullOr(value.cash, ({ key, done }) => typeof key === 'string' && isNullOr(done, isRecord))
  )
}

/** Whether a stored sale is shown after a reload. A requested cash sale always is. */
export const isResumable = (sale: Sale, now: number): boolean =>
  sale.payment !== null ||
  sale.link !== null ||
  sale.cash !== null ||
  Math.abs(now - sale.startedAt) < staleMs

/** Whether both are the same sale, in any phase. */
export const isSameSale = (one: Sale | undefined, other: Sale | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    isSameCaller(one.caller, other.caller) &&
    one.startedAt === other.startedAt &&
    one.key === other.key)

/**
 * Returns the sale of this tab after another tab stored one. That is the stored sale, unless it replaced a
 * sale other than this tab's, or is an older state of this tab's sale.
 * @param replaced the sale that was stored before
 */
export function saleAfterOtherTab(
  mine: Sale | undefined,
  theirs: Sale | undefined,
  replaced: Sale | undefined,
): Sale | undefined {
  if (mine === undefined) return theirs
  if (isSameSale(mine, theirs))
    return theirs?.payment && mine.payment
      ? withPayment(mine, theirs.payment) === mine
        ? mine
        : theirs
      : theirs
  return isSameSale(mine, replaced) ? theirs : mine
}

/** Whether all of a sale was given back. */
export const isRefunded = (amount: number, refunded = 0): boolean => refunded > 0 && refunded >= amount
