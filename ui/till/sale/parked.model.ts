// Parked sales: left open for the next customer, and watched until they end. The banner shows the amount
// and the note.
import type { Caller } from '../../kit/caller.ts'
import { isOnlyManual } from '../../kit/manual-confirmation.model.ts'
import type { Payment } from '../../kit/payment.ts'
import { noteIn, type Sale, salePhaseOf } from './sale.model.ts'

export interface ParkedSale {
  readonly caller: Caller
  /** Of the payment; null for a link before anyone pays. */
  readonly reference: string | null
  readonly link: string | null
  readonly amount: number
  readonly note: string
  /** Set once it is paid, until the cashier has seen it. */
  readonly paid: boolean
}

/** More are not watched: the list of recent sales shows them. */
const parkedMax = 10

/** What is watched of a sale that is left; undefined for one that has ended. */
export function parkedOf(sale: Sale): ParkedSale | undefined {
  if (!['waiting', 'unknown'].includes(salePhaseOf(sale))) return undefined
  const { caller, order, payment, link } = sale
  return {
    caller,
    reference: payment?.reference ?? null,
    link: link?.reference ?? null,
    amount: order.details.amount,
    note: noteIn(order),
    paid: false,
  }
}

const isSameParked = (one: ParkedSale, other: ParkedSale): boolean =>
  one.reference === other.reference && one.link === other.link

/** The newest come last; the oldest give way. */
export const withParked = (all: readonly ParkedSale[], one: ParkedSale): ParkedSale[] =>
  [...all.filter(other => !isSameParked(other, one)), one].slice(-parkedMax)

export const withoutParked = (all: readonly ParkedSale[], one: ParkedSale): ParkedSale[] =>
  all.filter(other => !isSameParked(other, one))

/** Without the sale of this payment: it is on the screen again. */
export const withoutPayment = (all: readonly ParkedSale[], reference: string): ParkedSale[] =>
  all.filter(one => one.reference !== reference)

/**
 * The parked sale after news of its payment: paid, still watched, or undefined once nothing can come any more.
 * What only a person confirmed is not announced as paid.
 */
export function afterNews(one: ParkedSale, payment: Payment): ParkedSale | undefined {
  const known = { ...one, reference: payment.reference }
  if (payment.status === 'completed') return isOnlyManual(payment) ? undefined : { ...known, paid: true }
  return payment.status === 'pending' || payment.outcome_unknown ? known : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'

/** Whether a stored value is a list of parked sales. */
export const areParked = (value: unknown): value is ParkedSale[] =>
  Array.isArray(value) &&
  value.every(
    one =>
      isRecord(one) &&
      isRecord(one.caller) &&
      isTextOrNull(one.reference) &&
      isTextOrNull(one.link) &&
      Number.isSafeInteger(one.amount) &&
      typeof one.note === 'string' &&
      typeof one.paid === 'boolean',
  )
