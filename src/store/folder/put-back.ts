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

/** Returns the versions of the tables of both databases as one text, to compare them. */
export const tablesVersion = (folder: string): string =>
  Object.entries(versions)
    .filter(([name]) => existsSync(join(folder, name)))
    .map(([name, text]) => {
      const db = new Database(join(folder, name), { readonly: true })
      try {
        return `${name} ${db.query(text).values()[0]?.[0]}`
      } finally {
        db.close()
      }
    })
    .join(', ')

const growingTables = ['payment', 'attempt', 'payout', 'refund', 'event', 'posting', 'audit_entry']

/** Counts the rows that grow with every sale; returns undefined when the tables are unknown. */
function recordCounts(folder: string): string | undefined {
  const db = new Database(join(folder, 'kaunta.db'), { readonly: true })
  try {
    return growingTables
      .map(table => String(db.query(`select count(*) from ${table}`).values()[0]?.[0]))
      .join(' ')
  } catch {
    return undefined
  } finally {
    db.close()
  }
}

/** Returns whether nothing was recorded in the folder since the copy; false when that cannot be known. */
export function isAsCopied(folder: string, copy: string): boolean {
  const counts = recordCounts(folder)
  return counts !== undefined && counts === recordCounts(copy)
}

/**
 * Replaces the files of a data folder with those of a copy, each in one step, so that a power cut leaves
 * whole files. The old files are kept in `kept`.
 */
export function putDataBack(folder: string, copy: string, kept: string): void {
  const aside = join(folder, 'put-back')
  rmSync(aside, { recursive: true, force: true })
  copyData({ from: copy, to: aside, suffix: '.part' })
  mkdirSync(kept, { mode: 0o700 })
  // kaunta.db comes last: from its tables the next start sees that this was interrupted, and does it again.
  const files = copiedFiles(aside).toReversed()
  for (const file of files.filter(name => name.endsWith('.db'))) mergeLog(join(folder, file))
  for (const file of files) {
    const to = join(folder, file)
    if (existsSync(to)) linkSync(to, join(kept, file))
    renameSync(join(aside, file), to)
  }
  rmSync(aside, { recursive: true })
  if (process.platform !== 'win32') syncFile(folder)
}

/** Writes SQLite's log into its file and removes it, because another file must not be read with this log. */
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
