// A network's settlement file: the CSV that a merchant downloads from the network. Networks name and order
// their columns differently and change them, so columns are found by the meaning of their headings, below any
// lines above the table. A row with an unreadable cell is reported with the cause, and its value is never
// guessed.
import { readCsv, separatorWithHeads } from './csv-file.ts'
import type { Span } from './day.ts'
import { fault } from './fault.ts'
import type { NetworkEntry } from './money-entry.ts'
import { reversalWord } from './reversal-word.ts'
import {
  type CellSum,
  type Direction,
  directionIn,
  isFeeWord,
  isGivenBackCell,
  isPartWord,
  nameIn,
  namesIn,
  partGivenBack,
  plainText,
  separateWords,
  stateIn,
  sumIn,
} from './settlement-cell.ts'
import { timeReader } from './settlement-time.ts'

/** The most rows of a file; a busy shop has a few thousand a day. */
const fileRowsMax = 50_000
/** The most lines above the headings: name of the merchant, period, totals. */
const preambleMax = 30

export const unreadableCauses = ['amount', 'state', 'date', 'name', 'number_rounded'] as const
/** Which cell could not be read. `number_rounded`: a spreadsheet rounded its reference or receipt. */
type UnreadableCause = (typeof unreadableCauses)[number]

export interface UnreadableRow {
  readonly row: number // the row in the file, from 1
  readonly cause: UnreadableCause
  readonly names: readonly string[] // reference and receipt, as far as the row has them
}

/** A row of the file. With `isUndated`, it has a date that could not be read. */
export type FileEntry = NetworkEntry & { readonly isUndated?: true }

interface SettlementFile {
  readonly entries: readonly FileEntry[]
  readonly unreadable: readonly UnreadableRow[]
}

const splitWords = (text: string): readonly string[] => text.split(' ')

/**
 * The headings of each column without blanks and signs, in order of preference. Selcom's are order_id,
 * transid, reference, amount and payment_status.
 */
const heads = {
  reference: splitWords(
    'orderid merchantreference externalreference externalid merchantref order billref utilityref ' +
      'billreference clientreference',
  ),
  transid: splitWords('transid transactionid txnid tranid trxid'),
  receipt: splitWords(
    'receiptno receipt receiptnumber selcomreference reference networkreference referenceno rrn ' +
      'mnoreference confirmationcode',
  ),
  amount: splitWords('amount grossamount transactionamount gross value totalamount'),
  amountIn: splitWords('paidin credit creditamount moneyin deposit cr'),
  amountOut: splitWords('withdrawn debit paidout debitamount moneyout withdrawal dr'),
  direction: splitWords('crdr drcr debitcredit creditdebit cd dc indicator direction entrytype'),
  type: splitWords('transactiontype type reasontype'),
  details: splitWords('details description narration remarks'),
  state: splitWords('paymentstatus transactionstatus status result state'),
  // A second state: the state of the money, next to that of the order.
  otherState: splitWords('status transactionstatus state result'),
  givenBack: splitWords('reversed isreversed refunded isrefunded chargeback reversalstatus refundstatus'),
  givenBackSum: splitWords('refundedamount amountrefunded refundamount reversedamount reversalamount'),
  linked: splitWords('linkedtransactionid originaltransactionid originalreference originalreceipt'),
  time: splitWords(
    'creationdate completiontime transactiondate datetime date createdat transactiontime paidat ' +
      'timestamp initiationtime time postingdate valuedate',
  ),
} as const satisfies Readonly<Record<string, readonly string[]>>
type ColumnName = keyof typeof heads

/** Returns a heading as `heads` lists it: `Amount (TZS)` becomes `amount`. */
const headOf = (cell: string) =>
  cell
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/tzs$/, '')

type Columns = Partial<Readonly<Record<ColumnName, number>>>

/**
 * Returns the index of each column in a heading line; undefined when the line has no heading for an amount,
 * or none for a reference, transaction or receipt.
 */
function columnsOf(cells: readonly string[]): Columns | undefined {
  const headsOfFile = cells.map(headOf)
  const columns: Partial<Record<ColumnName, number>> = {}
  for (const column of Object.keys(heads) as ColumnName[]) {
    const indexes = heads[column].map(head => headsOfFile.indexOf(head))
    const firstIndex = indexes.find(index => index >= 0) // `indexOf` returns -1 for a missing heading
    if (firstIndex !== undefined) columns[column] = firstIndex
  }
  const hasAny = (...names: ColumnName[]) => names.some(name => columns[name] !== undefined)
  const isComplete = hasAny('reference', 'transid', 'receipt') && hasAny('amount', 'amountIn', 'amountOut')
  return isComplete ? columns : undefined
}

/** Whether a line has the headings that `columnsOf` needs. */
const isHeads = (cells: readonly string[]) => columnsOf(cells.map(plainText)) !== undefined

/**
 * Reads the rows of a network's file.
 * @param zoneMs how far the network's clocks are ahead of UTC, for times without a zone
 * @param day the day that the person reconciles, which distinguishes 11/05 from 05/11 when nothing else does
 * @returns undefined when no line has the headings that `columnsOf` needs
 * @throws Fault `file_quote_unclosed`, because an unclosed quote would hide rows; `settlement_file_too_long`
 */
export function readSettlementFile(text: string, zoneMs: number, day?: Span): SettlementFile | undefined {
  // Read one line more than a file may have, to notice a longer file.
  const csv = readCsv(text, preambleMax + fileRowsMax + 1, separatorWithHeads(isHeads))
  const lines = csv.lines.map(cells => cells.map(plainText))
  const headIndex = lines.slice(0, preambleMax).findIndex(cells => columnsOf(cells) !== undefined)
  const columns = columnsOf(lines[headIndex] ?? [])
  if (!columns) return undefined
  if (csv.unclosedAt !== undefined) throw fault('file_quote_unclosed', { line: csv.unclosedAt })
  const rowLines = lines.slice(headIndex + 1)
  if (rowLines.length > fileRowsMax) throw fault('settlement_file_too_long', { max: fileRowsMax })
  const rows = rowLines.map(cells => ({
    cells,
    cellIn: (column: ColumnName) => cells[columns[column] ?? -1] ?? '',
  }))
  // All times of a file together show whether it writes the day or the month first.
  const times = rows.map(({ cellIn }) => cellIn('time'))
  const readTime = timeReader(times, zoneMs, day)
  const entries: FileEntry[] = []
  const unreadable: UnreadableRow[] = []
  for (const [index, { cells, cellIn }] of rows.entries()) {
    const { entry, cause, names = [] } = readRow(cells, cellIn, readTime)
    if (entry) entries.push(entry)
    // Rows are counted from 1, and the first one follows the headings.
    if (cause) unreadable.push({ row: headIndex + 2 + index, cause, names })
  }
  return { entries, unreadable }
}

interface ReadRow {
  readonly entry?: FileEntry
  readonly cause?: UnreadableCause
  readonly names?: readonly string[]
}

/** Returns the cell of a row in a column; empty if the file lacks the column. */
type CellIn = (column: ColumnName) => string

/**
 * Reads a row of the file: its entry, or the cause why a cell is unreadable, or both. A row that moved no
 * money of a sale (empty, totals, a fee, a return that did not happen) has neither.
 */
function readRow(cells: readonly string[], cellIn: CellIn, readTime: ReturnType<typeof timeReader>): ReadRow {
  if (cells.every(cell => cell === '')) return {}
  const rowNames = namesOf(cellIn)
  const names = [rowNames.reference, rowNames.receipt].filter(name => name !== '')
  if (names.length === 0) {
    if (rowNames.isRounded) return { cause: 'number_rounded', names }
    const isTotal = /total|balance|salio|jumla/i.test(cells.join(' '))
    return isTotal ? {} : { cause: 'name' }
  }
  const sum = rowSum(cellIn)
  if (sum === undefined) return { cause: 'amount', names }
  const givenBack = givenBackCell(cellIn)
  const returned = partGivenBack(givenBack, sum.amount)
  const state = rowState(cellIn, givenBack, returned)
  if (state === undefined) return { cause: 'state', names }
  const description = separateWords(`${cellIn('type')} ${cellIn('details')}`)
  const isFee = sum.direction === 'out' && isFeeWord(description)
  if (sum.amount === 0 || isFee) return {}
  const isReturn = sum.direction !== 'in' && reversalWord.test(description)
  const isSale = !isReturn && sum.direction !== 'out'
  if (isSale && isPartWithoutSum(cellIn, givenBack)) return { cause: 'amount', names }
  const didReturnHappen = state === 'paid' || state === 'given_back'
  if (isReturn && !didReturnHappen) return {}
  const time = cellIn('time') === '' ? null : readTime(cellIn('time'))
  const entry = entryOf(cellIn, rowNames, { sum, returned, state, isReturn }, time)
  if (time === undefined) return { entry, cause: 'date', names }
  return rowNames.isRounded ? { entry, cause: 'number_rounded', names } : { entry }
}

interface RowMoney {
  readonly sum: CellSum
  readonly returned: number // how much of the sum was given back, whole shillings
  readonly state: NonNullable<ReturnType<typeof stateIn>>
  readonly isReturn: boolean // the row itself gives back the money of another row
}

/**
 * Returns the entry of a row that moved money. Its amount excludes a part that was given back, but not money
 * that was given back completely.
 * @param time milliseconds since 1970; null for an empty cell, undefined for an unreadable one
 */
function entryOf(
  cellIn: CellIn,
  { reference, receipt }: ReturnType<typeof namesOf>,
  { sum: { amount, direction }, returned, state, isReturn }: RowMoney,
  time: number | null | undefined,
): FileEntry {
  const entry = {
    reference: reference || null,
    receipt: receipt || null,
    state: state === 'given_back' ? 'not_paid' : state,
    at: time ?? null,
    ...(direction ? { direction } : {}),
    ...(time === undefined ? { isUndated: true as const } : {}),
  } as const
  if (isReturn || state === 'given_back') {
    const description = `${cellIn('type')} ${cellIn('details')} ${cellIn('linked')}`
    return { ...entry, amount, isReversed: true, mentions: namesIn(description) }
  }
  return { ...entry, amount: amount - returned, ...(returned > 0 ? { returned } : {}) }
}

/**
 * Returns the text of the cell that shows returned money; empty if the row has none. A file may have a column
 * with a word (`refunded`), one with a sum, or both: then the sum counts, unless the word denies the return.
 */
function givenBackCell(cellIn: CellIn): string {
  const [word, sum] = [cellIn('givenBack'), cellIn('givenBackSum')]
  if (word === '') return sum
  const confirmsReturn = isGivenBackCell(word) || isPartWord(word)
  const hasSum = (sumIn(sum)?.amount ?? 0) > 0
  return confirmsReturn && hasSum ? sum : word
}

/**
 * Returns the state of a row's money; undefined if its cell cannot be read. If a part was given back, the
 * rest stays paid, even if the row has a word for a return.
 * @param givenBack the text of the cell that shows returned money
 * @param returned the part that was given back, whole shillings; 0 for none, or for all of the money
 */
function rowState(cellIn: CellIn, givenBack: string, returned: number): ReturnType<typeof stateIn> {
  const [state, otherState] = [stateIn(cellIn('state')), stateIn(cellIn('otherState'))]
  if (returned > 0) return state === 'given_back' ? 'paid' : state
  return isGivenBackCell(givenBack) || otherState === 'given_back' ? 'given_back' : state
}

/** Whether a row shows that a part was given back, but not how much. */
function isPartWithoutSum(cellIn: CellIn, givenBack: string): boolean {
  const hasPartWord = [cellIn('state'), cellIn('otherState'), givenBack].some(isPartWord)
  return hasPartWord && (sumIn(givenBack)?.amount ?? 0) === 0
}

/**
 * Returns the reference and receipt of a row, empty where it has none. A transaction id takes the place of a
 * missing reference, otherwise of a missing receipt. `isRounded`: a spreadsheet rounded one of the numbers.
 */
function namesOf(cellIn: CellIn) {
  const [reference, transid, receipt] = [
    nameIn(cellIn('reference')),
    nameIn(cellIn('transid')),
    nameIn(cellIn('receipt')),
  ]
  return {
    reference: reference.name || transid.name,
    receipt: receipt.name || (reference.name ? transid.name : ''),
    isRounded: reference.isLost || transid.isLost || receipt.isLost,
  }
}

/**
 * Returns the money of a row and its direction: by the column of the money, its sign, or a column that names
 * the direction. Undefined when a cell is unreadable, or money both came in and went out.
 */
function rowSum(cellIn: CellIn): CellSum | undefined {
  const sums = (['amountIn', 'amountOut', 'amount'] as const).map(column => {
    const cell = cellIn(column)
    return cell === '' ? null : sumIn(cell) // undefined for an unreadable cell
  })
  if (sums.includes(undefined) || sums.every(sum => sum === null)) return undefined
  const [sumPaidIn, sumPaidOut, sumOfAmount] = sums
  const [received, sent] = [sumPaidIn?.amount ?? 0, sumPaidOut?.amount ?? 0]
  if (received > 0 && sent > 0) return undefined
  if (sent > 0) return { amount: sent, direction: 'out' }
  if (received > 0) return { amount: received, direction: sumPaidIn?.direction ?? 'in' }
  const namedDirection: Direction | undefined =
    directionIn(cellIn('direction')) ?? directionIn(cellIn('type'))
  const { amount = 0, direction } = sumOfAmount ?? {}
  return { amount, direction: direction === 'out' ? 'out' : (namedDirection ?? direction) }
}
