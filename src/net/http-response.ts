// The bytes of an HTTP/1 answer, read as they come, however they are cut. Strict about where an answer ends
// and forgiving about nothing else that matters: whatever it cannot read is an error, and a connection is
// only fit for another call when nothing is left over. A stranger sends these bytes: each is looked at once,
// what is not the answer is bounded too, and nothing of that is kept.

/** The longest answer that is kept, in bytes. */
const bodyMax = 65_536
/**
 * Node's own limit for a head. The hints before it and the lines behind the last chunk, all together, have
 * the same.
 */
const headMax = 16_384
/** Of the line before each chunk. */
const chunkLineMax = 1_024
/** Of all that is read of one answer: the smallest chunks take six bytes for one. */
const wholeMax = 1_048_576

export interface Response {
  readonly status: number
  /** Names in small letters; what came several times is joined by commas. */
  readonly headers: Record<string, string>
  readonly body: string
  /** Whether the connection may carry another call. */
  readonly isKept: boolean
}

/** What is known after some bytes: nothing yet, the answer, or why it is none. */
export type Progress = Response | { readonly error: string } | undefined

export interface ResponseReader {
  read(part: Buffer): Progress
  /** The connection has ended. */
  end(): Progress
}

interface Head {
  readonly status: number
  readonly headers: Record<string, string>
  /** How its body ends. */
  readonly body: number | 'chunked' | 'closing'
  readonly mayKeep: boolean
}

/** Reads one answer. */
export function newResponseReader(): ResponseReader {
  let head: Head | undefined
  let rest: Buffer = empty
  const body: Buffer[] = []
  let size = 0
  let chunk: Chunk = { state: 'size', left: 0 }
  /** Bytes of `rest` in which no head ends, of hints and lines behind the last chunk, and of everything. */
  let looked = 0
  let aside = 0
  let whole = 0

  const take = (part: Buffer) => {
    if (part.length > 0) body.push(part)
    size += part.length
  }
  const putAside = (length: number) => {
    aside += length
    if (aside > headMax) throw new Error(headTooLong)
  }
  const answer = ({ status, headers, mayKeep }: Head, isWhole: boolean): Response => {
    const bytes = body.length === 1 && body[0] ? body[0] : Buffer.concat(body)
    const isCut = size > bodyMax
    const text = new TextDecoder().decode(isCut ? bytes.subarray(0, bodyMax) : bytes, { stream: isCut })
    return { status, headers, body: text, isKept: isWhole && !isCut && mayKeep && rest.length === 0 }
  }
  /** Moves the head, and the hints before it, out of `rest`. */
  const takeHead = (): Head | undefined => {
    for (;;) {
      if (looked < httpBegins.length && !httpBegins.startsWith(rest.toString('latin1', 0, httpBegins.length)))
        throw new Error('the answer is not HTTP')
      const end = headEnd(rest, looked)
      if ((end?.length ?? rest.length) > headMax) throw new Error(headTooLong)
      looked = end ? 0 : Math.max(0, rest.length - 2)
      if (!end) return undefined
      const found = readHead(rest.toString('latin1', 0, end.textLength))
      rest = rest.subarray(end.length)
      if (found.status >= 200) return found
      putAside(end.length)
    }
  }
  /** Moves what belongs to the body out of `rest`. @returns whether that was all of it */
  const takeBody = (kind: Head['body']): boolean => {
    if (kind === 'chunked') {
      while (chunk.state !== 'over' && size <= bodyMax) {
        const step = nextChunk(chunk, rest)
        if (!step) return false
        if (chunk.state === 'trailer') putAside(rest.length - step.rest.length)
        take(step.data)
        rest = step.rest
        chunk = step.chunk
      }
      return chunk.state === 'over'
    }
    const wanted = kind === 'closing' ? rest.length : kind - size
    take(rest.subarray(0, wanted))
    rest = rest.subarray(wanted)
    return size === kind
  }
  const progress = (): Progress => {
    head ??= takeHead()
    const isWhole = head !== undefined && takeBody(head.body)
    if (head && (isWhole || size > bodyMax)) return answer(head, isWhole)
    if (whole > wholeMax) throw new Error('the answer has more around it than in it')
    return undefined
  }

  return {
    read(part) {
      rest = rest.length === 0 ? part : Buffer.concat([rest, part])
      whole += part.length
      // Whatever is wrong with the bytes of a stranger is an answer, too.
      try {
        return progress()
      } catch (error) {
        return { error: error instanceof Error ? error.message : String(error) }
      }
    },
    end: () =>
      head?.body === 'closing'
        ? answer(head, false)
        : { error: head ? 'the answer broke off' : 'closed without an answer' },
  }
}

const empty = Buffer.alloc(0)

const httpBegins = 'HTTP/1.'
const headTooLong = 'the headers of the answer are too long'
const [carriageReturn, lineFeed] = Buffer.from('\r\n')

/**
 * Where the head at the beginning of these bytes ends, the empty line included, looked for behind the first
 * `from` of them.
 */
function headEnd(
  bytes: Buffer,
  from: number,
): { readonly textLength: number; readonly length: number } | undefined {
  for (let at = bytes.indexOf('\n', from); at >= 0; at = bytes.indexOf('\n', at + 1)) {
    if (bytes[at + 1] === lineFeed) return { textLength: at, length: at + 2 }
    if (bytes[at + 1] === carriageReturn && bytes[at + 2] === lineFeed)
      return { textLength: at, length: at + 3 }
  }
  return undefined
}

/** What a head says; its text may end in one last carriage return. */
function readHead(text: string): Head {
  const [first = '', ...lines] = text.replace(/\r$/, '').split(/\r?\n/)
  const [, minor, code = ''] = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/.exec(first) ?? []
  const status = Number(code)
  if (!status || status === 101)
    throw new Error(status ? 'the answer asks for another protocol' : 'the answer has no status')
  const headers = readHeaders(lines)
  const coding = headers['transfer-encoding']
  const length = headers['content-length']
  if (length !== undefined && !/^\d{1,15}$/.test(length)) throw new Error('the answer has no clear length')
  const connection = headers.connection?.toLowerCase() ?? ''
  const isLasting = minor === '1' ? !/\bclose\b/.test(connection) : /\bkeep-alive\b/.test(connection)
  const isClear = coding === undefined || length === undefined
  return { status, headers, body: bodyOf(status, coding, length), mayKeep: isLasting && isClear }
}

function bodyOf(status: number, coding: string | undefined, length: string | undefined): Head['body'] {
  if (status < 200 || status === 204 || status === 304) return 0
  if (coding !== undefined) return /(^|[,\s])chunked$/i.test(coding) ? 'chunked' : 'closing'
  return length === undefined ? 'closing' : Number(length)
}

function readHeaders(lines: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value = ''] = /^([!#$%&'*+.^_`|~\dA-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (!name) throw new Error('the answer has a header that cannot be read')
    const key = name.toLowerCase()
    const before = headers.get(key)
    headers.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(headers)
}

interface Chunk {
  /**
   * What comes next: the line with its size, its bytes, the line end behind them, the lines after the last
   * one, or nothing.
   */
  readonly state: 'size' | 'data' | 'end' | 'trailer' | 'over'
  readonly left: number
}

/** One step through chunks; undefined when it needs more bytes. */
function nextChunk(
  { state, left }: Chunk,
  bytes: Buffer,
): { data: Buffer; rest: Buffer; chunk: Chunk } | undefined {
  if (state === 'data') {
    if (bytes.length === 0) return undefined
    const data = bytes.subarray(0, left)
    const still = left - data.length
    return {
      data,
      rest: bytes.subarray(data.length),
      chunk: { state: still > 0 ? 'data' : 'end', left: still },
    }
  }
  const at = bytes.indexOf('\n')
  if (at < 0 || at > chunkLineMax) {
    if (bytes.length > chunkLineMax) throw new Error('the answer has a chunk that cannot be read')
    return undefined
  }
  const line = bytes.toString('latin1', 0, at).replace(/\r$/, '')
  const step = (chunk: Chunk) => ({ data: empty, rest: bytes.subarray(at + 1), chunk })
  if (state === 'trailer') return step({ state: line === '' ? 'over' : 'trailer', left: 0 })
  if (state === 'end' && line === '') return step({ state: 'size', left: 0 })
  const [, digits] = state === 'size' ? (/^([\da-f]{1,8})[ \t]*(?:;.*)?$/i.exec(line) ?? []) : []
  if (!digits) throw new Error('the answer has a chunk that cannot be read')
  const size = Number.parseInt(digits, 16)
  return step({ state: size === 0 ? 'trailer' : 'data', left: size })
}
