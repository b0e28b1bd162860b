// A network's settlement file: the CSV that a merchant downloads from the network. Networks name and order
// their columns differently and change them, so columns are found by the meaning of their headings, below any
// lines above the table. A row with an unreadable cell is reported with the cause, and its value is never
// guessed.
import { readCsv, separatorWithHeads } from './csv.ts'
import type { Span } from './day.ts'
import { fault } from './fault.ts'
import { type NetworkEntry, nameOf } from './money-entry.ts'
import { reversalWord } from './reversal-word.ts'
import {
  type CellSum,
  type Direction,
  directionIn,
  isFeeWord,
  isGivenBackCell,
  isPartWord,
  nameIn,
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

/** `isUndated`: the date could not be read. */
export type FileEntry = NetworkEntry & { readonly isUndated?: true }

interface SettlementFile {
  readonly entries: readonly FileEntry[]
  readonly unreadable: readonly UnreadableRow[]
}

type ColumnName =
  | 'reference'
  | 'transid'
  | 'receipt'
  | 'amount'
  | 'amountIn'
  | 'amountOut'
  | 'direction'
  | 'type'
  | 'details'
  | 'state'
  | 'otherState'
  | 'givenBack'
  | 'givenBackSum'
  | 'linked'
  | 'time'

const words = (text: string): readonly string[] => text.split(' ')

/**
 * Headings without blanks and signs, in order of preference. Selcom: order_id, transid, reference, amount,
 * payment_status.
 */
const heads: Readonly<Record<ColumnName, readonly string[]>> = {
  reference: words(
    'orderid merchantreference externalreference externalid merchantref order billref utilityref ' +
      'billreference clientreference',
  ),
  transid: words('transid transactionid txnid tranid trxid'),
  receipt: words(
    'receiptno receipt receiptnumber selcomreference reference networkreference referenceno rrn ' +
      'mnoreference confirmationcode',
  ),
  amount: words('amount grossamount transactionamount gross value totalamount'),
  amountIn: words('paidin credit creditamount moneyin deposit cr'),
  amountOut: words('withdrawn debit paidout debitamount moneyout withdrawal dr'),
  direction: words('crdr drcr debitcredit creditdebit cd dc indicator direction entrytype'),
  type: words('transactiontype type reasontype'),
  details: words('details description narration remarks'),
  state: words('paymentstatus transactionstatus status result state'),
  // A second state: the state of the money, next to that of the order.
  otherState: words('status transactionstatus state result'),
  givenBack: words('reversed isreversed refunded isrefunded chargeback reversalstatus refundstatus'),
  givenBackSum: words('refundedamount amountrefunded refundamount reversedamount reversalamount'),
  linked: words('linkedtransactionid originaltransactionid originalreference originalreceipt'),
  time: words(
    'creationdate completiontime transactiondate datetime date createdat transactiontime paidat ' +
      'timestamp initiationtime time postingdate valuedate',
  ),
}

const headOf = (cell: string) =>
  cell
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/tzs$/, '')

type Columns = Partial<Readonly<Record<ColumnName, number>>>

/** The columns of a heading line; undefined when it lacks an amount or a name of the order. */
function columnsOf(cells: readonly string[]): Columns | undefined {
  const names = cells.map(headOf)
  const columns: Partial<Record<ColumnName, number>> = {}
  for (const column of Object.keys(heads) as ColumnName[]) {
    const index = heads[column].map(head => names.indexOf(head)).find(position => position >= 0)
    if (index !== undefined) columns[column] = index
  }
  const hasName =
    columns.reference !== undefined || columns.transid !== undefined || columns.receipt !== undefined
  const hasAmount =
    columns.amount !== undefined || columns.amountIn !== undefined || columns.amountOut !== undefined
  return hasAmount && hasName ? columns : undefined
}

const isHeads = (cells: readonly string[]) => columnsOf(cells.map(plainText)) !== undefined

/**
 * Reads a file.
 * @param zoneMs the offset to add to a time without a zone that was read as UTC
 * @param day the requested day, which distinguishes 11/05 from 05/11 when nothing else does
 * @throws Fault for an unclosed quote, which would hide rows
 * @returns undefined when no line has headings for an amount and a reference, transaction or receipt
 */
export function readSettlementFile(text: string, zoneMs: number, day?: Span): SettlementFile | undefined {
  const csv = readCsv(text, fileRowsMax + preambleMax, separatorWithHeads(isHeads))
  const lines = csv.lines.map(cells => cells.map(plainText))
  const head = lines.slice(0, preambleMax).findIndex(cells => columnsOf(cells) !== undefined)
  const columns = columnsOf(lines[head] ?? [])
  if (!columns) return undefined
  if (csv.unclosedAt !== undefined) throw fault('file_quote_unclosed', { line: csv.unclosedAt })
  const rows = lines.slice(head + 1).map(cells => ({
    cells,
    at: (column: ColumnName) => cells[columns[column] ?? -1] ?? '',
  }))
  const times = rows.map(({ at }) => at('time'))
  const timeOf = timeReader(times, zoneMs, day)
  const entries: FileEntry[] = []
  const unreadable: UnreadableRow[] = []
  for (const [index, { cells, at }] of rows.entries()) {
    const { entry, cause, names = [] } = rowOf(cells, at, timeOf)
    if (entry) entries.push(entry)
    if (cause) unreadable.push({ row: head + 2 + index, cause, names })
  }
  return { entries, unreadable }
}

interface ReadRow {
  readonly entry?: FileEntry
  readonly cause?: UnreadableCause
  readonly names?: readonly string[]
}

type CellsOf = (column: ColumnName) => string

/** Reads a row. A row without money (empty, totals, a fee) has neither an entry nor a cause. */
function rowOf(cells: readonly string[], at: CellsOf, timeOf: (cell: string) => number | undefined): ReadRow {
  if (cells.every(cell => cell === '')) return {}
  const { reference, receipt, isLost } = namesOf(at)
  const names = [reference, receipt].filter(name => name !== '')
  const lostName = isLost ? ({ cause: 'number_rounded', names } as const) : undefined
  if (names.length === 0) {
    const isTotal = !isLost && /total|balance|salio|jumla/i.test(cells.join(' '))
    return isTotal ? {} : (lostName ?? { cause: 'name' })
  }
  const sum = rowSum(at)
  if (sum === undefined) return { cause: 'amount', names }
  const givenBack = givenBackCell(at)
  const returned = partGivenBack(givenBack, sum.amount)
  const state = rowState(at, givenBack, returned)
  if (state === undefined) return { cause: 'state', names }
  const words = separateWords(`${at('type')} ${at('details')}`)
  if (sum.amount === 0 || (sum.direction === 'out' && isFeeWord(words))) return {}
  const time = at('time') === '' ? null : timeOf(at('time'))
  const isReturn = sum.direction !== 'in' && reversalWord.test(words)
  if (!isReturn && sum.direction !== 'out' && isPartWithoutSum(at, givenBack))
    return { cause: 'amount', names }
  if (isReturn && (state === 'open' || state === 'not_paid')) return {} // the return did not happen
  const isReversed = isReturn || state === 'given_back'
  const entry = {
    reference: reference || null,
    receipt: receipt || null,
    amount: sum.amount - (isReversed ? 0 : returned),
    state: state === 'given_back' ? 'not_paid' : state,
    at: time ?? null,
    ...(sum.direction ? { direction: sum.direction } : {}),
    ...(returned > 0 && !isReversed ? { returned } : {}),
    ...(isReversed
      ? { isReversed, mentions: namesIn(`${at('type')} ${at('details')} ${at('linked')}`) }
      : {}),
    ...(time === undefined ? { isUndated: true as const } : {}),
  } satisfies FileEntry
  return { entry, ...(time === undefined ? ({ cause: 'date', names } as const) : lostName) }
}

/** Returns the cell that shows returned money: the sum, unless the word next to it denies the return. */
function givenBackCell(at: CellsOf): string {
  const [word, sum] = [at('givenBack'), at('givenBackSum')]
  const isCounted =
    (sumIn(sum)?.amount ?? 0) > 0 && (word === '' || isGivenBackCell(word) || isPartWord(word))
  return isCounted || word === '' ? sum : word
}

/** The state of a row's money. A sum of returned money counts for more than a word for it. */
function rowState(at: CellsOf, givenBack: string, returned: number): ReturnType<typeof stateIn> {
  const [state, otherState] = [stateIn(at('state')), stateIn(at('otherState'))]
  if (returned > 0) return state === 'given_back' ? 'paid' : state
  return isGivenBackCell(givenBack) || otherState === 'given_back' ? 'given_back' : state
}

/** Whether a row reports that a part was given back, but not how much. */
const isPartWithoutSum = (at: CellsOf, givenBack: string): boolean =>
  [at('state'), at('otherState'), givenBack].some(isPartWord) && (sumIn(givenBack)?.amount ?? 0) === 0

/** Possible references or receipts in a text: `Reversal of SGR7A1B2C3 to 255754…`. */
const namesIn = (words: string): readonly string[] =>
  (words.match(/[a-z0-9][\w.-]{3,}/gi) ?? []).filter(word => /\d/.test(word)).map(nameOf)

function namesOf(at: CellsOf) {
  const [reference, transid, receipt] = [
    nameIn(at('reference')),
    nameIn(at('transid')),
    nameIn(at('receipt')),
  ]
  return {
    reference: reference.name || transid.name,
    receipt: receipt.name || (reference.name ? transid.name : ''),
    isLost: reference.isLost || transid.isLost || receipt.isLost,
  }
}

/**
 * The money of a row and its direction, which comes from its own column, the sign, or a column that names it.
 */
function rowSum(at: CellsOf): CellSum | undefined {
  const cells = (['amountIn', 'amountOut', 'amount'] as const).map(column => {
    const cell = at(column)
    return cell === '' ? null : sumIn(cell)
  })
  if (cells.includes(undefined) || cells.every(cell => cell === null)) return undefined
  const [paidIn, paidOut, plain] = cells
  const [received, sent] = [paidIn?.amount ?? 0, paidOut?.amount ?? 0]
  if (received > 0 && sent > 0) return undefined
  if (sent > 0) return { amount: sent, direction: 'out' }
  if (received > 0) return { amount: received, direction: paidIn?.direction ?? 'in' }
  const named: Direction | undefined = directionIn(at('direction')) ?? directionIn(at('type'))
  const { amount = 0, direction } = plain ?? {}
  return { amount, direction: direction === 'out' ? 'out' : (named ?? direction) }
}
