// The two sides of a reconciliation: an order of ours, and a network's line about one.

/** open: it may still be paid · not_paid: failed, cancelled, expired, or given back. */
export type MoneyState = 'paid' | 'open' | 'not_paid'

/** An attempt or payout of ours that was sent to the network. */
export interface OwnEntry {
  readonly kind: 'payment' | 'payout'
  /** Ours, as the network was given it. */
  readonly reference: string
  /** The id of the payment or payout. */
  readonly subject: string
  /** Whole shillings: what was paid, else what was asked for. */
  readonly amount: number
  readonly state: MoneyState
  /** The network's number of this money. */
  readonly receipt: string | null
}

/** What a network says of one order, in its list, its answer or its file. */
export interface NetworkEntry {
  readonly reference: string | null
  readonly receipt: string | null
  /** Null where the network names none. */
  readonly amount: number | null
  readonly state: MoneyState
  /** When the order was made or paid; null where the network names no time. */
  readonly at: number | null
  /** Which way the money went, where the source names it. */
  readonly direction?: 'in' | 'out'
  /** It was given back: reversed, refunded, charged back. */
  readonly isReversed?: true
  /** What the words of a reversal name, in the form that is compared: among it the money that it takes back. */
  readonly mentions?: readonly string[]
}

/** A reference or receipt in the form that is compared. */
export const nameOf = (text: string): string => text.replace(/\s/g, '').toUpperCase()
