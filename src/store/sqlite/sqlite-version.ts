// Checks the version of SQLite. On Linux and Windows it is inside the executable; macOS has the system's own,
// which may be too old.
import { Database } from 'bun:sqlite'
import { FolderError } from '../folder/folder.ts'

/** Oldest version in which a checkpoint at the same time as another one cannot lose commits. */
const minSqliteVersion = '3.51.3'

/** Returns the version of the SQLite library, such as "3.51.3". */
export function sqliteVersion(): string {
  using db = new Database(':memory:')
  return String(db.query('select sqlite_version()').values()[0]?.[0])
}

/**
 * Checks that SQLite is new enough not to lose data. Call this before SQLite opens a file of a data folder.
 * @throws FolderError with what the person at the server can do
 */
export function assertSqlite(version: string): void {
  if (Bun.semver.order(version, minSqliteVersion) >= 0) return
  throw new FolderError(
    `SQLite ${version} of this system is older than ${minSqliteVersion} and can lose data: run Kaunta on Linux or Windows, which need no SQLite of the system, or with PostgreSQL (KAUNTA_DATABASE_URL)`,
  )
}
