// Several processes may serve one database: nodes. What they have to know of each other, wherever they are.
import type { Read } from './statement.ts'

export interface Nodes {
  /** Ours, never given twice. */
  readonly number: number
  /** Whether no other process may use the database. */
  readonly isAlone: boolean
  /** Whether others are alive, as of a moment ago. */
  hasOthers(): boolean
  /** The numbers of the others that are alive now. */
  others(read: Read): Promise<readonly number[]>
  /**
   * Calls back within seconds after a node is gone, with the nodes that are not gone, and again while a gone
   * node has claimed jobs. A node that lives but cannot reach the database begins no jobs by then.
   */
  onGone(call: (living: readonly number[]) => void): void
  /** Whether this node, and no other, runs the jobs, as of a moment ago. */
  runsJobs(): boolean
  /** Calls back when this node begins to run the jobs. */
  onRunsJobs(call: () => void): void
  /** Takes a name, until `release` or until this node is gone. @returns false while another node has it */
  hold(name: string): Promise<boolean>
  release(name: string): void
  /** Whether this node or another one has it. @param read a transaction asks with its own */
  isHeld(name: string, read: Read): Promise<boolean>
  /** Calls back before the first body of a group when another node has written since our last one. */
  onOtherWriter(refresh: Refresh): void
}

/** Reads again what is kept of rows that another node may have changed. */
export type Refresh = (read: Read) => Promise<unknown>
