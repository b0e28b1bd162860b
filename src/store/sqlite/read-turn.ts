// One read transaction for all reads of a turn of the event loop: SQLite's locks cost a read more than its row
// does. A group ends it before it begins, and so does the end of the turn, so nothing stale is read.
import type { Database } from 'bun:sqlite'
import type { statementCache } from './prepared.ts'

export type ReadTurn = ReturnType<typeof newReadTurn>
type Rows = ReturnType<typeof statementCache>['rows']

/** Reads over `rows` of the writing handle, outside groups. */
export function newReadTurn(raw: Database, rows: Rows) {
  let isOpen = false
  const end = () => {
    if (!isOpen) return
    isOpen = false
    rows('commit', [], true)
  }
  return {
    /** Whether a group runs: what this handle reads then is not committed yet. */
    isBarred: () => raw.inTransaction && !isOpen,
    rows(text: string, values: unknown[]): unknown[][] {
      if (!isOpen) {
        rows('begin', [], true)
        isOpen = true
        setImmediate(end)
      }
      return rows(text, values, true)
    },
    /** The next read sees what was committed since. */
    end,
  }
}
