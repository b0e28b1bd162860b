// Moves the jobs when the server's clock was set (decision 15).
import { and, eq, gt, inArray, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { expiryKinds, type JobKind, leaseMs, statusCheckKinds, waitMaxMs } from '../domain/job.ts'
import { byPriority, dueConditions } from './engine/due-job.ts'
import { mutation, type Tx } from './engine/statement.ts'
import { movePaymentsBack, movePaymentsForward } from './payment-due.ts'
import { job } from './table.ts'

/**
 * Moves jobs that are not due yet. If a lease ends later than any lease given now would, no process holds it.
 */
const moveBackIn = (isDue: SQL) =>
  mutation<{ now: number; by: number; lease: number }>((db, param) =>
    db
      .update(job)
      .set({
        dueAt: sql`case when ${job.state} = 'claimed' or ${inArray(job.kind, [...statusCheckKinds])} then ${param('now')} else ${job.dueAt} - ${param('by')} end`,
      })
      .where(
        and(
          isDue,
          gt(job.dueAt, param('now')),
          or(ne(job.state, sql`'claimed'`), gt(job.dueAt, param('lease'))),
        ),
      ),
  )
const moveBack = Object.values(byPriority(moveBackIn))
const moveHeldBack = mutation<{ by: number }>((db, param) =>
  db
    .update(job)
    .set({ dueAt: sql`${job.dueAt} - ${param('by')}` })
    .where(eq(job.state, sql`'held'`)),
)
const moveFarIn = (isDue: SQL) =>
  mutation<{ now: number; max: number }>((db, param) =>
    db
      .update(job)
      .set({ dueAt: param('now') })
      .where(and(isDue, gt(job.dueAt, param('max')), notInArray(job.kind, [...expiryKinds]))),
  )
const moveFar = Object.values(byPriority(moveFarIn))
const moveForward = mutation<{ kind: JobKind; by: number; after: number; until: number }>((db, param) =>
  db
    .update(job)
    .set({ dueAt: sql`${job.dueAt} + ${param('by')}` })
    .where(
      and(
        dueConditions.expiry,
        gt(job.dueAt, param('after')),
        lte(job.dueAt, param('until')),
        eq(job.kind, param('kind')),
        eq(job.state, sql`'waiting'`),
      ),
    ),
)

/**
 * Moves all jobs after the clock was set back by `by`, and makes checks of money due at once. Leases that may
 * be ours stay.
 */
export async function moveJobsBack(tx: Tx, by: number, now: number): Promise<void> {
  for (const move of moveBack) await move(tx, { now, by, lease: now + leaseMs })
  await moveHeldBack(tx, { by })
  await movePaymentsBack(tx, by, now)
}

/** Makes jobs due at once that are due later than any can be, because a wrong clock added them. */
export async function makeFarJobsDue(tx: Tx, now: number): Promise<void> {
  for (const move of moveFar) await move(tx, { now, max: now + waitMaxMs })
}

/**
 * Moves jobs of this kind after the clock was set forward by `by`, so that they keep their distance: those
 * that were not due before, and have at most `mostMs`. Payments move with the jobs that end them.
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
