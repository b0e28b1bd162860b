// A shift in figures: what the drawer should hold, how far the count is off, and the name of its table for
// spreadsheets.
import type { Shift } from '../../kit/till.ts'

/** Under this name the last closed shift's report is kept, to print it again. */
export const storedReport = 'till.report'

export type Report = Shift['report']

/** How the count compares: nothing off, too much, too little. */
export const drawerResultOf = (difference: number): 'even' | 'over' | 'short' =>
  difference === 0 ? 'even' : difference > 0 ? 'over' : 'short'

/** The drawer's sum, line by line: what lay in it, what came and went. */
export const drawerOf = ({ cash }: Report) =>
  [
    ['float', cash.float],
    ['sales', cash.sales],
    ['pay_ins', cash.pay_ins],
    ['drops', -cash.drops],
    ['expected', cash.expected],
  ] as const

/** `till-1-shift-3.csv`: letters, digits and dashes only. */
export const csvName = ({ till, number }: Pick<Shift, 'till' | 'number'>): string =>
  `${
    till.name
      .normalize('NFKD')
      .replace(/[^0-9A-Za-z]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .toLowerCase() || 'till'
  }-shift-${number}.csv`

/** Whether what this browser kept is a report that can be printed again. */
export function isShift(value: unknown): value is Shift {
  if (typeof value !== 'object' || value === null || !('report' in value) || !('till' in value)) return false
  const { report, till } = value
  return (
    typeof till === 'object' &&
    till !== null &&
    typeof report === 'object' &&
    report !== null &&
    'by_cashier' in report
  )
}
