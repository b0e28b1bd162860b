// Opens staff.db: people, passwords, logins, and the keys that sign tokens, in better-auth's tables. It is a
// separate file: on a shared handle a failed sign-up rolled acknowledged payments back.
import { Database } from 'bun:sqlite'
import type { BetterAuthOptions } from 'better-auth'
import { assert } from '../domain/fault.ts'
import { assertOwnStaff } from '../store/engine/known-schema.ts'

/**
 * The version of the tables. Raise it when better-auth or its plugins need other tables: then
 * test/store/login.test.ts fails. Comparing the tables at each start would take 5 ms.
 */
const layout = 2

const pragmas = [
  'busy_timeout = 5000',
  'journal_mode = wal',
  'synchronous = full',
  'foreign_keys = on',
  'trusted_schema = off',
]

/** Opens or creates the file. @throws FolderError if it has tables, views or triggers that are not ours */
export function openLoginFile(file: string): Database {
  const db = new Database(file, { create: true, readwrite: true })
  try {
    for (const pragma of pragmas) db.run(`pragma ${pragma}`)
    assertOwnStaff(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Whether the tables are up to date. @throws FolderError if a newer Kaunta wrote them */
export function isLoginFileCurrent(db: Database): boolean {
  const fileLayout = Number(db.query('pragma user_version').values()[0]?.[0])
  assert(fileLayout <= layout, 'staff.db was written by a newer Kaunta: run that one, or restore a back-up')
  return fileLayout === layout
}

/** Brings the tables up to date in one transaction: if a step fails, nothing changes. */
export async function migrateLoginFile(db: Database, options: BetterAuthOptions): Promise<void> {
  if (isLoginFileCurrent(db)) return
  const { getMigrations } = await import('better-auth/db/migration')
  db.run('begin immediate')
  try {
    const migrations = await getMigrations(options)
    await migrations.runMigrations()
    db.run(`pragma user_version = ${layout}`)
    db.run('commit')
  } catch (error) {
    if (db.inTransaction) db.run('rollback')
    throw error
  }
}

/**
 * Ends every login, unfinished sign-in and trusted device in a file that no server has open. Tokens end with
 * the key that signs them, because their time of issue may come from another clock.
 */
export function endAllAccess(file: string): void {
  const db = openLoginFile(file)
  try {
    for (const table of ['session', 'verification', 'jwks']) db.run(`delete from ${table}`)
  } finally {
    closeLoginFile(db)
  }
}

/** Moves all changes from the write-ahead log (-wal) into the database file, and closes it. */
export function closeLoginFile(db: Database): void {
  db.run('pragma wal_checkpoint(truncate)')
  db.close()
}
