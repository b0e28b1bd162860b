// Lists payments, payouts and refunds with an unknown outcome together. Their indexes hold only these few.
import { and, desc, eq, sql } from 'drizzle-orm'
import { adHocQuery, query, type Read } from './engine/statement.ts'
import { countUpTo, type IdRange, idRange } from './range.ts'
import { refund } from './refund-table.ts'
import { payment, payout } from './table.ts'

export interface UnknownRow {
  readonly kind: 'payment' | 'payout' | 'refund'
  readonly id: string
}

export interface UnknownFilter extends IdRange {
  readonly accountId: string
}

/** Matches the payments of a filter with an unknown outcome. */
const paymentConditions = (filter: UnknownFilter) =>
  and(eq(payment.accountId, filter.accountId), eq(payment.unknown, sql`1`), idRange(payment.id, filter))
/** Matches the payouts of a filter with an unknown outcome. */
const payoutConditions = (filter: UnknownFilter) =>
  and(eq(payout.accountId, filter.accountId), eq(payout.state, sql`'unknown'`), idRange(payout.id, filter))
/** Matches the refunds of a filter with an unknown outcome. */
const refundConditions = (filter: UnknownFilter) =>
  and(eq(refund.accountId, filter.accountId), eq(refund.state, sql`'unknown'`), idRange(refund.id, filter))

/** Lists a page of payments, payouts and refunds with an unknown outcome together, newest first. */
export async function listUnknown(
  read: Read,
  filter: UnknownFilter,
  limit: number,
  offset: number,
): Promise<UnknownRow[]> {
  // All rows of the page may be of one kind, so each query reads up to the end of the page.
  const newestPayments = await adHocQuery(read, db =>
    db
      .select({ id: payment.id })
      .from(payment)
      .where(paymentConditions(filter))
      .orderBy(desc(payment.number))
      .limit(offset + limit),
  )
  const newestPayouts = await adHocQuery(read, db =>
    db
      .select({ id: payout.id })
      .from(payout)
      .where(payoutConditions(filter))
      .orderBy(desc(payout.id))
      .limit(offset + limit),
  )
  const newestRefunds = await adHocQuery(read, db =>
    db
      .select({ id: refund.id })
      .from(refund)
      .where(refundConditions(filter))
      .orderBy(desc(refund.id))
      .limit(offset + limit),
  )
  const paymentRows = newestPayments.map(({ id }) => ({ kind: 'payment', id }) as const)
  const payoutRows = newestPayouts.map(({ id }) => ({ kind: 'payout', id }) as const)
  const refundRows = newestRefunds.map(({ id }) => ({ kind: 'refund', id }) as const)
  // Ids begin with a time, so the newest rows have the highest ids.
  return [...paymentRows, ...payoutRows, ...refundRows]
    .toSorted((first, second) => (first.id < second.id ? 1 : -1))
    .slice(offset, offset + limit)
}

/** Counts the payments, payouts and refunds of a filter with an unknown outcome, together up to `max`. */
export async function countUnknownUpTo(read: Read, filter: UnknownFilter, max: number): Promise<number> {
  const payments = await countUpTo(read, payment, paymentConditions(filter), max)
  const payouts = await countUpTo(read, payout, payoutConditions(filter), max)
  const refunds = await countUpTo(read, refund, refundConditions(filter), max)
  return Math.min(max, payments + payouts + refunds)
}

const counted = sql<number>`count(*)`.mapWith(Number)
const selectPayoutCount = query<{ accountId: string }, { count: number }>((db, param) =>
  db
    .select({ count: counted })
    .from(payout)
    .where(and(eq(payout.accountId, param('accountId')), eq(payout.state, sql`'unknown'`))),
)
const selectPaymentCount = query<{ accountId: string }, { count: number }>((db, param) =>
  db
    .select({ count: counted })
    .from(payment)
    .where(and(eq(payment.accountId, param('accountId')), eq(payment.unknown, sql`1`))),
)

const selectRefundCount = query<{ accountId: string }, { count: number }>((db, param) =>
  db
    .select({ count: counted })
    .from(refund)
    .where(and(eq(refund.accountId, param('accountId')), eq(refund.state, sql`'unknown'`))),
)

/** Counts the payments, payouts and refunds of an account that have an unknown outcome. */
export async function countUnknown(read: Read, accountId: string) {
  const [paymentCount] = await selectPaymentCount(read, { accountId })
  const [payoutCount] = await selectPayoutCount(read, { accountId })
  const [refundCount] = await selectRefundCount(read, { accountId })
  return {
    payments: paymentCount?.count ?? 0,
    payouts: payoutCount?.count ?? 0,
    refunds: refundCount?.count ?? 0,
  }
}
