// Reads one cell of a network's file: a sum with its direction, the state of the money, or a name.
import { type MoneyState, nameOf } from './money-entry.ts'
import { reversalWord } from './reversal-word.ts'
import { readSum, sumTextMax } from './shillings.ts'

export type Direction = 'in' | 'out'

/** Returns the text of a cell without what spreadsheets add so that digits stay text: `="0123"`, `'0123`. */
export function plainText(cell: string): string {
  const text = cell.trim()
  const [, quoted] = /^="(.*)"$/.exec(text) ?? []
  return (quoted ?? text.replace(/^'/, '')).trim()
}

export interface CellSum {
  readonly amount: number // whole shillings
  /** From a sign, brackets, or `CR` and `DR`; undefined when the cell has none. */
  readonly direction: Direction | undefined
}

/** `CR 500`, `500 Dr.`: the mark before or after a sum. */
const creditOrDebit = /^(cr|dr)\b\.?\s*|\s*(cr|dr)\.?$/i
const currencyBeforeSign = /^(?:tzs|tshs?)\.?\s*(?=[-\u2010-\u2015\u2212\uFE63\uFF0D(])/i
const minus = /^[-\u2010-\u2015\u2212\uFE63\uFF0D]\s*|\s*[-\u2010-\u2015\u2212\uFE63\uFF0D]$/u

/**
 * Reads a sum of whole shillings, in any of the forms `20,100.00`, `-20,100.00`, `20,100.00-`,
 * `(20,100.00)` and `20,100.00 DR`. Undefined for cents, other currencies and anything else.
 */
export function sumIn(cell: string): CellSum | undefined {
  if (cell.length > sumTextMax) return undefined
  const [mark = ''] = creditOrDebit.exec(cell) ?? []
  const withoutMark = cell.replace(creditOrDebit, '').replace(currencyBeforeSign, '')
  const inBrackets = /^\((.*)\)$/.exec(withoutMark)?.[1]?.trim()
  const signedSum = (inBrackets ?? withoutMark).replace(/^\+\s*/, '')
  const amount = wholeShillingsIn(signedSum.replace(minus, ''))
  if (amount === undefined) return undefined
  const isOut = inBrackets !== undefined || minus.test(signedSum) || /dr/i.test(mark)
  if (isOut) return { amount, direction: 'out' }
  return { amount, direction: mark === '' ? undefined : 'in' }
}

/** Reads an unsigned sum; undefined if it has cents other than zeros. Programs may write `5000.0`. */
function wholeShillingsIn(text: string): number | undefined {
  const reading = readSum(text)
  if (reading.kind === 'unreadable') return undefined
  if (reading.kind === 'whole') return reading.amount
  return /^0+$/.test(reading.cents) ? reading.whole : undefined
}

/** Replaces underscores and hyphens by blanks: programs write `PARTIALLY_REFUNDED` and `in-progress`. */
export const separateWords = (cell: string): string => cell.replace(/[_-]+/g, ' ').trim()

const inward =
  /^(cr?|credit(s|ed)?|in|money ?in|paid ?in|deposit(s|ed)?|incoming|inward|inflow|received|\+)$/i
const outward =
  /^(dr?|debit(s|ed)?|out|money ?out|paid ?out|withdraw(als?|n)|outgoing|outward|outflow|sent)$/i

/** Reads the direction of money, such as `CR`, `Debit` or `Paid In`; undefined for any other word. */
export function directionIn(cell: string): Direction | undefined {
  const word = separateWords(cell).replace(/(\.| (entry|transaction))$/i, '')
  if (inward.test(word)) return 'in'
  return outward.test(word) || cell === '-' ? 'out' : undefined
}

/** Whether a cell names a network's fee, which is not the money of an order. */
export const isFeeWord = (cell: string): boolean =>
  /\b(charges?|fees?|commission|tariff|levy|excise|vat|tozo|ada|makato|kamisheni)\b/i.test(cell) &&
  !reversalWord.test(cell)

const paidWords =
  /^(000|(transaction )?success(ful(ly)?)?|succeeded|completed?|paid|settled|approved|posted|ok|imefanikiwa|imekamilika|imelipwa)$/i
const openWords = /^(pending|in ?progress|processing|initiated|111|927|999|ambiguous)$/i
const notPaidWords =
  /^((transaction )?fail(ed|ure)?|(user ?)?cancell?ed|rejected|declined|expired|void(ed)?|timed? ?out|imeshindwa|imeghairiwa)$/i

/** Reads the state of the money; an empty cell means paid. Undefined for an unknown word. */
export function stateIn(cell: string): MoneyState | 'given_back' | undefined {
  const words = separateWords(cell)
  if (cell === '' || paidWords.test(words)) return 'paid'
  if (openWords.test(words)) return 'open'
  if (notPaidWords.test(words)) return 'not_paid'
  return reversalWord.test(words) ? 'given_back' : undefined
}

/** Whether a cell in a column about returned money confirms a return: by `yes`, `refunded`, or a sum. */
export function isGivenBackCell(cell: string): boolean {
  const isYes = /^(yes|y|true|ndiyo|success(ful)?|completed?)$/i.test(cell)
  const isDenied = /^(no|not|never)\b/i.test(cell)
  if (isYes || (!isDenied && reversalWord.test(separateWords(cell)))) return true
  return (sumIn(cell)?.amount ?? 0) > 0
}

/** Whether a state means that only a part was given back: `PARTIALLY_REFUNDED`, `Partial`. */
export const isPartWord = (cell: string): boolean => {
  const words = separateWords(cell)
  return /\b(part(ial(ly)?|ly)?|sehemu)\b/i.test(words) && (partOnly.test(words) || reversalWord.test(words))
}
const partOnly = /^(partial(ly)?|part|sehemu)$/i

/**
 * Returns the sum in a column about returned money if it is only a part of the row's amount; otherwise 0.
 * @param amount the row's amount; whole shillings, like the result
 */
export function partGivenBack(cell: string, amount: number): number {
  const returned = sumIn(cell)?.amount ?? 0
  return returned < amount ? returned : 0
}

/** `2.82509E+13`, `########`, `#N/A`: a number that a spreadsheet rounded or hid. */
const lost = /^(\d+(?:[.,]\d+)?E\+?\d+|#+|#(?:N\/A|REF!|VALUE!|NAME\?|NUM!|NULL!|DIV\/0!))$/i

/**
 * Reads a reference or receipt. `isLost` if a spreadsheet rounded or hid the number: then `name` is empty,
 * because different numbers would look alike.
 */
export function nameIn(cell: string): { readonly name: string; readonly isLost: boolean } {
  if (/[.,#+]/.test(cell) && lost.test(cell)) return { name: '', isLost: true }
  return { name: cell.replace(/^(\d+)\.0+$/, '$1'), isLost: false }
}

/** Returns the words of a text that may be references or receipts: `Reversal of SGR7A1B2C3 to 255754…`. */
export const namesIn = (words: string): readonly string[] =>
  (words.match(/[a-z0-9][\w.-]{3,}/gi) ?? []).filter(word => /\d/.test(word)).map(nameOf)
