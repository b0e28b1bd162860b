// All rows of a shop in a data folder or a PostgreSQL database, and their sums. Read here independently, so
// that `kaunta move` does not check itself.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { type MovedTable, tablesOfFolder } from '../../src/store/move/move-side.ts'

/** Values by the names of their columns. */
type Row = Readonly<Record<string, unknown>>
/** By the name of the table. */
export type Rows = Readonly<Record<string, readonly Row[]>>

const files = { payments: 'kaunta.db', staff: 'staff.db' } as const
const nameOf = ({ database, name }: MovedTable) => `${database} ${name}`
const list = (names: readonly string[]) => names.map(name => `"${name}"`).join()

/** Returns every row of a data folder except for the times at which its tables were made. */
export const rowsOf = (folder: string): Rows =>
  Object.fromEntries(
    tablesOfFolder(folder).map(table => {
      using db = new Database(join(folder, files[table.database]), { readonly: true })
      const text = `select ${list(table.columns)} from "${table.name}" order by ${list(table.key)}`
      return [nameOf(table), db.query<Row, []>(text).all()]
    }),
  )

/** Converts large integers, times and flags to SQLite's form, which has none of them. */
function asInFile(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'boolean') return Number(value)
  return value instanceof Date ? value.toISOString() : value
}

/** Returns the rows of a database in SQLite's form. @param folder with the same tables */
export async function rowsOfDatabase(url: string, folder: string): Promise<Rows> {
  const sql = new Bun.SQL({ url, max: 1, bigint: true })
  const rows: Record<string, Row[]> = {}
  for (const table of tablesOfFolder(folder)) {
    const place = `${table.database === 'staff' ? 'staff' : 'public'}."${table.name}"`
    const text = `select ${list(table.columns)} from ${place} order by ${list(table.key)}`
    const found: Row[] = await sql.unsafe(text)
    const asInFiles = (row: Row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, asInFile(value)]))
    rows[nameOf(table)] = found.map(asInFiles)
  }
  await sql.close()
  return rows
}

const sums = [
  'select account_id, from_book, to_book, count(*), sum(amount) from posting group by 1, 2, 3 order by 1, 2, 3',
  'select account_id, book, amount from balance order by 1, 2',
  'select account_id, type, status, sum(count), sum(amount) from total group by 1, 2, 3 order by 1, 2, 3',
  'select account_id, type, status, count(*), sum(amount) from payment group by 1, 2, 3 order by 1, 2, 3',
  'select account_id, type, status, count, amount from payment_total order by 1, 2, 3',
  'select account_id, kind, sum(count), sum(gross), sum(refunds), sum(refunded), sum(costed), sum(cost) from sale_total group by 1, 2 order by 1, 2',
]

/** Returns the sums of postings, balances and totals. */
export function sumsOf(folder: string): string[][][] {
  using db = new Database(join(folder, files.payments), { readonly: true })
  return sums.map(text =>
    db
      .query(text)
      .values()
      .map(row => row.map(String)),
  )
}

export async function sumsOfDatabase(url: string): Promise<string[][][]> {
  const sql = new Bun.SQL({ url, max: 1 })
  const found: string[][][] = []
  for (const text of sums)
    found.push(((await sql.unsafe(text).values()) as unknown[][]).map(row => row.map(String)))
  await sql.close()
  return found
}

export interface TableDifference {
  readonly table: string
  readonly added: number // how many rows were added, removed and changed
  readonly gone: number
  readonly changed: number
  readonly columns: readonly string[]
}

/** Returns tables with different rows. Rows with the same first column are one changed row. */
export function differencesOf(before: Rows, now: Rows): TableDifference[] {
  return Object.keys({ ...before, ...now }).flatMap(table => {
    const byText = (rows: readonly Row[] = []) => new Map(rows.map(row => [JSON.stringify(row), row]))
    const [old, young] = [byText(before[table]), byText(now[table])]
    const first = (row: Row) => Object.values(row)[0]
    const came = [...young].filter(([text]) => !old.has(text)).map(([, row]) => row)
    const went = [...old].filter(([text]) => !young.has(text)).map(([, row]) => row)
    if (came.length + went.length === 0) return []
    const wentBy = new Map(went.map(row => [first(row), row]))
    const pairs = came.flatMap(row => {
      const was = wentBy.get(first(row))
      return was ? [[was, row] as const] : []
    })
    const columns = pairs.flatMap(([was, row]) => Object.keys(row).filter(name => was[name] !== row[name]))
    const changed = pairs.length
    return [
      {
        table,
        added: came.length - changed,
        gone: went.length - changed,
        changed,
        columns: [...new Set(columns)],
      },
    ]
  })
}

export const differenceText = ({ table, added, gone, changed, columns }: TableDifference): string =>
  `${table}: ${added} added, ${gone} gone, ${changed} changed${changed ? ` (${columns.join(', ')})` : ''}`
