// Stored totals of sales and refunds, by day and kind (domain/sale-total.ts). They change in the
// transaction that changes a payment, cash sale or refund, so the report of a month reads a few rows per day
// and no sales.
import { and, asc, between, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { StoredItems } from '../domain/line-item.ts'
import type { PaymentType } from '../domain/payment-type.ts'
import { type Refund, refundedOrPendingLines } from '../domain/refund.ts'
import type { RefundLine, StoredRefundLines } from '../domain/refund-line.ts'
import {
  type CountedRefund,
  newCountedRefund,
  type PaidSale,
  placeOfCash,
  placeOfPayment,
  type SaleKind,
  type SaleSum,
  type SaleTotal,
  saleOfCash,
  saleOfPayment,
  totalsOfRefund,
} from '../domain/sale-total.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { refund } from './refund-table.ts'
import { account, payment } from './table.ts'
import { cashSale } from './till-table.ts'
import { saleTotal } from './total-table.ts'

const addToTotal = mutation<SaleTotal>((db, param) =>
  db
    .insert(saleTotal)
    .values(rowPlaceholders(saleTotal))
    .onConflictDoUpdate({
      target: [saleTotal.accountId, saleTotal.kind, saleTotal.day, saleTotal.name],
      set: {
        count: sql`${saleTotal.count} + ${param('count')}`,
        gross: sql`${saleTotal.gross} + ${param('gross')}`,
        quantity: sql`${saleTotal.quantity} + ${param('quantity')}`,
        refunds: sql`${saleTotal.refunds} + ${param('refunds')}`,
        refunded: sql`${saleTotal.refunded} + ${param('refunded')}`,
        costed: sql`${saleTotal.costed} + ${param('costed')}`,
        cost: sql`${saleTotal.cost} + ${param('cost')}`,
      },
    }),
)
const deleteOfAccount = mutation<{ accountId: string }>((db, param) =>
  db.delete(saleTotal).where(eq(saleTotal.accountId, param('accountId'))),
)
const selectOfAccount = query<{ accountId: string }, SaleTotal>((db, param) =>
  db
    .select()
    .from(saleTotal)
    .where(eq(saleTotal.accountId, param('accountId'))),
)

/** Adds to the stored totals of sales; negative counts and amounts take a sale out. */
export async function addSaleTotals(tx: Tx, totals: readonly SaleTotal[]): Promise<void> {
  for (const total of totals) await addToTotal(tx, total)
}
/** Deletes all stored totals of sales of an account, so that they can be counted again. */
export const dropSaleTotals = (tx: Tx, accountId: string): Promise<unknown> =>
  deleteOfAccount(tx, { accountId })
/** Returns all stored totals of sales of an account. */
export const listStoredSaleTotals = (read: Read, accountId: string): Promise<SaleTotal[]> =>
  selectOfAccount(read, { accountId })

const summed = {
  count: sql<number>`sum(${saleTotal.count})`.mapWith(Number),
  gross: sql<number>`sum(${saleTotal.gross})`.mapWith(Number),
  quantity: sql<number>`sum(${saleTotal.quantity})`.mapWith(Number),
  refunds: sql<number>`sum(${saleTotal.refunds})`.mapWith(Number),
  refunded: sql<number>`sum(${saleTotal.refunded})`.mapWith(Number),
  costed: sql<number>`sum(${saleTotal.costed})`.mapWith(Number),
  cost: sql<number>`sum(${saleTotal.cost})`.mapWith(Number),
}
/** Days of an account from the first to the last, YYYYMMDD. */
interface DayRange {
  readonly accountId: string
  readonly first: number
  readonly last: number
}
type KindRange = DayRange & { readonly kind: SaleKind }
export type NamedSum = SaleSum & { readonly name: string }
export type DaySum = SaleSum & { readonly day: number }

/** Matches the stored totals of a kind on the days of a range. */
const isInRange = (param: (name: keyof KindRange) => SQL) =>
  and(
    eq(saleTotal.accountId, param('accountId')),
    eq(saleTotal.kind, param('kind')),
    between(saleTotal.day, param('first'), param('last')),
  )
const selectSumsByName = query<KindRange, NamedSum>((db, param) =>
  db
    .select({ name: saleTotal.name, ...summed })
    .from(saleTotal)
    .where(isInRange(param))
    .groupBy(saleTotal.name),
)
const selectSumsByDay = query<KindRange, DaySum>((db, param) =>
  db
    .select({ day: saleTotal.day, ...summed })
    .from(saleTotal)
    .where(isInRange(param))
    .groupBy(saleTotal.day)
    .orderBy(asc(saleTotal.day)),
)
/** Returns whether a sum holds any sale or refund: totals stay stored at 0 after a void. */
const isNotEmpty = ({ count, refunds }: SaleSum) => count !== 0 || refunds !== 0

/** Adds up the days of a range by the names of a kind, such as tills, cashiers or products. */
export const salesByName = async (read: Read, range: KindRange): Promise<NamedSum[]> =>
  (await selectSumsByName(read, range)).filter(isNotEmpty)
/** Adds up the sales of each day of a range; a day without sales and refunds has no row. */
export const salesByDay = async (read: Read, range: DayRange): Promise<DaySum[]> =>
  (await selectSumsByDay(read, { ...range, kind: 'method' })).filter(isNotEmpty)

type PaymentRow = Parameters<typeof saleOfPayment>[0]
const selectPayments = query<{ after: number; upTo: number }, PaymentRow>((db, param) =>
  db
    .select({
      accountId: payment.accountId,
      createdAt: payment.createdAt,
      amount: payment.amount,
      status: payment.status,
      type: payment.type,
      tillId: payment.tillId,
      staffId: payment.staffId,
      lineItems: payment.lineItems,
    })
    .from(payment)
    .where(and(gt(payment.number, param('after')), lte(payment.number, param('upTo')))),
)
const selectCashSales = query<{ after: string; limit: number }, typeof cashSale.$inferSelect>((db, param) =>
  db
    .select()
    .from(cashSale)
    .where(gt(cashSale.id, param('after')))
    .orderBy(asc(cashSale.id))
    .limit(sql.placeholder('limit')),
)
interface RefundRow {
  readonly id: string
  readonly paymentId: string | null
  readonly cashSaleId: string | null
  readonly timeZone: string
  readonly accountId: string
  readonly createdAt: number
  readonly amount: number
  readonly status: (typeof refund.$inferSelect)['status']
  readonly unmatchedId: string | null
  readonly lineItems: StoredRefundLines
  readonly saleAmount: number | null
  readonly paymentLines: StoredItems
  readonly cashLines: StoredItems
  readonly type: PaymentType | null
  readonly paymentTill: string | null
  readonly paymentStaff: string | null
  readonly cashTill: string | null
  readonly cashStaff: string | null
}
const refundColumns = {
  id: refund.id,
  paymentId: refund.paymentId,
  cashSaleId: refund.cashSaleId,
  timeZone: account.timeZone,
  accountId: refund.accountId,
  createdAt: refund.createdAt,
  amount: refund.amount,
  status: refund.status,
  unmatchedId: refund.unmatchedId,
  lineItems: refund.lineItems,
  saleAmount: sql<number | null>`coalesce(${payment.amount}, ${cashSale.amount}) as sale_amount`.mapWith(
    Number,
  ),
  paymentLines: sql<StoredItems>`${payment.lineItems} as payment_lines`.mapWith(payment.lineItems),
  cashLines: sql<StoredItems>`${cashSale.lineItems} as cash_lines`.mapWith(cashSale.lineItems),
  type: payment.type,
  paymentTill: sql<string | null>`${payment.tillId} as payment_till`,
  paymentStaff: sql<string | null>`${payment.staffId} as payment_staff`,
  cashTill: sql<string | null>`${cashSale.tillId} as cash_till`,
  cashStaff: sql<string | null>`${cashSale.cashier} as cash_staff`,
}
const selectRefunds = query<{ after: string; limit: number }, RefundRow>((db, param) =>
  db
    .select(refundColumns)
    .from(refund)
    .innerJoin(account, eq(account.id, refund.accountId))
    .leftJoin(payment, eq(payment.id, refund.paymentId))
    .leftJoin(cashSale, eq(cashSale.id, refund.cashSaleId))
    .where(gt(refund.id, param('after')))
    .orderBy(asc(refund.id))
    .limit(sql.placeholder('limit')),
)
const selectRefundById = query<{ id: string }, RefundRow>((db, param) =>
  db
    .select(refundColumns)
    .from(refund)
    .innerJoin(account, eq(account.id, refund.accountId))
    .leftJoin(payment, eq(payment.id, refund.paymentId))
    .leftJoin(cashSale, eq(cashSale.id, refund.cashSaleId))
    .where(eq(refund.id, param('id'))),
)
type EarlierRefund = Pick<Refund, 'status' | 'lineItems'>
const selectEarlierOfPayment = query<{ paymentId: string; before: string }, EarlierRefund>((db, param) =>
  db
    .select({ status: refund.status, lineItems: refund.lineItems })
    .from(refund)
    .where(and(eq(refund.paymentId, param('paymentId')), lt(refund.id, param('before')))),
)
const selectEarlierOfCash = query<{ cashSaleId: string; before: string }, EarlierRefund>((db, param) =>
  db
    .select({ status: refund.status, lineItems: refund.lineItems })
    .from(refund)
    .where(and(eq(refund.cashSaleId, param('cashSaleId')), lt(refund.id, param('before')))),
)
/** Reads the lines of the earlier refunds of a refund's sale that did not fail. */
async function earlierLinesOf(
  read: Read,
  { id: before, paymentId, cashSaleId }: RefundRow,
): Promise<readonly RefundLine[]> {
  if (paymentId !== null)
    return refundedOrPendingLines(await selectEarlierOfPayment(read, { paymentId, before }))
  return refundedOrPendingLines(await selectEarlierOfCash(read, { cashSaleId: cashSaleId ?? '', before }))
}

/** Returns a refund as the totals count it; undefined for one that does not count, such as a failed one. */
const countedRefundOf = async (read: Read, row: RefundRow): Promise<CountedRefund | undefined> =>
  newCountedRefund(
    row,
    {
      amount: row.saleAmount ?? 0,
      lineItems: row.paymentLines ?? row.cashLines,
      ...(row.type === null
        ? placeOfCash({ tillId: row.cashTill ?? '', cashier: row.cashStaff ?? '' })
        : placeOfPayment({ type: row.type, tillId: row.paymentTill, staffId: row.paymentStaff })),
    },
    row.lineItems ? await earlierLinesOf(read, row) : [],
  )

/**
 * Adds a stored refund to the totals of its day, or takes it out when `sign` is -1. Failed ones, and those
 * of unmatched money, do not count.
 */
export async function countRefund(tx: Tx, id: string, sign: 1 | -1): Promise<void> {
  const [row] = await selectRefundById(tx, { id })
  const counted = row && (await countedRefundOf(tx, row))
  if (counted) await addSaleTotals(tx, totalsOfRefund(counted, row.timeZone, sign))
}

const selectIdsOfPayment = query<{ paymentId: string }, { id: string }>((db, param) =>
  db
    .select({ id: refund.id })
    .from(refund)
    .where(eq(refund.paymentId, param('paymentId'))),
)
const selectIdsOfCash = query<{ cashSaleId: string }, { id: string }>((db, param) =>
  db
    .select({ id: refund.id })
    .from(refund)
    .where(eq(refund.cashSaleId, param('cashSaleId'))),
)
/**
 * Adds the refunds of a sale to the totals, or takes them out when `sign` is -1. Call it before and after a
 * change of the payment's method, and before and after one of the refunds fails or is paid after all.
 */
export async function countRefundsOfSale(
  tx: Tx,
  { paymentId, cashSaleId }: Pick<Refund, 'paymentId' | 'cashSaleId'>,
  sign: 1 | -1,
): Promise<void> {
  const refunds =
    paymentId === null
      ? await selectIdsOfCash(tx, { cashSaleId: cashSaleId ?? '' })
      : await selectIdsOfPayment(tx, { paymentId })
  for (const { id } of refunds) await countRefund(tx, id, sign)
}

/** Lists the paid sales among the payments with numbers after `after`, up to and including `upTo`. */
export const listPaidPayments = async (read: Read, after: number, upTo: number): Promise<PaidSale[]> =>
  (await selectPayments(read, { after, upTo })).flatMap(row => saleOfPayment(row) ?? [])

/** A piece of a table, and the id after which the next piece begins; undefined at the end. */
export interface Piece<T> {
  readonly rows: readonly T[]
  readonly next: string | undefined
}
/** Reads up to `limit` cash sales after an id, in the order of their ids. */
export async function cashPiece(read: Read, after: string, limit: number): Promise<Piece<PaidSale>> {
  const rows = await selectCashSales(read, { after, limit })
  return { rows: rows.map(saleOfCash), next: rows.at(-1)?.id }
}
/** Reads up to `limit` refunds after an id, and returns those of them that count in the totals. */
export async function refundPiece(read: Read, after: string, limit: number): Promise<Piece<CountedRefund>> {
  const rows = await selectRefunds(read, { after, limit })
  const counted: CountedRefund[] = []
  for (const row of rows) {
    const one = await countedRefundOf(read, row)
    if (one) counted.push(one)
  }
  return { rows: counted, next: rows.at(-1)?.id }
}
