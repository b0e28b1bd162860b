// Reads the chunks of an HTTP/1 body step by step: the line with a size, that many bytes, a line end. Checks
// and skips the trailers after the last chunk.
import { readHeaderLine } from './http-head.ts'

export interface ChunkState {
  /** What comes next. */
  readonly expects: 'size' | 'data' | 'line end' | 'first trailer' | 'trailer' | 'nothing'
  readonly left: number // missing bytes of the current chunk
}

interface Step {
  readonly data: Buffer
  readonly rest: Buffer
  readonly next: ChunkState
}

/** The longest line before a chunk, and of a trailer. */
const lineMax = 1_024
const empty = Buffer.alloc(0)
const unreadable = 'the response has a chunk that cannot be read'

/**
 * Reads the next line or the next data of a chunked body.
 * @returns the data, the bytes after this step, and the next state; undefined if more bytes must arrive first
 * @throws Error for a chunk that cannot be read
 */
export function nextChunk({ expects, left }: ChunkState, bytes: Buffer): Step | undefined {
  return expects === 'data' ? takeData(left, bytes) : takeLine(expects, bytes)
}

/** Reads the received data of a chunk: all of it or a part. @param missing how many bytes it still lacks */
function takeData(missing: number, bytes: Buffer): Step | undefined {
  if (bytes.length === 0) return undefined
  const data = bytes.subarray(0, missing)
  const stillMissing = missing - data.length
  const next: ChunkState = { expects: stillMissing > 0 ? 'data' : 'line end', left: stillMissing }
  return { data, rest: bytes.subarray(data.length), next }
}

/**
 * Reads a line once all of it has arrived; until then returns undefined.
 * @throws Error when the line is longer than `lineMax` or cannot be read
 */
function takeLine(expects: ChunkState['expects'], bytes: Buffer): Step | undefined {
  const lineEnd = bytes.indexOf('\n')
  if (lineEnd > lineMax || (lineEnd < 0 && bytes.length > lineMax)) throw new Error(unreadable)
  if (lineEnd < 0) return undefined
  const next = afterLine(expects, bytes.toString('latin1', 0, lineEnd))
  return { data: empty, rest: bytes.subarray(lineEnd + 1), next }
}

/**
 * Returns the state after a line.
 * @param expects what the line has to be
 * @param line without its line feed. Only a trailer may lack the carriage return, as a header may
 * @throws Error when the line is something else
 */
function afterLine(expects: ChunkState['expects'], line: string): ChunkState {
  if (expects === 'first trailer' || expects === 'trailer') {
    const text = line.replace(/\r$/, '')
    if (text === '') return { expects: 'nothing', left: 0 }
    // A folded line continues the value of the previous line, so check it as a value.
    const isFolded = expects === 'trailer' && /^[ \t]/.test(text)
    readHeaderLine(isFolded ? `x:${text}` : text)
    return { expects: 'trailer', left: 0 }
  }
  if (expects === 'line end' && line === '\r') return { expects: 'size', left: 0 }
  const [, digits] = expects === 'size' ? (sizePattern.exec(line) ?? []) : []
  if (!digits) throw new Error(unreadable)
  const size = Number.parseInt(digits, 16)
  return { expects: size === 0 ? 'first trailer' : 'data', left: size }
}

/** The line before a chunk, such as `1a3;name=value`: a size in hex, and an extension that is ignored. */
const sizePattern = /^([\da-f]{1,8})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?\r$/i
