// Reports the server's state to systemd (sd_notify): ready, still alive, stopping. Its socket is a unix
// datagram socket, which node:dgram does not support, so libc is called directly.
import { openLibc } from './libc.ts'

export interface ServiceManager {
  /** The manager restarts a server that is silent for this long; undefined if it does not watch. */
  readonly watchdogMs: number | undefined
  /** Reports to the service manager. @param state lines such as READY=1 or STATUS=… */
  notify(state: string): void
}

const noManager: ServiceManager = { watchdogMs: undefined, notify: () => {} }

// Constants of Linux: socket(2), unix(7).
const unixFamily = 1
const datagram = 2
/** Closes the socket in child processes. */
const closeOnExec = 0o2000000
/** The longest address of a unix socket, and the length of the family at its beginning, in bytes. */
const addressMax = 110
const familyLength = 2

/** Finds the manager that started this process, if there is one: sd_notify(3), sd_watchdog_enabled(3). */
export function serviceManagerOf(environment: Readonly<Record<string, string | undefined>>): ServiceManager {
  const path = environment.NOTIFY_SOCKET
  if (process.platform !== 'linux' || !path) return noManager
  const send = openSocket(path)
  if (!send) return noManager
  const { WATCHDOG_PID: watchedProcess, WATCHDOG_USEC: microseconds } = environment
  const isWatched = watchedProcess === undefined || watchedProcess === String(process.pid)
  const watchdogMs = Number(microseconds) / 1_000
  return { watchdogMs: isWatched && watchdogMs > 0 ? watchdogMs : undefined, notify: send }
}

/**
 * Returns the address of a unix socket as the kernel reads it: the family, then the path. A path that begins
 * with `@` is an abstract one, without a file.
 * @returns undefined when the path is too long
 */
function socketAddress(path: string): Uint8Array | undefined {
  const bytes = new TextEncoder().encode(path)
  const isAbstract = path.startsWith('@')
  const endLength = 1 // a zero ends the path of a file
  if (familyLength + bytes.length + endLength > addressMax) return undefined
  const address = new Uint8Array(familyLength + bytes.length + (isAbstract ? 0 : endLength))
  new DataView(address.buffer).setUint16(0, unixFamily, true)
  address.set(bytes, familyLength)
  if (isAbstract) address[familyLength] = 0 // in place of the `@`
  return address
}

/** Opens the socket of the manager, and returns a function that sends it text; undefined when that fails. */
function openSocket(path: string): ((text: string) => void) | undefined {
  const address = socketAddress(path)
  const libc = address && openLibc()
  if (!libc) return undefined
  const socket = libc.socket(unixFamily, datagram | closeOnExec, 0)
  if (socket < 0) return undefined
  return text => {
    const bytes = new TextEncoder().encode(text)
    libc.sendto(socket, bytes, BigInt(bytes.length), 0, address, address.length)
  }
}
