// The timeline of a cash sale: the sale, then its refunds.
import type { Account } from '../domain/account.ts'
import { staffActor } from '../domain/actor.ts'
import { fault, shortValue } from '../domain/fault.ts'
import type { CashSale } from '../domain/shift.ts'
import { findCash } from '../store/cash.ts'
import { listRefundsOfCash } from '../store/refund.ts'
import { findShift } from '../store/shift.ts'
import { findTill } from '../store/till.ts'
import type { Appliance } from './appliance.ts'
import type { Timeline } from './timeline.ts'
import { type Entry, entryAt, refundEntries } from './timeline-entry.ts'

/**
 * Returns what happened to a cash sale, oldest first.
 * @throws Fault `cash_sale_not_found`, also for a sale of another account
 */
export async function cashTimelineOf(
  { store: { read } }: Appliance,
  account: Account,
  id: string,
): Promise<Timeline> {
  const sale = await findCash(read, id)
  if (sale?.accountId !== account.id) throw fault('cash_sale_not_found', { id: shortValue(id) })
  const refunds = await listRefundsOfCash(read, id)
  return {
    reference: id,
    soldBy: staffActor(sale.cashier, sale.tillId),
    session: undefined,
    till: await findTill(read, sale.tillId),
    shift: await findShift(read, sale.shiftId),
    entries: [...soldEntry(sale), ...refunds.flatMap(refundEntries)].toSorted((a, b) => a.at - b.at),
    scheduled: [],
  }
}

/** Returns the first entry: the sale, with its amount, cash handed over and change; whole shillings. */
const soldEntry = ({ id, cashier, tillId, amount, given, createdAt }: CashSale): Entry[] =>
  entryAt(createdAt, 'cash.sold', id, { amount, given, change: given - amount }, staffActor(cashier, tillId))
