// Cash sales as rows.
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Product } from '../domain/product.ts'
import { saleOfCash, totalsOfSale } from '../domain/sale-total.ts'
import type { CashSale } from '../domain/shift.ts'
import { mutation, placeholders, query, type Read, type Tx } from './engine/statement.ts'
import { addSaleTotals } from './sale-total.ts'
import { moveSold } from './sold-stock.ts'
import { cashSale } from './till-table.ts'

const insert = mutation<CashSale>(db => db.insert(cashSale).values(placeholders(cashSale)))
const byId = query<{ id: string }, CashSale>((db, at) =>
  db
    .select()
    .from(cashSale)
    .where(eq(cashSale.id, at('id'))),
)
const ofPayment = query<{ paymentId: string }, CashSale>((db, at) =>
  db
    .select()
    .from(cashSale)
    .where(and(eq(cashSale.paymentId, at('paymentId')), isNull(cashSale.voidedAt))),
)
const newestOfTill = query<{ tillId: string; limit: number }, CashSale>((db, at) =>
  db
    .select()
    .from(cashSale)
    .where(eq(cashSale.tillId, at('tillId')))
    .orderBy(desc(cashSale.id))
    .limit(sql.placeholder('limit')),
)
const anyOf = query<{ accountId: string }, { id: string }>((db, at) =>
  db
    .select({ id: cashSale.id })
    .from(cashSale)
    .where(and(eq(cashSale.accountId, at('accountId')), isNull(cashSale.voidedAt)))
    .limit(1),
)
const setVoided = mutation<CashSale>((db, at) =>
  db
    .update(cashSale)
    .set({
      voidedAt: at('voidedAt'),
      voidedBy: at('voidedBy'),
      voidReason: at('voidReason'),
      voidApprovedBy: at('voidApprovedBy'),
    })
    .where(eq(cashSale.id, at('id'))),
)

/**
 * Adds a cash sale, and counts it on its day in the account's time zone.
 * @returns the products of which tills now show another number as left
 */
export async function insertCash(tx: Tx, value: CashSale, timeZone: string): Promise<readonly Product[]> {
  await insert(tx, value)
  await addSaleTotals(tx, totalsOfSale(saleOfCash(value), timeZone))
  const { accountId, id, cashier, createdAt, lineItems } = value
  return moveSold(tx, lineItems, { accountId, subject: id, staffId: cashier, now: createdAt })
}
export const updateCash = (tx: Tx, value: CashSale): Promise<unknown> => setVoided(tx, value)
export const findCash = async (read: Read, id: string): Promise<CashSale | undefined> =>
  (await byId(read, { id }))[0]
/** Returns the cash that was taken instead of a payment, unless it was voided. */
export const findCashOf = async (read: Read, paymentId: string): Promise<CashSale | undefined> =>
  (await ofPayment(read, { paymentId }))[0]
/** Returns whether an account has a cash sale that was not refunded. */
export const hasTakenCash = async (read: Read, accountId: string): Promise<boolean> =>
  (await anyOf(read, { accountId })).length > 0
/** Lists the newest cash sales of a till. */
export const listCash = (read: Read, tillId: string, limit: number): Promise<CashSale[]> =>
  newestOfTill(read, { tillId, limit })
