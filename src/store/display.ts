// Displays as rows, and the display that a secret belongs to.
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Account } from '../domain/account.ts'
import type { Display } from '../domain/display.ts'
import type { Till } from '../domain/till.ts'
import { allBut, mutation, placeholders, query, type Read, type Tx } from './engine/statement.ts'
import { account } from './table.ts'
import { display, till } from './till-table.ts'

/** A paired display with the till it belongs to. */
export interface DisplayHolder {
  readonly display: Display
  readonly till: Till
  readonly account: Account
}

const insert = mutation<Display>(db => db.insert(display).values(placeholders(display)))
const byPairing = query<{ pairingHash: string }, Display>((db, at) =>
  db
    .select()
    .from(display)
    .where(eq(display.pairingHash, at('pairingHash'))),
)
const ofTill = query<{ tillId: string }, Display>((db, at) =>
  db
    .select()
    .from(display)
    .where(eq(display.tillId, at('tillId')))
    .orderBy(asc(display.id)),
)
const byHash = query<{ hash: string }, DisplayHolder>((db, at) =>
  db
    .select({ display, till, account })
    .from(display)
    .innerJoin(till, and(eq(till.id, display.tillId), isNull(till.revokedAt)))
    .innerJoin(account, eq(account.id, till.accountId))
    .where(eq(display.hash, at('hash'))),
)
const update = mutation<Display>((db, at) =>
  db
    .update(display)
    .set(allBut(display, ['id', 'tillId', 'createdAt']))
    .where(eq(display.id, at('id'))),
)
const setSeen = mutation<{ id: string; seenAt: number }>((db, at) =>
  db
    .update(display)
    .set({ seenAt: at('seenAt') })
    .where(eq(display.id, at('id'))),
)
const drop = mutation<{ id: string }>((db, at) => db.delete(display).where(eq(display.id, at('id'))))
const dropAll = mutation<{ tillId: string }>((db, at) =>
  db.delete(display).where(eq(display.tillId, at('tillId'))),
)
const paired = query<{ tillId: string }, { id: string }>((db, at) =>
  db
    .select({ id: display.id })
    .from(display)
    .where(and(eq(display.tillId, at('tillId')), gt(display.hash, ''))),
)

export const insertDisplay = (tx: Tx, value: Display): Promise<unknown> => insert(tx, value)
export const updateDisplay = (tx: Tx, value: Display): Promise<unknown> => update(tx, value)
/** Stores when a display was last connected. */
export const noteDisplaySeen = (tx: Tx, id: string, seenAt: number): Promise<unknown> =>
  setSeen(tx, { id, seenAt })
/** Returns the display whose pairing code has this hash, even if the code has expired. */
export const findDisplayPairing = async (read: Read, pairingHash: string): Promise<Display | undefined> =>
  (await byPairing(read, { pairingHash }))[0]
/** Lists a till's displays, oldest first, including one that is not paired yet. */
export const listDisplays = (read: Read, tillId: string): Promise<Display[]> => ofTill(read, { tillId })
/** Counts the paired displays of a till. */
export const countDisplays = async (read: Read, tillId: string): Promise<number> =>
  (await paired(read, { tillId })).length
/**
 * Returns the display whose browser holds the secret of this hash, with its till; undefined if the till is
 * revoked.
 */
export const findDisplayHolder = async (read: Read, hash: string): Promise<DisplayHolder | undefined> =>
  (await byHash(read, { hash }))[0]
export const removeDisplay = (tx: Tx, id: string): Promise<unknown> => drop(tx, { id })
/** Removes all displays of a till. */
export const removeDisplays = (tx: Tx, tillId: string): Promise<unknown> => dropAll(tx, { tillId })
