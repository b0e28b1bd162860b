// The job queue as rows. A job's id is kind:subject. A claim is a lease whose due time is also its token:
// a poke that arrives meanwhile moves the due time, and booking the result then changes nothing.
import { and, asc, eq, gt, inArray, lte, min, type SQL, sql } from 'drizzle-orm'
import { type Job, type JobKind, jobId, leaseMs } from '../domain/job.ts'
import { change, query, type Read, rowChange, slots, type Tx } from './statement.ts'
import { job } from './table.ts'

/** As the two indexes say it: a lease that ran out is due again, whoever held it. */
const queues = {
  job_due: sql`${job.lane} is null and ${job.state} in ('waiting', 'claimed')`,
  job_due_lane: sql`${job.lane} is not null and ${job.state} in ('waiting', 'claimed')`,
} as const

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
const add = change<Job>(db => db.insert(job).values(slots(job)).onConflictDoNothing())
const claimWith = (isDue: SQL, locking: boolean) =>
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
const claimFree = { plain: claimWith(queues.job_due, false), locking: claimWith(queues.job_due, true) }
const claimLaned = { plain: claimWith(queues.job_due_lane, false), locking: claimWith(queues.job_due_lane, true) }
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
const holdDue = change<{ lane: string; now: number; limit: number }>((db, at) =>
  db
    .update(job)
    .set({ state: 'held', dueAt: at('now') })
    .where(
      and(
        inArray(
          job.id,
          db
            .select({ id: job.id })
            .from(job)
            .where(and(queues.job_due_lane, lte(job.dueAt, at('now'))))
            .orderBy(asc(job.dueAt))
            .limit(sql.placeholder('limit')),
        ),
        eq(job.state, sql`'waiting'`),
        eq(job.lane, at('lane')),
      ),
    ),
)
const heldOf = query<{ lane: string; limit: number }, { id: string }>((db, at) =>
  db
    .select({ id: job.id })
    .from(job)
    .where(and(eq(job.state, sql`'held'`), eq(job.lane, at('lane'))))
    .orderBy(asc(job.dueAt))
    .limit(sql.placeholder('limit')),
)
const claimOneHeld = rowChange<{ id: string; lease: number }, typeof job>(job, (db, at) =>
  db
    .update(job)
    .set({ state: 'claimed', dueAt: at('lease'), tries: sql`${job.tries} + 1` })
    .where(and(eq(job.id, at('id')), eq(job.state, sql`'held'`)))
    .returning(),
)
const heldLaneAfter = query<{ lane: string }, { lane: string | null }>((db, at) =>
  db
    .select({ lane: min(job.lane) })
    .from(job)
    .where(and(eq(job.state, sql`'held'`), gt(job.lane, at('lane')))),
)
const recover = change<{ now: number }>((db, at) =>
  db
    .update(job)
    .set({ state: 'waiting', dueAt: at('now') })
    .where(eq(job.state, 'claimed')),
)
const earliestOf = (isDue: SQL) =>
  query<object, { dueAt: number | null }>(db =>
    db
      .select({ dueAt: min(job.dueAt) })
      .from(job)
      .where(isDue),
  )
const earliestFree = earliestOf(queues.job_due)
const earliestLaned = earliestOf(queues.job_due_lane)

const byId = query<{ id: string }, Job>((db, at) =>
  db
    .select()
    .from(job)
    .where(eq(job.id, at('id'))),
)

/** Makes a job due at `dueAt`, or brings the one there is forward to it. */
export const putJob = (tx: Tx, kind: JobKind, subject: string, dueAt: number, lane: string | null = null): Promise<unknown> =>
  put(tx, { id: jobId(kind, subject), kind, subject, lane, state: 'waiting', dueAt, tries: 0, lastError: null })

/** Makes a job due at `dueAt` unless there is one: what is under way goes on, and is not done a second time. */
export const addJob = (tx: Tx, kind: JobKind, subject: string, dueAt: number, lane: string): Promise<unknown> =>
  add(tx, { id: jobId(kind, subject), kind, subject, lane, state: 'waiting', dueAt, tries: 0, lastError: null })

/** Takes up to `limit` due jobs, those without a lane before all others; each is ours until its lease ends. */
export async function claimJobs(tx: Tx, now: number, limit: number): Promise<Job[]> {
  const how = tx.locks ? 'locking' : 'plain'
  const lease = now + leaseMs
  const free = await claimFree[how](tx, { now, lease, limit })
  if (free.length === limit) return free
  return [...free, ...(await claimLaned[how](tx, { now, lease, limit: limit - free.length }))]
}

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

/** Holds those of the first `limit` due jobs that are for this lane, so that what is due for others comes to the front. */
export const holdDueJobs = (tx: Tx, lane: string, now: number, limit: number): Promise<unknown> =>
  holdDue(tx, { lane, now, limit })

/** The ids of up to `limit` jobs held for this lane, the longest held first. */
export const listHeldJobs = async (read: Read, lane: string, limit: number): Promise<string[]> =>
  (await heldOf(read, { lane, limit })).map(({ id }) => id)

/** Takes a held job; undefined when it is held no longer. */
export const claimHeldJob = async (tx: Tx, id: string, now: number): Promise<Job | undefined> =>
  (await claimOneHeld(tx, { id, lease: now + leaseMs }))[0]

/** The lanes that jobs are held for, each found by one step in the index. */
export async function listHeldLanes(read: Read): Promise<string[]> {
  const lanes: string[] = []
  for (;;) {
    const lane = (await heldLaneAfter(read, { lane: lanes.at(-1) ?? '' }))[0]?.lane
    if (lane == null) return lanes
    lanes.push(lane)
  }
}

/** At start-up: what a dead process had claimed is due at once; what is held stays so until its lane lets it go. */
export const recoverJobs = (tx: Tx, now: number): Promise<unknown> => recover(tx, { now })

/** When the next job is due. */
export async function nextJobAt(read: Read): Promise<number | undefined> {
  const [free] = await earliestFree(read, {})
  const [laned] = await earliestLaned(read, {})
  const times = [free?.dueAt, laned?.dueAt].filter(time => time != null)
  return times.length > 0 ? Math.min(...times) : undefined
}

/** The job of a kind for a subject, in whatever state it is. */
export const findJob = async (read: Read, kind: JobKind, subject: string): Promise<Job | undefined> =>
  (await byId(read, { id: jobId(kind, subject) }))[0]
