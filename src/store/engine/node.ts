// Several processes may serve one database. Each is a node; this is what a node knows about the others.
import type { Read } from './statement.ts'

export interface Nodes {
  /** The number of this node, never given twice. */
  readonly number: number
  /** True when no other process may use the database. */
  readonly isAlone: boolean
  /** Returns whether other nodes are alive, as of a moment ago. */
  hasOthers(): boolean
  /** Returns the numbers of the other nodes that are alive now. */
  others(read: Read): Promise<readonly number[]>
  /**
   * Calls back within seconds after a node is gone, with the nodes that are not gone, and repeats that while
   * the gone node has claimed jobs. A node that is alive but cannot reach the database has stopped its jobs
   * by then.
   */
  onGone(call: (living: readonly number[]) => void): void
  /** Returns whether this node, and no other, runs the jobs, as of a moment ago. */
  runsJobs(): boolean
  /** Calls back when this node begins to run the jobs. */
  onRunsJobs(call: () => void): void
  /** Takes a name until `release`, or until this node is gone. @returns false while another node has it */
  hold(name: string): Promise<boolean>
  release(name: string): void
  /** Returns whether any node has this name. @param read a transaction passes itself */
  isHeld(name: string, read: Read): Promise<boolean>
  /** Calls back before the first write of a group if another node wrote since the last group of this node. */
  onOtherWriter(refresh: Refresh): void
}

/** Reads the rows again that are kept in memory and that another node may have changed. */
export type Refresh = (read: Read) => Promise<unknown>
