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
 * Describes the tables of a folder. It only reads, even while Kaunta runs on the folder. Counting takes a
 * while, so it runs in a worker.
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

/** Counts the migrations of kaunta.db; better-auth counts those of staff.db in the file itself. */
const migrationCount = 'select count(*) from migration'

/** Counts the rows of a database, and reads the definitions of its tables. @throws when it cannot be read */
function factsOf(file: string): Pick<DatabaseFacts, 'version' | 'rows' | 'schema'> {
  const db = new Database(file, { readonly: true })
  try {
    db.run('pragma busy_timeout = 5000')
    const values = (text: string) => db.query(text).values()
    const tables = values("select name from sqlite_master where type = 'table' order by name").flat()
    const countRows = (table: string) =>
      Number(values(`select count(*) from "${table.replaceAll('"', '""')}"`)[0]?.[0])
    return {
      version: Number(values(tables.includes('migration') ? migrationCount : 'pragma user_version')[0]?.[0]),
      rows: Object.fromEntries(tables.map(table => [String(table), countRows(String(table))])),
      schema: values('select sql from sqlite_master where sql is not null order by type, name')
        .flat()
        .map(String),
    }
  } finally {
    db.close()
  }
}
