// SQLite's plans of the store's own statements on an empty database: which columns each searches by, and that
// none scans a table.
import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import type { Read } from '../../src/store/engine/statement.ts'
import { openMemory } from '../../src/store/sqlite/sqlite.ts'

const raw = new Database(':memory:', { strict: true })
openMemory(raw, 0)

/** Returns the steps of each statement that `asks` runs. @param found its result; by default nothing */
export async function planOf(
  asks: (read: Read) => Promise<unknown>,
  found: (text: string, values: readonly unknown[]) => unknown[][] = () => [],
): Promise<string[]> {
  const steps: string[] = []
  await asks({
    rows: async (text, values = []) => {
      const plan = raw.prepare(`explain query plan ${text}`)
      steps.push(...plan.values(...(values as string[])).map(([, , , step]) => String(step)))
      plan.finalize()
      return found(text, values)
    },
  })
  return steps
}

/**
 * Returns the columns by which the steps search, in order: `payment(account_id status id..)`, followed by the
 * condition of a partial index. It names no indexes, so these may be renamed and merged. `id..` is a range
 * with a lower end, `..id` with an upper one, `id..id` with both.
 */
export const searchesOf = (steps: readonly string[]): string[] =>
  steps.flatMap(step => {
    const [, name = '', index, searched = ''] =
      /^SEARCH (\w+) (?:EXISTS )?USING (?:(?:COVERING )?INDEX (\w+)|.*PRIMARY KEY) \((.+)\)/.exec(step) ?? []
    if (name === '') return []
    const columns = searched.split(' AND ').flatMap(columnsOf).join(' ').replaceAll('.. ..', '..')
    return `${name}(${columns})${conditionOf(index)}`
  })

/** Returns the columns of one comparison, such as `id>?`, `<expr>=?` or `(account_id,key)>(?,?)`. */
function columnsOf(comparison: string): string[] {
  const [, names = comparison, sign] = /^[(<]?([\w,]+)[)>]?([=<>])/.exec(comparison) ?? []
  const [before, after] = { '>': ['', '..'], '<': ['..', ''] }[sign ?? ''] ?? ['', '']
  return names.split(',').map(name => `${before}${name}${after}`)
}

/** Returns those searches that read an index alone, and no row of its table. */
export const indexSearchesOf = (steps: readonly string[]): string[] =>
  searchesOf(steps.filter(step => / USING (COVERING INDEX|PRIMARY KEY) /.test(step)))

/** Returns what the steps scan: `job`, or `job where state = 'held'` for all of a partial index. */
export const scansOf = (steps: readonly string[]): string[] =>
  steps
    .filter(step => step.startsWith('SCAN'))
    .map(step => {
      const [, name = step, index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(step) ?? []
      return `${name}${conditionOf(index)}`
    })

/** Returns what the steps sort rows for: `ORDER BY`, `GROUP BY`. */
export const sortsOf = (steps: readonly string[]): string[] =>
  steps.filter(step => step.includes('TEMP B-TREE')).map(step => step.replace(/^.* FOR /, ''))

/** The condition of a partial index, beginning with ` where`; empty for others. */
function conditionOf(index: string | undefined): string {
  const made = raw.query('select sql from sqlite_master where name = ?').values(index ?? '')[0]?.[0]
  const [, condition = ''] = /(\swhere\s.*)/is.exec(String(made ?? '')) ?? []
  return condition.replaceAll(/\s+/g, ' ').trimEnd()
}

/** Nothing is scanned or sorted, except what `scansOf` and `sortsOf` call by these names. */
export function expectNoWalk(steps: readonly string[], ...allowed: readonly string[]): void {
  expect(steps).not.toBeEmpty()
  expect([...scansOf(steps), ...sortsOf(steps)].filter(walk => !allowed.includes(walk))).toEqual([])
}

/** The steps search by these columns in turn, and walk nothing else. */
export function expectSearches(steps: readonly string[], searches: readonly string[]): void {
  expect(searchesOf(steps)).toEqual([...searches])
  expectNoWalk(steps)
}

/** As `expectSearches`, and no row of a table is read: the index has all that is asked for. */
export function expectIndexSearches(steps: readonly string[], searches: readonly string[]): void {
  expectSearches(steps, searches)
  expect(indexSearchesOf(steps)).toEqual([...searches])
}

/** Keys are found by these searches of an index alone, and only then their rows are read, by key. */
export function expectKeySearches(
  [rowStep = '', ...keySteps]: readonly string[],
  byKey: string,
  searches: readonly string[],
): void {
  expectSearches([rowStep], [byKey])
  expectIndexSearches(keySteps, searches)
}
