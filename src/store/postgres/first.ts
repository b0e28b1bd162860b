// What the bodies of a group read first, such as the answer under their idempotency key: taken for missing, because it
// nearly always is, or read for all of them with one statement.
import type { WriteBody } from '../engine/group-body.ts'
import { listOf } from './batch.ts'
import type { Session } from './session.ts'

/** What each body reads first, by statement and values; read anew by the second body that asks the same. */
export interface FirstAnswers {
  readonly byText: Map<string, Map<string, unknown[][]>>
  /** Nothing was read: all of them are taken for missing. */
  readonly isAssumed: boolean
}

export const noAnswers: FirstAnswers = { byText: new Map(), isAssumed: false }

/** @returns what is known for a body that asks this first, once */
export function takeFirstAnswer(
  { byText }: FirstAnswers,
  text: string,
  values: readonly unknown[],
): unknown[][] | undefined {
  const ofText = byText.get(text)
  if (!ofText) return undefined
  const question = JSON.stringify(values)
  const rows = ofText.get(question)
  ofText.delete(question)
  return rows
}

/** What the bodies ask, once each. */
function questionsOf(bodies: readonly WriteBody[]) {
  const byText = new Map<string, Map<string, readonly unknown[]>>()
  for (const { first } of bodies) {
    if (!first) continue
    const [text, values] = first()
    const ofText = byText.get(text) ?? new Map<string, readonly unknown[]>()
    byText.set(text, ofText.set(JSON.stringify(values), values))
  }
  return byText
}

/** Takes for missing what the bodies read first. */
export function assumeMissing(bodies: readonly WriteBody[]): FirstAnswers {
  const byText: FirstAnswers['byText'] = new Map()
  for (const [text, questions] of questionsOf(bodies))
    byText.set(text, new Map(questions.keys().map(question => [question, []])))
  return byText.size > 0 ? { byText, isAssumed: true } : noAnswers
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
  const byText: FirstAnswers['byText'] = new Map()
  const reads = [...questionsOf(bodies)].map(async ([text, asked]) => {
    if (asked.size < 2) return
    const rows = [...asked.values()]
    const lists = rows[0]?.map((_, index) => listOf(rows.map(row => row[index]))) ?? []
    const found = await session.rows(manyOf(text, lists.length), lists)
    const answers = [...asked.keys()].map((question): [string, unknown[][]] => [question, []])
    for (const [place, ...row] of found) answers[Number(place) - 1]?.[1].push(row)
    byText.set(text, new Map(answers))
  })
  await Promise.all(reads)
  return { byText, isAssumed: false }
}
