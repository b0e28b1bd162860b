// Empties old bodies of events, and old requests and answers of deliveries. Ids are in order of time.
import { and, asc, gt, lt, lte, sql } from 'drizzle-orm'
import { mutation, query, type Read, type Tx } from './engine/statement.ts'
import { delivery, dispatch, event } from './webhook-table.ts'

/** Ids after `after` and before `before`, at most `limit`. */
interface Range {
  readonly after: string
  readonly before: string
  readonly limit: number
}
/** Ids after `after`, up to and including `last`. */
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

/** Lists the events of a range, oldest first. */
export const listEventIds = async (read: Read, range: Range): Promise<string[]> =>
  (await events(read, range)).map(({ id }) => id)
/** Lists the deliveries of a range, oldest first. */
export const listDeliveryIds = async (read: Read, range: Range): Promise<string[]> =>
  (await deliveries(read, range)).map(({ id }) => id)
export const clearEventBodies = (tx: Tx, piece: Piece): Promise<unknown> => emptyBodies(tx, piece)
/** Empties what the tries of these deliveries sent and received. */
export const clearDispatches = (tx: Tx, piece: Piece): Promise<unknown> => emptyTries(tx, piece)
