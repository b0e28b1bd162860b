// Reads one cell of a file with products: a sum, a number, a flag, codes. A value is never guessed: a cell
// that is not clear is a problem that names its column.
import { withoutGuards } from './csv.ts'
import { type Problem, problem } from './fault.ts'
import { type FileColumns, type FileField, headOf } from './product-form.ts'
import { plainText } from './settlement-cell.ts'
import { readSum, readWholeNumber } from './shillings.ts'
import { type TaxCode, taxCodes } from './tax-code.ts'

/** The cells of a line by their fields. Undefined: the file has no such column, or the cell is a problem. */
export interface CellReader {
  /** The text of a cell; empty when the file has no such column. */
  text(field: FileField): string
  has(field: FileField): boolean
  head(field: FileField): string
  /** Whole shillings; null for an empty cell. */
  sum(field: FileField): number | null | undefined
  /** Whole shillings, with cents rounded. */
  cost(field: FileField): number | null | undefined
  number(field: FileField): number | null | undefined
  flag(field: FileField): boolean | undefined
  codes(field: FileField): readonly string[] | undefined
  code(field: FileField): string | null | undefined
  taxCode(field: FileField): TaxCode | null | undefined
}

/** No cell is longer: 20 barcodes with what separates them. */
export const cellMax = 2_000

const isOpen = (text: string) => /^(variable|open|wazi)$/i.test(text)
const yes = /^(y|yes|true|1|ndiyo|ndio)$/i
const no = /^(n|no|false|0|hapana)$/i
/** Spreadsheets round long numbers and show an exponent. */
const rounded = /^\d+(?:[.,]\d+)?E\+\d+$/i

/** @param found receives the problems of cells */
export function cellReader(cells: readonly string[], columns: FileColumns, found: Problem[]): CellReader {
  const has = (field: FileField) => columns[field] !== undefined
  const head = (field: FileField) => headOf(columns, field)
  const text = (field: FileField) => withoutGuards(plainText(cells[columns[field]?.at ?? -1] ?? ''))
  const wrong = (one: Problem): undefined => void found.push(one)

  const sum = (field: FileField, isRounded: boolean) => {
    if (!has(field)) return undefined
    const cell = text(field)
    if (cell === '' || isOpen(cell)) return null
    const read = readSum(cell)
    if (read.kind === 'whole') return read.amount
    if (read.kind === 'unreadable') return wrong(problem(head(field), 'amount_malformed'))
    if (isRounded) return read.whole + Math.round(Number(`0.${read.cents}`))
    return wrong(problem(head(field), 'amount_not_whole', { amount: read.amount }))
  }
  const exact = (field: FileField, code: string) =>
    rounded.test(code) ? wrong(problem(head(field), 'code_rounded', { code })) : code
  return {
    text,
    has,
    head,
    sum: field => sum(field, false),
    cost: field => sum(field, true),
    number(field) {
      if (!has(field)) return undefined
      const cell = text(field)
      return cell === '' ? null : (readWholeNumber(cell) ?? wrong(problem(head(field), 'count_malformed')))
    },
    flag(field) {
      const cell = text(field)
      if (cell === '') return undefined
      if (yes.test(cell)) return true
      return no.test(cell) ? false : wrong(problem(head(field), 'flag_malformed'))
    },
    codes(field) {
      if (!has(field)) return undefined
      const codes = text(field).split(/[|;\n]/)
      return codes
        .map(one => plainText(one).replace(/^(\d+)\.0+$/, '$1'))
        .filter(one => one !== '')
        .map(one => exact(field, one))
        .filter(one => one !== undefined)
    },
    code(field) {
      if (!has(field)) return undefined
      const cell = text(field)
      return cell === '' ? null : exact(field, cell)
    },
    taxCode(field) {
      if (!has(field)) return undefined
      const cell = text(field).toUpperCase()
      if (cell === '') return null
      const choices = taxCodes.join(', ')
      return taxCodes.find(one => one === cell) ?? wrong(problem(head(field), 'wrong_choice', { choices }))
    },
  }
}
