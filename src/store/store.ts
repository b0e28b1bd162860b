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
   * Runs a body in a transaction, the only way to write. Resolves after the commit, when the changes are on
   * disk. The body must await only queries. If it throws, only its own changes are rolled back. It runs once,
   * unless it is `repeatable` or meets a conflict on PostgreSQL.
   * @param first what the body reads first, if that may be read for many bodies at once
   */
  write<T>(body: (tx: Tx) => Promise<T>, kind?: WriteKind, first?: FirstRead): Promise<T>
  /**
   * Calls a listener after each commit, on any node, with the tables that the commit changed.
   * @returns a function that removes the listener
   */
  changes(listener: OnChanges): () => void
  /** Sets the function that receives errors of commit listeners; the rows stay committed. */
  onListenerError(receive: (error: unknown) => void): void
  /** Reads committed rows only. */
  readonly read: Read
  /**
   * Runs a body whose reads all see the rows of one moment, for sums that must fit each other. The body must
   * await only queries, and may run again.
   */
  snapshot<T>(body: (read: Read) => Promise<T>): Promise<T>
  /** Reads over one connection, so that queries are answered in their order; `read` may use several. */
  readonly readInOrder?: Read | undefined
  /** Reads synchronously, outside transactions; undefined for a store behind a connection. */
  readonly readNow?: ReadNow | undefined
  /** Throws when the files of the database are no longer those that the store opened. */
  check(): void
  /**
   * Throws while the disk is still full after a write found it full. Undefined for a store whose every write
   * needs space.
   */
  assertRoom?(): Promise<void>
  /** Returns the free space of the disk, in bytes; undefined if it is unknown. */
  freeBytes(): number | undefined
  /** Returns the size of the payments' database with its log, in bytes; undefined if it is unknown. */
  ownBytes(): number | undefined
  /** Returns the head of the record chain; undefined for a store without one. */
  head(): Head | undefined
  /** Backups of the store; undefined if another tool backs up its database. */
  readonly backups?: Backups | undefined
  /** Channel to the other nodes on the database; undefined if one process has the database for itself. */
  readonly channel?: NodeChannel | undefined
  /** The nodes of a database that several processes may serve at once. */
  readonly nodes?: Nodes | undefined
  /** Set if a dump was restored into the database, until the restore is settled (`settle`). */
  readonly restored?: Restored | undefined
  close(): Promise<void>
}

export interface Restored {
  /** Ends all logins, and records the database as its own. Call this once the restore is recorded. */
  settle(): Promise<void>
}
