// Reads and writes of the price list.
import { useRef } from 'react'
import type { importView } from '../../../src/wire/product.ts'
import { type ApiResult, api, dataOf, putFile, resultOf } from '../../kit/api.ts'
import { addErrorTexts } from '../../kit/api-error.ts'
import { productErrors } from '../../kit/error-product.text.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import { type AccountHeader, useAction, useRead } from '../parts/queries.ts'
import { bodyOf, changedBody, type Product, type ProductDraft } from './product.model.ts'

addErrorTexts(productErrors)

/** The categories in use, in the order of their names. */
export const useCategories = () =>
  useRead(['products', 'categories'], named => api.api.v1.products.categories.get(named)).data?.data.items ??
  []

/** Where this page loads the picture from: it may be open at another address than the public one. */
export const pictureUrl = ({ picture }: Pick<Product, 'picture'>): string | undefined =>
  picture === null ? undefined : new URL(picture, location.origin).pathname

interface Saving {
  /** What the form began with. */
  readonly begin: ProductDraft
  readonly draft: ProductDraft
}

/**
 * Saves the fields, then the picture. An item that was added while its picture failed is not added twice, and
 * the same form sent twice adds one: its key changes only with its values.
 * @param savedId undefined for a new item
 */
export function useSaveProduct(savedId: string | undefined) {
  const made = useRef<{ readonly id: string; readonly draft: ProductDraft }>(undefined)
  const sent = useRef({ text: '', key: '' })
  return useAction<Saving, Product>(async ({ begin, draft }, named): Promise<ApiResult<Product>> => {
    const id = savedId ?? made.current?.id
    const answer = id
      ? await resultOf(
          api.api.v1.products({ id }).patch(changedBody(made.current?.draft ?? begin, draft), named),
        )
      : await resultOf(api.api.v1.products.post(bodyOf(draft), keyed(sent, draft, named)))
    if (!answer.ok) return answer
    const product: Product = answer.value.data
    if (!savedId) made.current = { id: product.id, draft }
    return savePicture(product, draft, named)
  })
}

function keyed(sent: { current: { text: string; key: string } }, draft: ProductDraft, named: AccountHeader) {
  const text = JSON.stringify(bodyOf(draft))
  if (sent.current.text !== text) sent.current = { text, key: newIdempotencyKey() }
  return { headers: { ...named.headers, 'idempotency-key': sent.current.key } }
}

async function savePicture(
  product: Product,
  { picture }: ProductDraft,
  named: AccountHeader,
): Promise<ApiResult<Product>> {
  const path = `/api/v1/products/${encodeURIComponent(product.id)}/picture`
  if (picture.kind === 'picked') return dataOf<Product>(putFile(path, picture.picture, named.headers))
  if (picture.kind === 'kept' || product.picture === null) return { ok: true, value: product }
  const answer = await resultOf(api.api.v1.products({ id: product.id }).picture.delete(undefined, named))
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
  named: AccountHeader,
): Promise<ApiResult<ImportResult>> {
  const query = { dry_run: String(isDryRun), skip_errors: String(skipsErrors), ...(shop ? { shop } : {}) }
  const answer = await resultOf(api.api.v1.products.import.post(text, { query, ...named }))
  return answer.ok ? { ok: true, value: answer.value.data } : answer
}
