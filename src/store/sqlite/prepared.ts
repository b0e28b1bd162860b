// Statements of one SQLite handle, prepared once by their text.
import { constants, type Database, type Statement } from 'bun:sqlite'

/**
 * A statement that is kept. SQLite has to know: else all of them together use up the memory that it sets aside for each
 * connection, and every text of every run is allocated, 64 for a payment.
 */
function prepareKept(raw: Database, text: string): Statement {
  const { prepare } = raw as { prepare(text: string, values: undefined, flags: number): Statement } // bun-types name no flags
  return prepare.call(raw, text, undefined, constants.SQLITE_PREPARE_PERSISTENT)
}

/** Runs texts on `raw`; one that is not kept for others is finalized at once. */
export function statementCache(raw: Database) {
  const statements = new Map<string, Statement>()
  return {
    rows(text: string, values: unknown[], keep: boolean): unknown[][] {
      const kept = statements.get(text)
      const statement = kept ?? (keep ? prepareKept(raw, text) : raw.prepare(text))
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
