// Filtered pages of events, the events after one, and the deliveries of one.
import { and, asc, type Column, desc, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Delivery } from '../domain/delivery.ts'
import type { Event, EventType } from '../domain/event.ts'
import { adHocQuery, query, type Read } from './engine/statement.ts'
import {
  countAll,
  countUpTo,
  createdWithin,
  fitsAt,
  type PeriodRange,
  periodRange,
  walkDown,
} from './range.ts'
import { delivery, event } from './webhook-table.ts'

export interface EventFilter extends PeriodRange {
  readonly accountId: string
  readonly type?: EventType | undefined
  /** Id of the payment or payout. */
  readonly subject?: string | undefined
}

/** An event without its body. */
export type EventSummary = Omit<Event, 'body'>

const summaryColumns = {
  id: event.id,
  accountId: event.accountId,
  subject: event.subject,
  type: event.type,
  apiVersion: event.apiVersion,
  createdAt: event.createdAt,
}

/**
 * Returns a column in a form for which the planner uses no index. Use it for a value that many rows share,
 * next to one that few rows have, so that the planner finds the rows by the rare value.
 */
export const hiddenFromPlanner = (column: Column) => sql`${column} || ''`

/**
 * Returns the conditions of a filter. A subject has few events, so other columns are hidden from the
 * planner.
 */
const conditions = (filter: EventFilter): SQL | undefined =>
  filter.subject
    ? and(
        eq(event.subject, filter.subject),
        eq(hiddenFromPlanner(event.accountId), filter.accountId),
        filter.type && eq(hiddenFromPlanner(event.type), filter.type),
        filter.fromId ? gte(hiddenFromPlanner(event.id), filter.fromId) : undefined,
        filter.beforeId ? lt(hiddenFromPlanner(event.id), filter.beforeId) : undefined,
        createdWithin(event.createdAt, filter),
      )
    : and(
        eq(event.accountId, filter.accountId),
        filter.type && eq(event.type, filter.type),
        periodRange(event, filter),
      )

/**
 * Lists a page of events, newest first, without their bodies. Rows before the offset are skipped in the
 * index.
 */
export const listEventSummaries = (
  read: Read,
  filter: EventFilter,
  limit: number,
  offset: number,
): Promise<EventSummary[]> =>
  adHocQuery(read, db => {
    const fits = conditions(filter)
    const ids = db
      .select({ id: event.id })
      .from(event)
      .where(fits)
      .orderBy(desc(event.id))
      .limit(limit)
      .offset(offset)
    const isOnPage = offset === 0 ? fits : inArray(event.id, ids)
    return db.select(summaryColumns).from(event).where(isOnPage).orderBy(desc(event.id)).limit(limit)
  })

/**
 * Counts the events that fit a filter, up to `max`. The events of an account, or of one type of it, may be
 * millions, but are next to each other in an index. There SQLite first looks whether event number `max`
 * exists, and counts only if it does not.
 */
export async function countEventsUpTo(read: Read, filter: EventFilter, max: number): Promise<number> {
  const { accountId, type, subject, fromId, beforeId } = filter
  const isWholeTypeOrAccount = !subject && !fromId && !beforeId
  if (!isWholeTypeOrAccount || read.planner === 'postgres')
    return countUpTo(read, event, conditions(filter), max)
  const walk = walkDown(
    [
      { column: event.accountId, value: accountId },
      { column: event.type, value: type },
    ],
    event.id,
  )
  const hasEventAtMax = await fitsAt(read, event, walk, max - 1)
  return hasEventAtMax ? max : countAll(read, event, conditions(filter))
}

const selectAfter = query<{ accountId: string; id: string; limit: number }, Event>((db, param) =>
  db
    .select()
    .from(event)
    .where(and(eq(event.accountId, param('accountId')), gt(event.id, param('id'))))
    .orderBy(asc(event.id))
    .limit(sql.placeholder('limit')),
)
const selectNewestOfAccount = query<{ accountId: string }, { id: string }>((db, param) =>
  db
    .select({ id: event.id })
    .from(event)
    .where(eq(event.accountId, param('accountId')))
    .orderBy(desc(event.id))
    .limit(1),
)
const selectDeliveries = query<{ eventId: string }, Delivery>((db, param) =>
  db
    .select()
    .from(delivery)
    .where(eq(delivery.eventId, param('eventId')))
    .orderBy(desc(delivery.id)),
)

/** Lists an account's events after this one, oldest first. */
export const listEventsAfter = (read: Read, accountId: string, id: string, limit: number): Promise<Event[]> =>
  selectAfter(read, { accountId, id, limit })
/** Returns the id of an account's newest event; undefined before the first one. */
export const newestEventOf = async (read: Read, accountId: string): Promise<string | undefined> =>
  (await selectNewestOfAccount(read, { accountId }))[0]?.id
/** Lists the deliveries of an event, newest first. */
export const listDeliveriesOf = (read: Read, eventId: string): Promise<Delivery[]> =>
  selectDeliveries(read, { eventId })
