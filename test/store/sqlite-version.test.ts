// An older SQLite, as the system's own on macOS may be, is refused before it touches a data folder.
import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'

/** Returns the error of opening a new folder when SQLite has this version. */
function openWith(version: string) {
  const folder = join(tmpdir(), `kaunta-sqlite-${crypto.randomUUID()}`)
  const { query } = Database.prototype
  using _ = spyOn(Database.prototype, 'query').mockImplementation(function (this: Database, text: string) {
    return query.call(this, text.replace('sqlite_version()', `'${version}'`))
  } as typeof query)
  let error: unknown
  try {
    openSqlite(folder, 0, () => {})
  } catch (thrown) {
    error = thrown
  }
  return { error, isTouched: existsSync(folder) }
}

test.each(['3.9.2', '3.43.2', '3.51.0', '3.51.2'])('a new folder is not begun with SQLite %s', version =>
  expect(openWith(version)).toEqual({
    error: expect.objectContaining({
      name: 'FolderError',
      exitStatus: 1,
      message: expect.stringMatching(
        new RegExp(`^SQLite ${version} of this system is older than 3\\.51\\.3 .*KAUNTA_DATABASE_URL\\)$`),
      ),
    }),
    isTouched: false,
  }),
)
