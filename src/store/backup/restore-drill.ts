// A restore drill: restores the newest back-up aside, as `kaunta restore` would, and checks that all money is
// in it. Blocks as long as a copy takes, so it runs in a worker.
import { Database } from 'bun:sqlite'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chooseBackup } from '../../domain/backup.ts'
import { keyFileOf, readSeal } from '../folder/seal.ts'
import { assertRoom, listBackups } from './backup.ts'
import { restoreData } from './copy.ts'

/** Result of a drill. */
export interface DrillResult {
  readonly backup: string
  readonly payments: number
  /** Names of newer back-ups that were skipped because they are dated in the future. */
  readonly datedAhead?: readonly string[]
}

/** Tables whose rows are never removed, with the column that numbers the rows in the order they came. */
export const keptRows = { payment: 'number', posting: 'number', audit_entry: 'rowid' } as const

/**
 * Restores the newest back-up of a data folder into a separate folder, checks the result, and removes it
 * again. A back-up dated in the future is skipped.
 * @param now milliseconds since 1970
 * @throws Error that explains what is wrong with the back-up
 */
export async function drillRestore(folder: string, now: number): Promise<DrillResult> {
  const chosen = chooseBackup(listBackups(join(folder, 'backups')), now)
  if (!chosen) throw new Error('there is no back-up yet')
  const newest = chosen.backup
  const to = join(folder, 'restore-drill')
  const removeRestored = () => {
    for (const path of [to, `${to}.copy`]) rmSync(path, { recursive: true, force: true })
  }
  removeRestored()
  try {
    assertRoom(join(folder, 'backups', newest.name), folder)
    const backup = join(folder, 'backups', newest.name)
    const { payments } = await restoreData({ backup, to, finish: async () => {} })
    if (typeof readSeal(keyFileOf(to)) === 'string') throw new Error('its secret.key is missing or damaged')
    assertAllThere(folder, to)
    return { backup: newest.name, payments, datedAhead: chosen.datedAhead.map(({ name }) => name) }
  } finally {
    removeRestored()
  }
}

/**
 * Checks that the restored folder has each row that the data folder had when the back-up was taken. Rows are
 * compared by number, not by time: after the clock was set back, newer rows are dated before the back-up.
 * @throws Error when a row is missing
 */
function assertAllThere(folder: string, restored: string): void {
  const open = (path: string) => new Database(join(path, 'kaunta.db'), { readonly: true })
  const current = open(folder)
  const copy = open(restored)
  /** Returns the single number that a query selects. */
  const numberFrom = (db: Database, text: string, ...values: number[]) =>
    Number(db.query(text).values(...values)[0]?.[0])
  const assertRows = (table: string, found: number, expected: number) => {
    if (found < expected) throw new Error(`it has ${found} of ${expected} rows of the table ${table}`)
  }
  try {
    current.run('pragma busy_timeout = 5000')
    const payments = numberFrom(copy, 'select count(*) from payment')
    assertRows('payment', payments, numberFrom(copy, 'select coalesce(sum(count), 0) from total'))
    for (const [table, column] of Object.entries(keptRows)) {
      const newest = numberFrom(copy, `select coalesce(max(${column}), 0) from ${table}`)
      const countUpTo = (db: Database) =>
        numberFrom(db, `select count(*) from ${table} where ${column} <= ?`, newest)
      assertRows(table, countUpTo(copy), countUpTo(current))
    }
  } finally {
    current.close()
    copy.close()
  }
}
