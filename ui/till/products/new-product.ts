// Sends an item that is added at the till. A repeated request has the same key, so an item whose answer was
// lost is not created twice.
import type { CreateProduct, ProductView } from '../../../src/wire/product.ts'
import { type ApiResult, dataOf, postJson } from '../../kit/api.ts'
import { type Caller, callerHeaders } from '../../kit/caller.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'

const none = { sent: '', key: '' }
let last = none

/** Creates an item of the price list; other tills are notified. */
export async function createProduct(caller: Caller, body: CreateProduct): Promise<ApiResult<ProductView>> {
  const sent = JSON.stringify([caller, body])
  if (sent !== last.sent) last = { sent, key: newIdempotencyKey() }
  const { key } = last
  const headers = { ...callerHeaders(caller), 'idempotency-key': key }
  const answer = await dataOf<ProductView>(postJson('/api/v1/products', body, headers))
  // The item may be deleted later. Adding it again must not get this answer again.
  if (answer.ok && key === last.key) last = none
  return answer
}
