// Unknown periods as rows: from when to when the outcome of a payment was unknown.
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { mutation, query, type Read, type Tx } from './engine/statement.ts'
import { unknownPeriod } from './table.ts'

export type UnknownPeriod = typeof unknownPeriod.$inferSelect

/** A payment, and the time at which an unknown period begins or ends. */
type PeriodEdge = { paymentId: string; now: number }

const insertRow = mutation<PeriodEdge>((db, param) =>
  db.insert(unknownPeriod).select(
    sql`select ${param('paymentId')}, coalesce(max(${unknownPeriod.number}), 0) + 1, ${param('now')}, null
        from ${unknownPeriod} where ${unknownPeriod.paymentId} = ${param('paymentId')}`,
  ),
)
const setEnded = mutation<PeriodEdge>((db, param) =>
  db
    .update(unknownPeriod)
    .set({ endedAt: param('now') })
    .where(and(eq(unknownPeriod.paymentId, param('paymentId')), isNull(unknownPeriod.endedAt))),
)
const selectOfPayment = query<{ paymentId: string }, UnknownPeriod>((db, param) =>
  db
    .select()
    .from(unknownPeriod)
    .where(eq(unknownPeriod.paymentId, param('paymentId')))
    .orderBy(asc(unknownPeriod.number)),
)

/** Begins an unknown period of a payment at `now`. */
export const beginUnknownPeriod = (tx: Tx, paymentId: string, now: number): Promise<unknown> =>
  insertRow(tx, { paymentId, now })
/** Ends the unknown period of a payment at `now`, because its outcome is known again. */
export const endUnknownPeriod = (tx: Tx, paymentId: string, now: number): Promise<unknown> =>
  setEnded(tx, { paymentId, now })
/** Lists the unknown periods of a payment, oldest first. */
export const listUnknownPeriods = (read: Read, paymentId: string): Promise<UnknownPeriod[]> =>
  selectOfPayment(read, { paymentId })
