// Reads many event streams over raw connections, and measures how long a change of a payment takes to reach
// all of them, from the answer to the changing request. A process of its own, started by stream.ts as
// `stream-reader.ts <port> <streams> <changes> <key>…`; it waits for a line before it changes the first
// payment.
import { median } from './machine.ts'

const [port = '0', streams = '0', changes = '0', ...keys] = process.argv.slice(2)
const count = Number(streams)
/** How many connect at a time. */
const batch = 200
/** A change that takes longer has been lost. */
const patienceMs = 20_000

/** Streams that received the awaited text. */
let receivedCount = 0
let wanted = 'event: open'
let times: number[] = []
let all = Promise.withResolvers<void>()

/** Starts to wait for a text on all streams. Resolves once `receive` has counted them all. */
function expect(text: string): Promise<void> {
  receivedCount = 0
  times = []
  wanted = text
  all = Promise.withResolvers()
  return all.promise
}

/** Counts a stream that received the awaited text, and ends the wait at `most` streams. */
function receive(chunk: Buffer, most: number): void {
  if (!chunk.includes(wanted)) return
  times.push(performance.now())
  if (++receivedCount === most) all.resolve()
}

/** Opens one event stream. `most` returns how many streams are awaited at the time of a message. */
async function open(key: string, most: () => number): Promise<void> {
  await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(port),
    socket: {
      open(socket) {
        socket.write(
          `GET /v1/payments/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`,
        )
      },
      data: (_, chunk) => receive(chunk, most()),
      close() {
        throw new Error('a stream was closed')
      },
      error(_, error) {
        throw error
      },
    },
  })
}

/** Posts to the API. Throws unless it succeeds. */
async function send(path: string, body?: string): Promise<{ data: { reference: string } }> {
  const headers = {
    authorization: `Bearer ${keys[0]}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID().slice(0, 30),
  }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers,
    ...(body && { body }),
  })
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { data: { reference: string } }
}

for (let made = 0; made < count; ) {
  const most = Math.min(batch, count - made)
  const opened = expect('event: open')
  for (let index = 0; index < most; index++)
    await open(keys[(made + index) % keys.length] ?? '', () => (wanted === 'event: open' ? most : count))
  await opened
  made += most
}
console.log('open')
for await (const _ of console) break

const last: number[] = []
const each: number[] = []
// The first one is a warm-up.
for (let change = 0; change <= Number(changes); change++) {
  const { data } = await send(
    '/v1/payments',
    '{"payment_type":"dynamic-qr","details":{"amount":5000,"currency":"TZS"}}',
  )
  const told = expect(data.reference)
  const answered = send(`/v1/payments/${data.reference}/void`).then(() => performance.now())
  await Promise.race([
    told,
    Bun.sleep(patienceMs).then(() => {
      throw new Error(`only ${receivedCount} streams of ${count} had the change`)
    }),
  ])
  // Some streams receive it before the answer is read, so measure from the first of both.
  const from = Math.min(await answered, times[0] ?? Number.NaN)
  if (change === 0) continue
  each.push(...times.map(time => time - from))
  last.push(Math.max(...times) - from)
}
each.sort((one, other) => one - other)
last.sort((one, other) => one - other)
const p99Ms = each[Math.floor((each.length - 1) * 0.99)]
console.log(JSON.stringify({ p50Ms: median(each), p99Ms, allMs: median(last), mostMs: last.at(-1) }))
process.exit()
