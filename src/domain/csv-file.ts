// Reads CSV as spreadsheets and other programs write it, with any usual separator. csv-parse reads the cells.
// It refuses a file with wrong quotes, so Kaunta quotes the cells of such a file and reads it again.
import { CsvError, parse } from 'csv-parse/sync'
import { csvMark } from './csv.ts'

const separators = [',', ';', '\t', '|']
/** Returns the separator with the highest score; of several with the same score, the first in the list. */
const bestSeparator = (scoreOf: (separator: string) => number): string =>
  separators.reduce((best, separator) => (scoreOf(separator) > scoreOf(best) ? separator : best))

/** Returns the most frequent separator in the first line, which has the headers. Ignores text in quotes. */
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

/** How many lines, and how many characters, at the beginning of a file are searched for the headers. */
const headLinesMax = 30
const headTextMax = 100_000

/**
 * Returns a function that finds the separator of a text: the separator with which a line among the first
 * `headLinesMax` has the headers of the file. A comma if none does.
 * @param isHeads whether the cells of a line are the headers
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

/** Reads the cells of at most `linesMax` lines. A line break in a quoted cell does not end the line. */
function linesOf(text: string, separator: string, linesMax: number): CsvLines {
  const lines = parsedLines(text, separator, linesMax)
  if (lines) return { lines, unclosedAt: undefined }
  const { quoted, unclosedFrom } = quoteCells(text, separator)
  const quotedLines = parsedLines(quoted, separator, linesMax)
  // The pattern gives up on a cell with more than a million quotes.
  if (!quotedLines) return { lines: [], unclosedAt: 1 }
  if (unclosedFrom === undefined) return { lines: quotedLines, unclosedAt: undefined }
  // `x` takes the place of the unclosed cell, so that its line counts.
  const textBefore = `${text.slice(0, unclosedFrom)}x`
  const lineNumber = linesOf(textBefore, separator, linesMax + 1).lines.length
  return { lines: quotedLines, unclosedAt: lineNumber > linesMax ? undefined : lineNumber }
}

/** Parses the cells of each line; undefined if a quote is not closed, or is inside a cell and not doubled. */
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
 * Repairs wrong quotes: returns the text with each cell in quotes, and the position of the first cell whose
 * quote is not closed. `"a"b,c` becomes `"ab","c"`; `"a,c` becomes `"a,c"` with the position 0. A quoted cell
 * of several lines with text after its closing quote counts as unclosed, because that quote probably opens a
 * later cell.
 */
function quoteCells(text: string, separator: string) {
  const escapedSeparator = separator.replace(/[\\\]^-]/, String.raw`\$&`)
  const plain = String.raw`[^\r\n${escapedSeparator}]`
  // A quoted cell with text behind its closing quote, one that nothing closes, or a cell without quotes.
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
