// The refunds whose answers are not known yet, in this browser's storage: all tabs of the till see them.
import { useSyncExternalStore } from 'react'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import type { CreateRefund } from '../../kit/refund.ts'
import { readStored, storageKey, writeStored } from '../../kit/storage.ts'
import type { RefundableSale } from './refund.model.ts'
import { ordersOf, type RefundOrder, type RefundSender, refundOrdersIn } from './refund-order.model.ts'

const storedName = 'till.refunds'
const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const readOrders = () => refundOrdersIn(readStored(storedName, isList))

let orders = readOrders()
const listeners = new Set<() => void>()
/** Replaces the orders in memory, and notifies the page. */
function setOrders(next: readonly RefundOrder[]): void {
  orders = next
  for (const listener of listeners) listener()
}
window.addEventListener('storage', ({ key }) => {
  if (key === storageKey(storedName)) setOrders(readOrders())
})

/** Returns an order with a new key, which is not stored yet. */
export const newRefundOrder = (
  caller: RefundSender,
  sale: RefundableSale,
  order: CreateRefund,
): RefundOrder => ({
  key: newIdempotencyKey(),
  caller,
  sale,
  order,
  orderedAt: Date.now(),
})

/** Returns the order of a refund of this sale whose answer is not known; undefined if there is none. */
export const awaitedOrderOf = (
  sender: RefundSender,
  { reference }: RefundableSale,
): RefundOrder | undefined =>
  ordersOf(orders, sender, Date.now()).find(({ sale }) => sale.reference === reference)

/** Stores an order before it is sent. If the browser refuses, the order is known until the page is left. */
export function storeOrder(order: RefundOrder): void {
  const next = [...orders.filter(({ key }) => key !== order.key), order]
  writeStored(storedName, next)
  setOrders(next)
}

/** Removes an order once it is known whether it was done. */
export function forgetOrder({ key: forgottenKey }: RefundOrder): void {
  const next = orders.filter(({ key }) => key !== forgottenKey)
  writeStored(storedName, next.length > 0 ? next : undefined)
  setOrders(next)
}

/** The sales whose refund this tab shows itself. */
const shownSales = new Set<string>()
/** Hides the banner of this sale while its refund is shown. Returns the function that shows it again. */
export function hideBanner(reference: string): () => void {
  shownSales.add(reference)
  setOrders([...orders]) // as a new list, so that the banners are rendered again
  return () => {
    shownSales.delete(reference)
    setOrders([...orders])
  }
}

/** Calls `listener` at each change of the orders. Returns the function that stops it. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Returns this sender's orders whose answers are awaited, without those that this tab shows already. */
export const useAwaitedOrders = (sender: RefundSender): readonly RefundOrder[] => {
  const allOrders = useSyncExternalStore(subscribe, () => orders)
  return ordersOf(allOrders, sender, Date.now()).filter(({ sale }) => !shownSales.has(sale.reference))
}
