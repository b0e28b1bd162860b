// Attempts as rows.
import { and, type Column, desc, eq, gt, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Attempt, Memo } from '../domain/attempt.ts'
import { mutation, placeholders, query, type Read, type Tx } from './engine/statement.ts'
import { attempt, payment } from './table.ts'

/** Matches the attempts of a payment: the first has the payment's id, and an index holds the others. */
export const belongsToPayment = (paymentId: SQL | Column): SQL =>
  sql`(${attempt.id} = ${paymentId} or (${attempt.paymentId} = ${paymentId} and ${attempt.paymentId} <> ${attempt.id}))`
/** Matches attempts whose outcome is still open. */
export const isOpenAttempt = sql`${attempt.state} in ('planned', 'sent', 'unknown')`

const insert = mutation<Attempt>(db => db.insert(attempt).values(placeholders(attempt)))
const byId = query<{ id: string }, Attempt>((db, at) =>
  db
    .select()
    .from(attempt)
    .where(eq(attempt.id, at('id'))),
)
const ofPayment = query<{ paymentId: string }, Attempt>((db, at) =>
  db
    .select()
    .from(attempt)
    .where(belongsToPayment(at('paymentId')))
    .orderBy(desc(attempt.id)),
)
const openOfPayment = query<{ paymentId: string }, Attempt>((db, at) =>
  db
    .select()
    .from(attempt)
    .where(and(belongsToPayment(at('paymentId')), isOpenAttempt))
    .orderBy(desc(attempt.id)),
)
const byReference = query<{ networkReference: string }, Attempt>((db, at) =>
  db
    .select()
    .from(attempt)
    .where(eq(attempt.networkReference, at('networkReference'))),
)
const paidWith = query<{ connection: string; receipt: string }, Attempt>((db, at) =>
  db
    .select()
    .from(attempt)
    .where(
      and(
        eq(attempt.connection, at('connection')),
        eq(attempt.externalReference, at('receipt')),
        sql`${attempt.state} = 'succeeded'`,
        isNotNull(attempt.plannedOrder),
      ),
    ),
)
/** Only attempts of checkout links have an end. */
const unpaidPushesTo = query<
  { phone: string; after: number; now: number; max: number },
  { createdAt: number }
>((db, at) =>
  db
    .select({ createdAt: attempt.createdAt })
    .from(attempt)
    .where(
      and(
        eq(attempt.phone, at('phone')),
        isNotNull(attempt.expiresAt),
        gt(attempt.createdAt, at('after')),
        lte(attempt.createdAt, at('now')),
        ne(attempt.state, 'succeeded'),
      ),
    )
    .orderBy(desc(attempt.createdAt))
    .limit(sql.placeholder('max')),
)
const update = mutation<Attempt>((db, at) =>
  db
    .update(attempt)
    .set({
      state: at('state'),
      externalReference: at('externalReference'),
      failureReason: at('failureReason'),
      paidAmount: at('paidAmount'),
      sentAt: at('sentAt'),
      endedAt: at('endedAt'),
      ranAt: at('ranAt'),
      yesCount: at('yesCount'),
      memo: at('memo', attempt.memo),
    })
    .where(eq(attempt.id, at('id'))),
)

const memoOnly = mutation<{ id: string; memo: Memo; ranAt: number }>((db, at) =>
  db
    .update(attempt)
    .set({ memo: at('memo', attempt.memo), ranAt: at('ranAt') })
    .where(eq(attempt.id, at('id'))),
)

export const insertAttempt = (tx: Tx, value: Attempt): Promise<unknown> => insert(tx, value)
export const updateAttempt = (tx: Tx, value: Attempt): Promise<unknown> => update(tx, value)
/**
 * Stores the memo before the next call of an order that takes several. @param ranAt running time of that call
 */
export const updateMemo = (tx: Tx, id: string, memo: Memo, ranAt: number): Promise<unknown> =>
  memoOnly(tx, { id, memo, ranAt })
export const findAttempt = async (read: Read, id: string): Promise<Attempt | undefined> =>
  (await byId(read, { id }))[0]
export const findAttemptByReference = async (
  read: Read,
  networkReference: string,
): Promise<Attempt | undefined> => (await byReference(read, { networkReference }))[0]
/** Returns the attempt of a network that was paid with this receipt. */
export const findAttemptPaidWith = async (
  read: Read,
  connection: string,
  receipt: string,
): Promise<Attempt | undefined> => (await paidWith(read, { connection, receipt }))[0]
/** Lists all attempts of a payment, newest first. */
export const listAttempts = (read: Read, paymentId: string): Promise<Attempt[]> =>
  ofPayment(read, { paymentId })
/** Lists the attempts whose outcome is still open, newest first. */
export const listOpenAttempts = (read: Read, paymentId: string): Promise<Attempt[]> =>
  openOfPayment(read, { paymentId })
/**
 * Lists when checkout links pushed to a number without being paid, newest first. @param period from `after`
 * to `now`
 */
export const listUnpaidPushTimes = async (
  read: Read,
  period: { readonly phone: string; readonly after: number; readonly now: number },
  max: number,
): Promise<number[]> => (await unpaidPushesTo(read, { ...period, max })).map(({ createdAt }) => createdAt)

const orderEnd = query<{ networkReference: string }, { expiresAt: number }>((db, at) =>
  db
    .select({ expiresAt: sql<number>`coalesce(${attempt.expiresAt}, ${payment.expiresAt})`.mapWith(Number) })
    .from(attempt)
    .innerJoin(payment, eq(payment.id, attempt.paymentId))
    .where(eq(attempt.networkReference, at('networkReference'))),
)
/** Returns the time until which an order may be paid. */
export const findOrderEnd = async (
  read: Read,
  networkReference: string,
): Promise<{ expiresAt: number } | undefined> => (await orderEnd(read, { networkReference }))[0]
