// Parked sales: baskets that the server keeps under a name until a till takes them up.
import type { ParkedSaleView, TakenSaleView } from '../../src/wire/parked-sale.ts'
import { type ApiResult, dataOf, getJson, postJson } from './api.ts'
import { type Caller, callerHeaders } from './caller.ts'

export type ParkedSale = ParkedSaleView
export type TakenSale = TakenSaleView

const path = '/api/v1/parked-sales'
const headersWithKey = (caller: Caller, key: string) => ({ ...callerHeaders(caller), 'idempotency-key': key })

export interface ParkRequest {
  readonly name: string
  readonly amount: number
  readonly line_count: number
  readonly content: object
}

export const fetchParkedSales = (
  caller: Caller,
): Promise<ApiResult<{ readonly items: readonly ParkedSale[] }>> =>
  dataOf(getJson(path, callerHeaders(caller)))
export const sendParkedSale = (
  caller: Caller,
  request: ParkRequest,
  key: string,
): Promise<ApiResult<ParkedSale>> => dataOf(postJson(path, request, headersWithKey(caller, key)))
/** Takes up a parked sale. @param key repeat it to get the sale again if the answer was lost */
export const takeParkedSale = (caller: Caller, id: string, key: string): Promise<ApiResult<TakenSale>> =>
  dataOf(postJson(`${path}/${encodeURIComponent(id)}/take`, {}, headersWithKey(caller, key)))
