// Stores webhook addresses that are paused, and the deliveries that wait for them.
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Delivery } from '../domain/delivery.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { delivery, pausedAddress } from './webhook-table.ts'

export type PausedAddress = typeof pausedAddress.$inferSelect

const insertRow = mutation<PausedAddress>(db =>
  db.insert(pausedAddress).values(rowPlaceholders(pausedAddress)).onConflictDoNothing(),
)
const selectByUrl = query<{ accountId: string; url: string }, PausedAddress>((db, param) =>
  db
    .select()
    .from(pausedAddress)
    .where(and(eq(pausedAddress.accountId, param('accountId')), eq(pausedAddress.url, param('url')))),
)
const selectOfAccount = query<{ accountId: string }, PausedAddress>((db, param) =>
  db
    .select()
    .from(pausedAddress)
    .where(eq(pausedAddress.accountId, param('accountId')))
    .orderBy(asc(pausedAddress.url)),
)
const deleteRow = mutation<{ accountId: string; url: string }, { url: string }>((db, param) =>
  db
    .delete(pausedAddress)
    .where(and(eq(pausedAddress.accountId, param('accountId')), eq(pausedAddress.url, param('url'))))
    .returning({ url: pausedAddress.url }),
)
/** Matches deliveries of paused addresses. The index delivery_paused has the same condition. */
const isPaused = and(isNull(delivery.nextAt), sql`${delivery.status} in ('pending', 'failed', 'retrying')`)
const selectPausedDeliveries = query<{ accountId: string; url: string; limit: number }, Delivery>(
  (db, param) =>
    db
      .select()
      .from(delivery)
      .where(and(eq(delivery.accountId, param('accountId')), eq(delivery.url, param('url')), isPaused))
      .orderBy(asc(delivery.id))
      .limit(sql.placeholder('limit')),
)

/** Pauses a webhook address. An address that is already paused keeps its row. */
export const pauseAddress = (tx: Tx, value: PausedAddress): Promise<unknown> => insertRow(tx, value)
/** Returns the row of a paused webhook address; undefined when the address is not paused. */
export const findPausedAddress = async (
  read: Read,
  accountId: string,
  url: string,
): Promise<PausedAddress | undefined> => (await selectByUrl(read, { accountId, url }))[0]
/** Lists the paused webhook addresses of an account, in alphabetical order. */
export const listPausedAddresses = (read: Read, accountId: string): Promise<PausedAddress[]> =>
  selectOfAccount(read, { accountId })
/** Ends the pause of a webhook address. @returns false when the address was not paused */
export const unpauseAddress = async (tx: Tx, accountId: string, url: string): Promise<boolean> =>
  (await deleteRow(tx, { accountId, url })).length > 0
/** Lists up to `limit` deliveries that wait for a paused address, oldest first. */
export const listPausedDeliveries = (
  read: Read,
  accountId: string,
  url: string,
  limit: number,
): Promise<Delivery[]> => selectPausedDeliveries(read, { accountId, url, limit })
