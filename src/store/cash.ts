// Cash sales as rows.
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Product } from '../domain/product.ts'
import { saleOfCash, totalsOfSale } from '../domain/sale-total.ts'
import type { CashSale } from '../domain/shift.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { addSaleTotals } from './sale-total.ts'
import { moveSold } from './sold-stock.ts'
import { cashSale } from './till-table.ts'

const insertRow = mutation<CashSale>(db => db.insert(cashSale).values(rowPlaceholders(cashSale)))
const selectById = query<{ id: string }, CashSale>((db, param) =>
  db
    .select()
    .from(cashSale)
    .where(eq(cashSale.id, param('id'))),
)
const selectOfPayment = query<{ paymentId: string }, CashSale>((db, param) =>
  db
    .select()
    .from(cashSale)
    .where(and(eq(cashSale.paymentId, param('paymentId')), isNull(cashSale.voidedAt))),
)
const selectOfSession = query<{ sessionId: string }, CashSale>((db, param) =>
  db
    .select()
    .from(cashSale)
    .where(and(eq(cashSale.sessionId, param('sessionId')), isNull(cashSale.voidedAt))),
)
const selectNewestOfTill = query<{ tillId: string; limit: number }, CashSale>((db, param) =>
  db
    .select()
    .from(cashSale)
    .where(eq(cashSale.tillId, param('tillId')))
    .orderBy(desc(cashSale.id))
    .limit(sql.placeholder('limit')),
)
const selectAnyOfAccount = query<{ accountId: string }, { id: string }>((db, param) =>
  db
    .select({ id: cashSale.id })
    .from(cashSale)
    .where(and(eq(cashSale.accountId, param('accountId')), isNull(cashSale.voidedAt)))
    .limit(1),
)
const setVoided = mutation<CashSale>((db, param) =>
  db
    .update(cashSale)
    .set({
      voidedAt: param('voidedAt'),
      voidedBy: param('voidedBy'),
      voidReason: param('voidReason'),
      voidApprovedBy: param('voidApprovedBy'),
    })
    .where(eq(cashSale.id, param('id'))),
)

/**
 * Adds a cash sale, counts it in the totals of its day in the account's time zone, and takes its goods out of
 * stock.
 * @returns the products for which tills now show another number left
 */
export async function insertCash(tx: Tx, value: CashSale, timeZone: string): Promise<readonly Product[]> {
  await insertRow(tx, value)
  await addSaleTotals(tx, totalsOfSale(saleOfCash(value), timeZone))
  const { accountId, id, cashier, createdAt, lineItems } = value
  return moveSold(tx, lineItems, { accountId, subject: id, staffId: cashier, now: createdAt })
}
/** Writes who voided a cash sale, when and why; nothing else of it changes. */
export const updateCash = (tx: Tx, value: CashSale): Promise<unknown> => setVoided(tx, value)
/** Returns a cash sale, voided or not; undefined for an unknown id. */
export const findCash = async (read: Read, id: string): Promise<CashSale | undefined> =>
  (await selectById(read, { id }))[0]
/** Returns the cash sale that was made instead of a payment and not voided; undefined if none. */
export const findCashOf = async (read: Read, paymentId: string): Promise<CashSale | undefined> =>
  (await selectOfPayment(read, { paymentId }))[0]
/** Returns the cash sale that was made instead of a payment link and not voided; undefined if none. */
export const findCashOfLink = async (read: Read, sessionId: string): Promise<CashSale | undefined> =>
  (await selectOfSession(read, { sessionId }))[0]
/** Returns whether an account has a cash sale that was not voided. */
export const hasTakenCash = async (read: Read, accountId: string): Promise<boolean> =>
  (await selectAnyOfAccount(read, { accountId })).length > 0
/** Lists the newest `limit` cash sales of a till, newest first, including voided ones. */
export const listCash = (read: Read, tillId: string, limit: number): Promise<CashSale[]> =>
  selectNewestOfTill(read, { tillId, limit })
