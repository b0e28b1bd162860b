// The sales of a shift with their lines, from the index of its till: only the newest sales of one till are
// read, however many the shop has; older ones only for a shift that counts late money.
import { and, eq, gte } from 'drizzle-orm'
import { idWithPrefix, lowestIdAt, timeOf } from '../domain/id.ts'
import { sessionSeconds } from '../domain/session.ts'
import type { Shift } from '../domain/shift.ts'
import type { SoldSale } from '../domain/shift-item.ts'
import { query, type Read } from './engine/statement.ts'
import { firstNumber } from './payment-filter.ts'
import { payment } from './table.ts'
import { cashSale } from './till-table.ts'

/** A shift of a till, and the first payment number or cash sale id to read. */
interface ShiftKey<From> {
  readonly tillId: string
  readonly shiftId: string
  readonly from: From
}
const selectPayments = query<ShiftKey<number> & { readonly accountId: string }, SoldSale>((db, param) =>
  db
    .select({ amount: payment.amount, lineItems: payment.lineItems })
    .from(payment)
    .where(
      and(
        eq(payment.accountId, param('accountId')),
        eq(payment.tillId, param('tillId')),
        gte(payment.number, param('from')),
        eq(payment.shiftId, param('shiftId')),
      ),
    ),
)
const selectCashSales = query<ShiftKey<string>, SoldSale>((db, param) =>
  db
    .select({ amount: cashSale.amount, lineItems: cashSale.lineItems })
    .from(cashSale)
    .where(
      and(
        eq(cashSale.tillId, param('tillId')),
        gte(cashSale.id, param('from')),
        eq(cashSale.shiftId, param('shiftId')),
      ),
    ),
)

/** Nearly all payments complete within this time after their creation: a payment link is open for a day. */
const createdBeforeMs = sessionSeconds.max * 1_000

/**
 * Lists the sales of a till's shift. A payment whose money came late may have been created long before the
 * shift. While sales are missing, payments are read again from eight times as long before the shift.
 * @param expectedCount number of sales in the totals of the shift
 */
export async function listSalesOfShift(
  read: Read,
  { id: shiftId, tillId, accountId, openedAt }: Pick<Shift, 'id' | 'tillId' | 'accountId' | 'openedAt'>,
  expectedCount: number,
): Promise<SoldSale[]> {
  // The time in its id is later than its opening if the clock had been ahead and was set right.
  const start = Math.min(timeOf(shiftId), openedAt ?? Number.POSITIVE_INFINITY)
  const cashFrom = idWithPrefix('cash', lowestIdAt(start - createdBeforeMs))
  const cash = await selectCashSales(read, { tillId, shiftId, from: cashFrom })
  for (let beforeMs = createdBeforeMs; ; beforeMs *= 8) {
    const from = await firstNumber(read, lowestIdAt(Math.max(0, start - beforeMs)))
    const payments = await selectPayments(read, { accountId, tillId, shiftId, from })
    const hasAllSales = payments.length + cash.length >= expectedCount
    if (hasAllSales || beforeMs >= start) return [...payments, ...cash]
  }
}
