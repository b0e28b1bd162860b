// A till's receipt printer: an ESC/POS printer that accepts bytes on a TCP port in the shop's own network.
import { addressOf, hostNameMax, isHostName, mayPrintAt, plainHost, reachOfHost } from './address.ts'
import { badField } from './fault.ts'
import type { Till } from './till.ts'

/** Millimetres of the roll. */
export const paperWidths = [58, 80] as const
export type Paper = (typeof paperWidths)[number]
/** Characters per line in the standard font. */
export const columnsOf: Readonly<Record<Paper, number>> = { 58: 32, 80: 48 }
/** The dots that every printer with this paper can print; some 80 mm printers have 576. */
export const dotsOf: Readonly<Record<Paper, number>> = { 58: 384, 80: 512 }
/** The usual port of such printers. */
export const printerPortDefault = 9_100
/** A printer that is switched on answers immediately, and prints a page within seconds. */
export const connectTimeoutMs = 3_000
export const printTimeoutMs = 10_000

export interface Printer {
  readonly host: string
  readonly port: number
  readonly paper: Paper
  readonly auto: boolean // receipts print automatically when a sale is paid
}

type PrinterColumns = Pick<Till, 'printerHost' | 'printerPort' | 'printerPaper' | 'printerAuto'>

export const noPrinter: PrinterColumns = {
  printerHost: null,
  printerPort: null,
  printerPaper: null,
  printerAuto: false,
}

/** Returns the columns in which a till's row stores its printer. */
export const printerColumns = ({ host, port, paper, auto }: Printer): PrinterColumns => ({
  printerHost: host,
  printerPort: port,
  printerPaper: paper,
  printerAuto: auto,
})

/** Returns the printer of a till's row; null if it has none. */
export function printerOf(columns: PrinterColumns): Printer | null {
  const { printerHost: host, printerPort, printerPaper, printerAuto: auto } = columns
  if (host === null) return null
  const paper: Paper = printerPaper === 58 ? 58 : 80
  return { host, port: printerPort ?? printerPortDefault, paper, auto }
}

/** This server's own addresses, to which no page is ever sent. */
export interface OwnAddresses {
  readonly addresses: readonly string[]
  readonly ports: readonly number[]
}

/** Whether a host name or address means this computer. */
export const isLoopbackHost = (host: string): boolean => reachOfHost(host) === 'loopback'

/** ESC/POS ports: 9100 and its neighbours on print servers, and Zebra's 6101. */
const printerPorts = { first: 9_100, last: 9_109, zebra: 6_101 } as const
const isPrinterPort = (port: number) =>
  (port >= printerPorts.first && port <= printerPorts.last) || port === printerPorts.zebra

interface PrinterPolicy {
  /** This server's own addresses and ports. */
  readonly own: OwnAddresses
  readonly mayBeAnywhere: boolean
}

/** A name whose last part is a number, such as 0x7f.1, which URL parsers read as an address. */
const endsWithNumber = /(^|\.)(\d+|0x[0-9a-f]*)$/

/**
 * Checks the printer of a request, and returns it with its host in plain form. Any service could read the
 * bytes of a page, so the printer must be on another computer and use a printer port.
 * @param policy `mayBeAnywhere`: a person who administers this server may use any port, and this computer
 * @throws Fault `validation_error` naming `host` or `port`
 */
export function readPrinter(request: Printer, { own, mayBeAnywhere }: PrinterPolicy): Printer {
  const host = plainHost(request.host.trim())
  const address = addressOf(host)
  const isName = host.length <= hostNameMax && isHostName(host) && !endsWithNumber.test(host)
  if (address === undefined && !isName) throw badField('host', 'printer_host_malformed')
  if (request.port < 1 || request.port > 65_535)
    throw badField('port', 'printer_port_out_of_range', { usual: printerPortDefault })
  if (!isPrinterPort(request.port) && !mayBeAnywhere)
    throw badField('port', 'printer_port_unusual', { first: printerPorts.first, last: printerPorts.last })
  const isThisComputer = isLoopbackHost(host)
  if (isThisComputer && !mayBeAnywhere) throw badField('host', 'printer_on_server')
  // A name is checked when it is resolved.
  const result = address === undefined ? true : mayPrintAt(address, request.port, own, isThisComputer)
  if (result !== true) {
    const field = result === 'printer_is_server' ? 'port' : 'host'
    throw badField(field, result, { address: request.host, port: request.port })
  }
  return { ...request, host: address ?? host }
}
