// Counts for the overview page: days from the stored totals, parts of a day from one index, and the attention
// items. No query here reads payments of other days.
import { and, between, type Column, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Span } from '../domain/day.ts'
import { lowestIdAt } from '../domain/id.ts'
import type { PaymentStatus, PaymentType } from '../domain/payment-type.ts'
import { anyType } from './delivery-list.ts'
import { query, type Read } from './engine/statement.ts'
import { firstNumber } from './payment-filter.ts'
import { isAhead, smallLead } from './period.ts'
import { refund } from './refund-table.ts'
import { payment, unmatched } from './table.ts'
import { cashSale } from './till-table.ts'
import { total } from './total-table.ts'
import { delivery, pausedAddress } from './webhook-table.ts'

const counted = sql<number>`count(*)`.mapWith(Number)

/** Payments of one type and status; amount in whole shillings. */
export interface DayTotal {
  readonly type: PaymentType
  readonly status: PaymentStatus
  readonly count: number
  readonly amount: number
}
const selectTotalsOfDay = query<{ accountId: string; day: number }, DayTotal>((db, param) =>
  db
    .select({ type: total.type, status: total.status, count: total.count, amount: total.amount })
    .from(total)
    .where(and(eq(total.accountId, param('accountId')), eq(total.day, param('day')))),
)

/** The number and gross sum of completed payments, cash sales or refunds; whole shillings. */
export interface SalesSum {
  readonly count: number
  readonly gross: number
}
/**
 * What refunds gave back of sales, and the fees that refunds cost: their own, also of unmatched money, and
 * those kept of their payments.
 */
export interface RefundsSum extends SalesSum {
  readonly fees: number
}
type SalesOfPeriod = { accountId: string; from: number; to: number; first: number; last: number }
/**
 * Returns the query for completed payments of a period: those with numbers of that time, and those whose ids
 * are ahead of their creation.
 */
const selectSalesSum = (planner: Read['planner']) =>
  query<SalesOfPeriod, SalesSum>((db, param) => {
    const aheadOfTime = isAhead('payment', planner)
    const selected = (condition: SQL) =>
      sql`select ${payment.amount} as amount from ${payment} where ${and(
        eq(payment.accountId, param('accountId')),
        eq(payment.status, sql`'completed'`),
        between(payment.createdAt, param('from'), param('to')),
        condition,
      )}`
    const inTime = selected(
      sql`${between(payment.number, param('first'), param('last'))} and not ${aheadOfTime}`,
    )
    return db
      .select({ count: counted, gross: sql<number>`coalesce(sum(amount), 0)`.mapWith(Number) })
      .from(sql`(${inTime} union all ${selected(aheadOfTime)}) sales`)
  })
const salesSums = { sqlite: selectSalesSum(undefined), postgres: selectSalesSum('postgres') }

const selectCashSum = query<{ accountId: string; from: number; to: number }, SalesSum>((db, param) =>
  db
    .select({ count: counted, gross: sql<number>`coalesce(sum(${cashSale.amount}), 0)`.mapWith(Number) })
    .from(cashSale)
    .where(
      and(
        eq(cashSale.accountId, param('accountId')),
        between(cashSale.createdAt, param('from'), param('to')),
      ),
    ),
)

/** Selects a number of a refund; 0 for unmatched money, which was no sale and paid no fee. */
const ofSale = (number: SQL | Column) =>
  sql`case when ${refund.unmatchedId} is null then ${number} else 0 end`
/**
 * A network keeps its fee of a payment that is refunded: the part of it that belongs to the refund, not
 * rounded. The factor 1.0 comes first: a product of integers may overflow.
 */
const keptFee = ofSale(sql`coalesce(1.0 * ${payment.fees} * ${refund.amount} / ${payment.amount}, 0)`)
type RefundsOfPeriod = { accountId: string; fromId: string; from: number; to: number }
const selectRefundsSum = query<RefundsOfPeriod, RefundsSum>((db, param) =>
  db
    .select({
      count: sql<number>`coalesce(sum(${ofSale(sql`1`)}), 0)`.mapWith(Number),
      gross: sql<number>`coalesce(sum(${ofSale(refund.amount)}), 0)`.mapWith(Number),
      fees: sql<number>`cast(round(coalesce(sum(${refund.fees} + ${keptFee}), 0)) as bigint)`.mapWith(Number),
    })
    .from(refund)
    .leftJoin(payment, eq(payment.id, refund.paymentId))
    .where(
      and(
        eq(refund.accountId, param('accountId')),
        gte(refund.id, param('fromId')),
        between(refund.createdAt, param('from'), param('to')),
        inArray(refund.status, ['pending', 'completed']),
      ),
    ),
)
const selectOpenUnmatchedSum = query<{ accountId: string }, { count: number; amount: number }>((db, param) =>
  db
    .select({ count: counted, amount: sql<number>`coalesce(sum(${unmatched.amount}), 0)`.mapWith(Number) })
    .from(unmatched)
    .where(and(eq(unmatched.accountId, param('accountId')), isNull(unmatched.settledAt))),
)
const selectAbandonedCount = query<{ accountId: string; fromId: string }, { count: number }>((db, param) =>
  db
    .select({ count: counted })
    .from(delivery)
    .where(
      and(
        eq(delivery.accountId, param('accountId')),
        eq(delivery.status, sql`'abandoned'`),
        anyType,
        gte(delivery.id, param('fromId')),
      ),
    ),
)
const selectPausedCount = query<{ accountId: string }, { count: number }>((db, param) =>
  db
    .select({ count: counted })
    .from(pausedAddress)
    .where(eq(pausedAddress.accountId, param('accountId'))),
)
/** Returns the stored totals of a day, YYYYMMDD. */
export const totalsOfDay = (read: Read, accountId: string, day: number): Promise<DayTotal[]> =>
  selectTotalsOfDay(read, { accountId, day })
/** Adds up the completed payments that were created in a period. */
export const sumSalesBetween = async (
  read: Read,
  accountId: string,
  { from, to }: Span,
): Promise<SalesSum> => {
  const first = await firstNumber(read, lowestIdAt(from))
  const last = (await firstNumber(read, lowestIdAt(to + smallLead))) - 1
  const [sum] = await salesSums[read.planner ?? 'sqlite'](read, { accountId, from, to: to - 1, first, last })
  return sum ?? { count: 0, gross: 0 }
}
/** Adds up the cash sales of a period, from `from` until before `to`, in milliseconds. */
export const sumCashBetween = async (read: Read, accountId: string, { from, to }: Span): Promise<SalesSum> =>
  (await selectCashSum(read, { accountId, from, to: to - 1 }))[0] ?? { count: 0, gross: 0 }
/** Adds up the refunds of sales requested in a period that did not fail. It reads all newer ones: few. */
export const sumRefundsBetween = async (
  read: Read,
  accountId: string,
  { from, to }: Span,
): Promise<RefundsSum> =>
  (await selectRefundsSum(read, { accountId, fromId: lowestIdAt(from), from, to: to - 1 }))[0] ?? {
    count: 0,
    gross: 0,
    fees: 0,
  }
/** Adds up unmatched money that is not settled yet. */
export const sumUnmatched = async (
  read: Read,
  accountId: string,
): Promise<{ count: number; amount: number }> =>
  (await selectOpenUnmatchedSum(read, { accountId }))[0] ?? { count: 0, amount: 0 }
/** Counts the abandoned deliveries with ids from `fromId` on. */
export const countAbandoned = async (read: Read, accountId: string, fromId: string): Promise<number> =>
  (await selectAbandonedCount(read, { accountId, fromId }))[0]?.count ?? 0
/** Counts the webhook addresses that wait for a person to resume them. */
export const countPaused = async (read: Read, accountId: string): Promise<number> =>
  (await selectPausedCount(read, { accountId }))[0]?.count ?? 0
