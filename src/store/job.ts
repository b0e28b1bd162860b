// The job queue as rows. A job's id is kind:subject. Claims are in job-claim.ts, jobs held for their host in
// engine/host-queue.ts, and what a set clock changes is in job-clock.ts.
import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import { type Job, type JobKind, type JobPriority, jobId, jobPriorities } from '../domain/job.ts'
import { byPriority } from './engine/due-job.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { nextClaimAt } from './job-claim.ts'
import { countDuePayments, nextPaymentDueAt } from './payment-due.ts'
import { job } from './table.ts'

const upsertRow = mutation<Job>(db =>
  db
    .insert(job)
    .values(rowPlaceholders(job))
    .onConflictDoUpdate({
      target: job.id,
      set: {
        state: sql`case when ${job.state} = 'held' then 'held' else 'waiting' end`,
        dueAt: sql`case when ${job.state} = 'waiting' and ${job.dueAt} < excluded.due_at then ${job.dueAt} else excluded.due_at end`,
      },
    }),
)
const insertIfAbsent = mutation<Job>(db => db.insert(job).values(rowPlaceholders(job)).onConflictDoNothing())
const deleteRow = mutation<{ id: string }>((db, param) => db.delete(job).where(eq(job.id, param('id'))))
const recoverParked = mutation<{ now: number }>((db, param) =>
  db
    .update(job)
    .set({ state: 'waiting', dueAt: param('now'), tries: 0 })
    .where(eq(job.state, sql`'parked'`)),
)
const countDueUpTo = query<{ now: number; max: number }, { count: number }>((db, param) => {
  const dueIds = (isDue: SQL) =>
    db
      .select({ id: job.id })
      .from(job)
      .where(and(isDue, lte(job.dueAt, param('now'))))
      .limit(sql.placeholder('max'))
  const count = (isDue: SQL) => sql`(select count(*) from ${dueIds(isDue)} due)`
  const all = sql.join(Object.values(byPriority(count)), sql` + `)
  return db.select({ count: sql<number>`${all}`.mapWith(Number) }).from(sql`(select 1) one`)
})

const selectById = query<{ id: string }, Job>((db, param) =>
  db
    .select()
    .from(job)
    .where(eq(job.id, param('id'))),
)

/** Kind, subject, due time (ms) and host queue of a job; a job without a queue waits for no host. */
type JobArguments = [kind: JobKind, subject: string, dueAt: number, queue?: string | null]

/** Returns the row of a job that has not been tried. */
const newJob = ([kind, subject, dueAt, queue = null]: JobArguments) =>
  ({
    id: jobId(kind, subject),
    kind,
    subject,
    queue,
    state: 'waiting',
    dueAt,
    tries: 0,
    lastError: null,
  }) as const

/**
 * Adds a job that is due at `dueAt`. If the subject has a job of this kind, makes that job due at `dueAt`,
 * unless it waits and is due earlier. A held job stays held.
 */
export const putJob = (tx: Tx, ...values: JobArguments): Promise<unknown> => upsertRow(tx, newJob(values))

/** Adds a job that is due at `dueAt`. An existing job stays as it is, so that a running job is not redone. */
export const addJob = (tx: Tx, ...values: JobArguments): Promise<unknown> =>
  insertIfAbsent(tx, newJob(values))

/** Removes the job of a kind for a subject, in any state. */
export const dropJob = (tx: Tx, kind: JobKind, subject: string): Promise<unknown> =>
  deleteRow(tx, { id: jobId(kind, subject) })

/** Makes parked jobs due at once, and resets their count of tries. */
export const recoverParkedJobs = (tx: Tx, now: number): Promise<unknown> => recoverParked(tx, { now })

/**
 * Returns when the next job or payment is due, in milliseconds; undefined when none is waiting.
 * @param priorities the priorities to consider; a payment has the priority `expiry`
 * @param node considers only jobs that this node may claim; undefined for all jobs
 */
export async function nextJobAt(
  read: Read,
  priorities: readonly JobPriority[] = jobPriorities,
  node?: number,
): Promise<number | undefined> {
  const times = priorities.includes('expiry') ? [await nextPaymentDueAt(read)] : []
  for (const priority of priorities) times.push(await nextClaimAt(read, priority, node))
  const dueTimes = times.filter(time => time !== undefined)
  return dueTimes.length > 0 ? Math.min(...dueTimes) : undefined
}

/** Counts the due jobs, up to `max` of each priority, and due payments, up to `max`. */
export async function countDueJobs(read: Read, now: number, max: number): Promise<number> {
  const [dueJobs] = await countDueUpTo(read, { now, max })
  const duePayments = await countDuePayments(read, now, max)
  return (dueJobs?.count ?? 0) + duePayments
}

/** Returns the job of a kind for a subject, in any state; undefined when there is none. */
export const findJob = async (read: Read, kind: JobKind, subject: string): Promise<Job | undefined> =>
  (await selectById(read, { id: jobId(kind, subject) }))[0]
