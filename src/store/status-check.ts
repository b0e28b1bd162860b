// Status checks as rows: a network's answers about an attempt. Equal answers in a row are one row with a
// count.
import { and, asc, eq, sql } from 'drizzle-orm'
import { mutation, query, type Read, type Tx } from './engine/statement.ts'
import { statusCheck } from './table.ts'

export type StatusCheck = typeof statusCheck.$inferSelect

type StatusAnswer = { attemptId: string; answer: StatusCheck['answer']; now: number }

const countRepeat = mutation<StatusAnswer, typeof statusCheck.$inferSelect>((db, param) =>
  db
    .update(statusCheck)
    .set({ times: sql`${statusCheck.times} + 1`, lastAt: param('now') })
    .where(
      and(
        eq(statusCheck.attemptId, param('attemptId')),
        sql`${statusCheck.number} = (select max(number) from ${statusCheck} where ${statusCheck.attemptId} = ${param('attemptId')})`,
        eq(statusCheck.answer, param('answer')),
      ),
    )
    .returning(),
)
const insertRow = mutation<StatusAnswer>((db, param) =>
  db.insert(statusCheck).select(
    sql`select ${param('attemptId')}, coalesce(max(${statusCheck.number}), 0) + 1, ${param('answer')}, 1, ${param('now')}, ${param('now')}
        from ${statusCheck} where ${statusCheck.attemptId} = ${param('attemptId')}`,
  ),
)
const selectOfAttempt = query<{ attemptId: string }, StatusCheck>((db, param) =>
  db
    .select()
    .from(statusCheck)
    .where(eq(statusCheck.attemptId, param('attemptId')))
    .orderBy(asc(statusCheck.number)),
)

/**
 * Records a network's answer about an attempt. If the last row has the same answer, raises its count;
 * otherwise adds a row.
 */
export async function countStatusCheck(tx: Tx, answer: StatusAnswer): Promise<void> {
  const changedRows = await countRepeat(tx, answer)
  if (changedRows.length === 0) await insertRow(tx, answer)
}
/** Lists the answers of a network about an attempt, oldest first. */
export const listStatusChecks = (read: Read, attemptId: string): Promise<StatusCheck[]> =>
  selectOfAttempt(read, { attemptId })
