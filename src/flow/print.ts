// Prints at a till's printer: finds the till's printer, decides what may be printed, and makes the one try to
// print it.

import type { Account, Role } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import { mayPrintAt } from '../domain/address.ts'
import { type Fault, fault, messageOf, shortValue } from '../domain/fault.ts'
import type { Row } from '../domain/paper.ts'
import type { Payment } from '../domain/payment.ts'
import {
  connectTimeoutMs,
  isLoopbackHost,
  noPrinter,
  type Printer,
  printerColumns,
  printerOf,
  printTimeoutMs,
  readPrinter,
} from '../domain/printer.ts'
import { noPaper, stateRequest } from '../domain/printer-state.ts'
import type { CashSale } from '../domain/shift.ts'
import type { Till } from '../domain/till.ts'
import { findCash } from '../store/cash.ts'
import { findShift } from '../store/shift.ts'
import { updateTill } from '../store/till.ts'
import type { NetPrinted } from '../world.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { isFirstMerchant } from './merchant.ts'
import { getPayment } from './payment.ts'
import { getShift, type ShiftWithReport, shiftWithReport, type TillContext, withSold } from './shift.ts'
import { findActiveTill } from './till.ts'

/**
 * Gives a till a printer. Only an owner of the first merchant may name one outside the local network.
 * @throws Fault naming the field, or as `findActiveTill`
 */
export async function setPrinter(
  appliance: Appliance,
  account: Account,
  id: string,
  requested: Printer,
  by: RequestedBy & { readonly role: Role | undefined },
): Promise<Till> {
  const mayBeAnywhere = by.role === 'owner' && (await isFirstMerchant(appliance, account))
  const printer = readPrinter(requested, { own: appliance.own, mayBeAnywhere })
  return appliance.store.write(async tx => {
    const till: Till = { ...(await findActiveTill(tx, account, id)), ...printerColumns(printer) }
    await updateTill(tx, till)
    const detail = { ...printer, name: till.name }
    await recordAudit(tx, appliance, { account, by, kind: 'till.printer_set', subject: id, detail })
    return till
  })
}

/** Removes the printer of a till, which then prints in its browser. @throws Fault as `findActiveTill` */
export const removePrinter = (
  appliance: Appliance,
  account: Account,
  id: string,
  by: RequestedBy,
): Promise<Till> =>
  appliance.store.write(async tx => {
    const before = await findActiveTill(tx, account, id)
    if (!printerOf(before)) return before
    const till: Till = { ...before, ...noPrinter }
    await updateTill(tx, till)
    const detail = { name: till.name }
    await recordAudit(tx, appliance, { account, by, kind: 'till.printer_removed', subject: id, detail })
    return till
  })

/**
 * Returns the printer of a till.
 * @throws Fault `till_revoked` when the till is not in use, `printer_missing`
 */
export function printerFor(till: Till): Printer {
  if (till.revokedAt !== null) throw fault('till_revoked')
  const printer = printerOf(till)
  if (!printer) throw fault('printer_missing')
  return printer
}

/**
 * Returns the payment whose bill with a QR code the till prints.
 * @throws Fault `bill_not_pending`, `payment_outcome_unknown`, `bill_without_qr`, or as `getPayment`
 */
export async function paymentOfBill(
  appliance: Appliance,
  { account, tillId }: TillContext,
  reference: string,
): Promise<Payment> {
  const payment = await getPayment(appliance, account, reference, { tillId })
  if (payment.status !== 'pending') throw fault('bill_not_pending', { status: payment.status })
  if (payment.unknown) throw fault('payment_outcome_unknown')
  if (payment.qr === null) throw fault('bill_without_qr')
  return payment
}

/**
 * Returns the sale of a receipt: a completed payment, or cash.
 * @throws Fault `cash_sale_not_found`, `receipt_of_refund`, `receipt_not_completed`, or as `getPayment`
 */
export async function saleOfReceipt(
  appliance: Appliance,
  { account, tillId }: TillContext,
  reference: string,
): Promise<{ readonly payment: Payment } | { readonly cash: CashSale }> {
  if (reference.startsWith('cash_')) {
    const cash = await findCash(appliance.store.read, reference)
    if (cash?.tillId !== tillId) throw fault('cash_sale_not_found', { id: shortValue(reference) })
    if (cash.voidedAt !== null) throw fault('receipt_of_refund')
    return { cash }
  }
  const payment = await getPayment(appliance, account, reference, { tillId })
  if (payment.status !== 'completed') throw fault('receipt_not_completed', { status: payment.status })
  return { payment }
}

/**
 * Returns the requested shift of this till, or the open one, with what it sold. In a shop that counts its
 * drawers blind, the report of an open shift would reveal the sum that the cashier has to count.
 * @param id the requested shift; undefined for the open one
 * @throws Fault `shift_not_found`, `shift_not_open`, or `drawer_counted_blind`
 */
export async function shiftOfReport(
  appliance: Appliance,
  { account, tillId }: TillContext,
  till: Till,
  id?: string,
): Promise<ShiftWithReport> {
  if (id !== undefined) {
    const shiftReport = await getShift(appliance, account, id)
    if (shiftReport.shift.tillId !== tillId) throw fault('shift_not_found', { id: shortValue(id) })
    if (shiftReport.shift.state === 'open' && account.blindCount) throw fault('drawer_counted_blind')
    return withSold(appliance.store.read, shiftReport)
  }
  const shift = await findShift(appliance.store.read, till.shiftId)
  if (shift?.state !== 'open') throw fault('shift_not_open')
  if (account.blindCount) throw fault('drawer_counted_blind')
  const { read } = appliance.store
  return withSold(read, await shiftWithReport(read, shift))
}

/** How many receipts to remember: more than all tills sell before each tab of a till requests a receipt. */
const rememberedMax = 500

/**
 * Returns whether this is the first automatic print request for a receipt: each open tab of a till sends one.
 * It remembers the receipt on this node, and holds its name among all nodes.
 * @param page the name of the receipt
 */
export async function isFirstPrint(
  { printedReceipts, store }: Appliance,
  tillId: string,
  page: string,
): Promise<boolean> {
  const name = `print ${tillId} ${page}`
  if (printedReceipts.has(name)) return false
  const [oldestName] = printedReceipts
  if (printedReceipts.size >= rememberedMax && oldestName !== undefined) {
    printedReceipts.delete(oldestName)
    store.nodes?.release(oldestName)
  }
  printedReceipts.add(name)
  try {
    return (await store.nodes?.hold(name)) ?? true
  } catch (error) {
    printedReceipts.delete(name)
    throw error
  }
}

/**
 * Prints one page in a single try, after earlier pages of the same printer.
 * @throws Fault `printer_refused`, `printer_busy` or `printer_unreachable` when nothing was printed,
 * `printer_silent` when a part may have been printed
 */
export async function printRows(appliance: Appliance, printer: Printer, rows: readonly Row[]): Promise<void> {
  const { log } = appliance.world
  const place = placeOf(printer)
  const { pageBytes } = await import('../wire/escpos.ts') // loads its code pages only with the first page
  const result = await printInTurn(appliance, place, leftMs =>
    sendPage(appliance, printer, pageBytes(rows, printer.paper), leftMs),
  )
  if (result.kind === 'printed') return
  log('warn', 'a page was not printed', { printer: place, kind: result.kind, error: result.error })
  throw faultOf(result, place)
}

/** Returns the address of a printer as logs and pages show it. */
export const placeOf = ({ host, port }: Printer): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

type Printing = Pick<Appliance, 'printing' | 'world' | 'own'>

/** Tests a printer without printing. A printer that accepts the connection and stays silent is ready. */
export async function printerState(
  appliance: Printing,
  printer: Printer,
): Promise<'ready' | 'off' | 'without_paper'> {
  const answer = await printInTurn(appliance, placeOf(printer), leftMs =>
    sendPage(appliance, printer, Uint8Array.from(stateRequest), Math.min(leftMs, connectTimeoutMs)),
  )
  if (answer.kind === 'unreachable' || answer.kind === 'refused') return 'off'
  return answer.kind === 'unknown' && answer.error === noPaper ? 'without_paper' : 'ready'
}

/** What became of a page; `busy` when earlier pages took all of its time, so that it was not sent. */
type PageResult = NetPrinted | { readonly kind: 'busy'; readonly error: string }

/**
 * Runs `work` for a page once the earlier pages of the printer have ended.
 * @param work receives the time that is left for the page, milliseconds; 0 or less if it waited too long
 */
async function printInTurn(
  { printing, world }: Printing,
  place: string,
  work: (leftMs: number) => Promise<PageResult>,
): Promise<PageResult> {
  const { elapsed } = world.clock
  const beganAt = elapsed()
  const pagePrint = (printing.get(place) ?? Promise.resolve()).then(() =>
    work(printTimeoutMs - (elapsed() - beganAt)),
  )
  const ended = pagePrint.then(doNothing, doNothing) // the next page waits for this one, even if it fails
  printing.set(place, ended)
  try {
    return await pagePrint
  } finally {
    if (printing.get(place) === ended) printing.delete(place)
  }
}
const doNothing = () => {}

/** Sends bytes to a printer within `leftMs`, if this server may print at its address. */
async function sendPage(
  { world, own }: Printing,
  { host, port }: Printer,
  bytes: Uint8Array,
  leftMs: number,
): Promise<PageResult> {
  if (leftMs <= 0) return { kind: 'busy', error: 'other pages took all of its time' }
  const mayReach = (address: string) => {
    const allowed = mayPrintAt(address, port, own, isLoopbackHost(host))
    return allowed === true || messageOf(allowed, { address, port })
  }
  return world.net.print({ host, port, bytes, connectMs: connectTimeoutMs, wholeMs: leftMs, mayReach })
}

/** Returns the fault of a page that was not printed. */
function faultOf({ kind, error }: Exclude<PageResult, { kind: 'printed' }>, place: string): Fault {
  switch (kind) {
    case 'refused':
      return fault('printer_refused', { why: error })
    case 'busy':
      return fault('printer_busy', { place })
    case 'unreachable':
      return fault('printer_unreachable', { place })
    case 'unknown':
      return fault('printer_silent', { place })
  }
}
