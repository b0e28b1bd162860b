// Opens, counts and closes the shifts of a till. The transaction that completes a sale counts it in the
// till's current shift. After a close, that is the next shift, which waits to be opened.

import type { Account } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import { assert, badField, fault, shortValue } from '../domain/fault.ts'
import { idWithPrefix } from '../domain/id.ts'
import type { Payment } from '../domain/payment.ts'
import {
  assertOpen,
  followingShift,
  type MoveKind,
  nextShift,
  type Shift,
  type ShiftReport,
  type ShiftTotal,
  shortReasonOf,
  tallyOf,
} from '../domain/shift.ts'
import { type SoldInShift, soldInShift } from '../domain/shift-item.ts'
import { shiftReport } from '../domain/shift-report.ts'
import type { Till } from '../domain/till.ts'
import type { Read, Tx } from '../store/engine/statement.ts'
import { listRefundsOfShift } from '../store/refund.ts'
import {
  addTotal,
  findShift,
  insertMove,
  insertShift,
  listMoves,
  listTotals,
  updateShift,
} from '../store/shift.ts'
import { listSalesOfShift } from '../store/shift-sale.ts'
import { findTill, updateTill } from '../store/till.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'

/** A person signed in at a till. */
export interface TillContext {
  readonly account: Account
  readonly tillId: string
  readonly staffId: string
  readonly by: RequestedBy
}

/** A shift with its report, which is frozen once the shift is closed. */
export interface ShiftWithReport {
  readonly shift: Shift
  readonly report: ShiftReport
}

/** Returns a till and its current shift, open or waiting to be opened, as this transaction sees them. */
export async function currentShiftOf(tx: Tx, tillId: string): Promise<{ till: Till; shift: Shift }> {
  const till = await findTill(tx, tillId)
  const shift = till && (await findShift(tx, till.shiftId))
  assert(shift, 'a till has a shift that is not closed')
  return { till, shift }
}

/** Adds a sale to a shift's totals. @param tally what the sale adds, or a fee that became known later */
export async function addSale(tx: Tx, shift: Shift, tally: Omit<ShiftTotal, 'shiftId'>): Promise<void> {
  assert(shift.state !== 'closed', 'a closed shift never changes')
  await addTotal(tx, { shiftId: shift.id, ...tally })
}

/**
 * Counts a till's payment that completes now in the till's current shift. A fee that becomes known later
 * counts in the shift that is current then.
 * @returns the payment after the change, with the shift that counts its sale
 */
export async function countSale(tx: Tx, before: Payment, after: Payment): Promise<Payment> {
  const tally = tallyOf(before, after)
  if (!tally || after.tillId === null) return after
  const { shift } = await currentShiftOf(tx, after.tillId)
  await addSale(tx, shift, tally)
  return tally.count > 0 ? { ...after, shiftId: shift.id } : after
}

/**
 * Adds up the sales, moves and refunds of a shift until now.
 * @param counted the cash in the drawer, whole shillings; null when it was not counted
 */
const reportUntilNow = async (read: Read, shift: Shift, counted: number | null): Promise<ShiftReport> =>
  shiftReport(
    shift.cashFloat,
    await listTotals(read, shift.id),
    await listMoves(read, shift.id),
    counted,
    await listRefundsOfShift(read, shift.id),
  )

/** Returns a shift with its report until now, or as it was closed. */
export async function shiftWithReport(read: Read, shift: Shift): Promise<ShiftWithReport> {
  return { shift, report: shift.report ?? (await reportUntilNow(read, shift, null)) }
}

/** Returns the items that a shift has sold. */
const soldItemsOf = async (read: Read, shift: Shift, { total }: ShiftReport): Promise<SoldInShift> =>
  soldInShift(await listSalesOfShift(read, shift, total.count), total.gross)

/** Adds the items sold until now to the report of a shift. The report of a closed shift stays frozen. */
export async function withSold(read: Read, { shift, report }: ShiftWithReport): Promise<ShiftWithReport> {
  if (shift.state === 'closed') return { shift, report }
  return { shift, report: { ...report, sold: await soldItemsOf(read, shift, report) } }
}

/**
 * Creates the shift that follows the last one. It counts sales already while it waits to be opened.
 * @returns the id of the new shift
 */
const insertWaitingShift = async (
  tx: Tx,
  appliance: Appliance,
  last: Pick<Shift, 'accountId' | 'tillId' | 'number'>,
  now: number,
) => {
  const waitingShift = followingShift(last, idWithPrefix('shift', appliance.world.ids.uuid(now)))
  await insertShift(tx, waitingShift)
  return waitingShift.id
}

/** Creates the first shift of a new till. @returns the id of the shift */
export const firstShift = (
  tx: Tx,
  appliance: Appliance,
  accountId: string,
  tillId: string,
  now: number,
): Promise<string> => insertWaitingShift(tx, appliance, { accountId, tillId, number: 0 }, now)

/**
 * Closes an open shift: freezes its report, and creates the till's next shift.
 * @param end `by`: the staff id of who closes it · `counted`: cash in the drawer, whole shillings; null when
 * it was not counted · `reason`: why cash is missing
 * @returns the till with its next shift, which the caller stores; the closed shift; and its report
 * @throws Fault `short_count_reason_missing`
 */
export async function closeOpenShift(
  tx: Tx,
  appliance: Appliance,
  { till, shift }: { till: Till; shift: Shift },
  end: { readonly by: string; readonly counted: number | null; readonly reason: string | null },
  now: number,
): Promise<{ till: Till; shift: Shift; report: ShiftReport }> {
  const countedReport = await reportUntilNow(tx, shift, end.counted)
  const shortReason = shortReasonOf(countedReport, end.reason)
  const report = { ...countedReport, sold: await soldItemsOf(tx, shift, countedReport) }
  const action = { kind: 'closed', by: end.by, counted: end.counted, shortReason, report } as const
  const closedShift = nextShift(shift, action, now)
  await updateShift(tx, closedShift)
  const shiftId = await insertWaitingShift(tx, appliance, shift, now)
  return { till: { ...till, shiftId }, shift: closedShift, report }
}

/**
 * Opens the till's shift, which already contains the sales since the last close.
 * @param float the cash in the drawer at the start, whole shillings
 * @throws Fault `shift_already_open`
 */
export async function openShift(
  tx: Tx,
  appliance: Appliance,
  context: TillContext,
  float: number,
): Promise<ShiftWithReport> {
  const now = appliance.world.clock.now()
  const { shift } = await currentShiftOf(tx, context.tillId)
  const opened = nextShift(shift, { kind: 'opened', by: context.staffId, float }, now)
  await updateShift(tx, opened)
  await recordAudit(tx, appliance, {
    account: context.account,
    by: context.by,
    kind: 'shift.opened',
    subject: shift.id,
    detail: { float },
  })
  return shiftWithReport(tx, opened)
}

/**
 * Closes the till's open shift with the cash that the cashier counted, and creates the next shift.
 * @returns the closed shift with its frozen report
 * @throws Fault `shift_not_open`, or as `closeOpenShift`
 */
export async function closeShift(
  tx: Tx,
  appliance: Appliance,
  context: TillContext,
  { counted, reason }: { readonly counted: number; readonly reason: string | null },
): Promise<ShiftWithReport> {
  const current = await currentShiftOf(tx, context.tillId)
  const { till, shift, report } = await closeOpenShift(
    tx,
    appliance,
    current,
    { by: context.staffId, counted, reason },
    appliance.world.clock.now(),
  )
  await updateTill(tx, till)
  const { expected, difference } = report.cash
  await recordAudit(tx, appliance, {
    account: context.account,
    by: context.by,
    kind: 'shift.closed',
    subject: shift.id,
    detail: { gross: report.total.gross, expected, counted, difference },
  })
  return { shift, report }
}

/**
 * Records cash that the cashier moves out of the drawer or into it.
 * @param move `amount`: whole shillings
 * @returns the shift with its report after the move
 * @throws Fault `shift_not_open`, or `drop_above_drawer` for more than the drawer should hold
 */
export async function moveCash(
  tx: Tx,
  appliance: Appliance,
  context: TillContext,
  move: { readonly kind: MoveKind; readonly amount: number; readonly reason: string },
): Promise<ShiftWithReport> {
  const { clock, ids } = appliance.world
  const now = clock.now()
  const { shift } = await currentShiftOf(tx, context.tillId)
  assertOpen(shift)
  const { report } = await shiftWithReport(tx, shift)
  // The fault does not reveal the expected sum: with a blind count, the cashier must not know it.
  if (move.kind === 'drop' && move.amount > report.cash.expected)
    throw badField('amount', 'drop_above_drawer')
  const id = idWithPrefix('move', ids.uuid(now))
  await insertMove(tx, { ...move, id, shiftId: shift.id, cashier: context.staffId, createdAt: now })
  const { kind, amount } = move
  await recordAudit(tx, appliance, {
    account: context.account,
    by: context.by,
    kind: 'drawer.changed',
    subject: shift.id,
    detail: { kind, amount },
  })
  return shiftWithReport(tx, shift)
}

/**
 * Returns an open or closed shift of the account. A shift that waits to be opened counts as not found.
 * @throws Fault `shift_not_found`
 */
export async function getShift(appliance: Appliance, account: Account, id: string): Promise<ShiftWithReport> {
  const { read } = appliance.store
  const shift = await findShift(read, id)
  if (shift?.accountId !== account.id || shift.state === 'waiting')
    throw fault('shift_not_found', { id: shortValue(id) })
  return shiftWithReport(read, shift)
}

/**
 * Returns the number and sum of the sales since a till's last close. While a shift is open there are none.
 */
export async function salesAfterShift(
  read: Read,
  shift: Shift | undefined,
): Promise<{ count: number; gross: number }> {
  const totals = shift?.state === 'waiting' ? await listTotals(read, shift.id) : []
  // Only sales are needed, so the report has no float, moves or count.
  const { total } = shiftReport(0, totals, [], null)
  return { count: total.count, gross: total.gross }
}
