// A refund that a cashier ordered, with its idempotency key. It is kept from before it is sent until its
// answer is known, so that a lost answer or a reload sends the same refund again and no second one.
import type { ApiError } from '../../kit/api.ts'
import { mayBeDone } from '../../kit/api-error.model.ts'
import { type Caller, isSameCaller } from '../../kit/caller.ts'
import type { CreateRefund } from '../../kit/refund.ts'
import type { RefundableSale } from './refund.model.ts'

export interface RefundOrder {
  readonly key: string
  readonly caller: Caller
  readonly sale: RefundableSale
  /** Without PINs, which are never kept. */
  readonly order: CreateRefund
  /** This device's clock, milliseconds. */
  readonly orderedAt: number
}

/** The server remembers a key for 24 hours. */
const keyMs = 86_400_000

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function isRefundOrder(value: unknown): value is RefundOrder {
  if (!isRecord(value) || !isRecord(value.caller) || !isRecord(value.sale) || !isRecord(value.order))
    return false
  const { key, caller, sale, order, orderedAt } = value
  return (
    typeof key === 'string' &&
    typeof caller.account === 'string' &&
    (caller.till === null || typeof caller.till === 'string') &&
    typeof sale.reference === 'string' &&
    typeof sale.amount === 'number' &&
    Array.isArray(sale.items) &&
    typeof order.reason === 'string' &&
    typeof orderedAt === 'number'
  )
}

/** What this browser kept, as far as its keys are still known to the server. */
export const refundOrdersIn = (stored: unknown, now: number): readonly RefundOrder[] =>
  Array.isArray(stored)
    ? stored.filter(isRefundOrder).filter(({ orderedAt }) => Math.abs(now - orderedAt) < keyMs)
    : []

export const orderOf = (
  orders: readonly RefundOrder[],
  caller: Caller,
  reference: string,
): RefundOrder | undefined =>
  orders.find(one => one.sale.reference === reference && isSameCaller(one.caller, caller))

/**
 * What an error means for the refund. open: it may have been done · password: it was not looked at before the
 * password is confirmed · pin: it was not done, and needs a PIN · rejected: it was not done
 */
export function rejectionOf(apiError: ApiError): 'open' | 'password' | 'pin' | 'rejected' {
  if (apiError.kind !== 'refused') return 'open'
  const { reason, fields } = apiError
  if (reason === 'reauthentication_needed') return 'password'
  if (fields.includes('pin') || reason === 'pin_locked') return 'pin'
  return mayBeDone(apiError) || reason === 'cashier_not_signed_in' ? 'open' : 'rejected'
}
