// The two places that `kaunta move` moves rows between: the databases of a data folder, and PostgreSQL. Both
// read and write rows in the order of their keys, and return the same values for the same row.
import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { join } from 'node:path'
import { type ChainLink, lastRow, linkOf } from '../engine/chain.ts'
import { staffSchema } from '../postgres/migration.ts'
import type { Session } from '../postgres/session.ts'
import { setPragmas } from '../sqlite/sqlite.ts'

/** A table of either place; `key` lists the columns of its primary key. */
export interface MovedTable {
  readonly database: 'payments' | 'staff'
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

/** The values of a row, in the order of the columns. */
export type MovedRow = readonly unknown[]

export interface MoveSide {
  /** Reads up to `limit` rows after the row with the key `after`, in the order of the keys. */
  read(table: MovedTable, after: MovedRow | undefined, limit: number): Promise<MovedRow[]>
  /** Returns the last row; undefined in an empty table. */
  lastRow(table: MovedTable): Promise<MovedRow | undefined>
  count(table: MovedTable): Promise<number>
  /**
   * Adds all rows or none, once the earlier write `before` has ended; adds none when that has failed. The
   * rows are prepared while `before` is still running.
   */
  write(table: MovedTable, rows: readonly MovedRow[], before: Promise<void>): Promise<void>
  /** Streams all rows as `linesOf` writes them, if the place can do that itself. */
  copy?(table: MovedTable): AsyncIterable<Uint8Array> | undefined
}

/** Returns the values of a row's primary key. */
export const keyOf = ({ columns, key }: MovedTable, row: MovedRow): MovedRow =>
  key.map(name => row[columns.indexOf(name)])

/**
 * How `copy` of PostgreSQL writes special characters. Its text has no NUL, which the answer of a webhook
 * receiver may contain.
 */
const escapes: Readonly<Record<string, string>> = {
  '\0': '\ufffd',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}
const escapedCharacter = /[\0\\\b\f\n\r\t\v]/
const escapedCharacters = new RegExp(escapedCharacter, 'g')

/** Returns a value as `copy` writes it: null as `\N`, and special characters escaped. */
function textOf(value: unknown): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string' || !escapedCharacter.test(value)) return String(value)
  return value.replace(escapedCharacters, character => escapes[character] ?? character)
}

/**
 * Formats rows as PostgreSQL's `copy` reads and writes them: one line per row, with tabs between the values.
 */
export function linesOf(rows: readonly MovedRow[]): string {
  let lines = ''
  for (const row of rows) lines += `${row.map(textOf).join('\t')}\n`
  return lines
}

/** Quotes a name for SQL. No table or column of Kaunta has a quote in its name. */
const quote = (name: string) => `"${name}"`
const quoteList = (names: readonly string[]) => names.map(quote).join(', ')

/**
 * Returns functions that build the statements to read a table, with rows in the order of its key. `read` ends
 * with `limit `, to which the caller adds the number of rows.
 * @param nameOf returns the name of a table in SQL
 * @param placeholderOf returns the placeholder of the value with this number, from 1
 */
const statementsOf = (nameOf: (table: MovedTable) => string, placeholderOf: (number: number) => string) => ({
  read: (table: MovedTable, isFirst: boolean) => {
    const rowPlaceholders = table.key.map((_, index) => placeholderOf(index + 1)).join(', ')
    const where = isFirst ? '' : ` where (${quoteList(table.key)}) > (${rowPlaceholders})`
    return `select ${quoteList(table.columns)} from ${nameOf(table)}${where} order by ${quoteList(table.key)} limit `
  },
  all: (table: MovedTable) =>
    `select ${quoteList(table.columns)} from ${nameOf(table)} order by ${quoteList(table.key)}`,
  last: (table: MovedTable) =>
    `select ${quoteList(table.columns)} from ${nameOf(table)} order by ${table.key.map(name => `${quote(name)} desc`).join(', ')} limit 1`,
  count: (table: MovedTable) => `select count(*) from ${nameOf(table)}`,
})

const files = { payments: 'kaunta.db', staff: 'staff.db' } as const
/** Tables that every database makes for itself. */
const unmovedTables = ['migration']
/** Tables whose rows are numbered by SQLite's own row number, which the record chain covers. */
const numberedByRow = ['audit_entry']

/** Lists the tables of a database with their columns and keys, in the order in which they were created. */
function tablesOf(db: Database, database: MovedTable['database']): MovedTable[] {
  const rows = db
    .query(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by rowid",
    )
    .values()
  const names = rows.map(([name]) => String(name)).filter(name => !unmovedTables.includes(name))
  return names.map(name => {
    const tableColumns = db.query(`pragma table_info(${quote(name)})`).all() as {
      name: string
      pk: number
    }[]
    const columns = tableColumns.map(column => column.name)
    if (numberedByRow.includes(name))
      return { database, name, columns: ['rowid', ...columns], key: ['rowid'] }
    const key = tableColumns.filter(({ pk }) => pk > 0).sort((first, second) => first.pk - second.pk)
    return { database, name, columns, key: key.map(column => column.name) }
  })
}

/** Lists the tables of a data folder, even while its server runs. */
export function tablesOfFolder(folder: string): MovedTable[] {
  return (['payments', 'staff'] as const).flatMap(database => {
    using db = new Database(join(folder, files[database]), { readonly: true })
    return tablesOf(db, database)
  })
}

/** Opens the databases of a data folder that no server writes to. */
export function openFolderSide(folder: string) {
  const open = (database: MovedTable['database']) => {
    const db = new Database(join(folder, files[database]), { readwrite: true, strict: true })
    setPragmas(db)
    return db
  }
  const databases = { payments: open('payments'), staff: open('staff') }
  const statements = statementsOf(
    ({ name }) => quote(name),
    number => `?${number}`,
  )
  const toBindings = (values: MovedRow) => values as SQLQueryBindings[]
  const side: MoveSide = {
    async read(table, after, limit) {
      const text = statements.read(table, after === undefined) + String(limit)
      return databases[table.database].query(text).values(...toBindings(after ?? []))
    },
    lastRow: async table => databases[table.database].query(statements.last(table)).values()[0],
    count: async table => Number(databases[table.database].query(statements.count(table)).values()[0]?.[0]),
    async write(table, rows, before) {
      await before
      const db = databases[table.database]
      const rowPlaceholders = table.columns.map((_, index) => `?${index + 1}`).join(', ')
      const insert = db.query(
        `insert into ${quote(table.name)} (${quoteList(table.columns)}) values (${rowPlaceholders})`,
      )
      db.run('begin immediate')
      try {
        for (const row of rows) insert.run(...toBindings(row))
        db.run('commit')
      } catch (error) {
        if (db.inTransaction) db.run('rollback')
        throw error
      }
    },
  }
  return {
    ...side,
    tables: tablesOfFolder(folder),
    /** Returns the last link of the record chain; undefined when it is empty. */
    lastLink(): ChainLink | undefined {
      const [row] = databases.payments.query(lastRow).values()
      return row && linkOf(row)
    },
    close() {
      for (const db of Object.values(databases)) {
        db.run('pragma wal_checkpoint(truncate)')
        db.close()
      }
    },
  }
}

/**
 * Converts a value of PostgreSQL to the form that better-auth writes in SQLite, which has neither times nor
 * flags: times become text, and flags become 0 or 1.
 */
function asInSqlite(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'boolean' ? Number(value) : value
}

/** Returns a PostgreSQL database as a side of a move. @param session has locked it for this process alone */
export function newPostgresSide(session: Session): MoveSide {
  const nameOf = ({ database, name }: MovedTable) =>
    database === 'staff' ? `${quote(staffSchema)}.${quote(name)}` : quote(name)
  const statements = statementsOf(nameOf, number => `$${number}`)
  const rows = async (text: string, values?: MovedRow) => {
    const storedRows = await session.rows(text, values)
    return storedRows.map(row => row.map(asInSqlite))
  }
  return {
    read: (table, after, limit) =>
      rows(statements.read(table, after === undefined) + String(limit), after ?? []),
    async lastRow(table) {
      const [row] = await rows(statements.last(table))
      return row
    },
    async count(table) {
      const [row] = await rows(statements.count(table))
      return Number(row?.[0])
    },
    async write(table, moved, before) {
      const lines = linesOf(moved)
      await before
      await session.copyIn(`copy ${nameOf(table)} (${quoteList(table.columns)}) from stdin`, lines)
    },
    copy: table =>
      table.database === 'payments'
        ? session.copyOut(`copy (${statements.all(table)}) to stdout`)
        : undefined,
  }
}
