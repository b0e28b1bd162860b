// Shifts as the console reads them: what the address filters, and how a drawer's difference looks.
import { refundedOfSales } from '../../../src/domain/shift-table.ts'
import type { api } from '../../kit/api.ts'
import type { Tone } from '../parts/figure.tsx'
import type { IconName } from '../parts/icon.tsx'
import { choiceParam, cursorParam, type Query, textParam } from '../parts/query.model.ts'

type ShiftsReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.shifts.get>>['data']>
export type Shift = ShiftsReply['data']['items'][number]
export type Report = Shift['report']
export type MethodLine = Report['by_method'][number]

export const shiftStates = ['open', 'closed'] as const

/** Reads the list's filters from the address. */
export const shiftSearch = (query: Query) => ({
  ...textParam(query, 'till'),
  ...choiceParam(query, 'state', shiftStates),
  ...textParam(query, 'cashier'),
  ...cursorParam(query),
})

/** `uncounted`: closed without a count; `short` and `over`: less and more cash than expected. */
export type DrawerResult = 'open' | 'uncounted' | 'even' | 'short' | 'over'
interface CountedDrawer {
  readonly state: Shift['state']
  readonly report: { readonly cash: Pick<Report['cash'], 'difference'> }
}

/** Returns whether the counted cash of a drawer matched the expected cash. */
export function drawerResultOf({ state, report: { cash } }: CountedDrawer): DrawerResult {
  if (state === 'open') return 'open'
  if (cash.difference === null) return 'uncounted'
  if (cash.difference === 0) return 'even'
  return cash.difference < 0 ? 'short' : 'over'
}

/** Colour and icon of each result. */
export const drawerResultChips: Readonly<
  Record<DrawerResult, { readonly tone: Tone; readonly icon: IconName }>
> = {
  open: { tone: 'open', icon: 'clock' },
  uncounted: { tone: 'warning', icon: 'question' },
  even: { tone: 'good', icon: 'check' },
  short: { tone: 'bad', icon: 'warn' },
  over: { tone: 'neutral', icon: 'plus' },
}

interface ShiftSums {
  readonly report: Pick<Report, 'total' | 'refunds' | 'sent_refunds'> & {
    readonly cash: Pick<Report['cash'], 'refunds'>
  }
}

/**
 * Returns what was refunded of a shift's sales, in cash and by networks, and what that leaves, in whole
 * shillings.
 */
export function afterRefundsOf({ report }: ShiftSums) {
  const refunded = refundedOfSales(report)
  return { refunded, left: report.total.gross - refunded }
}

/**
 * Returns how much cash was missing or in excess, in whole shillings without a sign; 0 if it was not counted.
 */
export const differenceOf = ({ report: { cash } }: CountedDrawer): number => Math.abs(cash.difference ?? 0)

/** Returns the address of the report as a CSV file. */
export const tableUrl = (id: string, account: string): string =>
  `/api/v1/shifts/${encodeURIComponent(id)}.csv?account=${encodeURIComponent(account)}`
