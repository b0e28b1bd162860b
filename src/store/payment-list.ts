// Lists, searches and counts of payments: each walks the one index that is meant for it
// (test/store/scale.test.ts).
import { and, between, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Payment } from '../domain/payment.ts'
import type { PaymentStatus, PaymentType } from '../domain/payment-type.ts'
import { adHocQuery, query, type Read } from './engine/statement.ts'
import {
  needsUnion,
  numberColumn,
  numberPage,
  ofEachStatus,
  type PaymentFilter,
  paymentConditions,
  prepareFilter,
} from './payment-filter.ts'
import { hasMoreThanCompared, isOfWords, isOnWordPage, numbersWithWords } from './payment-word.ts'
import { countAll, countUpTo, numberAmong, walkDown } from './range.ts'
import { payment } from './table.ts'
import { paymentTotal, total } from './total-table.ts'

type FirstPage = { accountId: string; status?: PaymentStatus; type?: PaymentType; limit: number }
/** Returns the query for the newest payments of an account, filtered by status, type, both or neither. */
const selectFirstPageBy = (...columns: (typeof payment.status | typeof payment.type)[]) =>
  query<FirstPage, typeof payment.$inferSelect>((db, param) =>
    db
      .select()
      .from(payment)
      .where(
        and(
          eq(payment.accountId, param('accountId')),
          ...columns.map(column => eq(column, param(column === payment.status ? 'status' : 'type'))),
        ),
      )
      .orderBy(desc(payment.number))
      .limit(sql.placeholder('limit')),
  )
/** Returns the query for the newest payments of a type, as one walk for each status. */
const selectFirstPageByType = (planner: Read['planner']) =>
  query<FirstPage, typeof payment.$inferSelect>((db, param) => {
    const fitsOf = (status: PaymentStatus) =>
      and(
        eq(payment.accountId, param('accountId')),
        eq(payment.status, status),
        eq(payment.type, param('type')),
      )
    const walkLimit = planner === 'postgres' ? param('limit') : undefined
    const walks = ofEachStatus({ fitsOf, columns: numberColumn, walkLimit })
    const numbers = sql`${walks} order by number desc limit ${param('limit')}`
    return db
      .select()
      .from(payment)
      .where(numberAmong(payment.number, numbers, planner))
      .orderBy(desc(payment.number))
  })
const firstPagesByType = {
  sqlite: selectFirstPageByType(undefined),
  postgres: selectFirstPageByType('postgres'),
}
/** The most frequent lists, compiled once: building their text took as long as reading 20 rows. */
const firstPages = {
  all: selectFirstPageBy(),
  status: selectFirstPageBy(payment.status),
  type: (read: Read, page: FirstPage) => firstPagesByType[read.planner ?? 'sqlite'](read, page),
  both: selectFirstPageBy(payment.status, payment.type),
}

/** Returns the compiled first-page query of a filter; undefined if it has more than status and type. */
function firstPageOf(filter: PaymentFilter): (typeof firstPages)['type'] | undefined {
  const { accountId: _, status, type, ...others } = filter
  if (Object.values(others).some(value => value !== undefined)) return undefined
  if (status) return type ? firstPages.both : firstPages.status
  return type ? firstPages.type : firstPages.all
}

/**
 * Lists a page of payments, newest first. Payments before the offset are skipped in the index, without
 * reading rows.
 */
export async function listPayments(
  read: Read,
  filter: PaymentFilter,
  limit: number,
  offset: number,
): Promise<Payment[]> {
  const readFirstPage = offset === 0 ? firstPageOf(filter) : undefined
  if (readFirstPage) return readFirstPage(read, { ...filter, limit } as FirstPage)
  const isOnPage = await pageConditions(read, filter, limit, offset)
  // The SQL text of a filter with numbers or words differs per call.
  const isTextReused = filter.numbers === undefined && filter.words === undefined
  return adHocQuery(
    read,
    db => db.select().from(payment).where(isOnPage).orderBy(desc(payment.number)).limit(limit),
    isTextReused ? 'kept' : 'once',
  )
}

/** Returns whether a filter sets no fields other than these. */
const filtersOnlyBy = (filter: PaymentFilter, names: readonly (keyof PaymentFilter)[]): boolean =>
  Object.entries(filter).every(
    ([name, value]) => value === undefined || names.some(allowedName => allowedName === name),
  )

/**
 * Matches the payments on a page far down a list of an account, a status, or a status and a type, for SQLite:
 * earlier pages are skipped in the index.
 */
function deepPage({ accountId, status, type }: PaymentFilter, limit: number, offset: number): SQL {
  const { begin, order, fits } = walkDown(
    [
      { column: payment.accountId, value: accountId },
      { column: payment.status, value: status },
      { column: payment.type, value: type },
    ],
    payment.number,
  )
  const numbers = sql`select ${payment.number} from ${payment} where ${begin}
    order by ${order} limit ${limit} offset ${offset}`
  return sql`${payment.number} in (${numbers}) and ${fits}`
}

/**
 * Returns whether a filter has only words of notes and a range. The index of words then finds a page alone,
 * so only payments on the page are read.
 */
const isOfWordsAlone = (filter: PaymentFilter): boolean =>
  isOfWords(filter) &&
  filtersOnlyBy(filter, ['accountId', 'words', 'wordStart', 'searched', 'fromId', 'beforeId'])

const hasWords = ({ words = [] }: PaymentFilter): boolean => words.length > 0

/**
 * Returns the condition that finds the payments on a page, by the cheapest index for the filter. For a first
 * page, the caller's order and limit may still have to cut off later payments.
 */
async function pageConditions(read: Read, filter: PaymentFilter, limit: number, offset: number) {
  if (hasWords(filter) && isOfWordsAlone(filter)) {
    const { range, ...prepared } = await prepareFilter(read, filter)
    return isOnWordPage(prepared, range, { limit, offset }, read.planner)
  }
  if (offset === 0 && !needsUnion(filter)) return paymentConditions(read, await prepareFilter(read, filter))
  const isIndexed = !needsUnion(filter) && filtersOnlyBy(filter, ['accountId', 'status', 'type'])
  if (isIndexed && read.planner !== 'postgres') return deepPage(filter, limit, offset)
  return numberAmong(payment.number, await numberPage(read, filter, limit, offset), read.planner)
}

const sumCounts = sql<number>`coalesce(sum(${paymentTotal.count}), 0)`.mapWith(Number)
type TotalFilter = { accountId: string; status: PaymentStatus | null; type: PaymentType | null }
const selectCountSum = query<TotalFilter, { count: number }>((db, param) =>
  db
    .select({ count: sumCounts })
    .from(paymentTotal)
    .where(
      and(
        eq(paymentTotal.accountId, param('accountId')),
        sql`coalesce(${param('status')}, ${paymentTotal.status}) = ${paymentTotal.status}`,
        sql`coalesce(${param('type')}, ${paymentTotal.type}) = ${paymentTotal.type}`,
      ),
    ),
)

/** Returns the stored number of payments of an account; a status or type that is undefined means all. */
export async function countPayments(
  read: Read,
  filter: Pick<PaymentFilter, 'accountId' | 'status' | 'type'>,
): Promise<number> {
  const { accountId, status = null, type = null } = filter
  return (await selectCountSum(read, { accountId, status, type }))[0]?.count ?? 0
}

/** Returns whether the number of payments of a filter is stored, as `countPayments` returns it. */
export const isCountKept = (filter: PaymentFilter): boolean =>
  filtersOnlyBy(filter, ['accountId', 'status', 'type'])

/** Most rows of daily totals that are added up, newest first. A month has about 400 rows. */
const dayRowsMax = 500
type DayFilter = TotalFilter & { first: number; last: number }
/** Counts the payments of the newest days. With a status or type of null, it counts all of them. */
const selectDaysSum = query<DayFilter, { count: number }>((db, param) => {
  const newest = db
    .select({ status: total.status, type: total.type, count: total.count })
    .from(total)
    .where(and(eq(total.accountId, param('accountId')), between(total.day, param('first'), param('last'))))
    .orderBy(desc(total.day))
    .limit(dayRowsMax)
    .as('newest')
  return db
    .select({ count: sql<number>`coalesce(sum(${newest.count}), 0)`.mapWith(Number) })
    .from(newest)
    .where(
      and(
        sql`coalesce(${param('status')}, ${newest.status}) = ${newest.status}`,
        sql`coalesce(${param('type')}, ${newest.type}) = ${newest.type}`,
      ),
    )
})

/** The first and the last day of a range, YYYYMMDD. */
interface Days {
  readonly first: number
  readonly last: number
}

/** Counts the rows that a query of payment numbers selects. */
const countFoundNumbers = async (read: Read, numbers: SQL): Promise<number> => {
  const count = sql<number>`count(*)`.mapWith(Number)
  const [row] = await adHocQuery(read, db => db.select({ count }).from(sql`(${numbers}) found`))
  return row?.count ?? 0
}

/**
 * Counts the payments that fit a filter, up to `max`. A range of at most `max` numbers is counted at once. If
 * daily totals already reach `max`, no payment is counted: that would take as long as the rest of a list.
 * @param days whole days within the range of the filter; undefined if there is none
 */
export async function countPaymentsUpTo(
  read: Read,
  filter: PaymentFilter,
  max: number,
  days?: Days,
): Promise<number> {
  const prepared = await prepareFilter(read, filter)
  const { range } = prepared
  if (isOfWordsAlone(filter) && (hasWords(filter) || read.planner === 'postgres')) {
    const numbers = numbersWithWords(prepared, range, read.planner)
    return Math.min(max, await countFoundNumbers(read, numbers))
  }
  const condition = paymentConditions(read, prepared)
  const { from = 0, before = Number.MAX_SAFE_INTEGER } = range
  if (before - from <= max) return countAll(read, payment, condition)
  // Words find at most `sharedMax` payments: looking for number `max` of them first would count twice.
  if (isOfWords(filter)) return Math.min(max, await countAll(read, payment, condition))
  if (days && filtersOnlyBy(filter, ['accountId', 'status', 'type', 'fromId', 'beforeId', 'created'])) {
    const { accountId, status = null, type = null } = filter
    const [daysSum] = await selectDaysSum(read, { accountId, status, type, ...days })
    if (daysSum && daysSum.count >= max) return max
  }
  return countUpTo(read, payment, condition, max)
}

/** Returns whether a search may miss payments: of frequent words, only the newest payments are compared. */
export async function mayFitMore(read: Read, filter: PaymentFilter): Promise<boolean> {
  if (!isOfWords(filter)) return false
  const prepared = await prepareFilter(read, filter)
  return hasMoreThanCompared(read, prepared, prepared.range)
}
