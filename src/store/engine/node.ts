// Several processes may serve one database: nodes. What they have to know of each other, wherever they are.
import type { Read } from './statement.ts'

export interface Nodes {
  /** Ours, never given twice. */
  readonly number: number
  /** Whether others are alive, as of a moment ago. */
  hasOthers(): boolean
  /** The numbers of the others that are alive now. */
  others(read: Read): Promise<readonly number[]>
  /** Calls back within seconds after a node is gone: what it had under way goes to the others. */
  onGone(call: () => void): void
  /** Takes a name, until `release` or until this node is gone. @returns false while another node has it */
  hold(name: string): Promise<boolean>
  release(name: string): void
  /** Whether this node or another one has it. @param read a transaction asks with its own */
  isHeld(name: string, read: Read): Promise<boolean>
  /** Calls back before the first body of a group with a turn of its own when another node has written since our last one. */
  onOtherWriter(refresh: Refresh): void
  /** The clock of this node. */
  useClock(clock: NodeClock): void
  /** The number of a new payment, if its group has one left: above those of all that are saved. */
  nextNumber(): GivenNumber | undefined
  /** The same for one whose group has none, above `newest` as well. */
  takeNumber(read: Read, newest: number): Promise<GivenNumber>
}

/** Wall time and running time of a node, as its groups need them. */
export interface NodeClock {
  /** Wall time in milliseconds since 1970. */
  now(): number
  /**
   * Called before the first body of a group with the newest payment, if there is one.
   * @param newest `ranMs` is how long the Kaunta that made it had run in its life
   */
  follow(newest: { readonly id: string; readonly ranMs: number }): void
}

/** Ids of payments are in the order of their numbers. */
export interface GivenNumber {
  readonly number: number
  /** The time of its id, in milliseconds since 1970: later than that of all payments with lower numbers from other nodes. */
  readonly idMs: number
}

/** Reads anew what is kept of rows that another node may have changed. */
export type Refresh = (read: Read) => Promise<unknown>
