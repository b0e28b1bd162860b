// Refunds as the server sends them, and the calls of tills and the console. Every call names its caller.
import type { LineReturn } from '../../src/domain/refund-line.ts'
import type { RefundOptionsView, RefundView } from '../../src/wire/refund.ts'
import { type ApiResult, dataOf, getJson, postJson } from './api.ts'
import { type Caller, callerHeaders } from './caller.ts'

export type Refund = RefundView
export type RefundWay = Refund['way']
export type RefundOptions = RefundOptionsView

/** The body of `POST /v1/payments/{reference}/refunds`; PINs only at a till. */
export interface CreateRefund {
  /** Whole shillings; all that is left when omitted. With lines it must be their sum. */
  readonly amount?: number
  /** The lines that come back, and how much of each. */
  readonly line_items?: readonly LineReturn[]
  readonly reason: string
  readonly way?: RefundWay
  /** Another wallet than the one that paid. */
  readonly recipient?: { readonly phone: string }
  /** Unmatched money of the payment, instead of what paid for it. */
  readonly unmatched_id?: string
  /** In the console: the till whose drawer the cash comes from. */
  readonly till_id?: string
  readonly metadata?: Readonly<Record<string, string>>
  readonly pin?: string
  readonly approver_id?: string
  readonly approver_pin?: string
}

const saleRefundsPath = (reference: string) => `/v1/payments/${encodeURIComponent(reference)}/refunds`
const refundPath = (id: string) => `/v1/refunds/${encodeURIComponent(id)}`

/**
 * Fetches the ways in which a sum can be refunded. `amount` is in whole shillings; undefined for all that is
 * left.
 */
export function fetchRefundOptions(
  caller: Caller,
  reference: string,
  amount: number | undefined,
  unmatchedId?: string,
): Promise<ApiResult<RefundOptions>> {
  const query = new URLSearchParams({
    ...(amount === undefined ? {} : { amount: String(amount) }),
    ...(unmatchedId === undefined ? {} : { unmatched_id: unmatchedId }),
  })
  return dataOf(getJson(`${saleRefundsPath(reference)}/options?${query}`, callerHeaders(caller)))
}

/** Fetches the newest 50 refunds of a sale, newest first. */
export async function fetchRefundsOf(
  caller: Caller,
  reference: string,
): Promise<ApiResult<readonly Refund[]>> {
  const answer = await dataOf<{ items: readonly Refund[] }>(
    getJson(`${saleRefundsPath(reference)}?limit=50`, callerHeaders(caller)),
  )
  return answer.ok ? { ok: true, value: answer.value.items } : answer
}

/** Creates a refund. A repeat with the same key returns the first one. */
export const createRefund = (
  caller: Caller,
  key: string,
  reference: string,
  order: CreateRefund,
): Promise<ApiResult<Refund>> =>
  dataOf(postJson(saleRefundsPath(reference), order, { ...callerHeaders(caller), 'idempotency-key': key }))

/** Fetches a refund as it is now. */
export const fetchRefund = (caller: Caller, id: string): Promise<ApiResult<Refund>> =>
  dataOf(getJson(refundPath(id), callerHeaders(caller)))

/** Names the wallet that a refund goes to. */
export const nameRefundRecipient = (caller: Caller, id: string, phone: string): Promise<ApiResult<Refund>> =>
  dataOf(postJson(`${refundPath(id)}/recipient`, { phone }, callerHeaders(caller)))
