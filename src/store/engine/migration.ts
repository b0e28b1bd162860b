// Numbered migrations inside the executable; they only go forward. SQLite and PostgreSQL use the same text,
// apart from the few words in braces (those of PostgreSQL are in store/postgres/migration.ts), unless
// PostgreSQL has a text of its own. Each migration is one transaction. A database of a newer Kaunta is
// refused, with the cure.
import type { Database } from 'bun:sqlite'
import { exitStatuses, FolderError } from '../folder/folder.ts'

export interface Migration {
  readonly name: string
  readonly text: string
  /** The text for PostgreSQL, where it is another. */
  readonly postgres?: string
}

/** What SQLite gets for each word in braces. */
const columnTypes = {
  int: 'integer',
  text: 'text',
  strict: 'strict',
  clustered: 'strict, without rowid',
  rowid: '',
  // SQLite itself adds the number of the row to each index.
  number: '',
} as const

/** Finds the checks of a column against a list of values, such as `check (state in ('open', 'paid'))`. */
const listCheck = /check \((\w+) in \(('[^)]*')\)\)/g
/**
 * Rewrites a match of `listCheck` as comparisons, such as `check (state = 'open' or state = 'paid')`. For a
 * list of three or more values SQLite would build a table for each row that it checks, which takes as long as
 * writing an attempt.
 */
const checkByComparison = (_: string, column: string, list: string) =>
  `check (${list
    .split(', ')
    .map(value => `${column} = ${value}`)
    .join(' or ')})`

/** Returns the text of a migration with the words in braces replaced and checks rewritten for SQLite. */
const inSqlite = (text: string) =>
  text
    .replace(
      /\{(int|text|strict|clustered|rowid|number)\}/g,
      (_, word: keyof typeof columnTypes) => columnTypes[word],
    )
    .replace(listCheck, checkByComparison)

/**
 * Brings `raw` to the newest version: a migration's number is its place in the list, from 1.
 * @returns the version of the tables
 * @throws FolderError when the tables are newer than the list; else the error of the migration that failed,
 * after which the tables stay at the version before
 */
export function migrate(raw: Database, migrations: readonly Migration[], now: number): number {
  raw.run(
    'create table if not exists migration (number integer primary key, name text not null, applied_at integer not null) strict',
  )
  const version = Number(raw.query('select coalesce(max(number), 0) from migration').values()[0]?.[0])
  if (version > migrations.length)
    throw new FolderError(
      `this data folder was written by a newer Kaunta (version ${version} of the tables, this one knows ${migrations.length}): run the newer Kaunta, or restore a back-up`,
      exitStatuses.newer,
    )
  for (const [index, migration] of migrations.entries()) {
    const number = index + 1
    if (number <= version) continue
    raw.run('begin immediate')
    try {
      raw.run(inSqlite(migration.text))
      raw.run('insert into migration values (?, ?, ?)', [number, migration.name, now])
      raw.run('commit')
    } catch (error) {
      if (raw.inTransaction) raw.run('rollback')
      throw error
    }
  }
  return migrations.length
}
