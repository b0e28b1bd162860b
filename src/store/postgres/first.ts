// Reads what the bodies of a group read first, such as the answer under their idempotency key, with one
// statement for all of them.
import type { FirstRead, WriteBody } from '../engine/group-body.ts'
import { arrayLiteral } from './batch.ts'
import type { Session } from './session.ts'

/** The rows of each first read, by its text and values. */
export type FirstAnswers = Map<string, unknown[][]>

/** Returns the key of a read in `FirstAnswers`. */
const questionOf = (text: string, values: readonly unknown[]) => JSON.stringify([text, values])

/**
 * Removes and returns the rows of a first read; undefined if they were not read ahead. A second body with the
 * same read must query again, because the first body may have changed the rows.
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

/** Runs the first reads of the bodies ahead, with one statement for all reads that have the same text. */
export async function readFirst(session: Session, bodies: readonly WriteBody[]): Promise<FirstAnswers> {
  const answers: FirstAnswers = new Map()
  const firstReads = bodies.flatMap(({ first }) => first ?? [])
  const readsByText = Map.groupBy(firstReads, ({ text }) => text)
  await Promise.all(readsByText.values().map(reads => readTogether(session, reads, answers)))
  return answers
}

/**
 * Runs reads of the same text as one statement, and adds their rows to `answers`. Its parameters are lists
 * with a value for each read, and its rows begin with the position of their read in these lists, from 1. A
 * single read is left to its body.
 */
async function readTogether(
  session: Session,
  reads: readonly FirstRead[],
  answers: FirstAnswers,
): Promise<void> {
  const readsByQuestion = new Map(
    reads.map((read): [string, FirstRead] => [questionOf(read.text, read.values), read]),
  )
  const [firstRead] = reads
  if (!firstRead || readsByQuestion.size < 2) return
  const valuesOfReads = [...readsByQuestion.values()].map(({ values }) => values)
  const lists = firstRead.values.map((_, index) => arrayLiteral(valuesOfReads.map(values => values[index])))
  const questions = [...readsByQuestion.keys()]
  for (const question of questions) answers.set(question, [])
  for (const [position, ...row] of await session.rows(...firstRead.many(lists)))
    answers.get(questions[Number(position) - 1] ?? '')?.push(row)
}
