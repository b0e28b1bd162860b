// CSV as spreadsheets read it (RFC 4180, UTF-8 with its mark), and so that no cell becomes a formula: what
// customers type ends up here.

/** Marks the file as UTF-8 for spreadsheets. */
export const csvMark = '\uFEFF'

export type Cell = string | number | boolean | null

/** These begin a formula in some spreadsheet (OWASP, CSV Injection); an apostrophe in front makes it text. */
const formula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
const quoted = /[",\r\n]/

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line with its end. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`
