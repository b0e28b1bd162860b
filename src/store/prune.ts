// Empties old bodies of events, and old requests and answers of deliveries. Ids are in order of time.
import { and, asc, gt, lt, lte, sql } from 'drizzle-orm'
import { mutation, query, type Read, type Tx } from './engine/statement.ts'
import { delivery, dispatch, event } from './webhook-table.ts'

/** The first `limit` ids after `after` and before `before`. */
interface IdPage {
  readonly after: string
  readonly before: string
  readonly limit: number
}
/** Ids after `after`, up to and including `last`. */
interface Piece {
  readonly after: string
  readonly last: string
}

const selectEventIds = query<IdPage, { id: string }>((db, param) =>
  db
    .select({ id: event.id })
    .from(event)
    .where(and(gt(event.id, param('after')), lt(event.id, param('before'))))
    .orderBy(asc(event.id))
    .limit(sql.placeholder('limit')),
)
const selectDeliveryIds = query<IdPage, { id: string }>((db, param) =>
  db
    .select({ id: delivery.id })
    .from(delivery)
    .where(and(gt(delivery.id, param('after')), lt(delivery.id, param('before'))))
    .orderBy(asc(delivery.id))
    .limit(sql.placeholder('limit')),
)
const emptyBodies = mutation<Piece>((db, param) =>
  db
    .update(event)
    .set({ body: '' })
    .where(and(gt(event.id, param('after')), lte(event.id, param('last')))),
)
const emptyDispatches = mutation<Piece>((db, param) =>
  db
    .update(dispatch)
    .set({ requestHeaders: {}, responseHeaders: {}, responseBody: '' })
    .where(and(gt(dispatch.deliveryId, param('after')), lte(dispatch.deliveryId, param('last')))),
)

/** Lists the ids of a page of events, oldest first. */
export const listEventIds = async (read: Read, page: IdPage): Promise<string[]> =>
  (await selectEventIds(read, page)).map(({ id }) => id)
/** Lists the ids of a page of deliveries, oldest first. */
export const listDeliveryIds = async (read: Read, page: IdPage): Promise<string[]> =>
  (await selectDeliveryIds(read, page)).map(({ id }) => id)
/** Empties the bodies of events with ids after `after`, up to and including `last`; the events stay. */
export const clearEventBodies = (tx: Tx, piece: Piece): Promise<unknown> => emptyBodies(tx, piece)
/** Empties the request headers and the answers of all tries of a piece of deliveries; the tries stay. */
export const clearDispatches = (tx: Tx, piece: Piece): Promise<unknown> => emptyDispatches(tx, piece)
