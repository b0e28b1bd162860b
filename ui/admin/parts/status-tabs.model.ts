// The figures of the tabs above a list.
import type { api } from '../../kit/api.ts'

type TotalsReply = NonNullable<Awaited<ReturnType<(typeof api.api.v1.totals.payments)['get']>>['data']>
export type ListTotals = TotalsReply['data']

export interface StatusTab {
  /** The status in the address; empty for all. */
  readonly value: string
  readonly label: string
  /** Undefined while it is not known. */
  readonly count: number | undefined
  /** There are more than were counted. */
  readonly isCapped: boolean
  /** Whole shillings; undefined where nothing is added up. */
  readonly amount: number | undefined
  /** The amount after refunds; undefined if there were none. */
  readonly net?: number | undefined
}

/**
 * Returns the number of all rows. `isUnknownSeparate`: the server counts each row once, so a row with an
 * unknown outcome is in `outcome_unknown` and in no status.
 */
export const rowsInAll = ({ statuses, outcome_unknown }: ListTotals, isUnknownSeparate = false): number =>
  statuses.reduce((sum, { count }) => sum + count, isUnknownSeparate ? outcome_unknown.count : 0)

/** Whether money was received for rows of this status. */
const wasPaid = (status: string): boolean => status === 'completed' || status === 'refunded'

/**
 * Returns the tabs with their figures. A status without a row has no tab, unless it is `openStatus`. Where
 * not all rows were counted, only their number is shown, because figures of some rows would mislead. The tab
 * "All", whose value is empty, has the sum of the money received, and what is left of it after refunds. For
 * `isUnknownSeparate` see `rowsInAll`.
 */
export function tabsOf(
  tabs: readonly { readonly value: string; readonly label: string }[],
  totals: ListTotals | undefined,
  openStatus: string,
  isUnknownSeparate = false,
): StatusTab[] {
  const noFigures = { count: undefined, isCapped: false, amount: undefined }
  if (!totals) return tabs.map(tab => ({ ...tab, ...noFigures }))
  const { statuses, outcome_unknown, capped, refunded = 0 } = totals
  const all = rowsInAll(totals, isUnknownSeparate)
  if (capped)
    return tabs.map(tab => ({
      ...tab,
      ...noFigures,
      ...(tab.value === '' && { count: all, isCapped: true }),
    }))
  const hasAmounts = statuses.every(({ amount }) => amount !== null)
  const received = statuses
    .filter(({ status }) => wasPaid(status))
    .reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  const figures = [
    { status: '', count: all, amount: received },
    { status: 'unknown', ...outcome_unknown },
    ...statuses,
  ]
  return tabs.flatMap(tab => {
    const { count, amount } = figures.find(({ status }) => status === tab.value) ?? { count: 0, amount: 0 }
    if (count === 0 && tab.value !== '' && tab.value !== openStatus) return []
    const net = tab.value === '' && refunded > 0 ? received - refunded : undefined
    return { ...tab, count, isCapped: false, amount: hasAmounts ? (amount ?? 0) : undefined, net }
  })
}
