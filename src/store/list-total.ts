// Totals for the tabs above a list: the number of rows of each status, and their sum. Whole days come from
// the stored totals. Other ranges add up a bounded number of rows, so that no list costs more with a million
// of them.
import { and, between, desc, eq, sql } from 'drizzle-orm'
import type { PaymentType } from '../domain/payment-type.ts'
import { sessionTotal } from './checkout-table.ts'
import { adHocQuery, query, type Read } from './engine/statement.ts'
import { columnPage, numberColumn, type PaymentFilter } from './payment-filter.ts'
import { type PayoutFilter, payoutConditions } from './payout.ts'
import { type RefundFilter, refundConditions, refundStateColumn } from './refund.ts'
import { refund } from './refund-table.ts'
import { payment, payout } from './table.ts'
import { paymentTotal, total } from './total-table.ts'

/** Amounts are whole shillings. */
export interface StatusTotal {
  readonly status: string
  readonly count: number
  readonly amount: number
}

const rowCount = sql<number>`count(*)`.mapWith(Number)
const amountSum = sql<number>`coalesce(sum(amount), 0)`.mapWith(Number)

/** Returns the columns that add up stored totals by status. */
const sumColumns = ({ status, count, amount }: typeof total | typeof paymentTotal) => ({
  status,
  count: sql<number>`sum(${count})`.mapWith(Number),
  amount: sql<number>`sum(${amount})`.mapWith(Number),
})

/** Days are YYYYMMDD. A type of null means all types. */
type DayRange = { accountId: string; first: number; last: number; type: PaymentType | null }
const selectTotalsOfDays = query<DayRange, StatusTotal>((db, param) =>
  db
    .select(sumColumns(total))
    .from(total)
    .where(
      and(
        eq(total.accountId, param('accountId')),
        between(total.day, param('first'), param('last')),
        sql`coalesce(${param('type')}, ${total.type}) = ${total.type}`,
      ),
    )
    .groupBy(total.status),
)

type TotalScope = Pick<DayRange, 'accountId' | 'type'>
const selectTotalsOfAll = query<TotalScope, StatusTotal>((db, param) =>
  db
    .select(sumColumns(paymentTotal))
    .from(paymentTotal)
    .where(
      and(
        eq(paymentTotal.accountId, param('accountId')),
        sql`coalesce(${param('type')}, ${paymentTotal.type}) = ${paymentTotal.type}`,
      ),
    )
    .groupBy(paymentTotal.status),
)
/** Returns whether a stored total counts any payment: it stays stored at 0 when its last payment moves on. */
const isNotEmpty = ({ count }: StatusTotal) => count > 0

/** Returns the stored totals by status of all payments of an account, of one type or (null) of all types. */
export const totalsOfAll = async (read: Read, scope: TotalScope): Promise<StatusTotal[]> =>
  (await selectTotalsOfAll(read, scope)).filter(isNotEmpty)

/** Returns the stored totals by status of payments created from the first to the last day. */
export const totalsOfDays = async (read: Read, range: DayRange): Promise<StatusTotal[]> =>
  (await selectTotalsOfDays(read, range)).filter(isNotEmpty)

/** Adds up, by status, the newest `max` payments that fit a filter. */
export async function totalsOfPayments(
  read: Read,
  filter: PaymentFilter,
  max: number,
): Promise<StatusTotal[]> {
  const columns = sql`${numberColumn}, ${payment.status} as status, ${payment.amount} as amount`
  const newest = await columnPage(read, filter, columns, { limit: max, offset: 0 })
  return adHocQuery(read, db =>
    db
      .select({ status: sql<string>`status`, count: rowCount, amount: amountSum })
      .from(sql`(${newest}) newest`)
      .groupBy(sql`status`),
  )
}

/** Adds up the newest `max` refunded payments that fit a filter, and how much of them was refunded. */
export async function sumRefundedPayments(
  read: Read,
  filter: PaymentFilter,
  max: number,
): Promise<{ readonly count: number; readonly amount: number; readonly refunded: number }> {
  const columns = sql`${numberColumn}, ${payment.amount} as amount, ${payment.refunded} as refunded`
  const refundedFilter = { ...filter, status: 'completed', isRefunded: true } as const
  const newest = await columnPage(read, refundedFilter, columns, { limit: max, offset: 0 })
  const refunded = sql<number>`coalesce(sum(refunded), 0)`.mapWith(Number)
  const [sums] = await adHocQuery(read, db =>
    db.select({ count: rowCount, amount: amountSum, refunded }).from(sql`(${newest}) newest`),
  )
  return sums ?? { count: 0, amount: 0, refunded: 0 }
}

/** Adds up, by status, the newest `max` payouts that fit a filter. */
export const totalsOfPayouts = (read: Read, filter: PayoutFilter, max: number): Promise<StatusTotal[]> =>
  adHocQuery(read, db => {
    const newest = db
      .select({ status: payout.status, amount: payout.amount })
      .from(payout)
      .where(payoutConditions(filter))
      .orderBy(desc(payout.id))
      .limit(max)
      .as('newest')
    return db
      .select({ status: newest.status, count: rowCount, amount: amountSum })
      .from(newest)
      .groupBy(newest.status)
  })

/**
 * Adds up the newest `max` refunds that fit a filter: pending refunds by the reason why they are pending, the
 * others by their status.
 */
export const totalsOfRefunds = (read: Read, filter: RefundFilter, max: number): Promise<StatusTotal[]> =>
  adHocQuery(read, db => {
    const newest = db
      .select({ status: refundStateColumn.as('refund_state'), amount: refund.amount })
      .from(refund)
      .where(refundConditions(filter))
      .orderBy(desc(refund.id))
      .limit(max)
      .as('newest')
    return db
      .select({ status: newest.status, count: rowCount, amount: amountSum })
      .from(newest)
      .groupBy(newest.status)
  })

/** Returns how many checkout sessions of an account have each status, from the stored counts. */
export const countsOfSessions = (
  read: Read,
  accountId: string,
): Promise<{ status: string; count: number }[]> =>
  adHocQuery(read, db =>
    db
      .select({ status: sessionTotal.status, count: sessionTotal.count })
      .from(sessionTotal)
      .where(and(eq(sessionTotal.accountId, accountId), sql`${sessionTotal.count} > 0`)),
  )
