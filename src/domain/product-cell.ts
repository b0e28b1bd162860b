// Reads one cell of a file with products: a sum, a number, a flag, codes. A value is never guessed: a cell
// that is not clear is a problem that names its column.
import { withoutGuards } from './csv.ts'
import { type Problem, problem } from './fault.ts'
import { type FileField, type FileForm, headOf } from './product-form.ts'
import { plainText } from './settlement-cell.ts'
import { readSum, readWholeNumber } from './shillings.ts'
import { stockMax } from './stock.ts'
import { type TaxCode, taxCodes } from './tax-code.ts'

/** Reads the cells of a line. Undefined: the file has no such column, or the cell has a problem. */
export interface CellReader {
  /** The text of a cell; empty when the file has no such column. */
  text(field: FileField): string
  has(field: FileField): boolean
  head(field: FileField): string // the header of the column
  /** Whole shillings; null for an empty cell. */
  sum(field: FileField): number | null | undefined
  /** Whole shillings. Loyverse writes average costs with cents, which are rounded. */
  cost(field: FileField): number | null | undefined
  number(field: FileField): number | null | undefined
  /**
   * A quantity in base units: a whole number, or kilograms with up to three decimals, which become grams.
   * A problem is only returned, because the price list may show later that the product is weighed.
   */
  quantity(field: FileField, isWeighed: boolean): number | null | undefined | Problem
  /** A quantity that may be below zero, as stock can be. */
  stock(field: FileField, isWeighed: boolean): number | null | undefined | Problem
  flag(field: FileField): boolean | undefined
  codes(field: FileField): readonly string[] | undefined
  /** The only code of a cell if it has 11 digits: a spreadsheet may have removed the first zero of a UPC. */
  shortCode(field: FileField): string | undefined
  code(field: FileField): string | null | undefined
  taxCode(field: FileField): TaxCode | null | undefined
}

/**
 * A code in quotes, as an export writes one that has a separator, or the text up to the next separator. The
 * blanks exclude the separator \n: otherwise many of them in a cell take quadratic time.
 */
const codePattern = /[^\S\n]*(?:"((?:[^"]|"")+)"[^\S\n]*(?=[|;\n]|$)|([^|;\n]+))(?:[|;\n]|$)/g

/** Reads the codes of a cell, which `|`, `;` or line breaks separate. */
const codesIn = (text: string): string[] =>
  [...text.matchAll(codePattern)].map(codeOfMatch).filter(code => code !== '')

/** Returns the code in a match of `codePattern`. A code without quotes loses the `.0` of a spreadsheet. */
function codeOfMatch([, quoted, plain = '']: RegExpExecArray): string {
  if (quoted !== undefined) return quoted.replaceAll('""', '"')
  return plainText(plain).replace(/^(\d+)\.0+$/, '$1')
}

/** Writes a code so that `codesIn` reads it again: in quotes if it has a separator or a quote. */
export const codeText = (code: string): string =>
  codesIn(code).join() === code && !code.startsWith('"') ? code : `"${code.replaceAll('"', '""')}"`

/** Returns the only code of a cell if it has 11 digits, as a UPC-A without its first zero; else undefined. */
function shortCodeIn(text: string): string | undefined {
  const [code = '', secondCode] = codesIn(text)
  return secondCode === undefined && /^\d{11}$/.test(code) ? code : undefined
}

/** Whether `'` or `="` marks a cell as text, so that no spreadsheet has removed zeros from it. */
const isMarkedAsText = (cell: string) => /^\s*(?:'|=")/.test(cell)

/** Reads kilograms, such as `2.5` or `0,125`, as grams; undefined for any other text. */
function gramsIn(text: string): number | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,7})(?:[.,](\d{1,3}))?(?:\s*kg)?$/i.exec(text) ?? []
  return whole === '' ? undefined : Number(whole) * 1_000 + Number(decimals.padEnd(3, '0'))
}

/** The most characters of a cell: enough for 20 barcodes and their separators. */
export const cellMax = 2_000

const isOpenPrice = (text: string) => /^(variable|open|wazi)$/i.test(text)
const isYes = (cell: string) => /^(y|yes|true|1|ndiyo|ndio)$/i.test(cell)
/** Whether the text of a cell means "no". */
export const isNo = (cell: string): boolean => /^(n|no|false|0|hapana)$/i.test(cell)
/** Reads a cell as yes or no; undefined for an empty cell. */
function flagIn(cell: string, head: string): boolean | undefined | Problem {
  if (cell === '') return undefined
  if (isYes(cell)) return true
  return isNo(cell) ? false : problem(head, 'flag_malformed')
}
/** Spreadsheets round long numbers and show an exponent: `6.00123E+12`. */
const roundedNumber = /^\d+(?:[.,]\d+)?E\+\d+$/i
/** Three decimals. In files of other programs, `12.345` is a fraction and does not mean 12,345. */
const threeDecimals = /^\d+\.\d{3}$/

interface NumberContext {
  readonly head: string // the header of the column
  readonly isOwnForm: boolean // Kaunta's own form; other programs always write a decimal point
}

/**
 * Reads whole shillings; null for an empty cell or an open price.
 * @param roundsCents whether cents are rounded; otherwise a sum with cents is a problem
 */
function sumIn(
  cell: string,
  { head, isOwnForm, roundsCents }: NumberContext & { readonly roundsCents: boolean },
): number | null | Problem {
  if (cell === '' || isOpenPrice(cell)) return null
  if (!isOwnForm && threeDecimals.test(cell)) return problem(head, 'amount_not_whole', { amount: cell })
  const sum = readSum(cell)
  if (sum.kind === 'whole') return sum.amount
  if (sum.kind === 'unreadable') return problem(head, 'amount_malformed')
  if (roundsCents) return sum.whole + Math.round(Number(`0.${sum.cents}`))
  return problem(head, 'amount_not_whole', { amount: sum.amount })
}

type QuantityContext = NumberContext & { readonly isWeighed: boolean }

/** Reads a quantity: kilograms as grams if goods are weighed, else a whole number. Null: an empty cell. */
function quantityIn(cell: string, { head, isOwnForm, isWeighed }: QuantityContext): number | null | Problem {
  if (cell === '') return null
  if (isWeighed) return gramsIn(cell) ?? problem(head, 'kilos_malformed')
  // Other programs may write decimals that are zero, as in 12.0.
  const whole = isOwnForm ? cell : cell.replace(/\.0+$/, '')
  const isFraction = !isOwnForm && threeDecimals.test(whole)
  const count = isFraction ? undefined : readWholeNumber(whole)
  return count ?? problem(head, 'count_malformed')
}

/** A quantity with an optional minus sign, of ASCII or of Unicode. */
const signedQuantity = /^([-\u2212]?)\s*(.*)$/s

/** Reads stock: a quantity as in `quantityIn`, but it may be negative and must be within `stockMax`. */
function stockIn(cell: string, context: QuantityContext): number | null | Problem {
  const [, minus = '', digits = ''] = signedQuantity.exec(cell) ?? []
  const quantity = quantityIn(digits, context)
  // A minus sign alone is no empty cell.
  if (quantity === null && minus !== '') return problem(context.head, 'count_malformed')
  if (typeof quantity === 'object') return quantity // null or a problem
  const { quantity: max } = stockMax
  if (quantity > max) return problem(context.head, 'not_whole_number_between', { min: -max, max })
  return minus === '' || quantity === 0 ? quantity : -quantity // never -0
}

/** Reads a whole number; null for an empty cell. */
function numberIn(cell: string, head: string): number | null | Problem {
  if (cell === '') return null
  return readWholeNumber(cell) ?? problem(head, 'count_malformed')
}

/** Reads a tax code; null for an empty cell. */
function taxCodeIn(cell: string, head: string): TaxCode | null | Problem {
  if (cell === '') return null
  const upperCase = cell.toUpperCase()
  const choices = taxCodes.join(', ')
  return taxCodes.find(code => code === upperCase) ?? problem(head, 'wrong_choice', { choices })
}

const isProblem = (result: unknown): result is Problem => typeof result === 'object' && result !== null

/**
 * Returns the reader of a line's cells.
 * @param problems receives the problem of each cell that cannot be read
 */
export function cellReader(
  cells: readonly string[],
  { form, columns }: Pick<FileForm, 'form' | 'columns'>,
  problems: Problem[],
): CellReader {
  const isOwnForm = form === 'kaunta'
  const rawText = (field: FileField) => cells[columns[field]?.index ?? -1] ?? ''
  const has = (field: FileField) => columns[field] !== undefined
  const head = (field: FileField) => headOf(columns, field)
  const text = (field: FileField) => withoutGuards(plainText(rawText(field)))
  const report = (cellProblem: Problem): undefined => {
    problems.push(cellProblem)
  }
  const sum = (field: FileField, { roundsCents }: { readonly roundsCents: boolean }) => {
    if (!has(field)) return undefined
    const result = sumIn(text(field), { head: head(field), isOwnForm, roundsCents })
    return isProblem(result) ? report(result) : result
  }
  const unroundedCode = (field: FileField, code: string) =>
    roundedNumber.test(code) ? report(problem(head(field), 'code_rounded', { code })) : code
  return {
    text,
    has,
    head,
    sum: field => sum(field, { roundsCents: false }),
    cost: field => sum(field, { roundsCents: form === 'loyverse' }),
    number(field) {
      if (!has(field)) return undefined
      const result = numberIn(text(field), head(field))
      return isProblem(result) ? report(result) : result
    },
    quantity: (field, isWeighed) =>
      has(field) ? quantityIn(text(field), { head: head(field), isOwnForm, isWeighed }) : undefined,
    stock: (field, isWeighed) =>
      has(field) ? stockIn(text(field), { head: head(field), isOwnForm, isWeighed }) : undefined,
    flag(field) {
      const result = flagIn(text(field), head(field))
      return isProblem(result) ? report(result) : result
    },
    codes(field) {
      if (!has(field)) return undefined
      return codesIn(text(field))
        .map(code => unroundedCode(field, code))
        .filter(code => code !== undefined)
    },
    // An export of Loyverse was not saved by a spreadsheet, which could have removed zeros.
    shortCode: field =>
      form === 'loyverse' || isMarkedAsText(rawText(field)) ? undefined : shortCodeIn(text(field)),
    code(field) {
      if (!has(field)) return undefined
      const cell = text(field)
      return cell === '' ? null : unroundedCode(field, cell)
    },
    taxCode(field) {
      if (!has(field)) return undefined
      const result = taxCodeIn(text(field), head(field))
      return isProblem(result) ? report(result) : result
    },
  }
}
