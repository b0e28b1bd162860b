// The sales of a shift with their lines, from the index of its till: only the newest sales of one till are
// read, however many the shop has.
import { and, eq, gte } from 'drizzle-orm'
import { idFrom, idWithPrefix, timeOf } from '../domain/id.ts'
import { sessionSeconds } from '../domain/session.ts'
import type { Shift } from '../domain/shift.ts'
import type { SoldSale } from '../domain/shift-item.ts'
import { query, type Read } from './engine/statement.ts'
import { firstNumber } from './payment-filter.ts'
import { payment } from './table.ts'
import { cashSale } from './till-table.ts'

interface OfTill<From> {
  readonly tillId: string
  readonly shiftId: string
  readonly from: From
}
const paymentsOf = query<OfTill<number> & { readonly accountId: string }, SoldSale>((db, at) =>
  db
    .select({ amount: payment.amount, lineItems: payment.lineItems })
    .from(payment)
    .where(
      and(
        eq(payment.accountId, at('accountId')),
        eq(payment.tillId, at('tillId')),
        gte(payment.number, at('from')),
        eq(payment.shiftId, at('shiftId')),
      ),
    ),
)
const cashOf = query<OfTill<string>, SoldSale>((db, at) =>
  db
    .select({ amount: cashSale.amount, lineItems: cashSale.lineItems })
    .from(cashSale)
    .where(
      and(
        eq(cashSale.tillId, at('tillId')),
        gte(cashSale.id, at('from')),
        eq(cashSale.shiftId, at('shiftId')),
      ),
    ),
)

/** A payment may complete this long after its creation, in a later shift: a link is open for a day. */
const createdBeforeMs = sessionSeconds.max * 1_000

/** Lists the sales of a till's current shift, without those created more than a day before it. */
export async function listSalesOfShift(
  read: Read,
  { id: shiftId, tillId, accountId }: Pick<Shift, 'id' | 'tillId' | 'accountId'>,
): Promise<SoldSale[]> {
  const from = idFrom(timeOf(shiftId) - createdBeforeMs)
  const payments = await paymentsOf(read, {
    accountId,
    tillId,
    shiftId,
    from: await firstNumber(read, from),
  })
  const cash = await cashOf(read, { tillId, shiftId, from: idWithPrefix('cash', from) })
  return [...payments, ...cash]
}
