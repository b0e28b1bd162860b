// Sums for the ledger check: every stored total must equal the sum of its rows.
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { PaymentStatus, PaymentType } from '../domain/payment-type.ts'
import type { Book } from '../domain/posting.ts'
import { query, type Read } from './engine/statement.ts'
import { balance, payment, posting } from './table.ts'
import { paymentTotal, total } from './total-table.ts'

/** The amount moved between two books of an account, in whole shillings. */
export interface PostingSum {
  readonly accountId: string
  readonly fromBook: Book
  readonly toBook: Book
  readonly amount: number
}

const summed = sql<number>`sum(${posting.amount})`.mapWith(Number)
const selectPostingSums = query<{ after: number; upTo: number }, PostingSum>((db, param) =>
  db
    .select({
      accountId: posting.accountId,
      fromBook: posting.fromBook,
      toBook: posting.toBook,
      amount: summed,
    })
    .from(posting)
    .where(and(gt(posting.number, param('after')), lte(posting.number, param('upTo'))))
    .groupBy(posting.accountId, posting.fromBook, posting.toBook),
)
const selectPostingAfter = query<{ after: number; skip: number }, { number: number }>((db, param) =>
  db
    .select({ number: posting.number })
    .from(posting)
    .where(gt(posting.number, param('after')))
    .orderBy(asc(posting.number))
    .limit(1)
    .offset(sql.placeholder('skip')),
)
const selectBalances = query<object, { accountId: string; book: Book; amount: number }>(db =>
  db.select().from(balance),
)
/** The sum of the payments of one quarter of an hour, type and status. */
export interface PaymentSum {
  readonly accountId: string
  /** Quarter of an hour of their creation, counted since 1970. */
  readonly quarter: number
  readonly type: PaymentType
  readonly status: PaymentStatus
  readonly count: number
  /** Whole shillings. */
  readonly amount: number
}

/** Length of a quarter of an hour: the offset of every time zone is a multiple of it. */
export const quarterMs = 900_000
const quarter = sql<number>`${payment.createdAt} / ${sql.raw(String(quarterMs))}`.mapWith(Number)
const selectPaymentSums = query<{ after: number; upTo: number }, PaymentSum>((db, param) =>
  db
    .select({
      accountId: payment.accountId,
      quarter,
      type: payment.type,
      status: payment.status,
      count: sql<number>`count(*)`.mapWith(Number),
      amount: sql<number>`sum(${payment.amount})`.mapWith(Number),
    })
    .from(payment)
    .where(and(gt(payment.number, param('after')), lte(payment.number, param('upTo'))))
    .groupBy(payment.accountId, quarter, payment.type, payment.status),
)
const selectPaymentAfter = query<{ after: number; skip: number }, { number: number }>((db, param) =>
  db
    .select({ number: payment.number })
    .from(payment)
    .where(gt(payment.number, param('after')))
    .orderBy(asc(payment.number))
    .limit(1)
    .offset(sql.placeholder('skip')),
)
const selectTotals = query<{ accountId: string }, typeof total.$inferSelect>((db, param) =>
  db
    .select()
    .from(total)
    .where(eq(total.accountId, param('accountId'))),
)

type CountName = Pick<typeof paymentTotal.$inferSelect, 'accountId' | 'type' | 'status'>
const selectTotalMismatches = query<object, CountName>(db => {
  const { accountId, type, status, count, amount } = paymentTotal
  const all = sql`(select ${accountId}, ${type}, ${status}, ${count}, ${amount} from ${paymentTotal} union all
    select ${total.accountId}, ${total.type}, ${total.status}, -${total.count}, -${total.amount} from ${total}) differences`
  return db
    .select({
      accountId: sql<string>`account_id`,
      type: sql<CountName['type']>`type`,
      status: sql<CountName['status']>`status`,
    })
    .from(all)
    .groupBy(sql`account_id`, sql`type`, sql`status`)
    .having(sql`sum(count) <> 0 or sum(amount) <> 0`)
})

/** Lists the all-time payment totals whose count or amount differs from the sum of the daily totals. */
export const totalMismatches = (read: Read) => selectTotalMismatches(read, {})

/**
 * Adds up the payments with numbers after `after`, up to and including `upTo`, by account, quarter of an
 * hour, type and status.
 */
export const sumPayments = (read: Read, after: number, upTo: number): Promise<PaymentSum[]> =>
  selectPaymentSums(read, { after, upTo })
/** Returns the number of the `count`th payment after number `after`; undefined if there are fewer. */
export const paymentAfter = async (read: Read, after: number, count: number): Promise<number | undefined> =>
  (await selectPaymentAfter(read, { after, skip: count - 1 }))[0]?.number
/** Lists the stored totals of an account's payments, for each day, type and status. */
export const listStoredTotals = (read: Read, accountId: string) => selectTotals(read, { accountId })

/** Adds up the postings with numbers after `after`, up to and including `upTo`, by account and books. */
export const sumPostings = (read: Read, after: number, upTo: number): Promise<PostingSum[]> =>
  selectPostingSums(read, { after, upTo })
/** Returns the number of the `count`th posting after number `after`; undefined if there are fewer. */
export const postingAfter = async (read: Read, after: number, count: number): Promise<number | undefined> =>
  (await selectPostingAfter(read, { after, skip: count - 1 }))[0]?.number
/** Lists the stored balances of all books of all accounts, in whole shillings. */
export const allBalances = (read: Read) => selectBalances(read, {})
