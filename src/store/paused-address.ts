// Stores webhook addresses that are paused, and the deliveries that wait for them.
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Delivery } from '../domain/delivery.ts'
import { mutation, placeholders, query, type Read, type Tx } from './engine/statement.ts'
import { delivery, pausedAddress } from './webhook-table.ts'

export type PausedAddress = typeof pausedAddress.$inferSelect

const insert = mutation<PausedAddress>(db =>
  db.insert(pausedAddress).values(placeholders(pausedAddress)).onConflictDoNothing(),
)
const pausedRow = query<{ accountId: string; url: string }, PausedAddress>((db, at) =>
  db
    .select()
    .from(pausedAddress)
    .where(and(eq(pausedAddress.accountId, at('accountId')), eq(pausedAddress.url, at('url')))),
)
const ofAccount = query<{ accountId: string }, PausedAddress>((db, at) =>
  db
    .select()
    .from(pausedAddress)
    .where(eq(pausedAddress.accountId, at('accountId')))
    .orderBy(asc(pausedAddress.url)),
)
const remove = mutation<{ accountId: string; url: string }, { url: string }>((db, at) =>
  db
    .delete(pausedAddress)
    .where(and(eq(pausedAddress.accountId, at('accountId')), eq(pausedAddress.url, at('url'))))
    .returning({ url: pausedAddress.url }),
)
/** Matches deliveries of paused addresses. The index delivery_paused has the same condition. */
const isPaused = and(isNull(delivery.nextAt), sql`${delivery.status} in ('pending', 'failed', 'retrying')`)
const pausedDeliveries = query<{ accountId: string; url: string; limit: number }, Delivery>((db, at) =>
  db
    .select()
    .from(delivery)
    .where(and(eq(delivery.accountId, at('accountId')), eq(delivery.url, at('url')), isPaused))
    .orderBy(asc(delivery.id))
    .limit(sql.placeholder('limit')),
)

/** Pauses an address; one that is already paused keeps its row. */
export const pauseAddress = (tx: Tx, value: PausedAddress): Promise<unknown> => insert(tx, value)
export const findPausedAddress = async (
  read: Read,
  accountId: string,
  url: string,
): Promise<PausedAddress | undefined> => (await pausedRow(read, { accountId, url }))[0]
export const listPausedAddresses = (read: Read, accountId: string): Promise<PausedAddress[]> =>
  ofAccount(read, { accountId })
/** @returns whether it was paused */
export const unpauseAddress = async (tx: Tx, accountId: string, url: string): Promise<boolean> =>
  (await remove(tx, { accountId, url })).length > 0
/** Lists up to `limit` deliveries that wait for an address, oldest first. */
export const listPausedDeliveries = (
  read: Read,
  accountId: string,
  url: string,
  limit: number,
): Promise<Delivery[]> => pausedDeliveries(read, { accountId, url, limit })
