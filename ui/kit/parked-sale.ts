// Parked sales: baskets that the server keeps under a name until a till takes them up.
import type { ParkedSaleView, TakenSaleView } from '../../src/wire/parked-sale.ts'
import { type ApiResult, dataOf, getJson, postJson } from './api.ts'
import { type Caller, callerHeaders } from './caller.ts'

export type ParkedSale = ParkedSaleView
export type TakenSale = TakenSaleView

const path = '/api/v1/parked-sales'
const headersWithKey = (caller: Caller, key: string) => ({ ...callerHeaders(caller), 'idempotency-key': key })

/** The body of `POST /api/v1/parked-sales`. `amount` is in whole shillings; only tills read `content`. */
export interface ParkRequest {
  readonly name: string
  readonly amount: number
  readonly line_count: number
  readonly content: object
}

/** Fetches the sales that are parked in the account. */
export const fetchParkedSales = (
  caller: Caller,
): Promise<ApiResult<{ readonly items: readonly ParkedSale[] }>> =>
  dataOf(getJson(path, callerHeaders(caller)))

/** Parks a sale. A repeat with the same key returns the first one. */
export const sendParkedSale = (
  caller: Caller,
  request: ParkRequest,
  key: string,
): Promise<ApiResult<ParkedSale>> => dataOf(postJson(path, request, headersWithKey(caller, key)))

/** Takes up a parked sale, which ends it. Repeating the key returns the sale again if the answer was lost. */
export const takeParkedSale = (caller: Caller, id: string, key: string): Promise<ApiResult<TakenSale>> =>
  dataOf(postJson(`${path}/${encodeURIComponent(id)}/take`, {}, headersWithKey(caller, key)))
