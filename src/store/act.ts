// Acts as rows: added, listed, never changed.
import { and, asc, between, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Act, ActKind } from '../domain/act.ts'
import { ask, change, query, type Read, slots, type Tx } from './statement.ts'
import { act } from './table.ts'

const insert = change<Act>(db => db.insert(act).values(slots(act)))
const newest = query<object, { id: string }>(db => db.select({ id: act.id }).from(act).orderBy(desc(act.id)).limit(1))

const onSubject = query<{ accountId: string; subject: string }, Act>((db, at) =>
  db
    .select()
    .from(act)
    .where(and(eq(act.subject, at('subject')), eq(act.accountId, at('accountId'))))
    .orderBy(asc(act.id)),
)

export const insertAct = (tx: Tx, value: Act): Promise<unknown> => insert(tx, value)

/** What was done to one thing, oldest first. */
export const listActsOn = (read: Read, accountId: string, subject: string): Promise<Act[]> =>
  onSubject(read, { accountId, subject })

/** The newest id of all, so that new ids follow it. */
export const newestActId = async (read: Read): Promise<string | undefined> => (await newest(read, {}))[0]?.id

export interface ActFilter {
  readonly accountId: string
  readonly kind?: ActKind | undefined
  readonly actor?: string | undefined
  /** Ids from this one on. */
  readonly fromId?: string | undefined
  /** Ids before this one, which is only the beginning of an id and so none itself. */
  readonly beforeId?: string | undefined
}

const conditions = (filter: ActFilter): SQL | undefined =>
  and(
    eq(act.accountId, filter.accountId),
    filter.kind && eq(act.kind, filter.kind),
    filter.actor ? eq(act.actor, filter.actor) : undefined,
    idRange(filter),
  )

/** Two bounds are one `between`, as for payments: else SQLite takes the index of the account alone. */
function idRange({ fromId, beforeId }: ActFilter): SQL | undefined {
  if (fromId && beforeId) return between(act.id, fromId, beforeId)
  return fromId ? gte(act.id, fromId) : beforeId ? lt(act.id, beforeId) : undefined
}

/** A page of acts, newest first. */
export const listActs = (read: Read, filter: ActFilter, limit: number, offset: number): Promise<Act[]> =>
  ask(read, db => db.select().from(act).where(conditions(filter)).orderBy(desc(act.id)).limit(limit).offset(offset))

/** How many acts fit a filter, counted one by one, up to `most`. */
export async function countActsUpTo(read: Read, filter: ActFilter, most: number): Promise<number> {
  const rows = await ask(read, db => {
    const some = db.select({ id: act.id }).from(act).where(conditions(filter)).limit(most).as('some')
    return db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(some)
  })
  return rows[0]?.count ?? 0
}
