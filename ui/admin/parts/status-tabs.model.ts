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
 * Returns the number of all rows. With `isEachOnce`, rows with an unknown outcome are counted there and in no
 * status, so they are added here.
 */
export const rowsInAll = ({ statuses, outcome_unknown }: ListTotals, isEachOnce = false): number =>
  statuses.reduce((sum, { count }) => sum + count, isEachOnce ? outcome_unknown.count : 0)

/** Whether money was received for rows of this status. */
const wasPaid = (status: string): boolean => status === 'completed' || status === 'refunded'

/**
 * Returns the tabs with their figures. A status without a row has no tab, unless it is `open`. Where not all
 * rows were counted, only their number is shown, because figures of some rows would mislead. "All" has the
 * sum of the money received, and what is left of it after refunds. For `isEachOnce` see `rowsInAll`.
 */
export function tabsOf(
  names: readonly { readonly value: string; readonly label: string }[],
  totals: ListTotals | undefined,
  open: string,
  isEachOnce = false,
): StatusTab[] {
  const noFigures = { count: undefined, isCapped: false, amount: undefined }
  if (!totals) return names.map(name => ({ ...name, ...noFigures }))
  const { statuses, outcome_unknown, capped, refunded = 0 } = totals
  const all = rowsInAll(totals, isEachOnce)
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
    if (count === 0 && name.value !== '' && name.value !== open) return []
    const net = name.value === '' && refunded > 0 ? received - refunded : undefined
    return { ...name, count, isCapped: false, amount: hasAmounts ? (amount ?? 0) : undefined, net }
  })
}
