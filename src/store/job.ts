// The job queue as rows. A job's id is kind:subject. A claim is a lease whose due time is also its token:
// a poke that arrives meanwhile moves the due time, and booking the result then changes nothing.
import { and, asc, eq, gt, inArray, lte, min, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import {
  expiryKinds,
  type Job,
  type JobKind,
  jobId,
  leaseMs,
  statusCheckKinds,
  waitMostMs,
} from '../domain/job.ts'
import { change, query, type Read, rowChange, slots, type Tx } from './statement.ts'
import { job } from './table.ts'

/** As the two indexes say it: a lease that ran out is due again, whoever held it. */
const queues = {
  job_due: sql`${job.queue} is null and ${job.state} in ('waiting', 'claimed')`,
  job_due_queue: sql`${job.queue} is not null and ${job.state} in ('waiting', 'claimed')`,
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
const claimLaned = {
  plain: claimWith(queues.job_due_queue, false),
  locking: claimWith(queues.job_due_queue, true),
}
const remove = change<{ id: string; lease: number }>((db, at) =>
  db.delete(job).where(and(eq(job.id, at('id')), eq(job.state, sql`'claimed'`), eq(job.dueAt, at('lease')))),
)
const move = change<{
  id: string
  lease: number
  state: string
  dueAt: number
  tries: number
  lastError: string | null
}>((db, at) =>
  db
    .update(job)
    .set({ state: at('state'), dueAt: at('dueAt'), tries: at('tries'), lastError: at('lastError') })
    .where(and(eq(job.id, at('id')), eq(job.state, sql`'claimed'`), eq(job.dueAt, at('lease')))),
)
const drop = change<{ id: string }>((db, at) => db.delete(job).where(eq(job.id, at('id'))))
const release = change<{ queue: string; limit: number; now: number }, { id: string }[]>((db, at) =>
  db
    .update(job)
    .set({ state: 'waiting', dueAt: at('now') })
    .where(
      inArray(
        job.id,
        db
          .select({ id: job.id })
          .from(job)
          .where(and(eq(job.state, sql`'held'`), eq(job.queue, at('queue'))))
          .orderBy(asc(job.dueAt))
          .limit(sql.placeholder('limit')),
      ),
    )
    .returning({ id: job.id }),
)
const holdDue = change<{ queue: string; now: number; limit: number }>((db, at) =>
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
            .where(and(queues.job_due_queue, lte(job.dueAt, at('now'))))
            .orderBy(asc(job.dueAt))
            .limit(sql.placeholder('limit')),
        ),
        eq(job.state, sql`'waiting'`),
        eq(job.queue, at('queue')),
      ),
    ),
)
const heldOf = query<{ queue: string; limit: number }, { id: string }>((db, at) =>
  db
    .select({ id: job.id })
    .from(job)
    .where(and(eq(job.state, sql`'held'`), eq(job.queue, at('queue'))))
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
const heldQueueAfter = query<{ queue: string }, { queue: string | null }>((db, at) =>
  db
    .select({ queue: min(job.queue) })
    .from(job)
    .where(and(eq(job.state, sql`'held'`), gt(job.queue, at('queue')))),
)
const renew = change<{ id: string; lease: number; dueAt: number }, { id: string }[]>((db, at) =>
  db
    .update(job)
    .set({ dueAt: at('dueAt') })
    .where(and(eq(job.id, at('id')), eq(job.state, sql`'claimed'`), eq(job.dueAt, at('lease'))))
    .returning({ id: job.id }),
)
const recover = change<{ now: number }>((db, at) =>
  db
    .update(job)
    .set({
      state: 'waiting',
      dueAt: at('now'),
      tries: sql`case when ${job.state} = 'parked' then 0 else ${job.tries} end`,
    })
    .where(sql`${job.state} in ('claimed', 'parked')`),
)
/** Of what is not due yet: a lease that ends after any that could be given now is nobody's. */
const backWith = (isDue: SQL) =>
  change<{ now: number; by: number; lease: number }>((db, at) =>
    db
      .update(job)
      .set({
        dueAt: sql`case when ${job.state} = 'claimed' or ${inArray(job.kind, [...statusCheckKinds])} then ${at('now')} else ${job.dueAt} - ${at('by')} end`,
      })
      .where(
        and(isDue, gt(job.dueAt, at('now')), or(ne(job.state, sql`'claimed'`), gt(job.dueAt, at('lease')))),
      ),
  )
const back = [queues.job_due, queues.job_due_queue].map(backWith)
const heldBack = change<{ by: number }>((db, at) =>
  db
    .update(job)
    .set({ dueAt: sql`${job.dueAt} - ${at('by')}` })
    .where(eq(job.state, sql`'held'`)),
)
const nearWith = (isDue: SQL) =>
  change<{ now: number; most: number }>((db, at) =>
    db
      .update(job)
      .set({ dueAt: at('now') })
      .where(and(isDue, gt(job.dueAt, at('most')), notInArray(job.kind, [...expiryKinds]))),
  )
const near = [queues.job_due, queues.job_due_queue].map(nearWith)
const later = change<{ kind: JobKind; by: number; after: number; until: number }>((db, at) =>
  db
    .update(job)
    .set({ dueAt: sql`${job.dueAt} + ${at('by')}` })
    .where(
      and(
        queues.job_due,
        gt(job.dueAt, at('after')),
        lte(job.dueAt, at('until')),
        eq(job.kind, at('kind')),
        eq(job.state, sql`'waiting'`),
      ),
    ),
)
const earliestOf = (isDue: SQL) =>
  query<object, { dueAt: number | null }>(db =>
    db
      .select({ dueAt: min(job.dueAt) })
      .from(job)
      .where(isDue),
  )
const earliestFree = earliestOf(queues.job_due)
const earliestLaned = earliestOf(queues.job_due_queue)

const dueUpTo = query<{ now: number; most: number }, { count: number }>((db, at) => {
  const ids = (isDue: SQL) =>
    db
      .select({ id: job.id })
      .from(job)
      .where(and(isDue, lte(job.dueAt, at('now'))))
      .limit(sql.placeholder('most'))
  const count = (isDue: SQL) => sql`(select count(*) from ${ids(isDue)})`
  return db
    .select({ count: sql<number>`${count(queues.job_due)} + ${count(queues.job_due_queue)}`.mapWith(Number) })
    .from(sql`(select 1)`)
})

const byId = query<{ id: string }, Job>((db, at) =>
  db
    .select()
    .from(job)
    .where(eq(job.id, at('id'))),
)

/** Makes a job due at `dueAt`, or brings the one there is forward to it. */
export const putJob = (
  tx: Tx,
  kind: JobKind,
  subject: string,
  dueAt: number,
  queue: string | null = null,
): Promise<unknown> =>
  put(tx, {
    id: jobId(kind, subject),
    kind,
    subject,
    queue,
    state: 'waiting',
    dueAt,
    tries: 0,
    lastError: null,
  })

/**
 * Makes a job due at `dueAt` unless there is one: what is under way goes on, and is not done a second time.
 */
export const addJob = (
  tx: Tx,
  kind: JobKind,
  subject: string,
  dueAt: number,
  queue: string,
): Promise<unknown> =>
  add(tx, {
    id: jobId(kind, subject),
    kind,
    subject,
    queue,
    state: 'waiting',
    dueAt,
    tries: 0,
    lastError: null,
  })

/**
 * Takes up to `limit` due jobs, those without a queue before all others; each is ours until its lease ends.
 */
export async function claimJobs(tx: Tx, now: number, limit: number): Promise<Job[]> {
  const how = tx.locks ? 'locking' : 'plain'
  const lease = now + leaseMs
  const free = await claimFree[how](tx, { now, lease, limit })
  if (free.length === limit) return free
  return [...free, ...(await claimLaned[how](tx, { now, lease, limit: limit - free.length }))]
}

/** Books a claimed job as done. */
export const finishJob = (tx: Tx, value: Job): Promise<unknown> =>
  remove(tx, { id: value.id, lease: value.dueAt })

/** Puts a claimed job back: due again, held for its queue, or parked. */
export const moveJob = (
  tx: Tx,
  value: Job,
  to: { state: 'waiting' | 'held' | 'parked'; dueAt: number; tries: number; lastError: string | null },
): Promise<unknown> => move(tx, { id: value.id, lease: value.dueAt, ...to })

/** Removes a job that has nothing left to do, in whatever state it is. */
export const dropJob = (tx: Tx, kind: JobKind, subject: string): Promise<unknown> =>
  drop(tx, { id: jobId(kind, subject) })

/** Lets up to `limit` held jobs of a queue go; answers how many. */
export const releaseJobs = async (tx: Tx, queue: string, limit: number, now: number): Promise<number> =>
  (await release(tx, { queue, limit, now })).length

/**
 * Holds those of the first `limit` due jobs that are for this queue, so that what is due for others comes to
 * the front.
 */
export const holdDueJobs = (tx: Tx, queue: string, now: number, limit: number): Promise<unknown> =>
  holdDue(tx, { queue, now, limit })

/** The ids of up to `limit` jobs held for this queue, the longest held first. */
export const listHeldJobs = async (read: Read, queue: string, limit: number): Promise<string[]> =>
  (await heldOf(read, { queue, limit })).map(({ id }) => id)

/** Takes a held job; undefined when it is held no longer. */
export const claimHeldJob = async (tx: Tx, id: string, now: number): Promise<Job | undefined> =>
  (await claimOneHeld(tx, { id, lease: now + leaseMs }))[0]

/** The queues that jobs are held for, each found by one step in the index. */
export async function listHeldQueues(read: Read): Promise<string[]> {
  const queues: string[] = []
  for (;;) {
    const queue = (await heldQueueAfter(read, { queue: queues.at(-1) ?? '' }))[0]?.queue
    if (queue == null) return queues
    queues.push(queue)
  }
}

/**
 * A new lease, until `dueAt`, for a job that is still under way. @returns whether it was ours and not made
 * due again meanwhile
 */
export const renewJob = async (tx: Tx, { id }: Job, lease: number, dueAt: number): Promise<boolean> =>
  (await renew(tx, { id, lease, dueAt })).length > 0

/**
 * At start-up: what a dead process had claimed, and what was parked, is due at once; what is held stays so
 * until its queue lets it go.
 */
export const recoverJobs = (tx: Tx, now: number): Promise<unknown> => recover(tx, { now })

/**
 * The clock was set back by `by`: all jobs move with it, and what asks about money is due at once. Leases
 * that may be ours stay.
 */
export async function moveJobsBack(tx: Tx, by: number, now: number): Promise<void> {
  for (const move of back) await move(tx, { now, by, lease: now + leaseMs })
  await heldBack(tx, { by })
}

/** What lies further away than it can was put there by a clock that was wrong: it is due at once. */
export async function nearJobs(tx: Tx, now: number): Promise<void> {
  for (const move of near) await move(tx, { now, most: now + waitMostMs })
}

/**
 * The clock was set forward by `by`: jobs of this kind that were not due by it, and are given at most
 * `mostMs`, keep their distance.
 */
export const moveJobsOn = (
  tx: Tx,
  kind: (typeof expiryKinds)[number],
  by: number,
  now: number,
  mostMs: number,
): Promise<unknown> => later(tx, { kind, by, after: now - by, until: now - by + mostMs })

/** When the next job is due. */
export async function nextJobAt(read: Read): Promise<number | undefined> {
  const [free] = await earliestFree(read, {})
  const [laned] = await earliestLaned(read, {})
  const times = [free?.dueAt, laned?.dueAt].filter(time => time != null)
  return times.length > 0 ? Math.min(...times) : undefined
}

/**
 * How many jobs are due and not begun, those that take turns and those that do not each counted up to `most`.
 */
export const countDueJobs = async (read: Read, now: number, most: number): Promise<number> =>
  (await dueUpTo(read, { now, most }))[0]?.count ?? 0

/** The job of a kind for a subject, in whatever state it is. */
export const findJob = async (read: Read, kind: JobKind, subject: string): Promise<Job | undefined> =>
  (await byId(read, { id: jobId(kind, subject) }))[0]
