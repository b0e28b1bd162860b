// The time zone by which the days of an account count. A request may have read its account before another
// request changed the zone, so each write gets the zone in its own transaction.
import type { Account } from '../domain/account.ts'
import { assert } from '../domain/fault.ts'
import { findAccount, listTimeZones } from '../store/account.ts'
import type { Read, Tx } from '../store/engine/statement.ts'

type InZone = Pick<Account, 'id' | 'timeZone'>
/** A cache of each account's committed time zone by its id. A read would slow down new payments. */
export type TimeZones = Map<string, string>
/** The part of the appliance that holds the cache. */
type ZoneCache = { readonly timeZones: TimeZones }

/** Replaces the cached time zones with those in the database. */
export async function reloadTimeZones(zones: TimeZones, read: Read): Promise<void> {
  const stored = await listTimeZones(read)
  zones.clear()
  for (const { id, timeZone } of stored) zones.set(id, timeZone)
}

/**
 * Updates the cache for a transaction that sets an account's time zone. The cached zone is removed now and
 * set again after the commit; until then, other writes read the zone from the database.
 */
export function noteTimeZone(tx: Tx, { timeZones }: ZoneCache, { id, timeZone }: InZone): void {
  timeZones.delete(id)
  tx.afterCommit(() => timeZones.set(id, timeZone))
}

/** Returns the cached time zone of an account, or else the one that this transaction sees. */
export async function currentTimeZone(tx: Tx, { timeZones }: ZoneCache, { id }: InZone): Promise<string> {
  const cachedZone = timeZones.get(id)
  if (cachedZone !== undefined) return cachedZone
  const account = await findAccount(tx, id)
  assert(account, 'what is counted has its account')
  return account.timeZone
}
