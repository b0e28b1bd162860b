// The interface of payment networks. An account has connections, each with the credentials of one network. An
// answer is yes, no or unknown, never only yes or no; that a network does not know a reference is `absent`, and
// only the flow decides what that means. A network is called outside any transaction. A local connection (the
// simulator) answers inside the transaction that plans the order; only flow/connector.ts tells the two apart.
import type { Absent } from '../domain/answer.ts'
import type { CollectOrder, Memo, Outcome, Payer } from '../domain/attempt.ts'
import type { CheckPace } from '../domain/check-pace.ts'
import type { NetworkTest } from '../domain/network-test.ts'
import type { Destination, PayoutOrder, PayoutOutcome } from '../domain/payout.ts'
import type { Abilities } from '../domain/routing.ts'
import type { TillNumber } from '../domain/till-number.ts'
import type { Tx } from '../store/engine/statement.ts'

/** One call about an order. */
export interface Call<Order = CollectOrder> {
  /** As it was planned, also at a later call: a repeat is the same byte for byte. */
  readonly order: Order
  /** What the connection asked to keep in its answers so far, all of them together. */
  readonly memo: Memo
  /**
   * Since the first byte of the last collect or payOut may have left. By running time: setting the clock does
   * not change it.
   */
  readonly ageMs: number
  /** It has failed or was cancelled: a check must not send it. */
  readonly isEnded?: boolean
  /** Aborted when the flow stops waiting (`callMs`): what is answered later is not heard. */
  readonly signal: AbortSignal
}

/** What an answer adds: words to keep for the next call, and the time worth checking again if known. */
interface AnswerExtras {
  readonly memo?: Memo
  readonly nextCheckAt?: number
  /** To keep its limit, the network was not asked: this is what was known before. */
  readonly isUnasked?: true
}
export type CollectAnswer = (Outcome | Absent) & AnswerExtras
export type PayoutAnswer = (PayoutOutcome | Absent) & AnswerExtras
/** The same after the flow has decided what `absent` means. */
export type CollectResult = Outcome & AnswerExtras
export type PayoutResult = PayoutOutcome & AnswerExtras
/**
 * One of several calls that make one order. The memo is written down, and then the same method is called
 * again: ordered, then pushed.
 */
export interface Step {
  readonly kind: 'step'
  readonly memo: Memo
}

/** Money as a network's list, callback or message names it. One receipt of a connection counts once. */
export interface SeenMoney {
  /** Whole shillings. */
  readonly amount: number
  /** The network's number of this money. */
  readonly receipt?: string
  /** Our reference of the order, where the network names it. */
  readonly reference?: string
  /** When the order was made, where the network names it. */
  readonly orderedAt?: number
  readonly paidAt?: number
  readonly payer?: Payer
  /** Only money that the network itself confirms completes a payment. */
  readonly proof: 'network' | 'reported'
}

/** A page of a network's list. */
export interface SeenPage {
  readonly seen: readonly SeenMoney[]
  /** Where the next page begins; undefined on the last one. */
  readonly next?: string
  /** The limit of the network is used up: the next page may be asked for after so long. */
  readonly waitMs?: number
}

/** What a connection can do, and how its network is to be asked. Milliseconds. */
export interface Facts extends Abilities {
  readonly times: {
    /** The longest that one call may take. */
    readonly callMs: number
    /** How long a push may ring; no other push is sent before. */
    readonly promptMs: number
    /**
     * After this age the network knows an order, or it never will: until then `absent` is no answer. Longer than
     * `callMs`.
     */
    readonly arrivesMs: number
    /** How long a no is asked about again, because money may come all the same. */
    readonly watchMs: number
  }
  readonly checks: CheckPace
  /** How often the network may be called. */
  readonly rate: { readonly perMinute: number; readonly atOnce: number }
}

interface ConnectionBase {
  /**
   * Of this account at this network: other credentials of the same merchant keep it, another merchant's do not.
   * Attempts and payouts keep it.
   */
  readonly id: string
  /** The network's name. */
  readonly connector: string
  readonly facts: Facts
  /** Of a shop's own till number, whose money payment SMS report. */
  readonly tillNumber?: TillNumber
  /** The name behind a number or account, before money is sent there; undefined when it names none. */
  lookUp?(destination: Destination, signal: AbortSignal): Promise<string | undefined>
}

/**
 * What is missing, the network cannot do. A call that throws, hangs or is aborted is `unknown`. Each is called
 * with references that were written down before.
 */
export interface NetworkConnection extends ConnectionBase {
  readonly reach: 'network'
  /** Sends the order once. Repeated only after a step. */
  collect(call: Call): Promise<CollectAnswer | Step>
  /**
   * The status of an order; a step when the next call of `collect` was certainly not made yet. Without it, money
   * is only seen.
   */
  check?(call: Call): Promise<CollectAnswer | Step>
  /** Sends the payout once. Repeated only after a step. */
  payOut?(call: Call<PayoutOrder>): Promise<PayoutAnswer | Step>
  checkPayout?(call: Call<PayoutOrder>): Promise<PayoutAnswer>
  /**
   * Asks the phone of an open order once more; `memo.again` is a new reference for it. A no is only about this
   * prompt. Repeated only after a step.
   */
  pushAgain?(call: Call): Promise<CollectAnswer | Step>
  /** Withdraws an order that was not paid; money that comes all the same is still booked. */
  cancel?(call: Call): Promise<CollectAnswer>
  /** Whole shillings that can be paid out. */
  balance?(signal: AbortSignal): Promise<number | undefined>
  /**
   * Money of orders since a time, in any order.
   * @param cursor `next` of the page before
   * @param until orders after it may be left out
   * @returns `too long` when a list is longer than is read and cannot be asked for in smaller pages
   * @throws when the network does not answer
   */
  list?(
    since: number,
    cursor: string | undefined,
    signal: AbortSignal,
    until?: number,
  ): Promise<SeenPage | 'too long'>
  /** Reads a callback: our references to check, and seen money, whose proof says whether it counts. */
  hear?(
    headers: Headers,
    body: Uint8Array,
  ): { readonly rechecks: readonly string[]; readonly seen: readonly SeenMoney[]; readonly reply: Response }
  /** Asks something harmless of each product. */
  test?(): Promise<readonly NetworkTest[]>
}

export interface LocalConnection extends ConnectionBase {
  readonly reach: 'local'
  /** Takes the order in the caller's transaction; the answer is `pending`. */
  collect(tx: Tx, order: CollectOrder, now: number): Promise<CollectResult>
  /** By our reference. */
  check(networkReference: string): Promise<CollectAnswer>
  payOut(tx: Tx, order: PayoutOrder, now: number): Promise<PayoutResult>
  checkPayout(networkReference: string): Promise<PayoutAnswer>
}

export type Connection = NetworkConnection | LocalConnection

/** The connections of all accounts. */
export interface Connections {
  /** Those an account uses now, in the order of the networks of this build. */
  of(account: { readonly id: string; readonly mode: 'live' | 'sandbox' }): readonly Connection[]
  /** By its id, also one that its account does not use any more; undefined when it was removed. */
  find(id: string): Connection | undefined
}
