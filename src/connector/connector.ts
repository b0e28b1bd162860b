// The interface of payment networks. An account has connections, each with the credentials of one network. An
// answer is yes, no or unknown. `absent` means that a network does not know a reference; the flow decides
// what that means. A network is called outside any transaction. A local connection (the simulator) answers
// inside the transaction that plans the order; only flow/connector.ts distinguishes the two.
import type { Absent } from '../domain/answer.ts'
import type { CollectOrder, Memo, Outcome, Payer } from '../domain/attempt.ts'
import type { CheckPace } from '../domain/check-pace.ts'
import type { NetworkTest } from '../domain/network-test.ts'
import type { Destination, PayoutOrder, PayoutOutcome } from '../domain/payout.ts'
import type { Abilities } from '../domain/routing.ts'
import type { TillNumber } from '../domain/till-number.ts'
import type { Tx } from '../store/engine/statement.ts'

/** What a connection needs to send an order, or to check it. */
export interface Call<Order = CollectOrder> {
  /** As it was planned, also at a later call, so that a repeat has the same bytes. */
  readonly order: Order
  readonly memo: Memo // everything that the connection's answers have asked to store so far
  /** Running time since the first byte of the last collect or payOut may have been sent. */
  readonly ageMs: number
  readonly isEnded?: boolean // it has failed or was cancelled, so a check must not send it
  readonly isPaymentFinal?: boolean // its payment has ended another way, so a check must not send it either
  /** Aborted when the flow stops waiting (`callMs`); a later answer is ignored. */
  readonly signal: AbortSignal
}

/** Additions to an answer: data to store for the next call, and when to check again, if known. */
interface AnswerExtras {
  readonly memo?: Memo
  readonly nextCheckAt?: number
  readonly isUnasked?: true // the earlier answer again: the network was not asked, to stay within its limit
}
export type CollectAnswer = (Outcome | Absent) & AnswerExtras
export type PayoutAnswer = (PayoutOutcome | Absent) & AnswerExtras
/** An answer after the flow has decided what `absent` means. */
export type CollectResult = Outcome & AnswerExtras
export type PayoutResult = PayoutOutcome & AnswerExtras
/** One of several calls that make one order: the memo is stored, then the same method is called again. */
export interface Step {
  readonly kind: 'step'
  readonly memo: Memo
}

/** Money in a network's list, callback or message. One receipt of a connection counts once. */
export interface SeenMoney {
  readonly amount: number // whole shillings
  readonly receipt?: string // the network's receipt number
  readonly reference?: string // our reference of the order, if the network gives it
  readonly orderedAt?: number // when the order was made, if the network gives it
  readonly paidAt?: number
  readonly payer?: Payer
  /** Only money that the network itself confirms completes a payment. */
  readonly proof: 'network' | 'reported'
}

/** A page of a network's list. */
export interface SeenPage {
  readonly seen: readonly SeenMoney[]
  readonly next?: string // the cursor of the next page; undefined on the last one
  readonly waitMs?: number // the network's limit is used up: wait this long before the next page
}

/** The abilities of a connection, and how to call its network. Milliseconds. */
export interface Facts extends Abilities {
  readonly times: {
    readonly callMs: number // the longest that one call may take
    readonly promptMs: number // how long a push may ring; no other push is sent before
    /** After this age, longer than `callMs`, `absent` is an answer: the network will never know the order. */
    readonly arrivesMs: number
    /** For how long an order with a "no" is still checked, because money may yet arrive. */
    readonly watchMs: number
  }
  readonly checks: CheckPace
  /** How often the network may be called. */
  readonly rate: { readonly perMinute: number; readonly atOnce: number }
}

interface ConnectionBase {
  /**
   * The id of this account at this network. New credentials of the same merchant keep the id; those of
   * another merchant do not. Attempts and payouts store it.
   */
  readonly id: string
  readonly connector: string // the network's name
  readonly facts: Facts
  /** Set for a shop's own till number, whose money is reported by payment SMS. */
  readonly tillNumber?: TillNumber
  /**
   * Returns the holder's name of a number or account, before money is sent there; undefined when the network
   * returns none.
   */
  lookUp?(destination: Destination, signal: AbortSignal): Promise<string | undefined>
}

/**
 * Missing methods are unsupported. A call that throws, hangs or is aborted counts as `unknown`. The
 * references of a call are stored before the call.
 */
export interface NetworkConnection extends ConnectionBase {
  readonly reach: 'network'
  /** Sends the order once. Repeated only after a step. */
  collect(call: Call): Promise<CollectAnswer | Step>
  /**
   * Returns the status of an order; a step when the next call of `collect` was certainly not made yet.
   * Without this method, money is only seen in lists, callbacks and messages.
   */
  check?(call: Call): Promise<CollectAnswer | Step>
  /** Sends the payout once. Repeated only after a step. */
  payOut?(call: Call<PayoutOrder>): Promise<PayoutAnswer | Step>
  checkPayout?(call: Call<PayoutOrder>): Promise<PayoutAnswer>
  /** Refunds the order's `origin`, once. Repeated only after a step. */
  refund?(call: Call<PayoutOrder>): Promise<PayoutAnswer | Step>
  checkRefund?(call: Call<PayoutOrder>): Promise<PayoutAnswer>
  /**
   * Pushes an open order to its phone once more; `memo.again` is a new reference for this push. A "no"
   * concerns only this prompt. Repeated only after a step.
   */
  pushAgain?(call: Call): Promise<CollectAnswer | Step>
  /** Withdraws an unpaid order. Money that still arrives is booked. */
  cancel?(call: Call): Promise<CollectAnswer>
  /** Returns the whole shillings that can be paid out; undefined without an answer. */
  balance?(signal: AbortSignal): Promise<number | undefined>
  /**
   * Lists the money of orders since a time, in any order.
   * @param cursor `next` of the previous page
   * @param until orders after it may be left out
   * @returns `too long` when a list is longer than is read and cannot be requested in smaller pages
   * @throws when the network does not answer
   */
  list?(
    since: number,
    cursor: string | undefined,
    signal: AbortSignal,
    until?: number,
  ): Promise<SeenPage | 'too long'>
  /** Reads a callback: the references to check, and seen money, whose `proof` decides whether it counts. */
  readCallback?(
    headers: Headers,
    body: Uint8Array,
  ): { readonly rechecks: readonly string[]; readonly seen: readonly SeenMoney[]; readonly reply: Response }
  /** Sends a harmless request for each product. */
  test?(): Promise<readonly NetworkTest[]>
}

/** A connection without a network to call; it answers inside the transaction that plans the order. */
export interface LocalConnection extends ConnectionBase {
  readonly reach: 'local'
  /** Takes the order in the caller's transaction; the answer is `pending`. */
  collect(tx: Tx, order: CollectOrder, now: number): Promise<CollectResult>
  /** Checks the status of the order with our reference. */
  check(networkReference: string): Promise<CollectAnswer>
  payOut(tx: Tx, order: PayoutOrder, now: number): Promise<PayoutResult>
  checkPayout(networkReference: string): Promise<PayoutAnswer>
}

export type Connection = NetworkConnection | LocalConnection

/** The connections of all accounts. */
export interface Connections {
  /** The connections that an account uses now, in the order of the networks of this build. */
  connectionsOf(account: { readonly id: string; readonly mode: 'live' | 'sandbox' }): readonly Connection[]
  /** Returns a connection by its id, even if its account no longer uses it; undefined when it was removed. */
  find(id: string): Connection | undefined
}
