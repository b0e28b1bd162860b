// The form of a till's receipt printer: its values, their validation, and the result of a test.
import { Fault } from '../../../src/domain/fault.ts'
import { type Paper, printerPortDefault, readPrinter } from '../../../src/domain/printer.ts'

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

export const printerDraftOf = (printer: Printer | null): PrinterDraft =>
  printer
    ? { ...printer, port: String(printer.port) }
    : { host: '', port: String(printerPortDefault), paper: 80, auto: true }

export const isSamePrinter = (one: PrinterDraft, other: PrinterDraft): boolean =>
  one.host.trim() === other.host &&
  one.port.trim() === other.port &&
  one.paper === other.paper &&
  one.auto === other.auto

const portOf = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : 0)
export const printerIn = ({ port, host, ...rest }: PrinterDraft): Printer => ({
  ...rest,
  host: host.trim(),
  port: portOf(port),
})

/** Returns the wrong field, if there is one. The server checks the rest. */
export function printerFaultOf(draft: PrinterDraft): 'host' | 'port' | undefined {
  try {
    readPrinter(printerIn(draft), { own: { addresses: [], ports: [0] }, mayBeAnywhere: true })
    return undefined
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return error.problems[0]?.field === 'port' ? 'port' : 'host'
  }
}
