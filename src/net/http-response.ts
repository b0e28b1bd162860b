// Reads one HTTP/1 response from untrusted bytes, in parts of any size. It decides where the response ends,
// and limits every part of it. What it cannot read is an error. http-client.ts reads the socket.
// docs/decisions/0017-own-http-client.md explains why this is our own code.
import { errorText } from '../domain/error-text.ts'
import { type ChunkState, nextChunk } from './http-chunk.ts'
import { headEnd, type ResponseHead, readHead } from './http-head.ts'

/** Node's own limit for a head. It also limits all 1xx responses and trailers together. */
const headMax = 16_384
/** Limit of the bytes around a body: the smallest chunks take six bytes for one. */
const aroundMax = 1_000_000

export interface Response {
  readonly status: number
  /** Names in lower case; a repeated header is joined by commas. */
  readonly headers: Record<string, string>
  readonly body: string // up to the limit of the call
  readonly isCut: boolean // the body is longer than that
  /** Whether the connection may carry another call: nothing of this response is left on it. */
  readonly isReusable: boolean
}

/** The result after some bytes: nothing yet, the response, or an error. */
export type ResponseProgress = Response | { readonly error: string } | undefined

export interface ResponseReader {
  read(part: Buffer): ResponseProgress
  /** The connection has ended. */
  end(): ResponseProgress
}

/** How far one response is read. */
interface Reading {
  /** Received bytes that are not read yet. */
  rest: Buffer
  /** The first bytes of `rest`, which contain no end of a head. */
  scanned: number
  received: number
  /** The length of the 1xx responses and trailers that were read, in bytes. */
  skipped: number
  head: ResponseHead | undefined
  readonly body: Buffer[]
  bodySize: number
  readonly bodyMax: number
  chunk: ChunkState
}

const httpPrefix = 'HTTP/1.'
const empty = Buffer.alloc(0)
const decoder = new TextDecoder()

/**
 * Returns a reader of one response: call `read` with each part until it returns something, or `end` if the
 * connection closes first.
 * @param bodyMax bytes; a longer body is cut
 */
export function newResponseReader(bodyMax: number): ResponseReader {
  const reading: Reading = {
    rest: empty,
    scanned: 0,
    received: 0,
    skipped: 0,
    head: undefined,
    body: [],
    bodySize: 0,
    bodyMax,
    chunk: { expects: 'size', left: 0 },
  }
  return {
    read(part) {
      reading.rest = reading.rest.length === 0 ? part : Buffer.concat([reading.rest, part])
      reading.received += part.length
      // Bad bytes are a result: the receiver is at fault, not this program.
      try {
        return readReceived(reading)
      } catch (error) {
        return { error: errorText(error) }
      }
    },
    end: () =>
      reading.head?.body === 'until close'
        ? responseOf(reading, reading.head, { mayReuse: false })
        : { error: reading.head ? 'the response was cut off' : 'closed without a response' },
  }
}

/**
 * Reads the bytes that were received so far.
 * @returns the response once it is complete or its body is longer than `bodyMax`; undefined if bytes are
 * missing
 * @throws Error for bytes that cannot be read, or for too many bytes around the body
 */
function readReceived(reading: Reading): ResponseProgress {
  reading.head ??= takeHead(reading)
  const { head } = reading
  if (head) {
    const isComplete = takeBody(reading, head.body)
    const isTooLong = reading.bodySize > reading.bodyMax
    if (isComplete || isTooLong) return responseOf(reading, head, { mayReuse: isComplete })
  }
  if (reading.received - reading.bodySize > aroundMax)
    throw new Error('the response has more around its body than in it')
  return undefined
}

/**
 * Reads the head of the response, and skips 1xx responses before it.
 * @returns undefined while it is incomplete
 */
function takeHead(reading: Reading): ResponseHead | undefined {
  for (;;) {
    const { rest, scanned } = reading
    // So far, perhaps only the beginning of the prefix has arrived.
    const beginning = rest.toString('latin1', 0, httpPrefix.length)
    if (scanned < httpPrefix.length && !httpPrefix.startsWith(beginning))
      throw new Error('the response is not HTTP')
    const end = headEnd(rest, scanned)
    assertHeadLength(end?.length ?? rest.length)
    // The last two bytes may begin the end of the head.
    reading.scanned = end ? 0 : Math.max(0, rest.length - 2)
    if (!end) return undefined
    const head = readHead(rest.toString('latin1', 0, end.textLength))
    reading.rest = rest.subarray(end.length)
    const isInterim = head.status < 200 // a 1xx response: another head follows
    if (!isInterim) return head
    countSkipped(reading, end.length)
  }
}

/**
 * Reads the received part of the body.
 * @param length how the body ends
 * @returns whether the body is complete; never for a body that ends with the connection
 */
function takeBody(reading: Reading, length: ResponseHead['body']): boolean {
  if (length === 'chunked') return takeChunks(reading)
  const missing = length === 'until close' ? reading.rest.length : length - reading.bodySize
  addToBody(reading, reading.rest.subarray(0, missing))
  reading.rest = reading.rest.subarray(missing)
  return reading.bodySize === length
}

/** Reads the received chunks. @returns whether the last chunk and the trailers are read */
function takeChunks(reading: Reading): boolean {
  while (reading.chunk.expects !== 'nothing' && reading.bodySize <= reading.bodyMax) {
    const step = nextChunk(reading.chunk, reading.rest)
    if (!step) return false
    if (reading.chunk.expects.endsWith('trailer'))
      countSkipped(reading, reading.rest.length - step.rest.length)
    addToBody(reading, step.data)
    reading.rest = step.rest
    reading.chunk = step.next
  }
  return reading.chunk.expects === 'nothing'
}

function addToBody(reading: Reading, part: Buffer): void {
  if (part.length > 0) reading.body.push(part)
  reading.bodySize += part.length
}

/** Counts the bytes of a 1xx response or a trailer. @throws Error when all of them together are too long */
function countSkipped(reading: Reading, length: number): void {
  reading.skipped += length
  assertHeadLength(reading.skipped)
}

function assertHeadLength(length: number): void {
  if (length > headMax) throw new Error('the headers of the response are too long')
}

/**
 * Returns the response. A body longer than `bodyMax` bytes is cut there.
 * @param mayReuse whether the response was read to its end, so that its connection may be used again
 */
function responseOf(
  { body, bodySize, bodyMax, rest }: Reading,
  head: ResponseHead,
  { mayReuse }: { readonly mayReuse: boolean },
): Response {
  const bytes = body.length === 1 && body[0] ? body[0] : Buffer.concat(body)
  const isCut = bodySize > bodyMax
  // Drop the beginning of a cut character. That needs a new decoder, because it remembers these bytes.
  const text = isCut
    ? new TextDecoder().decode(bytes.subarray(0, bodyMax), { stream: true })
    : decoder.decode(bytes)
  return {
    status: head.status,
    headers: head.headers,
    body: text,
    isCut,
    isReusable: mayReuse && !isCut && head.isLasting && rest.length === 0,
  }
}
