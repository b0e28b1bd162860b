// Counts wrong pairing codes, in the table that has the open ones: tills or displays.
import { and, gt, gte, sql } from 'drizzle-orm'
import { mutation, type Tx } from './statement.ts'
import type { display, till } from './till-table.ts'

/** Counts a wrong code against every open one of a table; those with `max` are dropped. */
export function wrongPairingCounter(
  table: typeof till | typeof display,
): (tx: Tx, max: number) => Promise<void> {
  /** Those with an open code, found by the index of codes. */
  const isOpen = gt(table.pairingHash, '')
  const count = mutation<object>(db =>
    db
      .update(table)
      .set({ pairingTries: sql`${table.pairingTries} + 1` })
      .where(isOpen),
  )
  const drop = mutation<{ max: number }>((db, at) =>
    db
      .update(table)
      .set({ pairingHash: null, pairingExpiresAt: null })
      .where(and(isOpen, gte(table.pairingTries, at('max')))),
  )
  return async (tx, max) => {
    await count(tx, {})
    await drop(tx, { max })
  }
}
