// Prepares each statement of a SQLite handle once, by its text.
import { constants, type Database, type Statement } from 'bun:sqlite'
import type { StatementUse } from '../engine/statement.ts'

/**
 * Prepares a statement to keep, and tells SQLite so. Otherwise kept statements use up the memory that it
 * reserves for each connection, and it allocates the text of every run, 64 for a payment. bun-types lacks the
 * flags parameter, so the handle is cast.
 */
function prepareKept(raw: Database, text: string): Statement {
  const { prepare } = raw as { prepare(text: string, values: undefined, flags: number): Statement }
  return prepare.call(raw, text, undefined, constants.SQLITE_PREPARE_PERSISTENT)
}

/** Returns what runs SQL on `raw`. Statements are kept by their text; one for `once` is finalized at once. */
export function statementCache(raw: Database) {
  const statements = new Map<string, Statement>()
  return {
    rows(text: string, values: unknown[] = [], keep: StatementUse = 'kept'): unknown[][] {
      const known = statements.get(text)
      const statement = known ?? (keep === 'kept' ? prepareKept(raw, text) : raw.prepare(text))
      if (keep === 'kept') statements.set(text, statement)
      try {
        return statement.values(...(values as never[])) as unknown[][]
      } finally {
        if (keep === 'once' && !known) statement.finalize()
      }
    },
    finalize() {
      for (const statement of statements.values()) statement.finalize()
      statements.clear()
    },
  }
}
