// Lists the last sales of a till: its payments, its cash sales, and the paid orders of shop pages.
import type { Payment } from '../domain/payment.ts'
import type { CashSale } from '../domain/shift.ts'
import { isShopOrder } from '../domain/shop-order.ts'
import { listCash } from '../store/cash.ts'
import type { Read } from '../store/engine/statement.ts'
import { listPayments } from '../store/payment-list.ts'

/** A sale as the till lists it: a payment or cash. */
export type Sale = ({ readonly kind: 'payment' } & Payment) | ({ readonly kind: 'cash' } & CashSale)

/** Returns the time by which sales are sorted: when a shop order was paid, and when any other sale began. */
function timeOf(sale: Sale): number {
  const isOrder = sale.kind === 'payment' && isShopOrder(sale)
  return isOrder ? (sale.endedAt ?? sale.createdAt) : sale.createdAt
}

/** Returns the last sales for a till, newest first. Every till lists the paid shop orders of its account. */
export async function listLastSales(
  read: Read,
  till: { readonly accountId: string; readonly tillId: string },
  limit: number,
): Promise<Sale[]> {
  const paidOrders = { accountId: till.accountId, isShopOrder: true, status: 'completed' } as const
  const payments = [
    ...(await listPayments(read, till, limit, 0)),
    ...(await listPayments(read, paidOrders, limit, 0)),
  ]
  const cash = await listCash(read, till.tillId, limit)
  const sales: Sale[] = [
    ...payments.map(payment => ({ kind: 'payment' as const, ...payment })),
    ...cash.map(sale => ({ kind: 'cash' as const, ...sale })),
  ]
  return sales.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, limit)
}
