// Sends a page to a printer: one connection, every byte once. The page counts as printed when the printer
// reports that or closes the connection in order. Nothing is tried again, because a receipt that is printed
// twice is worse than none.
import { connect, isIP } from 'node:net'
import { noPaper, printerStateOf } from '../domain/printer-state.ts'
import type { NetPrint, NetPrinted } from '../world.ts'
import type { Resolve } from './resolve.ts'

/** Resolves the host of a printer, and sends the page to its first address that is allowed. Never throws. */
export async function printPage(resolve: Resolve, page: NetPrint): Promise<NetPrinted> {
  const connectDeadline = AbortSignal.timeout(Math.min(page.connectMs, page.wholeMs))
  const deadline = AbortSignal.timeout(page.wholeMs)
  const addresses = isIP(page.host) ? [page.host] : await addressesBy(connectDeadline, resolve(page.host))
  const decisions = addresses.map(address => ({ address, result: page.mayReach(address, page.port) }))
  const allowed = decisions.find(({ result }) => result === true)
  if (allowed) return sendPage(allowed.address, page, connectDeadline, deadline)
  const rejection = decisions[0]?.result
  return typeof rejection === 'string'
    ? { kind: 'refused', error: rejection }
    : { kind: 'unreachable', error: `no address for ${page.host}` }
}

/** Waits for the addresses of a host. @returns none if the name is unknown or no resolver answers in time */
const addressesBy = (deadline: AbortSignal, lookUp: Promise<readonly string[]>): Promise<readonly string[]> =>
  new Promise(resolve => {
    deadline.addEventListener('abort', () => resolve([]))
    lookUp.then(resolve, () => resolve([]))
  })

/** The most stored bytes of a printer's reports: more than a printer sends about one page. */
const receivedMax = 256

/**
 * Sends a page over one connection, and waits until the printer reports that it has printed or closes the
 * connection. A failure after connecting is `unknown`, because the page may have been printed.
 * @param connectDeadline aborts when the connection must have been opened
 */
const sendPage = (
  address: string,
  { port, bytes }: NetPrint,
  connectDeadline: AbortSignal,
  deadline: AbortSignal,
): Promise<NetPrinted> =>
  new Promise(resolve => {
    const socket = connect({ host: address, port, noDelay: true })
    let isConnected = false
    let hasEnded = false
    const finish = (printed: NetPrinted) => {
      connectDeadline.removeEventListener('abort', failUnlessConnected)
      deadline.removeEventListener('abort', timeOut)
      socket.destroy()
      resolve(printed)
    }
    const fail = (error: string) => finish({ kind: isConnected ? 'unknown' : 'unreachable', error })
    const timeOut = () =>
      fail(isConnected ? 'it did not report in time that it is done' : 'no connection in time')
    const failUnlessConnected = () => {
      if (!isConnected) timeOut()
    }
    const receivedBytes: number[] = []
    const checkReport = () => {
      const state = printerStateOf(receivedBytes)
      if (state === 'through' && socket.writableFinished) finish({ kind: 'printed' })
      if (state === 'no_paper') fail(noPaper)
    }
    socket.on('connect', () => {
      isConnected = true
      socket.end(bytes)
    })
    socket.on('data', (part: Buffer) => {
      if (receivedBytes.length < receivedMax) receivedBytes.push(...part.subarray(0, receivedMax))
      checkReport()
    })
    socket.on('finish', checkReport) // the report may come before the last byte is sent
    socket.on('end', () => {
      hasEnded = true
    })
    socket.on('error', error => fail(error.message))
    socket.on('close', () => {
      if (hasEnded && socket.writableFinished) finish({ kind: 'printed' })
      else fail('it closed the connection too early')
    })
    connectDeadline.addEventListener('abort', failUnlessConnected)
    deadline.addEventListener('abort', timeOut)
    if (connectDeadline.aborted) timeOut()
  })
