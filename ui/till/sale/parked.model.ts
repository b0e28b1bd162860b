// Parked sales: left open for the next customer, and watched until they end. The banner shows the amount and
// the note, and the recent sales show those that the server has not listed, such as while it cannot be
// reached.
import { type Caller, isSameCaller } from '../../kit/caller.ts'
import { isOnlyManual } from '../../kit/manual-confirmation.model.ts'
import type { Payment } from '../../kit/payment.ts'
import { isSale, noteIn, type Sale, salePhaseOf } from './sale.model.ts'

export interface ParkedSale {
  /** The sale as it was parked, with the news of its payment since. */
  readonly sale: Sale
  /** Set once it is paid, until the cashier has seen it. */
  readonly paid: boolean
}

/** More are not watched: the list of recent sales shows them. */
const parkedMax = 10

export const callerOf = ({ sale }: ParkedSale): Caller => sale.caller
/** The reference of its payment; null for a link that has no payment yet. */
export const referenceOf = ({ sale }: ParkedSale): string | null => sale.payment?.reference ?? null
export const linkOf = ({ sale }: ParkedSale): string | null => sale.link?.reference ?? null
export const amountOf = ({ sale }: ParkedSale): number => sale.order.details.amount
export const noteOf = ({ sale }: ParkedSale): string => noteIn(sale.order)

/** What is watched of a sale that is left; undefined for one that has ended. */
export const parkedOf = (sale: Sale): ParkedSale | undefined =>
  ['waiting', 'unknown'].includes(salePhaseOf(sale)) ? { sale, paid: false } : undefined

const isSameParked = (one: ParkedSale, other: ParkedSale): boolean =>
  referenceOf(one) === referenceOf(other) && linkOf(one) === linkOf(other)

/** The newest come last; the oldest give way. */
export const withParked = (all: readonly ParkedSale[], one: ParkedSale): ParkedSale[] =>
  [...all.filter(other => !isSameParked(other, one)), one].slice(-parkedMax)

export const withoutParked = (all: readonly ParkedSale[], one: ParkedSale): ParkedSale[] =>
  all.filter(other => !isSameParked(other, one))

/** Without the sale of this payment or link: it is on the screen again. */
export const withoutSale = (all: readonly ParkedSale[], reference: string): ParkedSale[] =>
  all.filter(one => referenceOf(one) !== reference && linkOf(one) !== reference)

/** The parked sale of a payment or link. */
export const parkedAs = (all: readonly ParkedSale[], reference: string): ParkedSale | undefined =>
  all.find(one => (referenceOf(one) ?? linkOf(one)) === reference)

/** A caller's open parked sales, newest first. */
export const openParked = (all: readonly ParkedSale[], caller: Caller): Sale[] =>
  all
    .filter(one => !one.paid && isSameCaller(callerOf(one), caller))
    .map(({ sale }) => sale)
    .toReversed()

/**
 * The parked sale after news of its payment: paid, still watched, or undefined once nothing can come any
 * more. What only a person confirmed is not announced as paid.
 */
export function afterNews({ sale }: ParkedSale, payment: Payment): ParkedSale | undefined {
  const known = { sale: { ...sale, payment } }
  if (payment.status === 'completed') return isOnlyManual(payment) ? undefined : { ...known, paid: true }
  return payment.status === 'pending' || payment.outcome_unknown ? { ...known, paid: false } : undefined
}

/** Whether a stored value is a list of parked sales. */
export const areParked = (value: unknown): value is ParkedSale[] =>
  Array.isArray(value) && value.every(one => isSale(one?.sale) && typeof one.paid === 'boolean')
