// Attempts as rows.
import { and, type Column, desc, eq, gt, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Attempt, Memo } from '../domain/attempt.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { attempt, payment } from './table.ts'

/**
 * Matches the attempts of a payment. The first attempt has the id of its payment and is found by it; an index
 * holds only the other attempts.
 */
export const belongsToPayment = (paymentId: SQL | Column): SQL =>
  sql`(${attempt.id} = ${paymentId} or (${attempt.paymentId} = ${paymentId} and ${attempt.paymentId} <> ${attempt.id}))`
/** Matches attempts whose outcome is still open. */
export const isOpenAttempt = sql`${attempt.state} in ('planned', 'sent', 'unknown')`

const insertRow = mutation<Attempt>(db => db.insert(attempt).values(rowPlaceholders(attempt)))
const selectById = query<{ id: string }, Attempt>((db, param) =>
  db
    .select()
    .from(attempt)
    .where(eq(attempt.id, param('id'))),
)
const selectOfPayment = query<{ paymentId: string }, Attempt>((db, param) =>
  db
    .select()
    .from(attempt)
    .where(belongsToPayment(param('paymentId')))
    .orderBy(desc(attempt.id)),
)
const selectOpenOfPayment = query<{ paymentId: string }, Attempt>((db, param) =>
  db
    .select()
    .from(attempt)
    .where(and(belongsToPayment(param('paymentId')), isOpenAttempt))
    .orderBy(desc(attempt.id)),
)
const selectByReference = query<{ networkReference: string }, Attempt>((db, param) =>
  db
    .select()
    .from(attempt)
    .where(eq(attempt.networkReference, param('networkReference'))),
)
const selectPaidWith = query<{ connection: string; receipt: string }, Attempt>((db, param) =>
  db
    .select()
    .from(attempt)
    .where(
      and(
        eq(attempt.connection, param('connection')),
        eq(attempt.externalReference, param('receipt')),
        sql`${attempt.state} = 'succeeded'`,
        isNotNull(attempt.plannedOrder),
      ),
    ),
)
/** Selects unpaid pushes of checkout links: only their attempts have an `expiresAt`. */
const selectUnpaidPushes = query<
  { phone: string; after: number; now: number; max: number },
  { createdAt: number }
>((db, param) =>
  db
    .select({ createdAt: attempt.createdAt })
    .from(attempt)
    .where(
      and(
        eq(attempt.phone, param('phone')),
        isNotNull(attempt.expiresAt),
        gt(attempt.createdAt, param('after')),
        lte(attempt.createdAt, param('now')),
        ne(attempt.state, 'succeeded'),
      ),
    )
    .orderBy(desc(attempt.createdAt))
    .limit(sql.placeholder('max')),
)
const updateRow = mutation<Attempt>((db, param) =>
  db
    .update(attempt)
    .set({
      state: param('state'),
      externalReference: param('externalReference'),
      failureReason: param('failureReason'),
      paidAmount: param('paidAmount'),
      sentAt: param('sentAt'),
      endedAt: param('endedAt'),
      ranAt: param('ranAt'),
      yesCount: param('yesCount'),
      memo: param('memo', attempt.memo),
    })
    .where(eq(attempt.id, param('id'))),
)

const setMemo = mutation<{ id: string; memo: Memo; ranAt: number }>((db, param) =>
  db
    .update(attempt)
    .set({ memo: param('memo', attempt.memo), ranAt: param('ranAt') })
    .where(eq(attempt.id, param('id'))),
)

export const insertAttempt = (tx: Tx, value: Attempt): Promise<unknown> => insertRow(tx, value)
/** Writes what changes in an attempt after it was planned: its state, outcome and times. */
export const updateAttempt = (tx: Tx, value: Attempt): Promise<unknown> => updateRow(tx, value)
/**
 * Stores the memo of an attempt: what its connector needs for the next call about the same order.
 * @param ranAt running time of the server at the last call (ms)
 */
export const updateMemo = (tx: Tx, id: string, memo: Memo, ranAt: number): Promise<unknown> =>
  setMemo(tx, { id, memo, ranAt })
/** Returns an attempt; undefined for an unknown id. */
export const findAttempt = async (read: Read, id: string): Promise<Attempt | undefined> =>
  (await selectById(read, { id }))[0]
/** Returns the attempt that Kaunta sent to a network under this reference; undefined if none. */
export const findAttemptByReference = async (
  read: Read,
  networkReference: string,
): Promise<Attempt | undefined> => (await selectByReference(read, { networkReference }))[0]
/** Returns the succeeded attempt over a connection that was paid with this receipt; undefined if none was. */
export const findAttemptPaidWith = async (
  read: Read,
  connection: string,
  receipt: string,
): Promise<Attempt | undefined> => (await selectPaidWith(read, { connection, receipt }))[0]
/** Lists all attempts of a payment, newest first. */
export const listAttempts = (read: Read, paymentId: string): Promise<Attempt[]> =>
  selectOfPayment(read, { paymentId })
/** Lists the attempts of a payment whose outcome is still open, newest first. */
export const listOpenAttempts = (read: Read, paymentId: string): Promise<Attempt[]> =>
  selectOpenOfPayment(read, { paymentId })
/**
 * Lists the times of pushes that checkout links sent to a phone and that were not paid, newest first, at most
 * `max`. Milliseconds.
 * @param period from after `after`, up to and including `now`
 */
export const listUnpaidPushTimes = async (
  read: Read,
  period: { readonly phone: string; readonly after: number; readonly now: number },
  max: number,
): Promise<number[]> => {
  const pushes = await selectUnpaidPushes(read, { ...period, max })
  return pushes.map(({ createdAt }) => createdAt)
}

const selectOrderEnd = query<{ networkReference: string }, { expiresAt: number }>((db, param) =>
  db
    .select({ expiresAt: sql<number>`coalesce(${attempt.expiresAt}, ${payment.expiresAt})`.mapWith(Number) })
    .from(attempt)
    .innerJoin(payment, eq(payment.id, attempt.paymentId))
    .where(eq(attempt.networkReference, param('networkReference'))),
)
/** Returns until when an order may be paid (ms): the expiry of its attempt, or else of its payment. */
export const findOrderEnd = async (
  read: Read,
  networkReference: string,
): Promise<{ expiresAt: number } | undefined> => (await selectOrderEnd(read, { networkReference }))[0]
