// Stores when a payment needs work next, and adds its jobs when it is due: one ends the payment, and others
// check its open attempts that have no job of their own. The time is a column of the payment, because writing
// job rows for each new payment would take as long as writing the payment.
import { and, asc, eq, gt, isNotNull, lte, min, sql } from 'drizzle-orm'
import { belongsToPayment, isOpenAttempt } from './attempt.ts'
import { mutation, query, type Read, type Tx } from './engine/statement.ts'
import { attempt, job, payment } from './table.ts'

const selectDueUpTo = query<{ now: number; max: number }, { number: number }>((db, param) =>
  db
    .select({ number: payment.number })
    .from(payment)
    .where(lte(payment.dueAt, param('now')))
    .orderBy(asc(payment.dueAt), asc(payment.number))
    .limit(sql.placeholder('max')),
)
const insertExpiryJob = mutation<{ number: number }>((db, param) =>
  db
    .insert(job)
    .select(
      sql`select 'payment.expire:' || ${payment.id}, 'payment.expire', ${payment.id}, null, 'waiting', ${payment.dueAt}, 0, null
        from ${payment} where ${payment.number} = ${param('number')} and ${payment.status} = 'pending'`,
    )
    .onConflictDoNothing(),
)
const insertCheckJobs = mutation<{ number: number }>((db, param) =>
  db
    .insert(job)
    .select(
      sql`select 'attempt.check:' || ${attempt.id}, 'attempt.check', ${attempt.id}, null, 'waiting', ${payment.dueAt}, 0, null
        from ${payment} join ${attempt} on ${belongsToPayment(payment.id)}
        where ${payment.number} = ${param('number')} and ${isOpenAttempt}`,
    )
    .onConflictDoNothing(),
)
const clearDueTime = mutation<{ number: number }>((db, param) =>
  db
    .update(payment)
    .set({ dueAt: null })
    .where(eq(payment.number, param('number'))),
)
const selectEarliest = query<object, { dueAt: number | null }>(db =>
  db
    .select({ dueAt: min(payment.dueAt) })
    .from(payment)
    .where(isNotNull(payment.dueAt)),
)
const moveDueTimesBack = mutation<{ now: number; by: number }>((db, param) =>
  db
    .update(payment)
    .set({ dueAt: sql`${payment.dueAt} - ${param('by')}` })
    .where(gt(payment.dueAt, param('now'))),
)
const moveDueTimesForward = mutation<{ by: number; after: number; until: number }>((db, param) =>
  db
    .update(payment)
    .set({ dueAt: sql`${payment.dueAt} + ${param('by')}` })
    .where(and(gt(payment.dueAt, param('after')), lte(payment.dueAt, param('until')))),
)

/**
 * Queues the work on payments whose due time has come, at most `max` of them: a job that ends the payment,
 * and jobs that check its open attempts. Clears their due times.
 * @returns the number of these payments
 */
export async function queueDuePayments(tx: Tx, now: number, max: number): Promise<number> {
  const due = await selectDueUpTo(tx, { now, max })
  for (const { number } of due) {
    await insertExpiryJob(tx, { number })
    await insertCheckJobs(tx, { number })
    await clearDueTime(tx, { number })
  }
  return due.length
}

/** Returns when the next payment is due; undefined when none is waiting. */
export const nextPaymentDueAt = async (read: Read): Promise<number | undefined> =>
  (await selectEarliest(read, {}))[0]?.dueAt ?? undefined

/** Counts the payments that are due, up to `max`. */
export const countDuePayments = async (read: Read, now: number, max: number): Promise<number> =>
  (await selectDueUpTo(read, { now, max })).length

/**
 * Makes payments that are not due yet due `by` milliseconds earlier, after the clock was set back by that
 * much.
 */
export const movePaymentsBack = (tx: Tx, by: number, now: number): Promise<unknown> =>
  moveDueTimesBack(tx, { now, by })

/**
 * Makes payments due `by` milliseconds later, after the clock was set forward by that much. It moves only
 * payments that are due after `after`, up to and including `until`.
 */
export const movePaymentsForward = (
  tx: Tx,
  period: { readonly by: number; readonly after: number; readonly until: number },
): Promise<unknown> => moveDueTimesForward(tx, period)
