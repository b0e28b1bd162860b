// Reading settlement files: the columns by their heads, wherever they stand, amounts and times as networks write
// them, and what cannot be read.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { csvLine, readCsv } from '../../src/domain/csv.ts'
import { readSettlementFile } from '../../src/domain/settlement-file.ts'

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
      unreadable: 0,
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
    ).toEqual({ reference: null, receipt: 'BK12XY', amount: 5_000, state: 'paid', at: noon })
  })

  test('money out, and the receipt of a transaction', () => {
    expect(first('Receipt No,Paid In,Withdrawn', 'BK1,,"-6,000.00"')).toMatchObject({ amount: 6_000 })
    expect(first('Receipt No,Paid In,Withdrawn', 'BK1,0.00,6000')).toMatchObject({ amount: 6_000 })
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
  ['5.000,00', undefined],
  ['12,34', undefined],
  ['=1+1', undefined],
  ['five', undefined],
])('the amount %j', (cell, amount) => {
  const { entries, unreadable } = read('order_id,amount', `KN1,"${cell.replaceAll('"', '""')}"`) ?? {}
  expect([entries?.[0]?.amount, unreadable]).toEqual([amount, amount === undefined ? 1 : 0])
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
  ['yesterday', null],
  ['', null],
])('the time %j', (cell, at) => {
  expect(first('order_id,amount,date', `KN1,500,${cell}`)?.at).toBe(at)
})

test('rows without an order, of an unknown state, without money and of totals', () => {
  expect(
    read('order_id,amount,status', 'KN1,500,SUCCESS', ',500,SUCCESS', 'KN2,500,MAYBE', ',1500,Total', ',,'),
  ).toMatchObject({ unreadable: 2, entries: [{ reference: 'KN1' }] })
  expect(read('order_id,amount', 'KN1,0')).toEqual({ unreadable: 0, entries: [] })
})

test('what is written is read back, whatever it holds', () => {
  const cell = fc.string().map(text => `x${text.replace(/[;\t|,=+@\-\n\r"']/g, '')}`)
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }), rows => {
      expect(readCsv(rows.map(row => csvLine(row)).join(''), 100)).toEqual(rows)
    }),
  )
  expect(readCsv(csvLine(['say "hi", twice', 'two\r\nlines']), 9)).toEqual([
    ['say "hi", twice', 'two\r\nlines'],
  ])
})

test('any text is read without failing, and no further than the limit', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), text => void readSettlementFile(text, 0)))
  expect(readCsv('a,b\n'.repeat(10), 3)).toHaveLength(3)
  expect(readCsv('"never closed', 3)).toEqual([['never closed']])
})
