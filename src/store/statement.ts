// drizzle builds each SQL text once; a handle only knows how to run text. The same texts run on SQLite and PostgreSQL.
// `query` reads through any handle, `change` needs a transaction, `ask` is for texts that differ per call (list filters).
import {
  type Column,
  DrizzleQueryError,
  fillPlaceholders,
  getTableColumns,
  type Placeholder,
  type SQL,
  sql,
  type Table,
} from 'drizzle-orm'
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import { assert } from '../domain/fault.ts'

/** Something that runs SQL text and answers rows as arrays. */
export interface Read {
  readonly rows: (text: string, values: unknown[], keep: boolean) => Promise<unknown[][]>
}

/** A transaction: dead once its body ends. */
export interface Tx extends Read {
  readonly writes: true
  /** Whether rows are taken with FOR UPDATE (PostgreSQL); SQLite has one writer and needs none. */
  readonly locks: boolean
  /** Runs `call` after this body's commit; never when it is rolled back. */
  after(call: () => void): void
}

type Db = PgRemoteDatabase<Record<string, never>>
type At<P> = (name: keyof P & string, column?: Column) => SQL
type Prepared<R> = { execute(values?: Record<string, unknown>): Promise<R> }
type Built<R> = { prepare(name: string): Prepared<R> }

let target: { readonly run: Read['rows']; readonly keep: boolean } | undefined
const db: Db = drizzle(
  (text, values) => {
    assert(target, 'a query ran outside its statement')
    return target.run(text, values, target.keep).then(rows => ({ rows }))
  },
  { casing: 'snake_case' },
)

/** drizzle calls back within the same synchronous turn, so the handle it must use can wait here. */
function on<R>(handle: Read, keep: boolean, call: () => Promise<R>): Promise<R> {
  target = { run: handle.rows, keep }
  try {
    return call().catch(bare)
  } finally {
    target = undefined
  }
}

/** drizzle wraps what went wrong in the whole query with its values, which no log may hold. */
function bare(error: unknown): never {
  throw error instanceof DrizzleQueryError && error.cause ? error.cause : error
}

const at = (name: string, column?: Column): SQL =>
  column ? sql`${sql.param(sql.placeholder(name), column)}` : sql`${sql.placeholder(name)}`

function kept<H extends Read, P, R>(build: (db: Db, at: At<P>) => Built<R>): (handle: H, values: P) => Promise<R> {
  let prepared: Prepared<R> | undefined
  return (handle, values) =>
    on(handle, true, () => {
      prepared ??= build(db, at).prepare('')
      return prepared.execute(values as Record<string, unknown>)
    })
}

/** A read, compiled once, that any handle can run. `P` names its parameters. */
export const query = <P, R>(build: (db: Pick<Db, 'select' | 'selectDistinct'>, at: At<P>) => Built<R[]>) =>
  kept<Read, P, R[]>(build)

type Compiled = { toSQL(): { sql: string; params: unknown[] } }
type Decode = (row: unknown[]) => unknown

/** Reads a row of a table from its columns in order; text needs no decoding. */
function decoderOf(table: Table): Decode {
  const columns = Object.entries(getTableColumns(table)).map(([name, column], index) => ({
    name,
    index,
    decode: column.columnType === 'PgText' ? undefined : (value: unknown) => column.mapFromDriverValue(value),
  }))
  return row => {
    const value: Record<string, unknown> = {}
    for (const { name, index, decode } of columns) {
      const given = row[index]
      value[name] = decode && given !== null ? decode(given) : given
    }
    return value
  }
}

/** A read of whole rows of one table, compiled once and decoded here: a third cheaper than through drizzle, so for the hot path. */
export function rowQuery<P, T extends Table>(table: T, build: (db: Pick<Db, 'select'>, at: At<P>) => Compiled) {
  const decode = decoderOf(table)
  let compiled: { sql: string; params: unknown[] } | undefined
  return async (handle: Read, values: P): Promise<T['$inferSelect'][]> => {
    compiled ??= build(db, at).toSQL()
    const rows = await handle.rows(compiled.sql, fillPlaceholders(compiled.params, values as Record<string, unknown>), true)
    return rows.map(decode) as T['$inferSelect'][]
  }
}

/** A change, compiled once, that only a transaction can run. */
export const change = <P, R = unknown>(build: (db: Db, at: At<P>) => Built<R>) => kept<Tx, P, R>(build)

/** A read whose text differs per call; some 30 µs to build, and its statement is not kept. */
export const ask = <R>(handle: Read, build: (db: Pick<Db, 'select'>) => { execute(): Promise<R> }): Promise<R> =>
  on(handle, false, () => build(db).execute())

/** A row of placeholders named as the table's columns: every column must be given. */
export function slots<T extends Table>(table: T): { [K in keyof T['_']['columns']]: Placeholder } {
  const row: Record<string, Placeholder> = {}
  for (const name of Object.keys(getTableColumns(table))) row[name] = sql.placeholder(name)
  return row as { [K in keyof T['_']['columns']]: Placeholder }
}
