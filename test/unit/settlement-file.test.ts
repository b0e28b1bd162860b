// Reading settlement files: the columns by their headings, amounts and times in the formats of networks, and
// unreadable cells.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { csvLine } from '../../src/domain/csv.ts'
import { readCsv } from '../../src/domain/csv-file.ts'
import { readSettlementFile } from '../../src/domain/settlement-file.ts'
import { decodeText } from '../../src/domain/text-encoding.ts'

const eastAfricaMs = 10_800_000
const read = (...lines: string[]) => readSettlementFile(lines.join('\r\n'), eastAfricaMs)
const first = (...lines: string[]) => read(...lines)?.entries[0]
const noon = Date.UTC(2026, 10, 22, 9)

describe('columns', () => {
  test('of Selcom', () => {
    expect(
      read(
        'order_id,creation_date,amount,payment_status,transid,channel,reference,msisdn',
        'KN1,2026-11-22 12:00:00,5000,COMPLETED,Q123,MPESA-TZ,S100,255754000111',
        'KN2,2026-11-22 12:00:00,7000,USERCANCELLED,,,,',
      ),
    ).toEqual({
      unreadable: [],
      entries: [
        { reference: 'KN1', receipt: 'S100', amount: 5_000, state: 'paid', at: noon },
        { reference: 'KN2', receipt: null, amount: 7_000, state: 'not_paid', at: noon },
      ],
    })
  })

  test('below other lines, in another order, with other signs and separators', () => {
    expect(
      first(
        '\ufeff"M-PESA statement";;',
        'Period;22/11/2026;',
        ';;',
        '"Completion Time";"Receipt No.";"Transaction Status";"Paid In";"Withdrawn";"Balance"',
        '"22/11/2026 12:00";"BK12XY";"Completed";"5,000.00";"";"105,000.00"',
      ),
    ).toEqual({ reference: null, receipt: 'BK12XY', amount: 5_000, state: 'paid', at: noon, direction: 'in' })
  })

  test('money out, and the receipt of a transaction', () => {
    expect(first('Receipt No,Paid In,Withdrawn', 'BK1,,"-6,000.00"')).toMatchObject({
      amount: 6_000,
      direction: 'out',
    })
    expect(first('Receipt No,Paid In,Withdrawn', 'BK1,0.00,6000')).toMatchObject({
      amount: 6_000,
      direction: 'out',
    })
    expect(first('Order ID,Trans ID,Amount', 'KN1,T1,500')).toMatchObject({ reference: 'KN1', receipt: 'T1' })
  })

  test.each([
    ['', ''],
    ['name,age', 'Asha,30'],
    ['amount', '5000'],
    ['reference', 'KN1'],
  ])('are not there: %j %j', (head, row) => expect(read(head, row)).toBeUndefined())
})

test.each([
  ['5000', 5_000],
  ['5,000', 5_000],
  ['1,234,567.00', 1_234_567],
  ['TZS 5 000', 5_000],
  ['5000/=', 5_000],
  ['-5000.0', 5_000],
  ['="5000"', 5_000],
  ["'5000", 5_000],
  ['5000.50', undefined],
  ['USD 5', undefined],
  ['5.000,00', 5_000],
  ['12,34', undefined],
  ['=1+1', undefined],
  ['five', undefined],
])('the amount %j', (cell, amount) => {
  const { entries, unreadable } = read('order_id,amount', `KN1,"${cell.replaceAll('"', '""')}"`) ?? {}
  expect([entries?.[0]?.amount, unreadable?.length]).toEqual([amount, amount === undefined ? 1 : 0])
})

test.each([
  ['2026-11-22 12:00:00', noon],
  ['2026-11-22T09:00:00Z', noon],
  ['22/11/2026 12:00', noon],
  ['30/02/2026 12:00', null],
  ['2026-11-31 12:00', null],
  ['22/11/2026 12:61', null],
  ['22-11-2026 12:00:00 PM', noon],
  ['22-11-2026 12:00 AM', noon - 43_200_000],
  ['22.11.2026', noon - 43_200_000],
  ['22-Nov-2026', noon - 43_200_000],
  ['22/11/26', noon - 43_200_000],
  ['"Nov 22, 2026"', noon - 43_200_000],
  ['"Sunday, 22 Novemba 2026 12:00"', noon],
  ['Sun Nov 22 2026 12:00:00 GMT+0300 (East Africa Time)', noon],
  ['11/22/2026 12:00', noon],
  ['20261122120000', noon],
  ['20261122T090000Z', noon],
  ['20261122T0900 GMT', noon],
  ['20261122T070000-0200', noon],
  ['20261122', noon - 43_200_000],
  ['2026-11-22T12:00:00.123+03:00', noon],
  ['22.11.2026 12.00', noon],
  ['46348', noon - 43_200_000],
  ['46348.5', noon],
  ['1795338000', noon],
  ['31/02/2026', null],
  ['22/11/2026 25:00', null],
  ['yesterday', null],
  ['', null],
])('the time %j', (cell, at) => {
  expect(first('order_id,amount,date', `KN1,500,${cell}`)?.at).toBe(at)
})

describe('dates', () => {
  const days = (...cells: string[]) =>
    readSettlementFile(
      ['receipt,amount,date', ...cells.map((cell, index) => `R${index},500,${cell}`)].join('\n'),
      0,
      {
        from: Date.UTC(2026, 10, 5),
        to: Date.UTC(2026, 10, 6),
      },
    )?.entries.map(({ at }) => (at === null ? null : new Date(at).toISOString().slice(0, 10)))
  test('of a column have days and months in one order', () => {
    expect(days('13/11/2026', '05/11/2026')).toEqual(['2026-11-13', '2026-11-05'])
    expect(days('11/13/2026', '11/05/2026')).toEqual(['2026-11-13', '2026-11-05'])
    expect(days('05/11/2026')).toEqual(['2026-11-05'])
    expect(days('11/05/2026')).toEqual(['2026-11-05']) // the day that was asked for
  })
  test('that cannot be read are reported, and their rows are marked', () => {
    expect(read('receipt,amount,date', 'R1,500,yesterday', 'R2,500,2026-11-22')).toMatchObject({
      entries: [{ receipt: 'R1', at: null, isUndated: true }, { receipt: 'R2' }],
      unreadable: [{ row: 2, cause: 'date', names: ['R1'] }],
    })
  })
})

describe('what a spreadsheet made of a receipt', () => {
  const lost = ['2.82509E+13', '2.82509e+13', '"2,82509E+13"', '########', '#N/A']
  test.each(lost)('%s names nothing', cell => {
    expect(read('receipt,amount', `${cell},500`, `${cell},600`)).toEqual({
      entries: [],
      unreadable: [
        { row: 2, cause: 'number_rounded', names: [] },
        { row: 3, cause: 'number_rounded', names: [] },
      ],
    })
    expect(read('order_id,receipt,amount', `KN1,${cell},500`)).toMatchObject({
      entries: [{ reference: 'KN1', receipt: null }],
      unreadable: [{ cause: 'number_rounded', names: ['KN1'] }],
    })
  })
  test('is a name with cents of zero, or an ordinary one', () => {
    expect(first('receipt,amount', '28250912345678.0,500')).toMatchObject({ receipt: '28250912345678' })
    expect(first('receipt,amount', '5E10,500')).toMatchObject({ receipt: '5E10' })
  })
})

describe('encodings', () => {
  const text = 'receipt;amount;name\r\nR1;500;Café'
  const utf16 = (isBig: boolean) => {
    const bytes = Buffer.from(text, 'utf16le')
    return isBig ? bytes.swap16() : bytes
  }
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little end first', utf16(false)],
    ['UTF-16, big end first', utf16(true)],
    ['UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(false)])],
    ['UTF-16 with its mark, big end first', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(true)])],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ])('%s', (_, bytes) => expect(decodeText(bytes)).toBe(text))
  test('an empty file', () => expect(decodeText(new Uint8Array())).toBe(''))
})

test('rows without an order, of an unknown state, without money and of totals', () => {
  expect(
    read('order_id,amount,status', 'KN1,500,SUCCESS', ',500,SUCCESS', 'KN2,500,MAYBE', ',1500,Total', ',,'),
  ).toMatchObject({
    unreadable: [
      { row: 3, cause: 'name' },
      { row: 4, cause: 'state' },
    ],
    entries: [{ reference: 'KN1' }],
  })
  expect(read('order_id,amount', 'KN1,0')).toEqual({ unreadable: [], entries: [] })
})

test('what is written is read back, whatever it holds', () => {
  const cell = fc.string().map(text => `x${text.replace(/[;\t|,=+@\-\n\r"']/g, '')}`)
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }), rows => {
      expect(readCsv(rows.map(row => csvLine(row)).join(''), 100).lines).toEqual(rows)
    }),
  )
  expect(readCsv(csvLine(['say "hi", twice', 'two\r\nlines']), 9).lines).toEqual([
    ['say "hi", twice', 'two\r\nlines'],
  ])
})

test('any text is read without failing, and no further than the limit', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), text => void readSettlementFile(text, 0)))
  expect(readCsv('a,b\n'.repeat(10), 3).lines).toHaveLength(3)
  expect(readCsv('"never closed', 3)).toEqual({ lines: [['never closed']], unclosedAt: 1 })
})

test('a file with more rows than are read is refused', () => {
  const rows = Array.from({ length: 50_000 }, (_, index) => `R${index},500`)
  const heads = [...Array.from({ length: 29 }, () => 'Duka'), 'receipt,amount']
  expect(read(...heads, ...rows)?.entries).toHaveLength(50_000)
  expect(read('receipt,amount', ...rows)?.entries).toHaveLength(50_000)
  const message = 'more than 50000 rows'
  expect(() => read(...heads, ...rows, 'LAST,500')).toThrow(message)
  expect(() => read('receipt,amount', ...rows, 'LAST,500')).toThrow(message)
})

test('a cell of millions of quotes does not fail', () => {
  const quotes = '""'.repeat(4_000_000)
  for (const text of [`"${quotes}" x`, `"${quotes}`]) expect(() => readCsv(text, 9)).not.toThrow()
})

test('a quote that is not closed hides no rows', () => {
  for (const row of ['"R2,500', '"R2,500\nR3,"600"'])
    expect(() => read('receipt,amount', 'R1,400', row, 'R4,700')).toThrow('that line 3 opens')
})

test('the separator is the one that gives a line of headings', () =>
  expect(
    read(
      'Duka la Mama Neema, Kariakoo, Dar es Salaam',
      'Receipt;Amount;Details',
      'R1;5,000;a, b',
      'R2;6,000;c, d',
    ),
  ).toMatchObject({ entries: [{ amount: 5_000 }, { amount: 6_000 }], unreadable: [] }))

test('a cell of a megabyte is read once', () => {
  const blanks = ' '.repeat(1_000_000)
  for (const [sum, cause] of [
    [`5000${blanks}x`, 'amount'],
    [`TZS${blanks}5000x`, 'amount'],
    ['5000', 'date'],
  ])
    expect(read('receipt,amount,date', `R1,${sum},22/11/2026${blanks}x`)?.unreadable).toMatchObject([
      { cause },
    ])
})

test.each(['PARTIALLY_REFUNDED', 'Partial refund', 'Imerudishwa sehemu'])(
  '%s without its sum is not guessed',
  state => {
    const heads = 'order_id,amount,status,refunded,refund_amount'
    const read = (row: string) => readSettlementFile(`${heads}\n${row}`, 0)
    for (const row of [`KN1,5000,${state},,`, `KN1,5000,Completed,${state},`])
      expect(read(row)).toEqual({ entries: [], unreadable: [{ row: 2, cause: 'amount', names: ['KN1'] }] })
    for (const row of [
      `KN1,5000,${state},,2000`,
      `KN1,5000,Completed,${state},2000`,
      `KN1,5000,OK,Partial,2000`,
    ])
      expect(read(row)).toMatchObject({
        entries: [{ amount: 3_000, returned: 2_000, state: 'paid' }],
        unreadable: [],
      })
  },
)
