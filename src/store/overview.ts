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
/** The number and sum of refunds of sales, in whole shillings. */
export interface RefundsSum extends SalesSum {
  /** Fees of all refunds, also of unmatched money, and fees that networks kept of refunded payments. */
  readonly fees: number
}
/** Creation times `from` to `to` (ms) and payment numbers `first` to `last`, all included. */
type SalesOfPeriod = { accountId: string; from: number; to: number; first: number; last: number }
/**
 * Returns the query that adds up the completed payments of a period: those with numbers of that period, and
 * those whose ids are ahead of their creation.
 */
const selectSalesSum = (planner: Read['planner']) =>
  query<SalesOfPeriod, SalesSum>((db, param) => {
    const isIdAhead = isAhead('payment', planner)
    const amountsWhere = (condition: SQL) =>
      sql`select ${payment.amount} as amount from ${payment} where ${and(
        eq(payment.accountId, param('accountId')),
        eq(payment.status, sql`'completed'`),
        between(payment.createdAt, param('from'), param('to')),
        condition,
      )}`
    const inTime = amountsWhere(
      sql`${between(payment.number, param('first'), param('last'))} and not ${isIdAhead}`,
    )
    return db
      .select({ count: counted, gross: sql<number>`coalesce(sum(amount), 0)`.mapWith(Number) })
      .from(sql`(${inTime} union all ${amountsWhere(isIdAhead)}) sales`)
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

/** Selects a number for a refund of a sale; 0 for a refund of unmatched money, which was no sale. */
const ofSale = (number: SQL | Column) =>
  sql`case when ${refund.unmatchedId} is null then ${number} else 0 end`
/**
 * Selects the part of a payment's fee that belongs to a refund, not rounded: the network keeps the fee. The
 * factor 1.0 comes first, because a product of integers may overflow.
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
/** Lists the stored totals of payments of a day, YYYYMMDD, by type and status. */
export const totalsOfDay = (read: Read, accountId: string, day: number): Promise<DayTotal[]> =>
  selectTotalsOfDay(read, { accountId, day })
/** Adds up the completed payments of a period, from `from` until before `to` (ms). */
export const sumSalesBetween = async (
  read: Read,
  accountId: string,
  { from, to }: Span,
): Promise<SalesSum> => {
  const first = await firstNumber(read, lowestIdAt(from))
  // Ids may be up to `smallLead` ahead of their creation.
  const firstAfter = await firstNumber(read, lowestIdAt(to + smallLead))
  const last = firstAfter - 1
  const [sum] = await salesSums[read.planner ?? 'sqlite'](read, { accountId, from, to: to - 1, first, last })
  return sum ?? { count: 0, gross: 0 }
}
/** Adds up the cash sales of a period, from `from` until before `to` (ms). */
export const sumCashBetween = async (read: Read, accountId: string, { from, to }: Span): Promise<SalesSum> =>
  (await selectCashSum(read, { accountId, from, to: to - 1 }))[0] ?? { count: 0, gross: 0 }
/**
 * Adds up the refunds requested from `from` until before `to` (ms) that did not fail. Also reads all newer
 * refunds, which are few.
 */
export async function sumRefundsBetween(
  read: Read,
  accountId: string,
  { from, to }: Span,
): Promise<RefundsSum> {
  const fromId = lowestIdAt(from)
  const [sum] = await selectRefundsSum(read, { accountId, fromId, from, to: to - 1 })
  return sum ?? { count: 0, gross: 0, fees: 0 }
}
/** Counts and adds up the unmatched money that is not settled yet. */
export const sumUnmatched = async (
  read: Read,
  accountId: string,
): Promise<{ count: number; amount: number }> =>
  (await selectOpenUnmatchedSum(read, { accountId }))[0] ?? { count: 0, amount: 0 }
/** Counts the abandoned deliveries with ids from `fromId` on. */
export const countAbandoned = async (read: Read, accountId: string, fromId: string): Promise<number> =>
  (await selectAbandonedCount(read, { accountId, fromId }))[0]?.count ?? 0
/** Counts the paused webhook addresses, which wait for a person to resume them. */
export const countPaused = async (read: Read, accountId: string): Promise<number> =>
  (await selectPausedCount(read, { accountId }))[0]?.count ?? 0
