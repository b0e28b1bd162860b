// Statements of one SQLite handle, prepared once by their text.
import type { Database, Statement } from 'bun:sqlite'

/** Runs texts on `raw`; one that is not to be kept is finalized at once. */
export function statementCache(raw: Database) {
  const statements = new Map<string, Statement>()
  return {
    rows(text: string, values: unknown[], keep: boolean): unknown[][] {
      const statement = statements.get(text) ?? raw.prepare(text)
      if (keep) statements.set(text, statement)
      try {
        return statement.values(...(values as never[])) as unknown[][]
      } finally {
        if (!keep) statement.finalize()
      }
    },
    finalize() {
      for (const statement of statements.values()) statement.finalize()
      statements.clear()
    },
  }
}
