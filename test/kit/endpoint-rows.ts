// Compares the rows of a server in endpoint tests: what a request added, changed or removed, by table.
import { Database } from 'bun:sqlite'
import { assert } from '../../src/domain/fault.ts'
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
type Ask = (text: string) => Promise<readonly unknown[][]>

export async function readRows(read: Read): Promise<Rows> {
  const ask: Ask = text => read.rows(text)
  const version = await versionOf(ask)
  const last = lastRead.get(read)
  if (last && version !== undefined && last.version === version) return last.rows
  const now = await readAll(ask)
  if (version !== undefined) lastRead.set(read, { version, rows: now })
  return now
}

const lastRead = new WeakMap<Read, { readonly version: string; readonly rows: Rows }>()

/**
 * Returns the versions by writes of this connection and of others: if neither number changed, no row did.
 * Undefined on PostgreSQL.
 */
const versionOf = async (ask: Ask): Promise<string | undefined> =>
  testServer
    ? undefined
    : JSON.stringify([
        await ask('select total_changes()'),
        await ask('select data_version from pragma_data_version'),
      ])

async function readAll(ask: Ask): Promise<Rows> {
  const tables = (await ask(tableNames)).map(([name]) => String(name))
  return new Map(
    await Promise.all(
      tables.map(async name => [name, (await ask(`select * from "${name}"`)).map(lineOf)] as const),
    ),
  )
}

/** The rows of one moment, which are read only if they changed since. */
export interface Snapshot {
  /** Returns what changed since, by table. @param ofOwn the rows that count; by default all */
  changes(ofOwn?: (row: string) => boolean): Promise<Record<string, number>>
}

/**
 * Holds a read transaction on a separate connection, which sees the rows of this moment until the next
 * snapshot; SQLite's log grows until then. @param file the database; on PostgreSQL all rows are read
 */
export function newSnapshots(read: Read, file: string) {
  const ask: Ask = text => read.rows(text)
  let reader: Database | undefined
  const end = () => {
    reader?.run('rollback')
    reader?.close()
    reader = undefined
  }
  async function take(): Promise<Snapshot> {
    end()
    const version = await versionOf(ask)
    if (version === undefined) {
      const before = await readAll(ask)
      return { changes: async (ofOwn = () => true) => compared(before, await readAll(ask), ofOwn) }
    }
    const own = new Database(file, { readonly: true })
    own.run('begin')
    own.query('select count(*) from sqlite_schema').get()
    reader = own
    return {
      async changes(ofOwn = () => true) {
        assert(reader === own, 'no other snapshot was taken since')
        if ((await versionOf(ask)) === version) return {}
        const before = await readAll(async text => own.query(text).values())
        return compared(before, await readRows(read), ofOwn)
      },
    }
  }
  return { take, end }
}

const compared = (before: Rows, after: Rows, isOwn: (row: string) => boolean) => {
  const own = (all: Rows): Rows => new Map([...all].map(([table, rows]) => [table, rows.filter(isOwn)]))
  return changesBetween(own(before), own(after))
}

/** Returns by table how many rows were added, altered or removed; tables without a change are left out. */
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
