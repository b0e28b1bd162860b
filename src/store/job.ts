// The job queue as rows. A job's id is kind:subject. A claim is a lease whose due time is also its token: a
// recheck that comes meanwhile moves the due time, and recording the result then changes nothing. Jobs held
// for their host are in host-queue.ts, and what a set clock changes is in job-clock.ts.
import { and, asc, eq, inArray, lte, min, type SQL, sql } from 'drizzle-orm'
import { type Job, type JobKind, type JobPriority, jobId, jobPriorities, leaseMs } from '../domain/job.ts'
import { byPriority, recovered } from './engine/due-job.ts'
import { mutation, placeholders, query, type Read, returningMutation, type Tx } from './engine/statement.ts'
import {
  claimForNode,
  earliestOfNode,
  moveOfNode,
  recoverOfGone,
  removeOfNode,
  renewOfNode,
} from './node-job.ts'
import { countDuePayments, nextPaymentDueAt, releaseDuePayments } from './payment-due.ts'
import { job } from './table.ts'

const put = mutation<Job>(db =>
  db
    .insert(job)
    .values(placeholders(job))
    .onConflictDoUpdate({
      target: job.id,
      set: {
        state: sql`case when ${job.state} = 'held' then 'held' else 'waiting' end`,
        dueAt: sql`case when ${job.state} = 'waiting' and ${job.dueAt} < excluded.due_at then ${job.dueAt} else excluded.due_at end`,
      },
    }),
)
const add = mutation<Job>(db => db.insert(job).values(placeholders(job)).onConflictDoNothing())
const claims = byPriority(isDue =>
  returningMutation<{ now: number; lease: number; limit: number }, Job>((db, at) =>
    db
      .update(job)
      .set({ state: 'claimed', dueAt: at('lease'), tries: sql`${job.tries} + 1` })
      .where(
        inArray(
          job.id,
          db
            .select({ id: job.id })
            .from(job)
            .where(and(isDue, lte(job.dueAt, at('now'))))
            .orderBy(asc(job.dueAt))
            .limit(sql.placeholder('limit')),
        ),
      )
      .returning(),
  ),
)
const remove = mutation<{ id: string; lease: number }>((db, at) =>
  db.delete(job).where(and(eq(job.id, at('id')), eq(job.state, sql`'claimed'`), eq(job.dueAt, at('lease')))),
)
const move = mutation<{
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
const drop = mutation<{ id: string }>((db, at) => db.delete(job).where(eq(job.id, at('id'))))
const renew = returningMutation<{ id: string; lease: number; dueAt: number }, { id: string }>((db, at) =>
  db
    .update(job)
    .set({ dueAt: at('dueAt') })
    .where(and(eq(job.id, at('id')), eq(job.state, sql`'claimed'`), eq(job.dueAt, at('lease'))))
    .returning({ id: job.id }),
)
const recoverClaimed = mutation<{ now: number }>((db, at) =>
  db
    .update(job)
    .set(recovered(at('now')))
    .where(eq(job.state, sql`'claimed'`)),
)
const recoverParked = mutation<{ now: number }>((db, at) =>
  db
    .update(job)
    .set({ state: 'waiting', dueAt: at('now'), tries: 0 })
    .where(eq(job.state, sql`'parked'`)),
)
const earliestOf = (isDue: SQL) =>
  query<object, { dueAt: number | null }>(db =>
    db
      .select({ dueAt: min(job.dueAt) })
      .from(job)
      .where(isDue),
  )
const earliest = byPriority(earliestOf)

const dueUpTo = query<{ now: number; max: number }, { count: number }>((db, at) => {
  const ids = (isDue: SQL) =>
    db
      .select({ id: job.id })
      .from(job)
      .where(and(isDue, lte(job.dueAt, at('now'))))
      .limit(sql.placeholder('max'))
  const count = (isDue: SQL) => sql`(select count(*) from ${ids(isDue)} due)`
  const all = sql.join(Object.values(byPriority(count)), sql` + `)
  return db.select({ count: sql<number>`${all}`.mapWith(Number) }).from(sql`(select 1) one`)
})

const byId = query<{ id: string }, Job>((db, at) =>
  db
    .select()
    .from(job)
    .where(eq(job.id, at('id'))),
)

/** Adds a job that is due at `dueAt`, or moves the one there is forward to it. */
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
 * Adds a job that is due at `dueAt` unless there is one: what is under way goes on, and is not done twice.
 */
export const addJob = (
  tx: Tx,
  kind: JobKind,
  subject: string,
  dueAt: number,
  queue: string | null = null,
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
 * Takes due jobs, up to so many of each priority, the most urgent first; each is ours until its lease ends.
 * Payments become jobs as they are claimed, so that a backlog of them stays small.
 */
export async function claimJobs(
  tx: Tx,
  now: number,
  max: Readonly<Record<JobPriority, number>>,
): Promise<Job[]> {
  const lease = now + leaseMs
  const { node } = tx
  const claim = async (priority: JobPriority, limit: number): Promise<Job[]> => {
    if (limit <= 0) return []
    if (node === undefined) return claims[priority](tx, { now, lease, limit })
    return claimForNode(tx, priority, { now, lease, limit, node })
  }
  const money = await claim('money', max.money)
  const expiry = await claim('expiry', max.expiry)
  const placesLeft = max.expiry - expiry.length
  if (placesLeft > 0 && (await releaseDuePayments(tx, now, placesLeft)) > 0) {
    money.push(...(await claim('money', max.money - money.length)))
    expiry.push(...(await claim('expiry', placesLeft)))
  }
  return [
    ...money,
    ...expiry,
    ...(await claim('delivery', max.delivery)),
    ...(await claim('upkeep', max.upkeep)),
  ]
}

/** Removes a claimed job that is done. */
export const finishJob = (tx: Tx, { id, dueAt: lease }: Job): Promise<unknown> =>
  tx.node === undefined ? remove(tx, { id, lease }) : removeOfNode(tx, { id, lease, node: tx.node })

/** Puts a claimed job back: due again, held for its queue, or parked. */
export const moveJob = (
  tx: Tx,
  value: Job,
  to: { state: 'waiting' | 'held' | 'parked'; dueAt: number; tries: number; lastError: string | null },
): Promise<unknown> => {
  const moved = { id: value.id, lease: value.dueAt, ...to }
  return tx.node === undefined ? move(tx, moved) : moveOfNode(tx, { ...moved, node: tx.node })
}

/** Removes a job that has nothing left to do, in whatever state it is. */
export const dropJob = (tx: Tx, kind: JobKind, subject: string): Promise<unknown> =>
  drop(tx, { id: jobId(kind, subject) })

/**
 * A new lease, until `dueAt`, for a job that is still under way. @returns whether it was ours and not made
 * due again meanwhile
 */
export async function renewJob(tx: Tx, { id }: Job, lease: number, dueAt: number): Promise<boolean> {
  const { node } = tx
  const renewed =
    node === undefined ? renew(tx, { id, lease, dueAt }) : renewOfNode(tx, { id, lease, dueAt, node })
  return (await renewed).length > 0
}

/**
 * At the start: what a dead process had claimed, and what was parked, is due at once; what is held for a host, or was
 * claimed for one, is held.
 */
export async function recoverJobs(tx: Tx, now: number): Promise<void> {
  if (tx.node === undefined) await recoverClaimed(tx, { now })
  else await recoverOfGone(tx, { now, own: tx.node })
  await recoverParked(tx, { now })
}

/** While we run: what nodes had claimed that are gone is due at once. */
export const recoverJobsOfGone = (tx: Tx, now: number): Promise<unknown> => recoverOfGone(tx, { now, own: 0 })

/**
 * When the next job is due, or the next payment.
 * @param priorities of those alone; a payment counts as expiry @param claimer of those alone that this node may claim
 */
export async function nextJobAt(
  read: Read,
  priorities: readonly JobPriority[] = jobPriorities,
  claimer?: { readonly node: number; readonly now: number },
): Promise<number | undefined> {
  const times = priorities.includes('expiry') ? [await nextPaymentDueAt(read)] : []
  for (const priority of priorities)
    times.push(
      claimer
        ? await earliestOfNode(read, priority, claimer)
        : ((await earliest[priority](read, {}))[0]?.dueAt ?? undefined),
    )
  const known = times.filter(time => time !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

/**
 * How many jobs are due and not begun; those of each priority and due payments are counted up to `max`.
 */
export const countDueJobs = async (read: Read, now: number, max: number): Promise<number> =>
  ((await dueUpTo(read, { now, max }))[0]?.count ?? 0) + (await countDuePayments(read, now, max))

/** The job of a kind for a subject, in whatever state it is. */
export const findJob = async (read: Read, kind: JobKind, subject: string): Promise<Job | undefined> =>
  (await byId(read, { id: jobId(kind, subject) }))[0]
