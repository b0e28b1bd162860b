// SQLite's plans of the store's own statements on an empty database: which index each uses, and that none
// scans a table.
import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import type { Read } from '../../src/store/engine/statement.ts'
import { openMemory } from '../../src/store/sqlite/sqlite.ts'

const raw = new Database(':memory:', { strict: true })
openMemory(raw, 0)

/** The steps of each statement that `asks` runs. @param found a statement's result; by default nothing */
export async function planOf(
  asks: (read: Read) => Promise<unknown>,
  found: (text: string, values: readonly unknown[]) => unknown[][] = () => [],
): Promise<string[]> {
  const steps: string[] = []
  await asks({
    rows: async (text, values) => {
      const plan = raw.prepare(`explain query plan ${text}`)
      steps.push(...plan.values(...(values as string[])).map(([, , , step]) => String(step)))
      plan.finalize()
      return found(text, values)
    },
  })
  return steps
}

/**
 * The indexes that the steps use, in order: by name, as `TABLE.COLUMN` for the index of a unique column, or
 * as `TABLE` for the order of the table itself.
 */
export const indexesOf = (steps: readonly string[]): string[] =>
  steps.flatMap(step => {
    const [, table, index, column] =
      /^\w+ (\w+) USING (?:(?:COVERING )?INDEX (\w+)|(?:INTEGER )?PRIMARY KEY)(?: \((\w+))?/.exec(step) ?? []
    if (!table) return []
    return index?.startsWith('sqlite_') ? `${table}.${column}` : (index ?? table)
  })

/** Nothing is scanned or sorted. */
export function expectNoWalk(steps: readonly string[]): void {
  expect(steps).not.toBeEmpty()
  expect(steps.filter(step => /SCAN|TEMP B-TREE/.test(step))).toEqual([])
}
