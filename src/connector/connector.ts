// The interface every payment network is spoken to through. Three answers, never two: yes, no, unknown. A
// network connector is called outside any transaction; one that lives in the box answers inside the caller's
// own.
import type { Method, Outcome } from '../domain/attempt.ts'
import type { PayoutOutcome, Recipient } from '../domain/payout.ts'
import type { Read, Tx } from '../store/statement.ts'

/** One request to collect money, complete before anything is sent. */
export interface Order {
  readonly accountId: string
  readonly networkReference: string
  readonly paymentId: string
  readonly method: Method
  /** Whole shillings. */
  readonly amount: number
  /** The payer's number, E.164; null for a QR. */
  readonly phone: string | null
  /** 8 digits; networks that mint their own answer with another. */
  readonly token: string
  readonly payee: string
  readonly city: string
  /** Where the pages of the box are reached, for a page of its own. */
  readonly publicUrl: string
  readonly expiresAt: number
}

/** One request to pay money out, complete before anything is sent. */
export interface PayoutOrder {
  readonly accountId: string
  readonly networkReference: string
  /** Whole shillings. */
  readonly amount: number
  readonly recipient: Recipient
  readonly narration: string
  readonly payer: string
}

/** What the network said to an order; `nextCheckAt` when it knows the time worth asking again. */
export type Answer = Outcome & { readonly nextCheckAt?: number }

interface Base {
  readonly name: string
  readonly methods: readonly Method[]
  readonly payouts: readonly ('mobile' | 'bank')[]
  /** First wait before the status is asked, and the longest between two askings, in milliseconds. */
  readonly checkFirstMs: number
  readonly checkMostMs: number
  /** After this long without a clear answer an attempt is asked about only once a day. */
  readonly deadlineMs: number
}

export interface NetworkConnector extends Base {
  readonly reach: 'network'
  /** Sends the order once. Never throws: what is not known is `unknown`. */
  collect(order: Order): Promise<Answer>
  /** Asks the network by our reference what became of it. */
  check(networkReference: string): Promise<Answer>
  /** Sends the payout once; never throws. */
  payOut(order: PayoutOrder): Promise<PayoutOutcome>
  checkPayout(networkReference: string): Promise<PayoutOutcome>
}

export interface BoxConnector extends Base {
  readonly reach: 'box'
  collect(tx: Tx, order: Order, now: number): Promise<Answer>
  check(read: Read, networkReference: string, now: number): Promise<Answer>
  payOut(tx: Tx, order: PayoutOrder, now: number): Promise<PayoutOutcome & { readonly nextCheckAt?: number }>
  checkPayout(read: Read, networkReference: string, now: number): Promise<PayoutOutcome>
}

export type Connector = NetworkConnector | BoxConnector

/** The longest between two askings. */
export const checkIdleMs = 86_400_000

/**
 * How long to wait before asking again, growing with how long it has been asked: half of its age, within the
 * connector's bounds.
 * What was made in the future, before the clock was set back, has no age that is known.
 */
export function nextCheckMs(connector: Connector, ageMs: number): number {
  if (ageMs < 0) return connector.checkMostMs
  if (ageMs >= connector.deadlineMs) return checkIdleMs
  return Math.min(connector.checkMostMs, Math.max(connector.checkFirstMs, Math.floor(ageMs / 2)))
}
