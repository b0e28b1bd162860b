// Lists, searches and counts of payments: each walks the one index that is meant for it
// (test/store/scale.test.ts).
import { and, between, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Payment, PaymentStatus, PaymentType } from '../domain/payment.ts'
import { adHocQuery, adHocRows, query, type Read, rowQuery } from './engine/statement.ts'
import {
  needsUnion,
  numberColumn,
  numberPage,
  ofEachStatus,
  type PaymentFilter,
  paymentConditions,
  readyFilter,
} from './payment-filter.ts'
import { hasMoreThanCompared, isOfWords, isOnPage, numbersWithWords } from './payment-word.ts'
import { countAll, countUpTo, numberAmong, walkDown } from './range.ts'
import { payment } from './table.ts'
import { paymentTotal, total } from './total-table.ts'

const listed = adHocRows(payment)

type FirstPage = { accountId: string; status?: PaymentStatus; type?: PaymentType; limit: number }
const firstPageBy = (...columns: (typeof payment.status | typeof payment.type)[]) =>
  rowQuery<FirstPage, typeof payment>(payment, (db, at) =>
    db
      .select()
      .from(payment)
      .where(
        and(
          eq(payment.accountId, at('accountId')),
          ...columns.map(column => eq(column, at(column === payment.status ? 'status' : 'type'))),
        ),
      )
      .orderBy(desc(payment.number))
      .limit(sql.placeholder('limit')),
  )
const firstPageByType = (planner: Read['planner']) =>
  rowQuery<FirstPage, typeof payment>(payment, (db, at) =>
    db
      .select()
      .from(payment)
      .where(
        numberAmong(
          payment.number,
          sql`${ofEachStatus({
            fitsOf: status =>
              and(
                eq(payment.accountId, at('accountId')),
                eq(payment.status, status),
                eq(payment.type, at('type')),
              ),
            columns: numberColumn,
            each: planner === 'postgres' ? at('limit') : undefined,
          })} order by number desc limit ${at('limit')}`,
          planner,
        ),
      )
      .orderBy(desc(payment.number)),
  )
const firstPagesByType = { sqlite: firstPageByType(undefined), postgres: firstPageByType('postgres') }
/** The lists that are asked for most, compiled once: making their text took as long as reading 20 rows. */
const firstPages = {
  all: firstPageBy(),
  status: firstPageBy(payment.status),
  type: (read: Read, page: FirstPage) => firstPagesByType[read.planner ?? 'sqlite'](read, page),
  both: firstPageBy(payment.status, payment.type),
}

function firstPageOf(filter: PaymentFilter): (typeof firstPages)['type'] | undefined {
  const { accountId: _, status, type, ...others } = filter
  if (Object.values(others).some(value => value !== undefined)) return undefined
  if (status) return type ? firstPages.both : firstPages.status
  return type ? firstPages.type : firstPages.all
}

/**
 * A page of payments, newest first. What an offset skips is skipped in the index, without a look at its rows.
 */
export async function listPayments(
  read: Read,
  filter: PaymentFilter,
  limit: number,
  offset: number,
): Promise<Payment[]> {
  const first = offset === 0 ? firstPageOf(filter) : undefined
  if (first) return first(read, { ...filter, limit } as FirstPage)
  const wanted = await pageConditions(read, filter, limit, offset)
  const isKept = filter.numbers === undefined && filter.words === undefined
  return listed(read, isKept, db =>
    db.select().from(payment).where(wanted).orderBy(desc(payment.number)).limit(limit),
  )
}

/** Whether it filters by nothing but these. */
const filtersOnlyBy = (filter: PaymentFilter, names: readonly (keyof PaymentFilter)[]): boolean =>
  Object.entries(filter).every(([name, value]) => value === undefined || names.some(one => one === name))

/** Payments of an account, a status, or a status and a type, far down, for SQLite. */
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

/** Whether it is of words of notes, whose index says all: no payment is read that is not shown. */
const isOfWordsAlone = (filter: PaymentFilter): boolean =>
  isOfWords(filter) &&
  filtersOnlyBy(filter, ['accountId', 'words', 'wordStart', 'searched', 'fromId', 'beforeId'])

async function pageConditions(read: Read, filter: PaymentFilter, limit: number, offset: number) {
  if (filter.words?.length && isOfWordsAlone(filter)) {
    const { range, ...ready } = await readyFilter(read, filter)
    return isOnPage(ready, range, { limit, offset }, read.planner)
  }
  if (offset === 0 && !needsUnion(filter)) return paymentConditions(read, await readyFilter(read, filter))
  const isPlain = !needsUnion(filter) && filtersOnlyBy(filter, ['accountId', 'status', 'type'])
  if (isPlain && read.planner !== 'postgres') return deepPage(filter, limit, offset)
  return numberAmong(payment.number, await numberPage(read, filter, limit, offset), read.planner)
}

const sumCounts = sql<number>`coalesce(sum(${paymentTotal.count}), 0)`.mapWith(Number)
type TotalFilter = { accountId: string; status: PaymentStatus | null; type: PaymentType | null }
const sumOfCounts = query<TotalFilter, { count: number }>((db, at) =>
  db
    .select({ count: sumCounts })
    .from(paymentTotal)
    .where(
      and(
        eq(paymentTotal.accountId, at('accountId')),
        sql`coalesce(${at('status')}, ${paymentTotal.status}) = ${paymentTotal.status}`,
        sql`coalesce(${at('type')}, ${paymentTotal.type}) = ${paymentTotal.type}`,
      ),
    ),
)

/** How many payments there are by account, status and type, as they are kept. */
export async function countPayments(
  read: Read,
  filter: Pick<PaymentFilter, 'accountId' | 'status' | 'type'>,
): Promise<number> {
  const { accountId, status = null, type = null } = filter
  return (await sumOfCounts(read, { accountId, status, type }))[0]?.count ?? 0
}

/** Whether `countPayments` counts what fits this filter. */
export const isCountKept = (filter: PaymentFilter): boolean =>
  filtersOnlyBy(filter, ['accountId', 'status', 'type'])

/** Of the newest days that are added up: a month has some 400 with all types and statuses. */
const dayRowsMax = 500
type DayFilter = TotalFilter & { first: number; last: number }
const sumOfDays = query<DayFilter, { count: number }>((db, at) => {
  const newest = db
    .select({ status: total.status, type: total.type, count: total.count })
    .from(total)
    .where(and(eq(total.accountId, at('accountId')), between(total.day, at('first'), at('last'))))
    .orderBy(desc(total.day))
    .limit(dayRowsMax)
    .as('newest')
  return db
    .select({ count: sql<number>`coalesce(sum(${newest.count}), 0)`.mapWith(Number) })
    .from(newest)
    .where(
      and(
        sql`coalesce(${at('status')}, ${newest.status}) = ${newest.status}`,
        sql`coalesce(${at('type')}, ${newest.type}) = ${newest.type}`,
      ),
    )
})

/** Days, YYYYMMDD. */
interface Days {
  readonly first: number
  readonly last: number
}

const countOf = async (read: Read, found: SQL): Promise<number> => {
  const count = sql<number>`count(*)`.mapWith(Number)
  const [row] = await adHocQuery(read, db => db.select({ count }).from(sql`(${found}) found`))
  return row?.count ?? 0
}

/**
 * How many payments fit a filter, up to `max`. Where its range has no more numbers, all are counted at once; where the
 * totals of its newest days show `max` already, none: to count 10,000 takes as long as all else of a list.
 * @param days whole days within its range
 */
export async function countPaymentsUpTo(
  read: Read,
  filter: PaymentFilter,
  max: number,
  days?: Days,
): Promise<number> {
  const ready = await readyFilter(read, filter)
  const { range } = ready
  if (isOfWordsAlone(filter) && (filter.words?.length || read.planner === 'postgres')) {
    const found = numbersWithWords(ready, range, read.planner)
    return Math.min(max, await countOf(read, found))
  }
  const fits = paymentConditions(read, ready)
  const { from = 0, before = Number.MAX_SAFE_INTEGER } = range
  if (before - from <= max) return countAll(read, payment, fits)
  // Words find ten thousand at most: to look for the last of them first would be to count twice.
  if (isOfWords(filter)) return Math.min(max, await countAll(read, payment, fits))
  if (days && filtersOnlyBy(filter, ['accountId', 'status', 'type', 'fromId', 'beforeId'])) {
    const { accountId, status = null, type = null } = filter
    const [known] = await sumOfDays(read, { accountId, status, type, ...days })
    if (known && known.count >= max) return max
  }
  return countUpTo(read, payment, fits, max)
}

/** Whether there may be more payments that fit a filter than are found: of frequent words the newest are compared. */
export async function mayFitMore(read: Read, filter: PaymentFilter): Promise<boolean> {
  if (!isOfWords(filter)) return false
  const ready = await readyFilter(read, filter)
  return hasMoreThanCompared(read, ready, ready.range)
}
