// Adds the new rows of all bodies of a group with one statement per table. A statement for each row costs the
// server five times as much.
import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import { attempt, idempotency, job, networkToken, noteWord, payment, simulation } from '../table.ts'
import { encoded } from './session.ts'

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

const oneRow = /^(insert into "(\w+)" \([^()]+\)) values \(([$\d, ]+)\)( on conflict [^$]+)?$/

/** @param text a statement that is run repeatedly */
function insertOf(text: string): Insert | undefined {
  const [, head, name, parameters, conflict = ''] = oneRow.exec(text) ?? []
  const place = gathered.findIndex(table => getTableName(table) === name)
  const table = gathered[place]
  if (!head || !table) return undefined
  const types = Object.values(getTableColumns(table)).map(column => column.getSQLType())
  if (parameters !== types.map((_, index) => `$${index + 1}`).join(', ')) return undefined
  const lists = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')
  return { place, text: `${head} select * from unnest(${lists})${conflict}`, columns: types.length }
}

const inserts = new Map<string, Insert | undefined>()

function knownInsert(text: string): Insert | undefined {
  if (!inserts.has(text)) inserts.set(text, insertOf(text))
  return inserts.get(text)
}

const quoted = (text: string) => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`

/**
 * Writes values as a PostgreSQL list; a list that contains only null becomes empty, and `unnest` fills it
 * with null.
 */
export function listOf(values: readonly unknown[]): string {
  let list = ''
  let hasValue = false
  for (const value of values) {
    const given = encoded(value) ?? null
    hasValue ||= given !== null
    list += `${list && ','}${given === null ? 'null' : quoted(String(given))}`
  }
  return hasValue ? `{${list}}` : '{}'
}

/** Gathers new rows until they are sent together. */
export function newRowBatch(send: (text: string, values: readonly unknown[]) => void) {
  const waiting = new Map<Insert, unknown[][]>()
  return {
    /** @returns false for a statement that cannot wait */
    add(text: string, values: unknown[], keep: boolean): boolean {
      const insert = keep ? knownInsert(text) : undefined
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
