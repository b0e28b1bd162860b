// Shifts as the console reads them: what the address filters, and how a drawer's difference looks.
import type { api } from '../../kit/api.ts'
import type { Tone } from '../parts/figure.tsx'
import type { IconName } from '../parts/icon.tsx'
import { choiceParam, cursorParam, type Query, textParam } from '../parts/query.model.ts'

type ShiftsReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.shifts.get>>['data']>
export type Shift = ShiftsReply['data']['items'][number]
export type Report = Shift['report']
export type MethodLine = Report['by_method'][number]

export const shiftStates = ['open', 'closed'] as const

/** The filters of the list, as in the address. */
export const shiftSearch = (query: Query) => ({
  ...textParam(query, 'till'),
  ...choiceParam(query, 'state', shiftStates),
  ...textParam(query, 'cashier'),
  ...cursorParam(query),
})

export type DrawerResult = 'open' | 'uncounted' | 'even' | 'short' | 'over'
interface Counted {
  readonly state: Shift['state']
  readonly report: { readonly cash: Pick<Report['cash'], 'difference'> }
}

/** Whether the drawer matched. */
export function drawerResultOf({ state, report: { cash } }: Counted): DrawerResult {
  if (state === 'open') return 'open'
  if (cash.difference === null) return 'uncounted'
  if (cash.difference === 0) return 'even'
  return cash.difference < 0 ? 'short' : 'over'
}

export const drawerResultLook: Readonly<
  Record<DrawerResult, { readonly tone: Tone; readonly icon: IconName }>
> = {
  open: { tone: 'open', icon: 'clock' },
  uncounted: { tone: 'warning', icon: 'question' },
  even: { tone: 'good', icon: 'check' },
  short: { tone: 'bad', icon: 'warn' },
  over: { tone: 'neutral', icon: 'plus' },
}

interface Refunded {
  readonly report: Pick<Report, 'total' | 'sent_refunds'> & { readonly cash: Pick<Report['cash'], 'refunds'> }
}

/**
 * What was given back of the sales of a shift, in cash and by networks, and what that leaves; whole
 * shillings.
 */
export function afterRefundsOf({ report: { total, cash, sent_refunds: sent } }: Refunded) {
  const refunded = sent.reduce((sum, { amount }) => sum + amount, cash.refunds)
  return { refunded, left: total.gross - refunded }
}

/** How much a drawer was off, whichever way. */
export const differenceOf = ({ report: { cash } }: Counted): number => Math.abs(cash.difference ?? 0)

/** The report as a file. */
export const tableUrl = (id: string, account: string): string =>
  `/api/v1/shifts/${encodeURIComponent(id)}.csv?account=${encodeURIComponent(account)}`
