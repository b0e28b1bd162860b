// Compares our reader of HTTP/1 responses with Node's parser, on hostile bytes from one seed: both read the
// same, or the difference has a name and a reason in the table below. Without the cause of a difference, both
// agree. An unknown difference fails.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { newResponseReader, type ResponseProgress } from '../../src/net/http-response.ts'
import { type HostileResponse, hostileResponse } from './hostile-response.ts'
import { type Reading, readByLlhttp } from './llhttp.ts'

/**
 * Another seed and more runs: KAUNTA_FUZZ_SEED=7 KAUNTA_FUZZ_RUNS=1000000 bun test --timeout 0
 * test/net/http-differential.test.ts
 */
const seed = Number(process.env.KAUNTA_FUZZ_SEED ?? 20_261_122)
const runs = Number(process.env.KAUNTA_FUZZ_RUNS ?? 20_000)

interface Difference {
  readonly name: string
  readonly reason: string
  /** What ours does: reads what llhttp refuses, refuses what it reads, or reads it differently. */
  readonly effect: 'read' | 'refused' | 'other body' | 'other reuse'
  readonly sample: string // bytes that show it, as latin1
  /** Removes it from the bytes. */
  mend(text: string): string
}

const ok = 'content-length: 2\r\n\r\nok'
const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
const least = (digits: string, radix: 10 | 16, most: bigint) => {
  const value = BigInt(radix === 16 ? `0x${digits}` : digits)
  return (value < most ? value : most).toString(radix)
}

/** Leaves the first of equal Content-Length lines of a head. */
function withoutRepeatedLength(head: string): string {
  const values = new Set<string>()
  return head.replace(/\r\ncontent-length:[ \t]*(\d+)[ \t]*(?=\r\n)/gi, (line, value: string) => {
    if (values.has(value)) return ''
    values.add(value)
    return line
  })
}

const differences: readonly Difference[] = [
  {
    name: 'lines that end in a line feed alone',
    reason: 'receivers written manually send them, and RFC 9112 (2.2) lets a client accept them',
    effect: 'read',
    sample: `HTTP/1.1 200 OK\n${ok.replaceAll('\r', '')}`,
    mend: text => text.replace(/(?<!\r)\n/g, '\r\n'),
  },
  {
    name: 'empty lines before a response',
    reason: 'only a leftover of an earlier response can put them there',
    effect: 'refused',
    sample: `\r\nHTTP/1.1 200 OK\r\n${ok}`,
    mend: text => text.replace(/(^|\r\n\r\n)[\r\n]+(?=HTTP\/)/g, '$1'),
  },
  {
    name: 'HTTP/0.9 and HTTP/2.0',
    reason: 'we send HTTP/1.1, so no server answers in these',
    effect: 'refused',
    sample: `HTTP/2.0 200 OK\r\n${ok}`,
    mend: text => text.replace(/HTTP\/(0\.9|2\.0)/g, 'HTTP/1.1'),
  },
  {
    name: 'a status below 100',
    reason: 'RFC 9110 (15) has none',
    effect: 'refused',
    sample: `HTTP/1.1 099 OK\r\n${ok}`,
    mend: text => text.replace(/(HTTP\/1\.[01]) 0\d\d/g, '$1 200'),
  },
  {
    name: 'a change of protocol',
    reason: 'we never ask for one',
    effect: 'refused',
    sample: 'HTTP/1.1 101 Go\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    mend: text => text.replace(/(HTTP\/1\.[01]) 101/g, '$1 200'),
  },
  {
    name: 'a 1xx response that announces the end of the connection',
    reason: 'only the final response can say that; we read on until it comes or the connection ends',
    effect: 'read',
    sample: `HTTP/1.1 103 Hints\r\nconnection: close\r\n\r\nHTTP/1.1 200 OK\r\n${ok}`,
    mend: text =>
      text.replace(/HTTP\/1\.[01] 1\d\d[\s\S]*?\r\n\r\n/g, head =>
        head.replace('HTTP/1.0', 'HTTP/1.1').replace(/\r\n(proxy-)?connection:/gi, '\r\nx:'),
      ),
  },
  {
    name: 'a Content-Length of more than 15 digits',
    reason: 'it would not be an exact number, and no such body is ours to read',
    effect: 'refused',
    sample: 'HTTP/1.1 200 OK\r\ncontent-length: 0000000000000002\r\n\r\nok',
    mend: text =>
      text.replace(
        /(content-length:[ \t]*)(\d{16,})/gi,
        (_, name, digits) => name + least(digits, 10, 999_999_999_999_999n),
      ),
  },
  {
    name: 'a header that goes on in the next line',
    reason: 'old servers fold long headers; RFC 9112 (5.2) tells a client to read the fold as a blank',
    effect: 'read',
    sample: `HTTP/1.1 200 OK\r\nx-long: one\r\n two\r\n${ok}`,
    mend: text => text.replace(/HTTP\/[\s\S]*?\r\n\r\n/g, head => head.replace(/\r\n[ \t]+/g, ' ')),
  },
  {
    name: 'a Content-Length that is repeated with the same value',
    reason:
      'some servers and the proxy before them send it twice; RFC 9110 (8.6) lets a client take the one value',
    effect: 'read',
    sample: 'HTTP/1.1 200 OK\r\ncontent-length: 2, 2\r\ncontent-length: 2\r\n\r\nok',
    mend: text =>
      text
        .replace(/(content-length:[ \t]*)(\d+)(?:[ \t]*,[ \t]*\2)+(?=[ \t]*\r\n)/gi, '$1$2')
        .replace(/HTTP\/[\s\S]*?\r\n\r\n/g, withoutRepeatedLength),
  },
  {
    name: 'a chunk size of more than 8 digits',
    reason: 'no such chunk is ours to read',
    effect: 'refused',
    sample: `${chunked}000000002\r\nok\r\n0\r\n\r\n`,
    mend: text =>
      text.replace(/\n([\da-f]{9,})(?=[\r\n; \t])/gi, (_, digits) => `\n${least(digits, 16, 0xffffffffn)}`),
  },
  {
    name: 'blanks behind a chunk size',
    reason: 'old servers pad the size to a fixed width, and it means the same',
    effect: 'read',
    sample: `${chunked}2  \r\nok\r\n0\r\n\r\n`,
    mend: text => text.replace(/\n([\da-f]{1,8})[ \t]+(?=[\r\n;])/gi, '\n$1'),
  },
  {
    name: 'a chunk extension that is out of form',
    reason: 'we skip extensions, so their inside does not matter; control characters are refused',
    effect: 'read',
    sample: `${chunked}2;\r\nok\r\n0\r\n\r\n`,
    mend: text => text.replace(/\n([\da-f]{1,8}[ \t]*);[^\r\n]*/gi, '\n$1'),
  },
  {
    name: 'a length or coding in a trailer',
    reason: 'we skip trailers, so they cannot change where the response ends',
    effect: 'read',
    sample: `${chunked}2\r\nok\r\n0\r\ncontent-length: 5\r\n\r\n`,
    mend: text =>
      text.replace(/\n0+[ \t]*(;[^\r\n]*)?\r\n[\s\S]*$/, trailer =>
        trailer.replace(/(content-length|transfer-encoding|(proxy-)?connection|upgrade)(?=:)/gi, 'x'),
      ),
  },
  {
    name: 'an empty Transfer-Encoding',
    reason: 'it names no coding, so the body ends with the connection and nothing follows it',
    effect: 'read',
    sample: 'HTTP/1.1 200 OK\r\ntransfer-encoding: \r\n\r\nok',
    mend: text => text.replace(/(transfer-encoding:)[ \t]*(?=\r\n)/gi, '$1 identity'),
  },
  {
    name: 'a tab beside chunked',
    reason: 'blanks are spaces and tabs (RFC 9110, 5.6.3); llhttp knows spaces only and reads until the end',
    effect: 'other body',
    sample: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\t\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    mend: text =>
      text.replace(
        /(transfer-encoding:)([^\r\n]*)/gi,
        (_, name, value) => name + value.replaceAll('\t', ' '),
      ),
  },
  {
    name: 'Proxy-Connection',
    reason: 'it is no header of HTTP, and there is no proxy; at worst one call is made again',
    effect: 'other reuse',
    sample: `HTTP/1.1 200 OK\r\nproxy-connection: close\r\n${ok}`,
    mend: text => text.replace(/proxy-connection:/gi, 'x:'),
  },
  {
    name: 'keep-alive and close together',
    reason: 'close wins, because a new connection is always right',
    effect: 'other reuse',
    sample: `HTTP/1.0 200 OK\r\nconnection: keep-alive, close\r\n${ok}`,
    mend: text => (/\bclose\b/i.test(text) ? text.replace(/keep-alive/gi, 'x') : text),
  },
]

/** Reads with our reader, fed in parts. */
function readByUs(bytes: Buffer, cuts: readonly number[], hasEnded: boolean): Reading {
  const reader = newResponseReader(65_536)
  const ends = [...new Set([...cuts.map(cut => cut % (bytes.length + 1)), bytes.length])].sort(
    (a, b) => a - b,
  )
  let from = 0
  for (const end of ends) {
    const found = end > from ? reader.read(Buffer.from(bytes.subarray(from, end))) : undefined
    // Bytes after the response end an idle connection (net-kept.test.ts).
    if (found) return readingOf(found, end === bytes.length)
    from = end
  }
  return readingOf(hasEnded ? reader.end() : undefined, false)
}

function readingOf(found: ResponseProgress, isLast: boolean): Reading {
  if (!found) return { kind: 'waiting' }
  if ('error' in found) return { kind: 'error', error: found.error }
  const { status, headers, body, isReusable } = found
  return { kind: 'answered', status, headers, body, isReusable: isReusable && isLast }
}

/** Returns a reading without the wording of errors and the order of headers. */
const comparable = (reading: Reading) =>
  JSON.stringify(
    reading.kind === 'answered'
      ? { ...reading, headers: Object.entries(reading.headers).sort() }
      : reading.kind,
  )
const agree = (ours: Reading, theirs: Reading) => comparable(ours) === comparable(theirs)

/** Returns whether such a difference can explain these two readings. */
function mayBe(effect: Difference['effect'], ours: Reading, theirs: Reading): boolean {
  if (effect === 'other body') return true
  if (effect === 'read') return theirs.kind === 'error' && ours.kind !== 'error'
  if (effect === 'refused') return ours.kind === 'error' && theirs.kind !== 'error'
  return (
    ours.kind === 'answered' &&
    theirs.kind === 'answered' &&
    ours.isReusable !== theirs.isReusable &&
    agree({ ...ours, isReusable: false }, { ...theirs, isReusable: false })
  )
}

const bytesOf = (text: string) => Buffer.from(text, 'latin1')

/** Returns the names of the differences in a stream; undefined when they do not explain it. */
function explain({ text, cuts, hasEnded }: HostileResponse): string[] | undefined {
  const both = (of: string) => {
    const read = (ended: boolean) =>
      [readByUs(bytesOf(of), cuts, ended), readByLlhttp(bytesOf(of), ended)] as const
    const [ours, theirs] = read(hasEnded)
    // llhttp sees an error at its byte, we at the end of its line: then the reading of the rest counts.
    return (ours.kind === 'error') === (theirs.kind === 'error') ? ([ours, theirs] as const) : read(true)
  }
  const [ours, theirs] = both(text)
  if (agree(ours, theirs)) return []
  let mended = text
  const names: string[] = []
  for (const { name, effect, mend } of differences) {
    const next = mend(mended)
    if (next !== mended && mayBe(effect, ours, theirs)) names.push(name)
    mended = next
  }
  return names.length > 0 && agree(...both(mended)) ? names : undefined
}

describe('our reader and llhttp', () => {
  test(`read equally, or differ in a known way (seed ${seed}, ${runs} streams)`, () => {
    const counts = new Map<string, number>()
    fc.assert(
      fc.property(hostileResponse, found => {
        const names = explain(found)
        for (const name of names ?? []) counts.set(name, (counts.get(name) ?? 0) + 1)
        if (names === undefined)
          expect(readByUs(bytesOf(found.text), found.cuts, found.hasEnded)).toEqual(
            readByLlhttp(bytesOf(found.text), found.hasEnded),
          )
      }),
      { seed, numRuns: runs },
    )
    // A difference that no longer occurs must leave the table.
    expect([...counts.keys()].sort()).toEqual(differences.map(({ name }) => name).sort())
  })

  test.each(differences.map(row => [row.name, row] as const))('%s: a difference', (name, { sample }) => {
    const found = [true, false].flatMap(
      hasEnded => explain({ text: sample, cuts: [], hasEnded }) ?? ['unknown'],
    )
    expect([...new Set(found)]).toEqual([name])
  })
})
