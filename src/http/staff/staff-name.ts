// The names of people and keys, for views. Logins are in another database, so outside of any transaction.
import type { Actor } from '../../domain/actor.ts'
import { listKeys } from '../../store/account.ts'
import type { ActorNames } from '../../wire/actor.ts'
import type { NameOf } from '../../wire/till.ts'
import type { Server } from '../server/server.ts'

/** The names of these people; empty for deleted ones. */
export async function namesOf({ login }: Server, staffIds: Iterable<string | null>): Promise<NameOf> {
  const names = new Map<string, string>()
  for (const id of new Set(staffIds)) if (id) names.set(id, (await login.find(id))?.name ?? '')
  return id => ({ id, name: names.get(id) ?? '' })
}

/** The names of the people and keys among these actors, also of those who have left and of revoked keys. */
export async function actorNamesOf(
  { appliance, login }: Server,
  accountId: string,
  actors: readonly Actor[],
): Promise<ActorNames> {
  const people = new Set(actors.flatMap(actor => (actor.kind === 'staff' ? actor.staffId : [])))
  const keys = actors.some(({ kind }) => kind === 'key')
    ? await listKeys(appliance.store.read, accountId)
    : []
  return new Map([...(await login.people([...people])), ...keys].map(({ id, name }) => [id, name]))
}
