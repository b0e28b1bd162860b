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

/** Takes one step; returns undefined if it needs more bytes. @throws Error for a chunk that cannot be read */
export function nextChunk({ expects, left }: ChunkState, bytes: Buffer): Step | undefined {
  return expects === 'data' ? takeData(left, bytes) : takeLine(expects, bytes)
}

/** Takes received bytes of a chunk: all or a part of it. */
function takeData(left: number, bytes: Buffer): Step | undefined {
  if (bytes.length === 0) return undefined
  const data = bytes.subarray(0, left)
  const missing = left - data.length
  const next: ChunkState = { expects: missing > 0 ? 'data' : 'line end', left: missing }
  return { data, rest: bytes.subarray(data.length), next }
}

/** Takes a whole line. @throws Error when it is longer than `lineMax` or cannot be read */
function takeLine(expects: ChunkState['expects'], bytes: Buffer): Step | undefined {
  const lineEnd = bytes.indexOf('\n')
  if (lineEnd > lineMax || (lineEnd < 0 && bytes.length > lineMax)) throw new Error(unreadable)
  if (lineEnd < 0) return undefined
  const next = afterLine(expects, bytes.toString('latin1', 0, lineEnd))
  return { data: empty, rest: bytes.subarray(lineEnd + 1), next }
}

/**
 * Returns the state after a whole line.
 * @param line without its line feed. Only a trailer may lack the carriage return, as a header may
 */
function afterLine(expects: ChunkState['expects'], line: string): ChunkState {
  if (expects === 'first trailer' || expects === 'trailer') {
    const text = line.replace(/\r$/, '')
    // A folded line continues the value of the previous line.
    const isFolded = expects === 'trailer' && /^[ \t]/.test(text)
    if (text !== '') readHeaderLine(isFolded ? `x:${text}` : text)
    return { expects: text === '' ? 'nothing' : 'trailer', left: 0 }
  }
  if (expects === 'line end' && line === '\r') return { expects: 'size', left: 0 }
  const [, digits] = expects === 'size' ? (sizePattern.exec(line) ?? []) : []
  if (!digits) throw new Error(unreadable)
  const size = Number.parseInt(digits, 16)
  return { expects: size === 0 ? 'first trailer' : 'data', left: size }
}

/** A size, and an extension that is skipped. */
const sizePattern = /^([\da-f]{1,8})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?\r$/i
