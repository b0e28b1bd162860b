// The job queue as rows. A job's id is kind:subject. A claim is a lease whose due time is also its token:
// a poke that arrives meanwhile moves the due time, and booking the result then changes nothing.
import { and, asc, eq, inArray, lte, min, sql } from 'drizzle-orm'
import { type Job, type JobKind, jobId, leaseMs } from '../domain/job.ts'
import { change, query, type Read, slots, type Tx } from './statement.ts'
import { job } from './table.ts'

/** As job_due says it: a lease that ran out is due again, whoever held it. */
const isDue = sql`${job.state} in ('waiting', 'claimed')`

const put = change<Job>((db, at) =>
  db
    .insert(job)
    .values(slots(job))
    .onConflictDoUpdate({
      target: job.id,
      set: {
        state: sql`case when ${job.state} = 'held' then 'held' else 'waiting' end`,
        dueAt: sql`case when ${job.state} = 'waiting' and ${job.dueAt} < ${at('dueAt')} then ${job.dueAt} else ${at('dueAt')} end`,
      },
    }),
)
const claimWith = (locking: boolean) =>
  change<{ now: number; lease: number; limit: number }, Job[]>((db, at) => {
    const due = db
      .select({ id: job.id })
      .from(job)
      .where(and(isDue, lte(job.dueAt, at('now'))))
      .orderBy(asc(job.dueAt))
      .limit(sql.placeholder('limit'))
    return db
      .update(job)
      .set({ state: 'claimed', dueAt: at('lease'), tries: sql`${job.tries} + 1` })
      .where(inArray(job.id, locking ? due.for('update', { skipLocked: true }) : due))
      .returning()
  })
const claim = claimWith(false)
const claimLocking = claimWith(true)
const remove = change<{ id: string; lease: number }>((db, at) =>
  db.delete(job).where(and(eq(job.id, at('id')), eq(job.state, sql`'claimed'`), eq(job.dueAt, at('lease')))),
)
const move = change<{ id: string; lease: number; state: string; dueAt: number; tries: number; lastError: string | null }>(
  (db, at) =>
    db
      .update(job)
      .set({ state: at('state'), dueAt: at('dueAt'), tries: at('tries'), lastError: at('lastError') })
      .where(and(eq(job.id, at('id')), eq(job.state, sql`'claimed'`), eq(job.dueAt, at('lease')))),
)
const drop = change<{ id: string }>((db, at) => db.delete(job).where(eq(job.id, at('id'))))
const release = change<{ lane: string; limit: number; now: number }, { id: string }[]>((db, at) =>
  db
    .update(job)
    .set({ state: 'waiting', dueAt: at('now') })
    .where(
      inArray(
        job.id,
        db
          .select({ id: job.id })
          .from(job)
          .where(and(eq(job.state, sql`'held'`), eq(job.lane, at('lane'))))
          .orderBy(asc(job.dueAt))
          .limit(sql.placeholder('limit')),
      ),
    )
    .returning({ id: job.id }),
)
const recover = change<{ now: number }>((db, at) =>
  db
    .update(job)
    .set({ state: 'waiting', dueAt: at('now') })
    .where(inArray(job.state, ['claimed', 'held'])),
)
const earliest = query<object, { dueAt: number | null }>(db =>
  db
    .select({ dueAt: min(job.dueAt) })
    .from(job)
    .where(isDue),
)

const byId = query<{ id: string }, Job>((db, at) =>
  db
    .select()
    .from(job)
    .where(eq(job.id, at('id'))),
)

/** Makes a job due at `dueAt`, or brings the one there is forward to it. */
export const putJob = (tx: Tx, kind: JobKind, subject: string, dueAt: number, lane: string | null = null): Promise<unknown> =>
  put(tx, { id: jobId(kind, subject), kind, subject, lane, state: 'waiting', dueAt, tries: 0, lastError: null })

/** Takes up to `limit` due jobs; each is ours until its lease ends. */
export const claimJobs = (tx: Tx, now: number, limit: number): Promise<Job[]> =>
  (tx.locks ? claimLocking : claim)(tx, { now, lease: now + leaseMs, limit })

/** Books a claimed job as done. */
export const finishJob = (tx: Tx, value: Job): Promise<unknown> => remove(tx, { id: value.id, lease: value.dueAt })

/** Puts a claimed job back: due again, held for its lane, or parked. */
export const moveJob = (
  tx: Tx,
  value: Job,
  to: { state: 'waiting' | 'held' | 'parked'; dueAt: number; tries: number; lastError: string | null },
): Promise<unknown> => move(tx, { id: value.id, lease: value.dueAt, ...to })

/** Removes a job that has nothing left to do, in whatever state it is. */
export const dropJob = (tx: Tx, kind: JobKind, subject: string): Promise<unknown> => drop(tx, { id: jobId(kind, subject) })

/** Lets up to `limit` held jobs of a lane go; answers how many. */
export const releaseJobs = async (tx: Tx, lane: string, limit: number, now: number): Promise<number> =>
  (await release(tx, { lane, limit, now })).length

/** At start-up: what a dead process had claimed or held is due at once. */
export const recoverJobs = (tx: Tx, now: number): Promise<unknown> => recover(tx, { now })

/** When the next job is due. */
export const nextJobAt = async (read: Read): Promise<number | undefined> => (await earliest(read, {}))[0]?.dueAt ?? undefined
/** The job of a kind for a subject, in whatever state it is. */
export const findJob = async (read: Read, kind: JobKind, subject: string): Promise<Job | undefined> =>
  (await byId(read, { id: jobId(kind, subject) }))[0]
