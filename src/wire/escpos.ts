// Encodes a laid-out page for an ESC/POS printer. It ends with a cut and a status request.
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import { layOutRows, type Row } from '../domain/paper.ts'
import { columnsOf, type Paper } from '../domain/printer.ts'
import { stateRequest } from '../domain/printer-state.ts'

/** The dots that every printer with this paper can print; some 80 mm printers have 576. */
const dotsOf: Readonly<Record<Paper, number>> = { 58: 384, 80: 512 }
/** The capacity in bytes of a QR code of version 1, 2, … at level M (ISO/IEC 18004, table 7). */
const bytesAtM = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666,
]
/** Every phone reads modules of this size; larger ones do not help. */
const dotsMax = 8
const quietModules = 8

/** The largest module size, in dots, at which the code and its margin fit on the paper. */
export function moduleDots(payload: string, paper: Paper): number {
  const size = new TextEncoder().encode(payload).length
  const found = bytesAtM.findIndex(max => size <= max)
  const version = found < 0 ? bytesAtM.length : found + 1
  const modules = 17 + 4 * version
  return Math.max(1, Math.min(dotsMax, Math.floor(dotsOf[paper] / (modules + quietModules))))
}

/** @param paper width in millimetres */
export function pageBytes(rows: readonly Row[], paper: Paper): Uint8Array {
  const columns = columnsOf[paper]
  const page = new ReceiptPrinterEncoder({ language: 'esc-pos', columns, feedBeforeCut: 4, newline: '\n' })
  page.initialize().codepage('cp437')
  for (const row of layOutRows(rows, columns)) {
    if (row.kind === 'qr') {
      page
        .align('center')
        .qrcode(row.payload, { model: 2, size: moduleDots(row.payload, paper), errorlevel: 'm' })
        .align('left')
      continue
    }
    page
      .align(row.isCentred ? 'center' : 'left')
      .bold(row.isBold)
      .size(row.width, row.height)
    page.line(row.text)
    page.size(1, 1).bold(false).align('left')
  }
  return page
    .cut('partial')
    .raw([...stateRequest])
    .encode()
}
