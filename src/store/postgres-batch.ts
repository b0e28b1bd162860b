// What the bodies of a group have in common is one statement for all of them: the read that each begins with, and the
// rows that they add. A row by a statement of its own costs the server five times as much.
import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import type { WriteBody } from './group-body.ts'
import { encoded, type Session } from './postgres-session.ts'
import { attempt, idempotency, noteWord, payment, simulation } from './table.ts'

/** Whose new rows are gathered: what creates a payment. Each comes after those that its rows refer to. */
const gathered: readonly Table[] = [payment, noteWord, attempt, simulation, idempotency]

interface Insert {
  /** Of its table in the order above. */
  readonly place: number
  /** Adds many rows: each parameter is a column of them. */
  readonly text: string
  readonly columns: number
}

const oneRow = /^(insert into "(\w+)" \([^()]+\)) values \(([$\d, ]+)\)$/

/** @param text a statement that is run again and again */
function insertOf(text: string): Insert | undefined {
  const [, head, name, parameters] = oneRow.exec(text) ?? []
  const place = gathered.findIndex(table => getTableName(table) === name)
  const table = gathered[place]
  if (!head || !table) return undefined
  const types = Object.values(getTableColumns(table)).map(column => column.getSQLType())
  if (parameters !== types.map((_, index) => `$${index + 1}`).join(', ')) return undefined
  const lists = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')
  return { place, text: `${head} select * from unnest(${lists})`, columns: types.length }
}

const inserts = new Map<string, Insert | undefined>()

function knownInsert(text: string): Insert | undefined {
  if (!inserts.has(text)) inserts.set(text, insertOf(text))
  return inserts.get(text)
}

const quoted = (text: string) => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`

/** Values as PostgreSQL writes a list. A list that is too short is filled with null. */
function listOf(values: readonly unknown[]): string {
  let list = ''
  let hasValue = false
  for (const value of values) {
    const given = encoded(value) ?? null
    hasValue ||= given !== null
    list += `${list && ','}${given === null ? 'null' : quoted(String(given))}`
  }
  return hasValue ? `{${list}}` : '{}'
}

/** New rows that wait until they are sent together. */
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
    /** Sends what waits. */
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
    /** Forgets what waits. */
    drop: () => waiting.clear(),
  }
}

export type RowBatch = ReturnType<typeof newRowBatch>

/** What each body reads first, by what it asks; read anew by the second body that asks the same. */
export type FirstAnswers = Map<string, unknown[][]>

const questionOf = (text: string, values: readonly unknown[]) => JSON.stringify([text, values])

/** @returns what was read for a body that asks this first, once */
export function takeFirstAnswer(
  answers: FirstAnswers,
  text: string,
  values: readonly unknown[],
): unknown[][] | undefined {
  if (answers.size === 0) return undefined
  const question = questionOf(text, values)
  const rows = answers.get(question)
  answers.delete(question)
  return rows
}

/** The same read for many values at once. Offset: the server plans it as the single read, whatever it knows of the table. */
function manyOf(text: string, values: number): string {
  const names = Array.from({ length: values }, (_, index) => `v${index + 1}`)
  const lists = names.map((_, index) => `$${index + 1}::text[]`)
  const one = text.replace(/\$(\d+)\b/g, 'a.v$1')
  return `select a.place, r.* from unnest(${lists.join(', ')}) with ordinality a (${names.join(', ')}, place),
    lateral (${one} offset 0) r`
}

/** Reads with one statement what the bodies read first. */
export async function readFirst(session: Session, bodies: readonly WriteBody[]): Promise<FirstAnswers> {
  const answers: FirstAnswers = new Map()
  const asked = new Map<string, Map<string, readonly unknown[]>>()
  for (const { first } of bodies) {
    if (!first) continue
    const [text, values] = first()
    const ofText = asked.get(text) ?? new Map<string, readonly unknown[]>()
    asked.set(text, ofText.set(questionOf(text, values), values))
  }
  const reads = [...asked].map(async ([text, ofText]) => {
    if (ofText.size < 2) return
    const questions = [...ofText.keys()]
    const rows = [...ofText.values()]
    const lists = rows[0]?.map((_, index) => listOf(rows.map(row => row[index]))) ?? []
    const found = await session.rows(manyOf(text, lists.length), lists)
    for (const question of questions) answers.set(question, [])
    for (const [place, ...row] of found) answers.get(questions[Number(place) - 1] ?? '')?.push(row)
  })
  await Promise.all(reads)
  return answers
}
