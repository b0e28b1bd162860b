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

/** Returns the options of `productView` for a caller, who sees costs only with the right `see_costs`. */
export const viewOptionsFor = ({ appliance }: Server, caller: Caller) => ({
  publicUrl: appliance.publicUrl,
  showsCost: caller.may('see_costs'),
})

/** Returns the stock of each variation, by its id. Products that do not track stock are left out. */
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
 * Runs `answer`, and responds with its result and a weak entity tag, or with status 304 if the reader already
 * has that result. The tag is made of the price list's version and the result. Even with a tag that matches,
 * `answer` runs, so that an invalid request gets its fault.
 * @throws what `answer` throws
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

/** Returns the answer that the reader's copy, which has this tag, is current. */
const notModified = (etag: string) =>
  new Response(null, { status: 304, headers: { etag, 'cache-control': 'no-store' } })

/**
 * Returns an entity tag without the prefix `W/` of a weak tag. A proxy that compresses an answer adds the
 * prefix, so weak and strong tags are compared as equal.
 */
const withoutWeakPrefix = (tag: string) => tag.trim().replace(/^W\//, '')

/** Whether a header names this tag, or any tag with `*`. */
function headerIncludes(request: Request, header: 'if-match' | 'if-none-match', etag: string): boolean {
  const tags = request.headers.get(header)?.split(',') ?? []
  return tags.some(tag => tag.trim() === '*' || withoutWeakPrefix(tag) === withoutWeakPrefix(etag))
}

/**
 * Returns the entity tag of a product as the caller sees it. The tag leaves stock out, so that a sale does
 * not make an edit of the product fail.
 */
function etagOf(server: Server, caller: Caller, product: Product): string {
  const view = productView(product, viewOptionsFor(server, caller))
  return `"${sha256(JSON.stringify(view)).slice(0, 32)}"`
}

/** Answers with one product, its stock if the product tracks stock, and its entity tag. */
export async function productAnswer<Code extends 200 | 201>(
  server: Server,
  { caller, set }: Pick<ReadContext, 'caller' | 'set'>,
  product: Product,
  code: Code,
) {
  const etag = etagOf(server, caller, product)
  const stock = await countedStockOf(server, caller, [product])
  set.headers.etag = etag
  return success(code, productView(product, { ...viewOptionsFor(server, caller), stock }))
}

/**
 * Answers with one product, or with status 304 to a reader who has its current version. A product that tracks
 * stock is always sent, because its entity tag leaves stock out.
 */
export async function readAnswer(server: Server, context: ReadContext, product: Product) {
  const answer = await productAnswer(server, context, product, 200)
  const etag = String(context.set.headers.etag)
  const isUnchanged = !product.trackStock && headerIncludes(context.request, 'if-none-match', etag)
  return isUnchanged ? notModified(etag) : answer
}

/**
 * Returns a function that checks whether the current product still has the entity tag in `If-Match`, so that
 * two people do not undo each other's changes. Returns undefined without that header.
 */
export function expectationOf(server: Server, { caller, request }: Omit<ReadContext, 'set'>) {
  if (!request.headers.has('if-match')) return undefined
  return (current: Product): boolean => headerIncludes(request, 'if-match', etagOf(server, caller, current))
}
