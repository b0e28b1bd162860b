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
   * The only way to a transaction. Resolves after the commit, so whatever is answered then is on disk.
   * The body awaits queries and nothing else; it is run once unless it is `repeatable`, and rolled back alone if
   * it throws.
   * @param first what it reads first, if it may be read for many bodies at once
   */
  write<T>(body: (tx: Tx) => Promise<T>, kind?: WriteKind, first?: FirstRead): Promise<T>
  /** Reports after each commit, on whatever node, which tables it changed. @returns a function that ends it */
  changes(hear: OnChanges): () => void
  /** Who hears of a listener of a commit that threw: its rows are committed all the same. */
  onListenerError(hear: (error: unknown) => void): void
  /** Committed rows only. */
  readonly read: Read
  /** The same over one connection, where `read` has several: what is asked first is answered first. */
  readonly readInOrder?: Read | undefined
  /** The same at once, outside transactions; undefined for a store behind a connection, which must be waited for. */
  readonly readNow?: ReadNow | undefined
  /** Throws when the files under the store are no longer the ones it opened. */
  check(): void
  /** Throws while a disk that a write found full still is; undefined for a store whose every write needs room. */
  assertRoom?(): Promise<void>
  /** What is left on the disk, bytes; undefined for a store in memory. */
  freeBytes(): number | undefined
  /** What the payments' database takes with its log, bytes; undefined for a store in memory. */
  ownBytes(): number | undefined
  /** What the head of the record chain says; undefined for a store in memory. */
  head(): Head | undefined
  /** Undefined for a store in memory. */
  readonly backups?: Backups | undefined
  /** To the other nodes on the database; undefined for a store that one process has for itself. */
  readonly channel?: NodeChannel | undefined
  /** Of a database that several processes may serve at once. */
  readonly nodes?: Nodes | undefined
  /** For a database that a dump was restored into, until it is settled; undefined for any other. */
  readonly restored?: Restored | undefined
  close(): Promise<void>
}

export interface Restored {
  /** Ends all logins, and takes the database for its own. To be called once the restore is recorded. */
  settle(): Promise<void>
}
