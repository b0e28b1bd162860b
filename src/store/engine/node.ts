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
  /** Calls back before the first body of a group when another node has written since our last one. */
  onOtherWriter(refresh: Refresh): void
}

/** Reads anew what is kept of rows that another node may have changed. */
export type Refresh = (read: Read) => Promise<unknown>
