// Filters of payment lists: as conditions, and as the numbers that an index holds in order.
import { and, type Column, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { assert } from '../domain/fault.ts'
import { referenceLength } from '../domain/payment.ts'
import { type PaymentStatus, type PaymentType, paymentStatuses } from '../domain/payment-type.ts'
import { phoneEndAt } from '../domain/phone.ts'
import { query, type Read } from './engine/statement.ts'
import { type WordFilter, wholeWordConditions, wordStartConditions } from './payment-word.ts'
import { createdWithin, type IdRange, type NumberRange, numberRange, type PeriodRange } from './range.ts'
import { refund } from './refund-table.ts'
import { payment } from './table.ts'
import { rarestFirst } from './word-count.ts'

export interface PaymentFilter extends PeriodRange, WordFilter {
  readonly status?: PaymentStatus | undefined
  readonly type?: PaymentType | undefined
  /** E.164. */
  readonly phone?: string | undefined
  /** The last three digits of the phone number. */
  readonly phoneEnd?: string | undefined
  /** Compared without regard to case. */
  readonly email?: string | undefined
  readonly externalReference?: string | undefined
  /** Whole shillings, exactly. */
  readonly amount?: number | undefined
  readonly token?: string | undefined
  /**
   * Numbers that the token, or the end of a reference, may mean (flow/payment-number.ts). Required with
   * either.
   */
  readonly numbers?: readonly number[] | undefined
  /** Created at this till. */
  readonly tillId?: string | undefined
  /** Ordered on a shop page: created by no till, person or key. */
  readonly isShopOrder?: boolean | undefined
  /** Created by this person, and not at a till. */
  readonly staffId?: string | undefined
  /** Whether a network has not yet given a final outcome. */
  readonly unknown?: boolean | undefined
  /** Whether any of it was refunded. */
  readonly isRefunded?: boolean | undefined
  /** The whole reference, or its end (six characters or more). */
  readonly reference?: string | undefined
}

/** Selects the last digits of a phone number with the expression of their index. */
export const endOfPhone = (phone: Column | SQL): SQL => sql`substr(${phone}, ${sql.raw(String(phoneEndAt))})`

/**
 * Matches the payment with this id, or payments whose id ends like this. An end is compared only with the
 * few payments that `numberConditions` finds.
 */
const referenceCondition = (reference: string): SQL =>
  reference.length === referenceLength
    ? eq(payment.id, reference)
    : sql`substr(${payment.id}, ${referenceLength + 1 - reference.length}) = ${reference}`

/**
 * Returns the condition on payment numbers if a filter has a token or the end of a reference, so that these
 * are compared with few payments. An assert fails if such a filter has no numbers.
 */
function numberConditions({ token, reference, numbers }: PaymentFilter): SQL[] {
  const hasEndOfReference = reference && reference.length < referenceLength
  if (!token && !hasEndOfReference) return []
  assert(numbers, 'a token or the end of a reference comes with its numbers')
  return [inArray(payment.number, [...numbers])]
}

/** Returns whether a filter has a value that few payments have: SQLite must find them by that value. */
const hasRareValue = (filter: PaymentFilter) =>
  Boolean(
    filter.phone ||
      filter.phoneEnd ||
      filter.email ||
      filter.externalReference ||
      filter.token ||
      filter.reference ||
      filter.amount !== undefined ||
      filter.words ||
      filter.wordStart ||
      filter.unknown ||
      filter.isRefunded,
  )

/**
 * Compares a column whose values many payments share. If the filter has a rarer value, the condition is
 * hidden from the planner (`is true`), which would walk all completed payments in search of a token.
 */
const commonValueCondition = (column: Column, value: string | undefined, isHidden: boolean) => {
  if (value === undefined) return undefined
  return isHidden ? sql`(${column} = ${value}) is true` : sql`${column} = ${value}`
}

/**
 * Returns the conditions on the till or person of a sale: rarer than a status, but common compared with a
 * rare value such as a phone number.
 */
function sellerConditions(filter: PaymentFilter): SQL[] {
  const { tillId, staffId, isShopOrder } = filter
  const isHidden = hasRareValue(filter)
  const conditions = [
    isShopOrder ? and(...[payment.staffId, payment.tillId, payment.keyId].map(isNull)) : undefined,
    commonValueCondition(payment.tillId, tillId, isHidden),
    commonValueCondition(payment.staffId, staffId, isHidden),
    // Marked unlikely, because a range of numbers alone looks rarer to the planner than it is.
    staffId === undefined ? undefined : sql`unlikely(${isNull(payment.tillId)})`,
  ]
  return conditions.filter(condition => condition !== undefined)
}

/**
 * Returns the condition on whether the outcome is unknown. A subquery finds all unknown payments first: their
 * index holds only these few, but the planner does not know that and would start elsewhere.
 */
function unknownConditions({ accountId, unknown }: PaymentFilter): SQL[] {
  if (unknown === undefined) return []
  if (!unknown) return [sql`${payment.unknown} = 0`]
  return [
    sql`${payment.number} in (select ${payment.number} from ${payment} where ${eq(payment.accountId, accountId)} and ${payment.unknown} = 1)`,
  ]
}

/** Most refunds that a list or sum of refunded payments reads: the newest ones. */
const refundsMax = 20_000

/** Returns the conditions on whether a payment was refunded; the newest refunds find those that were. */
function refundedConditions({ accountId, isRefunded }: PaymentFilter): SQL[] {
  if (isRefunded === undefined) return []
  if (!isRefunded) return [sql`${payment.refunded} = 0`]
  return [
    sql`${payment.refunded} > 0`,
    sql`${payment.id} in (select payment_id from (select ${refund.paymentId} as payment_id from ${refund}
      where ${eq(refund.accountId, accountId)} order by ${refund.id} desc
      limit ${sql.raw(String(refundsMax))}) newest where payment_id is not null)`,
  ]
}

/**
 * Compares the account. If payments are found by their numbers (given ones, or those of a subquery), the
 * account is hidden from the planner (`is true`), which would otherwise start with it.
 */
function accountCondition(filter: PaymentFilter): SQL {
  const { accountId, numbers, words, wordStart, unknown, isRefunded } = filter
  const isFoundByNumber = numbers || words || wordStart || unknown || isRefunded
  if (isFoundByNumber) return sql`(${payment.accountId} = ${accountId}) is true`
  return eq(payment.accountId, accountId)
}

const selectFirstNumber = query<{ id: string }, { number: number }>((db, param) =>
  db
    .select({ number: payment.number })
    .from(payment)
    .where(gte(payment.id, param('id')))
    .orderBy(payment.id)
    .limit(1),
)

/**
 * Returns the number of the first payment whose id is this one or a later one. If there is none, returns
 * `Number.MAX_SAFE_INTEGER`, which comes after the number of every payment.
 */
export const firstNumber = async (read: Read, id: string): Promise<number> =>
  (await selectFirstNumber(read, { id }))[0]?.number ?? Number.MAX_SAFE_INTEGER

/** Converts a range of payment ids to the range of their numbers; an open end stays undefined. */
const numbersOf = async (read: Read, { fromId, beforeId }: IdRange): Promise<NumberRange> => ({
  from: fromId === undefined ? undefined : await firstNumber(read, fromId),
  before: beforeId === undefined ? undefined : await firstNumber(read, beforeId),
})

/** A filter with what the store must look up before it reads payments (`prepareFilter`). */
export interface PreparedFilter extends PaymentFilter {
  readonly range: NumberRange
}

/** Adds to a filter its range as payment numbers, and its words in order, rarest first. */
export async function prepareFilter(read: Read, filter: PaymentFilter): Promise<PreparedFilter> {
  const range = await numbersOf(read, filter)
  return { ...filter, range, searched: filter.searched ?? (await rarestFirst(read, filter, range)) }
}

/** Returns a filter with its words in order, rarest first, so that queries need not count them again. */
export async function wordsInOrder(read: Read, filter: PaymentFilter): Promise<PaymentFilter> {
  if (filter.words === undefined || filter.words.length < 2) return filter
  const { searched } = await prepareFilter(read, filter)
  return { ...filter, searched }
}

/**
 * Returns whether a filter has a value that is rarer than a status or a type. Status and type are then hidden
 * from the planner, so that it starts with the rarer value.
 */
const isNarrow = (filter: PaymentFilter) =>
  hasRareValue(filter) ||
  filter.tillId !== undefined ||
  filter.staffId !== undefined ||
  filter.isShopOrder !== undefined

/**
 * Returns whether a filter needs one walk for each status. An index by type alone would slow down every new
 * payment, so a filter by type walks the index of status and type once for each status.
 */
export const needsUnion = (filter: PaymentFilter) =>
  filter.type !== undefined && filter.status === undefined && !isNarrow(filter)
const anyStatus = inArray(payment.status, [...paymentStatuses])

/** Returns the conditions of a filter, for a statement that selects payments without `ofEachStatus`. */
export const paymentConditions = ({ planner }: Read, filter: PreparedFilter): SQL | undefined =>
  and(needsUnion(filter) ? anyStatus : undefined, conditionsOf(filter, planner))

/**
 * Returns the conditions of a filter, in the order in which they narrow the search. The condition on a token
 * is hidden from the planner (`|| ''`), because the payments are found by the numbers that it may mean.
 */
function conditionsOf(filter: PreparedFilter, planner: Read['planner']): SQL | undefined {
  const { range } = filter
  const hidesCommon = isNarrow(filter)
  return and(
    accountCondition(filter),
    commonValueCondition(payment.status, filter.status, hidesCommon),
    commonValueCondition(payment.type, filter.type, hidesCommon),
    ...sellerConditions(filter),
    filter.phone ? eq(payment.phone, filter.phone) : undefined,
    filter.phoneEnd ? sql`${endOfPhone(payment.phone)} = ${filter.phoneEnd}` : undefined,
    // The index of e-mail addresses leaves out empty customers, so the condition must do so, too.
    filter.email
      ? sql`${payment.customer} <> '{}' and (${payment.customer} ->> 'email') = ${filter.email} collate nocase`
      : undefined,
    filter.externalReference ? eq(payment.externalReference, filter.externalReference) : undefined,
    filter.token ? sql`${payment.token} || '' = ${filter.token}` : undefined,
    filter.amount === undefined ? undefined : eq(payment.amount, filter.amount),
    ...wholeWordConditions(filter, range, planner),
    ...wordStartConditions(filter, planner),
    ...unknownConditions(filter),
    ...refundedConditions(filter),
    filter.reference ? referenceCondition(filter.reference) : undefined,
    ...numberConditions(filter),
    numberRange(range, payment.number),
    createdWithin(payment.createdAt, filter),
  )
}

/** Walks of an index of payments, one for each status. */
export interface Walks {
  /** Returns the conditions for payments of a status. */
  readonly fitsOf: (status: PaymentStatus) => SQL | undefined
  /** Columns to read: the number and more. */
  readonly columns: SQL
  /** Limit of each walk on PostgreSQL, which does not merge the walks; undefined on SQLite, which does. */
  readonly walkLimit: SQL | undefined
}

/** Selects payments with one walk for each status. The caller adds the order and limit of the whole. */
export const ofEachStatus = ({ fitsOf, columns, walkLimit }: Walks): SQL =>
  sql`select * from (${sql.join(
    paymentStatuses.map(status => {
      const walk = sql`select ${columns} from ${payment} where ${fitsOf(status)}`
      return walkLimit ? sql`(${walk} order by number desc limit ${walkLimit})` : walk
    }),
    sql` union all `,
  )}) walk`

/** The number column alone. */
export const numberColumn = sql`${payment.number} as number`

/**
 * Selects columns of a page of the payments that fit, newest first. Rows before the offset are skipped in
 * the index.
 */
export async function columnPage(
  read: Read,
  filter: PaymentFilter,
  columns: SQL,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<SQL> {
  const prepared = await prepareFilter(read, filter)
  const walkLimit = read.planner === 'postgres' ? sql`${limit + offset}` : undefined
  const fitsOf = (status: PaymentStatus) => conditionsOf({ ...prepared, status }, read.planner)
  const pageQuery = needsUnion(filter)
    ? ofEachStatus({ fitsOf, columns, walkLimit })
    : sql`select ${columns} from ${payment} where ${conditionsOf(prepared, read.planner)}`
  return sql`${pageQuery} order by number desc limit ${limit} offset ${offset}`
}

/** Selects the numbers of a page of the payments that fit, newest first. */
export const numberPage = (read: Read, filter: PaymentFilter, limit: number, offset: number): Promise<SQL> =>
  columnPage(read, filter, numberColumn, { limit, offset })
