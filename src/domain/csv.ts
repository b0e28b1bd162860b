// CSV as spreadsheets read it (RFC 4180, UTF-8 with its mark), and so that no cell becomes a formula: what
// customers type ends up here.

/** Tells spreadsheets that this is UTF-8. */
export const csvMark = '\uFEFF'

export type Cell = string | number | boolean | null

/**
 * The beginning of a formula in some spreadsheet (OWASP, CSV Injection): one of its signs, also as full-width
 * letter, at the start of the text or where a spreadsheet with another separator begins a cell. Blanks,
 * invisible letters and quotes before the sign hide nothing.
 */
const formula = /(?<=^|[,;\t\r\n])(?=[\s\p{Cf}"']*[=+\-@\u2212\uFF0B\uFF0D\uFF1D\uFF20])/gu

/** Texts are quoted always; an apostrophe makes a formula a text. */
function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  return `"${cell.replace(formula, "'").replaceAll('"', '""')}"`
}

/** One line with its end. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`
