// How people are called, for views that name them: looked up where logins live, outside of any transaction.
import type { NameOf } from '../../wire/till.ts'
import type { Server } from '../server/server.ts'

/** The names of these people; who is gone has an empty one. */
export async function namesOf({ login }: Server, staffIds: Iterable<string | null>): Promise<NameOf> {
  const names = new Map<string, string>()
  for (const id of new Set(staffIds)) if (id) names.set(id, (await login.find(id))?.name ?? '')
  return id => ({ id, name: names.get(id) ?? '' })
}
