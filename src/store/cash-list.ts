// Lists the cash sales of an account that fit a filter, newest first. Their ids are in order of time, so a
// page walks the newest of them. Filters without an index compare a bounded number of sales.
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { CashSale } from '../domain/shift.ts'
import { adHocQuery, type Read } from './engine/statement.ts'
import { containsText, type PeriodRange, periodRange } from './range.ts'
import { refund } from './refund-table.ts'
import { cashSale } from './till-table.ts'

/** Filters by note or amount compare only this many of the newest sales. */
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
/** Adds the prefix of cash sales to an id, or to the beginning of one, as `idWithPrefix` does. */
const cashId = (id: string | undefined) => id && `${cashPrefix}${id.replaceAll('-', '')}`
/**
 * Returns the id of a cash sale, or the beginning of one, without its prefix: a UUID, which sorts together
 * with the ids of payments.
 */
export const cashKeyOf = (id: string): string =>
  [0, 8, 12, 16, 20]
    .map((start, index, starts) => id.slice(cashPrefix.length).slice(start, starts[index + 1]))
    .filter(part => part !== '')
    .join('-')

/** Returns the conditions that an index answers: account, range of ids, and till. */
const inPeriod = ({ accountId, fromId, beforeId, created, tillId }: CashFilter): SQL | undefined =>
  and(
    eq(cashSale.accountId, accountId),
    periodRange(cashSale, { fromId: cashId(fromId), beforeId: cashId(beforeId), created }),
    tillId === undefined ? undefined : eq(cashSale.tillId, tillId),
  )

/** Selects the cash sales of the newest refunds. */
const selectRefundedIds = ({ accountId }: CashFilter): SQL =>
  sql`select cash_sale_id from (select ${refund.cashSaleId} as cash_sale_id from ${refund}
    where ${eq(refund.accountId, accountId)} and ${refund.status} = 'completed'
    order by ${refund.id} desc limit ${sql.raw(String(comparedMax))}) newest where cash_sale_id is not null`

/** Returns all conditions of a filter. Note and amount are compared with the newest sales only. */
function conditions(filter: CashFilter): SQL | undefined {
  const { isRefunded, amount, words } = filter
  const newest = sql`${cashSale.id} in (select ${cashSale.id} from ${cashSale}
    where ${inPeriod(filter)} order by ${cashSale.id} desc limit ${sql.raw(String(comparedMax))})`
  return and(
    inPeriod(filter),
    isRefunded === undefined
      ? undefined
      : sql`${cashSale.id} ${isRefunded ? sql`in` : sql`not in`} (${selectRefundedIds(filter)})`,
    amount === undefined && words === undefined ? undefined : newest,
    amount === undefined ? undefined : eq(cashSale.amount, amount),
    ...(words ?? []).map(word => containsText(cashSale.note, word)),
  )
}

/** Lists a page of cash sales, newest first. */
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
 * Counts and adds up the newest `max` sales that fit. Refunds are added up only if the filter asks for
 * them.
 */
export async function sumCashSales(read: Read, filter: CashFilter, max: number): Promise<CashSum> {
  const newest = sql`(select ${cashSale.id} as id, ${cashSale.amount} as amount from ${cashSale}
    where ${conditions(filter)} order by ${cashSale.id} desc limit ${max}) newest`
  const sum = sql<number>`coalesce(sum(amount), 0)`.mapWith(Number)
  const count = sql<number>`count(*)`.mapWith(Number)
  const [total] = await adHocQuery(read, db => db.select({ count, amount: sum }).from(newest))
  const { count: sales, amount } = total ?? { count: 0, amount: 0 }
  if (!filter.isRefunded) return { count: sales, amount, refunded: 0 }
  const isOfNewestSales = and(
    eq(refund.status, 'completed'),
    sql`${refund.cashSaleId} in (select id from ${newest})`,
  )
  const [refunds] = await adHocQuery(read, db =>
    db.select({ amount: sum }).from(refund).where(isOfNewestSales),
  )
  return { count: sales, amount, refunded: refunds?.amount ?? 0 }
}
