// What all lists share: a range of ids or of payment numbers, and a count with a limit. Both are in order of time.
import { and, between, type Column, desc, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import { assert } from '../domain/fault.ts'
import type { session } from './checkout-table.ts'
import { adHocQuery, type Read } from './engine/statement.ts'
import type { refund } from './refund-table.ts'
import type { sms } from './sms-table.ts'
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

/** A column of an index, and what it has in all rows that are walked. */
export interface Equal {
  readonly column: Column
  readonly value: string | undefined
}

/**
 * A walk of an index down to its end, for SQLite: of the rows that have all of these values, those without one are left
 * out. To compare each entry that is skipped with what it must have takes a half of the walk, so the last value is only a
 * bound from above: the walk begins at the same entry, and what it meets below that value comes after all that fit.
 * @returns where it begins, its order, and whether a row that it meets fits
 */
export function walkDown(equals: readonly Equal[], id: Column) {
  const equal = equals.filter(({ value }) => value !== undefined)
  const last = equal.pop()
  assert(last, 'lists are of an account')
  return {
    begin: and(...equal.map(({ column, value }) => eq(column, value)), lte(last.column, last.value)),
    order: sql`${desc(last.column)}, ${desc(id)}`,
    fits: sql`(${last.column} = ${last.value}) is true`,
  }
}

type Listed =
  | typeof auditEntry
  | typeof delivery
  | typeof event
  | typeof payment
  | typeof payout
  | typeof refund
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

/** Whether rows at the end of a walk fit, from the one at an offset on. */
export const fitsAt = async (
  read: Read,
  table: Listed,
  { begin, order, fits }: ReturnType<typeof walkDown>,
  offset: number,
): Promise<boolean> => {
  const found = await adHocQuery(read, db =>
    db
      .select({ fits: sql<number>`${fits}`.mapWith(Number) })
      .from(table)
      .where(begin)
      .orderBy(order)
      .limit(1)
      .offset(offset),
  )
  return found[0]?.fits === 1
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
