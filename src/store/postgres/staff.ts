// Connections for people and logins: over Bun.SQL, what better-auth (through kysely) expects of a pool of the
// package pg. They are separate from those of payments, so better-auth can neither roll a payment back nor
// delay one.
import type { ReservedSQL, SQL } from 'bun'
import type { After } from '../engine/after.ts'
import { writeErrorOf } from '../engine/write-error.ts'
import { isConflict, isConnectionLost, runsMax } from './error.ts'
import { staffSchema } from './migration.ts'
import { connections, encodeParameter, type Limited } from './session.ts'
import { limitOn } from './silence.ts'

interface StaffAnswer {
  readonly command: string
  readonly rowCount: number
  readonly rows: Record<string, unknown>[]
}

/** A client of the pool. It reserves a connection only for a transaction. */
interface StaffClient {
  query(text: string, values?: readonly unknown[]): Promise<StaffAnswer>
  release(): void
}

export interface StaffPool {
  readonly options: object
  connect(): Promise<StaffClient>
  end(): Promise<void>
}

/** The current connections, which change when they are cut. */
interface Connections {
  readonly sql: () => SQL
  readonly limited: Limited
}

const defaultConnections = 4
/** Time for which a read is repeated when its connection is lost, in milliseconds. */
const patienceMs = 4_000
const pauseMs = 200

const isBegin = (text: string) => /^(begin|start transaction)\b/.test(text)
const isEnd = (text: string) => /^(commit|rollback)$/.test(text)
/** Returns whether a statement only reads, so that it may be repeated. */
const isRead = (text: string) => text.startsWith('select ')

/** Turns BigInt, which a bigint column gives, into numbers; every number of Kaunta is a safe integer. */
function withNumbers(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) if (typeof value === 'bigint') row[name] = Number(value)
  return rows
}

/** Runs a statement, and returns its answer as the package pg does. */
async function run(on: Pick<SQL, 'unsafe'>, text: string, values: readonly unknown[]): Promise<StaffAnswer> {
  const rows = await on.unsafe(text, values.map(encodeParameter))
  return { command: rows.command, rowCount: rows.count, rows: withNumbers([...rows]) }
}

/**
 * Runs a statement, and again when it conflicted with another transaction, since nothing of it is kept then.
 * @param prepareRetry called before each further run
 */
async function repeatOnConflict(
  ask: () => Promise<StaffAnswer>,
  prepareRetry: (error: unknown) => Promise<void> = async () => {},
): Promise<StaffAnswer> {
  let conflict: unknown
  for (let runs = 1; ; runs++)
    try {
      if (conflict) await prepareRetry(conflict)
      return await ask()
    } catch (error) {
      if (!isConflict(error) || error === conflict || runs === runsMax) throw error
      conflict = error
    }
}

/**
 * Returns an open transaction. After a conflict it begins again and repeats its statements, whose answers
 * must be the same.
 * @param beginText the statement that began it
 */
function newTransaction(on: ReservedSQL, beginText: string, limited: Limited) {
  const statements: {
    readonly text: string
    readonly values: readonly unknown[]
    readonly answer: string
  }[] = []
  const runHere = (text: string, values: readonly unknown[] = []) => limited(run(on, text, values))
  let isOver = false

  /**
   * Begins again and repeats.
   * @throws the conflict if an answer differs, because a decision may rest on it
   */
  async function repeat(conflict: unknown): Promise<void> {
    await runHere('rollback')
    await runHere(beginText)
    for (const { text, values, answer } of statements)
      if (JSON.stringify(await runHere(text, values)) !== answer) throw conflict
  }

  return {
    release: () => on.release(),
    async query(text: string, values: readonly unknown[]): Promise<StaffAnswer> {
      if (isOver) return runHere(text, values)
      const answer = await repeatOnConflict(() => runHere(text, values), repeat)
      statements.push({ text, values, answer: JSON.stringify(answer) })
      isOver = isEnd(text)
      return answer
    },
  }
}

/** Returns a client, which reserves a connection while a transaction is open. */
function newClient({ sql, limited }: Connections, pause: () => Promise<void>): StaffClient {
  let transaction: ReturnType<typeof newTransaction> | undefined

  function release(): void {
    transaction?.release()
    transaction = undefined
  }

  /** Runs a read or a begin, and for a while repeats it on another connection when its own is lost. */
  async function patiently(ask: () => Promise<StaffAnswer>): Promise<StaffAnswer> {
    const until = performance.now() + patienceMs
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (!isConnectionLost(error) || performance.now() > until) throw error
        release()
        await pause()
      }
    }
  }

  /** Begins a transaction on a connection of its own. */
  async function begin(text: string): Promise<StaffAnswer> {
    const reserved = await sql().reserve()
    transaction = newTransaction(reserved, text, limited)
    return limited(run(reserved, text, []))
  }

  /** Runs a statement, and repeats it only where no change can be made twice. */
  function answer(text: string, values: readonly unknown[]): Promise<StaffAnswer> {
    if (isBegin(text)) return patiently(() => begin(text))
    if (transaction) return transaction.query(text, values)
    const ask = () => repeatOnConflict(() => limited(run(sql(), text, values)))
    return isRead(text) ? patiently(ask) : ask()
  }

  return {
    query: (text, values = []) =>
      answer(text, values).catch(error => {
        throw writeErrorOf(error)
      }),
    release,
  }
}

/**
 * Reads the server's settings, and returns those that each session must change for its commits to be
 * durable: a server that answers before its disk has the rows would lose a changed password.
 */
async function readDurabilitySettings(url: string): Promise<Record<string, string>> {
  const sql = connections(url, { keepsStatements: false })
  try {
    const [row] = await sql.unsafe('show synchronous_commit').values()
    return ['off', 'local'].includes(row?.[0]) ? { synchronous_commit: 'on' } : {}
  } finally {
    await sql.close({ timeout: 0 })
  }
}

/** Opens the pool of a database whose tables are up to date. @param max most connections at once */
export async function openStaffPool(
  url: string,
  after: After,
  max: number = defaultConnections,
): Promise<StaffPool> {
  const settings = { ...(await readDurabilitySettings(url)), search_path: staffSchema }
  const open = () => connections(url, { max, keepsStatements: true, settings })
  let sql = open()
  const limited = limitOn(
    url,
    after,
  )(() => {
    const before = sql
    sql = open()
    void before.close({ timeout: 0 }).catch(() => {}) // the connection is lost either way
  })
  const pause = () => new Promise<void>(resolve => after(pauseMs, resolve))
  return {
    options: {},
    connect: async () => newClient({ sql: () => sql, limited }, pause),
    end: () => sql.close({ timeout: 1 }),
  }
}
