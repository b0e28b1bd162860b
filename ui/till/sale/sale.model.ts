// One sale on this till: what is shown of it, and how it goes on. The box decides what a payment is; this
// decides what a cashier sees.
//
//   asking ──► waiting ⇄ unknown ──► paid
//                 └────────┴───────► failed | expired | voided ──► paid (late)
//
// On the way the same sale may change how it is paid: a push beside the QR, a link in its place, cash instead
// of both.
import type { ApiResult } from '../../kit/api.ts'
import { type Caller, isSameCaller } from '../../kit/caller.ts'
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
/** Cash taken for this sale: asked for with one key until the box has answered. */
export interface SaleCash {
  readonly key: string
  readonly given: number
  /** The payment that it ends. */
  readonly instead: string | null
  /** The link that it ends, with its payment; what an older till kept does not say. */
  readonly link?: string | null
  readonly done: CashSale | null
}

export interface Sale {
  /** The idempotency key, made before the request leaves; empty for a sale opened from the list. */
  readonly key: string
  readonly caller: Caller
  readonly order: CreatePayment
  /** This device's clock, milliseconds. */
  readonly startedAt: number
  readonly payment: Payment | null
  /** Tries without an answer. */
  readonly tries: number
  readonly push: Push | null
  readonly link: SaleLink | null
  readonly cash: SaleCash | null
}

export type SalePhase = 'asking' | 'waiting' | 'unknown' | 'paid' | 'failed' | 'expired' | 'voided'

/** Tills ask for minutes, not for the four hours a payment may last. */
const expiresInSeconds = 600
/** A link is read elsewhere than at the counter: it gets more time. */
export const linkSeconds = 3_600
/** A request that never reached the box is not sent any more when it is this old: the customer has gone. */
export const staleMs = 600_000

export interface SaleDraft {
  readonly amount: number
  readonly note: string
  /** What is sold, where the cashier says so. */
  readonly items?: readonly LineItem[]
  /** Of a push; without one it is a QR. */
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
/** The same wish once more. */
export const saleDraftOf = (order: CreatePayment): SaleDraft => ({
  amount: order.details.amount,
  note: noteIn(order),
  items: itemsIn(order),
  phone: order.phone_number,
})

export interface Start {
  readonly key: string
  readonly caller: Caller
  readonly order: CreatePayment
  readonly startedAt: number
}
export const newSale = (start: Start): Sale => ({
  ...start,
  payment: null,
  tries: 0,
  push: start.order.phone_number === undefined ? null : { phone: start.order.phone_number, times: 1 },
  link: null,
  cash: null,
})

/** What the cashier sees. */
export function salePhaseOf({ payment, link, cash }: Pick<Sale, 'payment' | 'link' | 'cash'>): SalePhase {
  if (cash) return cash.done ? (cash.done.state === 'voided' ? 'voided' : 'paid') : 'asking'
  if (!payment && link)
    return link.state === 'open' ? 'waiting' : link.state === 'cancelled' ? 'voided' : 'expired'
  if (!payment) return 'asking'
  if (payment.status === 'completed') return 'paid'
  // Whatever else has ended: as long as a network may still have the money, nobody is told that it is not
  // coming.
  if (payment.outcome_unknown) return 'unknown'
  return payment.status === 'pending' ? 'waiting' : payment.status
}

const rank = (payment: Payment) => (payment.status === 'pending' ? 0 : payment.status === 'completed' ? 2 : 1)
/** Completed on a person's word, and since confirmed by the network. */
const certainty = ({ manual_confirmation }: Payment) => (manual_confirmation?.confirmed ? 1 : 0)

/**
 * The sale after news of its payment. News may arrive out of order (stream, poll, answer): it never goes
 * back.
 */
export function updated(sale: Sale, news: Payment): Sale {
  const known = sale.payment
  if (
    known &&
    (known.reference !== news.reference || rank(news) < rank(known) || certainty(news) < certainty(known))
  )
    return sale
  return { ...sale, payment: news, tries: 0 }
}

/** The sale once its link has taken the place of what was offered before. */
export const linked = (sale: Sale, link: SaleLink): Sale => ({ ...sale, payment: null, push: null, link })

/** A merchant's items may say more than a till shows. */
export const itemsOf = ({ line_items }: { readonly line_items: readonly LineItem[] }): readonly LineItem[] =>
  line_items.map(({ name, quantity, unit_price }) => ({ name, quantity, unit_price }))

/** Shows a sale of the list again. */
export function reopened(caller: Caller, payment: Payment, now: number): Sale {
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

/** A cash sale, shown again. */
export const reopenedCash = (caller: Caller, done: CashSale, now: number): Sale => ({
  ...newSale({
    key: '',
    caller,
    order: newOrder({ amount: done.amount, note: done.note ?? '', items: itemsOf(done) }),
    startedAt: now,
  }),
  cash: { key: '', given: done.given, instead: done.payment_reference, done },
})

/**
 * Whether there is still news of its payment to wait for. Money may come after any end but `paid`; a person's
 * word may be confirmed.
 */
export const isLive = ({ payment }: Sale): boolean =>
  payment !== null && (payment.status !== 'completed' || payment.manual_confirmation?.confirmed === false)

/** The tone of a change that the cashier sees happen. */
export function toneOf(before: SalePhase, after: SalePhase): 'paid' | 'failed' | undefined {
  if (before === after) return undefined
  if (after === 'paid') return 'paid'
  return after === 'failed' || after === 'expired' ? 'failed' : undefined
}

export type Next<T> =
  | { readonly kind: 'made'; readonly value: T }
  /** Ask the same again, with the same key. */
  | { readonly kind: 'again'; readonly inMs: number }
  | { readonly kind: 'log_in' }
  | { readonly kind: 'refused' }

export interface RequestResult {
  readonly tries: number
  /** On a paired till `forbidden` means that nobody is signed in any more. */
  readonly atTill: boolean
  /** Whether 409 says that the same request is still under way; else it is a plain no. */
  readonly conflictPasses: boolean
}

/**
 * What an answer to a request with a key means. Whatever leaves it open whether the box did it is asked
 * again.
 */
export function afterRequest<T>(
  answer: ApiResult<T>,
  { tries, atTill, conflictPasses }: RequestResult,
): Next<T> {
  if (answer.ok) return { kind: 'made', value: answer.value }
  const { apiError } = answer
  const patience = Math.min(4_000, 500 * 2 ** tries)
  if (apiError.kind === 'unreachable') return { kind: 'again', inMs: patience }
  if (apiError.kind === 'logged_out' || (atTill && apiError.errorCode === 'forbidden'))
    return { kind: 'log_in' }
  if (apiError.status === 429) return { kind: 'again', inMs: Math.max(apiError.retryAfterMs, 1_000) }
  if (apiError.status >= 500 || (apiError.status === 409 && conflictPasses))
    return { kind: 'again', inMs: patience }
  return { kind: 'refused' }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isNullOr = (value: unknown, fits: (record: Record<string, unknown>) => boolean) =>
  value === null || (isRecord(value) && fits(value))

/** Whether what this browser kept is a sale of ours. */
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

/**
 * Whether a kept sale is still worth showing after a reload. Cash that was asked for is always asked for to
 * the end.
 */
export const isWorthKeeping = (sale: Sale, now: number): boolean =>
  sale.payment !== null ||
  sale.link !== null ||
  sale.cash !== null ||
  Math.abs(now - sale.startedAt) < staleMs

/** Whether two are the same sale, however far each has come. */
export const isSameSale = (one: Sale | undefined, other: Sale | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    isSameCaller(one.caller, other.caller) &&
    one.startedAt === other.startedAt &&
    one.key === other.key)

/**
 * What a tab shows after another tab wrote the kept sale: theirs, unless they wrote over a sale that is not
 * ours, or an older view of ours.
 * @param replaced what their writing replaced
 */
export function sharedSale(
  mine: Sale | undefined,
  theirs: Sale | undefined,
  replaced: Sale | undefined,
): Sale | undefined {
  if (mine === undefined) return theirs
  if (isSameSale(mine, theirs))
    return theirs?.payment && mine.payment ? (updated(mine, theirs.payment) === mine ? mine : theirs) : theirs
  return isSameSale(mine, replaced) ? theirs : mine
}
