// Stored totals of payments by type and status: of each day and of all days, for lists and reports. They
// change in the transaction that changes a payment (payment.ts).
import { eq, sql } from 'drizzle-orm'
import { dayOf } from '../domain/day.ts'
import type { Payment } from '../domain/payment.ts'
import type { PaymentStatus, PaymentType } from '../domain/payment-type.ts'
import { mutation, query, rowPlaceholders, type Tx } from './engine/statement.ts'
import { quarterMs } from './ledger-check.ts'
import { payment } from './table.ts'
import { paymentTotal, total } from './total-table.ts'

/** What a change of a payment adds to a total; the amount is in whole shillings. */
type TotalChange = {
  accountId: string
  day: number
  type: PaymentType
  status: PaymentStatus
  count: number
  amount: number
}
const addToDayTotal = mutation<TotalChange>((db, param) =>
  db
    .insert(total)
    .values(rowPlaceholders(total))
    .onConflictDoUpdate({
      target: [total.accountId, total.day, total.type, total.status],
      set: {
        count: sql`${total.count} + ${param('count')}`,
        amount: sql`${total.amount} + ${param('amount')}`,
      },
    }),
)

const addToPaymentTotal = mutation<TotalChange>((db, param) =>
  db
    .insert(paymentTotal)
    .values(rowPlaceholders(paymentTotal))
    .onConflictDoUpdate({
      target: [paymentTotal.accountId, paymentTotal.type, paymentTotal.status],
      set: {
        count: sql`${paymentTotal.count} + ${param('count')}`,
        amount: sql`${paymentTotal.amount} + ${param('amount')}`,
      },
    }),
)

/** Adds a change to the totals of its day and of all days. */
async function addTotal(tx: Tx, change: TotalChange): Promise<void> {
  await addToDayTotal(tx, change)
  await addToPaymentTotal(tx, change)
}

/** Returns what a payment adds to the totals of its day, or what it takes out when `sign` is -1. */
const totalChange = (value: Payment, timeZone: string, sign: 1 | -1): TotalChange => ({
  accountId: value.accountId,
  day: dayOf(value.createdAt, timeZone),
  type: value.type,
  status: value.status,
  count: sign,
  amount: sign * value.amount,
})
/** Adds a payment to the totals of its day and of all days, or takes it out when `sign` is -1. */
export const changePaymentTotal = (tx: Tx, value: Payment, timeZone: string, sign: 1 | -1) =>
  addTotal(tx, totalChange(value, timeZone, sign))

/**
 * Adds a new payment to the totals. If the transaction defers sums, equal totals of the whole group are added
 * up first and written once.
 */
export async function countNewPayment(tx: Tx, value: Payment, timeZone: string): Promise<void> {
  const change = totalChange(value, timeZone, 1)
  if (!tx.deferredSums) return addTotal(tx, change)
  const key = `${change.accountId} ${change.type} ${change.status} ${change.day}`
  const deferredSum = tx.deferredSums.get(key)
  if (!deferredSum) {
    tx.deferredSums.set(key, { change, write: writeTx => addTotal(writeTx, change) })
    return
  }
  deferredSum.change.count += change.count
  deferredSum.change.amount += change.amount
}

const quarter = sql<number>`${payment.createdAt} / ${sql.raw(String(quarterMs))}`.mapWith(Number)
const selectSumsByQuarter = query<
  { accountId: string },
  Omit<TotalChange, 'accountId' | 'day'> & { quarter: number }
>((db, param) =>
  db
    .select({
      quarter,
      type: payment.type,
      status: payment.status,
      count: sql<number>`count(*)`.mapWith(Number),
      amount: sql<number>`sum(${payment.amount})`.mapWith(Number),
    })
    .from(payment)
    .where(eq(payment.accountId, param('accountId')))
    .groupBy(quarter, payment.type, payment.status),
)
const deleteDayTotals = mutation<{ accountId: string }>((db, param) =>
  db.delete(total).where(eq(total.accountId, param('accountId'))),
)

/**
 * Counts every payment of an account again, by the days of another time zone. A million payments take about
 * 3 s, once in an account's life.
 */
export async function recountTotals(tx: Tx, accountId: string, timeZone: string): Promise<void> {
  await deleteDayTotals(tx, { accountId })
  for (const { quarter, ...sums } of await selectSumsByQuarter(tx, { accountId })) {
    const day = dayOf(quarter * quarterMs, timeZone)
    await addToDayTotal(tx, { accountId, day, ...sums })
  }
}
