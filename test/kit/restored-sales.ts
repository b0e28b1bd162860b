// Restores a second place into a new folder as `kaunta restore` does, and returns what a test compares.
import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Executable } from '../../src/cli/command.ts'
import { withOpened } from '../../src/cli/restore-source.ts'
import { assertWhole } from '../../src/store/backup/copy-check.ts'
import type { Unsealing } from '../../src/store/backup/sealed-backup.ts'
import { loggedStart } from './logged-folder.ts'

const executable = { after: () => () => {}, readText: async () => '' } as unknown as Executable

/** Returns the sales and people that a restore from a place brings back, and how far the log was applied. */
export function restoredFrom(location: string, options: { until?: number; unsealing?: Unsealing } = {}) {
  const workFolder = mkdtempSync(join(tmpdir(), 'kaunta-restored-'))
  return withOpened(
    executable,
    {
      location,
      workFolder,
      until: options.until,
      now: loggedStart + 365 * 86_400_000,
      s3: undefined,
      unsealing: options.unsealing,
      progress: { step() {}, part() {}, end() {} },
    },
    async ({ folder, log, restoredTo, datedAhead }) => {
      assertWhole(folder)
      const rows = (file: string, text: string) => {
        const db = new Database(join(folder, file), { readonly: true })
        const names = db.query(text).values().flat().map(String)
        db.close()
        return names
      }
      const sales = rows('kaunta.db', "select name from setting where value like 'sold %' order by rowid")
      return { sales, people: rows('staff.db', 'select name from user'), log, restoredTo, datedAhead }
    },
  ).finally(() => rmSync(workFolder, { recursive: true }))
}
