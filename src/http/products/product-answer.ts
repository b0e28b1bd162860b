// What all answers of products share: what the caller is shown, and the entity tag of the list. A till asks
// for the list again at each connection, and mostly has it.
import { catalogOf } from '../../domain/product.ts'
import { findCatalogVersion } from '../../store/product.ts'
import type { Caller } from '../access/caller.ts'
import type { Server } from '../server/server.ts'

export const shownTo = ({ appliance }: Server, caller: Caller) => ({
  publicUrl: appliance.publicUrl,
  showsCost: caller.may('see_costs'),
})

interface Reading {
  readonly caller: Caller
  readonly request: Request
  readonly set: { headers: Record<string, unknown> }
}

/**
 * Answers 304 to a reader who has this version of the list, otherwise with the version's weak tag. A request
 * that is faulty gets its fault, whatever the reader has.
 * @param answer throws that fault
 */
export async function unlessKnown<T>(
  { appliance }: Server,
  { caller, request, set }: Reading,
  answer: () => Promise<T>,
): Promise<T | Response> {
  const version = await findCatalogVersion(appliance.store.read, catalogOf(caller.account))
  const etag = `W/"${version ?? 'empty'}${caller.may('see_costs') ? '-c' : ''}"`
  const found = await answer()
  set.headers.etag = etag
  return isKnown(request, etag)
    ? new Response(null, { status: 304, headers: { etag, 'cache-control': 'no-store' } })
    : found
}

const isKnown = (request: Request, etag: string): boolean =>
  request.headers
    .get('if-none-match')
    ?.split(',')
    .some(one => one.trim() === etag || one.trim() === '*') ?? false
