// Lists the cash sales of an account that fit a filter, newest first. Their ids are in order of time, so a
// page walks the newest of them. Filters without an index compare a bounded number of sales.
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { CashSale } from '../domain/shift.ts'
import { adHocQuery, type Read } from './engine/statement.ts'
import { containsText, type IdRange, idRange } from './range.ts'
import { cashSale } from './till-table.ts'

/** Filters by note or amount compare only this many of the newest sales. */
const comparedMax = 20_000

export interface CashFilter extends IdRange {
  readonly accountId: string
  readonly isRefunded?: boolean | undefined
  /** Whole shillings, exactly. */
  readonly amount?: number | undefined
  /** Words of its note, in lower case; all of them must occur. */
  readonly words?: readonly string[] | undefined
  readonly tillId?: string | undefined
}

/** Returns an id as `namedId` writes it; the beginning of an id works as well. */
const cashId = (id: string | undefined) => id && `cash_${id.replaceAll('-', '')}`

const inPeriod = ({ accountId, fromId, beforeId, tillId }: CashFilter): SQL | undefined =>
  and(
    eq(cashSale.accountId, accountId),
    idRange(cashSale.id, { fromId: cashId(fromId), beforeId: cashId(beforeId) }),
    tillId === undefined ? undefined : eq(cashSale.tillId, tillId),
  )

function fits(filter: CashFilter): SQL | undefined {
  const { isRefunded, amount, words } = filter
  const newest = sql`${cashSale.id} in (select ${cashSale.id} from ${cashSale}
    where ${inPeriod(filter)} order by ${cashSale.id} desc limit ${sql.raw(String(comparedMax))})`
  return and(
    inPeriod(filter),
    isRefunded === undefined
      ? undefined
      : isRefunded
        ? isNotNull(cashSale.voidedAt)
        : isNull(cashSale.voidedAt),
    amount === undefined && words === undefined ? undefined : newest,
    amount === undefined ? undefined : eq(cashSale.amount, amount),
    ...(words ?? []).map(word => containsText(cashSale.note, word)),
  )
}

/** Lists a page of cash sales, newest first. */
export const listCashSales = (read: Read, filter: CashFilter, limit: number): Promise<CashSale[]> =>
  adHocQuery(read, db =>
    db.select().from(cashSale).where(fits(filter)).orderBy(desc(cashSale.id)).limit(limit),
  )

/** Counts and adds up the newest `max` sales that fit; whole shillings. */
export async function sumCashSales(
  read: Read,
  filter: CashFilter,
  max: number,
): Promise<{ readonly count: number; readonly amount: number }> {
  const [found] = await adHocQuery(read, db => {
    const newest = db
      .select({ amount: cashSale.amount })
      .from(cashSale)
      .where(fits(filter))
      .orderBy(desc(cashSale.id))
      .limit(max)
      .as('newest')
    return db
      .select({
        count: sql<number>`count(*)`.mapWith(Number),
        amount: sql<number>`coalesce(sum(${newest.amount}), 0)`.mapWith(Number),
      })
      .from(newest)
  })
  return found ?? { count: 0, amount: 0 }
}
