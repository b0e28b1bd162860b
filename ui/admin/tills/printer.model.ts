// The form of a till's receipt printer: its values, their validation, and the result of a test.
import { Fault } from '../../../src/domain/fault.ts'
import { type Paper, printerPortDefault, readPrinter } from '../../../src/domain/printer.ts'

/** A till's receipt printer in the network. `auto`: receipts print without being asked for. */
export interface Printer {
  readonly host: string
  readonly port: number
  readonly paper: Paper
  readonly auto: boolean
}
/** The printer's form as it is typed. */
export interface PrinterDraft {
  readonly host: string
  readonly port: string
  readonly paper: Paper
  readonly auto: boolean
}

/** Returns the form of the stored printer, or of a new one with the usual port and 80 mm paper. */
export const printerDraftOf = (printer: Printer | null): PrinterDraft =>
  printer
    ? { ...printer, port: String(printer.port) }
    : { host: '', port: String(printerPortDefault), paper: 80, auto: true }

/** Whether the typed values are the stored values. */
export const isSamePrinter = (typed: PrinterDraft, stored: PrinterDraft): boolean =>
  typed.host.trim() === stored.host &&
  typed.port.trim() === stored.port &&
  typed.paper === stored.paper &&
  typed.auto === stored.auto

/** Returns a typed port; 0 for any other text. */
const portOf = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : 0)

/** Returns the typed printer as the API expects it. */
export const printerIn = ({ port, host, ...rest }: PrinterDraft): Printer => ({
  ...rest,
  host: host.trim(),
  port: portOf(port),
})

/**
 * Returns the field that is wrong by the server's own rules; undefined if none is. Only the server checks
 * which addresses may be reached.
 */
export function printerFaultOf(draft: PrinterDraft): 'host' | 'port' | undefined {
  try {
    // Only the server knows its own addresses, and in which networks printers may be.
    readPrinter(printerIn(draft), { own: { addresses: [], ports: [0] }, mayBeAnywhere: true })
    return undefined
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return error.problems[0]?.field === 'port' ? 'port' : 'host'
  }
}
