// Payouts as rows, and the statements that refunds share with them. Lists of refunds are in refund.ts.
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Memo } from '../domain/attempt.ts'
import type { Payout, PayoutStatus } from '../domain/payout.ts'
import type { Product } from '../domain/product.ts'
import { isRefund, type Refund, refundStatus } from '../domain/refund.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { countUpTo, listPage, type PeriodRange, periodRange } from './range.ts'
import { refund } from './refund-table.ts'
import { countRefund, countRefundsOfSale } from './refund-total.ts'
import { moveRefunded } from './sold-stock.ts'
import { payout } from './table.ts'

const insertPayoutRow = mutation<Payout>(db => db.insert(payout).values(rowPlaceholders(payout)))
const insertRefundRow = mutation<Refund>(db => db.insert(refund).values(rowPlaceholders(refund)))

/**
 * Returns the statements of either table: the table of refunds has all columns of payouts. Rows are cast,
 * because drizzle infers those of payouts for both.
 */
function statementsOf<Row extends Payout>(payoutOrRefund: typeof payout | typeof refund) {
  const table = payoutOrRefund as typeof payout
  return {
    selectById: query<{ id: string }, Row>(
      (db, param) =>
        db
          .select()
          .from(table)
          .where(eq(table.id, param('id'))) as never,
    ),
    selectByReference: query<{ networkReference: string }, Row>(
      (db, param) =>
        db
          .select()
          .from(table)
          .where(eq(table.networkReference, param('networkReference'))) as never,
    ),
    updateRow: mutation<Row>((db, param) =>
      db
        .update(table)
        .set({
          status: param('status'),
          state: param('state'),
          connector: param('connector'),
          connection: param('connection'),
          networkReference: param('networkReference'),
          recipient: param('recipient', table.recipient),
          externalReference: param('externalReference'),
          failureReason: param('failureReason'),
          completedAt: param('completedAt'),
          endedAt: param('endedAt'),
          approval: param('approval'),
          approvalRequestedBy: param('approvalRequestedBy'),
          approvalBy: param('approvalBy'),
          approvalAt: param('approvalAt'),
          ranAt: param('ranAt'),
          yesCount: param('yesCount'),
          memo: param('memo', table.memo),
          manualOutcome: param('manualOutcome', table.manualOutcome),
        })
        .where(eq(table.id, param('id'))),
    ),
    setMemo: mutation<{ id: string; memo: Memo; ranAt: number }>((db, param) =>
      db
        .update(table)
        .set({ memo: param('memo', table.memo), ranAt: param('ranAt') })
        .where(eq(table.id, param('id'))),
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
 * @returns the products whose number left changes on the tills
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
 * @returns the products whose number left changes on the tills
 */
export async function updatePayout(tx: Tx, value: Payout): Promise<readonly Product[]> {
  if (!isRefund(value)) {
    await payoutStatements.updateRow(tx, value)
    return []
  }
  const before = await findRefund(tx, value.id)
  const isFailed = refundStatus(value) === 'failed'
  const wasFailed = before && refundStatus(before) === 'failed'
  const changesTotals = before !== undefined && wasFailed !== isFailed
  // What the other refunds of the sale count depends on this one: no goods are counted twice.
  if (changesTotals) await countRefundsOfSale(tx, value, -1)
  await refundStatements.updateRow(tx, value)
  if (!changesTotals) return []
  await countRefundsOfSale(tx, value, 1)
  return moveRefunded(tx, value)
}
/**
 * Stores what a connector needs for the next call of a payout or refund that takes several calls.
 * @param ranAt running time at that call, in milliseconds
 */
export function keepPayoutMemo(tx: Tx, value: Payout, memo: Memo, ranAt: number): Promise<unknown> {
  const { setMemo } = isRefund(value) ? refundStatements : payoutStatements
  return setMemo(tx, { id: value.id, memo, ranAt })
}
/** Returns the payout, or the refund, with this id; undefined if there is neither. */
export const findPayout = async (read: Read, id: string): Promise<Payout | undefined> =>
  (await payoutStatements.selectById(read, { id }))[0] ?? findRefund(read, id)
/** Returns a refund; undefined for an unknown id. */
export const findRefund = async (read: Read, id: string): Promise<Refund | undefined> =>
  (await refundStatements.selectById(read, { id }))[0]
/** Returns the payout or refund that Kaunta sent to a network under this reference. */
export const findPayoutByReference = async (
  read: Read,
  networkReference: string,
): Promise<Payout | undefined> =>
  (await payoutStatements.selectByReference(read, { networkReference }))[0] ??
  (await refundStatements.selectByReference(read, { networkReference }))[0]

export interface PayoutFilter extends PeriodRange {
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
    periodRange(payout, filter),
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
