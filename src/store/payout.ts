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
 * Returns the statements for the table of payouts or of refunds, which has all columns of payouts. The
 * queries are cast, because drizzle infers rows of payouts for both tables.
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
 * Inserts a payout or a refund. A refund is added to the totals of its day, and its goods are put back into
 * stock.
 * @returns the products for which tills now show another number left
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
 * Updates a payout or a refund. If a refund now fails, or is paid after all, the totals and the stock change
 * as well: they count only refunds that have not failed.
 * @returns the products for which tills now show another number left
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
  // Totals count the same goods for one refund of a sale only, so all its refunds are counted again.
  if (changesTotals) await countRefundsOfSale(tx, value, -1)
  await refundStatements.updateRow(tx, value)
  if (!changesTotals) return []
  await countRefundsOfSale(tx, value, 1)
  return moveRefunded(tx, value)
}
/**
 * Stores the memo of a payout or refund: what its connector needs for the next call about it.
 * @param ranAt running time of the server at the last call (ms)
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
/** Returns the payout or refund that Kaunta sent to a network under this reference; undefined if none. */
export async function findPayoutByReference(
  read: Read,
  networkReference: string,
): Promise<Payout | undefined> {
  const [foundPayout] = await payoutStatements.selectByReference(read, { networkReference })
  if (foundPayout) return foundPayout
  const [foundRefund] = await refundStatements.selectByReference(read, { networkReference })
  return foundRefund
}

export interface PayoutFilter extends PeriodRange {
  readonly accountId: string
  readonly status?: PayoutStatus | undefined
  readonly channel?: Payout['recipient']['channel'] | undefined
}

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
  listPage(read, payout, { condition: payoutConditions(filter), order: [desc(payout.id)] }, limit, offset)

/** Counts the payouts that wait for a second person's approval. */
export const countWaitingPayouts = async (read: Read, accountId: string): Promise<number> =>
  (await selectWaitingCount(read, { accountId }))[0]?.count ?? 0

export const countPayoutsUpTo = (read: Read, filter: PayoutFilter, max: number): Promise<number> =>
  countUpTo(read, payout, payoutConditions(filter), max)
