// Puts the data folder back as it was before a failed upgrade, if the new version changed the tables and
// recorded nothing. No server may run on it.
import { Database } from 'bun:sqlite'
import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copiedFiles, copyData, syncFile } from '../backup/copy.ts'

/**
 * Queries for the version of a database's tables: kaunta.db counts migrations, staff.db has better-auth's
 * count.
 */
const versions = {
  'kaunta.db': 'select coalesce(max(number), 0) from migration',
  'staff.db': 'pragma user_version',
} as const

/** Returns the versions of the tables of both databases as one text, such as `kaunta.db 42, staff.db 3`. */
export function tablesVersion(folder: string): string {
  const databases = Object.entries(versions).filter(([name]) => existsSync(join(folder, name)))
  const texts = databases.map(([name, text]) => {
    const db = new Database(join(folder, name), { readonly: true })
    try {
      return `${name} ${db.query(text).values()[0]?.[0]}`
    } finally {
      db.close()
    }
  })
  return texts.join(', ')
}

/** Tables that get a row with each sale, sending or count of the drawer. */
const growingTables = [
  ...['payment', 'attempt', 'payout', 'refund', 'event', 'posting', 'audit_entry', 'session'],
  ...['cash_sale', 'drawer_move', 'shift', 'sms', 'stock_movement'],
]

const orderColumns = 'id, state, network_reference'
/** A status check alone may turn `sent` into `unknown` and back, so both count as one state. */
const stateOfAttempt = "case when state in ('sent', 'unknown') then 'asked' else state end"
/**
 * Queries for rows that may change although no row is added. Kaunta writes state, reference and memo of an
 * order before it sends the order, so equal rows prove that nothing was sent.
 */
const openRows = {
  attempt: `select id, ${stateOfAttempt}, network_reference, memo from attempt
    where state in ('planned', 'sent', 'unknown') order by id`,
  payout: `select ${orderColumns} from payout where status = 'pending' order by id`,
  refund: `select ${orderColumns} from refund where status = 'pending' order by id`,
  parked_sale: 'select id from parked_sale order by id',
} as const

/** Returns the names of the tables in a folder. */
function tablesIn(folder: string): ReadonlySet<string> {
  const db = new Database(join(folder, 'kaunta.db'), { readonly: true })
  try {
    return new Set(
      db.query("select name from sqlite_master where type = 'table'").values().flat().map(String),
    )
  } finally {
    db.close()
  }
}

/**
 * Returns a text to compare what two folders have recorded: the row counts and open orders of some tables.
 * @param tables the tables to read, if they are among those
 * @returns undefined when a table of the folder no longer has the columns that are compared
 */
function recordedIn(folder: string, tables: ReadonlySet<string>): string | undefined {
  const db = new Database(join(folder, 'kaunta.db'), { readonly: true })
  const counts = growingTables.map(table => [table, `select count(*) from ${table}`] as const)
  try {
    const queries = [...counts, ...Object.entries(openRows)].filter(([table]) => tables.has(table))
    return queries.map(([table, text]) => `${table} ${JSON.stringify(db.query(text).values())}`).join('\n')
  } catch {
    return undefined
  } finally {
    db.close()
  }
}

/**
 * Returns whether nothing was recorded or sent in the folder since the copy; false when that cannot be known.
 * Tables that the copy lacks are new, and do not count.
 */
export function isAsCopied(folder: string, copy: string): boolean {
  const tables = tablesIn(copy)
  const recorded = recordedIn(folder, tables)
  return recorded !== undefined && recorded === recordedIn(copy, tables)
}

/**
 * Replaces the files of a data folder with those of a copy, each in one step, so that a power cut leaves
 * whole files.
 * @param replaced path of a new folder for the replaced files
 */
export function putDataBack(folder: string, copy: string, replaced: string): void {
  const aside = join(folder, 'put-back')
  rmSync(aside, { recursive: true, force: true })
  copyData({ from: copy, to: aside, suffix: '.part' })
  mkdirSync(replaced, { mode: 0o700 })
  // kaunta.db comes last: if this is interrupted, the next start sees the new tables and does it again.
  const files = copiedFiles(aside).toReversed()
  for (const file of files.filter(name => name.endsWith('.db'))) mergeLog(join(folder, file))
  for (const file of files) {
    const to = join(folder, file)
    if (existsSync(to)) linkSync(to, join(replaced, file))
    renameSync(join(aside, file), to)
  }
  rmSync(aside, { recursive: true })
  if (process.platform !== 'win32') syncFile(folder)
}

/** Writes SQLite's log into the database and removes it: a log must not be read with another database. */
function mergeLog(file: string): void {
  const db = new Database(file)
  try {
    db.run('pragma wal_checkpoint(truncate)')
    db.run('pragma journal_mode = delete')
  } finally {
    db.close()
  }
  for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true })
}
