// Reads the database of a data folder, even while Kaunta runs on it.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Read } from '../engine/statement.ts'
import { statementCache } from '../sqlite/prepared.ts'

/** Runs `work` with a reader of a folder's database, and then closes it. */
export async function withReader<T>(folder: string, work: (read: Read) => Promise<T>): Promise<T> {
  const db = new Database(join(folder, 'kaunta.db'), { readonly: true, strict: true })
  db.run('pragma busy_timeout = 5000')
  const { rows, finalize } = statementCache(db)
  try {
    return await work({ rows: async (text, values, use) => rows(text, values, use) })
  } finally {
    finalize()
    db.close()
  }
}
