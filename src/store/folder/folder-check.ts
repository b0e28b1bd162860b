// The whole check of a data folder, for `kaunta doctor`. It only reads, even while Kaunta runs on the folder.
import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CarriedHead } from '../backup/carried-head.ts'
import { assertDatabaseFile, booksAddUp } from '../backup/copy-check.ts'
import { type Head, readHead } from '../engine/chain-head.ts'
import { foreignInMoney, staffSchemaProblems } from '../engine/known-schema.ts'
import { foundProblems, shownProblems } from '../record-problem.ts'
import { exitStatuses, FolderError } from './folder.ts'
import { assertNotMoved } from './folder-mark.ts'

/** What was checked, and its problems. */
export interface Finding {
  readonly name: 'kaunta.db' | 'staff.db' | 'ledger' | 'records'
  /** Sentences; empty when nothing is wrong. */
  readonly problems: readonly string[]
}

/**
 * Checks the databases of a data folder, its ledger and its records.
 * @param carried head of the record chain in the second place, which must be read before this is called
 * @throws FolderError when it is not a data folder, was moved, or its database cannot be read
 */
export async function checkFolder(folder: string, carried?: CarriedHead): Promise<Finding[]> {
  if (!existsSync(join(folder, 'kaunta.db')))
    throw new FolderError(`${folder} is no data folder: it has no kaunta.db`, exitStatuses.uncheckable)
  assertNotMoved(folder, exitStatuses.uncheckable)
  // Read before the database, which may change during the check: a head may be behind its database, never
  // ahead of it.
  const head = readHead(folder)
  const staff = await checkFile(folder, 'staff.db', async () => [])
  const money = await checkFile(folder, 'kaunta.db', db => moneyFindings(db, head, carried))
  return [...money, ...staff]
}

/** Most problems to list for a file. */
const fileProblemsMax = 3

/**
 * Checks the schema and pages of a database file.
 * @param checkRows runs only if the file has no problem
 * @returns the finding about the file, and those of `checkRows`
 */
async function checkFile(
  folder: string,
  name: 'kaunta.db' | 'staff.db',
  checkRows: (db: Database) => Promise<Finding[]>,
): Promise<Finding[]> {
  let db: Database | undefined
  try {
    assertDatabaseFile(join(folder, name))
    db = new Database(join(folder, name), { readonly: true })
    db.run('pragma busy_timeout = 5000')
    // Check the schema before any query reads rows, because a foreign schema could make a query endless.
    const foreign = name === 'kaunta.db' ? foreignInMoney(db) : staffSchemaProblems(db)
    if (foreign.length > 0) return [{ name, problems: foreign.slice(0, fileProblemsMax) }]
    const results = db.query(`pragma quick_check(${fileProblemsMax})`).values().flat().map(String)
    const problems = results.filter(result => result !== 'ok')
    const rowFindings = problems.length === 0 ? await checkRows(db) : []
    return [{ name, problems }, ...rowFindings]
  } catch (error) {
    return [{ name, problems: [`it cannot be read: ${error instanceof Error ? error.message : error}`] }]
  } finally {
    db?.close()
  }
}

/** Returns the findings about the ledger and the records in kaunta.db. */
async function moneyFindings(db: Database, head: Head, carried: CarriedHead | undefined): Promise<Finding[]> {
  const rows = (text: string, values: unknown[] = []) =>
    db.query(text).values(...(values as never[])) as unknown[][]
  const read = { rows: async (text: string, values?: unknown[]) => rows(text, values) }
  const problems = await foundProblems(read, { head, carried, rest: async () => {} })
  return [
    { name: 'ledger', problems: booksAddUp(db) ? [] : ['balances are not the sums of their postings'] },
    { name: 'records', problems: await shownProblems(read, problems) },
  ]
}
