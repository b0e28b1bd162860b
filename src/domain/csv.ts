// Writes CSV as spreadsheets read it (RFC 4180, UTF-8 with a byte order mark). No cell can become a formula,
// because the file contains text that customers typed. csv-file.ts reads it.

/** Marks the file as UTF-8 for spreadsheets. */
export const csvMark = '\uFEFF'

export type Cell = string | number | boolean | null

/** Blanks, invisible characters and quotes, which may come before the sign of a formula. */
const lead = String.raw`\s\p{Cf}"'`
/** The signs that begin a formula in some spreadsheet (OWASP, CSV Injection), also as full-width letters. */
const sign = String.raw`[=+\-@\u2212\uFF0B\uFF0D\uFF1D\uFF20]`
const formulaFirst = new RegExp(`^[${lead}]*${sign}`, 'u')
/** A run of these characters and separators, with the sign of a formula if one follows. */
const runs = new RegExp(`[${lead},;]+(${sign}?)`, 'gu')

/**
 * Replaces the separators before each formula sign inside a text, from the last comma or semicolon on. If a
 * spreadsheet splits the text at such a separator, the formula begins a cell.
 */
const replaceBeforeFormula = (text: string, separator: RegExp, replacement: string): string =>
  text.replace(runs, (run: string, formulaSign: string) => {
    if (formulaSign === '') return run
    const lastSeparator = Math.max(0, run.lastIndexOf(','), run.lastIndexOf(';'))
    return run.slice(0, lastSeparator) + run.slice(lastSeparator).replace(separator, replacement)
  })

/** Writes a cell. Every text is quoted, and an apostrophe before each formula turns the formula into text. */
function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const guard = formulaFirst.test(cell) ? "'" : ''
  const guarded = guard + replaceBeforeFormula(cell, /[,;\t\r\n]/g, "$&'")
  return `"${guarded.replaceAll('"', '""')}"`
}

/** Removes the apostrophes that `csvLine` wrote before formulas inside the text of a cell. */
export const withoutGuards = (text: string): string => replaceBeforeFormula(text, /([,;\t\r\n])'/g, '$1')

/** Writes a line of a CSV file, with its line break. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`
