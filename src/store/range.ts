// What all lists share: a range of ids or of payment numbers, and a count with a limit. Both are in order of
// time.
import { and, between, type Column, desc, eq, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Span } from '../domain/day.ts'
import { assert } from '../domain/fault.ts'
import { apostrophes, plainLetters } from '../domain/search.ts'
import type { session } from './checkout-table.ts'
import { adHocQuery, type Read } from './engine/statement.ts'
import type { refund } from './refund-table.ts'
import type { sms } from './sms-table.ts'
import type { auditEntry, payment, payout, unmatched } from './table.ts'
import type { delivery, event } from './webhook-table.ts'

export interface IdRange {
  /** First id of the range, included. */
  readonly fromId?: string | undefined
  /** End of the range, excluded. Often only the beginning of an id (`lowestIdAt`), which no row has. */
  readonly beforeId?: string | undefined
}

/** A range of ids that a period may narrow (store/period.ts). */
export interface PeriodRange extends IdRange {
  /** When rows of the range were created, if its ids do not decide that; milliseconds. */
  readonly created?: Partial<Span> | undefined
}

/** Returns the condition of a period: on the id, and on the time of creation if ids alone do not decide. */
export const periodRange = (
  { id, createdAt }: { readonly id: Column; readonly createdAt: Column },
  range: PeriodRange,
): SQL | undefined => and(idRange(id, range), createdWithin(createdAt, range))

/** Returns the condition on the time of creation; undefined if ids alone decide the period. */
export const createdWithin = (createdAt: Column, { created }: PeriodRange): SQL | undefined =>
  and(
    created?.from === undefined ? undefined : gte(createdAt, created.from),
    created?.to === undefined ? undefined : lt(createdAt, created.to),
  )

/**
 * Returns the condition that an id is in a range; undefined for a range without bounds. Two bounds become one
 * `between`, because for two comparisons SQLite would use only the index of the account. `between` includes
 * `beforeId`: a caller that gives the id of a row, to page by it, must leave that row out.
 */
export function idRange(id: Column, { fromId, beforeId }: IdRange): SQL | undefined {
  if (fromId && beforeId) return between(id, fromId, beforeId)
  if (fromId) return gte(id, fromId)
  return beforeId ? lt(id, beforeId) : undefined
}

/** Numbers of payments: `from` is included, `before` is excluded. An undefined bound leaves that end open. */
export interface NumberRange {
  readonly from: number | undefined
  readonly before: number | undefined
}

/**
 * Returns the condition that a number is in a range; undefined for a range without bounds. Two bounds become
 * one `between`, because for two comparisons SQLite would use only the index of the account.
 */
export function numberRange({ from, before }: NumberRange, column: Column): SQL | undefined {
  if (from !== undefined && before !== undefined) return between(column, from, before - 1)
  if (from !== undefined) return gte(column, from)
  return before === undefined ? undefined : lt(column, before)
}

/**
 * Matches rows whose number a query selects. On PostgreSQL the numbers become an array: its planner expects
 * few numbers in an array and looks them up, but many in a query, for which it would read the whole table.
 */
export const numberAmong = (column: Column, numbers: SQL, planner: Read['planner']): SQL =>
  planner === 'postgres' ? sql`${column} = any(array(${numbers}))` : sql`${column} in (${numbers})`

/** Placeholder in a searched part that matches any character. No text contains it. */
const anyCharacter = '\uffff'
/** Dashes that keyboards of phones type for a hyphen. */
const dashes = /[‐‑‒–—―−]/g
const nonAsciiLetter = /\P{ASCII}/gu
const nonAsciiFirstLetter = /(?<![\p{L}\p{M}])\P{ASCII}/gu

/**
 * Matches texts that contain a part, as it was typed or without its accents, ignoring case. Apostrophes and
 * dashes differ between keyboards, so in a part with letters or digits they match any character.
 */
export function containsText(text: SQL | Column, part: string): SQL | undefined {
  const hasWordCharacter = (letters: string) => /[\p{L}\p{N}]/u.test(letters)
  const isOnlySigns = !hasWordCharacter(part.replace(apostrophes, ''))
  const pattern = isOnlySigns ? part : part.replace(apostrophes, anyCharacter).replace(dashes, anyCharacter)
  const withoutAccents = plainLetters(pattern)
  const forms = [pattern.toLowerCase()]
  if (hasWordCharacter(withoutAccents)) forms.push(withoutAccents)
  const spellings = new Set(forms.flatMap(casesOf))
  return or(...[...spellings].map(spelling => containsLowerCase(text, spelling)))
}

/**
 * Returns a lower-case part in three spellings: its letters outside ASCII in lower case, in upper case, and
 * in upper case at the beginning of words. `lower` of SQLite changes ASCII letters only.
 */
function casesOf(part: string): string[] {
  const toUpperCase = (letter: string) => letter.toUpperCase()
  return [part, part.replace(nonAsciiLetter, toUpperCase), part.replace(nonAsciiFirstLetter, toUpperCase)]
}

/** Matches texts that contain a part once their ASCII letters are in lower case. */
const containsLowerCase = (text: SQL | Column, part: string): SQL => {
  const escaped = part.replace(/[!%_]/g, '!$&')
  const pattern = escaped.replaceAll(anyCharacter, '_')
  return sql`lower(coalesce(${text}, '')) like ${`%${pattern}%`} escape '!'`
}

/** A column of an index, and the value that it has in all rows of the walk. */
export interface ColumnValue {
  readonly column: Column
  readonly value: string | undefined
}

/**
 * Returns the SQL of a walk down an index, for SQLite: rows with these values, highest id first. Comparing
 * each skipped entry would double the time of the walk, so the last value is only an upper bound: the walk
 * begins at the same entry, and entries with a lower value come after all rows that fit.
 * @param columnValues in the order of the index; undefined values are ignored
 * @returns the condition that begins the walk, its order, and whether a row of the walk fits
 */
export function walkDown(columnValues: readonly ColumnValue[], id: Column) {
  const leading = columnValues.filter(({ value }) => value !== undefined)
  const last = leading.pop()
  assert(last, 'lists are of an account')
  return {
    begin: and(...leading.map(({ column, value }) => eq(column, value)), lte(last.column, last.value)),
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

/** Lists a page of the rows of a table that meet a condition, in a given order. */
export const listPage = <Table extends PgTable>(
  read: Read,
  table: Table,
  { condition, order }: { readonly condition: SQL | undefined; readonly order: readonly SQL[] },
  limit: number,
  offset: number,
): Promise<Table['$inferSelect'][]> =>
  adHocQuery(read, db =>
    db
      .select()
      .from(table as PgTable)
      .where(condition)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  )

/** Counts the rows of a table that meet a condition. */
export async function countAll(read: Read, table: Listed, condition: SQL | undefined): Promise<number> {
  const rows = await adHocQuery(read, db =>
    db
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(table)
      .where(condition),
  )
  return rows[0]?.count ?? 0
}

/** Returns whether a walk has a row at this offset, and the row fits. */
export const fitsAt = async (
  read: Read,
  table: Listed,
  { begin, order, fits }: ReturnType<typeof walkDown>,
  offset: number,
): Promise<boolean> => {
  const rows = await adHocQuery(read, db =>
    db
      .select({ fits: sql<number>`${fits}`.mapWith(Number) })
      .from(table)
      .where(begin)
      .orderBy(order)
      .limit(1)
      .offset(offset),
  )
  return rows[0]?.fits === 1
}

/** Counts the rows that meet a condition, up to `max`. Looking for row `max` first is half the work. */
export async function countUpTo(
  read: Read,
  table: Listed,
  condition: SQL | undefined,
  max: number,
): Promise<number> {
  const rowAtMax = await adHocQuery(read, db =>
    db
      .select({ one: sql<number>`1`.mapWith(Number) })
      .from(table)
      .where(condition)
      .limit(1)
      .offset(max - 1),
  )
  return rowAtMax.length > 0 ? max : countAll(read, table, condition)
}
