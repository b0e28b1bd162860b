// Statements of one SQLite handle, prepared once by their text.
import type { Database, Statement } from 'bun:sqlite'

/** Runs texts on `raw`; one that is not kept for others is finalized at once. */
export function statementCache(raw: Database) {
  const statements = new Map<string, Statement>()
  return {
    rows(text: string, values: unknown[], keep: boolean): unknown[][] {
      const kept = statements.get(text)
      const statement = kept ?? raw.prepare(text)
      if (keep) statements.set(text, statement)
      try {
        return statement.values(...(values as never[])) as unknown[][]
      } finally {
        if (!keep && !kept) statement.finalize()
      }
    },
    finalize() {
      for (const statement of statements.values()) statement.finalize()
      statements.clear()
    },
  }
}
