// Payouts as rows.
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Memo } from '../domain/attempt.ts'
import type { Payout, PayoutStatus } from '../domain/payout.ts'
import { adHocQuery, mutation, placeholders, query, type Read, type Tx } from './engine/statement.ts'
import { countUpTo, type IdRange, idRange } from './range.ts'
import { payout } from './table.ts'

const insert = mutation<Payout>(db => db.insert(payout).values(placeholders(payout)))
const byId = query<{ id: string }, Payout>((db, at) =>
  db
    .select()
    .from(payout)
    .where(eq(payout.id, at('id'))),
)
const byReference = query<{ networkReference: string }, Payout>((db, at) =>
  db
    .select()
    .from(payout)
    .where(eq(payout.networkReference, at('networkReference'))),
)
const update = mutation<Payout>((db, at) =>
  db
    .update(payout)
    .set({
      status: at('status'),
      state: at('state'),
      connector: at('connector'),
      connection: at('connection'),
      networkReference: at('networkReference'),
      externalReference: at('externalReference'),
      failureReason: at('failureReason'),
      completedAt: at('completedAt'),
      endedAt: at('endedAt'),
      approval: at('approval'),
      approvalBy: at('approvalBy'),
      approvalAt: at('approvalAt'),
      ranAt: at('ranAt'),
      yesCount: at('yesCount'),
      memo: at('memo', payout.memo),
      manualOutcome: at('manualOutcome', payout.manualOutcome),
    })
    .where(eq(payout.id, at('id'))),
)

const memoOnly = mutation<{ id: string; memo: Memo; ranAt: number }>((db, at) =>
  db
    .update(payout)
    .set({ memo: at('memo', payout.memo), ranAt: at('ranAt') })
    .where(eq(payout.id, at('id'))),
)

const waiting = query<{ accountId: string }, { count: number }>((db, at) =>
  db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(payout)
    .where(and(eq(payout.accountId, at('accountId')), eq(payout.approval, sql`'waiting'`))),
)

export const insertPayout = (tx: Tx, value: Payout): Promise<unknown> => insert(tx, value)
export const updatePayout = (tx: Tx, value: Payout): Promise<unknown> => update(tx, value)
/** Before the next call of a payout that takes several. @param ranAt running time of that call */
export const keepPayoutMemo = (tx: Tx, id: string, memo: Memo, ranAt: number): Promise<unknown> =>
  memoOnly(tx, { id, memo, ranAt })
/** The payout in the writer's turn: nothing changes it until this transaction ends. */
export const lockPayout = async (tx: Tx, id: string): Promise<Payout | undefined> =>
  (await byId(tx, { id }))[0]
export const findPayout = async (read: Read, id: string): Promise<Payout | undefined> =>
  (await byId(read, { id }))[0]
export const findPayoutByReference = async (
  read: Read,
  networkReference: string,
): Promise<Payout | undefined> => (await byReference(read, { networkReference }))[0]

export interface PayoutFilter extends IdRange {
  readonly accountId: string
  readonly status?: PayoutStatus | undefined
  readonly channel?: Payout['recipient']['channel'] | undefined
}

/** What a payout must be to fit a filter. */
export const payoutConditions = (filter: PayoutFilter): SQL | undefined =>
  and(
    eq(payout.accountId, filter.accountId),
    filter.status && eq(payout.status, filter.status),
    filter.channel && sql`(${payout.recipient} ->> 'channel') = ${filter.channel}`,
    idRange(payout.id, filter),
  )

/** A page of payouts, newest first. */
export const listPayouts = (
  read: Read,
  filter: PayoutFilter,
  limit: number,
  offset: number,
): Promise<Payout[]> =>
  adHocQuery(read, db =>
    db
      .select()
      .from(payout)
      .where(payoutConditions(filter))
      .orderBy(desc(payout.id))
      .limit(limit)
      .offset(offset),
  )

/** How many payouts wait for a second person. */
export const countWaitingPayouts = async (read: Read, accountId: string): Promise<number> =>
  (await waiting(read, { accountId }))[0]?.count ?? 0

/** How many payouts fit a filter, up to `max`. */
export const countPayoutsUpTo = (read: Read, filter: PayoutFilter, max: number): Promise<number> =>
  countUpTo(read, payout, payoutConditions(filter), max)
