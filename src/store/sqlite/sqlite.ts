// Opens a data folder's kaunta.db: one writing handle, one read-only handle, and lock.db held for as long as
// the process lives. Nothing in this process but SQLite may close these files: closing a plain descriptor
// would drop SQLite's locks.
import { Database, SQLiteError } from 'bun:sqlite'
import { statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../../migrations/list.ts'
import { errorText } from '../../domain/error-text.ts'
import { fault } from '../../domain/fault.ts'
import { backupsOf } from '../backup/backup.ts'
import { followLog } from '../backup/backup-log.ts'
import type { BackupPlan, LogParts } from '../backup/backup-plan.ts'
import { copySourcesOf } from '../backup/copy-state.ts'
import { runLog } from '../backup/log-runner.ts'
import { fingerprintOf } from '../backup/log-target.ts'
import { guardRecords } from '../engine/chain.ts'
import { openChain } from '../engine/chain-check.ts'
import { readHead } from '../engine/chain-head.ts'
import { assertOwnMoney } from '../engine/known-schema.ts'
import { migrate } from '../engine/migration.ts'
import type { Read, StatementUse } from '../engine/statement.ts'
import { exitStatuses, FolderError, makeFolder } from '../folder/folder.ts'
import { assertNotMoved } from '../folder/folder-mark.ts'
import type { Store } from '../store.ts'
import { groupWriter } from './group.ts'
import { statementCache } from './prepared.ts'
import type { ReadTurn } from './read-turn.ts'
import { openReserve } from './reserve.ts'
import { assertSqlite, sqliteVersion } from './sqlite-version.ts'

/** A start checks the whole money file below this size. Beyond it, the check would take seconds. */
const quickCheckBytes = 64 * 1024 * 1024
/** How long closing waits for a copy that is still reading; after that, the log stays for the next start. */
const closeWaitMs = 500
/**
 * Delay after a commit until the head of the record chain is synced, and so the most that a power cut loses
 * of it.
 */
const headSyncMs = 1_000

/** Pragmas of the money file, in this order; each is read back and a difference refuses the start. */
const writerPragmas: readonly (readonly [name: string, set: string, expected: string | number])[] = [
  ['busy_timeout', '5000', 5000],
  ['journal_mode', 'wal', 'wal'],
  ['synchronous', 'full', 2],
  ['foreign_keys', 'on', 1],
  ['trusted_schema', 'off', 0],
  ['cell_size_check', 'on', 1],
  ['journal_size_limit', '16777216', 16777216],
  // checkpoint.ts does it between two groups.
  ['wal_autocheckpoint', '0', 0],
  // Makes an "insert or replace" fire the triggers that refuse to remove records.
  ['recursive_triggers', 'on', 1],
  // Keeps what a savepoint would undo in memory: as a file it cost 50 writes per payment. Durability rests on
  // the WAL alone.
  ['temp_store', 'memory', 2],
  // Kilobytes. Keeps the pages of a day's payments in memory: with the default of 2 MB each read fetched its
  // row's page from the kernel.
  ['cache_size', '-8192', -8192],
]

/**
 * Sets the pragmas of the money file.
 * @throws FolderError when one had no effect, as on some network disks
 */
export function setPragmas(raw: Database): void {
  for (const [name, set, expected] of writerPragmas) {
    raw.run(`pragma ${name} = ${set}`)
    const actual = raw.query(`pragma ${name}`).values()[0]?.[0]
    if (actual !== expected)
      throw new FolderError(
        `the database refused ${name}=${set} (it says ${actual}): is the folder on a network disk?`,
      )
  }
}

/** Returns a value as text on one line. */
const oneLine = (result: unknown) => String(result).replace(/\s+/g, ' ').trim()

/**
 * Locks the folder for this process alone, until the process ends or closes the returned lock.db.
 * @throws FolderError when another Kaunta runs on the folder, its mark forbids to use it (folder-mark.ts), or
 * it cannot be written
 */
export function lockFolder(folder: string): Database {
  makeFolder(folder)
  let lock: Database | undefined
  try {
    lock = new Database(join(folder, 'lock.db'), { create: true })
    lock.run('pragma busy_timeout = 0')
    lock.run('pragma locking_mode = exclusive')
    // Nothing is ever written to it, so it needs no space.
    lock.run('pragma journal_mode = memory')
    lock.run('begin exclusive')
    // Only once it is locked: a move holds the lock until its marks show where to start.
    assertNotMoved(folder)
    return lock
  } catch (error) {
    lock?.close()
    if (error instanceof FolderError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY')
      throw new FolderError(
        `another Kaunta is already running on ${folder}: stop it first, or choose another folder with --data`,
        exitStatuses.inUse,
      )
    throw new FolderError(`cannot write to the data folder ${folder}: ${errorText(error)}`)
  }
}

/**
 * Opens kaunta.db to write.
 * @throws FolderError when the file is damaged, cannot be opened, or has a schema that Kaunta did not make
 */
function openMoney(file: string): Database {
  let raw: Database | undefined
  try {
    raw = new Database(file, { create: true, strict: true })
    setPragmas(raw)
    if (statSync(file).size < quickCheckBytes) {
      const result = raw.query('pragma quick_check(1)').values()[0]?.[0]
      if (result !== 'ok') throw new FolderError(`${file} is damaged (${oneLine(result)}): restore a back-up`)
    }
    assertOwnMoney(raw)
    return raw
  } catch (error) {
    raw?.close()
    if (error instanceof FolderError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_NOTADB')
      throw new FolderError(`${file} is not a database: move it away or restore a back-up`)
    throw new FolderError(`cannot open ${file}: ${errorText(error)}`)
  }
}

/** Returns the free space of the disk of a folder, in bytes. */
function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Opens the reading handle of kaunta.db, in addition to the writing one. */
function openReader(file: string): Database {
  const reader = new Database(file, { readonly: true, strict: true })
  reader.run('pragma busy_timeout = 5000')
  reader.run('pragma cache_size = -16384')
  return reader
}

/**
 * Returns reads of committed rows. While no group runs, statements that are kept run on the writing handle,
 * because every commit empties the page cache of the reading handle.
 * @param turn reads on the writing handle
 * @param committed runs statements on the reading handle
 */
function readsOf(
  turn: ReadTurn,
  committed: ReturnType<typeof statementCache>,
): Pick<Store, 'read' | 'readNow' | 'snapshot'> {
  const rowsOf = (text: string, values?: unknown[], use: StatementUse = 'kept') => {
    const canUseWriter = use === 'kept' && !turn.isBarred()
    return canUseWriter ? turn.rows(text, values) : committed.rows(text, values, use)
  }
  const read: Read = { rows: async (text, values, use) => rowsOf(text, values, use) }
  return {
    read,
    readNow: { rowsNow: (text, values) => rowsOf(text, values) },
    // A body that awaits only queries runs within one turn of the event loop, in which no group runs.
    snapshot: body => body(read),
  }
}

/** Starts the back-up log of a folder. Undefined if no second place is set, to which the log would go. */
function startLog(folder: string, plan: BackupPlan): LogParts | undefined {
  const { worker, second: place, sealing, s3, log: world, after } = plan
  if (!world || place === undefined) return undefined
  const target = { folder, place, sealing, s3 }
  const follower = followLog(folder, fingerprintOf(target), world.random)
  const log = runLog({ worker, follower, target: () => target, clock: { now: world.now, after } })
  return {
    follower,
    log,
    async stop() {
      await log.stop()
      follower.stop()
    },
  }
}

/** Opens the sources that back-ups and the log read from while the store is open. */
function startCopies(folder: string, plan: BackupPlan | undefined) {
  const parts = plan && startLog(folder, plan)
  const sources = copySourcesOf(folder)
  return {
    parts,
    sources,
    closed() {
      parts?.follower.closed()
      sources.closed()
    },
  }
}

/**
 * Opens and migrates the store of `folder`, which this process then owns.
 * @param now time for applied migrations, in milliseconds
 * @param onBroken called once when the disk failed a commit: the process must stop
 * @param plan how back-ups are made; if unset, the folder has neither back-ups nor a reserve
 * @param pages checkpoint after this many pages
 */
export function openSqlite(
  folder: string,
  now: number,
  onBroken: (cause: unknown) => void,
  plan?: BackupPlan,
  pages?: number,
): Store {
  assertSqlite(sqliteVersion())
  const lock = lockFolder(folder)
  const file = join(folder, 'kaunta.db')
  const freeBytes = () => freeBytesOf(folder)
  try {
    const reserve = plan && openReserve(folder, freeBytes)
    const raw = openMoney(file)
    migrate(raw, migrations, now)
    guardRecords(raw)
    const head = openChain(raw, folder, plan && (call => plan.after(headSyncMs, call)))
    reserve?.fill()
    const reader = openReader(file)
    const committed = statementCache(reader)
    const { parts, sources, closed } = startCopies(folder, plan)
    const { beforeCheckpoint } = parts?.follower ?? {}
    const writer = groupWriter(raw, onBroken, { head, beforeCheckpoint, pages })
    if (parts) writer.changes(parts.log.changed)
    const walInode = statSync(`${file}-wal`).ino
    return {
      write: (body, kind) =>
        reserve?.checkDisk() === 'full' ? Promise.reject(fault('disk_full')) : writer.write(body, kind),
      changes: writer.changes,
      onListenerError: writer.onListenerError,
      ...readsOf(writer.turn, committed),
      check() {
        if (statSync(`${file}-wal`, { throwIfNoEntry: false })?.ino !== walInode)
          throw new FolderError(`${file}-wal was removed or replaced while Kaunta was running`)
      },
      freeBytes,
      ownBytes: () => statSync(file).size + (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0),
      backups: plan && backupsOf(folder, plan, sources, parts),
      head: () => readHead(folder),
      async close() {
        await writer.quiet()
        await parts?.stop()
        head.close()
        writer.turn.end()
        committed.finalize()
        reader.close(true) // throws if a statement is still open
        writer.finalize()
        raw.run(`pragma busy_timeout = ${closeWaitMs}`)
        raw.run('pragma wal_checkpoint(truncate)')
        raw.close(true)
        closed()
        lock.close()
      },
    }
  } catch (error) {
    lock.close()
    if (error instanceof SQLiteError) throw new FolderError(`cannot open ${file}: ${errorText(error)}`)
    throw error
  }
}

/**
 * Opens a store in memory over `raw`, with the real migrations, for simulated worlds. Opening it again over
 * the same `raw` simulates a restart.
 */
export function openMemory(raw: Database, now: number): Store {
  migrate(raw, migrations, now)
  guardRecords(raw)
  const writer = groupWriter(raw, () => {})
  const { rows } = statementCache(raw)
  const read: Read = { rows: async (text, values, use) => rows(text, values, use) }
  return {
    write: writer.write,
    changes: writer.changes,
    onListenerError: writer.onListenerError,
    read,
    readNow: { rowsNow: (text, values) => rows(text, values) },
    snapshot: body => body(read),
    check() {},
    freeBytes: () => undefined,
    ownBytes: () => undefined,
    head: () => undefined,
    close: writer.quiet,
  }
}
