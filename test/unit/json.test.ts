// Reading untrusted JSON, as tables: what is refused although JSON.parse would accept it, what JSON.parse
// refuses, and what comes through. And the scan reads each body about once, whatever its content.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { Fault } from '../../src/domain/fault.ts'
import { canonicalJson, depthMax, hasInexactNumber, readJson } from '../../src/wire/json.ts'
import { type FieldFault, faultOf } from '../kit/fault.ts'

type Rejection = Omit<FieldFault, 'field'>

/** Returns reason and params of the error; it is always about the body. */
function rejection(text: string): Rejection {
  const found = faultOf(() => readJson(text))
  if (!found) throw new Error(`it was not refused: ${text.slice(0, 100)}`)
  const { kind, reason, params, message, problems } = found
  expect(kind).toBe('validation_error')
  expect(problems).toEqual([{ field: 'body', reason, params, message }])
  return { reason, params }
}
const deep = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)

describe('refused', () => {
  const tooDeep: Rejection = { reason: 'json_too_deep', params: { max: depthMax } }
  const notJson: Rejection = { reason: 'json_invalid', params: {} }
  const badText: Rejection = { reason: 'json_text_broken', params: {} }
  const forbidden = (key: string): Rejection => ({ reason: 'json_key_forbidden', params: { key } })
  const twice = (key: string): Rejection => ({ reason: 'json_key_repeated', params: { key } })
  const table: [name: string, text: string, rejected: Rejection][] = [
    ['33 lists', deep(33), tooDeep],
    ['33 objects', deep(33, '{"a":', '}').replace(':}', ':1}'), tooDeep],
    ['lists and objects, 33 together', `${deep(17, '[{"a":', '}]').replace(':}', ':1}')}`, tooDeep],
    ['100,000 lists', deep(100_000), tooDeep],
    ['100,000 lists that never close', '['.repeat(100_000), tooDeep],
    ['depth in the middle', `[1,${deep(32)},2]`, tooDeep],

    ['__proto__', '{"__proto__":1}', forbidden('__proto__')],
    ['constructor', '{"constructor":1}', forbidden('constructor')],
    ['prototype', '{"prototype":1}', forbidden('prototype')],
    ['__proto__ far inside', '{"a":[{"b":[[{"__proto__":{}}]]}]}', forbidden('__proto__')],
    ['__proto__ with an escape', '{"\\u005f_proto__":1}', forbidden('__proto__')],
    ['__proto__ all in escapes', '{"\\u005F\\u005f\\u0070roto\\u005f\\u005f":1}', forbidden('__proto__')],
    ['__proto__ with blanks before the colon', '{"__proto__" \n\t:1}', forbidden('__proto__')],
    ['__proto__ after a text that looks like an end', '{"a":"}","__proto__":1}', forbidden('__proto__')],
    ['__proto__ after an escaped quote', '{"a":"\\"","__proto__":1}', forbidden('__proto__')],
    ['__proto__ after an escaped backslash', '{"a":"\\\\","__proto__":1}', forbidden('__proto__')],

    ['a key twice', '{"a":1,"a":1}', twice('a')],
    ['a key twice, far inside', '[[{"b":{"a":1,"c":2,"a":3}}]]', twice('a')],
    ['a key twice, with an escape', '{"a":1,"\\u0061":2}', twice('a')],
    ['a key twice, with two escapes', '{"\\/":1,"/":2}', twice('/')],
    ['a key twice, around an object', '{"a":{"b":1},"a":2}', twice('a')],
    ['the empty key twice', '{"":1,"":2}', twice('')],
    ['a long key twice', `{"${'k'.repeat(90)}":1,"${'k'.repeat(90)}":2}`, twice('k'.repeat(60))],

    ['nothing', '', notJson],
    ['blanks', ' \n', notJson],
    ['half an object', '{"a":1', notJson],
    ['half a text', '{"a":"b', notJson],
    ['a text that ends in a backslash', '"a\\', notJson],
    ['two values', '1 2', notJson],
    ['a comma at the end', '[1,]', notJson],
    ['a comment', '{/* a */}', notJson],
    ['single quotes', "{'a':1}", notJson],
    ['a bare key', '{a:1}', notJson],
    ['NaN', 'NaN', notJson],
    ['Infinity', '[Infinity]', notJson],
    ['a number in hex', '0x10', notJson],
    ['a leading 0', '01', notJson],
    ['a leading +', '+1', notJson],
    ['a wrong escape', '"\\x41"', notJson],
    ['a wrong escape in a key', '{"\\x41":1}', notJson],
    ['half a \\u', '"\\u12"', notJson],
    ['a line break in a text', '"a\nb"', notJson],
    ['a NUL byte in a text', '"a\u0000b"', notJson],
    ['a byte order mark', '\ufeff{}', notJson],
    ['brackets that cross', '{"a":[}]', notJson],
    ['more ends than beginnings', '[]]]]', notJson],

    ['a NUL', '"\\u0000"', badText],
    ['a NUL in a key', '{"a\\u0000":1}', badText],
    ['a NUL far inside', '[{"a":["\\u0000"]}]', badText],
    ['the first half of a pair', '"\\ud83d"', badText],
    ['the second half of a pair', '"\\ude42"', badText],
    ['a pair the wrong way round', '"\\ude42\\ud83d"', badText],
    ['half a pair in a key', '{"\\ud83d":1}', badText],
  ]
  test.each(table)('%s', (_, text, rejected) => {
    expect(rejection(text)).toEqual(rejected)
  })
})

describe('taken', () => {
  const table: [string, unknown][] = [
    [deep(32), JSON.parse(deep(32))],
    ['{}', {}],
    ['null', null],
    ['"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["', '['.repeat(34)],
    ['{"a":"{\\"a\\":1,\\"a\\":2}"}', { a: '{"a":1,"a":2}' }],
    ['{"a":{"b":1},"b":{"a":1}}', { a: { b: 1 }, b: { a: 1 } }],
    ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['{"a":["a","a"]}', { a: ['a', 'a'] }],
    ['{"a":"__proto__","b":["constructor"]}', { a: '__proto__', b: ['constructor'] }],
    ['{"__proto":1,"Constructor":2,"toString":3}', { __proto: 1, Constructor: 2, toString: 3 }],
    ['"\\ud83d\\ude42 \\u00e9"', '🙂 é'],
    ['"🙂"', '🙂'],
    ['"a\\\\u0000"', 'a\\u0000'],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['0.1234567890123456', 0.1234567890123456],
    ['19.989999999999998', 19.989999999999998],
    ['5000.00000000000000000000', 5000],
    ['"12345678901234567890"', '12345678901234567890'],
    ['[1e3,2E+2,5e-1]', [1000, 200, 0.5]],
    ['-0', -0],
  ]
  test.each(table)('%s', (text, value) => {
    expect(readJson(text)).toEqual(value)
  })

  test('a number that a float64 does not keep as infinite, which no shape takes', () => {
    const inexact = [
      ...['9007199254740992', '9007199254740993', '12345678901234567890', '1e16', '1e400'],
      ...['0.1234567890123456789', '500.0000000000000000001', '1e-400', '1234567.12345678901234'],
    ]
    for (const literal of inexact) {
      expect([literal, readJson(literal)]).toEqual([literal, Number.POSITIVE_INFINITY])
      expect(readJson(`{"a":[-${literal},1]}`)).toEqual({ a: [Number.NEGATIVE_INFINITY, 1] })
      expect(hasInexactNumber(readJson(`{"a":[{"b":${literal}}]}`))).toBe(true)
    }
    for (const wrong of ['012345678901234567890', '12345678901234567890e', '1.2345678901234567890.1'])
      expect(rejection(wrong).reason).toBe('json_invalid')
  })

  test('is all that JSON.stringify writes, as JSON.parse reads it', () =>
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20 }), value => {
        const text = JSON.stringify(value)
        const forbidden = /"(__proto__|constructor|prototype)":/.test(text)
        if (/\d{16}|e[+-]?\d/.test(text)) return
        if (!forbidden && !/\\u(0000|d[89a-f])/i.test(text)) expect(readJson(text)).toEqual(JSON.parse(text))
      }),
    ))

  test('reads any text as a value or an error, and never sets a key on a prototype', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^([[\]{}:,"\\ ]|null|-1|u0061|__proto__|a){0,40}$/), text => {
        try {
          expect(readJson(text)).toEqual(JSON.parse(text))
        } catch (error) {
          expect(error).toBeInstanceOf(Fault)
        }
      }),
      { numRuns: 1_000 },
    ))
})

describe('the canonical text', () => {
  test.each([
    ['{"b":1,"a":[2,{"d":3,"c":4}]}', '{"a":[2,{"c":4,"d":3}],"b":1}'],
    ['{ "a" :\n1 }', '{"a":1}'],
    ['{"a":5e3,"b":5000.0,"c":-0}', '{"a":5000,"b":5000,"c":0}'],
    ['{"\\u0061":"\\u00e9\\/"}', '{"a":"é/"}'],
    ['{"10":1,"9":2}', '{"10":1,"9":2}'],
    ['null', 'null'],
  ])('of %s', (text, canonical) => expect(canonicalJson(readJson(text))).toBe(canonical))

  test('of no body is empty, and of a list keeps its order', () => {
    expect(canonicalJson(undefined)).toBe('')
    expect(canonicalJson([2, 1])).toBe('[2,1]')
  })
})

// A reader that looks at the rest of the body for each key would not end within the time of a test.
describe('the largest body is read in linear time', () => {
  const size = 262_144
  const bodies: Record<string, string> = {
    'one long text': `"${'a'.repeat(size)}"`,
    'nothing but escapes': `"${'\\"'.repeat(size / 2)}"`,
    'many lists': `[${'[],'.repeat(size / 3)}[]]`,
    'many keys': `{${Array.from({ length: size / 11 }, (_, index) => `"${index.toString(36)}":1`).join()}}`,
    'many keys in escapes': `{${Array.from({ length: size / 16 }, (_, index) => `"\\u0061${index.toString(36)}":1`).join()}}`,
    'nothing but quotes': '"'.repeat(size),
    'nothing but backslashes': '\\'.repeat(size),
    'too deep': '['.repeat(size),
    'texts, each followed by blanks': `[${`"" ${' '.repeat(50)},`.repeat(size / 60)}1]`,
    'an object in each key': `${'{"a":'.repeat(depthMax)}1${'}'.repeat(depthMax)}${' '.repeat(size)}`,
  }
  test.each(Object.entries(bodies))('%s', (_, text) => {
    try {
      expect(readJson(text)).toBeDefined()
    } catch (error) {
      expect(error).toBeInstanceOf(Fault)
    }
  })
})
