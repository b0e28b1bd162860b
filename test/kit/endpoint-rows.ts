// Compares the rows of a server in endpoint tests: what a request added, changed or removed, by table.
import type { Read } from '../../src/store/engine/statement.ts'
import { testServer } from './store-database.ts'

/**
 * Every table by name, its rows as JSON texts; without the record chain, which follows two of them, and
 * without the last writing node.
 */
export type Rows = ReadonlyMap<string, readonly string[]>

const tableNames = testServer
  ? "select table_name from information_schema.tables where table_schema = 'public' and table_name not in ('chain_link', 'last_writer') order by 1"
  : "select name from sqlite_schema where type = 'table' and name <> 'chain_link' order by name"

const lineOf = (row: readonly unknown[]) => JSON.stringify(row)

export async function readRows(read: Read): Promise<Rows> {
  const rows = (text: string) => read.rows(text, [], true)
  // Writes of this connection and others: if neither number changed, no row did.
  const version = testServer
    ? undefined
    : JSON.stringify([
        await rows('select total_changes()'),
        await rows('select data_version from pragma_data_version'),
      ])
  const last = lastRead.get(read)
  if (last && version !== undefined && last.version === version) return last.rows
  const now = await readAll(rows)
  if (version !== undefined) lastRead.set(read, { version, rows: now })
  return now
}

const lastRead = new WeakMap<Read, { readonly version: string; readonly rows: Rows }>()

async function readAll(rows: (text: string) => ReturnType<Read['rows']>): Promise<Rows> {
  const tables = (await rows(tableNames)).map(([name]) => String(name))
  return new Map(
    await Promise.all(
      tables.map(async name => [name, (await rows(`select * from "${name}"`)).map(lineOf)] as const),
    ),
  )
}

/** By table how many rows were added, altered or removed; tables without a change are left out. */
export function changesBetween(before: Rows, after: Rows): Record<string, number> {
  const changes: Record<string, number> = {}
  if (before === after) return changes
  for (const [table, rows] of after) {
    const old = new Set(before.get(table))
    const now = new Set(rows)
    const count = Math.max(now.difference(old).size, old.difference(now).size)
    if (count > 0) changes[table] = count
  }
  return changes
}
