// Notices changes of staff.db, which another part of the server writes, for the log between two back-ups.
import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Returns a reader of staff.db that notices changes. The file may not exist yet. */
export function openStaff(folder: string) {
  const file = join(folder, 'staff.db')
  let db: Database | undefined
  let seenVersion = -1
  const versionOf = (opened: Database) => Number(opened.query('pragma data_version').values()[0]?.[0])
  return {
    /** Returns the whole file; undefined if it has not changed since the last call. */
    readIfChanged(): Uint8Array | undefined {
      if (!db && existsSync(file)) {
        db = new Database(file, { readonly: true })
        db.run('pragma busy_timeout = 5000')
      }
      if (!db || versionOf(db) === seenVersion) return undefined
      seenVersion = versionOf(db)
      return db.serialize()
    },
    /** Makes the next call of `readIfChanged` return the file, even if it has not changed. */
    readAgain() {
      seenVersion = -1
    },
    close: () => db?.close(),
  }
}
