// One sale on this till: its phases as the cashier sees them, and how it continues. The server decides the
// state of the payment.
//
// The payment method may change during a sale: a push in addition to the QR, a link instead of it, or cash.
import { type Caller, isSameCaller } from '../../kit/caller.ts'
import { isOnlyManual } from '../../kit/manual-confirmation.model.ts'
import type { CreatePayment, LineItem, Payment } from '../../kit/payment.ts'
import type { CashSale } from '../../kit/till.ts'

/** The last push of this sale. `phone` is in E.164. */
interface Push {
  readonly phone: string
  /** How many pushes were sent to this phone. */
  readonly times: number
}
/** The payment link that replaced the QR code. Times are ISO. */
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
  /** The reference of the payment that the cash replaces, also of one that has ended unpaid. */
  readonly instead: string | null
  /** The reference of the link that the cash replaces; absent in sales stored by an older version. */
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
  /** When the sale was started, by this device's clock in milliseconds. */
  readonly startedAt: number
  readonly payment: Payment | null
  /** How many requests in a row had no answer. */
  readonly tries: number
  readonly push: Push | null
  readonly link: SaleLink | null
  readonly cash: SaleCash | null
  /** The name of who sold it; only for a sale opened from the list of a till. */
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
/** How long a payment link is valid. It gets more time than a payment, because it is read elsewhere. */
export const linkSeconds = 3_600
/** A request that stayed unanswered for longer is not sent again: the customer has left. */
export const staleMs = 600_000

/** What a sale is created with. `amount` is in whole shillings. */
export interface SaleDraft {
  readonly amount: number
  readonly note: string
  /** What is sold, if the cashier enters it. */
  readonly items?: readonly LineItem[]
  /** For a push; without it the sale starts with a QR code. */
  readonly phone?: string | undefined
}

/** Returns the request that creates the payment of a sale. */
export const newOrder = ({ amount, note, items = [], phone }: SaleDraft): CreatePayment => ({
  payment_type: phone === undefined ? 'dynamic-qr' : 'mobile',
  details: { amount, currency: 'TZS', expires_in: expiresInSeconds },
  ...(phone === undefined ? {} : { phone_number: phone }),
  ...(note === '' ? {} : { metadata: { note } }),
  ...(items.length === 0 ? {} : { line_items: [...items] }),
})

/** Returns the note of a sale; empty for none. */
export const noteIn = ({ metadata }: CreatePayment): string => metadata?.note ?? ''

/** Returns the items of a sale; empty for a bare amount. */
export const itemsIn = ({ line_items }: CreatePayment): readonly LineItem[] => line_items ?? []

/** Returns the draft that starts this sale again. */
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
/** Returns a sale before its first request. */
export const newSale = (start: SaleStart): Sale => ({
  ...start,
  payment: null,
  tries: 0,
  push: start.order.phone_number === undefined ? null : { phone: start.order.phone_number, times: 1 },
  link: null,
  cash: null,
})

/** Returns the phase that the cashier sees. Cash counts before a payment, and a payment before its link. */
export function salePhaseOf({ payment, link, cash }: Pick<Sale, 'payment' | 'link' | 'cash'>): SalePhase {
  if (cash?.done) return cash.done.state === 'voided' ? 'voided' : 'paid'
  if (cash) return 'creating'
  if (!payment && link) return linkPhases[link.state]
  if (!payment) return 'creating'
  if (payment.status === 'completed') return 'paid'
  // As long as a network may still collect the money, the sale is not shown as failed.
  if (payment.outcome_unknown) return 'unknown'
  return payment.status === 'pending' ? 'waiting' : payment.status
}

const linkPhases = { open: 'waiting', cancelled: 'voided', expired: 'expired' } as const

/**
 * Returns the references of what cash for this sale replaces: its link, else its payment in any status. An
 * ended payment may be confirmed late, and the server finds the double payment only if the cash names it.
 */
export const replacedByCash = ({ payment, link }: Pick<Sale, 'payment' | 'link'>) => ({
  instead: link ? null : (payment?.reference ?? null),
  link: link?.reference ?? null,
})

/** Returns the place of a payment's state in their order: open 0, ended unpaid 1, completed 2. */
function rank({ status }: Payment): number {
  if (status === 'pending') return 0
  return status === 'completed' ? 2 : 1
}

/** Returns 1 once the network has confirmed a manual confirmation, else 0. */
const certainty = ({ manual_confirmation }: Payment) => (manual_confirmation?.confirmed ? 1 : 0)

/**
 * Returns the sale after an update of its payment. Updates may arrive out of order, so an older one changes
 * nothing.
 */
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

/** Returns the sale after its link replaced the QR code. */
export const withLink = (sale: Sale, link: SaleLink): Sale => ({ ...sale, payment: null, push: null, link })

/** Returns items as a list of the till shows them, without the other fields that a line has. */
export const shownItemsOf = ({
  line_items,
}: {
  readonly line_items: readonly LineItem[]
}): readonly LineItem[] =>
  line_items.map(({ name, quantity, unit_price, by_weight, discount }) => ({
    name,
    quantity,
    unit_price,
    ...(by_weight ? { by_weight } : {}),
    ...(discount ? { discount } : {}),
  }))

/** Returns the sale of a payment opened from the list. `now` is in ms. */
export function saleOfPayment(caller: Caller, payment: Payment, now: number): Sale {
  const { note } = payment.metadata
  const phone = payment.payment_type === 'mobile' ? payment.customer.phone : undefined
  const order = newOrder({
    amount: payment.amount.value,
    note: typeof note === 'string' ? note : '',
    items: payment.line_items,
    phone,
  })
  return { ...newSale({ key: '', caller, order, startedAt: now }), payment }
}

/** Returns the sale of a cash sale opened from the list. `now` is in ms. */
export const saleOfCash = (caller: Caller, done: CashSale, now: number): Sale => ({
  ...newSale({
    key: '',
    caller,
    order: newOrder({ amount: done.amount, note: done.note ?? '', items: done.line_items }),
    startedAt: now,
  }),
  cash: { key: '', given: done.given, instead: done.payment_reference, done },
})

/**
 * Returns whether updates may still arrive: a late payment, or the network's answer to a manual confirmation.
 */
export const isLive = ({ payment }: Sale): boolean =>
  payment !== null && (payment.status !== 'completed' || isOnlyManual(payment))

/** Returns what may be given back of a sale; undefined while it is not paid. */
export function refundableOf({ payment, cash, order }: Sale) {
  const isPaid = cash ? cash.done?.state === 'completed' : payment?.status === 'completed'
  const reference = cash?.done?.id ?? payment?.reference
  return isPaid && reference !== undefined
    ? { reference, amount: order.details.amount, items: itemsIn(order) }
    : undefined
}

/** Returns the tone for a change of phase; undefined for silence. */
export function toneOf(before: SalePhase, after: SalePhase): 'paid' | 'failed' | undefined {
  if (before === after) return undefined
  if (after === 'paid') return 'paid'
  return after === 'failed' || after === 'expired' ? 'failed' : undefined
}

/**
 * Returns the amount to read aloud when a sale has changed to this one; undefined unless its network
 * confirmed it in time.
 */
export function amountToSay({ payment, cash }: Pick<Sale, 'payment' | 'cash'>): number | undefined {
  const isConfirmed = !cash && payment?.status === 'completed' && !payment.late && !isOnlyManual(payment)
  return isConfirmed ? payment.amount.value : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
/** Returns whether a value is null or a record that fits. */
const isNullOr = (value: unknown, fits: (record: Record<string, unknown>) => boolean) =>
  value === null || (isRecord(value) && fits(value))

/** Returns whether a stored value is a sale that this version can show. */
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
 * Returns whether a stored sale is shown after a reload: one that was answered or is cash, or that is not too
 * old. `now` is in ms.
 */
export const isResumable = (sale: Sale, now: number): boolean =>
  sale.payment !== null ||
  sale.link !== null ||
  sale.cash !== null ||
  Math.abs(now - sale.startedAt) < staleMs

/** Returns whether both are the same sale, in any phase. */
export function isSameSale(sale: Sale | undefined, other: Sale | undefined): boolean {
  if (sale === undefined || other === undefined) return sale === other
  return (
    isSameCaller(sale.caller, other.caller) && sale.startedAt === other.startedAt && sale.key === other.key
  )
}

/**
 * Returns the sale of this tab after another tab stored one: the stored sale, unless it is an older state of
 * this tab's sale, or it replaced (`replaced`) a sale other than this tab's.
 */
export function saleAfterOtherTab(
  mine: Sale | undefined,
  theirs: Sale | undefined,
  replaced: Sale | undefined,
): Sale | undefined {
  if (mine === undefined) return theirs
  if (isSameSale(mine, theirs)) {
    const isOlder = theirs?.payment && mine.payment && withPayment(mine, theirs.payment) === mine
    return isOlder ? mine : theirs
  }
  return isSameSale(mine, replaced) ? theirs : mine
}

/** Returns whether all of a sale was given back. Both are whole shillings. */
export const isRefunded = (amount: number, refunded = 0): boolean => refunded > 0 && refunded >= amount
