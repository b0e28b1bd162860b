// Reads one cell of a file with products: a sum, a number, a flag, codes. A value is never guessed: a cell
// that is not clear is a problem that names its column.
import { withoutGuards } from './csv.ts'
import { type Problem, problem } from './fault.ts'
import { type FileField, type FileForm, headOf } from './product-form.ts'
import { plainText } from './settlement-cell.ts'
import { readSum, readWholeNumber } from './shillings.ts'
import { stockMax } from './stock.ts'
import { type TaxCode, taxCodes } from './tax-code.ts'

/** The cells of a line by their fields. Undefined: the file has no such column, or the cell is a problem. */
export interface CellReader {
  /** The text of a cell; empty when the file has no such column. */
  text(field: FileField): string
  has(field: FileField): boolean
  head(field: FileField): string
  /** Whole shillings; null for an empty cell. */
  sum(field: FileField): number | null | undefined
  /** Whole shillings. Loyverse writes average costs with cents, which are rounded. */
  cost(field: FileField): number | null | undefined
  number(field: FileField): number | null | undefined
  /**
   * A quantity in base units: a whole number, or kilograms with up to three decimals, which become grams.
   * It returns its problem instead of reporting it, because the list may show later that goods are weighed.
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

/** Reads the codes of a cell, with `|`, `;` or line breaks between them. */
const codesIn = (text: string): string[] =>
  [...text.matchAll(codePattern)]
    .map(([, quoted, plain = '']) =>
      quoted === undefined ? plainText(plain).replace(/^(\d+)\.0+$/, '$1') : quoted.replaceAll('""', '"'),
    )
    .filter(code => code !== '')

/** Writes a code so that `codesIn` reads it again: in quotes if it has a separator or a quote. */
export const codeText = (code: string): string =>
  codesIn(code).join() === code && !code.startsWith('"') ? code : `"${code.replaceAll('"', '""')}"`

/** Returns the only code of a cell if it has 11 digits; otherwise undefined. */
function shortCodeIn(text: string): string | undefined {
  const [only = '', other] = codesIn(text)
  return other === undefined && /^\d{11}$/.test(only) ? only : undefined
}

/** Whether a cell is marked as text, so that no spreadsheet has removed zeros from it. */
const isText = (cell: string) => /^\s*(?:'|=")/.test(cell)

/** Reads kilograms, such as `2.5` or `0,125`, as grams; undefined for any other text. */
function gramsIn(text: string): number | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,7})(?:[.,](\d{1,3}))?(?:\s*kg)?$/i.exec(text) ?? []
  return whole === '' ? undefined : Number(whole) * 1_000 + Number(decimals.padEnd(3, '0'))
}

/** No cell is longer: 20 barcodes with what separates them. */
export const cellMax = 2_000

const isOpenPrice = (text: string) => /^(variable|open|wazi)$/i.test(text)
const isYes = (cell: string) => /^(y|yes|true|1|ndiyo|ndio)$/i.test(cell)
/** Whether a cell is a flag that is off. */
export const isNo = (cell: string): boolean => /^(n|no|false|0|hapana)$/i.test(cell)
/** Reads a flag; undefined for an empty cell. */
function flagIn(cell: string, head: string): boolean | undefined | Problem {
  if (cell === '') return undefined
  if (isYes(cell)) return true
  return isNo(cell) ? false : problem(head, 'flag_malformed')
}
/** Spreadsheets round long numbers and show an exponent. */
const roundedNumber = /^\d+(?:[.,]\d+)?E\+\d+$/i
/** Three decimals, in a file of a program that always writes a decimal point: 12.345 is not 12,345 there. */
const threeDecimals = /^\d+\.\d{3}$/

type SumContext = { readonly head: string; readonly isOwn: boolean; readonly roundsCents: boolean }

/**
 * Reads whole shillings; null for an empty cell or an open price.
 * @param isOwn whether the file has our own form; other programs always write a decimal point
 */
function sumIn(cell: string, { head, isOwn, roundsCents }: SumContext): number | null | Problem {
  if (cell === '' || isOpenPrice(cell)) return null
  if (!isOwn && threeDecimals.test(cell)) return problem(head, 'amount_not_whole', { amount: cell })
  const read = readSum(cell)
  if (read.kind === 'whole') return read.amount
  if (read.kind === 'unreadable') return problem(head, 'amount_malformed')
  if (roundsCents) return read.whole + Math.round(Number(`0.${read.cents}`))
  return problem(head, 'amount_not_whole', { amount: read.amount })
}

/** Reads a quantity in base units, or in grams if goods are weighed; null for an empty cell. */
function quantityIn(
  cell: string,
  { head, isOwn, isWeighed }: { readonly head: string; readonly isOwn: boolean; readonly isWeighed: boolean },
): number | null | Problem {
  if (cell === '') return null
  if (isWeighed) return gramsIn(cell) ?? problem(head, 'kilos_malformed')
  // Other programs may write zero decimals, and their 5.500 is not 5,500.
  const whole = isOwn ? cell : cell.replace(/\.0+$/, '')
  const count = !isOwn && threeDecimals.test(whole) ? undefined : readWholeNumber(whole)
  return count ?? problem(head, 'count_malformed')
}

/** Reads a quantity that may have a minus sign and is within the bounds of stock. */
function stockIn(cell: string, reading: Parameters<typeof quantityIn>[1]): number | null | Problem {
  const [, sign = '', digits = ''] = /^([-\u2212]?)\s*(.*)$/s.exec(cell) ?? []
  const quantity = quantityIn(digits, reading)
  if (quantity === null && sign !== '') return problem(reading.head, 'count_malformed')
  if (typeof quantity === 'object') return quantity // null or a problem
  const { quantity: max } = stockMax
  if (quantity > max) return problem(reading.head, 'not_whole_number_between', { min: -max, max })
  return sign === '' || quantity === 0 ? quantity : -quantity
}

/**
 * Returns the reader of a line's cells.
 * @param problems receives the problems of cells
 */
export function cellReader(
  cells: readonly string[],
  { form, columns }: Pick<FileForm, 'form' | 'columns'>,
  problems: Problem[],
): CellReader {
  const isOwn = form === 'kaunta'
  const rawText = (field: FileField) => cells[columns[field]?.index ?? -1] ?? ''
  const has = (field: FileField) => columns[field] !== undefined
  const head = (field: FileField) => headOf(columns, field)
  const text = (field: FileField) => withoutGuards(plainText(rawText(field)))
  const report = (cellProblem: Problem): undefined => void problems.push(cellProblem)
  const sum = (field: FileField, { roundsCents }: { readonly roundsCents: boolean }) => {
    if (!has(field)) return undefined
    const read = sumIn(text(field), { head: head(field), isOwn, roundsCents })
    return typeof read === 'object' && read !== null ? report(read) : read
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
      const cell = text(field)
      return cell === '' ? null : (readWholeNumber(cell) ?? report(problem(head(field), 'count_malformed')))
    },
    quantity: (field, isWeighed) =>
      has(field) ? quantityIn(text(field), { head: head(field), isOwn, isWeighed }) : undefined,
    stock: (field, isWeighed) =>
      has(field) ? stockIn(text(field), { head: head(field), isOwn, isWeighed }) : undefined,
    flag(field) {
      const read = flagIn(text(field), head(field))
      return typeof read === 'object' ? report(read) : read
    },
    codes(field) {
      if (!has(field)) return undefined
      return codesIn(text(field))
        .map(code => unroundedCode(field, code))
        .filter(code => code !== undefined)
    },
    // Loyverse's own files have passed no spreadsheet.
    shortCode: field =>
      form === 'loyverse' || isText(rawText(field)) ? undefined : shortCodeIn(text(field)),
    code(field) {
      if (!has(field)) return undefined
      const cell = text(field)
      return cell === '' ? null : unroundedCode(field, cell)
    },
    taxCode(field) {
      if (!has(field)) return undefined
      const cell = text(field).toUpperCase()
      if (cell === '') return null
      const choices = taxCodes.join(', ')
      return taxCodes.find(code => code === cell) ?? report(problem(head(field), 'wrong_choice', { choices }))
    },
  }
}
