// Polls as rows: what a network answered when it was asked about an attempt. The same answer again only
// raises a count.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Outcome } from '../domain/attempt.ts'
import { change, query, type Read, rowChange, type Tx } from './statement.ts'
import { statusCheck } from './table.ts'

export type StatusCheck = typeof statusCheck.$inferSelect

type Told = { attemptId: string; answer: Outcome['kind']; now: number }

const again = rowChange<Told, typeof statusCheck>(statusCheck, (db, at) =>
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
const insert = change<Told>((db, at) =>
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

/** Counts an answer of now: one more of the same, or the first of another. */
export async function countStatusCheck(tx: Tx, told: Told): Promise<void> {
  if ((await again(tx, told)).length === 0) await insert(tx, told)
}
/** What was answered about an attempt, in order. */
export const listStatusChecks = (read: Read, attemptId: string): Promise<StatusCheck[]> =>
  ofAttempt(read, { attemptId })
