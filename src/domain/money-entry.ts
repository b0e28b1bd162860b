// The two sides of a reconciliation: one of our orders, and a network's line about an order.

/** open: it may still be paid · not_paid: failed, cancelled, expired, or given back. */
export type MoneyState = 'paid' | 'open' | 'not_paid'

/** One of our attempts, payouts or refunds that was sent to the network. */
export interface OwnEntry {
  readonly kind: 'payment' | 'payout' | 'refund'
  readonly reference: string // our reference that was sent to the network
  readonly subject: string // the id of the payment, payout or refund
  readonly amount: number // whole shillings: the paid amount, else the requested one
  readonly state: MoneyState
  readonly receipt: string | null // the network's receipt number
  /** For a payment: the shillings that the network gave back for us, or was asked to give back. */
  readonly refunded?: number
  /** The part of `refunded` whose refunds are completed. Whole shillings. */
  readonly refundCompleted?: number
  /** For the network's own refund: our reference of the order that it gives back. */
  readonly refundOf?: string
}

/** A network's line about an order, from its list, a status check or its file. */
export interface NetworkEntry {
  readonly reference: string | null
  readonly receipt: string | null
  readonly amount: number | null // null when the network gives none
  readonly state: MoneyState
  readonly at: number | null // when the order was made or paid; null when the network gives no time
  readonly direction?: 'in' | 'out' // which way the money went, if the source has it
  readonly isReversed?: true // it was given back: reversed, refunded, charged back
  /** For money that came in: the amount given back since, whole shillings. */
  readonly returned?: number
  /** Normalised names in the text of a reversal; one of them is the name of the reversed money. */
  readonly mentions?: readonly string[]
}

/** Returns a reference or receipt in the form in which they are compared: in capitals, without blanks. */
export const nameOf = (text: string): string => text.replace(/\s/g, '').toUpperCase()
