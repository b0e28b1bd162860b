// Who does something: a person (at a till or elsewhere), a till without a person, an API key, or the server
// itself. Tables store an actor in three columns. Exports, the filter of the audit log and rate limits use
// the text of `formatActor`; nothing else parses that text.

export type Actor =
  | { readonly kind: 'staff'; readonly staffId: string; readonly tillId: string | null }
  | { readonly kind: 'till'; readonly tillId: string }
  | { readonly kind: 'key'; readonly keyId: string }
  | { readonly kind: 'server' }

/** The columns of an actor; all are null for the server. */
export interface ActorColumns {
  readonly staffId: string | null
  readonly tillId: string | null
  readonly keyId: string | null
}

/** An actor and the address of its request; null for the server itself. */
export interface RequestedBy {
  readonly actor: Actor
  readonly address: string | null
}

export interface RequestedByStaff extends RequestedBy {
  readonly staffId: string
}

/** The requester of the first start and of the command line. */
export const requestedByServer: RequestedBy = { actor: { kind: 'server' }, address: null }

/** Returns the actor for a person, at a till or, by default, elsewhere. */
export const staffActor = (staffId: string, tillId: string | null = null): Actor => ({
  kind: 'staff',
  staffId,
  tillId,
})

const noColumns: ActorColumns = { staffId: null, tillId: null, keyId: null }

export function actorColumns(actor: Actor): ActorColumns {
  switch (actor.kind) {
    case 'staff':
      return { staffId: actor.staffId, tillId: actor.tillId, keyId: null }
    case 'till':
      return { ...noColumns, tillId: actor.tillId }
    case 'key':
      return { ...noColumns, keyId: actor.keyId }
    case 'server':
      return noColumns
  }
}

/** Returns the actor that the columns of a row name. Tables that no till writes to have no `tillId`. */
export function actorOf({ staffId, tillId = null, keyId }: Partial<ActorColumns>): Actor {
  if (staffId) return { kind: 'staff', staffId, tillId }
  if (keyId) return { kind: 'key', keyId }
  return tillId === null ? { kind: 'server' } : { kind: 'till', tillId }
}

/** Writes `staff:ID`, `staff:ID:TILL` for a person at a till, `till:TILL`, `key:KEY` or `server`. */
export function formatActor(actor: Actor): string {
  switch (actor.kind) {
    case 'staff':
      return actor.tillId === null ? `staff:${actor.staffId}` : `staff:${actor.staffId}:${actor.tillId}`
    case 'till':
      return `till:${actor.tillId}`
    case 'key':
      return `key:${actor.keyId}`
    case 'server':
      return 'server'
  }
}

/** Parses the text that `formatActor` writes; undefined for any other text. */
export function parseActor(text: string): Actor | undefined {
  if (text === 'server') return { kind: 'server' }
  const [kind, id, staffTillId, ...rest] = text.split(':')
  if (!id || staffTillId === '' || rest.length > 0) return undefined
  if (kind === 'staff') return staffActor(id, staffTillId ?? null)
  if (staffTillId !== undefined) return undefined // only a person has a third part
  if (kind === 'till') return { kind, tillId: id }
  return kind === 'key' ? { kind, keyId: id } : undefined
}

/** Whether two actors are the same person at the same till, the same till or key, or both the server. */
export const isSameActor = (a: Actor, b: Actor): boolean => formatActor(a) === formatActor(b)
