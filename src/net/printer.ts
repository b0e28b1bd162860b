// Sends a page to a printer: one connection, every byte once. The page counts as printed when the printer
// reports that or closes the connection in order. Nothing is tried again, because a receipt that is printed
// twice is worse than none.
import { connect, isIP } from 'node:net'
import { noPaper, printerStateOf } from '../domain/printer-state.ts'
import type { NetPrint, NetPrinted } from '../world.ts'
import type { Resolve } from './resolve.ts'

/** Resolves the host, checks the addresses, and sends the page to the first allowed one. Never throws. */
export async function printPage(resolve: Resolve, page: NetPrint): Promise<NetPrinted> {
  const connectBy = AbortSignal.timeout(Math.min(page.connectMs, page.wholeMs))
  const endBy = AbortSignal.timeout(page.wholeMs)
  const addresses = isIP(page.host) ? [page.host] : await findWithin(connectBy, resolve(page.host))
  const checked = addresses.map(address => ({ address, result: page.mayReach(address, page.port) }))
  const allowed = checked.find(({ result }) => result === true)
  if (allowed) return send(allowed.address, page, connectBy, endBy)
  const rejection = checked[0]?.result
  return typeof rejection === 'string'
    ? { kind: 'refused', error: rejection }
    : { kind: 'unreachable', error: `no address for ${page.host}` }
}

/** Returns the addresses; none if the name is unknown or no resolver answers in time. */
const findWithin = (deadline: AbortSignal, lookUp: Promise<readonly string[]>): Promise<readonly string[]> =>
  new Promise(done => {
    deadline.addEventListener('abort', () => done([]))
    lookUp.then(done, () => done([]))
  })

/** More bytes than a printer sends about one page. */
const receivedMax = 256

/**
 * Sends every byte over one connection, and waits until the printer reports that it is done or closes it.
 * @param connectBy when the connection must be open
 */
const send = (
  address: string,
  { port, bytes }: NetPrint,
  connectBy: AbortSignal,
  endBy: AbortSignal,
): Promise<NetPrinted> =>
  new Promise(resolve => {
    const socket = connect({ host: address, port, noDelay: true })
    let isConnected = false
    let hasEnded = false
    const done = (printed: NetPrinted) => {
      connectBy.removeEventListener('abort', tooLate)
      endBy.removeEventListener('abort', timeOut)
      socket.destroy()
      resolve(printed)
    }
    const broken = (error: string) => done({ kind: isConnected ? 'unknown' : 'unreachable', error })
    const timeOut = () =>
      broken(isConnected ? 'it did not report in time that it is done' : 'no connection in time')
    const tooLate = () => {
      if (!isConnected) timeOut()
    }
    const received: number[] = []
    const check = () => {
      const state = printerStateOf(received)
      if (state === 'through' && socket.writableFinished) done({ kind: 'printed' })
      if (state === 'no_paper') broken(noPaper)
    }
    socket.on('connect', () => {
      isConnected = true
      socket.end(bytes)
    })
    socket.on('data', (part: Buffer) => {
      if (received.length < receivedMax) received.push(...part.subarray(0, receivedMax))
      check()
    })
    socket.on('finish', check)
    socket.on('end', () => {
      hasEnded = true
    })
    socket.on('error', error => broken(error.message))
    socket.on('close', () => {
      if (hasEnded && socket.writableFinished) done({ kind: 'printed' })
      else broken('it closed the connection too early')
    })
    connectBy.addEventListener('abort', tooLate)
    endBy.addEventListener('abort', timeOut)
    if (connectBy.aborted) timeOut()
  })
