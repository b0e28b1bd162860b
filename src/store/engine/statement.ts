// Statements. drizzle builds the SQL of each one once, the same for SQLite and PostgreSQL, and a handle
// (`Read` or `Tx`) runs it. `query` reads through any handle, and so does `rowQuery`, which is faster.
// `mutation` and `returningMutation` need a transaction. `adHocQuery` is for SQL that differs per call, as
// list filters do.
import {
  Column,
  DrizzleQueryError,
  getTableColumns,
  is,
  Param,
  Placeholder,
  type SQL,
  sql,
  type Table,
} from 'drizzle-orm'
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import { assert } from '../../domain/fault.ts'

/** Runs SQL text and returns rows as arrays. */
export interface Read {
  readonly rows: (text: string, values: unknown[], keep: boolean) => Promise<unknown[][]>
  /** Which planner plans it, because a few statements must differ. SQLite's by default. */
  readonly planner?: 'postgres' | undefined
}

/** Runs a kept statement synchronously, which only SQLite can. */
export interface ReadNow {
  readonly rowsNow: (text: string, values: unknown[]) => unknown[][]
}

/** A sum that each body of a group adds to, and that is written once. */
export interface DeferredSum {
  readonly change: { count: number; amount: number }
  write(tx: Tx): Promise<unknown>
}

export async function writeSums(tx: Tx, sums: ReadonlyMap<string, DeferredSum>): Promise<void> {
  for (const sum of sums.values()) await sum.write(tx)
}

/**
 * A transaction in the writer's turn. It locks no rows, because nothing else changes them until it ends. It
 * cannot be used after its body has ended.
 */
export interface Tx extends Read {
  readonly writes: true
  /** The node that writes (PostgreSQL); undefined where there is only one. */
  readonly node?: number | undefined
  /**
   * Sums that are written at the end of the group, or before the first body that may read them. Undefined
   * where each body writes its own.
   */
  readonly deferredSums?: Map<string, DeferredSum> | undefined
  /** Runs `call` after this body's commit; never when it is rolled back. */
  after(call: () => void): void
  /** Sends a line to the other nodes at this body's commit; undefined where there can be none. */
  notify?(note: string): void
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

/** Passes the handle to drizzle's callback in `target`; drizzle calls it synchronously. */
function runOn<R>(handle: Read, keep: boolean, call: () => Promise<R>): Promise<R> {
  target = { run: handle.rows, keep }
  try {
    return call().catch(throwCause)
  } finally {
    target = undefined
  }
}

/** drizzle's own error contains the query and its values, which must not get into a log. */
function throwCause(error: unknown): never {
  throw error instanceof DrizzleQueryError && error.cause ? error.cause : error
}

const at = (name: string, column?: Column): SQL =>
  column ? sql`${sql.param(sql.placeholder(name), column)}` : sql`${sql.placeholder(name)}`

function preparedStatement<H extends Read, P, R>(
  build: (db: Db, at: At<P>) => Built<R>,
): (handle: H, values: P) => Promise<R> {
  let prepared: Prepared<R> | undefined
  return (handle, values) =>
    runOn(handle, true, () => {
      prepared ??= build(db, at).prepare('')
      return prepared.execute(values as Record<string, unknown>)
    })
}

/** A read that is compiled once and that any handle can run. `P` names its parameters. */
export const query = <P, R>(build: (db: Pick<Db, 'select' | 'selectDistinct'>, at: At<P>) => Built<R[]>) =>
  preparedStatement<Read, P, R[]>(build)

type Compiled = { toSQL(): { sql: string; params: unknown[] } }
type Bind = (values: Readonly<Record<string, unknown>>) => unknown[]

/** How a parameter is encoded; undefined for text, which is bound as it is. */
const encoderOf = ({ encoder }: Param) =>
  is(encoder, Column) && encoder.columnType === 'PgText' ? undefined : encoder

/** Makes the function that puts a statement's values into order: named ones and constants. */
function binderOf(params: readonly unknown[]): Bind {
  const steps = params.map(param => {
    const held = is(param, Param) ? param.value : param
    return is(held, Placeholder)
      ? { name: held.name, encoder: is(param, Param) ? encoderOf(param) : undefined }
      : { constant: param }
  })
  return values => {
    const bound: unknown[] = []
    for (const { name, encoder, constant } of steps) {
      const value = name === undefined ? constant : values[name]
      if (value === undefined) assert(name === undefined || name in values, `no value for ${name}`)
      bound.push(encoder ? encoder.mapToDriverValue(value) : value)
    }
    return bound
  }
}

/**
 * A statement that is compiled once and run without drizzle, which would take longer than most statements.
 */
function compiledStatement<P>(
  build: () => Compiled,
): (values: P) => readonly [text: string, values: unknown[]] {
  let compiled: { readonly text: string; readonly bind: Bind } | undefined
  const compile = () => {
    const { sql: text, params } = build().toSQL()
    return { text, bind: binderOf(params) }
  }
  return values => {
    compiled ??= compile()
    return [compiled.text, compiled.bind(values as Record<string, unknown>)]
  }
}

type Decode<R> = (row: unknown[]) => R

/** The fields of a row: columns, and expressions that return text or a whole number. */
type Fields<R> = { readonly [Name in keyof R]: Column | SQL<R[Name]> }

const decodeSteps = (fields: Readonly<Record<string, Column | SQL>>) =>
  Object.entries(fields).map(([name, field], index) => ({
    name,
    index,
    decode:
      is(field, Column) && field.columnType !== 'PgText'
        ? (value: unknown) => field.mapFromDriverValue(value)
        : undefined,
  }))

/** Makes the decoder of rows with these fields, when the first row arrives. Text needs no decoding. */
function decoderOf<R>(fieldsOf: () => Readonly<Record<string, Column | SQL>>): Decode<R> {
  let steps: ReturnType<typeof decodeSteps> | undefined
  return row => {
    steps ??= decodeSteps(fieldsOf())
    const value: Record<string, unknown> = {}
    for (const { name, index, decode } of steps) {
      const given = row[index]
      value[name] = decode && given !== null ? decode(given) : given
    }
    return value as R
  }
}

/**
 * A read of these fields in this order. It takes a third less time than `query`, because drizzle is not used.
 */
export function fieldQuery<P, R>(fields: Fields<R>, build: (db: Pick<Db, 'select'>, at: At<P>) => Compiled) {
  const decode = decoderOf<R>(() => fields)
  const bound = compiledStatement<P>(() => build(db, at))
  const read = async (handle: Read, values: P): Promise<R[]> =>
    (await handle.rows(...bound(values), true)).map(decode)
  /** Reads the same rows synchronously. */
  const now = (handle: ReadNow, values: P): R[] => handle.rowsNow(...bound(values)).map(decode)
  return Object.assign(read, { now, bound })
}

/** A `fieldQuery` of whole rows of one table. */
export const rowQuery = <P, T extends Table>(
  table: T,
  build: (db: Pick<Db, 'select'>, at: At<P>) => Compiled,
) => fieldQuery<P, T['$inferSelect']>(getTableColumns(table) as Fields<T['$inferSelect']>, build)

/** A change that is compiled once, that only a transaction can run, and that returns nothing. */
export function mutation<P>(build: (db: Db, at: At<P>) => Compiled): (tx: Tx, values: P) => Promise<unknown> {
  const bound = compiledStatement<P>(() => build(db, at))
  return (tx, values) => tx.rows(...bound(values), true)
}

/** A change that returns the rows of its `returning`. */
export const returningMutation = <P, R>(build: (db: Db, at: At<P>) => Built<R[]>) =>
  preparedStatement<Tx, P, R[]>(build)

/** A read whose SQL differs per call. It takes some 30 µs to build, and the statement is not kept. */
export const adHocQuery = <R>(
  handle: Read,
  build: (db: Pick<Db, 'select'>) => { execute(): Promise<R> },
): Promise<R> => runOn(handle, false, () => build(db).execute())

/**
 * Makes a read of whole rows whose SQL differs per call, decoded without drizzle. `keep` keeps the statement.
 */
export function adHocRows<T extends Table>(table: T) {
  const decode = decoderOf<T['$inferSelect']>(() => getTableColumns(table))
  return async (
    handle: Read,
    keep: boolean,
    build: (db: Pick<Db, 'select'>) => Compiled,
  ): Promise<T['$inferSelect'][]> => {
    const { sql: text, params } = build(db).toSQL()
    return (await handle.rows(text, params, keep)).map(decode)
  }
}

/** A placeholder for each column of a table, with its name. Every column must be given a value. */
export function placeholders<T extends Table>(table: T): { [K in keyof T['_']['columns']]: Placeholder } {
  const row: Record<string, Placeholder> = {}
  for (const name of Object.keys(getTableColumns(table))) row[name] = sql.placeholder(name)
  return row as { [K in keyof T['_']['columns']]: Placeholder }
}
