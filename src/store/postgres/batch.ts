// Adds the new rows of all bodies of a group with one statement per table. A statement for each row costs the
// server five times as much.
import { getTableColumns, sql, type Table } from 'drizzle-orm'
import { insertText, type TableChange } from '../engine/statement.ts'
import { attempt, idempotency, job, networkToken, noteWord, payment, simulation } from '../table.ts'
import { encodeParameter } from './session.ts'

/**
 * Tables whose new rows are gathered: those to which the creation of a payment adds rows. Each comes after
 * the tables that it refers to.
 */
const gathered: readonly Table[] = [payment, networkToken, noteWord, attempt, simulation, job, idempotency]

interface Insert {
  /** Position of its table in `gathered`. */
  readonly order: number
  /** SQL that adds many rows: each parameter is a column, as a list with a value for each row. */
  readonly text: string
  readonly columns: number
}

/** Returns the insert of many rows for a change that adds a row to a gathered table; undefined for others. */
function insertOf({ newRow }: TableChange): Insert | undefined {
  const order = newRow ? gathered.indexOf(newRow.table) : -1
  if (!newRow || order < 0) return undefined
  const columns = Object.values(getTableColumns(newRow.table))
  const lists = columns.map((column, index) => `$${index + 1}::${column.getSQLType()}[]`).join(', ')
  const text = insertText(newRow, sql.raw(`select * from unnest(${lists})`))
  return text === undefined ? undefined : { order, text, columns: columns.length }
}

const inserts = new Map<TableChange, Insert | undefined>()

/** Returns the insert for a change, as `insertOf` does, but compiles it only once. */
function cachedInsert(change: TableChange): Insert | undefined {
  if (!inserts.has(change)) inserts.set(change, insertOf(change))
  return inserts.get(change)
}

/** Quotes a text as an element of a PostgreSQL array. Few texts have a character to escape. */
const quote = (text: string) => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`

/**
 * Returns values as a PostgreSQL array literal, such as `{"a",null}`. If all values are null, as is common,
 * returns `{}`, because `unnest` of several arrays fills up the shorter arrays with null.
 */
export function arrayLiteral(values: readonly unknown[]): string {
  let list = ''
  let hasValue = false
  for (const value of values) {
    const encoded = encodeParameter(value) ?? null
    hasValue ||= encoded !== null
    if (list !== '') list += ','
    list += encoded === null ? 'null' : quote(String(encoded))
  }
  return hasValue ? `{${list}}` : '{}'
}

/** Returns an empty batch of new rows, which are sent together. @param send sends a statement */
export function newRowBatch(send: (text: string, values: readonly unknown[]) => void) {
  const waiting = new Map<Insert, unknown[][]>()
  return {
    /** Adds the row of a change. @returns false for a change that cannot wait: it must be sent at once */
    add(change: TableChange, values: unknown[]): boolean {
      const insert = cachedInsert(change)
      if (!insert) return false
      const rows = waiting.get(insert)
      if (rows) rows.push(values)
      else waiting.set(insert, [values])
      return true
    },
    /** Sends the waiting rows. */
    flush(): void {
      if (waiting.size === 0) return
      const inOrder = [...waiting].sort(([first], [second]) => first.order - second.order)
      for (const [insert, rows] of inOrder) {
        const columns = Array.from({ length: insert.columns }, (_, index) =>
          arrayLiteral(rows.map(row => row[index])),
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
