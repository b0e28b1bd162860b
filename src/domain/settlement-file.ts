// A network's settlement file: the CSV that a merchant downloads there. Networks name and order their columns
// as they like and change them, so columns are found by what their heads mean, below any lines above the
// table. A row that cannot be read is counted, never guessed at.
import { calendarTime } from './calendar.ts'
import { readCsv } from './csv.ts'
import type { MoneyState, NetworkEntry } from './reconciliation.ts'

/** Rows of a file, at most; a busy shop has a few thousand a day. */
const fileRowsMax = 50_000
/** Lines above the head: name of the merchant, period, totals. */
const preambleMax = 30

interface SettlementFile {
  readonly entries: readonly NetworkEntry[]
  /** Rows with text whose amount or names could not be read. */
  readonly unreadable: number
}

type ColumnName = 'reference' | 'transid' | 'receipt' | 'amount' | 'amountOut' | 'state' | 'time'

/** Heads without blanks and signs, the best first. Selcom: order_id, transid, reference, amount, payment_status. */
const heads: Readonly<Record<ColumnName, readonly string[]>> = {
  reference: [
    ...['orderid', 'merchantreference', 'externalreference', 'externalid', 'merchantref', 'order', 'billref'],
    ...['utilityref', 'billreference', 'clientreference'],
  ],
  transid: ['transid', 'transactionid', 'txnid', 'tranid', 'trxid'],
  receipt: [
    ...['receiptno', 'receipt', 'receiptnumber', 'selcomreference', 'reference', 'networkreference'],
    ...['referenceno', 'rrn', 'mnoreference', 'confirmationcode'],
  ],
  amount: [
    ...['amount', 'grossamount', 'paidin', 'credit', 'transactionamount', 'amounttzs', 'gross', 'value'],
    ...['creditamount', 'totalamount'],
  ],
  amountOut: ['withdrawn', 'debit', 'paidout', 'debitamount'],
  state: ['paymentstatus', 'transactionstatus', 'status', 'result', 'state'],
  time: [
    ...[
      'creationdate',
      'completiontime',
      'transactiondate',
      'datetime',
      'date',
      'createdat',
      'transactiontime',
    ],
    ...['paidat', 'timestamp', 'initiationtime', 'time', 'postingdate'],
  ],
}

const headOf = (cell: string) => cell.toLowerCase().replace(/[^a-z0-9]/g, '')

type Columns = Partial<Readonly<Record<ColumnName, number>>>

/** The columns of a line of heads; undefined when it has no amount, or nothing that names an order. */
function columnsOf(cells: readonly string[]): Columns | undefined {
  const names = cells.map(headOf)
  const found: Partial<Record<ColumnName, number>> = {}
  for (const column of Object.keys(heads) as ColumnName[]) {
    const index = heads[column].map(head => names.indexOf(head)).find(at => at >= 0)
    if (index !== undefined) found[column] = index
  }
  const hasName = found.reference !== undefined || found.transid !== undefined || found.receipt !== undefined
  return found.amount !== undefined && hasName ? found : undefined
}

/**
 * Reads a file. @param zoneMs added to a time in the zone of the file when it is read as UTC
 * @returns undefined when no line has the heads of an amount and of a reference, transaction or receipt
 */
export function readSettlementFile(text: string, zoneMs: number): SettlementFile | undefined {
  const lines = readCsv(text, fileRowsMax + preambleMax).map(cells => cells.map(plainText))
  const head = lines.slice(0, preambleMax).findIndex(cells => columnsOf(cells) !== undefined)
  const columns = columnsOf(lines[head] ?? [])
  if (!columns) return undefined
  const entries: NetworkEntry[] = []
  let unreadable = 0
  for (const cells of lines.slice(head + 1)) {
    const entry = entryOf(cells, columns, zoneMs)
    if (entry === 'unreadable') unreadable += 1
    else if (entry) entries.push(entry)
  }
  return { entries, unreadable }
}

/** A cell as text: spreadsheets write `="0123"` or `'0123` so that nothing becomes a number. */
function plainText(cell: string): string {
  const text = cell.trim()
  const [, quoted] = /^="(.*)"$/.exec(text) ?? []
  return (quoted ?? text.replace(/^'/, '')).trim()
}

/** A row; undefined for one without money: an empty one, the totals. */
function entryOf(
  cells: readonly string[],
  columns: Columns,
  zoneMs: number,
): NetworkEntry | 'unreadable' | undefined {
  if (cells.every(cell => cell === '')) return undefined
  const at = (column: ColumnName) => cells[columns[column] ?? -1] ?? ''
  const reference = at('reference') || at('transid')
  const receipt = at('receipt') || (at('reference') ? at('transid') : '')
  if (!reference && !receipt)
    return /total|balance|salio|jumla/i.test(cells.join(' ')) ? undefined : 'unreadable'
  const amounts = [at('amount'), at('amountOut')].filter(cell => cell !== '').map(shillingsIn)
  const state = stateOf(at('state'))
  if (amounts.length === 0 || amounts.includes(undefined) || state === undefined) return 'unreadable'
  const amount = amounts.find(one => one !== undefined && one > 0)
  if (amount === undefined) return undefined
  return {
    reference: reference || null,
    receipt: receipt || null,
    amount,
    state,
    at: timeIn(at('time'), zoneMs),
  }
}

/** Whole shillings: `5,000`, `5000.00`, `TZS 5 000`; undefined for cents, other currencies and anything else. */
function shillingsIn(cell: string): number | undefined {
  const text = cell.replace(/^(?:tzs|tshs?)\.?/i, '').replace(/(?:tzs|\/=)$/i, '')
  const digits = text.replace(/(?<=\d)[\s,](?=\d{3}(?!\d))/g, '').trim()
  const [, whole] = /^[-+]?(\d{1,12})(?:\.0{1,2})?$/.exec(digits) ?? []
  return whole === undefined ? undefined : Number(whole)
}

/** A file without states lists what was paid; a word that we do not know is not guessed at. */
function stateOf(cell: string): MoneyState | undefined {
  if (cell === '' || /^(000|success(ful)?|completed?|paid|settled|ok)$/i.test(cell)) return 'paid'
  if (/^(pending|in ?progress|processing|111|927|999|ambiguous)$/i.test(cell)) return 'open'
  return /^(fail(ed|ure)?|(user ?)?cancell?ed|rejected|declined|reversed|refunded|expired)$/i.test(cell)
    ? 'not_paid'
    : undefined
}

const clock = String.raw`(?:[T ,]+(\d{1,2}):(\d\d)(?::(\d\d))?(?:\.\d+)?)?\s*(.*)$`
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${clock}`)
const dayFirst = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${clock}`)

/** `2026-11-22 20:15:00`, `22/11/2026 20:15`, `2026-11-22T17:15:00Z`; days come first. Null when unreadable. */
function timeIn(cell: string, zoneMs: number): number | null {
  const read = yearFirst.exec(cell)
  const parts = read ?? dayFirst.exec(cell)
  if (!parts) return null
  const [year, month, day] = read ? parts.slice(1, 4).map(Number) : parts.slice(1, 4).map(Number).toReversed()
  const [hour = '0', minute = '0', second = '0', zone = ''] = parts.slice(4)
  const isAfternoon = /^pm/i.test(zone) && Number(hour) < 12
  const isMidnight = /^am/i.test(zone) && Number(hour) === 12
  const hours = Number(hour) + (isAfternoon ? 12 : isMidnight ? -12 : 0)
  const time = calendarTime({
    ...{ year: year ?? 0, month: month ?? 0, day: day ?? 0 },
    ...{ hours, minute: Number(minute), second: Number(second) },
  })
  if (time === undefined) return null
  return /^(z|\+00:?00|utc|gmt)$/i.test(zone) ? time : time - zoneMs
}
