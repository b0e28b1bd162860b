// The interface every payment network is spoken to through. Three answers, never two: yes, no, unknown.
// A network connector is called outside any transaction; one that lives in the box answers inside the caller's own.
import type { Outcome } from '../domain/attempt.ts'
import type { Read, Tx } from '../store/statement.ts'

/** One request to collect money, complete before anything is sent. */
export interface Order {
  readonly accountId: string
  readonly networkReference: string
  readonly paymentId: string
  readonly method: 'qr' | 'push'
  /** Whole shillings. */
  readonly amount: number
  /** The payer's number, E.164; null for a QR. */
  readonly phone: string | null
  /** 8 digits; networks that mint their own answer with another. */
  readonly token: string
  readonly payee: string
  readonly city: string
  readonly expiresAt: number
}

/** What the network said to an order; `nextCheckAt` when it knows the time worth asking again. */
export type Answer = Outcome & { readonly nextCheckAt?: number }

interface Base {
  readonly name: string
  readonly methods: readonly ('qr' | 'push')[]
  /** First wait before the status is asked, and the longest between two askings, in milliseconds. */
  readonly pollFirstMs: number
  readonly pollMostMs: number
  /** After this long without a clear answer an attempt is asked about only once a day. */
  readonly deadlineMs: number
}

export interface NetworkConnector extends Base {
  readonly reach: 'network'
  /** Sends the order once. Never throws: what is not known is `unknown`. */
  collect(order: Order): Promise<Answer>
  /** Asks the network by our reference what became of it. */
  check(networkReference: string): Promise<Answer>
}

export interface BoxConnector extends Base {
  readonly reach: 'box'
  collect(tx: Tx, order: Order, now: number): Promise<Answer>
  check(read: Read, networkReference: string, now: number): Promise<Answer>
}

export type Connector = NetworkConnector | BoxConnector

/** How long to wait before asking again, growing with how long it has been asked: half of its age, within the connector's bounds. */
export function nextPollMs(connector: Connector, ageMs: number): number {
  if (ageMs >= connector.deadlineMs) return 86_400_000
  return Math.min(connector.pollMostMs, Math.max(connector.pollFirstMs, Math.floor(ageMs / 2)))
}
