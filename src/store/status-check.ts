// Polls as rows: what a network answered when it was asked about an attempt. The same answer again only raises a count.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Outcome } from '../domain/attempt.ts'
import { change, query, type Read, rowChange, type Tx } from './statement.ts'
import { poll } from './table.ts'

export type Poll = typeof poll.$inferSelect

type Told = { attemptId: string; answer: Outcome['kind']; now: number }

const again = rowChange<Told, typeof poll>(poll, (db, at) =>
  db
    .update(poll)
    .set({ times: sql`${poll.times} + 1`, lastAt: at('now') })
    .where(
      and(
        eq(poll.attemptId, at('attemptId')),
        sql`${poll.number} = (select max(number) from ${poll} where ${poll.attemptId} = ${at('attemptId')})`,
        eq(poll.answer, at('answer')),
      ),
    )
    .returning(),
)
const insert = change<Told>((db, at) =>
  db.insert(poll).select(
    sql`select ${at('attemptId')}, coalesce(max(${poll.number}), 0) + 1, ${at('answer')}, 1, ${at('now')}, ${at('now')}
        from ${poll} where ${poll.attemptId} = ${at('attemptId')}`,
  ),
)
const ofAttempt = query<{ attemptId: string }, Poll>((db, at) =>
  db
    .select()
    .from(poll)
    .where(eq(poll.attemptId, at('attemptId')))
    .orderBy(asc(poll.number)),
)

/** Counts an answer of now: one more of the same, or the first of another. */
export async function countPoll(tx: Tx, told: Told): Promise<void> {
  if ((await again(tx, told)).length === 0) await insert(tx, told)
}
/** What was answered about an attempt, in order. */
export const listPolls = (read: Read, attemptId: string): Promise<Poll[]> => ofAttempt(read, { attemptId })
