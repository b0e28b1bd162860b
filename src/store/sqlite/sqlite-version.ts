// Which SQLite Kaunta writes with. Linux and Windows have the one inside the executable; macOS has the system's own,
// which may be too old.
import { Database } from 'bun:sqlite'
import { FolderError } from '../folder/folder.ts'

/** Before it, a checkpoint beside another one could lose commits. */
const leastSqlite = '3.51.3'

/** Of the library, as "3.51.3". */
export function sqliteVersion(): string {
  using db = new Database(':memory:')
  return String(db.query('select sqlite_version()').values()[0]?.[0])
}

/** To be called before a folder is touched. @throws FolderError with what the person at the server can do */
export function assertSqlite(version: string): void {
  if (Bun.semver.order(version, leastSqlite) >= 0) return
  throw new FolderError(
    `SQLite ${version} of this system is older than ${leastSqlite} and can lose data: run Kaunta on Linux or Windows, which need no SQLite of the system, or with PostgreSQL (KAUNTA_DATABASE_URL)`,
    1,
  )
}
