// Odd and hostile HTTP/1 responses to fuzz our reader: mostly valid parts, changed byte by byte.
import fc from 'fast-check'

export interface HostileResponse {
  readonly text: string // the bytes, as latin1
  readonly cuts: readonly number[] // where they are cut; any number, modulo the length
  readonly hasEnded: boolean // whether the connection ends after them
}

const often = (usual: string, ...odd: string[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 4, arbitrary: fc.constantFrom(...odd) })
const lineEnd = fc.oneof(
  { weight: 30, arbitrary: fc.constant('\r\n') },
  { weight: 1, arbitrary: fc.constantFrom('\n', '\r', '\r\r\n', '\n\r', ' \r\n', '') },
)
const join = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map(found => found.join(''))
const bytes = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 255 }), { maxLength }).map(codes => String.fromCharCode(...codes))

const statusLine = (code: fc.Arbitrary<string>) =>
  join(
    often(
      'HTTP/1.1',
      'HTTP/1.0',
      'HTTP/0.9',
      'HTTP/1.2',
      'HTTP/2.0',
      'http/1.1',
      'HTTP/1.10',
      'ICY',
      ' HTTP/1.1',
      '\r\nHTTP/1.1',
    ),
    often(' ', '', '  ', '\t'),
    code,
    often(' OK', '', ' ', '  ', '\t', ' O\0K', ' \xe4\xff', ' O\rK', 'OK', ' HTTP/1.1 200'),
    lineEnd,
  )
const finalCode = often(
  '200',
  '201',
  '204',
  '205',
  '304',
  '404',
  '500',
  '101',
  '999',
  '099',
  '20',
  '2000',
  '2 0',
  '-20',
  '',
)
const hintCode = often('100', '102', '103', '199', '101')

const codings = [
  'chunked',
  'Chunked',
  'gzip',
  'identity',
  'chunked, gzip',
  'gzip, chunked',
  'gzip,chunked',
  'gzip chunked',
  'chunked, chunked',
  'xchunked',
  'chunkedx',
  'chunked;q=1',
  'chunked,',
  ',chunked',
  '',
  '\tchunked',
  'chunked\t',
  '"chunked"',
]
const lengths = [
  '2',
  '0',
  '5',
  '02',
  '+2',
  '-2',
  '0x2',
  '2,2',
  '2, 5',
  '2 2',
  '',
  '2.0',
  '9'.repeat(15),
  '9'.repeat(16),
  '9'.repeat(21),
  `${'0'.repeat(16)}2`,
]
const connections = [
  'close',
  'keep-alive',
  'Close',
  'KEEP-ALIVE',
  'close, keep-alive',
  'keep-alive,close',
  'x-close',
  'closed',
  'upgrade',
  '\tclose',
  'close ',
  '',
]
const header = fc.oneof(
  {
    weight: 4,
    arbitrary: join(
      often('content-length', 'Content-Length', 'content-length ', 'Content_Length'),
      often(':', ': ', ':\t', ' :'),
      fc.constantFrom(...lengths),
      lineEnd,
    ),
  },
  {
    weight: 4,
    arbitrary: join(
      often('transfer-encoding', 'Transfer-Encoding', ' transfer-encoding'),
      often(': ', ':', ':\t'),
      fc.constantFrom(...codings),
      lineEnd,
    ),
  },
  {
    weight: 3,
    arbitrary: join(
      often('connection', 'Connection', 'proxy-connection', 'keep-alive'),
      fc.constant(': '),
      fc.constantFrom(...connections),
      lineEnd,
    ),
  },
  { weight: 1, arbitrary: join(fc.constant('upgrade: '), fc.constantFrom('h2c', 'websocket'), lineEnd) },
  {
    weight: 2,
    arbitrary: join(
      often('x', 'x y', 'x\xe4', '', '__proto__', 'a'.repeat(300)),
      often(': ', ':', '', ' '),
      bytes(12),
      lineEnd,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ' folded\r\n',
      '\tfolded\r\n',
      'x: a\r\n b\r\n',
      `x:${' '.repeat(900)}\ry\r\n`,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('proxy-connection: close\r\n', 'connection: keep-alive, close\r\n'),
  },
)
const headers = fc.array(header, { maxLength: 4 }).map(lines => lines.join(''))
const chunkSize = often(
  '2',
  '0',
  '00',
  '000000002',
  'ffffffff',
  '100000000',
  '0x2',
  '-2',
  '',
  ' 2',
  '2 ',
  '2\t',
  'g',
  '2;a',
  '2;a=b',
  '2;a="b;c"',
  '2 ;a',
  '2;',
  '2;\0',
  '2; a = b',
  '2\r',
)
const chunks = join(
  fc
    .array(join(chunkSize, lineEnd, often('ok', '', 'o', 'okk'), lineEnd), { maxLength: 3 })
    .map(all => all.join('')),
  often('0\r\n', '0', '00\r\n', '0;a\r\n', '', '0\n'),
  often(
    '',
    'x: y\r\n',
    'xy\r\n',
    ' x\r\n',
    'x: \0\r\n',
    'content-length: 5\r\n',
    'transfer-encoding: chunked\r\n',
    ': \r\n',
  ),
  lineEnd,
)
const message = fc.oneof(
  {
    weight: 6,
    arbitrary: join(statusLine(finalCode), headers, lineEnd, often('ok', '', 'o', 'okk', 'a\r\n\r\nb')),
  },
  {
    weight: 6,
    arbitrary: join(
      statusLine(finalCode),
      headers,
      fc.constant('transfer-encoding: chunked\r\n'),
      headers,
      lineEnd,
      chunks,
    ),
  },
)
const hints = fc
  .array(join(statusLine(hintCode), headers, lineEnd), { maxLength: 2 })
  .map(all => all.join(''))

/** Changes of single bytes, anywhere. */
const edit = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('cut', 'insert', 'replace', 'end', 'repeat'),
  letter: fc.constantFrom(...'\r\n\0\t :;,0129afHx\x7f\x80\xff'),
})
const edited = (text: string, edits: readonly { at: number; kind: string; letter: string }[]) =>
  edits.reduce((now, { at: place, kind, letter }) => {
    const at = place % (now.length + 1)
    if (kind === 'end') return now.slice(0, at)
    if (kind === 'repeat') return now.slice(0, at) + now.slice(Math.max(0, at - 20))
    const behind = kind === 'insert' ? at : at + 1
    return now.slice(0, at) + (kind === 'cut' ? '' : letter) + now.slice(behind)
  }, text)

/** Responses that are mostly right, with odd parts and changed bytes. */
export const hostileResponse: fc.Arbitrary<HostileResponse> = fc.record({
  text: fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: hints }),
      message,
      often('', '\r\n', 'x', 'HTTP/1.1 200 OK\r\n\r\n'),
      fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(edit, { maxLength: 3 }) },
      ),
    )
    .map(([before, found, after, edits]) => edited(before + found + after, edits)),
  cuts: fc.array(fc.nat(), { maxLength: 6 }),
  hasEnded: fc.boolean(),
})
