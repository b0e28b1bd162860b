// Receipt printers: admins set them up and test them, tills print on their own.
import { Elysia } from 'elysia'
import { badField } from '../../domain/fault.ts'
import type { Row } from '../../domain/paper.ts'
import { type PaperLanguage, paperWords } from '../../domain/paper-word.ts'
import { maskAllButLastDigits } from '../../domain/phone.ts'
import { billRows, cashRows, type PaperHeader, receiptRows } from '../../domain/receipt.ts'
import { refundRows } from '../../domain/refund-paper.ts'
import { refundWords } from '../../domain/refund-word.ts'
import { reportRows, testRows } from '../../domain/report-paper.ts'
import {
  isFirstPrint,
  paymentOfBill,
  printerFor,
  printRows,
  removePrinter,
  saleOfReceipt,
  setPrinter,
  shiftOfReport,
} from '../../flow/print.ts'
import { claimUrl } from '../../flow/refund-claim.ts'
import { getRefund } from '../../flow/refund-read.ts'
import { getTill } from '../../flow/till.ts'
import { PrintAtTill, readSetPrinter, SetPrinter, TestPrinter } from '../../wire/printer.ts'
import { access, tillCallerOf } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { isMasked } from '../payments/visible-payment.ts'
import { jsonBody, optionalJsonBody } from '../server/body.ts'
import type { Server } from '../server/server.ts'
import { namesOf } from '../staff/staff-name.ts'
import * as docs from './print-doc.ts'
import { tillViewOf } from './till.ts'

/**
 * Returns the rows of the page that a till wants to print: a bill, a receipt, a refund's receipt or a shift's
 * report.
 * @throws Fault when the page may not be printed, or naming `reference` when it is missing
 */
async function rowsFor(server: Server, caller: Caller, request: PrintAtTill): Promise<Row[]> {
  const { appliance } = server
  const tillCaller = tillCallerOf(caller)
  const { what, reference, shift_id: shiftId, language = 'en' } = request
  const nameOf = await namesOf(appliance, tillCaller.account.id)
  const headOf = (cashierId: string | null): PaperHeader => ({
    account: tillCaller.account,
    till: tillCaller.till.name,
    cashier: nameOf(cashierId ?? '').name, // empty without a cashier
    words: paperWords[language],
  })
  if (what === 'report') {
    const shift = await shiftOfReport(appliance, tillCaller, tillCaller.till, shiftId)
    return reportRows(headOf(tillCaller.staffId), shift, id => nameOf(id).name)
  }
  if (reference === undefined) throw badField('reference', 'required_to_print', { page: what })
  if (what === 'bill') {
    const payment = await paymentOfBill(appliance, tillCaller, reference)
    return billRows(headOf(payment.staffId), payment)
  }
  if (what === 'refund') {
    const refund = await getRefund(appliance, tillCaller.account, reference, caller.salesScope)
    // Anyone with the link of a claim gets the money, so only callers who may refund can print it.
    const claimLink = caller.may('refund') ? claimUrl(appliance, refund) : null
    return refundRows(headOf(refund.staffId), refundWords[language], refund, claimLink)
  }
  const sale = await saleOfReceipt(appliance, tillCaller, reference)
  if ('cash' in sale) return cashRows(headOf(sale.cash.cashier), sale.cash)
  const { payment } = sale
  const masksPhone = payment.phone !== null && isMasked(caller, payment)
  const phone = masksPhone ? maskAllButLastDigits(payment.phone) : payment.phone
  return receiptRows(headOf(payment.staffId), payment, phone)
}

/** Prints a test page on a till's printer. @throws Fault when the till has no printer or the printer fails */
async function printTestPage(
  server: Server,
  caller: Caller,
  id: string,
  language: PaperLanguage,
): Promise<void> {
  const { appliance } = server
  const till = await getTill(appliance, caller.account, id)
  const printer = printerFor(till)
  const nameOf = await namesOf(appliance, caller.account.id)
  const cashier = nameOf(caller.staffId ?? '').name // empty for an API key
  const head = { account: caller.account, till: till.name, cashier, words: paperWords[language] }
  await printRows(appliance, printer, testRows(head, printer, appliance.world.clock.now()))
}

/** Returns the routes that set up and test a till's printer, and print at a till. */
export const printRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .put(
      '/tills/:id/printer',
      async ({ body, caller, params }) => {
        const printer = readSetPrinter(body)
        const till = await setPrinter(appliance, caller.account, params.id, printer, caller)
        return { code: 200, data: await tillViewOf(server, till) }
      },
      { ...jsonBody(SetPrinter), ...docs.set },
    )
    .delete(
      '/tills/:id/printer',
      async ({ caller, params }) => {
        const till = await removePrinter(appliance, caller.account, params.id, caller)
        return { code: 200, data: await tillViewOf(server, till) }
      },
      { parse: 'none', ...docs.remove },
    )
    .post(
      '/tills/:id/printer/test',
      async ({ body, caller, params }) => {
        await printTestPage(server, caller, params.id, body?.language ?? 'en')
        return { code: 200, message: 'printed' }
      },
      { ...optionalJsonBody(TestPrinter), ...docs.test },
    )
    .post(
      '/till/print',
      async ({ body, caller }) => {
        const { till, tillId } = tillCallerOf(caller)
        const printer = printerFor(till)
        const rows = await rowsFor(server, caller, body)
        // With `once`, several tabs of the till may ask for the same page, and only the first one prints it.
        const page = `${body.what} ${body.reference ?? body.shift_id}`
        const mustPrint = !body.once || (await isFirstPrint(appliance, tillId, page))
        if (mustPrint) await printRows(appliance, printer, rows)
        return { code: 200, data: { printed: mustPrint } }
      },
      { ...jsonBody(PrintAtTill), ...docs.print },
    )
}
