// Checkout sessions as rows, with the stored counts for the totals of lists.
import { and, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import type { Session } from '../domain/session.ts'
import type { SessionStatus } from '../domain/session-status.ts'
import { session, sessionTotal } from './checkout-table.ts'
import { adHocQuery, mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { countUpTo } from './range.ts'

const insertRow = mutation<Session>(db => db.insert(session).values(rowPlaceholders(session)))
const selectById = query<{ id: string }, typeof session.$inferSelect>((db, param) =>
  db
    .select()
    .from(session)
    .where(eq(session.id, param('id'))),
)
const selectByToken = query<{ token: string }, typeof session.$inferSelect>((db, param) =>
  db
    .select()
    .from(session)
    .where(eq(session.token, param('token'))),
)
const selectTokenByCode = query<{ code: string }, { token: string }>((db, param) =>
  db
    .select({ token: session.token })
    .from(session)
    .where(eq(session.shortCode, param('code'))),
)
const updateRow = mutation<Session>((db, param) =>
  db
    .update(session)
    .set({
      paymentId: param('paymentId'),
      status: param('status'),
      answers: param('answers', session.answers),
      urlMetadata: param('urlMetadata', session.urlMetadata),
      late: param('late', session.late),
      endedAt: param('endedAt'),
    })
    .where(eq(session.id, param('id'))),
)
const addToTotal = mutation<{ accountId: string; status: SessionStatus; count: number }>((db, param) =>
  db
    .insert(sessionTotal)
    .values(rowPlaceholders(sessionTotal))
    .onConflictDoUpdate({
      target: [sessionTotal.accountId, sessionTotal.status],
      set: { count: sql`${sessionTotal.count} + ${param('count')}` },
    }),
)

/** Adds a session to the stored count of its status, or takes it out when `sign` is -1. */
const countInTotal = (tx: Tx, { accountId, status }: Session, sign: 1 | -1) =>
  addToTotal(tx, { accountId, status, count: sign })

/** Adds a new session, and adds it to the stored count of its status. */
export async function insertSession(tx: Tx, value: Session): Promise<void> {
  await insertRow(tx, value)
  await countInTotal(tx, value, 1)
}

/** Writes what may change in a session, and moves it between the totals when its status changed. */
export async function updateSession(tx: Tx, before: Session, after: Session): Promise<void> {
  if (before === after) return
  await updateRow(tx, after)
  if (before.status === after.status) return
  await countInTotal(tx, before, -1)
  await countInTotal(tx, after, 1)
}

/** Returns a checkout session; undefined for an unknown id. */
export const findSession = async (read: Read, id: string): Promise<Session | undefined> =>
  (await selectById(read, { id }))[0]
/** Returns the checkout session of a payment link, by the token in its address. */
export const findSessionByToken = async (read: Read, token: string): Promise<Session | undefined> =>
  (await selectByToken(read, { token }))[0]
/** Returns the token of the session that a short link leads to; undefined for an unknown code. */
export const findTokenByCode = async (read: Read, code: string): Promise<string | undefined> =>
  (await selectTokenByCode(read, { code }))[0]?.token

export interface SessionFilter {
  readonly accountId: string
  readonly status: SessionStatus | undefined
  /** Created by this person, and not at a till. */
  readonly staffId?: string | undefined
  /** First id, included, and end of the ids, excluded; stored counts ignore both. */
  readonly fromId?: string | undefined
  readonly beforeId?: string | undefined
}

/**
 * Returns the conditions of a filter. A person has few sessions, so the planner must find them by the person:
 * the status is then hidden from the planner (`|| ''`).
 */
function sessionConditions({ accountId, status, staffId, fromId, beforeId }: SessionFilter) {
  const hasStatus = (wanted: SessionStatus) =>
    staffId === undefined ? eq(session.status, wanted) : sql`${session.status} || '' = ${wanted}`
  return and(
    eq(session.accountId, accountId),
    staffId === undefined ? undefined : and(eq(session.staffId, staffId), isNull(session.tillId)),
    status && hasStatus(status),
    fromId === undefined ? undefined : gte(session.id, fromId),
    beforeId === undefined ? undefined : lt(session.id, beforeId),
  )
}

/**
 * Lists a page of sessions, newest first. The ids of the page are read from the index alone, and then its
 * rows, so that the rows before the offset are not read.
 */
export async function listSessions(
  read: Read,
  filter: SessionFilter,
  limit: number,
  offset: number,
): Promise<Session[]> {
  const ids = await adHocQuery(read, db =>
    db
      .select({ id: session.id })
      .from(session)
      .where(sessionConditions(filter))
      .orderBy(desc(session.id))
      .limit(limit)
      .offset(offset),
  )
  const rows: Session[] = []
  for (const { id } of ids) rows.push(...(await selectById(read, { id })))
  return rows
}

export const countSessionsUpTo = (read: Read, filter: SessionFilter, max: number): Promise<number> =>
  countUpTo(read, session, sessionConditions(filter), max)

/** Returns the stored number of sessions of an account; an undefined status means all. */
export async function countSessions(read: Read, { accountId, status }: SessionFilter): Promise<number> {
  const rows = await adHocQuery(read, db =>
    db
      .select({ count: sql<number>`coalesce(sum(${sessionTotal.count}), 0)`.mapWith(Number) })
      .from(sessionTotal)
      .where(and(eq(sessionTotal.accountId, accountId), status && eq(sessionTotal.status, status))),
  )
  return rows[0]?.count ?? 0
}
