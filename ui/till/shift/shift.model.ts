// A shift's report in this browser and the file name of its table.
import type { Shift } from '../../kit/till.ts'

/** Browser storage key of the last closed shift's report, to print it again. */
export const reportStorageKey = 'till.report'

export type Report = Shift['report']

/** Returns the file name of a shift's table, `till-1-shift-3.csv`: letters, digits and dashes only. */
export function csvName({ till, number }: Pick<Shift, 'till' | 'number'>): string {
  const dashed = till.name.normalize('NFKD').replace(/[^0-9A-Za-z]+/g, '-')
  const name = dashed.replace(/^-+|-+$/g, '').toLowerCase() || 'till'
  return `${name}-shift-${number}.csv`
}

/** Returns whether a stored value is a report that can be printed again. */
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
