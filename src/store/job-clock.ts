// What a clock that was set changes in the job queue (decision 15).
import { and, eq, gt, inArray, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { expiryKinds, type JobKind, leaseMs, statusCheckKinds, waitMaxMs } from '../domain/job.ts'
import { byPriority, dueConditions } from './engine/due-job.ts'
import { mutation, type Tx } from './engine/statement.ts'
import { movePaymentsBack, movePaymentsForward } from './payment-due.ts'
import { job } from './table.ts'

/** Of what is not due yet. A lease that ends after any that could be given now belongs to nothing. */
const moveBackIn = (isDue: SQL) =>
  mutation<{ now: number; by: number; lease: number }>((db, at) =>
    db
      .update(job)
      .set({
        dueAt: sql`case when ${job.state} = 'claimed' or ${inArray(job.kind, [...statusCheckKinds])} then ${at('now')} else ${job.dueAt} - ${at('by')} end`,
      })
      .where(
        and(isDue, gt(job.dueAt, at('now')), or(ne(job.state, sql`'claimed'`), gt(job.dueAt, at('lease')))),
      ),
  )
const moveBack = Object.values(byPriority(moveBackIn))
const moveHeldBack = mutation<{ by: number }>((db, at) =>
  db
    .update(job)
    .set({ dueAt: sql`${job.dueAt} - ${at('by')}` })
    .where(eq(job.state, sql`'held'`)),
)
const moveFarIn = (isDue: SQL) =>
  mutation<{ now: number; max: number }>((db, at) =>
    db
      .update(job)
      .set({ dueAt: at('now') })
      .where(and(isDue, gt(job.dueAt, at('max')), notInArray(job.kind, [...expiryKinds]))),
  )
const moveFar = Object.values(byPriority(moveFarIn))
const moveForward = mutation<{ kind: JobKind; by: number; after: number; until: number }>((db, at) =>
  db
    .update(job)
    .set({ dueAt: sql`${job.dueAt} + ${at('by')}` })
    .where(
      and(
        dueConditions.expiry,
        gt(job.dueAt, at('after')),
        lte(job.dueAt, at('until')),
        eq(job.kind, at('kind')),
        eq(job.state, sql`'waiting'`),
      ),
    ),
)

/**
 * The clock was set back by `by`: all jobs move with it, and checks of money are due at once. Leases that
 * may be ours stay.
 */
export async function moveJobsBack(tx: Tx, by: number, now: number): Promise<void> {
  for (const move of moveBack) await move(tx, { now, by, lease: now + leaseMs })
  await moveHeldBack(tx, { by })
  await movePaymentsBack(tx, by, now)
}

/** A job that is due later than any can be was added by a wrong clock: it is due at once. */
export async function makeFarJobsDue(tx: Tx, now: number): Promise<void> {
  for (const move of moveFar) await move(tx, { now, max: now + waitMaxMs })
}

/**
 * The clock was set forward by `by`: jobs of this kind that were not due by it, and are given at most
 * `mostMs`, keep their distance; payments, too, with those that end them.
 */
export async function moveJobsForward(
  tx: Tx,
  kind: (typeof expiryKinds)[number],
  by: number,
  now: number,
  mostMs: number,
): Promise<void> {
  const period = { by, after: now - by, until: now - by + mostMs }
  await moveForward(tx, { kind, ...period })
  if (kind === 'payment.expire') await movePaymentsForward(tx, period)
}
