// One read transaction for all reads of a turn of the event loop, because SQLite's locks cost a read more
// than its row does. It ends before each group and at the end of the turn, so nothing stale is read.
import type { Database } from 'bun:sqlite'
import type { statementCache } from './prepared.ts'

export type ReadTurn = ReturnType<typeof newReadTurn>
type Rows = ReturnType<typeof statementCache>['rows']

/**
 * Returns reads over the writing handle `raw` between groups. The first read of a turn of the event loop
 * opens a transaction, which ends with the turn.
 * @param rows runs a statement on `raw`
 */
export function newReadTurn(raw: Database, rows: Rows) {
  let isOpen = false
  const end = () => {
    if (!isOpen) return
    isOpen = false
    rows('commit')
  }
  return {
    /** Returns whether a group has its transaction open: this handle would then read uncommitted rows. */
    isBarred: () => raw.inTransaction && !isOpen,
    rows(text: string, values?: unknown[]): unknown[][] {
      if (!isOpen) {
        rows('begin')
        isOpen = true
        setImmediate(end)
      }
      return rows(text, values)
    },
    /** Ends the transaction, so that the next read sees newer commits. */
    end,
  }
}
