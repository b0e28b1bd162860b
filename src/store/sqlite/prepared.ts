// Prepares each statement of a SQLite handle once, by its text.
import { constants, type Database, type Statement } from 'bun:sqlite'
import type { StatementUse } from '../engine/statement.ts'

/**
 * Prepares a statement that is kept, and marks it as such for SQLite. Unmarked ones would fill the memory
 * that SQLite sets aside for each connection, and every run would allocate memory, 64 times for a payment.
 * bun-types lacks the flags parameter, so the handle is cast.
 */
function prepareKept(raw: Database, text: string): Statement {
  const { prepare } = raw as { prepare(text: string, values: undefined, flags: number): Statement }
  return prepare.call(raw, text, undefined, constants.SQLITE_PREPARE_PERSISTENT)
}

/** Returns what runs SQL on `raw`. Statements are kept by their text, except those to use `once`. */
export function statementCache(raw: Database) {
  const statements = new Map<string, Statement>()
  return {
    rows(text: string, values: unknown[] = [], use: StatementUse = 'kept'): unknown[][] {
      const known = statements.get(text)
      const statement = known ?? (use === 'kept' ? prepareKept(raw, text) : raw.prepare(text))
      if (use === 'kept') statements.set(text, statement)
      try {
        return statement.values(...(values as never[])) as unknown[][]
      } finally {
        if (use === 'once' && !known) statement.finalize()
      }
    },
    finalize() {
      for (const statement of statements.values()) statement.finalize()
      statements.clear()
    },
  }
}
