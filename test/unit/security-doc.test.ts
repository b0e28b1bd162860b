// docs/security.md: each threat has a control and a test, and each test that it names exists, by file and title.
import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

interface Row {
  readonly threat: string
  readonly control: string
  /** As `folder/file: title`, below `test`. */
  readonly test: string
}

const rowsOf = (text: string): Row[] =>
  text
    .split('\n')
    .filter(line => line.startsWith('|') && !/^\| (threat|---)/.test(line))
    .map(line => {
      const [, threat = '', control = '', test = '', ...more] = line
        .split(/(?<!\\)\|/)
        .map(cell => cell.trim())
      expect(more).toEqual([''])
      return { threat, control, test }
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
function complaints({ threat, control, test }: Row): string[] {
  const [, name = '', title = ''] = /^([a-z-]+\/[a-z0-9-]+): (.+)$/.exec(test) ?? []
  // Some need a release's time: CONTRIBUTING.md, on the two levels.
  const [path = '', proof = ''] = ['test', 'proof'].map(level => `test/${name}.${level}.ts`)
  const hasTest = name !== '' && (hasTitle(join(root, path), title) || hasTitle(join(root, proof), title))
  return [
    ...(threat === '' || control === '' ? ['a threat without a control'] : []),
    ...(name === '' ? [`"${threat}" has no test`] : hasTest ? [] : [`${path} has no test "${title}"`]),
  ]
}

describe('docs/security.md', () => {
  const rows = rowsOf(page)

  test('has many rows, each threat once', () => {
    expect(rows.length).toBeGreaterThan(45)
    expect(new Set(rows.map(({ threat }) => threat)).size).toBe(rows.length)
  })

  test('is short enough to be read: at most 12 kB', () => {
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(12_000)
  })

  test.each(rows.map(row => [row.threat, row] as const))('%s', (_, row) => {
    expect(complaints(row)).toEqual([])
  })
})

describe('a row is refused', () => {
  const good = {
    threat: 'x',
    control: 'y',
    test: 'endpoint/key: an owner’s key sends money',
  }
  const bad: [what: string, row: Row, complaint: string][] = [
    ['without a test', { ...good, test: '' }, '"x" has no test'],
    ['with a test that is planned', { ...good, test: 'later' }, '"x" has no test'],
    ['with a file that is gone', { ...good, test: 'unit/gone: y' }, 'gone.test.ts has no test "y"'],
    ['with a title that is gone', { ...good, test: `${good.test} twice` }, 'has no test "an owner’s key'],
    ['without a control', { ...good, control: '' }, 'a threat without a control'],
  ]
  test.each(bad)('%s', (_, row, complaint) => {
    expect(complaints(row)).toEqual([expect.stringContaining(complaint)])
  })

  test('and else taken', () => expect(complaints(good)).toEqual([]))
})
