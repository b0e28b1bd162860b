// Displays as rows, and the display that a secret belongs to.
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Account } from '../domain/account.ts'
import type { Display } from '../domain/display.ts'
import type { Till } from '../domain/till.ts'
import { allBut, mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { account } from './table.ts'
import { display, till } from './till-table.ts'

/** A paired display with the till it belongs to. */
export interface DisplayHolder {
  readonly display: Display
  readonly till: Till
  readonly account: Account
}

const insertRow = mutation<Display>(db => db.insert(display).values(rowPlaceholders(display)))
const selectByPairing = query<{ pairingHash: string }, Display>((db, param) =>
  db
    .select()
    .from(display)
    .where(eq(display.pairingHash, param('pairingHash'))),
)
const selectOfTill = query<{ tillId: string }, Display>((db, param) =>
  db
    .select()
    .from(display)
    .where(eq(display.tillId, param('tillId')))
    .orderBy(asc(display.id)),
)
const selectHolderByHash = query<{ hash: string }, DisplayHolder>((db, param) =>
  db
    .select({ display, till, account })
    .from(display)
    .innerJoin(till, and(eq(till.id, display.tillId), isNull(till.revokedAt)))
    .innerJoin(account, eq(account.id, till.accountId))
    .where(eq(display.hash, param('hash'))),
)
const updateRow = mutation<Display>((db, param) =>
  db
    .update(display)
    .set(allBut(display, ['id', 'tillId', 'createdAt']))
    .where(eq(display.id, param('id'))),
)
const setSeen = mutation<{ id: string; seenAt: number }>((db, param) =>
  db
    .update(display)
    .set({ seenAt: param('seenAt') })
    .where(eq(display.id, param('id'))),
)
const deleteRow = mutation<{ id: string }>((db, param) =>
  db.delete(display).where(eq(display.id, param('id'))),
)
const deleteAllOfTill = mutation<{ tillId: string }>((db, param) =>
  db.delete(display).where(eq(display.tillId, param('tillId'))),
)
const selectPairedOfTill = query<{ tillId: string }, { id: string }>((db, param) =>
  db
    .select({ id: display.id })
    .from(display)
    .where(and(eq(display.tillId, param('tillId')), gt(display.hash, ''))),
)

/** Adds a display that waits to be paired. */
export const insertDisplay = (tx: Tx, value: Display): Promise<unknown> => insertRow(tx, value)
/** Writes all fields of a display except its id, till and creation time. */
export const updateDisplay = (tx: Tx, value: Display): Promise<unknown> => updateRow(tx, value)
/** Stores when a display was last connected. */
export const noteDisplaySeen = (tx: Tx, id: string, seenAt: number): Promise<unknown> =>
  setSeen(tx, { id, seenAt })
/** Returns the display whose pairing code has this hash, even if the code has expired; undefined if none. */
export const findDisplayPairing = async (read: Read, pairingHash: string): Promise<Display | undefined> =>
  (await selectByPairing(read, { pairingHash }))[0]
/** Lists a till's displays, oldest first, including one that is not paired yet. */
export const listDisplays = (read: Read, tillId: string): Promise<Display[]> => selectOfTill(read, { tillId })
export const countDisplays = async (read: Read, tillId: string): Promise<number> =>
  (await selectPairedOfTill(read, { tillId })).length
/**
 * Returns the display whose browser holds the secret with this hash, with its till and account; undefined if
 * there is none, or its till is revoked.
 */
export const findDisplayHolder = async (read: Read, hash: string): Promise<DisplayHolder | undefined> =>
  (await selectHolderByHash(read, { hash }))[0]
/** Removes one display; its browser is no longer paired. */
export const removeDisplay = (tx: Tx, id: string): Promise<unknown> => deleteRow(tx, { id })
/** Removes all displays of a till, such as when the till is revoked. */
export const removeDisplays = (tx: Tx, tillId: string): Promise<unknown> => deleteAllOfTill(tx, { tillId })
