// The store as the other layers see it: one way to write, one way to read.
import type { Backups } from './backup/backup.ts'
import type { Head } from './engine/chain-head.ts'
import type { OnChanges } from './engine/commit-listener.ts'
import type { FirstRead, WriteKind } from './engine/group-body.ts'
import type { Nodes } from './engine/node.ts'
import type { NodeChannel } from './engine/node-channel.ts'
import type { Read, ReadNow, Tx } from './engine/statement.ts'

export interface Store {
  /**
   * Runs a body in a transaction; there is no other way to one. Resolves after the commit, so whatever is
   * answered then is on disk. The body awaits only queries, and is rolled back alone if it throws. It runs
   * once unless it is `repeatable`, or meets a conflict on PostgreSQL.
   * @param first what it reads first, if that may be read for many bodies at once
   */
  write<T>(body: (tx: Tx) => Promise<T>, kind?: WriteKind, first?: FirstRead): Promise<T>
  /**
   * Reports after each commit, on any node, which tables it changed. @returns a function that ends the
   * reports
   */
  changes(listener: OnChanges): () => void
  /** Sets who receives the error of a commit's listener; the rows stay committed. */
  onListenerError(receive: (error: unknown) => void): void
  /** Reads committed rows only. */
  readonly read: Read
  /**
   * Reads as of one moment, for sums that must fit each other. The body awaits only queries, and may run
   * again.
   */
  snapshot<T>(body: (read: Read) => Promise<T>): Promise<T>
  /** Reads over one connection, where `read` has several: queries are answered in their order. */
  readonly readInOrder?: Read | undefined
  /** Reads synchronously, outside transactions; undefined for a store behind a connection. */
  readonly readNow?: ReadNow | undefined
  /** Throws when the files under the store are no longer the ones it opened. */
  check(): void
  /**
   * Throws while the disk that a write found full still is; undefined for a store whose every write needs
   * space.
   */
  assertRoom?(): Promise<void>
  /** Returns the free space of the disk, in bytes; undefined if it is unknown. */
  freeBytes(): number | undefined
  /** Returns the size of the payments' database with its log, in bytes; undefined if it is unknown. */
  ownBytes(): number | undefined
  /** Returns the head of the record chain; undefined for a store without one. */
  head(): Head | undefined
  /** Undefined for a store that another tool backs up. */
  readonly backups?: Backups | undefined
  /** Channel to the other nodes on the database; undefined for a store that one process has for itself. */
  readonly channel?: NodeChannel | undefined
  /** The nodes of a database that several processes may serve at once. */
  readonly nodes?: Nodes | undefined
  /** Set for a database that a dump was restored into, until that is settled. */
  readonly restored?: Restored | undefined
  close(): Promise<void>
}

export interface Restored {
  /** Ends all logins, and records the database as its own. Call this once the restore is recorded. */
  settle(): Promise<void>
}
