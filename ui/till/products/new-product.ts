// Sends an item that is added at the till. A repeated request has the same key, so an item whose answer was
// lost is not created twice.
import type { CreateProduct, ProductView } from '../../../src/wire/product.ts'
import { type ApiResult, dataOf, postJson } from '../../kit/api.ts'
import { type Caller, callerHeaders } from '../../kit/caller.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'

let last = { sent: '', key: '' }

/** Creates an item of the price list; other tills are notified. */
export function createProduct(caller: Caller, body: CreateProduct): Promise<ApiResult<ProductView>> {
  const sent = JSON.stringify([caller, body])
  if (sent !== last.sent) last = { sent, key: newIdempotencyKey() }
  return dataOf(postJson('/api/v1/products', body, { ...callerHeaders(caller), 'idempotency-key': last.key }))
}
