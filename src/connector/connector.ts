// The interface of payment networks. An answer is yes, no or unknown, never only yes or no. A network is
// called outside any transaction. A local connector (the simulator) answers inside the transaction that plans
// the order; only flow/connector.ts tells the two apart.
import type { Method, Outcome } from '../domain/attempt.ts'
import type { PayoutOutcome, Recipient } from '../domain/payout.ts'
import type { Tx } from '../store/statement.ts'

/** One request to collect money, complete before anything is sent. */
export interface CollectOrder {
  readonly accountId: string
  readonly networkReference: string
  readonly paymentId: string
  readonly method: Method
  /** Whole shillings. */
  readonly amount: number
  /** The payer's number, E.164; null for a QR. */
  readonly phone: string | null
  /** 8 digits; a network that creates its own token answers with it. */
  readonly token: string
  readonly payee: string
  readonly city: string
  /** The base of our own pages, for the simulator's card page. */
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

/** What the network answered to an order; `nextCheckAt` when it knows the time worth checking again. */
export type CollectAnswer = Outcome & { readonly nextCheckAt?: number }

/** The same of a payout. */
export type PayoutAnswer = PayoutOutcome & { readonly nextCheckAt?: number }

interface ConnectorBase {
  readonly name: string
  readonly methods: readonly Method[]
  readonly payouts: readonly Recipient['channel'][]
  /** First wait before the status is checked, and the longest between two checks, in milliseconds. */
  readonly checkFirstMs: number
  readonly checkMaxMs: number
  /** After this long without a clear answer the status is checked only once a day. */
  readonly deadlineMs: number
  /** The status of an order by our reference. Never throws. */
  check(networkReference: string): Promise<CollectAnswer>
  checkPayout(networkReference: string): Promise<PayoutOutcome>
}

export interface NetworkConnector extends ConnectorBase {
  readonly reach: 'network'
  /** Sends the order once. Never throws: without a clear answer it is `unknown`. */
  collect(order: CollectOrder): Promise<CollectAnswer>
  /** Sends the payout once; never throws. */
  payOut(order: PayoutOrder): Promise<PayoutAnswer>
}

export interface LocalConnector extends ConnectorBase {
  readonly reach: 'local'
  /** Takes the order in the caller's transaction; the answer is `pending`. */
  collect(tx: Tx, order: CollectOrder, now: number): Promise<CollectAnswer>
  payOut(tx: Tx, order: PayoutOrder, now: number): Promise<PayoutAnswer>
}

export type Connector = NetworkConnector | LocalConnector

/** The longest wait between two status checks. */
export const checkIdleMs = 86_400_000

/**
 * How long to wait before the next status check: half of the order's age, within the connector's bounds. An
 * order from the future, before the clock was set back, has no known age.
 */
export function nextCheckMs(connector: Connector, ageMs: number): number {
  if (ageMs < 0) return connector.checkMaxMs
  if (ageMs >= connector.deadlineMs) return checkIdleMs
  return Math.min(connector.checkMaxMs, Math.max(connector.checkFirstMs, Math.floor(ageMs / 2)))
}
