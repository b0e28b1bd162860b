// Reads CSV as spreadsheets and other programs write it, with any usual separator. csv-parse reads the cells.
// It refuses a file with wrong quotes, so Kaunta quotes the cells of such a file and reads it again.
import { CsvError, parse } from 'csv-parse/sync'
import { csvMark } from './csv.ts'

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

/** In how many lines at the beginning of a file the heads are searched, and in how many characters. */
const headLinesMax = 30
const headTextMax = 100_000

/**
 * Returns a function that finds the separator of a text: the one that yields a line of heads, which other
 * lines may precede; by default a comma.
 */
export const separatorWithHeads = (isHeads: (cells: readonly string[]) => boolean) => (text: string) =>
  bestSeparator(separator => {
    const { lines } = linesOf(text.slice(0, headTextMax), separator, headLinesMax)
    return lines.some(isHeads) ? 1 : 0
  })

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
  const [separatorLine = '', separator] = /^sep=([^"\r\n])(?:\r\n|\r|\n)/i.exec(text) ?? []
  const table = text.slice(separatorLine.length)
  return linesOf(table, separator ?? separatorOf(table), linesMax)
}

/** Reads the cells of at most `linesMax` lines. Only quoted cells may have line breaks, which end no line. */
function linesOf(text: string, separator: string, linesMax: number): CsvLines {
  const lines = parsedLines(text, separator, linesMax)
  if (lines) return { lines, unclosedAt: undefined }
  const { quoted, unclosedFrom } = quoteCells(text, separator)
  const quotedLines = parsedLines(quoted, separator, linesMax)
  // The pattern gives up on a cell with more than a million quotes.
  if (!quotedLines) return { lines: [], unclosedAt: 1 }
  if (unclosedFrom === undefined) return { lines: quotedLines, unclosedAt: undefined }
  // `x` takes the place of the unclosed cell, so that the line in which it begins counts.
  const lineNumber = linesOf(`${text.slice(0, unclosedFrom)}x`, separator, linesMax + 1).lines.length
  return { lines: quotedLines, unclosedAt: lineNumber > linesMax ? undefined : lineNumber }
}

/** Returns the cells of each line; undefined if a quote is not closed, or inside a cell and not doubled. */
function parsedLines(text: string, delimiter: string, linesMax: number): string[][] | undefined {
  try {
    const breaks = ['\r\n', '\n', '\r']
    return parse(text, { delimiter, record_delimiter: breaks, relax_column_count: true, to: linesMax })
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}

/**
 * Returns the text with each cell in quotes, and the position of the first cell whose quote is not closed:
 * `"a"b,c` becomes `"ab","c"`, and `"a,c` becomes `"a,c"` with the position 0. A quoted cell of several lines
 * with text after its closing quote was not closed either: that quote opens a later cell.
 */
function quoteCells(text: string, separator: string) {
  const escapedSeparator = separator.replace(/[\\\]^-]/, String.raw`\$&`)
  const plain = String.raw`[^\r\n${escapedSeparator}]`
  const cells = new RegExp(`"(?<inside>[^"]*(?:""[^"]*)*)(?:"(?<behind>${plain}*)|$)|${plain}+`, 'g')
  const doubled = (part: string) => part.replaceAll('"', '""')
  let unclosedFrom: number | undefined
  const quoted = text.replace(cells, (cell: string, inside?: string, behind?: string, position = 0) => {
    if (inside === undefined) return `"${doubled(cell)}"`
    const isClosed = behind !== undefined && (behind.trim() === '' || !/[\r\n]/.test(inside))
    if (!isClosed) unclosedFrom ??= position
    return `"${inside}${doubled(behind ?? '')}"`
  })
  return { quoted, unclosedFrom }
}
