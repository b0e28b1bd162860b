// Checks what makes a copy of a data folder valid: whole databases with the tables that Kaunta makes, and
// books that add up. Nothing in the copy is run, because it may come from anywhere.
import { Database } from 'bun:sqlite'
import { closeSync, readSync } from 'node:fs'
import { basename, join } from 'node:path'
import { moneySchemaProblems, staffSchemaProblems } from '../engine/known-schema.ts'
import { FolderError } from '../folder/folder.ts'
import { openPlain } from '../folder/plain-file.ts'

/** The schema check of each database. */
const schemas = { 'kaunta.db': moneySchemaProblems, 'staff.db': staffSchemaProblems } as const
type DatabaseName = keyof typeof schemas
const names = Object.keys(schemas) as DatabaseName[]

const magic = 'SQLite format 3\0'

/**
 * Checks that a file begins with the first bytes of every SQLite database.
 * @throws FolderError if it does not
 */
export function assertDatabaseFile(path: string): void {
  const opened = openPlain(path)
  const start = Buffer.alloc(magic.length)
  readSync(opened, start, 0, start.length, 0)
  closeSync(opened)
  if (start.toString('latin1') !== magic)
    throw new FolderError(`${basename(path)} is not a database: restore a back-up, or use another one`)
}

/** Runs `work` on a database of a copy, opened read-only. @throws FolderError when SQLite cannot read it */
function inDatabase<T>(folder: string, name: DatabaseName, work: (db: Database) => T): T {
  assertDatabaseFile(join(folder, name))
  let db: Database | undefined
  try {
    db = new Database(join(folder, name), { readonly: true })
    db.run('pragma trusted_schema = off')
    return work(db)
  } catch (error) {
    if (error instanceof FolderError) throw error
    const cause = error instanceof Error ? error.message : error
    throw new FolderError(`the copy of ${name} is damaged (${cause}): use another back-up`)
  } finally {
    db?.close()
  }
}

/**
 * Checks the schemas of a copy. Call this before any query reads or changes rows, because foreign views and
 * triggers would run with it.
 * @throws FolderError when the schema is not one that Kaunta makes
 */
export function assertKnown(folder: string, databases: readonly DatabaseName[] = names): void {
  for (const name of databases)
    inDatabase(folder, name, db => {
      const [problem] = schemas[name](db)
      if (problem) throw new FolderError(`${name} is not as Kaunta makes it: ${problem}; use another back-up`)
    })
}

/**
 * Checks the schemas, the files and the books of a copy.
 * @returns the number of payments in the copy
 * @throws FolderError when the copy is damaged, or its books do not add up
 */
export function assertWhole(folder: string): number {
  assertKnown(folder)
  let payments = 0
  for (const name of names)
    inDatabase(folder, name, db => {
      const result = db.query('pragma quick_check(1)').values()[0]?.[0]
      if (result !== 'ok') throw new FolderError(`the copy of ${name} is damaged: ${result}`)
      if (name === 'kaunta.db') payments = assertSums(db)
    })
  return payments
}

/** Selects accounts with a balance that is not the sum of its postings, or books that do not sum to zero. */
export const wrongBooks = `select account_id from balance group by account_id having sum(amount) <> 0
  union all
  select account_id from (
    select account_id, from_book as book, -amount as amount from posting
    union all select account_id, to_book, amount from posting
    union all select account_id, book, -amount from balance) as moves
  group by account_id, book having sum(amount) <> 0`

/** Returns whether all balances equal their postings, and the books of each account sum to zero. */
export const booksAddUp = (db: Database): boolean => db.query(wrongBooks).values().length === 0

/** Checks that the books add up. @returns the number of payments @throws FolderError when they do not */
function assertSums(db: Database): number {
  if (!booksAddUp(db)) throw new FolderError('the books of the copy do not add up')
  return Number(db.query('select count(*) from payment').values()[0]?.[0])
}
