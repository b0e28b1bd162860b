// What all lists share: a range of ids or of payment numbers, and a count with a limit. Both are in order of time.
import { between, type Column, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { session } from './checkout-table.ts'
import type { sms } from './sms-table.ts'
import { adHocQuery, type Read } from './statement.ts'
import type { auditEntry, payment, payout, unmatched } from './table.ts'
import type { delivery, event } from './webhook-table.ts'

export interface IdRange {
  /** Ids from this one on. */
  readonly fromId?: string | undefined
  /** Ids before this one, which is only the beginning of an id (`idFrom`) and so none itself. */
  readonly beforeId?: string | undefined
}

/** Two bounds are one `between`: as two comparisons SQLite would take the index of the account alone. */
export function idRange(id: Column, { fromId, beforeId }: IdRange): SQL | undefined {
  if (fromId && beforeId) return between(id, fromId, beforeId)
  return fromId ? gte(id, fromId) : beforeId ? lt(id, beforeId) : undefined
}

/** The numbers of payments from one on, before another; open at an end that is left out. */
export interface NumberRange {
  readonly from: number | undefined
  readonly before: number | undefined
}

/** Two bounds are one `between`: as two comparisons SQLite would take the index of the account alone. */
export function numberRange({ from, before }: NumberRange, column: Column): SQL | undefined {
  if (from !== undefined && before !== undefined) return between(column, from, before - 1)
  if (from !== undefined) return gte(column, from)
  return before === undefined ? undefined : lt(column, before)
}

/**
 * Whose numbers a query finds. PostgreSQL takes an array for a few rows, whatever it holds, and reads them by their
 * numbers; of the rows of a query it knows that they may be many, and would read all others beside them.
 */
export const numberAmong = (number: Column, found: SQL, planner: Read['planner']): SQL =>
  planner === 'postgres' ? sql`${number} = any(array(${found}))` : sql`${number} in (${found})`

type Listed =
  | typeof auditEntry
  | typeof delivery
  | typeof event
  | typeof payment
  | typeof payout
  | typeof session
  | typeof sms
  | typeof unmatched

/** How many rows fit. */
export async function countAll(read: Read, table: Listed, fits: SQL | undefined): Promise<number> {
  const rows = await adHocQuery(read, db =>
    db
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(table)
      .where(fits),
  )
  return rows[0]?.count ?? 0
}

/** How many rows fit, up to `max`: a jump to the last that counts is half the work of counting so many. */
export async function countUpTo(
  read: Read,
  table: Listed,
  fits: SQL | undefined,
  max: number,
): Promise<number> {
  const last = await adHocQuery(read, db =>
    db
      .select({ one: sql<number>`1`.mapWith(Number) })
      .from(table)
      .where(fits)
      .limit(1)
      .offset(max - 1),
  )
  return last.length > 0 ? max : countAll(read, table, fits)
}
