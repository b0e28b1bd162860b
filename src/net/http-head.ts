// Reads the head of an HTTP/1 response: where it ends, its headers, and how its body ends. An ambiguous head
// is an error.

/** The status line and those headers of a response that decide how its body is read. */
export interface ResponseHead {
  readonly status: number
  readonly headers: Record<string, string>
  /** How the body ends: after this many bytes, after the last chunk, or with the connection. */
  readonly body: number | 'chunked' | 'until close'
  readonly isLasting: boolean // whether the server keeps the connection open
}

const [carriageReturn, lineFeed] = Buffer.from('\r\n')

/**
 * Finds the end of a head: the empty line, with or without carriage returns.
 * @param from the index of the byte to search from
 * @returns the length of the head's text, and its length with the empty line; undefined without that line
 */
export function headEnd(
  bytes: Buffer,
  from: number,
): { readonly textLength: number; readonly length: number } | undefined {
  for (let lineEnd = bytes.indexOf('\n', from); lineEnd >= 0; lineEnd = bytes.indexOf('\n', lineEnd + 1)) {
    if (bytes[lineEnd + 1] === lineFeed) return { textLength: lineEnd, length: lineEnd + 2 }
    if (bytes[lineEnd + 1] === carriageReturn && bytes[lineEnd + 2] === lineFeed)
      return { textLength: lineEnd, length: lineEnd + 3 }
  }
  return undefined
}

/** A status line, such as `HTTP/1.1 200 OK`. The groups are the minor version and the status. */
const statusPattern = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\r]*)?$/

/** Reads a head, whose text may end with a carriage return. @throws Error if it is not valid */
export function readHead(text: string): ResponseHead {
  const [statusLine = '', ...headerLines] = text.replace(/\r$/, '').split(/\r?\n/)
  const [, minorVersion, code = ''] = statusPattern.exec(statusLine) ?? []
  const status = Number(code)
  if (!status) throw new Error('the response has no status')
  if (status === 101) throw new Error('the response asks for another protocol')
  const headers = readHeaders(headerLines)
  const connection = itemsOf(headers.connection)
  return {
    status,
    headers,
    body: bodyOf(status, headers['transfer-encoding'], headers['content-length']),
    isLasting: !connection.includes('close') && (minorVersion === '1' || connection.includes('keep-alive')),
  }
}

/** Returns the items of a list in a header, in lower case. */
const itemsOf = (value = ''): string[] => value.split(',').map(item => withoutBlanks(item).toLowerCase())

/**
 * Returns how the body ends.
 * @param coding the header Transfer-Encoding
 * @param length the header Content-Length
 * @throws Error when the headers contradict each other
 */
function bodyOf(
  status: number,
  coding: string | undefined,
  length: string | undefined,
): ResponseHead['body'] {
  const lengths = new Set(length === undefined ? [] : itemsOf(length))
  const [size = ''] = lengths
  // RFC 9110, section 8.6: a length may be repeated.
  if (length !== undefined && (lengths.size > 1 || !/^\d{1,15}$/.test(size)))
    throw new Error('the response has no clear length')
  // RFC 9112, section 6.3: someone may be smuggling a second response.
  if (length !== undefined && coding !== undefined)
    throw new Error('the response has both a length and a transfer coding')
  if (status < 200 || status === 204 || status === 304) return 0
  if (coding !== undefined) return itemsOf(coding).at(-1) === 'chunked' ? 'chunked' : 'until close'
  return length === undefined ? 'until close' : Number(size)
}

/** Returns the headers by their name in lower case. The values of a repeated header are joined by commas. */
function readHeaders(lines: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>()
  for (const line of unfoldLines(lines)) {
    const { name, value } = readHeaderLine(line)
    const earlier = headers.get(name)
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`)
  }
  return Object.fromEntries(headers)
}

/** Joins folded lines: a line that begins with a blank continues the previous one (RFC 9112, section 5.2). */
function unfoldLines(lines: readonly string[]): readonly string[] {
  if (!lines.some(line => /^[ \t]/.test(line))) return lines
  const unfolded: string[] = []
  for (const line of lines) {
    const isContinuation = /^[ \t]/.test(line)
    const previous = isContinuation ? unfolded.pop() : ''
    unfolded.push(previous ? `${previous} ${withoutBlanks(line)}` : line)
  }
  return unfolded
}

const namePattern = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
const valuePattern = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * Reads a header, and returns its name in lower case. Name and value are checked separately, because one
 * pattern for the whole line would need hours for 16 KiB of spaces.
 * @throws Error when the line has no name, or characters that no header may have
 */
export function readHeaderLine(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(0, colon))
  const value = withoutBlanks(line.slice(colon + 1))
  if (!namePattern.test(name) || !valuePattern.test(value))
    throw new Error('the response has a header that cannot be read')
  return { name: name.toLowerCase(), value }
}

/** Removes spaces and tabs at both ends of a text. `trim` would also remove other characters. */
function withoutBlanks(text: string): string {
  const isBlank = (index: number) => text[index] === ' ' || text[index] === '\t'
  let start = 0
  let end = text.length
  while (start < end && isBlank(start)) start++
  while (start < end && isBlank(end - 1)) end--
  return text.slice(start, end)
}
