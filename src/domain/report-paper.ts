// The other pages of a receipt printer: a shift's report (X while it is open, Z once it is closed), and the
// test page.
import type { Row } from './paper.ts'
import { fillPlaceholder } from './paper-word.ts'
import { columnsOf, type Printer } from './printer.ts'
import {
  customerPage,
  formatShillings,
  groupDigits,
  itemName,
  methodWord,
  type PaperHeader,
  pairRows,
  paperPage,
  paperTime,
} from './receipt.ts'
import type { MethodLine, SalesLine, Shift, ShiftRefund, ShiftReport } from './shift.ts'
import type { SoldInShift } from './shift-item.ts'

type NameOf = (staffId: string) => string

/** Reports name a sale by this many characters at the end of its id. */
const idEndLength = 8

/** Writes an amount as `-1,250` or `1,250`. */
const signedDigits = (amount: number): string =>
  amount < 0 ? `-${groupDigits(amount)}` : groupDigits(amount)
const sectionHead = (text: string): Row[] => [{ kind: 'rule' }, { kind: 'text', text, isBold: true }]

/**
 * Returns the rows of a shift's report: sales by method, items and cashier, then the drawer and the refunds.
 * A closed shift gets the Z report, with a line to sign on, and an open one the X report. Rows with an empty
 * value are left out.
 */
export function reportRows(
  head: PaperHeader,
  { shift, report }: { readonly shift: Shift; readonly report: ShiftReport },
  nameOf: NameOf,
): Row[] {
  const { account, words } = head
  const isClosed = shift.state === 'closed'
  const title = fillPlaceholder(isClosed ? words.paper_z : words.paper_x, shift.number)
  const timeAndName = (time: number | null, by: string | null) =>
    time === null ? '' : `${paperTime(time, account.timeZone)} ${by === null ? '' : nameOf(by)}`
  const { fees, net } = report.total
  return paperPage(head, title, [
    ...pairRows([
      [words.paper_opened, timeAndName(shift.openedAt, shift.openedBy)],
      [words.paper_closed, timeAndName(shift.closedAt, shift.closedBy)],
    ]),
    ...sectionHead(`${words.report_sales}, TZS`),
    ...salesRows(head, report.byMethod, report.total),
    ...pairRows([
      [words.paper_fees, fees > 0 ? signedDigits(-fees) : ''],
      [words.paper_net, fees > 0 ? groupDigits(net) : ''],
    ]),
    ...soldRows(head, report.sold),
    ...report.byCashier.flatMap(line => [
      ...sectionHead(nameOf(line.cashier)),
      ...salesRows(head, line.byMethod, line),
    ]),
    ...sectionHead(`${words.drawer}, TZS`),
    ...drawerRows(head, report),
    ...moveRows(head, report, nameOf),
    ...refundRows(head, report, nameOf),
    { kind: 'gap' },
    ...(isClosed ? signatureRows(words) : []),
  ])
}

/** Returns a row with the count and sum of the sales by each method, and their total in bold. */
function salesRows({ words }: PaperHeader, methods: readonly MethodLine[], total: SalesLine): Row[] {
  const methodRows = pairRows(
    methods.map(({ method, count, gross }) => [
      `${methodWord(method, words)} × ${count}`,
      groupDigits(gross),
    ]),
  )
  const totalName = `${words.report_total} × ${total.count}`
  return [...methodRows, { kind: 'pair', name: totalName, value: groupDigits(total.gross), isBold: true }]
}

/** Returns a row for each amount that was put into the drawer (`+`) or taken out of it (`-`). */
function moveRows({ words }: PaperHeader, { drawer }: ShiftReport, nameOf: NameOf): Row[] {
  if (drawer.length === 0) return []
  const rows = drawer.map(({ kind, amount, reason, cashier }) => {
    const sign = kind === 'drop' ? '-' : '+'
    return [`${reason} (${nameOf(cashier)})`, `${sign}${groupDigits(amount)}`] as const
  })
  return [...sectionHead(words.cash_moves), ...pairRows(rows)]
}

/** Returns the items that were sold; no rows if no sale had items. */
function soldRows({ words }: PaperHeader, sold: SoldInShift | undefined): Row[] {
  if (!sold || sold.items.length === 0) return []
  const { items, others, withoutItems } = sold
  return [
    ...sectionHead(`${words.report_items}, TZS`),
    ...pairRows([
      ...items.map(
        item => [itemName({ ...item, by_weight: item.isByWeight }), groupDigits(item.gross)] as const,
      ),
      [`${words.report_other_items} (${others.count})`, others.count > 0 ? groupDigits(others.gross) : ''],
      [words.report_without_items, withoutItems > 0 ? groupDigits(withoutItems) : ''],
    ]),
  ]
}

const signatureRows = (words: PaperHeader['words']): Row[] => [
  { kind: 'gap' },
  { kind: 'text', text: words.paper_sign },
  { kind: 'gap' },
]

/**
 * Returns the refunds in cash and by network, each with its reason, the person who gave the money back, the
 * person who approved that, and the end of the sale's id.
 */
function refundRows(
  { words }: PaperHeader,
  { refunds: cashRefunds = [], sentRefunds = [] }: ShiftReport,
  nameOf: NameOf,
): Row[] {
  const rowOf = ({ sale, amount, reason, cashier, approvedBy }: ShiftRefund) => {
    const people = approvedBy ? [cashier, approvedBy] : [cashier]
    return [
      `${reason} (${people.map(nameOf).join(' + ')}, ${sale.slice(-idEndLength)})`,
      groupDigits(amount),
    ] as const
  }
  const section = (title: string, listed: readonly ShiftRefund[]): Row[] =>
    listed.length === 0 ? [] : [...sectionHead(`${title} × ${listed.length}`), ...pairRows(listed.map(rowOf))]
  return [...section(words.cash_refunds, cashRefunds), ...section(words.sent_refunds, sentRefunds)]
}

/** Returns the result of a cash count. @param difference counted less expected cash, whole shillings */
function resultOf(difference: number): 'even' | 'over' | 'short' {
  if (difference === 0) return 'even'
  return difference > 0 ? 'over' : 'short'
}

/**
 * Returns the drawer's cash: the float, the movements and the expected amount; after a count, also the
 * counted amount and the difference.
 */
function drawerRows({ words }: PaperHeader, { cash }: ShiftReport): Row[] {
  const { counted, difference } = cash
  const differenceText =
    difference === null
      ? ''
      : fillPlaceholder(words[`drawer_${resultOf(difference)}`], formatShillings(difference))
  return [
    ...pairRows([
      [words.drawer_float, groupDigits(cash.float)],
      [words.drawer_sales, signedDigits(cash.sales)],
      [words.drawer_pay_ins, groupDigits(cash.payIns)],
      [words.drawer_drops, signedDigits(-cash.drops)],
      [words.drawer_refunds, cash.refunds ? signedDigits(-cash.refunds) : ''],
    ]),
    { kind: 'pair', name: words.drawer_expected, value: signedDigits(cash.expected), isBold: true },
    ...pairRows([
      [words.drawer_counted, counted === null ? '' : groupDigits(counted)],
      [words.drawer_difference, differenceText],
    ]),
  ]
}

/**
 * Returns the rows of the test page. It shows whether the paper has the configured width, whether the printer
 * draws codes, and how receipts begin and end.
 */
export function testRows(head: PaperHeader, { host, port, paper }: Printer, now: number): Row[] {
  const { account, words } = head
  const ruler = Array.from({ length: columnsOf[paper] }, (_, index) => (index + 1) % 10).join('')
  return customerPage(head, words.paper_test, [
    { kind: 'text', text: paperTime(now, account.timeZone), isCentred: true },
    ...pairRows([
      [words.paper_test_at, `${host} ${port}`],
      [words.paper_test_width, `${paper} mm`],
    ]),
    { kind: 'text', text: ruler },
    { kind: 'qr', payload: 'Kaunta' },
    { kind: 'text', text: words.paper_test_text, isCentred: true },
  ])
}
