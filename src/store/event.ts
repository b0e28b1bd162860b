// Events and their deliveries and dispatches as rows.
import { and, asc, desc, eq, getTableColumns, gt, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Delivery } from '../domain/delivery.ts'
import type { Event } from '../domain/event.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { delivery, dispatch, event, pausedAddress } from './webhook-table.ts'

export type Dispatch = typeof dispatch.$inferSelect

const insertRow = mutation<Event>(db => db.insert(event).values(rowPlaceholders(event)))
const selectById = query<{ id: string }, typeof event.$inferSelect>((db, param) =>
  db
    .select()
    .from(event)
    .where(eq(event.id, param('id'))),
)
const selectOfSubject = query<{ subject: string }, Event>((db, param) =>
  db
    .select()
    .from(event)
    .where(eq(event.subject, param('subject')))
    .orderBy(asc(event.id)),
)

/** Adds an event; its deliveries are added separately. */
export const insertEvent = (tx: Tx, value: Event): Promise<unknown> => insertRow(tx, value)
/** Returns an event; undefined for an unknown id. */
export const findEvent = async (read: Read, id: string): Promise<Event | undefined> =>
  (await selectById(read, { id }))[0]
/** Lists the events of a payment or payout, oldest first. */
export const listEvents = (read: Read, subject: string): Promise<Event[]> =>
  selectOfSubject(read, { subject })

const insertDeliveryRow = mutation<Delivery>(db => db.insert(delivery).values(rowPlaceholders(delivery)))
const selectDeliveryById = query<{ id: string }, typeof delivery.$inferSelect>((db, param) =>
  db
    .select()
    .from(delivery)
    .where(eq(delivery.id, param('id'))),
)
const selectDeliveriesOfSubject = query<{ subject: string }, Delivery>((db, param) =>
  db
    .select()
    .from(delivery)
    .where(eq(delivery.subject, param('subject')))
    .orderBy(desc(delivery.id)),
)
/**
 * Matches deliveries in progress. A payment has few, so they are read without order or limit: with a bound
 * value for either, SQLite compiles the statement again at each call, which costs ten times the read.
 */
const isInProgress = sql`${delivery.status} not in ('success', 'abandoned')`
type DeliveryKey = { subject: string; url: string; id: string }
const selectEarlierDelivery = query<DeliveryKey, typeof delivery.$inferSelect>((db, param) =>
  db
    .select()
    .from(delivery)
    .where(
      and(
        eq(delivery.subject, param('subject')),
        lt(delivery.id, param('id')),
        eq(delivery.url, param('url')),
        isInProgress,
      ),
    ),
)
const selectLaterDeliveries = query<DeliveryKey, typeof delivery.$inferSelect>((db, param) =>
  db
    .select()
    .from(delivery)
    .where(
      and(
        eq(delivery.subject, param('subject')),
        gt(delivery.id, param('id')),
        eq(delivery.url, param('url')),
        isInProgress,
      ),
    ),
)
const updateDeliveryRow = mutation<Delivery>((db, param) =>
  db
    .update(delivery)
    .set({
      status: param('status'),
      tries: param('tries'),
      stalls: param('stalls'),
      nextAt: param('nextAt'),
      lastStatus: param('lastStatus'),
      lastError: param('lastError'),
      endedAt: param('endedAt'),
    })
    .where(eq(delivery.id, param('id'))),
)

/** A delivery that is about to be tried, with its body and what would hold it back. */
export interface DeliveryToSend extends Delivery {
  readonly body: string
  /** Id of an earlier delivery in progress, as in `findEarlierDelivery`. */
  readonly earlierId: string | null
  /** The address of the delivery if it is paused; null otherwise. */
  readonly pausedUrl: string | null
}
const earlier = alias(delivery, 'earlier')
/** Wraps a query in SQL once more, because drizzle otherwise drops the table names of its columns. */
const subquery = <T>(inner: SQL): SQL<T> => sql<T>`(${inner})`
/**
 * Columns of a delivery to send, read with one statement to save the cost of several. They are subqueries,
 * because SQLite would compile a join again at each call.
 */
const sendingFields = {
  ...getTableColumns(delivery),
  body: subquery<string>(sql`select ${event.body} from ${event} where ${event.id} = ${delivery.eventId}`),
  earlierId: subquery<string | null>(
    sql`select min(${earlier.id}) from ${delivery} as "earlier" where ${earlier.subject} = ${delivery.subject}
      and ${earlier.id} < ${delivery.id} and ${earlier.url} = ${delivery.url} and ${earlier.status} not in ('success', 'abandoned')`,
  ),
  pausedUrl: subquery<string | null>(
    sql`select ${pausedAddress.url} from ${pausedAddress}
      where ${pausedAddress.accountId} = ${delivery.accountId} and ${pausedAddress.url} = ${delivery.url}`,
  ),
}
const selectDeliveryToSend = query<{ id: string }, DeliveryToSend>((db, param) =>
  db
    .select(sendingFields)
    .from(delivery)
    .where(eq(delivery.id, param('id'))),
)

/** Adds a delivery of an event to one address. */
export const insertDelivery = (tx: Tx, value: Delivery): Promise<unknown> => insertDeliveryRow(tx, value)
/** Writes what a try changes in a delivery: status, counts, time of the next try, and last answer. */
export const updateDelivery = (tx: Tx, value: Delivery): Promise<unknown> => updateDeliveryRow(tx, value)
/** Returns a delivery without the body of its event; undefined for an unknown id. */
export const findDelivery = async (read: Read, id: string): Promise<Delivery | undefined> =>
  (await selectDeliveryById(read, { id }))[0]
/** Returns a delivery with the body to send and what would hold it back; undefined for an unknown id. */
export const findDeliveryToSend = async (read: Read, id: string): Promise<DeliveryToSend | undefined> =>
  (await selectDeliveryToSend(read, { id }))[0]
/** Lists the deliveries of a payment's or payout's events, newest first. */
export const listDeliveries = (read: Read, subject: string): Promise<Delivery[]> =>
  selectDeliveriesOfSubject(read, { subject })
/**
 * Returns an earlier delivery about the same payment or payout to the same address that is still in progress,
 * for which this delivery must wait; undefined if there is none.
 */
export const findEarlierDelivery = async (read: Read, value: Delivery): Promise<Delivery | undefined> =>
  (await selectEarlierDelivery(read, { subject: value.subject, url: value.url, id: value.id }))[0]
/**
 * Returns the next delivery about the same payment or payout to the same address that is in progress, and so
 * waits for this delivery; undefined if there is none.
 */
export async function findNextDelivery(
  read: Read,
  { subject, url, id }: Delivery,
): Promise<Delivery | undefined> {
  const later = await selectLaterDeliveries(read, { subject, url, id })
  const [oldest] = later.sort((first, second) => (first.id < second.id ? -1 : 1))
  return oldest
}

const insertDispatchRow = mutation<Dispatch>(db => db.insert(dispatch).values(rowPlaceholders(dispatch)))
const selectDispatches = query<{ deliveryId: string }, Dispatch>((db, param) =>
  db
    .select()
    .from(dispatch)
    .where(eq(dispatch.deliveryId, param('deliveryId')))
    .orderBy(asc(dispatch.id)),
)
/** Records one try of a delivery, with what was sent and answered. */
export const insertDispatch = (tx: Tx, value: Dispatch): Promise<unknown> => insertDispatchRow(tx, value)
/** Lists the tries of a delivery, oldest first. */
export const listDispatches = (read: Read, deliveryId: string): Promise<Dispatch[]> =>
  selectDispatches(read, { deliveryId })
