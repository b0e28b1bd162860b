// A name server on loopback, like that of a container engine's network: it knows where each container is.
import { createSocket } from 'node:dgram'

interface NameServer {
  readonly port: number
  /** Moves a name. */
  move(name: string, address: string): void
  stop(): void
}

const headBytes = 12
const typeA = 1
const noSuchName = 3

/** Reads the question of a packet: its name, its type and where it ends. */
function questionOf(packet: Buffer) {
  const labels: string[] = []
  let at = headBytes
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 }
}

/** Builds an answer by RFC 1035, section 4: the same question, and an address that holds for one second. */
function answerOf(packet: Buffer, addresses: ReadonlyMap<string, string>): Buffer {
  const { name, type, end } = questionOf(packet)
  const address = addresses.get(name)
  const head = Buffer.from(packet.subarray(0, headBytes))
  const hasAnswer = address !== undefined && type === typeA
  head.writeUInt16BE(0x8180 | (address === undefined ? noSuchName : 0), 2)
  head.writeUInt16BE(hasAnswer ? 1 : 0, 6)
  head.writeUInt16BE(0, 8)
  head.writeUInt16BE(0, 10)
  const answer = hasAnswer
    ? Buffer.from([0xc0, headBytes, 0, typeA, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)])
    : Buffer.alloc(0)
  return Buffer.concat([head, packet.subarray(headBytes, end), answer])
}

/** @param names initially at 127.0.0.1 */
export async function newNameServer(names: readonly string[]): Promise<NameServer> {
  const addresses = new Map(names.map(name => [name, '127.0.0.1']))
  const socket = createSocket('udp4')
  socket.on('message', (packet, { port, address }) => socket.send(answerOf(packet, addresses), port, address))
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', () => resolve()))
  return {
    port: socket.address().port,
    move: (name, address) => void addresses.set(name, address),
    stop: () => void socket.close(),
  }
}
