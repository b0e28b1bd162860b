// The load on one server: a closed loop over raw keep-alive connections, in a process of its own so that the
// measuring does not slow the measured. Creates first, then reads of what was created, each after a warm-up.
// Says what it saw as one line of JSON; any answer but the wanted one ends it with an error.
import type { Socket } from 'bun'

export interface Load {
  readonly port: number
  /** The API key. */
  readonly key: string
  readonly connections: number
  readonly warmUpSeconds: number
  readonly seconds: number
}

export interface Measured {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface LoadResult {
  readonly create: Measured
  readonly read: Measured
  /** Creates that were acknowledged, warm-up included. */
  readonly created: number
}

/** One connection; it has at most one request under way. */
interface Line {
  readonly socket: Socket<undefined>
  sentAt: number
  /** What has come of an answer that is not whole yet. */
  part: Buffer | undefined
}

interface Kind {
  readonly status: number
  /** The bytes of the next request, valid until it is asked for another. */
  next(): Buffer
  heard(answer: string): void
}

const load: Load = JSON.parse(process.argv[2] ?? '{}')
const latencies = new Float64Array(5_000_000)
const references: string[] = []

const head = `Host: 127.0.0.1:${load.port}\r\nAuthorization: Bearer ${load.key}\r\n`
const body = JSON.stringify({ payment_type: 'dynamic-qr', details: { amount: 5000, currency: 'TZS' } })
const countLength = 10
const keyStart = `${Date.now().toString(36)}-`

/** A request whose text holds `#` where `length` characters are filled in for each sending. */
function template(text: string, length: number): (filled: string) => Buffer {
  const at = text.indexOf('#')
  const bytes = Buffer.from(text.replace('#', ' '.repeat(length)))
  return filled => {
    bytes.write(filled, at, length, 'latin1')
    return bytes
  }
}

function creates(): Kind {
  const request = template(
    `POST /v1/payments HTTP/1.1\r\n${head}Content-Type: application/json\r\nIdempotency-Key: ${keyStart}#\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
    countLength,
  )
  let sent = 0
  return {
    status: 201,
    next: () => request(String(sent++).padStart(countLength, '0')),
    heard(answer) {
      const at = answer.indexOf('"id":"') + 6
      references.push(answer.slice(at, at + 36))
    },
  }
}

function reads(): Kind {
  const request = template(`GET /v1/payments/# HTTP/1.1\r\n${head}\r\n`, 36)
  return {
    status: 200,
    next: () => request(references[Math.floor(Math.random() * references.length)] ?? ''),
    heard() {},
  }
}

function fail(problem: string): never {
  process.stderr.write(`load: ${problem}\n`)
  process.exit(1)
}

let onAnswer: (line: Line, answer: string) => void = () => fail('an answer to no request')

/** Hands on the answer once its head and all of its body are there. */
function take(line: Line, chunk: Buffer): void {
  const bytes = line.part ? Buffer.concat([line.part, chunk]) : Buffer.from(chunk)
  const text = bytes.toString('latin1')
  const bodyAt = text.indexOf('\r\n\r\n') + 4
  const length = /content-length: (\d+)/i.exec(text)?.[1]
  line.part = bytes
  if (bodyAt < 4 || length === undefined || text.length < bodyAt + Number(length)) return
  line.part = undefined
  onAnswer(line, text)
}

async function connect(): Promise<Line> {
  const socket = await Bun.connect<undefined>({
    hostname: '127.0.0.1',
    port: load.port,
    socket: {
      data: (_, chunk) => take(line, chunk),
      close: () => fail('the server closed a connection'),
      error: (_, error) => fail(error.message),
    },
  })
  const line: Line = { socket, sentAt: 0, part: undefined }
  return line
}

/** Keeps every connection busy for `seconds`; what is answered after that is awaited, but not measured. */
function run(lines: readonly Line[], kind: Kind, seconds: number): Promise<Measured> {
  const { promise, resolve } = Promise.withResolvers<Measured>()
  const until = performance.now() + seconds * 1_000
  let count = 0
  let busy = lines.length
  const send = (line: Line) => {
    const bytes = kind.next()
    line.sentAt = performance.now()
    if (line.socket.write(bytes) !== bytes.length) fail('the server does not read what it is sent')
  }
  onAnswer = (line, answer) => {
    const now = performance.now()
    if (!answer.startsWith(`HTTP/1.1 ${kind.status}`))
      fail(`not ${kind.status} but ${answer.slice(0, 1_000)}`)
    kind.heard(answer)
    if (now < until) {
      latencies[count++] = now - line.sentAt
      send(line)
    } else if (--busy === 0) {
      const sorted = latencies.subarray(0, count).sort()
      const at = (share: number) => sorted[Math.floor(count * share)] ?? Number.NaN
      resolve({ perSecond: count / seconds, p50Ms: at(0.5), p99Ms: at(0.99) })
    }
  }
  for (const line of lines) send(line)
  return promise
}

const lines = await Promise.all(Array.from({ length: load.connections }, connect))
const creating = creates()
const reading = reads()
await run(lines, creating, load.warmUpSeconds)
const create = await run(lines, creating, load.seconds)
await run(lines, reading, load.warmUpSeconds)
const read = await run(lines, reading, load.seconds)
const result: LoadResult = { create, read, created: references.length }
process.stdout.write(JSON.stringify(result), () => process.exit(0))
