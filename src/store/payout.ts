// Payouts as rows, and the statements that refunds share with them. Lists of refunds are in refund.ts.
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Memo } from '../domain/attempt.ts'
import type { Payout, PayoutStatus } from '../domain/payout.ts'
import type { Product } from '../domain/product.ts'
import { isRefund, type Refund, refundStatus } from '../domain/refund.ts'
import { mutation, placeholders, query, type Read, type Tx } from './engine/statement.ts'
import { countUpTo, type IdRange, idRange, listPage } from './range.ts'
import { refund } from './refund-table.ts'
import { countRefund } from './sale-total.ts'
import { moveRefunded } from './sold-stock.ts'
import { payout } from './table.ts'

const insertPayoutRow = mutation<Payout>(db => db.insert(payout).values(placeholders(payout)))
const insertRefundRow = mutation<Refund>(db => db.insert(refund).values(placeholders(refund)))

/** Makes the statements of either table: the table of refunds has all columns of a payout. */
function statementsOf<Row extends Payout>(table: typeof payout | typeof refund) {
  const of = table as typeof payout
  return {
    byId: query<{ id: string }, Row>(
      (db, param) =>
        db
          .select()
          .from(of)
          .where(eq(of.id, param('id'))) as never,
    ),
    byReference: query<{ networkReference: string }, Row>(
      (db, param) =>
        db
          .select()
          .from(of)
          .where(eq(of.networkReference, param('networkReference'))) as never,
    ),
    update: mutation<Row>((db, param) =>
      db
        .update(of)
        .set({
          status: param('status'),
          state: param('state'),
          connector: param('connector'),
          connection: param('connection'),
          networkReference: param('networkReference'),
          recipient: param('recipient', of.recipient),
          externalReference: param('externalReference'),
          failureReason: param('failureReason'),
          completedAt: param('completedAt'),
          endedAt: param('endedAt'),
          approval: param('approval'),
          approvalBy: param('approvalBy'),
          approvalAt: param('approvalAt'),
          ranAt: param('ranAt'),
          yesCount: param('yesCount'),
          memo: param('memo', of.memo),
          manualOutcome: param('manualOutcome', of.manualOutcome),
        })
        .where(eq(of.id, param('id'))),
    ),
    memoOnly: mutation<{ id: string; memo: Memo; ranAt: number }>((db, param) =>
      db
        .update(of)
        .set({ memo: param('memo', of.memo), ranAt: param('ranAt') })
        .where(eq(of.id, param('id'))),
    ),
  }
}
const payoutStatements = statementsOf<Payout>(payout)
const refundStatements = statementsOf<Refund>(refund)

const selectWaitingCount = query<{ accountId: string }, { count: number }>((db, param) =>
  db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(payout)
    .where(and(eq(payout.accountId, param('accountId')), eq(payout.approval, sql`'waiting'`))),
)

/**
 * Inserts a payout or a refund. A refund is added to the totals of its day.
 * @returns the products of which tills now show another number as left
 */
export async function insertPayout(tx: Tx, value: Payout): Promise<readonly Product[]> {
  if (!isRefund(value)) {
    await insertPayoutRow(tx, value)
    return []
  }
  await insertRefundRow(tx, value)
  await countRefund(tx, value.id, 1)
  return moveRefunded(tx, value)
}
/**
 * Updates a payout or a refund. The totals of its day count a refund unless it failed.
 * @returns the products of which tills now show another number as left
 */
export async function updatePayout(tx: Tx, value: Payout): Promise<readonly Product[]> {
  if (!isRefund(value)) {
    await payoutStatements.update(tx, value)
    return []
  }
  const before = await findRefund(tx, value.id)
  const isFailed = refundStatus(value) === 'failed'
  const isMoved = before !== undefined && (refundStatus(before) === 'failed') !== isFailed
  if (isMoved && isFailed) await countRefund(tx, value.id, -1)
  await refundStatements.update(tx, value)
  if (isMoved && !isFailed) await countRefund(tx, value.id, 1)
  return isMoved ? moveRefunded(tx, value) : []
}
/**
 * Stores the memo before the next call of a payout that takes several. @param ranAt running time of that call
 */
export const keepPayoutMemo = (tx: Tx, value: Payout, memo: Memo, ranAt: number): Promise<unknown> =>
  (isRefund(value) ? refundStatements : payoutStatements).memoOnly(tx, { id: value.id, memo, ranAt })
/** Returns the payout or refund in the writer's turn: nothing changes it until this transaction ends. */
export const lockPayout = (tx: Tx, id: string): Promise<Payout | undefined> => findPayout(tx, id)
/** Returns a payout, or a refund as one. */
export const findPayout = async (read: Read, id: string): Promise<Payout | undefined> =>
  (await payoutStatements.byId(read, { id }))[0] ?? findRefund(read, id)
export const findRefund = async (read: Read, id: string): Promise<Refund | undefined> =>
  (await refundStatements.byId(read, { id }))[0]
export const findPayoutByReference = async (
  read: Read,
  networkReference: string,
): Promise<Payout | undefined> =>
  (await payoutStatements.byReference(read, { networkReference }))[0] ??
  (await refundStatements.byReference(read, { networkReference }))[0]

export interface PayoutFilter extends IdRange {
  readonly accountId: string
  readonly status?: PayoutStatus | undefined
  readonly channel?: Payout['recipient']['channel'] | undefined
}

/** Returns the conditions of a filter. */
export const payoutConditions = (filter: PayoutFilter): SQL | undefined =>
  and(
    eq(payout.accountId, filter.accountId),
    filter.status && eq(payout.status, filter.status),
    filter.channel && sql`(${payout.recipient} ->> 'channel') = ${filter.channel}`,
    idRange(payout.id, filter),
  )

/** Lists a page of payouts, newest first. */
export const listPayouts = (
  read: Read,
  filter: PayoutFilter,
  limit: number,
  offset: number,
): Promise<Payout[]> =>
  listPage(read, payout, { fits: payoutConditions(filter), order: [desc(payout.id)] }, limit, offset)

/** Counts the payouts that wait for a second person. */
export const countWaitingPayouts = async (read: Read, accountId: string): Promise<number> =>
  (await selectWaitingCount(read, { accountId }))[0]?.count ?? 0

/** Counts the payouts that fit a filter, up to `max`. */
export const countPayoutsUpTo = (read: Read, filter: PayoutFilter, max: number): Promise<number> =>
  countUpTo(read, payout, payoutConditions(filter), max)
