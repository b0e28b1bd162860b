// Connections to PostgreSQL over Bun.SQL: numbers come as numbers, and queries that do not wait for each other
// travel together. What the session must be like, whatever the server's own settings are, is said here.
import { existsSync } from 'node:fs'
import type { SQL } from 'bun'
import { RolledBack } from './error.ts'
import type { Limit } from './silence.ts'

type Row = unknown[]

/** One connection of its own. */
export interface Session {
  /** Sends a statement at once; those sent before it run before it. */
  rows(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Whether this text was answered here before: one that was not may be refused before it reaches the server. */
  hasRun(text: string): boolean
  /** @throws also when the server ended the transaction with a rollback, which it does after an error */
  commit(): Promise<void>
  /** Runs a `copy … from stdin` of these lines: all of them or none. */
  copyIn(text: string, lines: string): Promise<void>
  /** What a `copy … to stdout` answers, in pieces of any length. */
  copyOut(text: string): AsyncIterable<Uint8Array>
  /** Ends the connection, and with it what is under way. */
  end(): void
}

/** A statement that takes longer is ended, milliseconds. */
const statementMaxMs = 30_000
/** A transaction whose Kaunta hangs or is cut off ends after this, milliseconds. */
const idleMaxMs = 3_000
/** The writing turn is waited for so long, milliseconds. */
const lockMaxMs = 10_000
const connectSeconds = 3
/** Of texts that differ per call no more are remembered. */
const ranMax = 1_000

/**
 * @param keepsStatements texts that differ per call would fill the server's memory with prepared statements
 * @param more settings of each session
 */
export const connections = (
  url: string,
  max: number,
  keepsStatements: boolean,
  more: Readonly<Record<string, string>> = {},
) =>
  // Named here: an import of it from 'bun' loads the driver at each start.
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
      jit: 'off', // to compile what the planner takes for long costs 20 ms, and nothing here takes so long
      ...more,
    },
  })

/**
 * The server finds the type of a parameter; a number would come as one of the client's choice. Flags are 0 or 1. Text
 * has no NUL there: what is searched with one is not found.
 */
export function encoded(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(Number(value)) : value
}

/** bigint comes as BigInt, and every number of ours is a safe one. */
function decoded(rows: Row[]): Row[] {
  for (const row of rows)
    for (let index = 0; index < row.length; index++)
      if (typeof row[index] === 'bigint') row[index] = Number(row[index])
  return rows
}

async function run(on: Pick<SQL, 'unsafe'>, text: string, values: readonly unknown[]): Promise<Row[]> {
  try {
    return decoded(await on.unsafe(text, values.map(encoded)).values())
  } catch (error) {
    // The driver's errors name no place; the log says who asked.
    if (error instanceof Error) Error.captureStackTrace(error, run)
    throw error
  }
}

/** The driver does not say which file it misses. */
function assertAuthorityFile(url: string): void {
  const file = /[?&]sslrootcert=([^&]+)/.exec(url)?.[1]
  if (file === undefined || existsSync(decodeURIComponent(file))) return
  throw Object.assign(new Error(`${decodeURIComponent(file)} is missing`), { code: 'INVALID_CA' })
}

/**
 * Opens one connection.
 * @param more settings of it @param limit for what it asks first; the driver's own ends when it is connected
 * @throws what the server or the network said
 */
export async function openSession(
  url: string,
  more: Readonly<Record<string, string>> = {},
  limit?: Limit,
): Promise<Session> {
  assertAuthorityFile(url)
  const own = connections(url, 1, true, more)
  const end = () => void own.close({ timeout: 0 }).catch(() => {}) // it is gone either way
  try {
    const reserved = await own.reserve()
    // A server that answers before its disk has the rows would lose what was acknowledged.
    const durable = run(
      reserved,
      "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local')",
      [],
    )
    await (limit ? limit(end)(durable) : durable)
    const ran = new Set<string>()
    return {
      async rows(text, values = []) {
        const rows = await run(reserved, text, values)
        if (ran.size < ranMax) ran.add(text)
        return rows
      },
      hasRun: text => ran.has(text),
      async commit() {
        const { command } = await reserved.unsafe('commit')
        if (command !== 'COMMIT') throw new RolledBack(`the transaction ended with ${command}`)
      },
      async copyIn(text, lines) {
        const writer = reserved.unsafe(text).writable().getWriter()
        writer.closed.catch(() => {}) // close() says the same
        await writer.write(lines)
        await writer.close()
      },
      copyOut: text => reserved.unsafe(text).readable(),
      end,
    }
  } catch (error) {
    end()
    throw error
  }
}

/** Many connections for reads. */
export interface Pool {
  rows(text: string, values: readonly unknown[], keep: boolean): Promise<Row[]>
  /** The same over one connection: what is asked first is answered first. */
  rowsInOrder(text: string, values: readonly unknown[], keep: boolean): Promise<Row[]>
  close(): Promise<void>
}

/** So many reads run side by side. */
const readersMax = 8
const unpreparedReadersMax = 2

/** Connections that are cut all at once when the server says nothing, and opened again by what is asked next. */
export function openPool(url: string, limit: Limit): Pool {
  const open = () => ({
    kept: connections(url, readersMax, true),
    unprepared: connections(url, unpreparedReadersMax, false),
    single: connections(url, 1, true),
  })
  let on = open()
  const close = (all: typeof on, timeout: number) =>
    Promise.all(Object.values(all).map(one => one.close({ timeout })))
  const limited = limit(() => {
    const before = on
    on = open()
    void close(before, 0).catch(() => {}) // they are gone either way
  })
  return {
    rows: (text, values, keep) => limited(run(keep ? on.kept : on.unprepared, text, values)),
    rowsInOrder: (text, values, keep) => limited(run(keep ? on.single : on.unprepared, text, values)),
    async close() {
      await close(on, 1)
    },
  }
}
