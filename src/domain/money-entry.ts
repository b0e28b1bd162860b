// The two sides of a reconciliation: an order of ours, and a network's line about one.

/** open: it may still be paid · not_paid: failed, cancelled, expired, or given back. */
export type MoneyState = 'paid' | 'open' | 'not_paid'

/** An attempt, payout or refund of ours that was sent to the network. */
export interface OwnEntry {
  readonly kind: 'payment' | 'payout' | 'refund'
  readonly reference: string // our reference that was sent to the network
  readonly subject: string // the id of the payment, payout or refund
  readonly amount: number // whole shillings: the paid amount, else the requested one
  readonly state: MoneyState
  readonly receipt: string | null // the network's receipt number
  /** Of a payment: what the network gave back of it for us, or is asked to. Whole shillings. */
  readonly refunded?: number
  /** Of the network's own refund: our reference of the order that it gives back. */
  readonly refundOf?: string
}

/** One line of a network about an order, from its list, a status check or its file. */
export interface NetworkEntry {
  readonly reference: string | null
  readonly receipt: string | null
  readonly amount: number | null // null when the network gives none
  readonly state: MoneyState
  readonly at: number | null // when the order was made or paid; null when the network gives no time
  readonly direction?: 'in' | 'out' // which way the money went, if the source has it
  readonly isReversed?: true // it was given back: reversed, refunded, charged back
  /** Of money that came in: what was given back of it since, whole shillings. */
  readonly returned?: number
  /** Names in the text of a reversal, normalised; among them the reversed money. */
  readonly mentions?: readonly string[]
}

/** A reference or receipt in normalised form. */
export const nameOf = (text: string): string => text.replace(/\s/g, '').toUpperCase()
