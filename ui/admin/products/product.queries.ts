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

/** The categories in use, in the order of their names. */
export const useCategories = () =>
  useRead(['products', 'categories'], header => api.api.v1.products.categories.get(header)).data?.data
    .items ?? []

/** The first items whose stock is low, and how many there are. */
export function useLowProducts(limit: number) {
  const query = { low: 'true', limit } as const
  const { data } = useRead(['products', query], header => api.api.v1.products.get({ query, ...header }))
  return data instanceof Response ? undefined : data?.data
}

/** Where this page loads the picture from: it may be open at another address than the public one. */
export const pictureUrl = ({ picture }: Pick<Product, 'picture'>): string | undefined =>
  picture === null ? undefined : new URL(picture, location.origin).pathname

/** An item as it was read, and the tag that names this state of it. */
export interface StoredProduct {
  readonly product: Product
  readonly tag: string
}

/** Reads an item for a form. */
export async function readProduct(id: string, header: AccountHeader): Promise<EdenResponse<StoredProduct>> {
  const answer = await api.api.v1.products({ id }).get(header)
  const { data } = answer
  if (data === null || data instanceof Response) return { ...answer, data: null }
  return { ...answer, data: { product: data.data, tag: tagOf(answer) } }
}

const tagOf = ({ response }: { readonly response: Response }) => response.headers.get('etag') ?? ''

interface Saving {
  /** What the form began with. */
  readonly begin: ProductDraft
  readonly draft: ProductDraft
}

interface Changing extends Saving {
  readonly id: string
  /** Of the item that the form began with. */
  readonly tag: string
}

/** An item is saved, or someone else changed it and this is what they made of it. */
export type Saved = StoredProduct & { readonly isSaved: boolean }

/**
 * Saves the fields that the form changed, then the picture, unless someone else has changed a field of the
 * form since it was opened. A change of anything else, such as whether the item is available, is no conflict.
 */
export const useChangeProduct = () => useAction<Changing, Saved>(saveChange)

async function saveChange(changing: Changing, header: AccountHeader): Promise<ApiResult<Saved>> {
  const { id, tag, begin, draft } = changing
  const headers = { ...header.headers, 'if-match': tag }
  const answer = await resultOf(
    api.api.v1
      .products({ id })
      .patch(changedBody(begin, draft), { headers })
      .then(sent => ({ ...sent, data: sent.data && { product: sent.data.data, tag: tagOf(sent) } })),
  )
  if (answer.ok) {
    const stored = answer.value
    const withPicture = await savePicture(stored.product, draft, header)
    if (!withPicture.ok) return withPicture
    if (withPicture.value === stored.product) return { ok: true, value: { ...stored, isSaved: true } }
    const again = await resultOf(readProduct(id, header))
    return again.ok ? { ok: true, value: { ...again.value, isSaved: true } } : again
  }
  if (answer.apiError.kind !== 'refused' || answer.apiError.reason !== 'product_changed') return answer
  const now = await resultOf(readProduct(id, header))
  if (!now.ok) return now
  return isSameDraft(begin, draftOf(now.value.product))
    ? saveChange({ ...changing, tag: now.value.tag }, header)
    : { ok: true, value: { ...now.value, isSaved: false } }
}

/**
 * Adds an item, then its picture. An item that was added while its picture failed is not added twice, and the
 * same form sent twice adds one: its key changes only with its values.
 */
export function useAddProduct() {
  const made = useRef<{ readonly id: string; readonly draft: ProductDraft }>(undefined)
  const sent = useRef({ text: '', key: '' })
  return useAction<Saving, Product>(async ({ begin, draft }, header): Promise<ApiResult<Product>> => {
    const id = made.current?.id
    const answer = id
      ? await resultOf(
          api.api.v1.products({ id }).patch(changedBody(made.current?.draft ?? begin, draft), header),
        )
      : await resultOf(api.api.v1.products.post(bodyOf(draft), keyed(sent, draft, header)))
    if (!answer.ok) return answer
    const product: Product = answer.value.data
    made.current = { id: product.id, draft }
    return savePicture(product, draft, header)
  })
}

function keyed(sent: { current: { text: string; key: string } }, draft: ProductDraft, header: AccountHeader) {
  const text = JSON.stringify(bodyOf(draft))
  if (sent.current.text !== text) sent.current = { text, key: newIdempotencyKey() }
  return { headers: { ...header.headers, 'idempotency-key': sent.current.key } }
}

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

export async function importFile(
  text: string,
  { isDryRun = false, skipsErrors = false, shop }: ImportOptions,
  header: AccountHeader,
): Promise<ApiResult<ImportResult>> {
  const query = { dry_run: String(isDryRun), skip_errors: String(skipsErrors), ...(shop ? { shop } : {}) }
  const answer = await resultOf(api.api.v1.products.import.post(text, { query, ...header }))
  return answer.ok ? { ok: true, value: answer.value.data } : answer
}
