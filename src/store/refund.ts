// Refunds as rows: their lists and sums. The statements that they share with payouts are in payout.ts.
import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PendingReason, Refund, RefundStatus, RefundWay } from '../domain/refund.ts'
import { meaningsOfTerm, type SearchMeaning } from '../domain/search-term.ts'
import { adHocQuery, mutation, query, type Read, type Tx } from './engine/statement.ts'
import { endOfPhone } from './payment-filter.ts'
import { containsText, countUpTo, listPage, type PeriodRange, periodRange } from './range.ts'
import { refund } from './refund-table.ts'
import { payment } from './table.ts'

const selectOfPayment = query<{ paymentId: string }, Refund>((db, param) =>
  db
    .select()
    .from(refund)
    .where(eq(refund.paymentId, param('paymentId')))
    .orderBy(asc(refund.id)),
)
const selectOfCashSale = query<{ cashSaleId: string }, Refund>((db, param) =>
  db
    .select()
    .from(refund)
    .where(eq(refund.cashSaleId, param('cashSaleId')))
    .orderBy(asc(refund.id)),
)
const selectOfShift = query<{ shiftId: string }, Refund>((db, param) =>
  db
    .select()
    .from(refund)
    .where(eq(refund.shiftId, param('shiftId')))
    .orderBy(asc(refund.createdAt), asc(refund.id)),
)
const addRefunded = mutation<{ id: string; refunded: number }>((db, param) =>
  db
    .update(payment)
    .set({ refunded: sql`${payment.refunded} + ${param('refunded')}` })
    .where(eq(payment.id, param('id'))),
)

const addClaimTry = mutation<{ id: string }>((db, param) =>
  db
    .update(refund)
    .set({ claimTries: sql`${refund.claimTries} + 1` })
    .where(eq(refund.id, param('id'))),
)

/** Lists all refunds of a payment, oldest first. */
export const listRefundsOf = (read: Read, paymentId: string): Promise<Refund[]> =>
  selectOfPayment(read, { paymentId })
/** Lists all refunds of a cash sale, oldest first. */
export const listRefundsOfCash = (read: Read, cashSaleId: string): Promise<Refund[]> =>
  selectOfCashSale(read, { cashSaleId })
/** Lists all refunds of a payment or, if the id of the payment is null, of a cash sale; oldest first. */
export const listRefundsOfSale = (
  read: Read,
  { paymentId, cashSaleId }: Pick<Refund, 'paymentId' | 'cashSaleId'>,
): Promise<Refund[]> =>
  paymentId === null ? listRefundsOfCash(read, cashSaleId ?? '') : listRefundsOf(read, paymentId)
/**
 * Returns how much of each cash sale was refunded, in whole shillings, by the id of the sale. Sales without a
 * completed refund are left out.
 */
export async function sumRefundedOfCash(read: Read, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = (await adHocQuery(read, db =>
    db
      .select({ id: refund.cashSaleId, sum: sql<number>`sum(${refund.amount})`.mapWith(Number) })
      .from(refund)
      .where(and(inArray(refund.cashSaleId, [...ids]), eq(refund.status, 'completed')))
      .groupBy(refund.cashSaleId),
  )) as { id: string; sum: number }[]
  return new Map(rows.map(({ id, sum }) => [id, sum]))
}
/** Lists the refunds from the drawer in a shift, oldest first. */
export const listRefundsOfShift = (read: Read, shiftId: string): Promise<Refund[]> =>
  selectOfShift(read, { shiftId })
/** Adds whole shillings to the refunded amount of a payment. */
export const addToRefunded = (tx: Tx, paymentId: string, refunded: number): Promise<unknown> =>
  addRefunded(tx, { id: paymentId, refunded })

/** Counts one try of a customer to enter a phone number at the claim link of a refund. */
export const countClaimTry = (tx: Tx, id: string): Promise<unknown> => addClaimTry(tx, { id })

const selectWaitingCount = query<{ accountId: string }, { count: number }>((db, param) =>
  db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(refund)
    .where(and(eq(refund.accountId, param('accountId')), eq(refund.approval, sql`'waiting'`))),
)
/** Counts the refunds that wait for a second person's approval. */
export const countWaitingRefunds = async (read: Read, accountId: string): Promise<number> =>
  (await selectWaitingCount(read, { accountId }))[0]?.count ?? 0

export interface RefundFilter extends PeriodRange {
  readonly accountId: string
  readonly status?: RefundStatus | undefined
  readonly way?: RefundWay | undefined
  /** Why the refund is still pending. */
  readonly pendingReason?: PendingReason | undefined
  /** The text of a search field. */
  readonly term?: string | undefined
  readonly paymentId?: string | undefined
  readonly cashSaleId?: string | undefined
}

/** Matches a status; a reversed refund counts as failed. */
const hasStatus = (status: RefundStatus) =>
  status === 'failed'
    ? or(eq(refund.status, 'failed'), eq(refund.status, 'reversed'))
    : eq(refund.status, status)

/** Selects why a refund is pending, as `pendingReasonOf` decides it; its status once it has ended. */
export const refundStateColumn = sql<PendingReason | RefundStatus>`case
  when ${refund.status} = 'completed' then 'completed'
  when ${refund.status} <> 'pending' then 'failed'
  when ${refund.state} = 'unknown' then 'unknown'
  when ${refund.state} <> 'waiting' then 'processing'
  when ${refund.approval} = 'waiting' then 'approval'
  when (${refund.recipient} ->> 'phone') = '' then 'recipient_needed'
  else 'insufficient_balance' end`

/**
 * Returns the condition on one meaning of a search term; undefined for a meaning that refunds do not have,
 * such as a note. A meaning has only one of these fields.
 */
function fitsMeaning(meaning: SearchMeaning): SQL | undefined {
  const { reference, phone, phoneEnd, amount, externalReference } = meaning
  if (reference !== undefined)
    return or(
      containsText(refund.id, reference),
      containsText(refund.paymentId, reference),
      containsText(refund.cashSaleId, reference),
    )
  const recipientPhone = sql`(${refund.recipient} ->> 'phone')`
  if (phone !== undefined) return sql`${recipientPhone} = ${phone}`
  if (phoneEnd !== undefined) return sql`${endOfPhone(recipientPhone)} = ${phoneEnd}`
  if (amount !== undefined) return eq(refund.amount, amount)
  return externalReference === undefined ? undefined : eq(refund.externalReference, externalReference)
}

/** Matches refunds by any meaning of a search term. All refunds are compared, because a shop has few. */
const fitsTerm = (term: string): SQL | undefined =>
  or(
    ...meaningsOfTerm(term).map(fitsMeaning),
    eq(refund.cashSaleId, term),
    containsText(refund.reason, term),
    containsText(sql`(${refund.recipient} ->> 'name')`, term),
  )

export const refundConditions = (filter: RefundFilter): SQL | undefined =>
  and(
    eq(refund.accountId, filter.accountId),
    filter.status && hasStatus(filter.status),
    filter.way && eq(refund.way, filter.way),
    filter.pendingReason && eq(refund.status, 'pending'),
    filter.pendingReason && sql`${refundStateColumn} = ${filter.pendingReason}`,
    filter.term === undefined ? undefined : fitsTerm(filter.term),
    filter.paymentId ? eq(refund.paymentId, filter.paymentId) : undefined,
    filter.cashSaleId ? eq(refund.cashSaleId, filter.cashSaleId) : undefined,
    periodRange(refund, filter),
  )

/** Lists a page of refunds, newest first. */
export const listRefunds = (
  read: Read,
  filter: RefundFilter,
  limit: number,
  offset: number,
): Promise<Refund[]> =>
  listPage(
    read,
    refund,
    { condition: refundConditions(filter), order: [desc(refund.id)] },
    limit,
    offset,
  ) as Promise<Refund[]>

export const countRefundsUpTo = (read: Read, filter: RefundFilter, max: number): Promise<number> =>
  countUpTo(read, refund, refundConditions(filter), max)
