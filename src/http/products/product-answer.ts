// What all answers about products share: the fields that the caller may see, and the entity tags. The list
// has a tag, because software that reads it again and again usually has it already. Each product has one, so
// that two people do not undo each other's changes.
import { catalogOf, type Product } from '../../domain/product.ts'
import { sha256 } from '../../store/hash.ts'
import { findCatalogVersion } from '../../store/product.ts'
import { listStock } from '../../store/stock.ts'
import { success } from '../../wire/money.ts'
import { productView } from '../../wire/product.ts'
import type { Caller } from '../access/caller.ts'
import type { Server } from '../server/server.ts'

/** Returns how a caller sees products: costs only with the right to them. */
export const viewOptionsFor = ({ appliance }: Server, caller: Caller) => ({
  publicUrl: appliance.publicUrl,
  showsCost: caller.may('see_costs'),
})

/** Returns the stock of the products that count theirs, by the ids of variations. */
export function countedStockOf(
  { appliance }: Server,
  caller: Caller,
  products: readonly Product[],
): Promise<ReadonlyMap<string, number>> {
  const ids = products.filter(({ trackStock }) => trackStock).map(({ id }) => id)
  return listStock(appliance.store.read, caller.account.id, ids)
}

/** The part of Elysia's context that answers need. */
interface ReadContext {
  readonly caller: Caller
  readonly request: Request
  readonly set: { headers: Record<string, unknown> }
}

/**
 * Answers with 304 to a reader who already has this answer; otherwise with the answer and a weak tag of the
 * list's version and the answer. A faulty request gets its fault, whichever answer the reader has.
 * @throws as `answer`
 */
export async function answerUnlessCached<T>(
  { appliance }: Server,
  { caller, request, set }: ReadContext,
  answer: () => Promise<T>,
): Promise<T | Response> {
  const version = await findCatalogVersion(appliance.store.read, catalogOf(caller.account))
  const body = await answer()
  // Stock changes without a new version of the list, so the tag depends on the answer, too.
  const etag = `W/"${version ?? 'empty'}-${sha256(JSON.stringify(body)).slice(0, 16)}"`
  set.headers.etag = etag
  return headerIncludes(request, 'if-none-match', etag) ? notModified(etag) : body
}

/** Answers that the reader's copy with this tag is current. */
const notModified = (etag: string) =>
  new Response(null, { status: 304, headers: { etag, 'cache-control': 'no-store' } })

/**
 * Returns a tag without the `W/` of a weak one. A proxy that compresses an answer adds it, so a weak tag
 * equals a strong one here.
 */
const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '')

/** Whether a header names this tag, or any with `*`. */
const headerIncludes = (request: Request, header: 'if-match' | 'if-none-match', etag: string): boolean =>
  request.headers
    .get(header)
    ?.split(',')
    .some(tag => tag.trim() === '*' || withoutWeakness(tag) === withoutWeakness(etag)) ?? false

/**
 * Returns one product for the API, and its tag. The tag leaves stock out, because a sale must not refuse an
 * edit.
 */
function taggedView(server: Server, caller: Caller, product: Product) {
  const view = productView(product, viewOptionsFor(server, caller))
  return { view, etag: `"${sha256(JSON.stringify(view)).slice(0, 32)}"` }
}

/** Answers with one product, its stock if it is counted, and its tag. */
export async function productAnswer<Code extends 200 | 201>(
  server: Server,
  { caller, set }: Pick<ReadContext, 'caller' | 'set'>,
  product: Product,
  code: Code,
) {
  const { etag } = taggedView(server, caller, product)
  const stock = await countedStockOf(server, caller, [product])
  set.headers.etag = etag
  return success(code, productView(product, { ...viewOptionsFor(server, caller), stock }))
}

/**
 * Answers with one product, or with 304 to a reader who has its current version. A product with counted stock
 * is always sent, because its tag leaves stock out.
 */
export async function readAnswer(server: Server, context: ReadContext, product: Product) {
  const answer = await productAnswer(server, context, product, 200)
  const etag = String(context.set.headers.etag)
  const isUnchanged = !product.trackStock && headerIncludes(context.request, 'if-none-match', etag)
  return isUnchanged ? notModified(etag) : answer
}

/**
 * Returns a check that a product still has the tag in `If-Match`, so that two people do not undo each other's
 * changes; undefined without that header.
 */
export const expectationOf = (server: Server, { caller, request }: Omit<ReadContext, 'set'>) =>
  request.headers.has('if-match')
    ? (current: Product): boolean =>
        headerIncludes(request, 'if-match', taggedView(server, caller, current).etag)
    : undefined
