// Adds refunds to the stored totals of sales (sale-total.ts).
import { asc, eq, gt, sql } from 'drizzle-orm'
import type { StoredItems } from '../domain/line-item.ts'
import type { PaymentType } from '../domain/payment-type.ts'
import { type Refund, refundedOrPendingLines } from '../domain/refund.ts'
import type { RefundLine, StoredRefundLines } from '../domain/refund-line.ts'
import {
  type CountedRefund,
  newCountedRefund,
  placeOfCash,
  placeOfPayment,
  totalsOfRefund,
} from '../domain/sale-total.ts'
import { query, type Read, type Tx } from './engine/statement.ts'
import { listRefundsOfSale } from './refund.ts'
import { refund } from './refund-table.ts'
import { addSaleTotals, type Piece } from './sale-total.ts'
import { account, payment } from './table.ts'
import { cashSale } from './till-table.ts'

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
/** Reads the lines of earlier refunds of the same sale that did not fail. */
const earlierLinesOf = async (read: Read, row: RefundRow): Promise<readonly RefundLine[]> =>
  refundedOrPendingLines((await listRefundsOfSale(read, row)).filter(({ id }) => id < row.id))

/**
 * Returns a refund as the totals of sales count it; undefined if it does not count, because it failed or gave
 * back unmatched money.
 */
async function countedRefundOf(read: Read, row: RefundRow): Promise<CountedRefund | undefined> {
  const salePlace =
    row.type === null
      ? placeOfCash({ tillId: row.cashTill ?? '', cashier: row.cashStaff ?? '' })
      : placeOfPayment({ type: row.type, tillId: row.paymentTill, staffId: row.paymentStaff })
  const lineItems = row.paymentLines ?? row.cashLines
  const earlierLines = row.lineItems ? await earlierLinesOf(read, row) : []
  return newCountedRefund(row, { amount: row.saleAmount ?? 0, lineItems, ...salePlace }, earlierLines)
}

/**
 * Adds a stored refund to the totals of its day, or takes it out when `sign` is -1. Failed refunds do not
 * count, and neither do refunds of unmatched money.
 */
export async function countRefund(tx: Tx, id: string, sign: 1 | -1): Promise<void> {
  const [row] = await selectRefundById(tx, { id })
  const counted = row && (await countedRefundOf(tx, row))
  if (counted) await addSaleTotals(tx, totalsOfRefund(counted, row.timeZone, sign))
}

/**
 * Adds the refunds of a sale to the totals, or takes them out when `sign` is -1. What a refund counts depends
 * on the payment's method and on the other refunds. So call this with -1 before, and with 1 after, the method
 * changes, or one of the refunds fails or is paid after all.
 */
export async function countRefundsOfSale(
  tx: Tx,
  sale: Pick<Refund, 'paymentId' | 'cashSaleId'>,
  sign: 1 | -1,
): Promise<void> {
  for (const { id } of await listRefundsOfSale(tx, sale)) await countRefund(tx, id, sign)
}

/** Reads up to `limit` refunds after an id, and returns those of them that count in the totals. */
export async function refundPiece(read: Read, after: string, limit: number): Promise<Piece<CountedRefund>> {
  const rows = await selectRefunds(read, { after, limit })
  const counted: CountedRefund[] = []
  for (const row of rows) {
    const refundToCount = await countedRefundOf(read, row)
    if (refundToCount) counted.push(refundToCount)
  }
  return { rows: counted, next: rows.at(-1)?.id }
}
