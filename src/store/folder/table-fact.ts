// Facts about the tables of a data folder: their definitions and numbers of rows. No value of a row is read.
import { Database } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface DatabaseFacts {
  readonly name: 'kaunta.db' | 'staff.db' | 'payments' | 'staff'
  readonly bytes: number
  /** Number of migrations it has had. */
  readonly version: number
  readonly rows: Readonly<Record<string, number>>
  /** The statements that make its tables, indexes and triggers. */
  readonly schema: readonly string[]
  /** Why it cannot be read. */
  readonly problem?: 'missing' | 'unreadable'
}

const files = ['kaunta.db', 'staff.db'] as const

/**
 * Describes the tables of both databases in a folder. It only reads, even while Kaunta runs on the folder. To
 * count all rows takes long, so a server runs this in a worker.
 */
export const describeTables = (folder: string): DatabaseFacts[] =>
  files.map(name => {
    const noFacts = { name, bytes: 0, version: 0, rows: {}, schema: [] }
    const file = join(folder, name)
    if (!existsSync(file)) return { ...noFacts, problem: 'missing' }
    const bytes = statSync(file).size
    try {
      return { ...factsOf(file), name, bytes }
    } catch {
      return { ...noFacts, bytes, problem: 'unreadable' }
    }
  })

/** Reads the version, definitions and row counts of a database's tables. @throws when it cannot be read */
function factsOf(file: string): Pick<DatabaseFacts, 'version' | 'rows' | 'schema'> {
  const db = new Database(file, { readonly: true })
  try {
    db.run('pragma busy_timeout = 5000')
    const numberOf = (query: string) => Number(db.query(query).values()[0]?.[0])
    const textsOf = (query: string) => db.query(query).values().flat().map(String)
    const tables = textsOf("select name from sqlite_master where type = 'table' order by name")
    // kaunta.db has a table of its migrations; better-auth counts those of staff.db in `user_version`.
    const versionQuery = tables.includes('migration')
      ? 'select count(*) from migration'
      : 'pragma user_version'
    const countRows = (table: string) => numberOf(`select count(*) from "${table.replaceAll('"', '""')}"`)
    return {
      version: numberOf(versionQuery),
      rows: Object.fromEntries(tables.map(table => [table, countRows(table)])),
      schema: textsOf('select sql from sqlite_master where sql is not null order by type, name'),
    }
  } finally {
    db.close()
  }
}
