// The other pages of a receipt printer: a shift's report, X while it is open and Z once it is closed; and the
// page that tests the printer.
import type { Row } from './paper.ts'
import { filledText } from './paper-word.ts'
import { columnsOf, type Printer } from './printer.ts'
import { digits, type Head, methodWord, pageOf, pairRows, paperTime, shillings } from './receipt.ts'
import type { Line, MethodLine, Report, Shift } from './shift.ts'

type NameOf = (staffId: string) => string

const signed = (amount: number): string => (amount < 0 ? `-${digits(amount)}` : digits(amount))
const part = (text: string): Row[] => [{ kind: 'rule' }, { kind: 'text', text, isBold: true }]

export function reportRows(
  head: Head,
  { shift, report }: { readonly shift: Shift; readonly report: Report },
  nameOf: NameOf,
): Row[] {
  const { account, words } = head
  const isClosed = shift.state === 'closed'
  const at = (time: number | null, by: string | null) =>
    time === null ? '' : `${paperTime(time, account.timeZone)} ${by === null ? '' : nameOf(by)}`
  const sold = (methods: readonly MethodLine[], total: Line): Row[] => [
    ...pairRows(
      methods.map(({ method, count, gross }) => [`${methodWord(method, words)} × ${count}`, digits(gross)]),
    ),
    {
      kind: 'pair',
      name: `${words.report_total} × ${total.count}`,
      value: digits(total.gross),
      isBold: true,
    },
  ]
  const { fees, net } = report.total
  return pageOf(head, filledText(isClosed ? words.paper_z : words.paper_x, shift.number), [
    ...pairRows([
      [words.paper_opened, at(shift.openedAt, shift.openedBy)],
      [words.paper_closed, at(shift.closedAt, shift.closedBy)],
    ]),
    ...part(`${words.report_sales}, TZS`),
    ...sold(report.byMethod, report.total),
    ...(fees > 0
      ? pairRows([
          [words.paper_fees, signed(-fees)],
          [words.paper_net, digits(net)],
        ])
      : []),
    ...report.byCashier.flatMap(one => [...part(nameOf(one.cashier)), ...sold(one.byMethod, one)]),
    ...part(`${words.drawer}, TZS`),
    ...drawerRows(head, report),
    ...(report.drawer.length > 0 ? part(words.cash_moves) : []),
    ...pairRows(
      report.drawer.map(({ kind, amount, reason, cashier }) => [
        `${reason} (${nameOf(cashier)})`,
        `${kind === 'drop' ? '-' : '+'}${digits(amount)}`,
      ]),
    ),
    { kind: 'gap' },
    ...(isClosed
      ? ([{ kind: 'gap' }, { kind: 'text', text: words.paper_sign }, { kind: 'gap' }] as const)
      : []),
  ])
}

/** What lay in the drawer, came and went, and should be there; and, once it was counted, what was. */
function drawerRows({ words }: Head, { cash }: Report): Row[] {
  const { counted, difference } = cash
  const result =
    difference === null ? undefined : difference === 0 ? 'even' : difference > 0 ? 'over' : 'short'
  return [
    ...pairRows([
      [words.drawer_float, digits(cash.float)],
      [words.drawer_sales, signed(cash.sales)],
      [words.drawer_pay_ins, digits(cash.payIns)],
      [words.drawer_drops, signed(-cash.drops)],
    ]),
    { kind: 'pair', name: words.drawer_expected, value: signed(cash.expected), isBold: true },
    ...pairRows([
      [words.drawer_counted, counted === null ? '' : digits(counted)],
      [
        words.drawer_difference,
        result ? filledText(words[`drawer_${result}`], shillings(difference ?? 0)) : '',
      ],
    ]),
  ]
}

/** Shows whether the paper is as wide as was said, and whether the printer draws codes. */
export function testRows(head: Head, { host, port, paper }: Printer, now: number): Row[] {
  const { account, words } = head
  const ruler = Array.from({ length: columnsOf[paper] }, (_, at) => (at + 1) % 10).join('')
  return pageOf(head, words.paper_test, [
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
