// The last state of a receipt counts: files in which money is taken back, in all forms of the networks.
import { describe, expect, test } from 'bun:test'
import type { OwnEntry } from '../../src/domain/money-entry.ts'
import { compareSides } from '../../src/domain/reconciliation.ts'
import { readSettlementFile } from '../../src/domain/settlement-file.ts'

const sale: OwnEntry = {
  kind: 'payment',
  reference: 'KN1',
  subject: 'p1',
  amount: 20_100,
  state: 'paid',
  receipt: 'S100',
}
const payout: OwnEntry = { ...sale, kind: 'payout' }

/** The differences of a file, or `matched`. */
function resultOf(own: OwnEntry, ...lines: string[]) {
  const network = readSettlementFile(lines.join('\n'), 0)?.entries ?? []
  const { differences, matched } = compareSides({ own: [own], network, isMoneyOnly: true })
  if (differences.length === 0) return matched.count === 1 ? 'matched' : 'nothing'
  return differences.map(({ result, network }) => `${result} ${network?.amount ?? '-'}`).join(', ')
}

const signed = 'order_id,reference,amount'
const stated = 'order_id,reference,amount,status'
const timed = 'order_id,reference,amount,status,date'
const mpesa = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Linked Transaction ID'
const paidRow = 'KN1,S100,"20,100.00"'
const back = 'other_state 20100'

describe('a sale', () => {
  test.each([
    ['alone', [signed, paidRow], 'matched'],
    ['twice', [signed, paidRow, paidRow], 'matched'],
    ['minus', [signed, paidRow, 'KN1,S100,"-20,100.00"'], back],
    ['minus first', [signed, 'KN1,S100,"-20,100.00"', paidRow], back],
    ['minus alone', [signed, 'KN1,S100,"-20,100.00"'], back],
    ['brackets', [signed, paidRow, 'KN1,S100,"(20,100.00)"'], back],
    ['minus after', [signed, paidRow, 'KN1,S100,"20,100.00-"'], back],
    ['a typographic minus', [signed, paidRow, 'KN1,S100,"−20,100.00"'], back],
    ['DR', [signed, paidRow, 'KN1,S100,"20,100.00 DR"'], back],
    ['CR', [signed, 'KN1,S100,"20,100.00 CR"'], 'matched'],
    ['a column CR/DR', [`${signed},CR/DR`, `${paidRow},CR`, `${paidRow},DR`], back],
    ['a column of types', [`${signed},Transaction Type`, `${paidRow},Credit`, `${paidRow},Debit`], back],
    ['a type Reversal', [`${signed},Transaction Type`, `${paidRow},Payment`, `${paidRow},Reversal`], back],
    ...['PAYMENT_REVERSAL', 'Reverse', 'Refunds', 'Charge-back', 'ROLLED_BACK', 'Marejesho', 'OUTGOING'].map(
      type =>
        [
          `a type ${type}`,
          [`${signed},Transaction Type`, `${paidRow},Payment`, `${paidRow},${type}`],
          back,
        ] as const,
    ),
    ...['PARTIALLY_REFUNDED', 'CHARGED_BACK', 'Umerudishwa'].map(
      state => [state, [stated, `${paidRow},Completed`, `${paidRow},${state}`], back] as const,
    ),
    ...['Dr.', 'DEBIT_ENTRY', 'Outward', 'sent'].map(
      side => [`a column ${side}`, [`${signed},CR/DR`, `${paidRow},CR`, `${paidRow},${side}`], back] as const,
    ),
    ...['—', '－', '‑'].map(
      minus => [`the minus ${minus}`, [signed, paidRow, `KN1,S100,"${minus}20,100.00"`], back] as const,
    ),
    ['a column Reversed', [`${stated},Reversed`, `${paidRow},Completed,Yes`], back],
    ['a column Refunded Amount', [`${stated},Refunded Amount`, `${paidRow},Completed,"20,100.00"`], back],
    ['nothing refunded', [`${stated},Refunded Amount`, `${paidRow},Completed,0.00`], 'matched'],
    ['not reversed', [`${stated},Reversed`, `${paidRow},Completed,Not reversed`], 'matched'],
    ['two states', [`${signed},payment_status,status`, `${paidRow},COMPLETED,REVERSED`], back],
    [
      'a failed reversal',
      [`${stated},Type`, `${paidRow},OK,Payment`, `${paidRow},Failed,Reversal`],
      'matched',
    ],
    ['REVERSED', [stated, `${paidRow},COMPLETED`, `${paidRow},REVERSED`], back],
    ['REVERSED first', [stated, `${paidRow},REVERSED`, `${paidRow},COMPLETED`], back],
    ['Refunded alone', [stated, `${paidRow},Refunded`], back],
    ['Charged back', [stated, `${paidRow},Completed`, `${paidRow},Charged back`], back],
    ['failed, then paid', [stated, `${paidRow},FAILED`, `${paidRow},COMPLETED`], 'matched'],
    ['paid, then failed', [stated, `${paidRow},COMPLETED`, `${paidRow},FAILED`], back],
    [
      'the newest first',
      [timed, `${paidRow},FAILED,2026-11-26 10:05`, `${paidRow},OK,2026-11-26 10:00`],
      back,
    ],
    [
      'paid after',
      [timed, `${paidRow},OK,2026-11-26 10:05`, `${paidRow},FAILED,2026-11-26 10:00`],
      'matched',
    ],
    ['pending, then paid', [stated, `${paidRow},COMPLETED`, `${paidRow},PENDING`], 'matched'],
    ['another receipt for the return', [signed, paidRow, 'KN1,S900,"-20,100.00"'], back],
    ['a return named by the receipt', [signed, paidRow, ',S100,"-20,100.00"'], back],
    ['a part given back', [signed, paidRow, 'KN1,S100,"-5,000.00"'], 'other_amount 15100'],
    ['two parts that are all', [signed, paidRow, 'KN1,S100,-5000', 'KN1,S100,-15100'], back],
    ['paid twice', [signed, paidRow, 'KN1,S101,20100'], 'missing_here 20100'],
    ['paid twice, one given back', [signed, paidRow, 'KN1,S101,20100', 'KN1,S101,-20100'], 'matched'],
    [
      'paid twice, given back under a third',
      [signed, paidRow, 'KN1,S101,20100', 'KN1,S102,-20100'],
      'matched',
    ],
  ])('%s', (_, lines, result) => expect(resultOf(sale, ...lines)).toBe(result))

  const came = 'S100,26/11/2026 10:00,Pay merchant from 255754***111,Completed,"20,100.00",'
  test.each([
    ['paid in', [came], 'matched'],
    ['withdrawn', [came, 'S100,26/11/2026 10:05,Merchant to customer,Completed,,"20,100.00"'], back],
    ['withdrawn with a minus', ['S100,26/11/2026 10:05,Reversal,Completed,,"-20,100.00"', came], back],
    ['withdrawn but failed', [came, 'S100,26/11/2026 10:05,Reversal,Failed,,"20,100.00"'], 'matched'],
    [
      'a reversal with a receipt of its own that names the sale',
      [came, 'S900,26/11/2026 10:05,Reversal of S100 to 255754***111,Completed,,"20,100.00"'],
      back,
    ],
    [
      'a reversal that is linked to the sale',
      [`${came},`, 'S900,26/11/2026 10:05,Transaction Reversal,Completed,,"20,100.00",S100'],
      back,
    ],
    [
      'that reversal alone',
      ['S900,26/11/2026 10:05,Transaction Reversal: s100,Completed,,"20,100.00"'],
      back,
    ],
    [
      'a reversal of something else',
      [came, 'S900,26/11/2026 10:05,Reversal of S200,Completed,,"500.00"'],
      'missing_here -500',
    ],
    ['its charge', [came, 'S100,26/11/2026 10:00,Pay merchant Charge,Completed,,"-115.00"'], 'matched'],
    ['both columns filled', ['S100,26/11/2026 10:00,x,Completed,"20,100.00","20,100.00"'], 'missing_there -'],
  ])('in columns of money in and out: %s', (_, lines, result) => {
    const own = { ...sale, reference: 'S100', receipt: null }
    expect(resultOf(own, mpesa, ...lines)).toBe(result)
  })
})

test.each([
  ['without a sign', [signed, paidRow], 'matched'],
  ['with a minus', [signed, 'KN1,S100,"-20,100.00"'], 'matched'],
  ['without a sign, then a minus', [signed, paidRow, 'KN1,S100,"-20,100.00"'], back],
  ['minus, then plus', [`${signed},CR/DR`, `${paidRow},DR`, `${paidRow},CR`], back],
  ['reversed', [stated, `${paidRow},COMPLETED`, `${paidRow},REVERSED`], back],
])('a payout %s', (_, lines, result) => expect(resultOf(payout, ...lines)).toBe(result))

test.each([
  ['in', [signed, paidRow, 'KN2,S200,500'], 'missing_here 500'],
  ['out', [signed, paidRow, 'KN2,S200,-500'], 'missing_here -500'],
  ['in and out again', [signed, paidRow, 'KN2,S200,500', 'KN2,S200,-500'], 'matched'],
  ['reversed', [stated, `${paidRow},OK`, 'KN2,S200,500,OK', 'KN2,S200,500,REVERSED'], 'matched'],
])('money of no order of ours: %s', (_, lines, result) => expect(resultOf(sale, ...lines)).toBe(result))
