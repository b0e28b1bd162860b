// docs/security.md: each threat has a control and a test, and each test that it names exists, by file and title.
import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

interface Row {
  readonly threat: string
  readonly control: string
  /** As `[name](../test/path.test.ts): title`, with <br> between several. */
  readonly tests: string
}

const rowsOf = (text: string): Row[] =>
  text
    .split('\n')
    .filter(line => line.startsWith('|') && !/^\| (threat|---)/.test(line))
    .map(line => {
      const [, threat = '', control = '', tests = '', ...more] = line
        .split(/(?<!\\)\|/)
        .map(cell => cell.trim())
      expect(more).toEqual([''])
      return { threat, control, tests }
    })

/** Whether a test file has a test or a group with this title. */
function hasTitle(path: string, title: string): boolean {
  if (!existsSync(path)) return false
  const escaped = RegExp.escape(title).replaceAll("'", String.raw`\\?'`)
  return new RegExp(`(test|describe)\\b[^]{0,4000}?\\(\\s*(['"\`])${escaped}\\2`).test(
    readFileSync(path, 'utf8'),
  )
}

/** What is wrong with a row. */
function complaints({ threat, control, tests }: Row): string[] {
  const named = tests.split('<br>').map(text => /^\[[^\]]+\]\(\.\.\/(test\/[^)]+)\): (.+)$/.exec(text.trim()))
  return [
    ...(threat === '' || control === '' ? ['a threat without a control'] : []),
    ...named.flatMap(found => {
      const [, path = '', title = ''] = found ?? []
      if (!found) return [`"${threat}" has no test`]
      return hasTitle(join(root, path), title) ? [] : [`${path} has no test "${title}"`]
    }),
  ]
}

describe('docs/security.md', () => {
  const rows = rowsOf(page)

  test('has many rows, each threat once', () => {
    expect(rows.length).toBeGreaterThan(45)
    expect(new Set(rows.map(({ threat }) => threat)).size).toBe(rows.length)
  })

  test.each(rows.map(row => [row.threat, row] as const))('%s', (_, row) => {
    expect(complaints(row)).toEqual([])
  })
})

describe('a row is refused', () => {
  const good = {
    threat: 'x',
    control: 'y',
    tests: '[key](../test/endpoint/key.test.ts): an owner’s key sends money',
  }
  const bad: [what: string, row: Row, complaint: string][] = [
    ['without a test', { ...good, tests: '' }, '"x" has no test'],
    ['with a test that is planned', { ...good, tests: 'later' }, '"x" has no test'],
    [
      'with a file that is gone',
      { ...good, tests: '[x](../test/gone.test.ts): y' },
      'gone.test.ts has no test "y"',
    ],
    ['with a title that is gone', { ...good, tests: `${good.tests} twice` }, 'has no test "an owner’s key'],
    ['without a control', { ...good, control: '' }, 'a threat without a control'],
  ]
  test.each(bad)('%s', (_, row, complaint) => {
    expect(complaints(row)).toEqual([expect.stringContaining(complaint)])
  })

  test('and else taken', () => expect(complaints(good)).toEqual([]))
})
