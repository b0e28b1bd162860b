// The actor of an action in the API. All views show the same object, with a name if the name is known.
import { type Static, Type } from '@sinclair/typebox'
import type { Actor } from '../domain/actor.ts'
import { choice } from './choice.ts'

const fields = {
  type: choice(['staff', 'till', 'key', 'server'] as const),
  id: Type.Union([
    Type.String({ description: 'The id of the person, the till or the key; null for the server' }),
    Type.Null(),
  ]),
  till_id: Type.Union([Type.String({ description: 'The till of the action' }), Type.Null()]),
}

export const ActorView = Type.Object(fields, {
  title: 'Actor',
  description: 'A person (`staff`), a `till` without a signed-in person, an API `key`, or the `server`',
})
export type ActorView = Static<typeof ActorView>

export const NamedActorView = Type.Object(
  {
    ...fields,
    name: Type.Union([
      Type.String({ description: 'The name of the person or the key, if known' }),
      Type.Null(),
    ]),
  },
  { title: 'NamedActor', description: 'An actor with its name, which remains after a person has left' },
)
export type NamedActorView = Static<typeof NamedActorView>

/** Returns an actor without its name. Its `id` is the id of the person, till or key; null for the server. */
export function actorView(actor: Actor): ActorView {
  switch (actor.kind) {
    case 'staff':
      return { type: 'staff', id: actor.staffId, till_id: actor.tillId }
    case 'till':
      return { type: 'till', id: actor.tillId, till_id: actor.tillId }
    case 'key':
      return { type: 'key', id: actor.keyId, till_id: null }
    case 'server':
      return { type: 'server', id: null, till_id: null }
  }
}

/** The names of people and keys, by id. */
export type ActorNames = ReadonlyMap<string, string>

/** Returns an actor with its name: null if `names` does not have the name, as for a till and the server. */
export const namedActorView = (actor: Actor, names: ActorNames): NamedActorView => {
  const view = actorView(actor)
  const name = view.id === null ? undefined : names.get(view.id)
  return { ...view, name: name ?? null }
}
