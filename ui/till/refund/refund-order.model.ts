// A refund that a cashier ordered, with its idempotency key. It is kept from before it is sent until its
// answer is known, so that a lost answer or a reload sends the same refund again and no second one.
import type { ApiError } from '../../kit/api.ts'
import { mayBeDone } from '../../kit/api-error.model.ts'
import { type Caller, isSameCaller } from '../../kit/caller.ts'
import type { CreateRefund } from '../../kit/refund.ts'
import type { TillDevice } from '../parts/till-device.ts'
import type { RefundableSale } from './refund.model.ts'

/** Whom the server binds the key to: a till with any cashier, or a person who is logged in. */
export interface RefundSender extends Caller {
  /** The person's id; undefined at a till. */
  readonly staff?: string | undefined
}

/** A refund that was ordered, with its idempotency key. */
export interface RefundOrder {
  readonly key: string
  readonly caller: RefundSender
  readonly sale: RefundableSale
  /** The request without PINs, which are never stored. */
  readonly order: CreateRefund
  /** When it was ordered, by this device's clock in milliseconds. */
  readonly orderedAt: number
}

/** Returns how much is to be refunded, in whole shillings; without an amount, all of the sale. */
export const orderedAmountOf = ({ order, sale }: RefundOrder): number => order.amount ?? sale.amount

/** The server remembers a key for 24 hours. */
const keyMs = 86_400_000

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Returns whether a stored value is an order that can be sent again. */
function isRefundOrder(value: unknown): value is RefundOrder {
  if (!isRecord(value) || !isRecord(value.caller) || !isRecord(value.sale) || !isRecord(value.order))
    return false
  const { key, caller, sale, order, orderedAt } = value
  return (
    typeof key === 'string' &&
    typeof caller.account === 'string' &&
    typeof (caller.till ?? caller.staff) === 'string' &&
    typeof sale.reference === 'string' &&
    typeof sale.amount === 'number' &&
    Array.isArray(sale.items) &&
    typeof order.reason === 'string' &&
    typeof orderedAt === 'number'
  )
}

/**
 * Returns whether the server still knows the key of an order. Once it has forgotten the key, sending the
 * order again would be a second refund. `now` is this device's clock in ms, which may have been moved.
 */
export const isKeyKnown = ({ orderedAt }: RefundOrder, now: number): boolean =>
  Math.abs(now - orderedAt) < keyMs

/** Returns the valid orders in what this browser has stored. */
export const refundOrdersIn = (stored: unknown): readonly RefundOrder[] =>
  Array.isArray(stored) ? stored.filter(isRefundOrder) : []

/** Returns who sends refunds from this device. */
export const senderOf = ({ caller, cashier }: Pick<TillDevice, 'caller' | 'cashier'>): RefundSender =>
  caller.till === null ? { ...caller, staff: cashier?.id } : caller

/** Returns the orders that this sender may send again. `now` is this device's clock in ms. */
export const ordersOf = (
  orders: readonly RefundOrder[],
  sender: RefundSender,
  now: number,
): readonly RefundOrder[] =>
  orders.filter(
    order =>
      isSameCaller(order.caller, sender) && order.caller.staff === sender.staff && isKeyKnown(order, now),
  )

/**
 * Returns what an error means for the refund. `open`: it may have been done; `password`: the server wants the
 * password before it looks the key up; `pin`: it was not done, and needs a PIN; `rejected`: it was not done.
 */
export function rejectionOf(apiError: ApiError): 'open' | 'password' | 'pin' | 'rejected' {
  if (apiError.kind !== 'refused') return 'open'
  const { reason, fields } = apiError
  if (reason === 'reauthentication_needed') return 'password'
  if (fields.includes('pin') || reason === 'pin_locked') return 'pin'
  // If another sender has used the key, their refund may have been done.
  const isOpen = reason === 'cashier_not_signed_in' || reason === 'idempotency_key_reused'
  return isOpen || mayBeDone(apiError) ? 'open' : 'rejected'
}
