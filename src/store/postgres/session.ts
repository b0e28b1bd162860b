// Connections to PostgreSQL over Bun.SQL: numbers arrive as numbers, and queries that do not depend on each
// other travel together. The settings that a session needs are set here, whatever the server's own are.
import { existsSync } from 'node:fs'
import type { ReservedSQL, SQL } from 'bun'
import type { StatementUse } from '../engine/statement.ts'
import { RolledBack, sqlStateOf } from './error.ts'

type Row = unknown[]

/** A separate connection. */
export interface Session {
  /** Sends a statement at once; those sent before it run before it. */
  rows(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Returns whether this text has run here before. The driver may refuse a new text without sending it. */
  hasRun(text: string): boolean
  /** Commits. @throws RolledBack when the server rolled back instead, because an earlier statement failed */
  commit(): Promise<void>
  /** Runs a `copy … from stdin` of these lines: all of them or none. */
  copyIn(text: string, lines: string): Promise<void>
  /** Yields the output of a `copy … to stdout`, in pieces of any length. */
  copyOut(text: string): AsyncIterable<Uint8Array>
  /** Ends the connection, and with it whatever is running on it. */
  end(): void
}

/** Time limit of a statement, in milliseconds. */
const statementMaxMs = 30_000
/** Time limit of an idle transaction, for a Kaunta that hangs or is cut off, in milliseconds. */
const idleMaxMs = 3_000
/** Time limit of a wait for the turn to write, in milliseconds. */
const lockMaxMs = 10_000
const connectSeconds = 3
/** How many statement texts a session remembers: some differ at each call. */
const knownTextsMax = 1_000

interface Connections {
  readonly max?: number
  /** Whether to keep prepared statements. Texts that differ per call would fill the server's memory. */
  readonly keepsStatements: boolean
  /** Further settings of each session. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Returns a pool of connections, each of which opens at its first query. @param max most connections */
export const connections = (url: string, { max = 1, keepsStatements, settings = {} }: Connections) =>
  // Not imported from 'bun', because that import would load the driver at each start.
  new Bun.SQL({
    url,
    adapter: 'postgres',
    max,
    bigint: true,
    prepare: keepsStatements,
    connectionTimeout: connectSeconds,
    idleTimeout: 0,
    connection: {
      application_name: 'kaunta',
      client_encoding: 'UTF8',
      default_transaction_isolation: 'read committed',
      statement_timeout: statementMaxMs,
      lock_timeout: lockMaxMs,
      idle_in_transaction_session_timeout: idleMaxMs,
      jit: 'off', // compiling a query costs 20 ms, and none here takes that long
      ...settings,
    },
  })

/**
 * Encodes a parameter for the driver. Numbers become text, so that the server and not the client chooses
 * their type, and flags become 0 or 1. PostgreSQL's text has no NUL, so NUL becomes U+FFFD, and a search for
 * it finds nothing.
 */
export function encodeParameter(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(Number(value)) : value
}

/** Turns the BigInts of bigint columns into numbers, in place; every number of Kaunta is a safe integer. */
function decodeRows(rows: Row[]): Row[] {
  for (const row of rows)
    for (let index = 0; index < row.length; index++)
      if (typeof row[index] === 'bigint') row[index] = Number(row[index])
  return rows
}

/** Runs a statement, and returns its rows as arrays. @throws the driver's error, with the caller's stack */
async function run(sql: Pick<SQL, 'unsafe'>, text: string, values: readonly unknown[]): Promise<Row[]> {
  try {
    const rows = await sql.unsafe(text, values.map(encodeParameter)).values()
    return decodeRows(rows)
  } catch (error) {
    // The driver's errors have no useful stack, so the log gets that of the caller.
    if (error instanceof Error) Error.captureStackTrace(error, run)
    throw error
  }
}

/**
 * Checks that the root certificate file exists, if the URL names one.
 * @throws Error with the file's path, which the driver's error lacks
 */
function assertRootCertificateExists(url: string): void {
  const file = /[?&]sslrootcert=([^&]+)/.exec(url)?.[1]
  if (file === undefined || existsSync(decodeURIComponent(file))) return
  throw Object.assign(new Error(`${decodeURIComponent(file)} is missing`), { code: 'INVALID_CA' })
}

/**
 * Opens one connection, whose commits wait for the server's disk.
 * @param settings further settings of the session, by the names of PostgreSQL
 * @param limit ends the wait for a server that accepts the connection but does not answer, because the driver
 * limits only the wait for the connection
 * @throws the error of the server or the network
 */
export async function openSession(
  url: string,
  settings: Readonly<Record<string, string>> = {},
  limit?: Limit,
): Promise<Session> {
  assertRootCertificateExists(url)
  const sql = connections(url, { keepsStatements: true, settings })
  const end = () => void sql.close({ timeout: 0 }).catch(() => {}) // the connection is lost either way
  try {
    const reserved = await sql.reserve()
    const limited: Limited = limit?.(end) ?? (work => work)
    await limited(requireDurableCommits(reserved))
    return sessionOn(reserved, end)
  } catch (error) {
    end()
    throw error
  }
}

/** Makes commits wait for the server's disk; otherwise a crash could lose payments that were acknowledged. */
const requireDurableCommits = (connection: ReservedSQL): Promise<unknown> =>
  run(
    connection,
    "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local')",
    [],
  )

/** Returns the session of an open connection. */
function sessionOn(connection: ReservedSQL, end: () => void): Session {
  const knownTexts = new Set<string>()
  return {
    async rows(text, values = []) {
      const rows = await run(connection, text, values)
      if (knownTexts.size < knownTextsMax) knownTexts.add(text)
      return rows
    },
    hasRun: text => knownTexts.has(text),
    async commit() {
      const { command } = await connection.unsafe('commit')
      if (command !== 'COMMIT') throw new RolledBack(`the transaction ended with ${command}`)
    },
    async copyIn(text, lines) {
      const writer = connection.unsafe(text).writable().getWriter()
      writer.closed.catch(() => {}) // close() throws the same error
      await writer.write(lines)
      await writer.close()
    },
    copyOut: text => connection.unsafe(text).readable(),
    end,
  }
}

/** Sets a parameter of the server for this session. */
export const setParameter = (session: Session, name: string, value: string) =>
  session.rows('select set_config($1, $2, false)', [name, value])

/** How often the server checks whether the process was killed, in milliseconds. */
const clientCheckMs = 1_000

/** Returns whether the server refused a setting: on some systems it cannot notice lost clients. */
const isRefusedSetting = (error: unknown) => sqlStateOf(error) === '22023'

/**
 * Lets the session's statements take as long as they need, such as to count or index ten million rows. If
 * the process is killed, the server soon ends the statement, whose locks would block other processes.
 */
export async function allowLongWork(session: Session): Promise<void> {
  await setParameter(session, 'statement_timeout', '0')
  await setParameter(session, 'client_connection_check_interval', String(clientCheckMs)).catch(error => {
    if (!isRefusedSetting(error)) throw error
  })
}

/** Restores the limits that `allowLongWork` lifted. */
export async function endLongWork(session: Session): Promise<void> {
  await session.rows('reset statement_timeout')
  await session.rows('reset client_connection_check_interval')
}

/** Opens a session without a time limit for its statements, and closes it after `work`. */
export async function withLongSession<T>(url: string, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await openSession(url)
  try {
    await allowLongWork(session)
    return await work(session)
  } finally {
    session.end()
  }
}

/** Waits for work for as long as the server answers, and returns its result. */
export type Limited = <T>(work: Promise<T>) => Promise<T>

/**
 * Returns a function that waits for work on one database.
 * @param cut called when the server no longer answers; closes the connections, so that all waiting work fails
 */
export type Limit = (cut: () => void) => Limited

/** Many connections for reads. */
export interface Pool {
  rows(text: string, values?: readonly unknown[], use?: StatementUse): Promise<Row[]>
  /** Reads over a single connection, which answers in the order of the queries. */
  rowsInOrder(text: string, values?: readonly unknown[], use?: StatementUse): Promise<Row[]>
  /** Runs a body whose reads all see the rows of one moment. Their statements are not kept. */
  snapshot<T>(body: (rows: Pool['rows']) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Most reads that run at the same time. */
const readersMax = 8
const unpreparedReadersMax = 2

/** Opens connections for reads. All are cut when the server falls silent; the next query opens new ones. */
export function openPool(url: string, limit: Limit): Pool {
  const open = () => ({
    kept: connections(url, { max: readersMax, keepsStatements: true }),
    unprepared: connections(url, { max: unpreparedReadersMax, keepsStatements: false }),
    single: connections(url, { keepsStatements: true }),
  })
  let current = open()
  const close = (all: typeof current, timeout: number) =>
    Promise.all(Object.values(all).map(sql => sql.close({ timeout })))
  const limited = limit(() => {
    const silent = current
    current = open()
    void close(silent, 0).catch(() => {}) // the connections are lost either way
  })
  return {
    rows: (text, values = [], use) =>
      limited(run(use === 'once' ? current.unprepared : current.kept, text, values)),
    rowsInOrder: (text, values = [], use) =>
      limited(run(use === 'once' ? current.unprepared : current.single, text, values)),
    snapshot: body =>
      limited(
        current.unprepared.begin('isolation level repeatable read read only', transaction =>
          body((text, values = []) => run(transaction, text, values)),
        ),
      ),
    async close() {
      await close(current, 1)
    },
  }
}
