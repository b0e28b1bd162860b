// What a file for the price list is before it is sent, and what the server found in it.
import { csvMark } from '../../../src/domain/csv.ts'
import { decodeText } from '../../../src/domain/text-encoding.ts'

/** The largest file that the server accepts, in bytes (8 MiB). */
const fileMax = 8_388_608

/** Why a file cannot be sent: it is an Excel workbook, empty, or too large. */
export type FileFault = 'excel' | 'empty' | 'large'
export type ChosenFile =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly fault: FileFault }

/**
 * Returns the text of a chosen file, or why it cannot be sent. A workbook is recognized by its first 4 bytes,
 * which are the bytes of a zip or of an old version of Excel.
 */
export function readFile(name: string, bytes: Uint8Array): ChosenFile {
  if (bytes.length > fileMax) return { name, fault: 'large' }
  const start = String(bytes.subarray(0, 4))
  if (start === '80,75,3,4' || start === '208,207,17,224') return { name, fault: 'excel' }
  const text = decodeText(bytes)
  return text.trim() === '' ? { name, fault: 'empty' } : { name, text }
}

/** How many faults the page lists. In a file with more, most have one cause. */
export const faultsShownMax = 100

/**
 * Returns an example file with the heads of the columns and two lines to type over. It begins with the mark
 * that tells spreadsheets that the file is UTF-8.
 */
export const exampleFileOf = (heads: string): string =>
  `${csvMark}${[heads, 'Maji ya kunywa 500 ml,Vinywaji,600,450,,,12,500', 'Mkate,Vyakula,1500,1200,,,,', ''].join('\r\n')}`
