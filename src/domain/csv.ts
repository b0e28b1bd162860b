// CSV as spreadsheets write and read it (RFC 4180, UTF-8 with a byte order mark). No cell can become a
// formula, because the file contains text that customers typed.

/** Marks the file as UTF-8 for spreadsheets. */
export const csvMark = '\uFEFF'

export type Cell = string | number | boolean | null

/**
 * The beginning of a formula in some spreadsheet (OWASP, CSV Injection): one of these signs, also as a
 * full-width letter, at the start of the text or after the separator of another spreadsheet. Blanks,
 * invisible letters and quotes before the sign do not make it harmless.
 */
const sign = String.raw`(?=[\s\p{Cf}"']*[=+\-@\u2212\uFF0B\uFF0D\uFF1D\uFF20])`
const formulaFirst = new RegExp(`^${sign}`, 'u')
const formulaBehind = new RegExp(`[,;\\t\\r\\n]${sign}`, 'gu')

const guardBehind = new RegExp(`([,;\\t\\r\\n])'${sign}`, 'gu')

/** Quotes every text. An apostrophe turns a formula into text. */
function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const first = formulaFirst.test(cell) ? "'" : ''
  return `"${first}${cell.replace(formulaBehind, "$&'").replaceAll('"', '""')}"`
}

/** The text of a cell that `csvLine` wrote: without the apostrophes before signs of formulas. */
export const withoutGuards = (text: string): string => text.replace(guardBehind, '$1')

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`

/** The separator: the one of `,` `;` tab `|` that the first lines contain most often. */
function separatorOf(text: string): string {
  const head = text.slice(0, 4_000)
  const count = (separator: string) => head.split(separator).length
  return [',', ';', '\t', '|'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** The cells of each line. @param linesMax further lines are left out */
export function readCsv(file: string, linesMax: number): string[][] {
  const text = file.startsWith(csvMark) ? file.slice(csvMark.length) : file
  const separator = separatorOf(text)
  const lines: string[][] = []
  let cells: string[] = []
  let at = 0
  while (at < text.length && lines.length < linesMax) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, separator)
    cells.push(cell)
    at = end
    if (text[at] === separator) {
      at += 1
      if (at < text.length) continue
      cells.push('')
    } else if (text[at] !== '\n' && text[at] !== '\r' && at < text.length) continue
    lines.push(cells)
    cells = []
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  return lines
}

interface ReadCell {
  readonly cell: string
  readonly end: number // the position after the cell
}

function plainCell(text: string, start: number, separator: string): ReadCell {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(start, end), end }
}

/** An unclosed quote extends to the end of the file. */
function quotedCell(text: string, start: number): ReadCell {
  let cell = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return { cell: cell + text.slice(from), end: text.length }
    cell += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 }
    cell += '"'
    from = quote + 2
  }
}
