// Shifts are opened, counted and closed. A sale belongs to the till's current shift in the transaction that
// completes the sale; after a close, it belongs to the next shift.

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

/** Returns a till and its shift that is not closed, as this transaction sees them. */
export async function currentShiftOf(tx: Tx, tillId: string): Promise<{ till: Till; shift: Shift }> {
  const till = await findTill(tx, tillId)
  const shift = till && (await findShift(tx, till.shiftId))
  assert(shift, 'a till has a shift that is not closed')
  return { till, shift }
}

/** Adds to the totals of a shift that is not closed. @param tally a sale, or a fee that arrived later */
export async function addSale(tx: Tx, shift: Shift, tally: Omit<ShiftTotal, 'shiftId'>): Promise<void> {
  assert(shift.state !== 'closed', 'a closed shift never changes')
  await addTotal(tx, { shiftId: shift.id, ...tally })
}

/**
 * Counts a till's payment that completes now in the till's shift. A fee that arrives later counts in the
 * shift at that time.
 * @returns the payment, with the shift that counts it
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

/** Adds to the report of an open shift what it sold until now; a closed one is frozen. */
export async function withSold(read: Read, { shift, report }: ShiftWithReport): Promise<ShiftWithReport> {
  if (shift.state === 'closed') return { shift, report }
  return { shift, report: { ...report, sold: await soldItemsOf(read, shift, report) } }
}

/**
 * Creates the shift that follows the last one, which counts sales until a cashier opens it.
 * @returns its id
 */
const insertWaitingShift = async (
  tx: Tx,
  appliance: Appliance,
  last: Pick<Shift, 'accountId' | 'tillId' | 'number'>,
  now: number,
) => {
  const next = followingShift(last, idWithPrefix('shift', appliance.world.ids.uuid(now)))
  await insertShift(tx, next)
  return next.id
}

/** Creates the first shift of a new till. @returns its id */
export const firstShift = (
  tx: Tx,
  appliance: Appliance,
  accountId: string,
  tillId: string,
  now: number,
): Promise<string> => insertWaitingShift(tx, appliance, { accountId, tillId, number: 0 }, now)

/**
 * Closes an open shift: its report is frozen, and the next shift waits.
 * @param end who closes it, the cash that they counted, and why it is short
 * @returns the till with its next shift, not written yet
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
  const closedShift = nextShift(
    shift,
    { kind: 'closed', by: end.by, counted: end.counted, shortReason, report },
    now,
  )
  await updateShift(tx, closedShift)
  return {
    till: { ...till, shiftId: await insertWaitingShift(tx, appliance, shift, now) },
    shift: closedShift,
    report,
  }
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
 * Closes the shift: the report is frozen, and the next shift waits.
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
 * Moves cash out of the drawer or into it.
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
 * Returns a shift of the account that was opened; a waiting shift is not found.
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
 * Returns the sales since the last close, which the next shift counts. There are none while a shift is open.
 * @param shift the current shift of a till
 */
export async function salesAfterShift(
  read: Read,
  shift: Shift | undefined,
): Promise<{ count: number; gross: number }> {
  const totals = shift?.state === 'waiting' ? await listTotals(read, shift.id) : []
  const { total } = shiftReport(0, totals, [], null) // without float, moves or count: only sales are needed
  return { count: total.count, gross: total.gross }
}
