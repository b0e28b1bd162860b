// Reads and writes of the price list.
import { useRef } from 'react'
import type { importView } from '../../../src/wire/product.ts'
import { type ApiResult, api, dataOf, type EdenResponse, putFile, resultOf } from '../../kit/api.ts'
import { addErrorTexts } from '../../kit/api-error.ts'
import { productErrors } from '../../kit/error-product.text.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import { type AccountHeader, useAction, useRead } from '../parts/queries.ts'
import {
  bodyOf,
  changedBody,
  draftOf,
  isSameDraft,
  type Product,
  type ProductDraft,
} from './product.model.ts'

addErrorTexts(productErrors)

/** Reads the categories in use, sorted by name, with the number of their items; empty until loaded. */
export const useCategories = () =>
  useRead(['products', 'categories'], header => api.api.v1.products.categories.get(header)).data?.data
    .items ?? []

/** Reads the first `limit` items whose stock is low, and how many there are; undefined until loaded. */
export function useLowProducts(limit: number) {
  const query = { low: 'true', limit } as const
  const { data } = useRead(['products', query], header => api.api.v1.products.get({ query, ...header }))
  return data instanceof Response ? undefined : data?.data
}

/**
 * Returns the path of an item's picture on this page's own host, because the page may be open at another
 * address than the public one. Undefined without a picture.
 */
export const pictureUrl = ({ picture }: Pick<Product, 'picture'>): string | undefined =>
  picture === null ? undefined : new URL(picture, location.origin).pathname

/** An item as it was read, and the ETag of this version of it. */
export interface StoredProduct {
  readonly product: Product
  readonly tag: string
}

/** Reads an item with its ETag, for a form. */
export async function readProduct(id: string, header: AccountHeader): Promise<EdenResponse<StoredProduct>> {
  const answer = await api.api.v1.products({ id }).get(header)
  const { data } = answer
  if (data === null || data instanceof Response) return { ...answer, data: null }
  return { ...answer, data: { product: data.data, tag: tagOf(answer) } }
}

/** Returns the ETag of an answer; empty if it has none. */
const tagOf = ({ response }: { readonly response: Response }) => response.headers.get('etag') ?? ''

interface NewItem {
  /** The values with which the form was opened. */
  readonly initial: ProductDraft
  readonly draft: ProductDraft
}

interface ItemChange extends NewItem {
  readonly id: string
  /** The ETag of the item with which the form was opened. */
  readonly tag: string
}

/** The saved item; or, if not `isSaved`, the item that someone else has changed. */
export type SaveResult = StoredProduct & { readonly isSaved: boolean }

/**
 * Saves the fields that the form changed, then the picture, unless someone else has changed a field of the
 * form since it was opened. A change of anything else, such as whether the item is available, is no conflict.
 */
export const useChangeProduct = () => useAction<ItemChange, SaveResult>(saveChange)

/**
 * Sends the change with the ETag. If the item was changed by someone else, but in no field of the form, sends
 * the change again with the new ETag.
 */
async function saveChange(change: ItemChange, header: AccountHeader): Promise<ApiResult<SaveResult>> {
  const { id, tag, initial, draft } = change
  const headers = { ...header.headers, 'if-match': tag }
  const answer = await resultOf(
    api.api.v1
      .products({ id })
      .patch(changedBody(initial, draft), { headers })
      .then(reply => ({ ...reply, data: reply.data && { product: reply.data.data, tag: tagOf(reply) } })),
  )
  if (answer.ok) {
    const stored = answer.value
    const withPicture = await savePicture(stored.product, draft, header)
    if (!withPicture.ok) return withPicture
    if (withPicture.value === stored.product) return { ok: true, value: { ...stored, isSaved: true } }
    // Storing or removing a picture changes the ETag, so the item is read again.
    const reread = await resultOf(readProduct(id, header))
    return reread.ok ? { ok: true, value: { ...reread.value, isSaved: true } } : reread
  }
  if (answer.apiError.kind !== 'refused' || answer.apiError.reason !== 'product_changed') return answer
  const current = await resultOf(readProduct(id, header))
  if (!current.ok) return current
  return isSameDraft(initial, draftOf(current.value.product))
    ? saveChange({ ...change, tag: current.value.tag }, header)
    : { ok: true, value: { ...current.value, isSaved: false } }
}

/**
 * Adds an item, then its picture. If the picture failed, the next attempt changes the item that was added.
 * The same form sent twice adds one item, because its idempotency key changes only with its values.
 */
export function useAddProduct() {
  const added = useRef<{ readonly id: string; readonly draft: ProductDraft }>(undefined)
  const lastSent = useRef({ text: '', key: '' })
  return useAction<NewItem, Product>(async ({ initial, draft }, header): Promise<ApiResult<Product>> => {
    const id = added.current?.id
    const answer = id
      ? await resultOf(
          api.api.v1.products({ id }).patch(changedBody(added.current?.draft ?? initial, draft), header),
        )
      : await resultOf(api.api.v1.products.post(bodyOf(draft), keyedHeaders(lastSent, draft, header)))
    if (!answer.ok) return answer
    const product: Product = answer.value.data
    added.current = { id: product.id, draft }
    return savePicture(product, draft, header)
  })
}

/**
 * Returns the headers that create an item. The idempotency key changes only if the values differ from the
 * last request's (`lastSent`).
 */
function keyedHeaders(
  lastSent: { current: { text: string; key: string } },
  draft: ProductDraft,
  header: AccountHeader,
) {
  const text = JSON.stringify(bodyOf(draft))
  if (lastSent.current.text !== text) lastSent.current = { text, key: newIdempotencyKey() }
  return { headers: { ...header.headers, 'idempotency-key': lastSent.current.key } }
}

/**
 * Sends or removes the picture if the form changed it. Returns the item as the server then has it; the same
 * object if the picture is unchanged.
 */
async function savePicture(
  product: Product,
  { picture }: ProductDraft,
  header: AccountHeader,
): Promise<ApiResult<Product>> {
  const path = `/api/v1/products/${encodeURIComponent(product.id)}/picture`
  if (picture.kind === 'picked') return dataOf<Product>(putFile(path, picture.picture, header.headers))
  if (picture.kind === 'kept' || product.picture === null) return { ok: true, value: product }
  const answer = await resultOf(api.api.v1.products({ id: product.id }).picture.delete(undefined, header))
  return answer.ok ? { ok: true, value: answer.value.data } : answer
}

/** What an import did, or would do. */
export type ImportResult = ReturnType<typeof importView>

interface ImportOptions {
  readonly isDryRun?: boolean
  readonly skipsErrors?: boolean
  /** Whose prices count, in a file of several shops. */
  readonly shop?: string | undefined
}

/**
 * Imports a price list. A dry run only reports what would change. Without `skipsErrors`, one faulty line
 * keeps the server from importing anything.
 */
export async function importFile(
  text: string,
  { isDryRun = false, skipsErrors = false, shop }: ImportOptions,
  header: AccountHeader,
): Promise<ApiResult<ImportResult>> {
  const query = { dry_run: String(isDryRun), skip_errors: String(skipsErrors), ...(shop ? { shop } : {}) }
  const answer = await resultOf(api.api.v1.products.import.post(text, { query, ...header }))
  return answer.ok ? { ok: true, value: answer.value.data } : answer
}
