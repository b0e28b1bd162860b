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
 * "All" has the sum of the money received, and what is left of it after refunds. For `isUnknownSeparate` see
 * `rowsInAll`.
 */
export function tabsOf(
  names: readonly { readonly value: string; readonly label: string }[],
  totals: ListTotals | undefined,
  openStatus: string,
  isUnknownSeparate = false,
): StatusTab[] {
  const noFigures = { count: undefined, isCapped: false, amount: undefined }
  if (!totals) return names.map(name => ({ ...name, ...noFigures }))
  const { statuses, outcome_unknown, capped, refunded = 0 } = totals
  const all = rowsInAll(totals, isUnknownSeparate)
  if (capped)
    return names.map(name => ({
      ...name,
      ...noFigures,
      ...(name.value === '' && { count: all, isCapped: true }),
    }))
  const hasAmounts = statuses.every(({ amount }) => amount !== null)
  const received = statuses.reduce(
    (sum, { status, amount }) => sum + (wasPaid(status) ? (amount ?? 0) : 0),
    0,
  )
  const rows = [
    { status: '', count: all, amount: received },
    { status: 'unknown', ...outcome_unknown },
    ...statuses,
  ]
  return names.flatMap(name => {
    const { count, amount } = rows.find(({ status }) => status === name.value) ?? { count: 0, amount: 0 }
    if (count === 0 && name.value !== '' && name.value !== openStatus) return []
    const net = name.value === '' && refunded > 0 ? received - refunded : undefined
    return { ...name, count, isCapped: false, amount: hasAmounts ? (amount ?? 0) : undefined, net }
  })
}
