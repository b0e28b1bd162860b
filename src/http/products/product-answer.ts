// What all answers about products share: the fields that the caller may see, and the entity tags. The list
// has a tag, because a till requests it at each connection and usually has it already. Each product has one,
// so that two people do not undo each other's changes.
import { catalogOf, type Product } from '../../domain/product.ts'
import { sha256 } from '../../store/hash.ts'
import { findCatalogVersion } from '../../store/product.ts'
import { listStock } from '../../store/stock.ts'
import { success } from '../../wire/money.ts'
import { productView } from '../../wire/product.ts'
import type { Caller } from '../access/caller.ts'
import type { Server } from '../server/server.ts'

export const shownTo = ({ appliance }: Server, caller: Caller) => ({
  publicUrl: appliance.publicUrl,
  showsCost: caller.may('see_costs'),
})

/** Returns the stock of products that count it. */
export function stockShown(
  { appliance }: Server,
  caller: Caller,
  products: readonly Product[],
): Promise<ReadonlyMap<string, number>> {
  const ids = products.filter(({ trackStock }) => trackStock).map(({ id }) => id)
  return listStock(appliance.store.read, caller.account.id, ids)
}

interface Reading {
  readonly caller: Caller
  readonly request: Request
  readonly set: { headers: Record<string, unknown> }
}

/**
 * Answers 304 to a reader who has this answer, with the list's version and its stock; otherwise adds a weak
 * tag. A faulty request gets its fault, whichever answer the reader has.
 * @param answer throws the fault of a faulty request
 */
export async function unlessKnown<T>(
  { appliance }: Server,
  { caller, request, set }: Reading,
  answer: () => Promise<T>,
): Promise<T | Response> {
  const version = await findCatalogVersion(appliance.store.read, catalogOf(caller.account))
  const body = await answer()
  // Stock changes without a change of the list.
  const etag = `W/"${version ?? 'empty'}-${sha256(JSON.stringify(body)).slice(0, 16)}"`
  set.headers.etag = etag
  return names(request, 'if-none-match', etag) ? notModified(etag) : body
}

const notModified = (etag: string) =>
  new Response(null, { status: 304, headers: { etag, 'cache-control': 'no-store' } })

/** Drops the mark of a weak tag: a proxy that compresses an answer adds it, so both kinds are equal here. */
const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '')

const names = (request: Request, header: 'if-match' | 'if-none-match', etag: string): boolean =>
  request.headers
    .get(header)
    ?.split(',')
    .some(one => one.trim() === '*' || withoutWeakness(one) === withoutWeakness(etag)) ?? false

/** Returns the view of one product, and its tag, which leaves stock out: a sale must not refuse an edit. */
function taggedView(server: Server, caller: Caller, product: Product) {
  const view = productView(product, shownTo(server, caller))
  return { view, etag: `"${sha256(JSON.stringify(view)).slice(0, 32)}"` }
}

/** Answers with one product and its tag. */
export async function productAnswer<Code extends 200 | 201>(
  server: Server,
  { caller, set }: Pick<Reading, 'caller' | 'set'>,
  product: Product,
  code: Code,
) {
  const { etag } = taggedView(server, caller, product)
  const stock = await stockShown(server, caller, [product])
  set.headers.etag = etag
  return success(code, productView(product, { ...shownTo(server, caller), stock }))
}

/** Answers with one product, or 304 to a reader who has its current version, unless its stock is counted. */
export async function readAnswer(server: Server, reading: Reading, product: Product) {
  const answer = await productAnswer(server, reading, product, 200)
  const etag = String(reading.set.headers.etag)
  return !product.trackStock && names(reading.request, 'if-none-match', etag) ? notModified(etag) : answer
}

/** Returns a check that a product still has the tag in `If-Match`; undefined without that header. */
export const expectationOf = (server: Server, { caller, request }: Omit<Reading, 'set'>) =>
  request.headers.has('if-match')
    ? (present: Product): boolean => names(request, 'if-match', taggedView(server, caller, present).etag)
    : undefined
