// Statements: drizzle builds the SQL, the same for SQLite and PostgreSQL, and a handle (`Read` or `Tx`) runs
// it. `query` reads through any handle, and `mutation` needs a transaction. Both are compiled once.
// `adHocQuery` is for SQL that differs per call, as list filters do.
import {
  Column,
  getTableColumns,
  getTableName,
  is,
  Param,
  Placeholder,
  type SQL,
  sql,
  type Table,
} from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import { assert } from '../../domain/fault.ts'

/** A new row with a value for each column. */
interface NewRow {
  readonly table: Table
  readonly onConflict: SQL | undefined
}

/** What a statement changes. */
export interface TableChange {
  /** Name of the table. */
  readonly table: string
  readonly returnsRows: boolean
  /** Set for a statement that only adds a row. */
  readonly newRow: NewRow | undefined
}

/** Whether a prepared statement stays for further runs (`kept`, the default), or runs `once`. */
export type StatementUse = 'kept' | 'once'

/** Runs SQL text and returns rows as arrays. @param change undefined for a statement that only reads */
export interface Read {
  readonly rows: (
    text: string,
    values?: unknown[],
    use?: StatementUse,
    change?: TableChange,
  ) => Promise<unknown[][]>
  /** The planner of its database, because a few statements must differ. Default: SQLite's. */
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

/** Writes the sums that the bodies of a group added up. */
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
  afterCommit(call: () => void): void
  /** Sends a line to the other nodes at this body's commit; undefined where there can be none. */
  notify?(note: string): void
}

type Db = PgRemoteDatabase<Record<string, never>>
/** Names a value that is bound when the statement runs. `column` encodes the value, as a flag or as JSON. */
type NamedParam<P> = (name: keyof P & string, column?: Column) => SQL
/** A query of drizzle's builder whose rows are `R`. */
type Built<R> = { prepare(name: string): { execute(): Promise<R> } }

const db: Db = drizzle(() => Promise.reject(new Error('drizzle builds statements and runs none')), {
  casing: 'snake_case',
})

/** Returns the placeholder of a value that is bound by its name when the statement runs. */
const namedParam = (name: string, column?: Column): SQL =>
  column ? sql`${sql.param(sql.placeholder(name), column)}` : sql`${sql.placeholder(name)}`

type Bind = (values: Readonly<Record<string, unknown>>) => unknown[]

/** Returns the encoder of a parameter; undefined for text, which is bound as it is. */
const encoderOf = ({ encoder }: Param) =>
  is(encoder, Column) && encoder.columnType === 'PgText' ? undefined : encoder

/**
 * Returns the function that turns named values into the list that the driver binds: one value for each
 * parameter of the statement, in order, constants included. An assert fails for a name without a value.
 * @param params the parameters as drizzle compiled them
 */
function binderOf(params: readonly unknown[]): Bind {
  const steps = params.map(param => {
    const inner = is(param, Param) ? param.value : param
    if (!is(inner, Placeholder)) return { constant: param }
    return { name: inner.name, encoder: is(param, Param) ? encoderOf(param) : undefined }
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

interface Decoder {
  mapFromDriverValue(value: unknown): unknown
}

interface SelectedField {
  readonly path: readonly string[]
  /** A column, an expression, or an expression with a name. */
  readonly field: Column | { readonly decoder: Decoder } | { readonly sql: { readonly decoder: Decoder } }
}

/** drizzle's prepared query, whose `fields` its types hide. A change that returns nothing has none. */
interface Prepared {
  readonly fields: readonly SelectedField[] | undefined
  getQuery(): { readonly sql: string; readonly params: unknown[] }
}

type Decode = (row: unknown[]) => unknown

/** Returns the decoder of a field; undefined for text, which needs none. */
function decoderOf(field: SelectedField['field']): Decoder | undefined {
  if (is(field, Column)) return field.columnType === 'PgText' ? undefined : field
  return 'decoder' in field ? field.decoder : field.sql.decoder
}

/**
 * Returns the function that turns a row, an array of driver values, into an object; drizzle's own takes 1.5
 * times as long. A selected table becomes a nested object, even when all its columns are null: do not select
 * a left-joined table.
 */
function rowDecoderOf(fields: readonly SelectedField[]): Decode {
  const steps = fields.map(({ path, field }, index) => {
    const [name = '', table] = path.toReversed()
    return { name, table, index, decoder: decoderOf(field) }
  })
  return row => {
    const value: Record<string, unknown> = {}
    for (const { name, table, index, decoder } of steps) {
      const stored = row[index]
      const decoded = decoder && stored !== null ? decoder.mapFromDriverValue(stored) : stored
      if (table === undefined) value[name] = decoded
      else value[table] = Object.assign(value[table] ?? {}, { [name]: decoded })
    }
    return value
  }
}

/** The part of drizzle's changes that its types hide. */
interface ChangeConfig {
  readonly table: Table
  /** The rows of an insert, or its query. */
  readonly values?: unknown
  readonly onConflict?: SQL
}
/** Returns the table, rows and conflict rule of a change that drizzle built. */
const configOf = (built: unknown) => (built as { config: ChangeConfig }).config

/** Returns whether a change inserts exactly one row, with a parameter for each column. */
function isNewRow({ table, values }: ChangeConfig): boolean {
  const [row, ...others] = Array.isArray(values) ? values : []
  const isParameter = (name: string) => is(row[name], Param) && is(row[name].value, Placeholder)
  return row !== undefined && others.length === 0 && Object.keys(getTableColumns(table)).every(isParameter)
}

/** Describes the change of a statement: its table, and the new row if it only inserts one. */
function changeOf(built: unknown, returnsRows: boolean): TableChange {
  const config = configOf(built)
  const { table, onConflict } = config
  const newRow = isNewRow(config) && !returnsRows ? { table, onConflict } : undefined
  return { table: getTableName(table), returnsRows, newRow }
}

/**
 * Returns the SQL that inserts all rows of the query `rows` at once, with the conflict rule of a statement
 * that inserts one row. Undefined if that SQL has parameters.
 */
export function insertText({ table, onConflict }: NewRow, rows: SQL): string | undefined {
  const built = db.insert(table as PgTable).select(rows)
  if (onConflict) Object.assign(configOf(built), { onConflict })
  const { sql: text, params } = (built.prepare('') as unknown as Prepared).getQuery()
  return params.length === 0 ? text : undefined
}

/** Returns the SQL of a statement, its change, and the functions that bind its values and decode its rows. */
function compile(built: Built<unknown>, kind: 'read' | 'change' = 'read') {
  const prepared = built.prepare('') as unknown as Prepared
  const { sql: text, params } = prepared.getQuery()
  const decode = prepared.fields && rowDecoderOf(prepared.fields)
  return {
    text,
    change: kind === 'change' ? changeOf(built, decode !== undefined) : undefined,
    bind: binderOf(params),
    decoded: <R>(rows: unknown[][]) => (decode ? rows.map(decode) : rows) as R[],
  }
}

/**
 * Returns a function that runs a statement, with the properties `readNow` and `textAndValues`. The statement
 * is compiled at its first use. It runs without drizzle, which would cost more than most reads.
 */
function statement<H extends Read, P, R>(
  build: (db: Db, param: NamedParam<P>) => Built<unknown>,
  kind: 'read' | 'change' = 'read',
) {
  let compiled: ReturnType<typeof compile> | undefined
  const compileOnce = () => {
    compiled ??= compile(build(db, namedParam), kind)
    return compiled
  }
  const textAndValues = (values: P): readonly [text: string, values: unknown[]] => [
    compileOnce().text,
    compileOnce().bind(values as Record<string, unknown>),
  ]
  const run = async (handle: H, values: P): Promise<R[]> => {
    const { change, decoded } = compileOnce()
    return decoded<R>(await handle.rows(...textAndValues(values), 'kept', change))
  }
  /** Reads the same rows synchronously. */
  const readNow = (handle: ReadNow, values: P): R[] =>
    compileOnce().decoded(handle.rowsNow(...textAndValues(values)))
  return Object.assign(run, { readNow, textAndValues })
}

/** Returns a read that is compiled once and that any handle can run, with parameters `P` and rows `R`. */
export const query = <P, R>(
  build: (db: Pick<Db, 'select' | 'selectDistinct'>, param: NamedParam<P>) => Built<R[]>,
) => statement<Read, P, R>(build)

/** Returns a change that is compiled once and that only a transaction can run. With `R` it returns rows. */
export function mutation<P>(
  build: (db: Db, param: NamedParam<P>) => Built<unknown>,
): (tx: Tx, values: P) => Promise<unknown>
export function mutation<P, R>(
  build: (db: Db, param: NamedParam<P>) => Built<R[]>,
): (tx: Tx, values: P) => Promise<R[]>
export function mutation<P>(build: (db: Db, param: NamedParam<P>) => Built<unknown>) {
  return statement<Tx, P, unknown>(build, 'change')
}

/** Runs a read whose SQL differs per call. Building it takes about 30 µs. */
export async function adHocQuery<R>(
  handle: Read,
  build: (db: Pick<Db, 'select'>) => Built<R[]>,
  use: StatementUse = 'once',
): Promise<R[]> {
  const { text, bind, decoded } = compile(build(db))
  return decoded(await handle.rows(text, bind({}), use))
}

/**
 * Returns a placeholder for each column of a table, to insert a whole row. The statement must be run with a
 * value for every column.
 */
export function rowPlaceholders<T extends Table>(table: T): { [K in keyof T['_']['columns']]: Placeholder } {
  const row: Record<string, Placeholder> = {}
  for (const name of Object.keys(getTableColumns(table))) row[name] = sql.placeholder(name)
  return row as { [K in keyof T['_']['columns']]: Placeholder }
}

/** Returns a parameter for each column of a table, except for the `fixed` columns, which never change. */
export function allBut<T extends Table, Fixed extends keyof T['_']['columns']>(
  table: T,
  fixed: readonly Fixed[],
): Record<Exclude<keyof T['_']['columns'], Fixed>, SQL> {
  const row: Record<string, SQL> = {}
  for (const [name, column] of Object.entries(getTableColumns(table)))
    if (!fixed.some(fixedName => fixedName === name)) row[name] = namedParam(name, column)
  return row as Record<Exclude<keyof T['_']['columns'], Fixed>, SQL>
}
