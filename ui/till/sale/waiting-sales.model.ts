// Sales that were left open for the next customer, and are watched until they end. The banner shows the
// amount and the note, and the recent sales show those that the server has not listed, such as while it
// cannot be reached.
import { type Caller, isSameCaller } from '../../kit/caller.ts'
import { isOnlyManual } from '../../kit/manual-confirmation.model.ts'
import type { Payment } from '../../kit/payment.ts'
import { isSale, noteIn, type Sale, salePhaseOf } from './sale.model.ts'

export interface WaitingSale {
  /** The sale as it was left, with its payment as last known. */
  readonly sale: Sale
  /** The sale is paid, and the cashier has not seen that yet. */
  readonly paid: boolean
}

/** More sales are not watched; the list of recent sales still shows them. */
const waitingMax = 10

/** Returns the caller that the sale belongs to. */
export const callerOf = ({ sale }: WaitingSale): Caller => sale.caller
/** Returns the reference of its payment; null for a link that has no payment yet. */
export const paymentReferenceOf = ({ sale }: WaitingSale): string | null => sale.payment?.reference ?? null
/** Returns the reference of its link; null for a sale without one. */
export const linkReferenceOf = ({ sale }: WaitingSale): string | null => sale.link?.reference ?? null
/** Returns the amount in whole shillings. */
export const amountOf = ({ sale }: WaitingSale): number => sale.order.details.amount
/** Returns the note of the sale; empty for none. */
export const noteOf = ({ sale }: WaitingSale): string => noteIn(sale.order)

/** Returns the watched sale for a sale that is left; undefined if it has ended and needs no watching. */
export const waitingFrom = (sale: Sale): WaitingSale | undefined =>
  ['waiting', 'unknown'].includes(salePhaseOf(sale)) ? { sale, paid: false } : undefined

/** Returns whether both are the same sale. */
const isSameWaiting = (waitingSale: WaitingSale, other: WaitingSale): boolean =>
  paymentReferenceOf(waitingSale) === paymentReferenceOf(other) &&
  linkReferenceOf(waitingSale) === linkReferenceOf(other)

/** Returns the list with a sale as the newest, at its end; the oldest ones beyond the limit are dropped. */
export const withWaiting = (all: readonly WaitingSale[], waitingSale: WaitingSale): WaitingSale[] =>
  [...all.filter(other => !isSameWaiting(other, waitingSale)), waitingSale].slice(-waitingMax)

/** Returns the list without a sale. */
export const withoutWaiting = (all: readonly WaitingSale[], waitingSale: WaitingSale): WaitingSale[] =>
  all.filter(other => !isSameWaiting(other, waitingSale))

/** Returns the list without the sale of this payment or link, which is on the screen again. */
export const withoutSale = (all: readonly WaitingSale[], reference: string): WaitingSale[] =>
  all.filter(
    waitingSale =>
      paymentReferenceOf(waitingSale) !== reference && linkReferenceOf(waitingSale) !== reference,
  )

/** Returns the watched sale of a payment or link; undefined if it is not watched. */
export const waitingSaleOf = (all: readonly WaitingSale[], reference: string): WaitingSale | undefined =>
  all.find(waitingSale => (paymentReferenceOf(waitingSale) ?? linkReferenceOf(waitingSale)) === reference)

/** Returns a caller's open watched sales, newest first. */
export const openWaitingSales = (all: readonly WaitingSale[], caller: Caller): Sale[] =>
  all
    .filter(waitingSale => !waitingSale.paid && isSameCaller(callerOf(waitingSale), caller))
    .map(({ sale }) => sale)
    .toReversed()

/**
 * Returns the watched sale after news of its payment: paid, still watched, or undefined once nothing more can
 * come. A sale that only a person confirmed is not announced as paid.
 */
export function afterNews({ sale }: WaitingSale, payment: Payment): WaitingSale | undefined {
  const updated = { ...sale, payment }
  if (payment.status === 'completed') return isOnlyManual(payment) ? undefined : { sale: updated, paid: true }
  const isOpen = payment.status === 'pending' || payment.outcome_unknown
  return isOpen ? { sale: updated, paid: false } : undefined
}

/** Returns whether a stored value is a list of watched sales. */
export const areWaitingSales = (value: unknown): value is WaitingSale[] =>
  Array.isArray(value) && value.every(entry => isSale(entry?.sale) && typeof entry.paid === 'boolean')
