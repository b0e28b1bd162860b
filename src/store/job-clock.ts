// Moves the jobs when the server's clock was set (decision 15).
import { and, eq, gt, inArray, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { expiryKinds, type JobKind, leaseMs, statusCheckKinds, waitMaxMs } from '../domain/job.ts'
import { byPriority, dueConditions } from './engine/due-job.ts'
import { mutation, type Tx } from './engine/statement.ts'
import { movePaymentsBack, movePaymentsForward } from './payment-due.ts'
import { job } from './table.ts'

/**
 * Returns the statement that makes jobs of one priority due earlier after the clock was set back. Due now are
 * status checks, and claimed jobs whose lease ends later than one given now: no process can hold it.
 */
const newMoveBack = (isDue: SQL) =>
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
const moveBack = Object.values(byPriority(newMoveBack))
const moveHeldBack = mutation<{ by: number }>((db, param) =>
  db
    .update(job)
    .set({ dueAt: sql`${job.dueAt} - ${param('by')}` })
    .where(eq(job.state, sql`'held'`)),
)
/** Returns the statement that makes jobs of one priority due now if due after `max`, except expiries. */
const newMoveFar = (isDue: SQL) =>
  mutation<{ now: number; max: number }>((db, param) =>
    db
      .update(job)
      .set({ dueAt: param('now') })
      .where(and(isDue, gt(job.dueAt, param('max')), notInArray(job.kind, [...expiryKinds]))),
  )
const moveFar = Object.values(byPriority(newMoveFar))
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
 * Makes all jobs due `by` milliseconds earlier, after the clock was set back by that much. Status checks
 * become due at once. Leases that a process may hold stay: their end is the token of the claim.
 */
export async function moveJobsBack(tx: Tx, by: number, now: number): Promise<void> {
  for (const move of moveBack) await move(tx, { now, by, lease: now + leaseMs })
  await moveHeldBack(tx, { by })
  await movePaymentsBack(tx, by, now)
}

/**
 * Makes jobs due at once that are due later than `waitMaxMs` from now: a wrong clock added them. Expiries
 * stay, because an early one would end a customer's time.
 */
export async function makeFarJobsDue(tx: Tx, now: number): Promise<void> {
  for (const move of moveFar) await move(tx, { now, max: now + waitMaxMs })
}

/**
 * Makes expiry jobs of a kind due `by` milliseconds later, after the clock was set forward by that much. Due
 * times of payments move with the jobs that end payments.
 * @param windowMs moves only jobs that were due within this time after the clock's old time
 */
export async function moveJobsForward(
  tx: Tx,
  kind: (typeof expiryKinds)[number],
  by: number,
  now: number,
  windowMs: number,
): Promise<void> {
  const period = { by, after: now - by, until: now - by + windowMs }
  await moveForward(tx, { kind, ...period })
  if (kind === 'payment.expire') await movePaymentsForward(tx, period)
}
