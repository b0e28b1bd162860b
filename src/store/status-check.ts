// Status checks as rows: a network's answers about an attempt. Equal answers in a row are one row with a
// count.
import { and, asc, eq, sql } from 'drizzle-orm'
import { mutation, query, type Read, type Tx } from './engine/statement.ts'
import { statusCheck } from './table.ts'

export type StatusCheck = typeof statusCheck.$inferSelect

type StatusAnswer = { attemptId: string; answer: StatusCheck['answer']; now: number }

const countRepeat = mutation<StatusAnswer, typeof statusCheck.$inferSelect>((db, at) =>
  db
    .update(statusCheck)
    .set({ times: sql`${statusCheck.times} + 1`, lastAt: at('now') })
    .where(
      and(
        eq(statusCheck.attemptId, at('attemptId')),
        sql`${statusCheck.number} = (select max(number) from ${statusCheck} where ${statusCheck.attemptId} = ${at('attemptId')})`,
        eq(statusCheck.answer, at('answer')),
      ),
    )
    .returning(),
)
const insert = mutation<StatusAnswer>((db, at) =>
  db.insert(statusCheck).select(
    sql`select ${at('attemptId')}, coalesce(max(${statusCheck.number}), 0) + 1, ${at('answer')}, 1, ${at('now')}, ${at('now')}
        from ${statusCheck} where ${statusCheck.attemptId} = ${at('attemptId')}`,
  ),
)
const ofAttempt = query<{ attemptId: string }, StatusCheck>((db, at) =>
  db
    .select()
    .from(statusCheck)
    .where(eq(statusCheck.attemptId, at('attemptId')))
    .orderBy(asc(statusCheck.number)),
)

/** Counts an answer at this time: a repeat raises the count of the last row, another answer adds a row. */
export async function countStatusCheck(tx: Tx, answer: StatusAnswer): Promise<void> {
  if ((await countRepeat(tx, answer)).length === 0) await insert(tx, answer)
}
/** Lists the answers about an attempt, in order. */
export const listStatusChecks = (read: Read, attemptId: string): Promise<StatusCheck[]> =>
  ofAttempt(read, { attemptId })
