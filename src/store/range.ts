// What all lists share: a range of ids, and a count with a limit. Ids are in order of time.
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
