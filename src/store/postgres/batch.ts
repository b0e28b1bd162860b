// Adds the new rows of all bodies of a group with one statement per table. A statement for each row costs the
// server five times as much.
import { getTableColumns, sql, type Table } from 'drizzle-orm'
import { insertText, type TableChange } from '../engine/statement.ts'
import { attempt, idempotency, job, networkToken, noteWord, payment, simulation } from '../table.ts'
import { encodeParameter } from './session.ts'

/**
 * Tables whose new rows are gathered: those that creating a payment adds to. Each comes after those that it
 * refers to.
 */
const gathered: readonly Table[] = [payment, networkToken, noteWord, attempt, simulation, job, idempotency]

interface Insert {
  /** Position of its table in the order above. */
  readonly place: number
  /** Adds many rows: each parameter is a column of them. */
  readonly text: string
  readonly columns: number
}

/** Returns the insert of many rows like that of a change; undefined for any other change. */
function insertOf({ newRow }: TableChange): Insert | undefined {
  const place = newRow ? gathered.indexOf(newRow.table) : -1
  if (!newRow || place < 0) return undefined
  const columns = Object.values(getTableColumns(newRow.table))
  const lists = columns.map((column, index) => `$${index + 1}::${column.getSQLType()}[]`).join(', ')
  const text = insertText(newRow, sql.raw(`select * from unnest(${lists})`))
  return text === undefined ? undefined : { place, text, columns: columns.length }
}

const inserts = new Map<TableChange, Insert | undefined>()

function knownInsert(change: TableChange): Insert | undefined {
  if (!inserts.has(change)) inserts.set(change, insertOf(change))
  return inserts.get(change)
}

const quote = (text: string) => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`

/**
 * Writes values as a PostgreSQL list; a list that contains only null becomes empty, and `unnest` fills it
 * with null.
 */
export function listOf(values: readonly unknown[]): string {
  let list = ''
  let hasValue = false
  for (const value of values) {
    const given = encodeParameter(value) ?? null
    hasValue ||= given !== null
    list += `${list && ','}${given === null ? 'null' : quote(String(given))}`
  }
  return hasValue ? `{${list}}` : '{}'
}

/** Gathers new rows until they are sent together. */
export function newRowBatch(send: (text: string, values: readonly unknown[]) => void) {
  const waiting = new Map<Insert, unknown[][]>()
  return {
    /** @returns false for a change that cannot wait */
    add(change: TableChange, values: unknown[]): boolean {
      const insert = knownInsert(change)
      if (!insert) return false
      const rows = waiting.get(insert)
      if (rows) rows.push(values)
      else waiting.set(insert, [values])
      return true
    },
    /** Sends the waiting rows. */
    flush(): void {
      if (waiting.size === 0) return
      for (const [insert, rows] of [...waiting].sort(([a], [b]) => a.place - b.place)) {
        const columns = Array.from({ length: insert.columns }, (_, index) =>
          listOf(rows.map(row => row[index])),
        )
        send(insert.text, columns)
      }
      waiting.clear()
    },
    /** Discards the waiting rows. */
    drop: () => waiting.clear(),
  }
}

export type RowBatch = ReturnType<typeof newRowBatch>
