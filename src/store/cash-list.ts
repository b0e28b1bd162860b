// Lists the cash sales of an account that fit a filter, newest first. Their ids are in order of time, so a
// page walks the newest of them. Filters without an index compare a bounded number of sales.
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { CashSale } from '../domain/shift.ts'
import { adHocQuery, type Read } from './engine/statement.ts'
import { containsText, type PeriodRange, periodRange } from './range.ts'
import { refund } from './refund-table.ts'
import { cashSale } from './till-table.ts'

/** Most sales that a filter by note or amount compares, and refunds that `isRefunded` reads: the newest. */
const comparedMax = 20_000

export interface CashFilter extends PeriodRange {
  readonly accountId: string
  /** Whether any of it was refunded. */
  readonly isRefunded?: boolean | undefined
  /** Whole shillings, exactly. */
  readonly amount?: number | undefined
  /** Words of its note, in lower case, with or without accents; all of them must occur. */
  readonly words?: readonly string[] | undefined
  readonly tillId?: string | undefined
}

export const cashPrefix = 'cash_'
/** Returns the id of a cash sale for its UUID, or the beginning of the id for the beginning of the UUID. */
const cashId = (uuid: string | undefined) => uuid && `${cashPrefix}${uuid.replaceAll('-', '')}`
/**
 * Returns the UUID in the id of a cash sale, or its beginning for the beginning of an id. UUIDs sort together
 * with the ids of payments.
 */
export function cashKeyOf(id: string): string {
  const hex = id.slice(cashPrefix.length)
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
  return parts.filter(part => part !== '').join('-')
}

/** Returns the conditions that an index answers: account, range of ids, and till. */
const indexedConditions = ({ accountId, fromId, beforeId, created, tillId }: CashFilter): SQL | undefined =>
  and(
    eq(cashSale.accountId, accountId),
    periodRange(cashSale, { fromId: cashId(fromId), beforeId: cashId(beforeId), created }),
    tillId === undefined ? undefined : eq(cashSale.tillId, tillId),
  )

/** Selects the ids of the cash sales that the newest completed refunds of an account gave back. */
const selectRefundedIds = ({ accountId }: CashFilter): SQL =>
  sql`select cash_sale_id from (select ${refund.cashSaleId} as cash_sale_id from ${refund}
    where ${eq(refund.accountId, accountId)} and ${refund.status} = 'completed'
    order by ${refund.id} desc limit ${sql.raw(String(comparedMax))}) newest where cash_sale_id is not null`

/** Returns the condition on whether a sale was refunded. */
function refundedCondition(filter: CashFilter): SQL | undefined {
  if (filter.isRefunded === undefined) return undefined
  const operator = filter.isRefunded ? sql`in` : sql`not in`
  return sql`${cashSale.id} ${operator} (${selectRefundedIds(filter)})`
}

/** Returns all conditions of a filter. Notes and amounts are compared in the newest sales only. */
function conditions(filter: CashFilter): SQL | undefined {
  const { amount, words } = filter
  const isAmongNewest = sql`${cashSale.id} in (select ${cashSale.id} from ${cashSale}
    where ${indexedConditions(filter)} order by ${cashSale.id} desc limit ${sql.raw(String(comparedMax))})`
  return and(
    indexedConditions(filter),
    refundedCondition(filter),
    amount === undefined && words === undefined ? undefined : isAmongNewest,
    amount === undefined ? undefined : eq(cashSale.amount, amount),
    ...(words ?? []).map(word => containsText(cashSale.note, word)),
  )
}

/** Lists the newest `limit` cash sales that fit a filter, newest first. */
export const listCashSales = (read: Read, filter: CashFilter, limit: number): Promise<CashSale[]> =>
  adHocQuery(read, db =>
    db.select().from(cashSale).where(conditions(filter)).orderBy(desc(cashSale.id)).limit(limit),
  )

/** Sums are whole shillings. */
interface CashSum {
  readonly count: number
  readonly amount: number
  /** How much of the amount was refunded. */
  readonly refunded: number
}

/**
 * Counts and adds up the newest `max` sales that fit a filter. Refunds are added up only if the filter
 * selects refunded sales; otherwise `refunded` is 0.
 */
export async function sumCashSales(read: Read, filter: CashFilter, max: number): Promise<CashSum> {
  const newest = sql`(select ${cashSale.id} as id, ${cashSale.amount} as amount from ${cashSale}
    where ${conditions(filter)} order by ${cashSale.id} desc limit ${max}) newest`
  const sum = sql<number>`coalesce(sum(amount), 0)`.mapWith(Number)
  const count = sql<number>`count(*)`.mapWith(Number)
  const [sums] = await adHocQuery(read, db => db.select({ count, amount: sum }).from(newest))
  const { count: saleCount, amount } = sums ?? { count: 0, amount: 0 }
  if (!filter.isRefunded) return { count: saleCount, amount, refunded: 0 }
  const isOfNewestSales = and(
    eq(refund.status, 'completed'),
    sql`${refund.cashSaleId} in (select id from ${newest})`,
  )
  const [refunds] = await adHocQuery(read, db =>
    db.select({ amount: sum }).from(refund).where(isOfNewestSales),
  )
  return { count: saleCount, amount, refunded: refunds?.amount ?? 0 }
}
