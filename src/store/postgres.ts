// Opens a store on PostgreSQL: one connection writes, others read. The same tables and statements as on SQLite;
// what belongs to a data folder (its lock, copies, the head of the record chain) does not exist here.
import { migrations, staffMigrations } from '../../migrations/list.ts'
import { FolderError } from './folder.ts'
import { openNodeChannel, tablesIn } from './node-channel.ts'
import { isConnectionLost } from './postgres-error.ts'
import { locks, postgresWriter } from './postgres-group.ts'
import { endAllAccess, isRestored, noteIdentity } from './postgres-identity.ts'
import { migratePostgres, migrateStaff } from './postgres-migration.ts'
import { openPool, openSession, type Pool, type Session } from './postgres-session.ts'
import type { After } from './postgres-writer.ts'
import type { Store } from './store.ts'

/** PostgreSQL 15. */
const leastVersion = 150_000
/** A node before this one that was killed is noticed by the server within this. */
const nodeWaitMs = 5_000
/** A read whose connection goes is repeated for so long. */
const readPatienceMs = 4_000
const pauseMs = 200

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** @throws FolderError when the server is too old, or stores text in another way than all of Kaunta does */
async function assertServer(session: Session): Promise<void> {
  const [row] = await session.rows(
    "select current_setting('server_version_num')::int, current_setting('server_version'), current_setting('server_encoding')",
  )
  if (Number(row?.[0]) < leastVersion)
    throw new FolderError(`PostgreSQL ${row?.[1]} is too old: Kaunta needs 15 or newer`, 1)
  if (row?.[2] !== 'UTF8')
    throw new FolderError(`the database has the encoding ${row?.[2]}: create it with UTF8`, 1)
}

/** Takes the database for this node alone. @throws FolderError when another one has it */
async function lockNode(session: Session, pause: (ms: number) => Promise<void>): Promise<void> {
  const until = performance.now() + nodeWaitMs
  for (;;) {
    const [row] = await session.rows('select pg_try_advisory_lock($1, $2)', [locks.space, locks.node])
    if (row?.[0] === true) return
    if (performance.now() > until)
      throw new FolderError('another Kaunta is already running on this database: stop it first', 3)
    await pause(pauseMs)
  }
}

/** Reads of committed rows; one whose connection goes is repeated, for it changes nothing. */
const readsOf = (pool: Pool, pause: (ms: number) => Promise<void>): Store['read'] => ({
  async rows(text, values, keep) {
    const until = performance.now() + readPatienceMs
    for (;;) {
      try {
        return await pool.rows(text, values, keep)
      } catch (error) {
        if (!isConnectionLost(error) || performance.now() > until) throw error
        await pause(pauseMs)
      }
    }
  },
})

/**
 * Opens and migrates the store of a database, which this process then owns.
 * @param url postgres://…
 * @param now stamps applied migrations, in milliseconds
 * @param broken hears once when another Kaunta took the database over: the process must stop
 */
export async function openPostgres(
  url: string,
  now: number,
  broken: (cause: unknown) => void,
  after: After,
): Promise<Store> {
  const pause = (ms: number) => new Promise<void>(resolve => after(ms, resolve))
  const open = async () => {
    const session = await openSession(url)
    try {
      await lockNode(session, pause)
      return session
    } catch (error) {
      session.end()
      if (error instanceof FolderError) broken(error)
      throw error
    }
  }
  const first = await takeDatabase(url, now, after)
  await assertNotMoved(first)
  const restored = (await isRestored(first)) ? { settle: () => settle(url) } : undefined
  const allTables = await tablesOf(first)
  const channel = await openNodeChannel(url, after)
  const writer = postgresWriter({ connect: open, after, first }, channel)
  channel.onNote(note => {
    const tables = tablesIn(note)
    if (tables) writer.publishChanges(tables)
  })
  channel.onMissed(() => writer.publishChanges(allTables))
  const pool = openPool(url)
  return {
    write: writer.write,
    changes: writer.changes,
    onListenerError: writer.onListenerError,
    read: readsOf(pool, pause),
    check() {},
    freeBytes: () => undefined,
    ownBytes: () => undefined,
    head: () => undefined,
    restored,
    channel,
    async close() {
      await writer.quiet()
      writer.close()
      await channel.close()
      await pool.close()
    },
  }
}

async function tablesOf(session: Session): Promise<ReadonlySet<string>> {
  const rows = await session.rows("select tablename from pg_tables where schemaname = 'public'")
  return new Set(rows.map(([name]) => String(name)))
}

async function settle(url: string): Promise<void> {
  const session = await openSession(url)
  try {
    await endAllAccess(session)
    await noteIdentity(session)
  } finally {
    session.end()
  }
}

/** Refuses a database that `kaunta move` has left, or has not filled yet. */
async function assertNotMoved(session: Session): Promise<void> {
  const why = await moveMark(session)
  if (why === undefined) return
  session.end()
  throw new FolderError(`this database is not to be used: ${why}`, 1)
}

/** Why a database is not to be used; undefined for one that is. */
export async function moveMark(session: Session): Promise<string | undefined> {
  const [found] = await session.rows("select to_regclass('moved') is not null")
  if (found?.[0] !== true) return undefined
  return String((await session.rows('select why from moved'))[0]?.[0])
}

/** @param why undefined when it may be used again */
export async function markMove(session: Session, why: string | undefined): Promise<void> {
  await session.rows('begin')
  await session.rows('drop table if exists moved')
  if (why !== undefined) {
    await session.rows('create table moved (why text not null)')
    await session.rows('insert into moved values ($1)', [why])
  }
  await session.commit()
}

/**
 * Takes a database for this process, with the newest tables.
 * @throws FolderError with what the person at the server can do
 */
export async function takeDatabase(url: string, now: number, after: After): Promise<Session> {
  const pause = (ms: number) => new Promise<void>(resolve => after(ms, resolve))
  let session: Session | undefined
  try {
    session = await openSession(url)
    await assertServer(session)
    await lockNode(session, pause)
    await migratePostgres(session, migrations, now)
    await migrateStaff(session, staffMigrations, now)
    return session
  } catch (error) {
    session?.end()
    if (error instanceof FolderError) throw error
    throw new FolderError(`cannot open the database of KAUNTA_DATABASE_URL: ${messageOf(error)}`, 1)
  }
}
