// Numbered, forward-only migrations, embedded in the binary. One text serves SQLite and PostgreSQL: {int},
// {text}, {strict} and {clustered} are the few words that differ. Each migration is one transaction; a
// database from a newer Kaunta is refused in words.
import type { Database } from 'bun:sqlite'
import { migrations } from '../../migrations/list.ts'
import { FolderError } from './folder.ts'

const words = { int: 'integer', text: 'text', strict: 'strict', clustered: 'strict, without rowid' } as const

const inSqlite = (text: string) =>
  text.replace(/\{(int|text|strict|clustered)\}/g, (_, word: keyof typeof words) => words[word])

/** Brings `raw` to the newest version; answers the number it stands at. */
export function migrate(raw: Database, now: number): number {
  raw.run(
    'create table if not exists migration (number integer primary key, name text not null, applied_at integer not null) strict',
  )
  const at = Number(raw.query('select coalesce(max(number), 0) from migration').values()[0]?.[0])
  if (at > migrations.length)
    throw new FolderError(
      `this data folder was written by a newer Kaunta (version ${at} of the tables, this one knows ${migrations.length}): run the newer Kaunta, or restore a back-up`,
      4,
    )
  for (const [index, migration] of migrations.entries()) {
    const number = index + 1
    if (number <= at) continue
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
