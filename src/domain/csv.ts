// CSV as spreadsheets write and read it (RFC 4180, UTF-8 with a byte order mark). No cell can become a
// formula, because the file contains text that customers typed.

/** Marks the file as UTF-8 for spreadsheets. */
export const csvMark = '\uFEFF'

export type Cell = string | number | boolean | null

/** Blanks, invisible characters and quotes before the sign of a formula do not make it harmless. */
const lead = String.raw`\s\p{Cf}"'`
/** The signs that begin a formula in some spreadsheet (OWASP, CSV Injection), also as full-width letters. */
const sign = String.raw`[=+\-@\u2212\uFF0B\uFF0D\uFF1D\uFF20]`
const formulaFirst = new RegExp(`^[${lead}]*${sign}`, 'u')
/** Matches each run of these characters, whatever follows it, so that a text is read once. */
const runs = new RegExp(`[${lead},;]+(${sign}?)`, 'gu')

/** Replaces separators of other spreadsheets that a formula follows, because it would begin a cell there. */
const replaceBeforeFormula = (text: string, separator: RegExp, replacement: string): string =>
  text.replace(runs, (run: string, formulaSign: string) => {
    if (formulaSign === '') return run
    const last = Math.max(0, run.lastIndexOf(','), run.lastIndexOf(';'))
    return run.slice(0, last) + run.slice(last).replace(separator, replacement)
  })

/** Writes a cell. Every text is quoted, and an apostrophe turns a formula into text. */
function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const guard = formulaFirst.test(cell) ? "'" : ''
  return `"${guard}${replaceBeforeFormula(cell, /[,;\t\r\n]/g, "$&'").replaceAll('"', '""')}"`
}

/** Returns the text of a cell that `csvLine` wrote, without the apostrophes before formulas. */
export const withoutGuards = (text: string): string => replaceBeforeFormula(text, /([,;\t\r\n])'/g, '$1')

/** Writes a line of a CSV file, with its line break. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`

const separators = [',', ';', '\t', '|']
/** Returns the separator with the highest score; the first of equals. */
const bestSeparator = (scoreOf: (separator: string) => number): string =>
  separators.reduce((best, separator) => (scoreOf(separator) > scoreOf(best) ? separator : best))

/** Returns the most frequent separator in the first line, which has the heads. Quoted ones do not count. */
function separatorOfHeads(text: string): string {
  const counts = new Map<string, number>()
  let isQuoted = false
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (letter === '\n' || letter === '\r') break
    else if (separators.includes(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  return bestSeparator(separator => counts.get(separator) ?? 0)
}

/** In how many lines at the beginning of a file the heads are searched. */
const headLinesMax = 30

/**
 * Returns a function that finds the separator of a text: the one that yields a line of heads, which other
 * lines may precede; by default a comma.
 */
export const separatorWithHeads = (isHeads: (cells: readonly string[]) => boolean) => (text: string) =>
  bestSeparator(separator => Number(linesOf(text, separator, headLinesMax).lines.some(isHeads)))

export interface CsvLines {
  readonly lines: string[][]
  /** The number of the line, from 1, with an unclosed quote. What follows the quote is in one cell. */
  readonly unclosedAt: number | undefined
}

/**
 * Reads the cells of each line. A first line `sep=;`, which Excel writes and hides, names the separator. If
 * there is none, `separatorOf` finds it.
 * @param linesMax further lines are left out
 */
export function readCsv(file: string, linesMax: number, separatorOf = separatorOfHeads): CsvLines {
  const text = file.startsWith(csvMark) ? file.slice(csvMark.length) : file
  const [named = '', separator] = /^sep=([^\r\n])(?:\r\n|\r|\n)/i.exec(text) ?? []
  const table = text.slice(named.length)
  return linesOf(table, separator ?? separatorOf(table), linesMax)
}

/** Reads the cells of at most `linesMax` lines. Only quoted cells may have line breaks. */
function linesOf(text: string, separator: string, linesMax: number): CsvLines {
  const lines: string[][] = []
  let unclosedAt: number | undefined
  let cells: string[] = []
  let offset = 0
  while (offset < text.length && lines.length < linesMax) {
    const { cell, end, isUnclosed } =
      text[offset] === '"' ? readQuotedCell(text, offset, separator) : plainCell(text, offset, separator)
    if (isUnclosed) unclosedAt ??= lines.length + 1
    cells.push(cell)
    offset = end
    if (text[offset] === separator) {
      offset += 1
      if (offset < text.length) continue
      cells.push('')
    }
    lines.push(cells)
    cells = []
    offset += text.startsWith('\r\n', offset) ? 2 : 1
  }
  return { lines, unclosedAt }
}

interface ReadCell {
  readonly cell: string
  readonly end: number // the position after the cell
  readonly isUnclosed?: boolean
}

/** Reads a cell without quotes: up to the next separator or line break. */
function plainCell(text: string, start: number, separator: string): ReadCell {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(start, end), end }
}

/**
 * Reads a quoted cell. Text after the closing quote belongs to it. If such a cell has several lines, that
 * quote opens a later cell, and this one was never closed.
 */
function readQuotedCell(text: string, start: number, separator: string): ReadCell {
  let cell = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return { cell: cell + text.slice(from), end: text.length, isUnclosed: true }
    cell += text.slice(from, quote)
    if (text[quote + 1] !== '"') {
      const { cell: rest, end } = plainCell(text, quote + 1, separator)
      return { cell: cell + rest, end, isUnclosed: rest.trim() !== '' && /[\r\n]/.test(cell) }
    }
    cell += '"'
    from = quote + 2
  }
}
