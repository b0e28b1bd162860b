// What the golden folders are: for each schema that was released, NNNN.tar.gz with a data folder of it and
// NNNN.json with what it must hold. NNNN is the number of its last migration.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { migrations } from '../../migrations/list.ts'

const numberOf = (version: number) => String(version).padStart(4, '0')
export const archiveOf = (version: number) => join(import.meta.dir, `${numberOf(version)}.tar.gz`)
export const factsOf = (version: number) => join(import.meta.dir, `${numberOf(version)}.json`)

export interface GoldenFacts {
  /** The sum of the migrations that made its tables. */
  readonly migrations: string
  /** Rows by table and state. */
  readonly rows: Readonly<Record<string, number>>
}

/** The sum of the first migrations. */
export function migrationsSum(version: number): string {
  const hash = new Bun.CryptoHasher('sha256')
  for (const { text } of migrations.slice(0, version)) hash.update(text)
  return hash.digest('hex')
}

const counted: Readonly<Record<string, string>> = {
  payment: "'payment ' || status",
  payout: "'payout ' || status",
  session: "'session ' || status",
  delivery: "'delivery ' || status",
  event: "'event ' || type",
  shift: "'shift ' || iif(closed_at is null, 'open', 'closed')",
  member: "'member ' || role",
  till: "'till'",
  api_key: "'api_key'",
  posting: "'posting'",
}

/** Rows of a data folder by table and state, as today's tables name them. */
export function countRows(folder: string): Record<string, number> {
  const db = new Database(join(folder, 'kaunta.db'), { readonly: true })
  try {
    const rows = Object.entries(counted).flatMap(([table, kind]) =>
      db.query(`select ${kind}, count(*) from ${table} group by 1 order by 1`).values(),
    )
    return Object.fromEntries(rows.map(([kind, count]) => [String(kind), Number(count)]))
  } finally {
    db.close()
  }
}
