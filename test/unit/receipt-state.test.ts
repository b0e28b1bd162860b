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

/** Returns the differences of a file, or `matched`. */
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
const back = 'refund_missing_here 20100'
const failed = 'other_state 20100'

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
    ...['CHARGED_BACK', 'Umerudishwa'].map(
      state => [state, [stated, `${paidRow},Completed`, `${paidRow},${state}`], back] as const,
    ),
    ...['Dr.', 'DEBIT_ENTRY', 'Outward', 'sent'].map(
      side => [`a column ${side}`, [`${signed},CR/DR`, `${paidRow},CR`, `${paidRow},${side}`], back] as const,
    ),
    ...['—', '－', '‑'].map(
      minus => [`the minus ${minus}`, [signed, paidRow, `KN1,S100,"${minus}20,100.00"`], back] as const,
    ),
    ['a column Reversed', [`${stated},Reversed`, `${paidRow},Completed,Yes`], back],
    [
      'a part in that column',
      [`${stated},Refunded Amount`, `${paidRow},Completed,5000`],
      'refund_missing_here 15100',
    ],
    [
      'the word Yes next to the sum of a part',
      [`${stated},Refunded,Refund Amount`, `${paidRow},Completed,Yes,5000`],
      'refund_missing_here 15100',
    ],
    ['Yes without a sum', [`${stated},Refunded,Refund Amount`, `${paidRow},Completed,Yes,`], back],
    [
      'a failed refund next to its sum',
      [`${stated},Refund Status,Refund Amount`, `${paidRow},OK,Failed,5000`],
      'matched',
    ],
    [
      'a part of which the sum is all',
      [`${stated},Refund Amount`, `${paidRow},PARTIALLY_REFUNDED,20100`],
      back,
    ],
    [
      'a part with a minus',
      [stated, `${paidRow},OK`, 'KN1,S100,-5000,Partially refunded'],
      'refund_missing_here 15100',
    ],
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
    ['paid, then failed', [stated, `${paidRow},COMPLETED`, `${paidRow},FAILED`], failed],
    [
      'the newest first',
      [timed, `${paidRow},FAILED,2026-11-26 10:05`, `${paidRow},OK,2026-11-26 10:00`],
      failed,
    ],
    [
      'paid after',
      [timed, `${paidRow},OK,2026-11-26 10:05`, `${paidRow},FAILED,2026-11-26 10:00`],
      'matched',
    ],
    ['pending, then paid', [stated, `${paidRow},COMPLETED`, `${paidRow},PENDING`], 'matched'],
    ['another receipt for the return', [signed, paidRow, 'KN1,S900,"-20,100.00"'], back],
    ['a return named by the receipt', [signed, paidRow, ',S100,"-20,100.00"'], back],
    ['a part given back', [signed, paidRow, 'KN1,S100,"-5,000.00"'], 'refund_missing_here 15100'],
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
      'refund_missing_here -500',
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
  ['without a sign, then a minus', [signed, paidRow, 'KN1,S100,"-20,100.00"'], failed],
  ['minus, then plus', [`${signed},CR/DR`, `${paidRow},DR`, `${paidRow},CR`], failed],
  ['reversed', [stated, `${paidRow},COMPLETED`, `${paidRow},REVERSED`], failed],
])('a payout %s', (_, lines, result) => expect(resultOf(payout, ...lines)).toBe(result))

test.each([
  ['in', [signed, paidRow, 'KN2,S200,500'], 'missing_here 500'],
  ['out', [signed, paidRow, 'KN2,S200,-500'], 'missing_here -500'],
  ['in and out again', [signed, paidRow, 'KN2,S200,500', 'KN2,S200,-500'], 'matched'],
  ['reversed', [stated, `${paidRow},OK`, 'KN2,S200,500,OK', 'KN2,S200,500,REVERSED'], 'matched'],
])('money of no order of ours: %s', (_, lines, result) => expect(resultOf(sale, ...lines)).toBe(result))

describe('a sale that the network refunded for us', () => {
  const part = (amount: number, change: Partial<OwnEntry> = {}): OwnEntry => ({
    kind: 'refund',
    reference: `KR${amount}`,
    subject: `r${amount}`,
    state: 'paid',
    receipt: null,
    amount,
    refundOf: 'KN1',
    ...change,
  })
  const all = part(20_100)
  const named = part(5_000, { receipt: 'S900' })
  const [partRow, otherRow] = ['KN1,S100,-5000', 'KN1,S100,-15100']
  const columnOf = (sum: string) => [`${stated},Refunded Amount`, `${paidRow},Completed,${sum}`]
  type Row = readonly [name: string, refunds: readonly OwnEntry[], lines: readonly string[], result: string]
  const rows: readonly Row[] = [
    ['whole, as a state', [all], [stated, `${paidRow},REFUNDED`], ''],
    ['whole, with a minus', [all], [signed, paidRow, 'KN1,S100,-20100'], ''],
    ['whole, under its own reference', [all], [signed, paidRow, 'KR20100,S900,-20100'], ''],
    ['whole, under its own receipt', [{ ...all, receipt: 'S900' }], [signed, paidRow, ',S900,-20100'], ''],
    ['in a part', [part(5_000)], [signed, paidRow, partRow], ''],
    ['in a part, under a type', [named], [`${signed},Type`, `${paidRow},Pay`, ',S900,5000,Refund'], ''],
    ['in a part, in a column', [part(5_000)], columnOf('5000'), ''],
    ...['PARTIALLY_REFUNDED', 'Partial refund', 'REFUNDED'].map(
      (state): Row => [
        `in a part, as ${state} with its sum`,
        [part(5_000)],
        [`${stated},refunded_amount`, `${paidRow},${state},5000`],
        '',
      ],
    ),
    [
      'in a part, as the second of two states',
      [part(5_000)],
      [`${signed},payment_status,status,refunded_amount`, `${paidRow},COMPLETED,REFUNDED,5000`],
      '',
    ],
    ['in two parts', [part(5_000), part(15_100)], [signed, paidRow, partRow, otherRow], ''],
    ['in two parts, in one column', [part(5_000), part(15_100)], columnOf('20100'), ''],
    [
      'in equal parts',
      [part(5_000), part(5_000, { reference: 'KR2' })],
      [signed, paidRow, partRow, partRow],
      '',
    ],
    ['and the file lacks it', [part(5_000)], [signed, paidRow], 'missing_there r5000'],
    ['and has one part', [part(5_000), part(15_100)], [signed, paidRow, otherRow], 'missing_there r5000'],
    ['and it gave back more', [part(5_000)], [signed, paidRow, 'KN1,S100,-6000'], 'refund_missing_here p1'],
    [
      'and it gave back as much again',
      [named],
      [signed, paidRow, ',S900,-5000', partRow],
      'refund_missing_here p1',
    ],
    [
      'and it has not ended here',
      [part(5_000, { state: 'open' })],
      [signed, paidRow, partRow],
      'other_state r5000',
    ],
    [
      'and it failed here',
      [part(5_000, { state: 'not_paid' })],
      [signed, paidRow, partRow],
      'refund_missing_here p1',
    ],
  ]
  test.each(rows)('%s', (_, refunds, lines, result) => {
    const counted = refunds.filter(({ state }) => state !== 'not_paid')
    const refunded = counted.reduce((sum, { amount }) => sum + amount, 0)
    const network = readSettlementFile(lines.join('\n'), 0)?.entries ?? []
    const { differences } = compareSides({
      own: [{ ...sale, refunded }, ...refunds],
      network,
      isMoneyOnly: true,
    })
    expect(differences.map(difference => `${difference.result} ${difference.own?.subject}`).join(', ')).toBe(
      result,
    )
  })

  test.each([
    ['all of it on another day', 20_100, [signed, 'KN1,S100,-20100'], ''],
    ['a part of it on another day', 5_000, [signed, 'KN1,S100,-5000'], ''],
    ['another part', 5_000, [signed, 'KN1,S100,-6000'], 'refund_missing_here p1'],
    ['nothing yet on the day of the sale', 20_100, [signed, paidRow], ''],
  ])('shows %s', (_, refunded, lines, result) => {
    const network = readSettlementFile(lines.join('\n'), 0)?.entries ?? []
    const { differences } = compareSides({ own: [{ ...sale, refunded }], network, isMoneyOnly: true })
    expect(differences.map(difference => `${difference.result} ${difference.own?.subject}`).join(', ')).toBe(
      result,
    )
  })

  test.each([
    ['and its refund is completed', 20_100, ''],
    ['and its refund is only on its way', 0, 'missing_there p1'],
    ['and a part of the refund is on its way', 15_100, 'missing_there p1'],
  ])('that the network lacks, %s', (_, refundCompleted, result) => {
    const own = [{ ...sale, refunded: 20_100, refundCompleted }]
    const { differences } = compareSides({ own, network: [], isMoneyOnly: true })
    expect(differences.map(difference => `${difference.result} ${difference.own?.subject}`).join(', ')).toBe(
      result,
    )
  })
})
