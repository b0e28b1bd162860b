// Opens a store on PostgreSQL: one connection writes, others read. Tables and statements are the same as on
// SQLite. A database has no lock of a data folder, no copies, and no file for the head of the record chain.
import { migrations, staffMigrations } from '../../../migrations/list.ts'
import { markUnsentUnknown } from '../backup/copy.ts'
import type { After } from '../engine/after.ts'
import type { Refresh } from '../engine/node.ts'
import { openNodeChannel, tablesIn } from '../engine/node-channel.ts'
import { frequentTables } from '../engine/table-news.ts'
import { writeErrorOf } from '../engine/write-error.ts'
import { FolderError } from '../folder/folder.ts'
import type { Store } from '../store.ts'
import { databaseWords, isConflict, isConnectionLost } from './error.ts'
import { postgresWriter } from './group.ts'
import { detectRestore, endAllAccess, recordIdentity } from './identity.ts'
import { lockExclusive, lockShared, shareDatabase, untilTaken } from './lock.ts'
import { migratePostgres, migrateStaff } from './migration.ts'
import { joinNodes } from './node.ts'
import { newRoom } from './room.ts'
import { type Limit, openPool, openSession, type Pool, type Session } from './session.ts'
import { limitOn } from './silence.ts'

/** PostgreSQL 15. */
const minVersion = 150_000
/** How long to repeat a read that lost its connection or met a conflict with another transaction. */
const readPatienceMs = 4_000
const pauseMs = 200

/** Checks the server. @throws FolderError when it is too old, or the database does not store text as UTF-8 */
async function assertServer(session: Session): Promise<void> {
  const [row] = await session.rows(
    "select current_setting('server_version_num')::int, current_setting('server_version'), current_setting('server_encoding')",
  )
  if (Number(row?.[0]) < minVersion)
    throw new FolderError(`PostgreSQL ${row?.[1]} is too old: Kaunta needs 15 or newer`)
  if (row?.[2] !== 'UTF8')
    throw new FolderError(`the database has the encoding ${row?.[2]}: create it with UTF8`)
}

/** Runs a read. While its connection is lost or it meets conflicts, repeats it for `readPatienceMs`. */
async function withRetries<T>(read: () => Promise<T>, pause: (ms: number) => Promise<void>): Promise<T> {
  const until = performance.now() + readPatienceMs
  for (;;) {
    try {
      return await read()
    } catch (error) {
      const isTemporary = isConnectionLost(error) || isConflict(error)
      if (!isTemporary || performance.now() > until) throw writeErrorOf(error)
      await pause(pauseMs)
    }
  }
}

/** Returns reads of committed rows. @param rows runs a statement */
const readsOf = (rows: Pool['rows']): Store['read'] => ({ planner: 'postgres', rows })

/** Returns reads of committed rows, each repeated for a while when it fails for a temporary reason. */
const retriedReadsOf = (rows: Pool['rows'], pause: (ms: number) => Promise<void>): Store['read'] =>
  readsOf((...statement) => withRetries(() => rows(...statement), pause))

export interface DatabasePlace {
  /** postgres://… */
  readonly url: string
  /** Whether this process must be the only one on the database; otherwise it is one of several nodes. */
  readonly isAlone: boolean
  /** Whether this process runs no jobs and leaves them to the nodes that serve. */
  readonly isVisitor?: boolean | undefined
}

/**
 * Returns a function that opens a connection to write, and locks the database on it: for this process alone,
 * or together with other nodes.
 * @param onBroken receives the FolderError when another process has locked the database, or the shop was
 * moved
 */
const newConnector =
  (
    { url, isAlone }: DatabasePlace,
    limit: Limit,
    pause: (ms: number) => Promise<void>,
    onBroken: (cause: unknown) => void,
  ) =>
  async (): Promise<Session> => {
    const session = await openSession(url, {}, limit)
    const limited = limit(session.end)
    try {
      const takeLock = () => (isAlone ? lockExclusive(session) : lockShared(session))
      await limited(untilTaken(takeLock, pause))
      await limited(assertNotMoved(session))
      return session
    } catch (error) {
      session.end()
      if (error instanceof FolderError) onBroken(error)
      throw error
    }
  }

/**
 * Opens and migrates the store of a database.
 * @param now time to record for applied migrations, in milliseconds
 * @param onBroken called when another process has locked the database, or the shop was moved: this process
 * must stop
 */
export async function openPostgres(
  { url, isAlone, isVisitor }: DatabasePlace,
  now: number,
  onBroken: (cause: unknown) => void,
  after: After,
): Promise<Store> {
  const pause = (ms: number) => new Promise<void>(resolve => after(ms, resolve))
  const limit = limitOn(url, after)
  const connect = newConnector({ url, isAlone }, limit, pause, onBroken)
  const { first, isRestored } = await enterDatabase({ url, isAlone }, now, pause)
  const node = await joinNodes(url, after, limit, isVisitor)
  let refresh: Refresh = async () => {}
  const allTables = await tablesOf(first)
  const channel = await openNodeChannel(url, after)
  const writer = postgresWriter(
    { connect, after, first, limit, node: node.number, refresh: read => refresh(read) },
    channel,
  )
  channel.onNote(note => {
    const tables = tablesIn(note)
    if (tables) writer.publishChanges(tables)
  })
  channel.onMissed(() => writer.publishChanges(allTables))
  // A gone node may have held back notes about these tables (table-news.ts), which are lost with it.
  node.onGone(() => writer.publishChanges(frequentTables))
  const pool = openPool(url, limit)
  const settle = async () => {
    await settleDatabase(url)
    if (!isAlone) await shareDatabase(first).catch(() => {}) // its connection is gone, and the lock with it
  }
  return {
    ...newRoom(url, writer.write),
    changes: writer.changes,
    onListenerError: writer.onListenerError,
    read: retriedReadsOf(pool.rows, pause),
    readInOrder: retriedReadsOf(pool.rowsInOrder, pause),
    snapshot: body => withRetries(() => pool.snapshot(rows => body(readsOf(rows))), pause),
    check() {},
    freeBytes: () => undefined,
    ownBytes: () => undefined,
    head: () => undefined,
    nodes: {
      ...node,
      isAlone,
      runsJobs: () => isAlone || node.runsJobs(),
      onOtherWriter(call) {
        refresh = call
      },
    },
    restored: isRestored ? { settle } : undefined,
    channel,
    async close() {
      await writer.quiet()
      node.close()
      writer.close()
      await channel.close()
      await pool.close()
    },
  }
}

/** Returns the names of all tables in the schema of payments. */
async function tablesOf(session: Session): Promise<ReadonlySet<string>> {
  const rows = await session.rows("select tablename from pg_tables where schemaname = 'public'")
  return new Set(rows.map(([name]) => String(name)))
}

/**
 * Locks a database and brings its tables up to date. The lock is exclusive for a process that must be alone,
 * and for a restored database until `settleDatabase` has run; otherwise it is shared with the other nodes.
 * @returns the open session that has the lock, and whether the database was restored from a dump
 * @throws FolderError with what the person at the server can do
 */
const enterDatabase = (
  { url, isAlone }: DatabasePlace,
  now: number,
  pause: (ms: number) => Promise<void>,
): Promise<{ first: Session; isRestored: boolean }> =>
  withOpened(url, async first => {
    let isExclusive = false
    /** Tries to lock the database for this process alone, and if that fails, together with other nodes. */
    const takeLock = async () => {
      isExclusive = await lockExclusive(first)
      return isExclusive || (!isAlone && lockShared(first))
    }
    await untilTaken(takeLock, pause)
    await migrateAll(first, now)
    await assertNotMoved(first)
    const isRestored = isExclusive && (await detectRestore(first))
    if (isExclusive && !isRestored && !isAlone) await shareDatabase(first)
    return { first, isRestored }
  })

/**
 * Prepares a restored database for use: marks as unknown what may have been sent after the dump, ends all
 * logins, and records the identity of the database.
 */
async function settleDatabase(url: string): Promise<void> {
  const session = await openSession(url)
  try {
    for (const text of markUnsentUnknown) await session.rows(text)
    await endAllAccess(session)
    await recordIdentity(session)
  } finally {
    session.end()
  }
}

/** Checks that no move has left the database, or is still filling it. @throws FolderError with the reason */
async function assertNotMoved(session: Session): Promise<void> {
  const why = await moveMark(session)
  if (why !== undefined) throw new FolderError(`this database is not to be used: ${why}`)
}

/** Returns why a database must not be used, as `markMove` recorded it; undefined if it may be used. */
export async function moveMark(session: Session): Promise<string | undefined> {
  const [exists] = await session.rows("select to_regclass('moved') is not null")
  if (exists?.[0] !== true) return undefined
  const [row] = await session.rows('select why from moved')
  return String(row?.[0])
}

/** Records that a database must not be used, or that it may be. @param why the reason; undefined if it may */
export async function markMove(session: Session, why: string | undefined): Promise<void> {
  await session.rows('begin')
  await session.rows('drop table if exists moved')
  if (why !== undefined) {
    await session.rows('create table moved (why text not null)')
    await session.rows('insert into moved values ($1)', [why])
  }
  await session.commit()
}

/** Brings the tables of payments and of staff to their newest versions. */
async function migrateAll(session: Session, now: number): Promise<void> {
  await migratePostgres(session, migrations, now)
  await migrateStaff(session, staffMigrations, now)
}

/**
 * Opens a session, checks that Kaunta supports its server, and passes it to `use`. The session stays open,
 * unless `use` throws.
 * @throws FolderError with what the person at the server can do
 */
async function withOpened<T>(url: string, use: (session: Session) => Promise<T>): Promise<T> {
  let session: Session | undefined
  try {
    session = await openSession(url)
    await assertServer(session)
    return await use(session)
  } catch (error) {
    session?.end()
    if (error instanceof FolderError) throw error
    throw new FolderError(`cannot open the database of KAUNTA_DATABASE_URL: ${databaseWords(error)}`)
  }
}

/**
 * Locks a database for this process alone, and brings its tables to their newest versions.
 * @param now time to record for applied migrations, in milliseconds
 * @returns the open session, which has the lock
 * @throws FolderError with what the person at the server can do
 */
export const takeDatabase = (url: string, now: number, after: After): Promise<Session> =>
  withOpened(url, async session => {
    await untilTaken(
      () => lockExclusive(session),
      ms => new Promise<void>(resolve => after(ms, resolve)),
    )
    await migrateAll(session, now)
    return session
  })
