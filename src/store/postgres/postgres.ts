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

/** Runs a read, and repeats it for a while when it lost its connection or met a conflict. */
async function patiently<T>(ask: () => Promise<T>, pause: (ms: number) => Promise<void>): Promise<T> {
  const until = performance.now() + readPatienceMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const isPassing = isConnectionLost(error) || isConflict(error)
      if (!isPassing || performance.now() > until) throw writeErrorOf(error)
      await pause(pauseMs)
    }
  }
}

/** Returns reads of committed rows. */
const readsOf = (ask: Pool['rows']): Store['read'] => ({ planner: 'postgres', rows: ask })

/** Returns reads of committed rows, each of which is repeated for a while if it cannot be made. */
const patientReadsOf = (ask: Pool['rows'], pause: (ms: number) => Promise<void>): Store['read'] =>
  readsOf((...statement) => patiently(() => ask(...statement), pause))

export interface DatabasePlace {
  /** postgres://… */
  readonly url: string
  /** Whether this process must be the only one on the database; otherwise it is one of several nodes. */
  readonly isAlone: boolean
  /** Whether this process runs no jobs and leaves them to the nodes that serve. */
  readonly isVisitor?: boolean | undefined
}

/**
 * Returns the function that opens a connection to write, and takes the lock of the database on it.
 * @param onBroken receives the FolderError when the database was taken over or moved
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
 * @param now stamps applied migrations, in milliseconds
 * @param onBroken called once when the database was taken over or moved: the process must stop
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
  // A gone node may have held back its notes about these tables (table-news.ts).
  node.onGone(() => writer.publishChanges(frequentTables))
  const pool = openPool(url, limit)
  // If this fails, the connection is gone, and the lock with it.
  const share = (on: Session) => (isAlone ? undefined : shareDatabase(on).catch(() => {}))
  const settle = () => settleDatabase(url).then(() => share(first))
  return {
    ...newRoom(url, writer.write),
    changes: writer.changes,
    onListenerError: writer.onListenerError,
    read: patientReadsOf(pool.rows, pause),
    readInOrder: patientReadsOf(pool.rowsInOrder, pause),
    snapshot: body => patiently(() => pool.snapshot(rows => body(readsOf(rows))), pause),
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

/** Lists the tables of payments. */
async function tablesOf(session: Session): Promise<ReadonlySet<string>> {
  const rows = await session.rows("select tablename from pg_tables where schemaname = 'public'")
  return new Set(rows.map(([name]) => String(name)))
}

/**
 * Locks a database and brings its tables up to date. The lock is exclusive for a process that must be alone,
 * and for a restored database until it is settled; otherwise it is shared with the other nodes.
 */
const enterDatabase = (
  { url, isAlone }: DatabasePlace,
  now: number,
  pause: (ms: number) => Promise<void>,
): Promise<{ first: Session; isRestored: boolean }> =>
  withOpened(url, async first => {
    let isExclusive = false
    /** Tries to lock the database, first for this process alone. */
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
 * Settles a restored database: marks what may have been sent since, ends all logins, and records its
 * identity.
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

/** Checks that the database has no mark. @throws FolderError when a move has left or not yet filled it */
async function assertNotMoved(session: Session): Promise<void> {
  const why = await moveMark(session)
  if (why !== undefined) throw new FolderError(`this database is not to be used: ${why}`)
}

/** Returns why a database must not be used; undefined for one that may be. */
export async function moveMark(session: Session): Promise<string | undefined> {
  const [exists] = await session.rows("select to_regclass('moved') is not null")
  if (exists?.[0] !== true) return undefined
  return String((await session.rows('select why from moved'))[0]?.[0])
}

/** Marks a database that must not be used, or removes its mark. @param why undefined removes the mark */
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
 * Opens a session on a server that Kaunta supports, and passes it to `use`, which keeps it open.
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
 * Takes a database for this process alone, with the newest tables.
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
