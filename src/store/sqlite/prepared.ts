// Prepares each statement of a SQLite handle once, by its text.
import { constants, type Database, type Statement } from 'bun:sqlite'
import type { StatementUse } from '../engine/statement.ts'

/**
 * Prepares a statement that runs many times, and marks it as such for SQLite. Unmarked statements would fill
 * the memory that SQLite sets aside for each connection, and every run would allocate memory, 64 times for a
 * payment. bun-types lacks the flags parameter, so the handle is cast.
 */
function prepareKept(raw: Database, text: string): Statement {
  const { prepare } = raw as { prepare(text: string, values: undefined, flags: number): Statement }
  return prepare.call(raw, text, undefined, constants.SQLITE_PREPARE_PERSISTENT)
}

/** Returns functions to run SQL on `raw`. Statements are cached by their text, unless used `once`. */
export function statementCache(raw: Database) {
  const statements = new Map<string, Statement>()
  return {
    rows(text: string, values: unknown[] = [], use: StatementUse = 'kept'): unknown[][] {
      const cached = statements.get(text)
      const isKept = use === 'kept'
      const statement = cached ?? (isKept ? prepareKept(raw, text) : raw.prepare(text))
      if (isKept) statements.set(text, statement)
      try {
        return statement.values(...(values as never[])) as unknown[][]
      } finally {
        if (!isKept && !cached) statement.finalize()
      }
    },
    finalize() {
      for (const statement of statements.values()) statement.finalize()
      statements.clear()
    },
  }
}
