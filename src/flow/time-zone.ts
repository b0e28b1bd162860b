// The time zone by which the days of an account count. A request may have read its account before another
// request changed the zone, so a write asks for the zone in its transaction.
import type { Account } from '../domain/account.ts'
import { assert } from '../domain/fault.ts'
import { findAccount, listTimeZones } from '../store/account.ts'
import type { Read, Tx } from '../store/engine/statement.ts'

type InZone = Pick<Account, 'id' | 'timeZone'>
/** The committed time zone of each account by its id. A read would make creating a payment slower. */
export type TimeZones = Map<string, string>
/** The part of the appliance that holds the zones. */
type ZoneMemory = { readonly timeZones: TimeZones }

/** Reads the time zones of all accounts again. */
export async function reloadTimeZones(zones: TimeZones, read: Read): Promise<void> {
  const stored = await listTimeZones(read)
  zones.clear()
  for (const { id, timeZone } of stored) zones.set(id, timeZone)
}

/**
 * Puts the time zone that this transaction gives to an account into the cache once it has committed. Until
 * then the cache has none, so other writes read it from the database.
 */
export function noteTimeZone(tx: Tx, { timeZones }: ZoneMemory, { id, timeZone }: InZone): void {
  timeZones.delete(id)
  tx.afterCommit(() => timeZones.set(id, timeZone))
}

/** Returns the time zone of an account as this transaction sees it. */
export async function currentTimeZone(tx: Tx, { timeZones }: ZoneMemory, { id }: InZone): Promise<string> {
  const cachedZone = timeZones.get(id)
  if (cachedZone !== undefined) return cachedZone
  const account = await findAccount(tx, id)
  assert(account, 'what is counted has its account')
  return account.timeZone
}
