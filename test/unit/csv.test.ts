// CSV, cell by cell: what spreadsheets must not run, and what they must read back unchanged.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Cell, csvLine, withoutGuards } from '../../src/domain/csv.ts'

const cells: [Cell, string][] = [
  ['Neema', '"Neema"'],
  ['', '""'],
  [null, ''],
  [5_000, '5000'],
  [-5, '-5'],
  [true, 'true'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['=1+1', `"'=1+1"`],
  ['=HYPERLINK("http://evil","x")', `"'=HYPERLINK(""http://evil"",""x"")"`],
  ['+255754123456', `"'+255754123456"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  ['\n=1', `"'\n'=1"`],
  [' =1', `"' =1"`],
  ['\u00a0=1', `"'\u00a0=1"`],
  ['\u200b=1', `"'\u200b=1"`],
  ['\ufeff\u2060=1', `"'\ufeff\u2060=1"`],
  ['\u202e=1', `"'\u202e=1"`],
  ['＝1', `"'＝1"`],
  ['＋1', `"'＋1"`],
  ['－1', `"'－1"`],
  ['＠1', `"'＠1"`],
  ['−1', `"'−1"`],
  ['"=1', `"'""=1"`],
  // A spreadsheet that separates cells by semicolons or tabs begins a cell there.
  ['a;=1', `"a;'=1"`],
  ['a;"=1', `"a;'""=1"`],
  ['a; \u200b＝1', `"a;' \u200b＝1"`],
  ['a\n=1', `"a\n'=1"`],
  ['a\t=1', `"a\t'=1"`],
  ['a,=1', `"a,'=1"`],
  ['a=1', '"a=1"'],
  ['2026-11-22', '"2026-11-22"'],
  ['Ñ中', '"Ñ中"'],
]
test.each(cells)('%j is %j', (cell, text) => expect(csvLine([cell])).toBe(`${text}\r\n`))
test('cells are separated by commas', () => expect(csvLine(['a', 1, null, 'd'])).toBe('"a",1,,"d"\r\n'))

/** Reads a text by RFC 4180. */
function read(text: string): string[][] {
  const rows: string[][] = [['']]
  let quoted = false
  for (let index = 0; index < text.length; index++) {
    const letter = text[index] ?? ''
    const row = rows.at(-1) ?? []
    const add = (more: string) => row.push((row.pop() ?? '') + more)
    if (quoted && letter === '"' && text[index + 1] === '"') add(text[++index] ?? '')
    else if (letter === '"') quoted = !quoted
    else if (!quoted && letter === ',') row.push('')
    else if (!quoted && letter === '\r' && text[index + 1] === '\n') rows.push([''])
    else if (quoted || letter !== '\n') add(letter)
  }
  return rows.slice(0, -1)
}

/** A formula where some spreadsheet could begin a cell: nothing but blanks and quotes before it. */
const formula = /(^|[,;\t\r\n])[\s\p{Cf}"]*[=+\-@−＝＋－＠]/u
const plain = (text: string) => text.replaceAll("'", '')

describe('whatever the cells', () => {
  const rows = fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }), {
    maxLength: 5,
  })
  test('they are read back unchanged except for apostrophes, and none begins a formula', () => {
    fc.assert(
      fc.property(rows, table => {
        const back = read(table.map(csvLine).join(''))
        expect(back.map(row => row.length)).toEqual(table.map(row => row.length))
        for (const [at, row] of back.entries())
          for (const [column, cell] of row.entries()) {
            expect(cell).not.toMatch(formula)
            expect(plain(cell)).toBe(plain(table[at]?.[column] ?? ''))
          }
      }),
    )
  })
})

// Patterns that begin again at each letter of such a text would not end within an hour.
test.each(["\n'", '\t', ',', ' \n', "'"])('a text of a megabyte of %j is written and read once', part => {
  const text = `a${part.repeat(1_000_000 / part.length)}`
  expect(csvLine([text])).toBe(`"${text}"\r\n`)
  expect(withoutGuards(text)).toBe(text)
  expect(withoutGuards(csvLine([`${text}b,=1`]).slice(1, -3))).toBe(`${text}b,=1`)
})
