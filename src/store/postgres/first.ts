// Reads what the bodies of a group read first, such as the answer under their idempotency key, with one
// statement for all of them.
import type { FirstRead, WriteBody } from '../engine/group-body.ts'
import { arrayLiteral } from './batch.ts'
import type { Session } from './session.ts'

/** The rows of each first read, by its text and values. */
export type FirstAnswers = Map<string, unknown[][]>

/** Identifies a read by its text and values. */
const questionOf = (text: string, values: readonly unknown[]) => JSON.stringify([text, values])

/**
 * Returns the rows of a first read, once: a second body with the same read queries again, because the first
 * body may have changed them. Undefined if they were not read.
 */
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

/**
 * Runs the first reads of the bodies. Reads of the same text become one statement, whose parameters are lists
 * and whose rows begin with the position of their read in these lists, from 1.
 */
export async function readFirst(session: Session, bodies: readonly WriteBody[]): Promise<FirstAnswers> {
  const answers: FirstAnswers = new Map()
  const byText = Map.groupBy(
    bodies.flatMap(({ first }) => first ?? []),
    ({ text }) => text,
  )
  const reads = byText.values().map(async sameText => {
    const readsByQuestion = new Map(
      sameText.map((read): [string, FirstRead] => [questionOf(read.text, read.values), read]),
    )
    const [firstRead] = sameText
    // The body of a single read runs it itself.
    if (!firstRead || readsByQuestion.size < 2) return
    const rows = [...readsByQuestion.values()].map(({ values }) => values)
    const lists = firstRead.values.map((_, index) => arrayLiteral(rows.map(row => row[index])))
    const questions = [...readsByQuestion.keys()]
    for (const question of questions) answers.set(question, [])
    for (const [position, ...row] of await session.rows(...firstRead.many(lists)))
      answers.get(questions[Number(position) - 1] ?? '')?.push(row)
  })
  await Promise.all(reads)
  return answers
}
