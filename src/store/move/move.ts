// Moves every row from one place to another and compares them in the end. Rows are added in the order of
// their keys, so an interrupted move goes on after the last row that arrived.
import { FolderError } from '../folder/folder.ts'
import { keyOf, linesOf, type MovedRow, type MovedTable, type MoveSide } from './move-side.ts'

/** Rows that are read and written at once. */
const rowsAtOnce = 5_000

export interface MoveRequest {
  readonly tables: readonly MovedTable[]
  readonly from: MoveSide
  readonly to: MoveSide
  /** Called after each group of rows, or each table. @param share share that is done, from 0 to 1 */
  readonly onPart: (share: number) => void
}

/** Returns the number of rows of each table, by `database.table`, such as `payments.payment`. */
export async function countRows(
  tables: readonly MovedTable[],
  side: MoveSide,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) counts[`${table.database}.${table.name}`] = await side.count(table)
  return counts
}

/**
 * Copies all rows that have not arrived yet, table by table. Reads a group of rows while it writes the one
 * before.
 * @returns the number of rows of each table, as `countRows`
 */
export async function moveRows({ tables, from, to, onPart }: MoveRequest): Promise<Record<string, number>> {
  const counts = await countRows(tables, from)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  let arrived = 0
  for (const table of tables) {
    arrived += await to.count(table)
    const last = await to.lastRow(table)
    let written = Promise.resolve()
    for await (const rows of groupsOf(from, table, last && keyOf(table, last))) {
      const earlierWrite = written
      written = to.write(table, rows, earlierWrite)
      written.catch(() => {}) // awaited below, unless the earlier write failed
      await earlierWrite
      arrived += rows.length
      onPart(arrived / total)
    }
    await written
  }
  return counts
}

/**
 * Yields the rows of a table in groups, and reads the next group while the caller works on one.
 * @param after key of the row before the first; undefined to begin with the first row
 */
async function* groupsOf(side: MoveSide, table: MovedTable, after?: MovedRow): AsyncGenerator<MovedRow[]> {
  let reading = side.read(table, after, rowsAtOnce)
  for (;;) {
    const rows = await reading
    const lastRow = rows.at(-1)
    if (!lastRow) return
    reading = side.read(table, keyOf(table, lastRow), rowsAtOnce)
    reading.catch(() => {}) // awaited above, unless the caller stops
    yield rows
  }
}

/**
 * Checks that all tables have the same rows in both places.
 * @throws FolderError naming the first that differs
 */
export async function assertSameRows({ tables, from, to, onPart }: MoveRequest): Promise<void> {
  for (const [index, table] of tables.entries()) {
    const [oldHash, newHash] = await Promise.all([hashOf(from, table), hashOf(to, table)])
    if (oldHash !== newHash)
      throw new FolderError(
        `the table ${table.name} differs after the move: the old place was changed meanwhile; empty the new one and begin again`,
      )
    onPart((index + 1) / tables.length)
  }
}

/** Returns the SHA-256 of all rows as `linesOf` writes them, in the order of their keys. */
async function hashOf(side: MoveSide, table: MovedTable): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  const pieces = side.copy?.(table)
  if (pieces) for await (const piece of pieces) hash.update(piece)
  else for await (const rows of groupsOf(side, table)) hash.update(linesOf(rows))
  return hash.digest('hex')
}
