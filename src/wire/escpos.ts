// Encodes a laid-out page for an ESC/POS printer. It ends with a cut and a status request.
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import { assert } from '../domain/fault.ts'
import { barDots, symbologyOf } from '../domain/label.ts'
import { layOutRows, type Row } from '../domain/paper.ts'
import { columnsOf, dotsOf, type Paper } from '../domain/printer.ts'
import { stateRequest } from '../domain/printer-state.ts'

/** The capacity in bytes of QR codes of version 1, 2, … at error correction M (ISO/IEC 18004, table 7). */
const qrCapacities = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666,
]
/** The largest module of a QR code, in dots. Every phone reads this size, so larger modules do not help. */
const moduleDotsMax = 8
/** The white margin of a QR code, left and right together, in modules (ISO/IEC 18004). */
const marginModules = 8

/** Returns the largest module size, in dots, at which a QR code of this text fits on the paper. */
export function moduleDots(payload: string, paper: Paper): number {
  const size = new TextEncoder().encode(payload).length
  const index = qrCapacities.findIndex(capacity => size <= capacity)
  const version = index < 0 ? qrCapacities.length : index + 1 // versions count from 1
  const modules = 17 + 4 * version // on each side of the code (ISO/IEC 18004)
  const dotsThatFit = Math.floor(dotsOf[paper] / (modules + marginModules))
  return Math.max(1, Math.min(moduleDotsMax, dotsThatFit))
}

/** The height of bars in dots: 10 mm at the 203 dots per inch of receipt printers. */
const barHeight = 80

/**
 * Adds the bars of a barcode to the page. The code must fit on the paper. Another row prints its characters.
 */
function printBars(page: ReceiptPrinterEncoder, code: string, paper: Paper): void {
  const symbology = symbologyOf(code)
  const dots = barDots(code, paper)
  assert(symbology !== undefined && dots !== undefined, 'the code fits on the paper')
  // In code 128, `{B` selects the set with all letters, so a `{` in the code is written twice.
  const data = symbology === 'code128' ? `{B${code.replaceAll('{', '{{')}` : code
  // The encoder counts widths from 1, and its width 1 is two dots.
  page
    .align('center')
    .barcode(data, symbology, { height: barHeight, width: dots - 1 })
    .align('left')
}

/**
 * Returns the bytes that print these rows and cut the paper, in the character set cp437.
 * @param paper width in millimetres
 */
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
    if (row.kind === 'barcode') {
      printBars(page, row.code, paper)
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
