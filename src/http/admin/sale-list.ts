// The console's list of sales: payments and cash sales together, newest first, and their totals by state.
// Each sale has exactly one state: a payment whose outcome is unknown does not also count as pending, nor a
// refunded one as completed.
import { Elysia } from 'elysia'
import type { Payment } from '../../domain/payment.ts'
import { paymentTypes } from '../../domain/payment-type.ts'
import type { CashSale } from '../../domain/shift.ts'
import { findCash } from '../../store/cash.ts'
import { cashKeyOf, cashPrefix, listCashSales, sumCashSales } from '../../store/cash-list.ts'
import type { Read } from '../../store/engine/statement.ts'
import { sumRefundedPayments } from '../../store/list-total.ts'
import { findPayment } from '../../store/payment.ts'
import type { PaymentFilter } from '../../store/payment-filter.ts'
import { countPayments, countPaymentsUpTo, isCountKept, listPayments } from '../../store/payment-list.ts'
import { sumRefundedOfCash } from '../../store/refund.ts'
import { findSession } from '../../store/session.ts'
import { listTills } from '../../store/till.ts'
import type { ListTotalsView } from '../../wire/list-total.ts'
import type { ListedSaleView } from '../../wire/sale.ts'
import { cashView } from '../../wire/shift.ts'
import { access } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { visibleView } from '../payments/visible-payment.ts'
import { answerCountedPage, pageOfOne } from '../server/cursor.ts'
import { exactTotalMax, periodQueryOf, type Query, textOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { namesOf } from '../staff/staff-name.ts'
import { paymentTotals } from './list-total.ts'
import { rangedFiltersOf, type SaleFilter, saleFilterOf } from './sale-filter.ts'
import * as docs from './sale-list-doc.ts'

/** A row of the list. `id` is ordered by time for both kinds together. */
export type ListedSale =
  | { readonly id: string; readonly payment: Payment }
  | { readonly id: string; readonly cash: CashSale }

const keyPattern = /^[0-9a-f-]{36}$/

/**
 * Lists the payments and cash sales that match, newest first.
 * @param offset how many rows to skip; a small number, because the skipped rows are read, too
 */
export async function listSales(
  read: Read,
  filter: SaleFilter,
  limit: number,
  offset: number,
): Promise<ListedSale[]> {
  const filters = rangedFiltersOf(filter)
  const payments = filters.payment ? await listPayments(read, filters.payment, limit + offset, 0) : []
  const cashSales = filters.cash ? await listCashSales(read, filters.cash, limit + offset) : []
  const rows = [
    ...payments.map(payment => ({ id: payment.id, payment })),
    ...cashSales.map(cash => ({ id: cashKeyOf(cash.id), cash })),
  ]
  const newestFirst = rows.toSorted((left, right) => (left.id < right.id ? 1 : -1))
  return newestFirst.slice(offset, offset + limit)
}

/** Returns the number of sales that match, counted up to `max`. */
async function countSales(read: Read, filter: SaleFilter, max: number): Promise<number> {
  const { payment, cash } = rangedFiltersOf(filter)
  const paymentCount = payment ? await countPaymentsUpTo(read, payment, max) : 0
  if (paymentCount >= max || !cash) return paymentCount
  const { count: cashCount } = await sumCashSales(read, cash, max)
  return Math.min(max, paymentCount + cashCount)
}

/**
 * Returns the exact number of sales that match; undefined if the number of payments is not stored, or if
 * there are too many cash sales to count.
 */
async function exactCount(read: Read, filter: SaleFilter): Promise<number | undefined> {
  const { payment, cash } = rangedFiltersOf(filter)
  if (!payment || !isCountKept(payment)) return undefined
  const cashCount = cash ? (await sumCashSales(read, cash, exactTotalMax)).count : 0
  if (cashCount === exactTotalMax) return undefined
  return cashCount + (await countPayments(read, payment))
}

/**
 * Returns the rows of the list as the console shows them: with the names of their tills and cashiers, the
 * amount refunded in whole shillings, and the description of the link that a payment came from.
 */
async function viewsOf(
  server: Server,
  caller: Caller,
  rows: readonly ListedSale[],
): Promise<ListedSaleView[]> {
  const { read } = server.appliance.store
  const { id: accountId } = caller.account
  const nameOf = await namesOf(server.appliance, accountId)
  const tills = await listTills(read, accountId)
  const tillNames = new Map(tills.map(({ id, name }) => [id, name]))
  const tillOf = (id: string | null) => (id === null ? null : { id, name: tillNames.get(id) ?? '' })
  const cashIds = rows.flatMap(row => ('cash' in row ? row.cash.id : []))
  const refundedSums = await sumRefundedOfCash(read, cashIds)
  const cashSaleView = (cash: CashSale): ListedSaleView => {
    const view = cashView(cash, nameOf)
    return {
      reference: cash.id,
      payment: null,
      cash: view,
      till: tillOf(cash.tillId),
      cashier: view.cashier,
      shift: cash.shiftId,
      refunded: refundedSums.get(cash.id) ?? 0,
      description: '',
    }
  }
  const paymentView = async (payment: Payment): Promise<ListedSaleView> => {
    const { id, staffId, tillId, sessionId, shiftId, refunded } = payment
    const session = sessionId === null ? undefined : await findSession(read, sessionId)
    return {
      reference: id,
      payment: visibleView(server, caller, payment),
      cash: null,
      till: tillOf(tillId),
      cashier: staffId === null ? null : nameOf(staffId),
      shift: shiftId,
      refunded,
      description: session?.description ?? '',
    }
  }
  const views: ListedSaleView[] = []
  for (const row of rows) views.push('cash' in row ? cashSaleView(row.cash) : await paymentView(row.payment))
  return views
}

/**
 * Returns the totals of payments by state, and the totals of refunded payments. Each payment counts once:
 * payments that are refunded or whose outcome is unknown are subtracted from the status that they also have.
 * @param filter the filter of the payments that `query` selects
 */
async function paymentStateTotals(
  server: Server,
  caller: Caller,
  query: Query,
  filter: PaymentFilter,
): Promise<ListTotalsView & { readonly refunds: RefundedSum }> {
  const { q, method } = query
  const type = paymentTypes.find(name => name === method)
  const paymentQuery = { q, ...periodQueryOf(query), payment_type: type }
  const { unknown, ...totals } = await paymentTotals(server, caller, paymentQuery)
  const { read } = server.appliance.store
  const refunds = await sumRefundedPayments(read, { ...filter, unknown: false }, exactTotalMax)
  const statuses = totals.statuses.map(({ status, count, amount }) => {
    const unknownSum = unknown.find(row => row.status === status) ?? zeroSum
    const refundedSum = status === 'completed' ? refunds : zeroSum
    return {
      status,
      count: count - unknownSum.count - refundedSum.count,
      amount: (amount ?? 0) - unknownSum.amount - refundedSum.amount,
    }
  })
  return { ...totals, statuses, refunds, capped: totals.capped || refunds.count === exactTotalMax }
}

interface Sum {
  readonly count: number // sales
  readonly amount: number // whole shillings
}
interface RefundedSum extends Sum {
  readonly refunded: number // whole shillings that were given back
}
const zeroSum = { count: 0, amount: 0, refunded: 0 }
const addSums = (left: Sum, right: Sum): Sum => ({
  count: left.count + right.count,
  amount: left.amount + right.amount,
})

/** Returns the totals of payments and cash sales together by state. A state that no sale has is left out. */
async function saleTotals(server: Server, caller: Caller, query: Query): Promise<ListTotalsView> {
  const { read } = server.appliance.store
  const { payment, cash } = rangedFiltersOf(await saleFilterOf(server, caller, query))
  const { refunds, statuses, outcome_unknown, capped } = payment
    ? await paymentStateTotals(server, caller, query, payment)
    : { refunds: zeroSum, statuses: [], outcome_unknown: zeroSum, capped: false }
  const sumOfCash = (filter: { readonly isRefunded: boolean }) =>
    cash ? sumCashSales(read, { ...cash, ...filter }, exactTotalMax) : zeroSum
  const soldCash = await sumOfCash({ isRefunded: false })
  const refundedCash = await sumOfCash({ isRefunded: true })
  const isCompleted = ({ status }: { readonly status: string }) => status === 'completed'
  const completed = statuses.find(isCompleted)
  const completedPayments = { count: completed?.count ?? 0, amount: completed?.amount ?? 0 }
  const allStatuses = [
    ...statuses.filter(status => !isCompleted(status)),
    { status: 'completed', ...addSums(soldCash, completedPayments) },
    { status: 'refunded', ...addSums(refundedCash, refunds) },
  ]
  return {
    statuses: allStatuses.filter(({ count }) => count > 0),
    outcome_unknown: { count: outcome_unknown.count, amount: outcome_unknown.amount },
    refunded: refunds.refunded + refundedCash.refunded,
    capped: capped || [soldCash, refundedCash].some(({ count }) => count === exactTotalMax),
  }
}

/** Returns a list with the account's sale of this reference; an empty list when there is no such sale. */
async function findListedSale(read: Read, accountId: string, reference: string): Promise<ListedSale[]> {
  const cash = reference.startsWith(cashPrefix) ? await findCash(read, reference) : undefined
  if (cash) return cash.accountId === accountId ? [{ id: cashKeyOf(cash.id), cash }] : []
  const payment = await findPayment(read, reference)
  return payment?.accountId === accountId ? [{ id: payment.id, payment }] : []
}

/** Converts a cursor, which is the reference of a sale, to its key; undefined for any other text. */
const keyOfCursor = (text: string): string | undefined => {
  const key = text.startsWith(cashPrefix) ? cashKeyOf(text) : text
  return keyPattern.test(key) ? key : undefined
}

/** Returns the list of sales and its totals. */
export const saleListRoutes = (server: Server) => {
  const { read } = server.appliance.store
  return new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/sales',
      async ({ caller, query }) => {
        const reference = textOf(query, 'reference')
        if (reference !== undefined) {
          const rows = await findListedSale(read, caller.account.id, reference)
          return pageOfOne(query, await viewsOf(server, caller, rows))
        }
        const filter = await saleFilterOf(server, caller, query)
        return answerCountedPage(
          query,
          {
            filter,
            total: () => exactCount(read, filter),
            idOf: keyOfCursor,
            offsetMax: exactTotalMax,
            list: (filter, limit, offset) => listSales(read, filter, limit, offset),
            countUpTo: (filter, max) => countSales(read, filter, max),
          },
          rows => viewsOf(server, caller, rows),
        )
      },
      docs.list,
    )
    .get(
      '/totals/sales',
      async ({ caller, query }) => ({ code: 200 as const, data: await saleTotals(server, caller, query) }),
      docs.totals,
    )
}
