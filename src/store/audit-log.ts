// Acts as rows: added, listed, never changed.
import { and, asc, desc, eq, type SQL } from 'drizzle-orm'
import type { Act, ActKind } from '../domain/audit-log.ts'
import { countUpTo, type IdRange, idRange } from './range.ts'
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

export interface ActFilter extends IdRange {
  readonly accountId: string
  readonly kind?: ActKind | undefined
  readonly actor?: string | undefined
}

const conditions = (filter: ActFilter): SQL | undefined =>
  and(
    eq(act.accountId, filter.accountId),
    filter.kind && eq(act.kind, filter.kind),
    filter.actor ? eq(act.actor, filter.actor) : undefined,
    idRange(act.id, filter),
  )

/** A page of acts, newest first. */
export const listActs = (read: Read, filter: ActFilter, limit: number, offset: number): Promise<Act[]> =>
  ask(read, db => db.select().from(act).where(conditions(filter)).orderBy(desc(act.id)).limit(limit).offset(offset))

/** How many acts fit a filter, up to `most`. */
export const countActsUpTo = (read: Read, filter: ActFilter, most: number): Promise<number> =>
  countUpTo(read, act, conditions(filter), most)
