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
 * Returns the conditions of a filter. A payment or payout (the subject) has few events, so the planner must
 * find them by the subject: the other columns are then hidden from the planner.
 */
function conditions(filter: EventFilter): SQL | undefined {
  const { accountId, type, subject, fromId, beforeId } = filter
  if (!subject)
    return and(eq(event.accountId, accountId), type && eq(event.type, type), periodRange(event, filter))
  return and(
    eq(event.subject, subject),
    eq(hiddenFromPlanner(event.accountId), accountId),
    type && eq(hiddenFromPlanner(event.type), type),
    fromId ? gte(hiddenFromPlanner(event.id), fromId) : undefined,
    beforeId ? lt(hiddenFromPlanner(event.id), beforeId) : undefined,
    createdWithin(event.createdAt, filter),
  )
}

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
    const condition = conditions(filter)
    const ids = db
      .select({ id: event.id })
      .from(event)
      .where(condition)
      .orderBy(desc(event.id))
      .limit(limit)
      .offset(offset)
    const isOnPage = offset === 0 ? condition : inArray(event.id, ids)
    return db.select(summaryColumns).from(event).where(isOnPage).orderBy(desc(event.id)).limit(limit)
  })

/**
 * Counts the events that fit a filter, up to `max`. All events of an account or of one of its types may be
 * millions, but are next to each other in an index. So SQLite first walks the index to event number `max`,
 * and counts only if there is no such event.
 */
export async function countEventsUpTo(read: Read, filter: EventFilter, max: number): Promise<number> {
  const { accountId, type, subject, fromId, beforeId } = filter
  const isAllOfAccountOrType = !subject && !fromId && !beforeId
  if (!isAllOfAccountOrType || read.planner === 'postgres')
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

/** Lists up to `limit` events of an account after the event with this id, oldest first. */
export const listEventsAfter = (read: Read, accountId: string, id: string, limit: number): Promise<Event[]> =>
  selectAfter(read, { accountId, id, limit })
/** Returns the id of an account's newest event; undefined if the account has no event. */
export const newestEventOf = async (read: Read, accountId: string): Promise<string | undefined> =>
  (await selectNewestOfAccount(read, { accountId }))[0]?.id
/** Lists the deliveries of an event, newest first. */
export const listDeliveriesOf = (read: Read, eventId: string): Promise<Delivery[]> =>
  selectDeliveries(read, { eventId })
