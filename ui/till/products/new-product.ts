// Sends an item that is added at the till. A repeated request has the same key, so an item whose answer was
// lost is not created twice.
import type { CreateProduct, ProductView } from '../../../src/wire/product.ts'
import { type ApiResult, dataOf, postJson } from '../../kit/api.ts'
import { type Caller, callerHeaders } from '../../kit/caller.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'

const noRequest = { requestText: '', key: '' }
/** The last request without an answer, with its key. */
let lastRequest = noRequest

/** Creates an item of the price list; the server notifies the other tills. */
export async function createProduct(caller: Caller, body: CreateProduct): Promise<ApiResult<ProductView>> {
  const requestText = JSON.stringify([caller, body])
  if (requestText !== lastRequest.requestText) lastRequest = { requestText, key: newIdempotencyKey() }
  const { key } = lastRequest
  const headers = { ...callerHeaders(caller), 'idempotency-key': key }
  const answer = await dataOf<ProductView>(postJson('/api/v1/products', body, headers))
  // The item may be deleted later. Adding it again must not get this answer again.
  if (answer.ok && key === lastRequest.key) lastRequest = noRequest
  return answer
}
