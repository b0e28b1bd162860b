// The names of people and keys in views. People have the names that the account gave them, never those of
// another merchant.

import type { Actor } from '../../domain/actor.ts'
import type { Appliance } from '../../flow/appliance.ts'
import { listKeys } from '../../store/account.ts'
import { listStaffNames } from '../../store/staff-name.ts'
import type { ActorNames } from '../../wire/actor.ts'
import type { NameOf } from '../../wire/till.ts'

/**
 * Returns a function that returns a person's id and name, also for people who have left the account. The name
 * of a person who was never in the account is empty.
 */
export async function namesOf({ store }: Appliance, accountId: string): Promise<NameOf> {
  const rows = await listStaffNames(store.read, accountId)
  const names = new Map(rows.map(({ staffId, name }) => [staffId, name]))
  return id => ({ id, name: names.get(id) ?? '' })
}

/**
 * Returns a map from ids to names, with all people of an account. If any of these actors is an API key, the
 * map also has all keys of the account, including revoked ones.
 */
export async function actorNamesOf(
  { store }: Appliance,
  accountId: string,
  actors: readonly Actor[],
): Promise<ActorNames> {
  const people = await listStaffNames(store.read, accountId)
  const keys = actors.some(({ kind }) => kind === 'key') ? await listKeys(store.read, accountId) : []
  return new Map([
    ...people.map(({ staffId, name }) => [staffId, name] as const),
    ...keys.map(({ id, name }) => [id, name] as const),
  ])
}
