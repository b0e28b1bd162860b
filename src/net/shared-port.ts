// Moves a port to a new socket of this process without losing a connection. Linux distributes new connections
// to both sockets, and resets those that wait in a socket when it closes. So we make the kernel give all new
// ones to the newer socket, and the older can finish its own and close.
import { ptr } from 'bun:ffi'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { openLibc } from './libc.ts'

/** Linux, asm-generic/socket.h. */
const solSocket = 1
const attachReusePortFilter = 51
/** A filter of one instruction, BPF_RET | BPF_K: its constant is the result. */
const returnConstant = 0x06
/** The state of a listening socket in /proc/net/tcp. */
const listening = '0A'

/** Returns the sockets that listen on a port, as the links of /proc/self/fd name them: `socket:[inode]`. */
function socketsOn(port: number): Set<string> {
  const portInHex = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = ['tcp', 'tcp6'].flatMap(name => readFileSync(`/proc/self/net/${name}`, 'utf8').split('\n'))
  const rows = lines.map(line => line.trim().split(/\s+/))
  const onPort = rows.filter(([, address, , state]) => state === listening && address?.endsWith(portInHex))
  const inodeColumn = 9
  return new Set(onPort.map(row => `socket:[${row[inodeColumn]}]`))
}

/** Returns the file descriptor of one of our sockets that listen on a port; undefined if there is none. */
function descriptorOn(port: number): number | undefined {
  const sockets = socketsOn(port)
  const name = readdirSync('/proc/self/fd').find(fd => {
    try {
      return sockets.has(readlinkSync(`/proc/self/fd/${fd}`))
    } catch {
      return false // closed since it was listed
    }
  })
  return name === undefined ? undefined : Number(name)
}

/**
 * Makes the kernel give all new connections of a port to the newest of its sockets, with a filter for
 * SO_REUSEPORT.
 * @returns whether that worked; always false on other systems than Linux
 */
export function preferNewest(port: number): boolean {
  try {
    const libc = openLibc()
    const socket = descriptorOn(port)
    if (!libc || socket === undefined) return false
    const newest = 1 // the index of the newer of two sockets
    const instruction = new DataView(new ArrayBuffer(8))
    instruction.setUint16(0, returnConstant, true)
    instruction.setUint32(4, newest, true)
    // struct sock_fprog: the number and the address of the instructions.
    const filter = new DataView(new ArrayBuffer(16))
    filter.setUint16(0, 1, true)
    filter.setBigUint64(8, BigInt(ptr(instruction.buffer)), true)
    const { buffer, byteLength } = filter
    return libc.setsockopt(socket, solSocket, attachReusePortFilter, ptr(buffer), byteLength) === 0
  } catch {
    return false // there is no /proc or no such library
  }
}
