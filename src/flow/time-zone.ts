// The time zone by which the days of an account count. A request may have read its account before a change
// of the zone that is written before it, so writes ask for the zone in their turn.
import type { Account } from '../domain/account.ts'
import { assert } from '../domain/fault.ts'
import { listTimeZones, lockAccount } from '../store/account.ts'
import type { Read, Tx } from '../store/engine/statement.ts'

type InZone = Pick<Account, 'id' | 'timeZone'>
/** The committed time zone of each account by its id. Creating a payment would take longer with a read. */
export type TimeZones = Map<string, string>
/** The part of the appliance that keeps the zones. */
type ZoneMemory = { readonly timeZones: TimeZones }

/** Reads the time zones of all accounts again. */
export async function reloadTimeZones(zones: TimeZones, read: Read): Promise<void> {
  const stored = await listTimeZones(read)
  zones.clear()
  for (const { id, timeZone } of stored) zones.set(id, timeZone)
}

/** Notes the time zone that this transaction gives to an account. Until it is committed, writes read it. */
export function noteTimeZone(tx: Tx, { timeZones }: ZoneMemory, { id, timeZone }: InZone): void {
  timeZones.delete(id)
  tx.afterCommit(() => timeZones.set(id, timeZone))
}

/** Returns the time zone of an account in the writer's turn. */
export async function currentTimeZone(tx: Tx, { timeZones }: ZoneMemory, { id }: InZone): Promise<string> {
  const known = timeZones.get(id)
  if (known !== undefined) return known
  const account = await lockAccount(tx, id)
  assert(account, 'what is counted has its account')
  return account.timeZone
}
