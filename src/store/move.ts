// Moves every row from one place to another and compares them in the end. A move that was cut off goes on where it
// was: rows are added in the order of their keys, so what is there says where to begin again.
import { FolderError } from './folder.ts'
import { keyOf, type MovedRow, type MovedTable, type MoveSide } from './move-side.ts'

/** Rows that are read and written at once. */
const rowsAtOnce = 1_000

export interface MoveRequest {
  readonly tables: readonly MovedTable[]
  readonly from: MoveSide
  readonly to: MoveSide
  /** @param share that is done, from 0 to 1 */
  readonly onPart: (share: number) => void
}

/** @returns how many rows each table has */
export async function moveRows({ tables, from, to, onPart }: MoveRequest): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) counts[`${table.database}.${table.name}`] = await from.count(table)
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  let done = 0
  for (const table of tables) {
    done += await to.count(table)
    const last = await to.last(table)
    let after = last && keyOf(table, last)
    for (;;) {
      const rows = await from.read(table, after, rowsAtOnce)
      const end = rows.at(-1)
      if (!end) break
      await to.write(table, rows)
      after = keyOf(table, end)
      done += rows.length
      onPart(done / all)
    }
  }
  return counts
}

/** @throws FolderError naming the first table whose rows differ */
export async function assertSameRows({ tables, from, to, onPart }: MoveRequest): Promise<void> {
  for (const [index, table] of tables.entries()) {
    const [one, other] = [await hashOf(from, table), await hashOf(to, table)]
    if (one !== other)
      throw new FolderError(
        `the table ${table.name} differs after the move: the old place was changed meanwhile; empty the new one and begin again`,
        1,
      )
    onPart((index + 1) / tables.length)
  }
}

/** Of all rows, in the order of their keys. */
async function hashOf(side: MoveSide, table: MovedTable): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  let after: MovedRow | undefined
  for (;;) {
    const rows = await side.read(table, after, rowsAtOnce)
    const end = rows.at(-1)
    if (!end) return hash.digest('hex')
    hash.update(JSON.stringify(rows))
    after = keyOf(table, end)
  }
}
