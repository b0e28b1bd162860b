// The job queue where several nodes claim (PostgreSQL). A claim names its node, and only that node records a result.
// Jobs of a receiver's host are claimed by one node at a time, so that its order and its places are as on one.
import { and, asc, eq, exists, isNull, lte, min, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias, pgTable, text } from 'drizzle-orm/pg-core'
import type { Job, JobKind, JobPriority, JobState } from '../domain/job.ts'
import { whole } from './column.ts'
import { byPriority, dueConditions, recovered } from './engine/due-job.ts'
import { mutation, query, type Read, returningMutation, type Tx } from './engine/statement.ts'

/** As on SQLite, and which node a claimed job belongs to. */
const job = pgTable('job', {
  id: text().primaryKey(),
  kind: text().$type<JobKind>().notNull(),
  subject: text().notNull(),
  queue: text(),
  state: text().$type<JobState>().notNull(),
  dueAt: whole().notNull(),
  tries: whole().notNull(),
  lastError: text(),
  // Named, because drizzle knows the columns of a table by its name, and those of `table.ts` have no node.
  node: whole('node'),
})
const other = alias(job, 'other')

/** The columns that both have. */
const columns = {
  id: job.id,
  kind: job.kind,
  subject: job.subject,
  queue: job.queue,
  state: job.state,
  dueAt: job.dueAt,
  tries: job.tries,
  lastError: job.lastError,
}

const isClaimed = sql`${job.state} = 'claimed'`
/** What another node claimed is its own, whatever our clock says of its lease: a node that is gone is noticed. */
const isClaimable = (node: SQL) => sql`(${job.state} = 'waiting' or ${job.node} = ${node})`
/** Another node works on the jobs of this host. */
const othersQueue = (db: Pick<Parameters<Parameters<typeof mutation>[0]>[0], 'select'>, node: SQL) =>
  db
    .select({ one: sql`1` })
    .from(other)
    .where(and(sql`${other.state} = 'claimed'`, eq(other.queue, job.queue), ne(other.node, node)))

type Claimed = Job & { readonly wasDueAt: number }

const claims = byPriority((isDue, priority) =>
  returningMutation<{ now: number; lease: number; limit: number; node: number }, Claimed>((db, at) => {
    const isFree = priority === 'delivery' ? notExists(othersQueue(db, at('node'))) : undefined
    const due = db
      .select({
        dueId: sql<string>`${job.id}`.as('due_id'),
        wasDueAt: sql<number>`${job.dueAt}`.as('was_due_at'),
      })
      .from(job)
      .where(and(isDue, isClaimable(at('node')), lte(job.dueAt, at('now')), isFree))
      .orderBy(asc(job.dueAt), asc(job.id))
      .limit(sql.placeholder('limit'))
      .as('due')
    return db
      .update(job)
      .set({ state: 'claimed', dueAt: at('lease'), tries: sql`${job.tries} + 1`, node: at('node') })
      .from(due)
      .where(eq(job.id, due.dueId))
      .returning({ ...columns, wasDueAt: sql<number>`${due.wasDueAt}`.mapWith(Number) })
  }),
)

/** Rows that a change answers have no order on PostgreSQL. */
const inOrder = (one: Claimed, next: Claimed) => one.wasDueAt - next.wasDueAt || (one.id < next.id ? -1 : 1)

/** Claims due jobs of a priority for a node, those that were due first first. */
export async function claimForNode(
  tx: Tx,
  priority: JobPriority,
  values: { now: number; lease: number; limit: number; node: number },
): Promise<Job[]> {
  const claimed = await claims[priority](tx, values)
  return claimed.sort(inOrder).map(({ wasDueAt: _, ...one }) => one)
}

type Lease = { id: string; lease: number; node: number }
const isOurs = (at: (name: keyof Lease) => SQL) =>
  and(eq(job.id, at('id')), isClaimed, eq(job.dueAt, at('lease')), eq(job.node, at('node')))

/** Removes a job that this node has claimed with this lease. */
export const removeOfNode = mutation<Lease>((db, at) => db.delete(job).where(isOurs(at)))
export const moveOfNode = mutation<
  Lease & { state: JobState; dueAt: number; tries: number; lastError: string | null }
>((db, at) =>
  db
    .update(job)
    .set({ state: at('state'), dueAt: at('dueAt'), tries: at('tries'), lastError: at('lastError') })
    .where(isOurs(at)),
)
export const renewOfNode = returningMutation<Lease & { dueAt: number }, { id: string }>((db, at) =>
  db
    .update(job)
    .set({ dueAt: at('dueAt') })
    .where(isOurs(at))
    .returning({ id: job.id }),
)

/** @param own a node that begins, and has nothing under way; 0 for none */
export const recoverOfGone = mutation<{ now: number; own: number }>((db, at) =>
  db
    .update(job)
    .set(recovered(at('now')))
    .where(
      and(
        isClaimed,
        or(
          isNull(job.node),
          eq(job.node, at('own')),
          sql`${job.node} <> all ((select living_nodes())::bigint[])`,
        ),
      ),
    ),
)

/** Takes a held job, unless another node works on its host. */
export const claimHeldForNode = returningMutation<{ id: string; lease: number; node: number }, Job>(
  (db, at) =>
    db
      .update(job)
      .set({ state: 'claimed', dueAt: at('lease'), tries: sql`${job.tries} + 1`, node: at('node') })
      .where(and(eq(job.id, at('id')), sql`${job.state} = 'held'`, notExists(othersQueue(db, at('node')))))
      .returning(columns),
)

type DueAt = { dueAt: number | null }
const earliest = byPriority(isDue =>
  query<{ node: number }, DueAt>((db, at) =>
    db
      .select({ dueAt: min(job.dueAt) })
      .from(job)
      .where(and(isDue, isClaimable(at('node')))),
  ),
)
const earliestDelivery = query<{ node: number }, DueAt>((db, at) =>
  db
    .select({ dueAt: job.dueAt })
    .from(job)
    .where(and(dueConditions.delivery, isClaimable(at('node')), notExists(othersQueue(db, at('node')))))
    .orderBy(asc(job.dueAt))
    .limit(1),
)
const earliestBehind = query<{ node: number; until: number }, DueAt>((db, at) =>
  db
    .select({ dueAt: job.dueAt })
    .from(job)
    .where(
      and(
        dueConditions.delivery,
        isClaimable(at('node')),
        lte(job.dueAt, at('until')),
        exists(othersQueue(db, at('node'))),
      ),
    )
    .orderBy(asc(job.dueAt))
    .limit(1),
)
/** A host that another node works on is looked at again after this, milliseconds. */
export const otherNodeMs = 1_000
/** Nothing further away is looked for: the loop sleeps no longer. */
const lookAheadMs = 60_000

/** When a node may claim the next job of a priority. */
export async function earliestOfNode(
  read: Read,
  priority: JobPriority,
  { node, now }: { readonly node: number; readonly now: number },
): Promise<number | undefined> {
  if (priority !== 'delivery') return (await earliest[priority](read, { node }))[0]?.dueAt ?? undefined
  const [free] = await earliestDelivery(read, { node })
  const [behind] = await earliestBehind(read, { node, until: now + lookAheadMs })
  const times = [free?.dueAt, behind && Math.max(behind.dueAt ?? 0, now + otherNodeMs)]
  const known = times.filter(time => time != null)
  return known.length > 0 ? Math.min(...known) : undefined
}
