// The data for a receipt printer, as rows, as lines, and as bytes that test/kit/printer.ts reads back.
import { describe, expect, test } from 'bun:test'
import { create as createQr } from 'qrcode'
import { staffActor } from '../../src/domain/actor.ts'
import { mayPrintAt } from '../../src/domain/address.ts'
import { Fault } from '../../src/domain/fault.ts'
import { layOutRows, printable, type Row } from '../../src/domain/paper.ts'
import { paperWords } from '../../src/domain/paper-word.ts'
import type { Payment } from '../../src/domain/payment.ts'
import { columnsOf, paperWidths, readPrinter } from '../../src/domain/printer.ts'
import { billRows, cashRows, type PaperHeader, receiptRows } from '../../src/domain/receipt.ts'
import { noReceiptDetails } from '../../src/domain/receipt-shop.ts'
import { type Refund, unnamedRecipient } from '../../src/domain/refund.ts'
import { refundRows } from '../../src/domain/refund-paper.ts'
import { refundWords } from '../../src/domain/refund-word.ts'
import { reportRows, testRows } from '../../src/domain/report-paper.ts'
import type { CashSale, Shift } from '../../src/domain/shift.ts'
import { shiftReport } from '../../src/domain/shift-report.ts'
import { moduleDots, pageBytes } from '../../src/wire/escpos.ts'
import { fieldOfFault } from '../kit/fault.ts'
import { readPage } from '../kit/printer.ts'
import { pendingPayment, sentRefund } from '../kit/row.ts'

const noon = Date.UTC(2026, 10, 21, 9, 5)
const head: PaperHeader = {
  account: {
    ...noReceiptDetails,
    name: 'Duka la Asha',
    city: 'Ilala',
    mode: 'live',
    timeZone: 'Africa/Dar_es_Salaam',
  },
  till: 'Front',
  cashier: 'Neema Kessy',
  words: paperWords.en,
}
const practice: PaperHeader = { ...head, account: { ...head.account, mode: 'sandbox' } }
const reference = '019aa7e1-7d9a-7a2b-8c3d-0123456789ab'
const pending: Payment = {
  ...pendingPayment,
  id: reference,
  accountId: 'acct_a',
  amount: 12_500,
  metadata: { note: 'Meza 4' },
  token: '12345678',
  qr: '00020101021226330015tz.go.bot.tips0110123456780552045411530383454061250005802TZ5912DUKA LA ASHA6005ILALA62120108123456786304ABCD',
  createdAt: noon,
  expiresAt: noon + 600_000,
  tillId: 'till_a',
  staffId: 'b',
  keyId: null,
}
const paid: Payment = {
  ...pending,
  status: 'completed',
  provider: 'mpesa',
  phone: '+255754000001',
  externalReference: 'MP261121.1',
  endedAt: noon + 60_000,
}
const cash: CashSale = {
  id: `cash_${reference}`,
  accountId: 'acct_a',
  tillId: 'till_a',
  shiftId: 'shift_a',
  paymentId: null,
  sessionId: null,
  cashier: 'b',
  amount: 12_500,
  given: 20_000,
  note: null,
  createdAt: noon,
  voidedAt: null,
  voidedBy: null,
  voidReason: null,
  voidApprovedBy: null,
  lineItems: null,
}
const shift: Shift = {
  id: 'shift_a',
  accountId: 'acct_a',
  tillId: 'till_a',
  number: 7,
  state: 'open',
  cashFloat: 20_000,
  openedBy: 'b',
  openedAt: noon,
  counted: null,
  closedBy: null,
  closedAt: null,
  shortReason: null,
  report: null,
}
const sold = { shiftId: 'shift_a', cashier: 'b', count: 2, fees: 150 } as const
const totals = [
  { ...sold, method: 'qr', gross: 30_000 },
  { ...sold, method: 'cash', gross: 25_000, fees: 0 },
] as const
const moves = [
  {
    id: 'm',
    shiftId: 'shift_a',
    kind: 'drop',
    amount: 10_000,
    reason: 'To the bank',
    cashier: 'b',
    createdAt: noon,
  },
] as const
const closed: Shift = {
  ...shift,
  state: 'closed',
  closedBy: 'b',
  closedAt: noon + 3_600_000,
  counted: 34_000,
}
const refund: Refund = {
  ...sentRefund,
  id: reference,
  status: 'completed',
  amount: 12_500,
  fees: 0,
  recipient: unnamedRecipient,
  paymentId: null,
  cashSaleId: cash.id,
  way: 'cash',
  reason: 'Wrong size',
  approvedBy: 'a',
  staffId: 'b',
  keyId: null,
  createdAt: noon,
  completedAt: noon,
  endedAt: noon,
  tillId: 'till_a',
  shiftId: 'shift_a',
}
const nameOf = () => 'Neema Kessy'
const x = { shift, report: shiftReport(20_000, totals, moves, null) }
const z = { shift: closed, report: shiftReport(20_000, totals, moves, 34_000) }
const printer = { host: '192.168.1.50', port: 9_100, paper: 58, auto: false } as const
const tea = [
  { name: 'Chai ya maziwa', quantity: 2, unit_price: 1_500 },
  { name: 'Chapati', quantity: 1, unit_price: 800 },
]

const linesOf = (rows: readonly Row[], columns: number) =>
  layOutRows(rows, columns).map(row =>
    row.kind === 'line' ? row.text : `<${row.kind === 'qr' ? row.payload : row.code}>`,
  )
const textOf = (rows: readonly Row[]) => linesOf(rows, 48).join('\n')

describe('the text on paper', () => {
  test('a bill asks to be paid, by the QR of its payment', () => {
    expect(linesOf(billRows(head, pending), 32)).toEqual([
      'Duka la Asha',
      'Ilala',
      'Front - Neema Kessy',
      '',
      'BILL',
      '21/11/2026 12:05',
      'TZS 12,500',
      `<${pending.qr}>`,
      'Not paid yet',
      '--------------------------------',
      'Note                      Meza 4',
      'Payment number         1234 5678',
      'Reference',
      '        019aa7e1-7d9a-7a2b-8c3d-',
      '                    0123456789ab',
      '--------------------------------',
      'Scan with M-Pesa, Airtel Money,',
      'Mixx by Yas, HaloPesa or a bank',
      'app.',
      'Kaunta',
    ])
  })

  test('a bill shows the till number to pay to, and the receipt the number of the payment', () => {
    const tillNumber = '57241234'
    expect(textOf(billRows(head, { ...pending, tillNumber }))).toMatch(/Payment number +5724 1234/)
    expect(textOf(receiptRows(head, { ...paid, tillNumber }, null))).toMatch(/Payment number +1234 5678/)
  })

  test('a receipt shows how it was paid, and is found by its QR', () => {
    expect(linesOf(receiptRows(head, paid, paid.phone), 48)).toEqual([
      'Duka la Asha',
      'Ilala',
      'Front - Neema Kessy',
      '',
      'RECEIPT',
      '21/11/2026 12:06',
      'TZS 12,500',
      'Paid - QR code',
      '------------------------------------------------',
      'Note                                      Meza 4',
      'Paid with                                 M-Pesa',
      'From                                0754 000 001',
      'Payment number                         1234 5678',
      'Network receipt no.                   MP261121.1',
      'Reference   019aa7e1-7d9a-7a2b-8c3d-0123456789ab',
      '------------------------------------------------',
      `<${reference}>`,
      'Thank you, come again',
      'Kaunta',
    ])
  })

  describe('of a shop with an address, tax numbers and its own words', () => {
    const shop: PaperHeader = {
      ...head,
      account: {
        ...head.account,
        address: 'Mtaa wa Lumumba 12\nKariakoo',
        phone: '+255222123456',
        tin: '123-456-789',
        vrn: '40012345A',
        receiptHeader: 'Karibu – wazi kila siku',
        receiptFooter: 'Bidhaa hairudishwi\nAsante',
      },
    }
    const begin = [
      'Duka la Asha',
      'Karibu - wazi kila siku',
      'Mtaa wa Lumumba 12',
      'Kariakoo',
      'Ilala',
      'Tel: 022 212 3456',
      'TIN: 123-456-789',
      'VRN: 40012345A',
      'Front - Neema Kessy',
    ]
    const own = ['Bidhaa hairudishwi', 'Asante', 'Not a fiscal receipt', 'Kaunta']
    const usual = ['app.', 'Not a fiscal receipt', 'Kaunta']
    test.each([
      ['a receipt', receiptRows(shop, paid, null), own],
      ['a receipt for cash', cashRows(shop, cash), own],
      ['a refund', refundRows(shop, refundWords.en, refund, null), own],
      ['a test page', testRows(shop, printer, noon), own],
      ['a bill', billRows(shop, pending), usual],
    ])('%s shows them', (_, rows, end) => {
      const lines = linesOf(rows, 32)
      expect(lines.slice(0, begin.length)).toEqual(begin)
      expect(lines.slice(-end.length)).toEqual(end)
    })
    test('a report shows neither', () => {
      const lines = linesOf(reportRows(shop, x, nameOf), 32)
      expect(lines.slice(0, 3)).toEqual(['Duka la Asha', 'Ilala', 'Front - Neema Kessy'])
      expect(lines).not.toContain('Asante')
    })
    test('without tax numbers it needs no warning, and the thanks are the usual ones', () => {
      const account = { ...shop.account, tin: null, vrn: null, receiptFooter: null }
      expect(linesOf(receiptRows({ ...shop, account }, paid, null), 32).slice(-2)).toEqual([
        'Thank you, come again',
        'Kaunta',
      ])
    })
  })

  test('a refund of lines names them with what each gave back', () => {
    const lineItems = [
      { line: 1, name: 'Chapati', quantity: 2, unit_price: 800, amount: 1_500 },
      { line: 3, name: 'Mchele', quantity: 1_250, unit_price: 3_202, by_weight: true, amount: 4_003 },
    ]
    const lines = linesOf(refundRows(head, refundWords.en, { ...refund, lineItems }, null), 32)
    expect(lines).toContain('2 x Chapati                1,500')
    expect(lines).toContain('1.25 kg Mchele             4,003')
  })

  test('items are above the sum: on a bill of 32 letters with a long name and a large sum', () => {
    const lineItems = [
      { name: 'Chai ya maziwa', quantity: 2, unit_price: 1_500 },
      { name: 'Chapati', quantity: 1, unit_price: 800 },
      {
        name: 'Mchele wa Mbeya wa daraja la kwanza, gunia la kilo hamsini',
        quantity: 12,
        unit_price: 180_000,
      },
      { name: 'Nyumba', quantity: 1_000_000, unit_price: 999_999_999_999 },
      { name: 'Zawadi 🎁', quantity: 1, unit_price: 0 },
      { name: 'Mchele', quantity: 1_250, unit_price: 3_202, by_weight: true },
      { name: 'Soda', quantity: 2, unit_price: 700, discount: 150 },
    ]
    expect(linesOf(billRows(head, { ...pending, lineItems }), 32).slice(4, 20)).toEqual([
      'BILL',
      '21/11/2026 12:05',
      '2 x Chai ya maziwa         3,000',
      'Chapati                      800',
      '12 x Mchele wa Mbeya wa daraja',
      'la kwanza, gunia la kilo hamsini',
      '                       2,160,000',
      '1,000,000 x Nyumba',
      '         999,999,999,999,000,000',
      'Zawadi ?                       0',
      '1.25 kg Mchele             4,003',
      '2 x Soda (-150)            1,250',
      '--------------------------------',
      'TZS 12,500',
      `<${pending.qr}>`,
      'Not paid yet',
    ])
  })

  test.each([
    ['a receipt', receiptRows(head, { ...paid, lineItems: tea }, null), receiptRows(head, paid, null)],
    ['a receipt for cash', cashRows(head, { ...cash, lineItems: tea }), cashRows(head, cash)],
  ])(
    '%s of 48 letters has them between its time and its sum, and is otherwise as it was',
    (_, sold, bare) => {
      const [lines, before] = [linesOf(sold, 48), linesOf(bare, 48)]
      const at = before.indexOf('TZS 12,500')
      expect(lines).toEqual([
        ...before.slice(0, at),
        '2 x Chai ya maziwa                         3,000',
        'Chapati                                      800',
        '------------------------------------------------',
        ...before.slice(at),
      ])
    },
  )

  test('a receipt for cash shows the change', () => {
    const text = textOf(cashRows(head, cash))
    for (const said of ['Paid - Cash', 'Cash given', 'TZS 20,000', 'Change', 'TZS 7,500', cash.id])
      expect(text).toContain(said)
  })

  test('a payment confirmed manually shows that', () => {
    const manualConfirmation = {
      by: staffActor('b'),
      name: 'Asha',
      reason: 'saw it',
      receipt: 'MP1',
      at: noon,
      confirmed: false,
    }
    const printed = (change: object) =>
      textOf(receiptRows(head, { ...paid, manualConfirmation: { ...manualConfirmation, ...change } }, null))
    expect(printed({})).toContain('Confirmed manually')
    expect(printed({})).toContain('Confirmed by Asha, not by the network')
    expect(printed({})).not.toContain('Paid - ')
    expect(printed({ name: '' })).toContain('Confirmed by the shop, not by the network')
    for (const text of [textOf(receiptRows(head, paid, null)), printed({ confirmed: true })]) {
      expect(text).toContain('Paid - ')
      expect(text).not.toContain('Confirmed manually')
    }
  })

  test('practice is marked on every paper', () => {
    for (const rows of [
      billRows(practice, pending),
      receiptRows(practice, paid, null),
      cashRows(practice, cash),
    ])
      expect(textOf(rows).split('*** Practice: no real money ***')).toHaveLength(3)
    expect(textOf(receiptRows(head, paid, null))).not.toContain('Practice')
  })

  test('Swahili, too', () => {
    const text = textOf(receiptRows({ ...practice, words: paperWords.sw }, paid, null))
    for (const said of ['RISITI', 'Imelipwa - Msimbo wa QR', 'Mazoezi: si pesa halisi', 'Kumbukumbu Na.'])
      expect(text).toContain(said)
  })

  test('a state that is not true is never printed', () => {
    expect(() => receiptRows(head, pending, null)).toThrow('completed')
    expect(() => billRows(head, paid)).toThrow('open')
    expect(() => cashRows(head, { ...cash, voidedAt: noon })).toThrow('given back')
  })

  test('a shift that is open, and one that is closed', () => {
    expect(linesOf(reportRows(head, x, nameOf), 48)).toEqual([
      'Duka la Asha',
      'Ilala',
      'Front - Neema Kessy',
      '',
      'X REPORT - shift 7',
      'Opened              21/11/2026 12:05 Neema Kessy',
      '------------------------------------------------',
      'Sales, TZS',
      'QR code x 2                               30,000',
      'Cash x 2                                  25,000',
      'Total x 4                                 55,000',
      'Network fees                                -150',
      'Net                                       54,850',
      '------------------------------------------------',
      'Neema Kessy',
      'QR code x 2                               30,000',
      'Cash x 2                                  25,000',
      'Total x 4                                 55,000',
      '------------------------------------------------',
      'Cash drawer, TZS',
      'Starting cash                             20,000',
      'Cash sales                                25,000',
      'Cash in                                        0',
      'Cash out                                 -10,000',
      'Expected                                  35,000',
      '------------------------------------------------',
      'Cash in and out',
      'To the bank (Neema Kessy)                -10,000',
      '',
      'Kaunta',
    ])
    const sold = {
      items: [
        { name: 'Chai ya maziwa', isByWeight: false, quantity: 12, gross: 18_000 },
        { name: 'Mchele', isByWeight: true, quantity: 1_250, gross: 5_000 },
      ],
      others: { count: 3, gross: 900 },
      withoutItems: 31_100,
    }
    expect(textOf(reportRows(head, { shift, report: { ...x.report, sold } }, nameOf)).split('\n')).toEqual(
      expect.arrayContaining([
        'Items sold, TZS',
        '12 x Chai ya maziwa                       18,000',
        '1.25 kg Mchele                             5,000',
        'Other items (3)                              900',
        'Without items                             31,100',
      ]),
    )
    const text = textOf(reportRows(head, z, nameOf))
    expect(text).not.toContain('Items sold')
    expect(text).not.toContain('Cash refunds')
    const sent: Refund = { ...refund, way: 'network', amount: 8_000, paymentId: reference, cashSaleId: null }
    const report = shiftReport(20_000, totals, moves, 34_000, [refund, sent])
    const refunded = textOf(reportRows(head, { shift: closed, report }, nameOf))
    for (const part of [
      'Cash refunds x 1',
      'Refunds by network or wallet x 1',
      reference.slice(-8),
      '8,000',
      'Wrong size (Neema Kessy + ',
      cash.id.slice(-8),
      '12,500',
      '22,500',
    ])
      expect(refunded).toContain(part)
    for (const said of [
      'Z REPORT - shift 7',
      'Closed',
      'Counted',
      '34,000',
      'TZS 1,000 short',
      'Signature: ___',
    ])
      expect(text).toContain(said)
  })
})

const saidBy = (row: Row, columns: number) =>
  row.kind === 'text'
    ? printable(row.text)
    : row.kind === 'pair'
      ? printable(row.name) + printable(row.value)
      : row.kind === 'rule'
        ? '-'.repeat(columns)
        : ''
const letters = (text: string) => text.replace(/\s/g, '')

const longest = 'Supermarket ya Mwinyimkuu Mwakalinga na Wanawe, Kariakoo-Gerezani-Magogoni-Kivukoni '.repeat(
  3,
)
const huge: PaperHeader = {
  ...practice,
  account: { ...practice.account, name: longest, city: longest },
  till: longest,
  cashier: longest,
}
const most = {
  ...paid,
  amount: 999_999_999_999,
  metadata: { note: longest },
  externalReference: 'X'.repeat(60),
}
const fullest = Array.from({ length: 50 }, (_, index) => ({
  name: index % 2 === 0 ? longest.slice(0, 200) : '🍕'.repeat(index) + 'W'.repeat(200 - index),
  quantity: 1_000_000,
  unit_price: 999_999_999_999,
}))

describe.each(paperWidths)('on paper of %d mm', paper => {
  const columns = columnsOf[paper]
  const pages: [string, readonly Row[]][] = [
    ['a bill', billRows(head, pending)],
    ['a receipt', receiptRows(head, paid, paid.phone)],
    ['a report', reportRows(head, z, nameOf)],
    ['a test page', testRows(head, { ...printer, paper }, noon)],
    ['a receipt as long as can be', receiptRows(huge, most, paid.phone)],
    ['a bill as long as can be', billRows(huge, { ...most, status: 'pending' })],
    ['a bill of 50 items', billRows(huge, { ...most, status: 'pending', lineItems: fullest })],
    ['a receipt of 50 items', receiptRows(huge, { ...most, lineItems: fullest }, paid.phone)],
    ['a receipt for cash of 50 items', cashRows(huge, { ...cash, lineItems: fullest })],
    [
      'a report as long as can be',
      reportRows(huge, { shift, report: shiftReport(999_999_999_999, totals, moves, null) }, () => longest),
    ],
  ]

  test.each(pages)('%s has no line that is too long, and one cut', (_, rows) => {
    const page = readPage(pageBytes(rows, paper))
    expect(page.cuts).toBe(1)
    for (const { text, width } of page.lines) {
      const shown = text.trimStart()
      expect(text.length - shown.length + shown.length * width).toBeLessThanOrEqual(columns)
    }
    // No letter is lost, however a line is broken.
    expect(letters(page.text)).toBe(letters(rows.map(row => saidBy(row, columns)).join('')))
    expect(page.codes).toEqual(rows.flatMap(row => (row.kind === 'qr' ? [row.payload] : [])))
  })

  test.each([1, 36, 150, 300, 512])('a QR code of %d bytes fits, and is large enough to be read', length => {
    const payload = 'x'.repeat(length)
    const dots = moduleDots(payload, paper)
    const { size } = createQr(payload, { errorCorrectionLevel: 'M' }).modules
    expect(size * dots).toBeLessThan(paper === 58 ? 384 : 576)
    expect(dots).toBeWithin(3, 9)
  })

  test('the sum is as large as fits', () => {
    const sums = (amount: number) =>
      readPage(pageBytes(receiptRows(head, { ...paid, amount }, null), paper)).lines.find(({ text }) =>
        text.includes('TZS '),
      )
    expect(sums(12_500)).toMatchObject({ width: 2, height: 2, isBold: true })
    expect(sums(999_999_999_999)).toMatchObject({ width: paper === 58 ? 1 : 2, height: 2 })
  })
})

describe('letters that a printer lacks', () => {
  const table: [string, string][] = [
    ['Café Élan, Zoë', 'Cafe Elan, Zoe'],
    ['“2 × chipsi” – 5.000', '"2 x chipsi" - 5.000'],
    ['Pizza 🍕🍕 na chai', 'Pizza ? na chai'],
    ['سلام dunia', '? dunia'],
    ['日本 語', '?'],
    ['\u202eevil\u200b', 'evil'],
    ['a\tb\r\nc\u0000d', 'a b c d'],
    ['\u001b@\u001dV\u0000\u001bp\u0000\u0019\u00fa', '@ V p u'],
    ['\u0085\u009b\u00a0x', 'x'],
    ['\ud83c', '?'],
    ['', ''],
  ]
  test.each(table)('%j is printed as %j', (text, printed) => {
    expect(printable(text)).toBe(printed)
  })

  test('a hostile note opens no drawer, cuts no paper and draws no code', () => {
    const note =
      '\u001b@\u001bp\u0000\u0019\u00fa\u001dV\u0000\u001d(k\u0003\u00001Q0\u0010\u0004\u0001\u001c.\u007f\u0080\u009b'
    for (const paper of paperWidths) {
      const bytes = pageBytes(receiptRows(head, { ...paid, metadata: { note } }, null), paper)
      const plain = pageBytes(
        receiptRows(head, { ...paid, metadata: { note: printable(note) } }, null),
        paper,
      )
      expect(bytes).toEqual(plain)
      expect(readPage(bytes)).toMatchObject({ cuts: 1, codes: [reference] })
    }
  })

  test('nor does a hostile item', () => {
    const named = (name: string) => ({ ...cash, lineItems: [{ name, quantity: 2, unit_price: 500 }] })
    const name = '\u001bp\u0000\u0019\u00fa\u001dV\u0000\r\nTZS 1\u0085'
    for (const paper of paperWidths) {
      const bytes = pageBytes(cashRows(head, named(name)), paper)
      expect(bytes).toEqual(pageBytes(cashRows(head, named(printable(name))), paper))
      expect(readPage(bytes)).toMatchObject({ cuts: 1, codes: [cash.id] })
    }
  })
})

test.each([
  ['192.168.1.50', 9_100, 'taken'],
  ['printer.local', 9_102, 'taken'],
  ['192.168.1.50', 6_101, 'taken'],
  ['192.168.1.50', 22, 'printer_port_unusual'],
  ['192.168.1.50', 5_432, 'printer_port_unusual'],
  ['192.168.1.1', 80, 'printer_port_unusual'],
  ['127.0.0.1', 9_100, 'printer_on_server'],
  ['127.8.8.8', 9_100, 'printer_on_server'],
  ['localhost', 9_100, 'printer_on_server'],
  ['::ffff:127.0.0.1', 9_100, 'printer_on_server'],
  ['::1', 9_100, 'printer_on_server'],
])('a printer that another than the owner of the server sets at %s port %i: %s', (host, port, said) => {
  const own = { addresses: ['127.0.0.1', '192.168.1.10'], ports: [8_080] }
  let reason = 'taken'
  try {
    readPrinter({ ...printer, host, port }, { own, mayBeAnywhere: false })
  } catch (error) {
    reason = error instanceof Fault ? error.reason : String(error)
  }
  expect(reason).toBe(said)
})

test('a name that turns out to be this server gets no page, unless it was set as this server', () => {
  const own = { addresses: ['192.168.1.10'], ports: [8_080] }
  expect(mayPrintAt('127.0.0.1', 9_100, own, false)).toBe('printer_on_server')
  expect(mayPrintAt('127.0.0.1', 9_100, own, true)).toBe(true)
  expect(mayPrintAt('127.0.0.1', 8_080, own, true)).toBe('printer_is_server')
})

describe('the addresses of a printer', () => {
  const own = { addresses: ['127.0.0.1', '192.168.1.10', 'fd00::10'], ports: [8_080] }
  const asked =
    (host: string, port = 9_100) =>
    () =>
      readPrinter({ ...printer, host, port }, { own, mayBeAnywhere: true })
  test.each([
    ['192.168.1.50', '192.168.1.50'],
    [' 10.0.0.7 ', '10.0.0.7'],
    ['127.0.0.1', '127.0.0.1'],
    ['169.254.12.9', '169.254.12.9'],
    ['[fd00::5]', 'fd00::5'],
    ['fe80::1', 'fe80::1'],
    ['Printer.local.', 'printer.local'],
    ['TM-T20\n', 'tm-t20'],
  ])('%s is kept as %s', (host, kept) => {
    expect(asked(host)().host).toBe(kept)
  })
  test.each([
    ['8.8.8.8', 9_100, 'host'],
    ['2001:4860:4860::8888', 9_100, 'host'],
    ['::ffff:8.8.8.8', 9_100, 'host'],
    ['169.254.169.254', 80, 'host'],
    ['100.100.100.200', 80, 'host'],
    ['0.0.0.0', 9_100, 'host'],
    ['::', 9_100, 'host'],
    ['224.0.0.1', 9_100, 'host'],
    ['192.168.1', 9_100, 'host'],
    ['0x7f.1', 9_100, 'host'],
    ['0x7f000001', 9_100, 'host'],
    ['printer.0x1', 9_100, 'host'],
    ['010.0.0.1', 9_100, 'host'],
    ['256.1.1.1', 9_100, 'host'],
    ['2130706433', 9_100, 'host'],
    ['http://192.168.1.50', 9_100, 'host'],
    ['192.168.1.50:9100', 9_100, 'host'],
    ['192.168.1.50/24', 9_100, 'host'],
    ['fe80::1%eth0', 9_100, 'host'],
    ['a b', 9_100, 'host'],
    ['duka..local', 9_100, 'host'],
    ['192.168.1.50', 0, 'port'],
    ['192.168.1.50', 65_536, 'port'],
    ['192.168.1.10', 8_080, 'port'],
    ['127.0.0.1', 8_080, 'port'],
    ['::1', 8_080, 'port'],
  ])('%j port %d: %p', (host, port, field) => {
    expect(fieldOfFault(asked(host, port))).toBe(field)
  })
})
