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
/** The longest address of a unix socket: its family and its path. */
const addressMax = 110

/** Finds the manager that started this process, if there is one: sd_notify(3), sd_watchdog_enabled(3). */
export function serviceManagerOf(environment: Readonly<Record<string, string | undefined>>): ServiceManager {
  const path = environment.NOTIFY_SOCKET
  if (process.platform !== 'linux' || !path) return noManager
  const send = openSocket(path)
  if (!send) return noManager
  const watchesUs = [undefined, String(process.pid)].includes(environment.WATCHDOG_PID)
  const watchdogMs = Number(environment.WATCHDOG_USEC) / 1_000
  return { watchdogMs: watchesUs && watchdogMs > 0 ? watchdogMs : undefined, notify: send }
}

/**
 * Returns the address of a unix socket as the kernel reads it: family, then the path; `@` begins an abstract
 * one. Undefined when the path is too long.
 */
function socketAddress(path: string): Uint8Array | undefined {
  const bytes = new TextEncoder().encode(path)
  const isAbstract = path.startsWith('@')
  if (bytes.length > addressMax - 3) return undefined
  // The family has two bytes. A zero ends the path of a file, or replaces the `@` of an abstract path.
  const address = new Uint8Array(2 + bytes.length + (isAbstract ? 0 : 1))
  new DataView(address.buffer).setUint16(0, unixFamily, true)
  address.set(bytes, 2)
  if (isAbstract) address[2] = 0
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
