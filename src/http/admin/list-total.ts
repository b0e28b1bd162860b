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
const isOfAllStatuses = ({ name }: { readonly name: string }) =>
  !['status', 'outcome_unknown', 'pending_reason'].includes(name)
const docs = {
  payments: guardedList('see_balance', {
    id: 'getPaymentTotals',
    summary: 'Count and add up payments by status',
    description: 'Takes the filters of the list. A period of whole days in the account’s time zone is exact.',
    parameters: filtersOf(searchParameters).filter(isOfAllStatuses),
    answers,
  }),
  payouts: guardedList('see_payouts', {
    id: 'getPayoutTotals',
    summary: 'Count and add up payouts by status',
    description: 'Takes the filters of the list.',
    parameters: filtersOf(payoutParameters).filter(isOfAllStatuses),
    answers,
  }),
  refunds: guardedList('see_balance', {
    id: 'getRefundTotals',
    summary: 'Count and add up refunds by status',
    description:
      'Takes the filters of the list. Pending refunds are grouped by `pending_reason`. Refunds with an unknown outcome are counted only in `outcome_unknown`.',
    parameters: filtersOf(refundParameters).filter(isOfAllStatuses),
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

const totalsAnswer = ({ statuses, ...rest }: ListTotalsView) => {
  const data: ListTotalsView = {
    statuses: statuses.toSorted((a, b) => (a.status < b.status ? -1 : 1)),
    ...rest,
  }
  return { code: 200 as const, data }
}
const nothing = { count: 0, amount: 0 }
const sumOf = (totals: readonly StatusTotal[]) =>
  totals.reduce(
    (sum, { count, amount }) => ({ count: sum.count + count, amount: sum.amount + amount }),
    nothing,
  )

/** The totals of the rows that were read; more rows may exist. */
const boundedTotals = (statuses: StatusTotal[]) => ({
  statuses,
  capped: sumOf(statuses).count === exactTotalMax,
})

/** @returns also the statuses of payments whose outcome is unknown */
export async function paymentTotals(
  { appliance }: Server,
  caller: Caller,
  query: Query,
): Promise<ListTotalsView & { readonly unknown: StatusTotal[] }> {
  const { read } = appliance.store
  const { id: accountId, timeZone } = caller.account
  const filter = await searchFilterOf(appliance, caller, query)
  const { from, to, payment_type: _, account: __, ...searched } = query
  const period = periodOf(caller.account, query)
  const days = Object.values(searched).some(Boolean) ? undefined : wholeDaysOf(period, timeZone)
  const unknown = await totalsOfPayments(read, { ...filter, unknown: true }, exactTotalMax)
  const outcome_unknown = sumOf(unknown)
  if (!days) {
    const { statuses, capped } = boundedTotals(await totalsOfPayments(read, filter, exactTotalMax))
    return { statuses, outcome_unknown, unknown, capped: capped || (await mayFitMore(read, filter)) }
  }
  const all = { accountId, type: filter.type ?? null }
  const isEver = period.from === undefined && period.to === undefined
  const statuses = await (isEver ? totalsOfAll(read, all) : totalsOfDays(read, { ...all, ...days }))
  return { statuses, outcome_unknown, unknown, capped: false }
}

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
        const filter = payoutFilterOf(caller.account, query)
        const totals = await totalsOfPayouts(read, filter, exactTotalMax)
        return totalsAnswer({ ...boundedTotals(totals), outcome_unknown: nothing })
      },
      docs.payouts,
    )
    .get(
      '/refunds',
      async ({ caller, query }) => {
        const totals = await totalsOfRefunds(read, refundFilterOf(caller.account, query), exactTotalMax)
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
        return totalsAnswer({ statuses, outcome_unknown: nothing, capped: false })
      },
      docs.sessions,
    )
}
