// A shift in figures: what the drawer should hold, how far the count is off, and the whole report as a table for spreadsheets.
import type { Shift } from '../kit/till.ts'

/** Under this name the last closed shift's report is kept, to print it again. */
export const storedReport = 'till.report'

export type Report = Shift['report']
export type Line = Report['total']

/** How the count compares: nothing off, too much, too little. */
export const verdictOf = (difference: number): 'even' | 'over' | 'short' =>
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

/** A cell of a spreadsheet: quoted where it must be, and never taken for a formula. */
function cellOf(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value ?? '') ? `'${value}` : (value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The report as comma-separated values, with the byte-order mark that spreadsheets look for. */
export function csvOf({ report, ...shift }: Shift): string {
  const lines = report.by_cashier.flatMap(({ cashier, by_method }) =>
    by_method.map(({ method, count, gross, fees, net }) => ['sales', cashier.name, method, count, gross, fees, net]),
  )
  const { total, cash } = report
  const rows: (string | number | null)[][] = [
    ['shift', shift.number, shift.id],
    ['till', shift.till.name],
    ['opened', shift.opened_at, shift.opened_by.name],
    ['closed', shift.closed_at, shift.closed_by?.name ?? null],
    [],
    ['', 'cashier', 'method', 'count', 'gross', 'fees', 'net'],
    ...lines,
    ['total', '', '', total.count, total.gross, total.fees, total.net],
    [],
    ...(['float', 'sales', 'pay_ins', 'drops', 'expected', 'counted', 'difference'] as const).map(name => [
      'cash',
      name,
      cash[name],
    ]),
    [],
    ...report.drawer.map(({ kind, amount, reason, cashier, created_at }) => [kind, amount, reason, cashier.name, created_at]),
  ]
  return `\ufeff${rows.map(row => row.map(cellOf).join(',')).join('\r\n')}\r\n`
}

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
  return typeof till === 'object' && till !== null && typeof report === 'object' && report !== null && 'by_cashier' in report
}
