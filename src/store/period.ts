// Turns a period into a range of ids. Ids begin with a time that is never before the creation of their row,
// but it may be after it: once a clock that was ahead is set right, new ids still follow the last one. Where
// such a row crosses a bound of the period, the time of creation decides as well (decision 52).
import { and, between, type Column, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Span } from '../domain/day.ts'
import { idWithPrefix, lowestIdAt } from '../domain/id.ts'
import { query, type Read } from './engine/statement.ts'
import type { PeriodRange } from './range.ts'
import { refund } from './refund-table.ts'
import { sms } from './sms-table.ts'
import { attempt, auditEntry, payment, payout } from './table.ts'
import { cashSale } from './till-table.ts'
import { delivery, event } from './webhook-table.ts'

/** Rows whose ids are no more than this ahead, in ms, are in no index of migration 18, but found by id. */
export const smallLead = 10_000

type Kind = Parameters<typeof idWithPrefix>[0]
type Table = PgTable & { readonly id: Column; readonly accountId: Column }

interface Dated {
  readonly table: Table
  readonly createdAt: Column
  /** Prefix of its ids; undefined for ids that are plain UUIDs. */
  readonly prefix: Kind | undefined
  /** Selects the time in an id: milliseconds, as 12 hexadecimal digits. */
  readonly time: SQL
  /** Whether it has few rows, and so no index of rows whose ids are ahead. */
  readonly isFew: boolean
}

/** Describes a table whose ids are UUIDs. */
const withUuids = (table: Table & { readonly createdAt: Column }, isFew = false): Dated => ({
  table,
  createdAt: table.createdAt,
  prefix: undefined,
  time: sql`replace(substr(${table.id}, 1, 13), '-', '')`,
  isFew,
})
/** Describes a table whose ids are a prefix, an underscore and a UUID without hyphens. SQL counts from 1. */
const withPrefix = (prefix: Kind, table: Table, createdAt: Column): Dated => ({
  table,
  createdAt,
  prefix,
  time: sql`substr(${table.id}, ${sql.raw(String(prefix.length + 2))}, 12)`,
  isFew: false,
})

/** Payouts and refunds are few, so they need no index of those ahead. */
const tables = {
  payment: withUuids(payment),
  attempt: withUuids(attempt),
  payout: withUuids(payout, true),
  refund: withUuids(refund, true),
  cash: withPrefix('cash', cashSale, cashSale.createdAt),
  audit: withPrefix('audit', auditEntry, auditEntry.createdAt),
  event: withPrefix('evt', event, event.createdAt),
  delivery: withPrefix('del', delivery, delivery.createdAt),
  sms: withPrefix('sms', sms, sms.receivedAt),
}
export type PeriodTable = keyof typeof tables

/** Matches rows whose id is ahead of their creation by more than `smallLead`, as in migration 18. */
export function isAhead(name: PeriodTable, planner: Read['planner']): SQL {
  const { createdAt, time } = tables[name]
  const limit = sql`${createdAt} + ${sql.raw(String(smallLead))}`
  return planner === 'postgres'
    ? sql`${time} > lpad(to_hex(${limit}), 12, '0')`
    : sql`${time} > printf('%012x', ${limit})`
}

type Bound = { accountId: string; at: number; lowest: string; highest: string }
/** Returns the query for the last row that was created before a time and has an id of that time or later. */
const selectLastAcross = (name: PeriodTable, planner: Read['planner']) =>
  query<Bound, { id: string | null }>((db, param) => {
    const { table, createdAt, isFew } = tables[name]
    const isOlder = and(eq(table.accountId, param('accountId')), lt(createdAt, param('at')))
    // Not the column alone: PostgreSQL would look for its maximum from the end of its index.
    const lastOf = (condition: SQL | undefined) =>
      sql`select max(${table.id} || '') as id from ${table} where ${condition}`
    // The age is hidden from the planner (`is true`), which would read all older rows.
    const nearId = lastOf(
      sql`${between(table.id, param('lowest'), param('highest'))} and (${isOlder}) is true`,
    )
    const aheadId = lastOf(and(isOlder, isAhead(name, planner)))
    const acrossIds = isFew
      ? lastOf(and(isOlder, gte(table.id, param('lowest'))))
      : sql`${nearId} union all ${aheadId}`
    return db
      .select({ id: sql<string | null>`max(id)` })
      .from(sql`(${acrossIds}) across`)
      .where(sql`id >= ${param('lowest')}`)
  })
const names = Object.keys(tables) as PeriodTable[]
const queriesOn = (planner: Read['planner']) =>
  Object.fromEntries(names.map(name => [name, selectLastAcross(name, planner)])) as Record<
    PeriodTable,
    ReturnType<typeof selectLastAcross>
  >
const queries = { sqlite: queriesOn(undefined), postgres: queriesOn('postgres') }

/** Returns the lowest id that a row of a table may have if it was created at a time. */
function lowestIdOf(name: PeriodTable, time: number): string {
  const { prefix } = tables[name]
  return prefix ? idWithPrefix(prefix, lowestIdAt(time)) : lowestIdAt(time)
}

/**
 * Returns the id of an account's last row that was created before a time although its id has that time or a
 * later one; undefined if there is none.
 */
async function lastAcross(read: Read, name: PeriodTable, accountId: string, at: number) {
  const lowest = lowestIdOf(name, at)
  const highest = lowestIdOf(name, at + smallLead)
  const [row] = await queries[read.planner ?? 'sqlite'][name](read, { accountId, at, lowest, highest })
  return row?.id ?? undefined
}

/**
 * Returns the range of ids of an account's rows that were created in a period; an undefined bound is open. If
 * a row was created before a bound but has a later id, `created` makes lists compare the times of creation as
 * well. If that bound is the end of the period, the range then ends after the last such row.
 */
export async function rangeOfPeriod(
  read: Read,
  name: PeriodTable,
  accountId: string,
  period: Partial<Span>,
): Promise<PeriodRange> {
  const { from, to } = period
  const acrossFrom = from === undefined ? undefined : await lastAcross(read, name, accountId, from)
  const acrossTo = to === undefined ? undefined : await lastAcross(read, name, accountId, to)
  const fromId = from === undefined ? undefined : lowestIdOf(name, from)
  const beforeId = to === undefined ? undefined : lowestIdOf(name, to)
  if (acrossFrom === undefined && acrossTo === undefined) return { fromId, beforeId }
  const beforeNextId = acrossTo ? `${acrossTo}!` : beforeId // sorts right after that row
  return { fromId, beforeId: beforeNextId, created: period }
}
