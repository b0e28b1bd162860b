// Stored totals of sales and refunds, by day and kind (domain/sale-total.ts). They change in the
// transaction that changes a payment, cash sale or refund, so the report of a month reads a few rows per day
// and no sales.
import { and, asc, between, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import {
  type PaidSale,
  type SaleKind,
  type SaleSum,
  type SaleTotal,
  saleOfCash,
  saleOfPayment,
} from '../domain/sale-total.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { payment } from './table.ts'
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

/** Adds to the stored totals of sales and refunds; negative counts and amounts take a sale or refund out. */
export async function addSaleTotals(tx: Tx, totals: readonly SaleTotal[]): Promise<void> {
  for (const total of totals) await addToTotal(tx, total)
}
/** Deletes all stored totals of sales of an account, so that they can be counted again. */
export const dropSaleTotals = (tx: Tx, accountId: string): Promise<unknown> =>
  deleteOfAccount(tx, { accountId })
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
/** Returns whether a sum has any sale or refund: a total stays stored at 0 after its last sale was voided. */
const isNotEmpty = ({ count, refunds }: SaleSum) => count !== 0 || refunds !== 0

/** Adds up the totals of a range of days by the names of a kind, such as tills, cashiers or products. */
export const salesByName = async (read: Read, range: KindRange): Promise<NamedSum[]> =>
  (await selectSumsByName(read, range)).filter(isNotEmpty)
/**
 * Adds up the sales of each day of a range; a day without sales and refunds has no row. The totals by method
 * are added up, because each sale has exactly one method.
 */
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
