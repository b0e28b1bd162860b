// The reader of HTTP/1 responses, by bytes: each response is read the same however it is cut, and an invalid
// response is an error and never an endless wait. net.test.ts shows this on sockets.
import { describe, expect, test } from 'bun:test'
import { newResponseReader, type ResponseProgress } from '../../src/net/http-response.ts'

const bodyMax = 65_536

/** Returns the progress after these parts and, if the connection ends then, after that. */
function readAll(parts: readonly Buffer[], ends: boolean): ResponseProgress {
  const reader = newResponseReader(bodyMax)
  for (const part of parts) {
    const progress = reader.read(part)
    if (progress) return progress
  }
  return ends ? reader.end() : undefined
}
const bytes = (text: string) => Buffer.from(text, 'latin1')
const answer = (status: number, body: string, isReusable: boolean) => ({ status, body, isReusable })

type Row = [what: string, text: string, ends: boolean, found: object | undefined]
const rows: Row[] = [
  ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', false, answer(200, 'ok', true)],
  ['no body', 'HTTP/1.1 204 No Content\r\n\r\n', false, answer(204, '', true)],
  [
    'a 304, whatever its Content-Length is',
    'HTTP/1.1 304 Same\r\ncontent-length: 9\r\n\r\n',
    false,
    answer(304, '', true),
  ],
  ['no reason, and nothing in it', 'HTTP/1.1 200\r\ncontent-length:0\r\n\r\n', false, answer(200, '', true)],
  ['line feeds alone', 'HTTP/1.1 200 OK\ncontent-length: 2\n\nok', false, answer(200, 'ok', true)],
  [
    'a close to come',
    'HTTP/1.1 200 OK\r\nConnection: Close\r\ncontent-length: 2\r\n\r\nok',
    false,
    answer(200, 'ok', false),
  ],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok', false, answer(200, 'ok', false)],
  [
    'HTTP/1.0 that lasts',
    'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\nok',
    false,
    answer(200, 'ok', true),
  ],
  ['the end of the connection', 'HTTP/1.1 200 OK\r\n\r\nall', true, answer(200, 'all', false)],
  [
    'chunks with notes and a trailer',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n3;a=b\r\nabc\r\n0A\r\n0123456789\r\n0\r\nx: y\r\n\r\n',
    false,
    answer(200, 'abc0123456789', true),
  ],
  [
    'both a length and chunks',
    'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    false,
    { error: 'the response has both a length and a transfer coding' },
  ],
  [
    'two hints before it',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nlink: <x>\r\n\r\nHTTP/1.1 500 No\r\ncontent-length: 2\r\n\r\nno',
    false,
    answer(500, 'no', true),
  ],
  ['half a head', 'HTTP/1.1 200 OK\r\ncontent-le', false, undefined],
  ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nok', false, undefined],
  [
    'half a body, then the end',
    'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nok',
    true,
    { error: 'the response was cut off' },
  ],
  ['the end', '', true, { error: 'closed without a response' }],
  ['another protocol', 'SSH-2.0-OpenSSH\r\n', false, { error: 'the response is not HTTP' }],
  [
    'a change of protocol',
    'HTTP/1.1 101 Go\r\n\r\n',
    false,
    { error: 'the response asks for another protocol' },
  ],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n', false, { error: 'the response has no status' }],
  [
    'a folded header',
    'HTTP/1.1 200 OK\r\na: b\r\n c\r\n\t d\r\ncontent-length:\r\n 2\r\n\r\nok',
    false,
    { ...answer(200, 'ok', true), headers: { a: 'b c d', 'content-length': '2' } },
  ],
  [
    'a fold without a header',
    'HTTP/1.1 200 OK\r\n c\r\n\r\n',
    false,
    { error: 'the response has a header that cannot be read' },
  ],
  [
    'a folded trailer',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nx: y\r\n z\r\n\r\n',
    false,
    answer(200, 'ok', true),
  ],
  [
    'one length twice',
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nContent-Length: 2\r\n\r\nok',
    false,
    answer(200, 'ok', true),
  ],
  [
    'one length twice in a header',
    'HTTP/1.1 200 OK\r\ncontent-length: 2, 2\r\n\r\nok',
    false,
    answer(200, 'ok', true),
  ],
  [
    'a header without a name',
    'HTTP/1.1 200 OK\r\n: b\r\n\r\n',
    false,
    { error: 'the response has a header that cannot be read' },
  ],
  [
    'two lengths',
    'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    false,
    { error: 'the response has no clear length' },
  ],
  [
    'a length below zero',
    'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n',
    false,
    { error: 'the response has no clear length' },
  ],
  [
    'a control character in a header',
    'HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n',
    false,
    { error: 'the response has a header that cannot be read' },
  ],
  [
    'chunks between line feeds alone',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\nok\n0\n\n',
    false,
    { error: 'the response has a chunk that cannot be read' },
  ],
  [
    'a trailer that is no header',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\nxy\r\n\r\n',
    false,
    { error: 'the response has a header that cannot be read' },
  ],
  [
    'a chunk without a size',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    false,
    { error: 'the response has a chunk that cannot be read' },
  ],
  [
    'a chunk longer than its announced size',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nab\r\n',
    false,
    { error: 'the response has a chunk that cannot be read' },
  ],
]

describe('however it is cut', () => {
  test.each(rows)('%s', (_, text, ends, found) => {
    const all = bytes(text)
    const cuts = [
      [all],
      [...all].map(byte => Buffer.from([byte])),
      ...[...all.keys()].map(at => [all.subarray(0, at), all.subarray(at)]),
    ]
    for (const parts of cuts.map(cut => cut.filter(part => part.length > 0))) {
      const read = readAll(parts, ends)
      if (found) expect(read).toMatchObject(found)
      else expect(read).toBeUndefined()
    }
  })
})

test('what comes after the response makes the connection unfit', () => {
  expect(
    readAll([bytes('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n')], false),
  ).toMatchObject(answer(200, 'ok', false))
})

test('repeated headers are joined, and names that every object has are headers, too', () => {
  const read = readAll(
    [
      bytes(
        'HTTP/1.1 200 OK\r\nSet-Cookie: a\r\nset-cookie:  b \r\n__proto__: c\r\ncontent-length: 0\r\n\r\n',
      ),
    ],
    false,
  )
  expect(read && 'headers' in read && Object.entries(read.headers)).toEqual([
    ['set-cookie', 'a, b'],
    ['__proto__', 'c'],
    ['content-length', '0'],
  ])
})

test.each([
  ['a head that never ends', 'HTTP/1.1 200 OK\r\nx: ', 'the headers of the response are too long'],
  [
    'a line before a chunk that never ends',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;',
    'the response has a chunk that cannot be read',
  ],
])('%s is abandoned', (_, text, error) => {
  const reader = newResponseReader(bodyMax)
  let read = reader.read(bytes(text))
  for (let count = 0; !read && count < 40; count++) read = reader.read(Buffer.alloc(1_000, 'x'))
  expect(read).toEqual({ error })
})

const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
const tooLong = 'the headers of the response are too long'
/** The repeated text, how much of it is read, and the error. */
const floods: readonly (readonly [what: string, text: string, again: string, most: number, error: string])[] =
  [
    ['lines behind the last chunk', `${chunked}2\r\nok\r\n0\r\n`, 'a:\n', 16_384, tooLong],
    ['one such line', `${chunked}0\r\n`, 'a', 1_024, 'the response has a chunk that cannot be read'],
    ['hints before an answer', '', 'HTTP/1.1 103 Hints\r\n\r\n', 16_384, tooLong],
    [
      'notes and small chunks',
      chunked,
      `1;${'n'.repeat(1_000)}\r\nx\r\n`,
      1_048_576,
      'the response has more around its body than in it',
    ],
  ]
describe.each(floods)('%s without end are abandoned', (_, text, again, most, error) => {
  // However they are cut: nothing is kept of them, and the work is that of reading each byte once.
  test.each([
    ['bit by bit', 1],
    ['by the thousand', 1_000],
  ] as const)('%s', (_, times) => {
    const reader = newResponseReader(bodyMax)
    let read = text === '' ? undefined : reader.read(bytes(text))
    const part = bytes(again.repeat(times))
    let taken = 0
    for (; !read && taken <= most; taken += part.length) read = reader.read(part)
    expect(read).toEqual({ error })
    expect(taken).toBeLessThanOrEqual(most + 2 * part.length)
  })
})

test('interim answers, small chunks and trailers are read while they are within bounds', () => {
  const hint = `HTTP/1.1 103 Hints\r\nlink: <${'x'.repeat(1_000)}>\r\n\r\n`
  const line = `x: ${'y'.repeat(1_000)}\r\n`
  const text = `${hint.repeat(8)}${chunked}${'1\r\nx\r\n'.repeat(65_536)}0\r\n${line.repeat(7)}\r\n`
  expect(readAll([bytes(text)], false)).toMatchObject(answer(200, 'x'.repeat(65_536), true))
})

test('a header of blanks is read in linear time', () => {
  for (const text of [`x:${' '.repeat(16_000)}\ry`, `x: y${' \t'.repeat(8_000)}\0`, ' '.repeat(16_000)]) {
    expect(readAll([bytes(`HTTP/1.1 200 OK\r\n${text}\r\n\r\n`)], false)).toEqual({
      error: 'the response has a header that cannot be read',
    })
  }
})

test('chunks without end are cut at the limit, and the response is marked as cut', () => {
  const reader = newResponseReader(bodyMax)
  let read = reader.read(bytes('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'))
  for (let count = 0; !read && count < 100; count++)
    read = reader.read(bytes(`3e8\r\n${'x'.repeat(1_000)}\r\n`))
  expect(read && 'body' in read && [read.status, read.body.length, read.isCut, read.isReusable]).toEqual([
    200,
    bodyMax,
    true,
    false,
  ])
})
