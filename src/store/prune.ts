// Emptying old bodies: of events, and of what dispatches sent and got back. Ids are in the order of time.
import { and, asc, gt, lt, lte, sql } from 'drizzle-orm'
import { change, query, type Read, type Tx } from './statement.ts'
import { dispatch, event } from './table.ts'

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
const dispatches = query<Range, { id: string }>((db, at) =>
  db
    .select({ id: dispatch.id })
    .from(dispatch)
    .where(and(gt(dispatch.id, at('after')), lt(dispatch.id, at('before'))))
    .orderBy(asc(dispatch.id))
    .limit(sql.placeholder('limit')),
)
const emptyBodies = change<Piece>((db, at) =>
  db
    .update(event)
    .set({ body: '' })
    .where(and(gt(event.id, at('after')), lte(event.id, at('last')))),
)
const emptyTries = change<Piece>((db, at) =>
  db
    .update(dispatch)
    .set({ requestHeaders: {}, responseHeaders: {}, responseBody: '' })
    .where(and(gt(dispatch.id, at('after')), lte(dispatch.id, at('last')))),
)

/** The events of a range, oldest first. */
export const eventIds = async (read: Read, range: Range): Promise<string[]> => (await events(read, range)).map(({ id }) => id)
/** The dispatches of a range, oldest first. */
export const dispatchIds = async (read: Read, range: Range): Promise<string[]> =>
  (await dispatches(read, range)).map(({ id }) => id)
export const emptyEvents = (tx: Tx, piece: Piece): Promise<unknown> => emptyBodies(tx, piece)
export const emptyDispatches = (tx: Tx, piece: Piece): Promise<unknown> => emptyTries(tx, piece)
