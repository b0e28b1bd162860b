// The two sides of a reconciliation: an order of ours, and a network's line about one.

/** open: it may still be paid · not_paid: failed, cancelled, expired, or given back. */
export type MoneyState = 'paid' | 'open' | 'not_paid'

/** An attempt or payout of ours that was sent to the network. */
export interface OwnEntry {
  readonly kind: 'payment' | 'payout'
  /** Our reference that was sent to the network. */
  readonly reference: string
  /** The id of the payment or payout. */
  readonly subject: string
  /** Whole shillings: the paid amount, else the requested one. */
  readonly amount: number
  readonly state: MoneyState
  /** The network's receipt number. */
  readonly receipt: string | null
}

/** One line of a network about an order, from its list, a status check or its file. */
export interface NetworkEntry {
  readonly reference: string | null
  readonly receipt: string | null
  /** Null when the network gives none. */
  readonly amount: number | null
  readonly state: MoneyState
  /** When the order was made or paid; null when the network gives no time. */
  readonly at: number | null
  /** Which way the money went, if the source has it. */
  readonly direction?: 'in' | 'out'
  /** It was given back: reversed, refunded, charged back. */
  readonly isReversed?: true
  /** Names in the text of a reversal, normalised; among them the reversed money. */
  readonly mentions?: readonly string[]
}

/** A reference or receipt in normalised form. */
export const nameOf = (text: string): string => text.replace(/\s/g, '').toUpperCase()
