// Connections for people and logins: a pool over Bun.SQL with the interface of the package pg, which
// better-auth (through kysely) expects. They are separate from those of payments, so better-auth can neither
// roll back nor delay a payment.
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

const beginsTransaction = (text: string) => /^(begin|start transaction)\b/.test(text)
const endsTransaction = (text: string) => /^(commit|rollback)$/.test(text)
/** Returns whether a statement only reads, so that it may be repeated. */
const isRead = (text: string) => text.startsWith('select ')

/** Turns the BigInts of bigint columns into numbers, in place; every number of Kaunta is a safe integer. */
function withNumbers(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) if (typeof value === 'bigint') row[name] = Number(value)
  return rows
}

/** Runs a statement, and returns its answer in the form of the package pg. */
async function run(sql: Pick<SQL, 'unsafe'>, text: string, values: readonly unknown[]): Promise<StaffAnswer> {
  const rows = await sql.unsafe(text, values.map(encodeParameter))
  return { command: rows.command, rowCount: rows.count, rows: withNumbers([...rows]) }
}

/**
 * Runs a statement, and repeats it when it conflicts with another transaction: its changes are then undone.
 * @param prepareRetry called with the conflict before each further run; may throw that error to give up
 * @throws the conflict of the last of `runsMax` runs, or any other error
 */
async function repeatOnConflict(
  runOnce: () => Promise<StaffAnswer>,
  prepareRetry: (error: unknown) => Promise<void> = async () => {},
): Promise<StaffAnswer> {
  let conflict: unknown
  for (let runs = 1; ; runs++)
    try {
      if (conflict) await prepareRetry(conflict)
      return await runOnce()
    } catch (error) {
      const hasGivenUp = error === conflict
      if (!isConflict(error) || hasGivenUp || runs === runsMax) throw error
      conflict = error
    }
}

/** A statement of an open transaction, and its answer as JSON. */
interface AnsweredStatement {
  readonly text: string
  readonly values: readonly unknown[]
  readonly answer: string
}

/**
 * Returns an open transaction. After a conflict it begins again and repeats its statements, whose answers
 * must be the same.
 * @param connection reserved for the transaction, which has begun on it
 * @param beginText the statement that began the transaction
 */
function newTransaction(connection: ReservedSQL, beginText: string, limited: Limited) {
  const statements: AnsweredStatement[] = []
  const runHere = (text: string, values: readonly unknown[] = []) => limited(run(connection, text, values))
  let isOver = false

  /**
   * Begins the transaction again and repeats its statements.
   * @throws the conflict if an answer differs, because the caller may have decided something by the first one
   */
  async function repeatAll(conflict: unknown): Promise<void> {
    await runHere('rollback')
    await runHere(beginText)
    for (const { text, values, answer } of statements)
      if (JSON.stringify(await runHere(text, values)) !== answer) throw conflict
  }

  return {
    release: () => connection.release(),
    async query(text: string, values: readonly unknown[]): Promise<StaffAnswer> {
      if (isOver) return runHere(text, values)
      const answer = await repeatOnConflict(() => runHere(text, values), repeatAll)
      statements.push({ text, values, answer: JSON.stringify(answer) })
      isOver = endsTransaction(text)
      return answer
    },
  }
}

/** Returns a client of the pool, which reserves a connection while a transaction is open. */
function newClient({ sql, limited }: Connections, pause: () => Promise<void>): StaffClient {
  let transaction: ReturnType<typeof newTransaction> | undefined

  function release(): void {
    transaction?.release()
    transaction = undefined
  }

  /** Runs a read or a begin. While its connection is lost, repeats it on another one for `patienceMs`. */
  async function withReconnection(runOnce: () => Promise<StaffAnswer>): Promise<StaffAnswer> {
    const until = performance.now() + patienceMs
    for (;;) {
      try {
        return await runOnce()
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

  /** Runs a statement, and repeats it only if no change can then be made twice. */
  function answer(text: string, values: readonly unknown[]): Promise<StaffAnswer> {
    if (beginsTransaction(text)) return withReconnection(() => begin(text))
    if (transaction) return transaction.query(text, values)
    const runStatement = () => repeatOnConflict(() => limited(run(sql(), text, values)))
    return isRead(text) ? withReconnection(runStatement) : runStatement()
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
 * Returns the settings that each session must change so that its commits are durable; none if the server's
 * own settings are. A server that answers before the rows are on its disk could lose a changed password.
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

/** Opens the pool on a database whose tables must be up to date. @param max most connections at once */
export async function openStaffPool(
  url: string,
  after: After,
  max: number = defaultConnections,
): Promise<StaffPool> {
  const settings = { ...(await readDurabilitySettings(url)), search_path: staffSchema }
  const open = () => connections(url, { max, keepsStatements: true, settings })
  let sql = open()
  const reconnect = () => {
    const silent = sql
    sql = open()
    void silent.close({ timeout: 0 }).catch(() => {}) // the connection is lost either way
  }
  const limit = limitOn(url, after)
  const limited = limit(reconnect)
  const pause = () => new Promise<void>(resolve => after(pauseMs, resolve))
  return {
    options: {},
    connect: async () => newClient({ sql: () => sql, limited }, pause),
    end: () => sql.close({ timeout: 1 }),
  }
}
