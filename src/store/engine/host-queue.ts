// Jobs that wait for their host. Few jobs run for one host at a time, so that a dead host delays no other.
// The rest are held, in the order in which they became due.
import { and, asc, eq, gt, inArray, lte, min, sql } from 'drizzle-orm'
import { job } from '../table.ts'
import { dueConditions } from './due-job.ts'
import { mutation, query, type Read, type Tx } from './statement.ts'

const holdDue = mutation<{ queue: string; now: number; limit: number }>((db, param) =>
  db
    .update(job)
    .set({ state: 'held', dueAt: param('now') })
    .where(
      and(
        inArray(
          job.id,
          db
            .select({ id: job.id })
            .from(job)
            .where(and(dueConditions.delivery, lte(job.dueAt, param('now'))))
            .orderBy(asc(job.dueAt), asc(job.id))
            .limit(sql.placeholder('limit')),
        ),
        eq(job.state, sql`'waiting'`),
        eq(job.queue, param('queue')),
      ),
    ),
)
const selectHeldOfQueue = query<{ queue: string; limit: number }, { id: string }>((db, param) =>
  db
    .select({ id: job.id })
    .from(job)
    .where(and(eq(job.state, sql`'held'`), eq(job.queue, param('queue'))))
    .orderBy(asc(job.dueAt), asc(job.id))
    .limit(sql.placeholder('limit')),
)
const selectHeldQueueAfter = query<{ queue: string }, { queue: string | null }>((db, param) =>
  db
    .select({ queue: min(job.queue) })
    .from(job)
    .where(and(eq(job.state, sql`'held'`), gt(job.queue, param('queue')))),
)

/**
 * Holds the jobs of this queue among the first `limit` due deliveries, so that jobs of other queues come to
 * the front.
 */
export const holdDueJobs = (tx: Tx, queue: string, now: number, limit: number): Promise<unknown> =>
  holdDue(tx, { queue, now, limit })

/** Lists the ids of up to `limit` jobs held for this queue, the longest held first. */
export const listHeldJobs = async (read: Read, queue: string, limit: number): Promise<string[]> =>
  (await selectHeldOfQueue(read, { queue, limit })).map(({ id }) => id)

/** Lists the queues that have held jobs, in alphabetical order. Each takes one step in the index. */
export async function listHeldQueues(read: Read): Promise<string[]> {
  const queues: string[] = []
  for (;;) {
    const [row] = await selectHeldQueueAfter(read, { queue: queues.at(-1) ?? '' })
    const queue = row?.queue
    if (queue == null) return queues
    queues.push(queue)
  }
}
