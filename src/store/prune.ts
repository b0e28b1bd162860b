// Empties the old bodies of events, and of the requests and answers of deliveries. Ids are in order of time.
import { and, asc, gt, lt, lte, sql } from 'drizzle-orm'
import { mutation, query, type Read, type Tx } from './engine/statement.ts'
import { delivery, dispatch, event } from './webhook-table.ts'

/** Ids after the first and before the second, at most so many. */
interface Range {
  readonly after: string
  readonly before: string
  readonly limit: number
}
/** Ids after the first, up to and with the last. */
interface Piece {
  readonly after: string
  readonly last: string
}

const events = query<Range, { id: string }>((db, at) =>
  db
    .select({ id: event.id })
    .from(event)
    .where(and(gt(event.id, at('after')), lt(event.id, at('before'))))
    .orderBy(asc(event.id))
    .limit(sql.placeholder('limit')),
)
const deliveries = query<Range, { id: string }>((db, at) =>
  db
    .select({ id: delivery.id })
    .from(delivery)
    .where(and(gt(delivery.id, at('after')), lt(delivery.id, at('before'))))
    .orderBy(asc(delivery.id))
    .limit(sql.placeholder('limit')),
)
const emptyBodies = mutation<Piece>((db, at) =>
  db
    .update(event)
    .set({ body: '' })
    .where(and(gt(event.id, at('after')), lte(event.id, at('last')))),
)
const emptyTries = mutation<Piece>((db, at) =>
  db
    .update(dispatch)
    .set({ requestHeaders: {}, responseHeaders: {}, responseBody: '' })
    .where(and(gt(dispatch.deliveryId, at('after')), lte(dispatch.deliveryId, at('last')))),
)

/** The events of a range, oldest first. */
export const listEventIds = async (read: Read, range: Range): Promise<string[]> =>
  (await events(read, range)).map(({ id }) => id)
/** The deliveries of a range, oldest first. */
export const listDeliveryIds = async (read: Read, range: Range): Promise<string[]> =>
  (await deliveries(read, range)).map(({ id }) => id)
export const clearEventBodies = (tx: Tx, piece: Piece): Promise<unknown> => emptyBodies(tx, piece)
/** What the tries of these deliveries sent and got back. */
export const clearDispatches = (tx: Tx, piece: Piece): Promise<unknown> => emptyTries(tx, piece)
