// CSV as spreadsheets write and read it (RFC 4180, UTF-8 with a byte order mark). No cell can become a
// formula, because the file contains text that customers typed.

/** Marks the file as UTF-8 for spreadsheets. */
export const csvMark = '\uFEFF'

export type Cell = string | number | boolean | null

/** Where no separator is before them, blanks, invisible letters and quotes do not make a sign harmless. */
const lead = String.raw`\s\p{Cf}"'`
/** The signs that begin a formula in some spreadsheet (OWASP, CSV Injection), also as full-width letters. */
const sign = String.raw`[=+\-@\u2212\uFF0B\uFF0D\uFF1D\uFF20]`
const formulaFirst = new RegExp(`^[${lead}]*${sign}`, 'u')
/** Every run before a letter: it matches wherever it begins, so a text is read once. */
const runs = new RegExp(`[${lead},;]+(${sign}?)`, 'gu')

/** Changes the separators of other spreadsheets that a formula follows. */
const changedBehind = (text: string, separator: RegExp, put: string): string =>
  text.replace(runs, (run: string, found: string) => {
    if (found === '') return run
    const last = Math.max(0, run.lastIndexOf(','), run.lastIndexOf(';'))
    return run.slice(0, last) + run.slice(last).replace(separator, put)
  })

/** Quotes every text. An apostrophe turns a formula into text. */
function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const first = formulaFirst.test(cell) ? "'" : ''
  return `"${first}${changedBehind(cell, /[,;\t\r\n]/g, "$&'").replaceAll('"', '""')}"`
}

/** The text of a cell that `csvLine` wrote: without the apostrophes before signs of formulas. */
export const withoutGuards = (text: string): string => changedBehind(text, /([,;\t\r\n])'/g, '$1')

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
