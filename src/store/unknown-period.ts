// Doubts as rows: from when to when nobody knew the outcome of a payment.
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { change, query, type Read, type Tx } from './statement.ts'
import { doubt } from './table.ts'

export type Doubt = typeof doubt.$inferSelect

type When = { paymentId: string; now: number }

const insert = change<When>((db, at) =>
  db.insert(doubt).select(
    sql`select ${at('paymentId')}, coalesce(max(${doubt.number}), 0) + 1, ${at('now')}, null
        from ${doubt} where ${doubt.paymentId} = ${at('paymentId')}`,
  ),
)
const end = change<When>((db, at) =>
  db
    .update(doubt)
    .set({ endedAt: at('now') })
    .where(and(eq(doubt.paymentId, at('paymentId')), isNull(doubt.endedAt))),
)
const ofPayment = query<{ paymentId: string }, Doubt>((db, at) =>
  db
    .select()
    .from(doubt)
    .where(eq(doubt.paymentId, at('paymentId')))
    .orderBy(asc(doubt.number)),
)

/** The outcome is unknown from now on. */
export const beginDoubt = (tx: Tx, paymentId: string, now: number): Promise<unknown> => insert(tx, { paymentId, now })
/** It is known again. */
export const endDoubt = (tx: Tx, paymentId: string, now: number): Promise<unknown> => end(tx, { paymentId, now })
/** When the outcome of a payment was unknown, in order. */
export const listDoubts = (read: Read, paymentId: string): Promise<Doubt[]> => ofPayment(read, { paymentId })
