// Unknown periods as rows: from when to when the outcome of a payment was unknown.
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { mutation, query, type Read, type Tx } from './engine/statement.ts'
import { unknownPeriod } from './table.ts'

export type UnknownPeriod = typeof unknownPeriod.$inferSelect

type When = { paymentId: string; now: number }

const insert = mutation<When>((db, at) =>
  db.insert(unknownPeriod).select(
    sql`select ${at('paymentId')}, coalesce(max(${unknownPeriod.number}), 0) + 1, ${at('now')}, null
        from ${unknownPeriod} where ${unknownPeriod.paymentId} = ${at('paymentId')}`,
  ),
)
const end = mutation<When>((db, at) =>
  db
    .update(unknownPeriod)
    .set({ endedAt: at('now') })
    .where(and(eq(unknownPeriod.paymentId, at('paymentId')), isNull(unknownPeriod.endedAt))),
)
const ofPayment = query<{ paymentId: string }, UnknownPeriod>((db, at) =>
  db
    .select()
    .from(unknownPeriod)
    .where(eq(unknownPeriod.paymentId, at('paymentId')))
    .orderBy(asc(unknownPeriod.number)),
)

/** Begins an unknown period now. */
export const beginUnknownPeriod = (tx: Tx, paymentId: string, now: number): Promise<unknown> =>
  insert(tx, { paymentId, now })
/** Ends the unknown period, because the outcome is known again. */
export const endUnknownPeriod = (tx: Tx, paymentId: string, now: number): Promise<unknown> =>
  end(tx, { paymentId, now })
/** Lists the unknown periods of a payment, in order. */
export const listUnknownPeriods = (read: Read, paymentId: string): Promise<UnknownPeriod[]> =>
  ofPayment(read, { paymentId })
