// Count and sum by status of a filtered list, for the tabs above it.
import { Elysia } from 'elysia'
import { wholeDaysOf } from '../../domain/day.ts'
import {
  countsOfSessions,
  type StatusTotal,
  totalsOfAll,
  totalsOfDays,
  totalsOfPayments,
  totalsOfPayouts,
  totalsOfRefunds,
} from '../../store/list-total.ts'
import { mayFitMore } from '../../store/payment-list.ts'
import { Answer } from '../../wire/answer.ts'
import { ListTotalsView } from '../../wire/list-total.ts'
import { access } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { filtersOf, jsonAnswer, routeDocs } from '../docs/doc.ts'
import { searchParameters } from '../payments/payment-doc.ts'
import { searchFilterOf } from '../payments/payment-list.ts'
import { payoutFilterOf } from '../payouts/payout.ts'
import { listParameters as payoutParameters } from '../payouts/payout-doc.ts'
import { refundFilterOf } from '../refunds/refund.ts'
import { listParameters as refundParameters } from '../refunds/refund-doc.ts'
import { exactTotalMax, periodOf, type Query } from '../server/list.ts'
import type { Server } from '../server/server.ts'

const { guardedList } = routeDocs('Reports')

const answers = { 200: jsonAnswer('Statuses with their rows', Answer(200, ListTotalsView)) }
/** Whether a parameter does not filter by status. Totals list every status, so they take no such filter. */
const isNoStatusFilter = ({ name }: { readonly name: string }) =>
  !['status', 'outcome_unknown', 'pending_reason'].includes(name)
const docs = {
  payments: guardedList('see_balance', {
    id: 'getPaymentTotals',
    summary: 'Count and add up payments by status',
    description: 'Takes the filters of the list. A period of whole days in the account’s time zone is exact.',
    parameters: filtersOf(searchParameters).filter(isNoStatusFilter),
    answers,
  }),
  payouts: guardedList('see_payouts', {
    id: 'getPayoutTotals',
    summary: 'Count and add up payouts by status',
    description: 'Takes the filters of the list.',
    parameters: filtersOf(payoutParameters).filter(isNoStatusFilter),
    answers,
  }),
  refunds: guardedList('see_balance', {
    id: 'getRefundTotals',
    summary: 'Count and add up refunds by status',
    description:
      'Takes the filters of the list. Pending refunds are grouped by `pending_reason`. Refunds with an unknown outcome are counted only in `outcome_unknown`.',
    parameters: filtersOf(refundParameters).filter(isNoStatusFilter),
    answers,
  }),
  sessions: guardedList('see_balance', {
    id: 'getSessionTotals',
    summary: 'Count sessions by status',
    description: 'All sessions of the account.',
    parameters: [],
    answers,
  }),
}

/** Returns the response with totals, sorted by status. */
const totalsAnswer = ({ statuses, ...totals }: ListTotalsView) => {
  const data: ListTotalsView = {
    statuses: statuses.toSorted((left, right) => (left.status < right.status ? -1 : 1)),
    ...totals,
  }
  return { code: 200 as const, data }
}
const zeroSum = { count: 0, amount: 0 }

/** Adds up the rows and the shillings of all statuses. */
function sumOf(totals: readonly StatusTotal[]) {
  const sum = { ...zeroSum }
  for (const { count, amount } of totals) {
    sum.count += count
    sum.amount += amount
  }
  return sum
}

/**
 * Returns totals with `capped`: whether they are a minimum, because reading stopped at `exactTotalMax` rows.
 */
const boundedTotals = (statuses: StatusTotal[]) => ({
  statuses,
  capped: sumOf(statuses).count === exactTotalMax,
})

/** The parameters of a query that stored totals can answer. */
const storedTotalFilters = new Set(['from', 'to', 'from_date', 'to_date', 'payment_type', 'account'])

/**
 * Returns the totals by status of the payments that match a query; `unknown` has only the payments whose
 * outcome is unknown, also by status. For whole days without any filter but the payment type, the totals are
 * stored and exact. For any other query, rows are read up to `exactTotalMax`.
 */
export async function paymentTotals(
  { appliance }: Server,
  caller: Caller,
  query: Query,
): Promise<ListTotalsView & { readonly unknown: StatusTotal[] }> {
  const { read } = appliance.store
  const { id: accountId, timeZone } = caller.account
  const filter = await searchFilterOf(appliance, caller, query)
  const period = periodOf(caller.account, query)
  const hasOtherFilter = Object.entries(query).some(([name, value]) => value && !storedTotalFilters.has(name))
  const days = hasOtherFilter ? undefined : wholeDaysOf(period, timeZone)
  const unknown = await totalsOfPayments(read, { ...filter, unknown: true }, exactTotalMax)
  const outcome_unknown = sumOf(unknown)
  if (!days) {
    const { statuses, capped } = boundedTotals(await totalsOfPayments(read, filter, exactTotalMax))
    return { statuses, outcome_unknown, unknown, capped: capped || (await mayFitMore(read, filter)) }
  }
  const storedFilter = { accountId, type: filter.type ?? null }
  const isAllTime = period.from === undefined && period.to === undefined
  const statuses = await (isAllTime
    ? totalsOfAll(read, storedFilter)
    : totalsOfDays(read, { ...storedFilter, ...days }))
  return { statuses, outcome_unknown, unknown, capped: false }
}

/** Returns the routes with the totals of payments, payouts, refunds and sessions. */
export const listTotalRoutes = (server: Server) => {
  const { read } = server.appliance.store
  return new Elysia({ prefix: '/api/v1/totals' })
    .use(access(server))
    .get(
      '/payments',
      async ({ caller, query }) => {
        const { unknown: _, ...totals } = await paymentTotals(server, caller, query)
        return totalsAnswer(totals)
      },
      docs.payments,
    )
    .get(
      '/payouts',
      async ({ caller, query }) => {
        const filter = await payoutFilterOf(read, caller.account, query)
        const totals = await totalsOfPayouts(read, filter, exactTotalMax)
        return totalsAnswer({ ...boundedTotals(totals), outcome_unknown: zeroSum })
      },
      docs.payouts,
    )
    .get(
      '/refunds',
      async ({ caller, query }) => {
        const filter = await refundFilterOf(read, caller.account, query)
        const totals = await totalsOfRefunds(read, filter, exactTotalMax)
        const statuses = totals.filter(({ status }) => status !== 'unknown')
        const outcome_unknown = sumOf(totals.filter(({ status }) => status === 'unknown'))
        return totalsAnswer({ statuses, outcome_unknown, capped: boundedTotals(totals).capped })
      },
      docs.refunds,
    )
    .get(
      '/sessions',
      async ({ caller }) => {
        const counts = await countsOfSessions(read, caller.account.id)
        const statuses = counts.map(count => ({ ...count, amount: null }))
        return totalsAnswer({ statuses, outcome_unknown: zeroSum, capped: false })
      },
      docs.sessions,
    )
}
