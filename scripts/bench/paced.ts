// Sends creates at a steady pace over a few raw connections, and measures each from the moment it was due to
// be sent, so that a stalled server is charged for everyone who would have come. A process of its own,
// started by busy.ts as `paced.ts <port> <path> <key> <connections> <per second> <seconds>`.
import { median } from './machine.ts'

const [port = '0', path = '', key = '', connections = '8', perSecond = '400', seconds = '5'] =
  process.argv.slice(2)
const intervalMs = 1_000 / Number(perSecond)
const run = crypto.randomUUID().slice(0, 8)
const body = '{"payment_type":"dynamic-qr","details":{"amount":5000,"currency":"TZS"}}'
const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nIdempotency-Key: `

const times: number[] = []
/** When each create that waits for a free connection was due. */
const waiting: number[] = []
const free: Client[] = []
let sent = 0

interface Client {
  send(dueMs: number): void
}

/** Opens a connection. After each answer it sends the create that has waited longest, or becomes free. */
async function newClient(): Promise<Client> {
  /** When the create that is being sent was due. */
  let dueMs = 0
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(port),
    socket: {
      data(_, chunk) {
        const answer = chunk.toString('latin1')
        if (!answer.startsWith('HTTP/1.1 201')) throw new Error(`a create was answered with ${answer}`)
        times.push(performance.now() - dueMs)
        const next = waiting.shift()
        if (next === undefined) free.push(client)
        else client.send(next)
      },
      close: () => {},
      error: (_, error) => {
        throw error
      },
    },
  })
  const client: Client = {
    send(at) {
      dueMs = at
      socket.write(`${head}${run}-${sent++}\r\n\r\n${body}`)
    },
  }
  return client
}

for (let count = 0; count < Number(connections); count++) free.push(await newClient())
const from = performance.now()
const until = from + Number(seconds) * 1_000
for (let dueAt = from; dueAt < until; ) {
  const now = performance.now()
  for (; dueAt <= now && dueAt < until; dueAt += intervalMs) {
    const client = free.shift()
    if (client) client.send(dueAt)
    else waiting.push(dueAt)
  }
  await Bun.sleep(1)
}
while (free.length < Number(connections)) await Bun.sleep(10)
times.sort((one, other) => one - other)
const p99Ms = times[Math.floor((times.length - 1) * 0.99)]
console.log(JSON.stringify({ count: times.length, p50Ms: median(times), p99Ms, mostMs: times.at(-1) }))
process.exit()
