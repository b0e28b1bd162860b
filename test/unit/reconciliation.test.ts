// Comparing a day with a network: each of our states with each of the network's, and days with planted
// differences, of which each one is found and no other.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { MoneyState, NetworkEntry, OwnEntry } from '../../src/domain/money-entry.ts'
import { compareSides, type DifferenceResult, differenceKey } from '../../src/domain/reconciliation.ts'

const mine = (change: Partial<OwnEntry> = {}): OwnEntry => ({
  kind: 'payment',
  reference: 'REF1',
  subject: 'p1',
  amount: 5_000,
  state: 'paid',
  receipt: 'S100',
  ...change,
})
const theirs = (change: Partial<NetworkEntry> = {}): NetworkEntry => ({
  reference: 'REF1',
  receipt: 'S100',
  amount: 5_000,
  state: 'paid',
  at: null,
  ...change,
})
const resultOf = (own: OwnEntry, network: NetworkEntry | null, isMoneyOnly = false) => {
  const { differences, matched, unpaid } = compareSides({
    own: [own],
    network: network ? [network] : [],
    isMoneyOnly,
  })
  return differences[0]?.result ?? (matched.count === 1 ? 'matched' : unpaid === 1 ? 'unpaid' : 'nothing')
}

type Row = readonly [own: MoneyState, network: MoneyState | 'absent', result: string]
const rows: readonly Row[] = [
  ['paid', 'paid', 'matched'],
  ['paid', 'open', 'other_state'],
  ['paid', 'not_paid', 'other_state'],
  ['paid', 'absent', 'missing_there'],
  ['open', 'paid', 'other_state'],
  ['open', 'open', 'unpaid'],
  ['open', 'not_paid', 'other_state'],
  ['open', 'absent', 'missing_there'],
  ['not_paid', 'paid', 'other_state'],
  ['not_paid', 'open', 'unpaid'],
  ['not_paid', 'not_paid', 'unpaid'],
  ['not_paid', 'absent', 'unpaid'],
]

describe('one order', () => {
  test.each(rows)('%s here and %s there: %s', (own, network, result) => {
    expect(resultOf(mine({ state: own }), network === 'absent' ? null : theirs({ state: network }))).toBe(
      result,
    )
  })

  test('of a source that names money only, an open order is not missing', () => {
    expect(resultOf(mine({ state: 'open' }), null, true)).toBe('unpaid')
    expect(resultOf(mine(), null, true)).toBe('missing_there')
  })

  test('another amount, and a network that names none', () => {
    expect(resultOf(mine(), theirs({ amount: 4_000 }))).toBe('other_amount')
    expect(resultOf(mine({ kind: 'payout' }), theirs({ amount: null }))).toBe('matched')
    expect(resultOf(mine({ state: 'open' }), theirs({ amount: 4_000 }))).toBe('other_state')
  })

  test('is found by its receipt where the network names no reference', () => {
    expect(resultOf(mine(), theirs({ reference: null, receipt: 's100 ' }))).toBe('matched')
    // A file of Selcom has our reference also as its transid.
    expect(resultOf(mine(), theirs({ reference: 'other', receipt: 'ref1' }))).toBe('matched')
  })

  test('without an answer is no difference', () => {
    const sides = { own: [mine()], network: [], unanswered: new Set(['REF1']) }
    expect(compareSides(sides)).toMatchObject({ unanswered: 1, differences: [], matched: { count: 0 } })
  })
})

describe('money without an order', () => {
  const strangers = (network: readonly NetworkEntry[], own: readonly OwnEntry[] = []) =>
    compareSides({ own, network }).differences.map(({ result, network }) => [result, network?.receipt])

  test('is missing here, and what was not paid is nothing', () => {
    expect(strangers([theirs(), theirs({ reference: 'X', receipt: 'S2', state: 'not_paid' })])).toEqual([
      ['missing_here', 'S100'],
    ])
  })

  test('a second receipt for one order is more money, a repeated one is not', () => {
    expect(strangers([theirs(), theirs(), theirs({ receipt: 'S101' })], [mine()])).toEqual([
      ['missing_here', 'S101'],
    ])
    expect(strangers([theirs({ receipt: 'S101' }), theirs()], [mine()])).toEqual([['missing_here', 'S101']])
  })

  test('a line that is there twice counts once', () => {
    expect(strangers([theirs(), theirs()])).toEqual([['missing_here', 'S100']])
  })
})

const planted = ['none', 'lost_here', 'lost_there', 'amount', 'reversed', 'unbooked', 'extra'] as const
type Planted = (typeof planted)[number]

/** Returns an order of a day on both sides, with something planted. */
function orderOf(number: number, kind: Planted, isPaid: boolean) {
  const own = mine({
    reference: `REF${number}`,
    subject: `p${number}`,
    receipt: isPaid ? `S${number}` : null,
    amount: 1_000 + number,
    state: isPaid ? 'paid' : 'not_paid',
    kind: number % 5 === 0 ? 'payout' : 'payment',
  })
  const network = theirs({
    reference: own.reference,
    receipt: `S${number}`,
    amount: own.amount,
    state: isPaid ? 'paid' : 'not_paid',
  })
  const sides = (one: OwnEntry | null, other: readonly NetworkEntry[], ...found: string[]) => ({
    own: one ? [one] : [],
    network: other,
    found,
  })
  const says = (result: DifferenceResult, key = own.reference) => `${result} ${key}`
  const paid = { ...network, state: 'paid' } as const
  switch (kind) {
    case 'none':
      return sides(own, [network])
    case 'lost_here':
      return sides(null, [paid], says('missing_here', `REF${number}/S${number}`))
    case 'lost_there':
      return sides({ ...own, state: 'paid' }, [], says('missing_there'))
    case 'amount':
      return sides({ ...own, state: 'paid' }, [{ ...paid, amount: own.amount - 1 }], says('other_amount'))
    case 'reversed':
      return sides({ ...own, state: 'paid' }, [{ ...network, state: 'not_paid' }], says('other_state'))
    case 'unbooked':
      return sides({ ...own, state: 'not_paid', receipt: null }, [paid], says('other_state'))
    case 'extra':
      return sides(
        { ...own, state: 'paid', receipt: `S${number}` },
        [paid, { ...paid, receipt: `T${number}` }],
        says('missing_here', `REF${number}/T${number}`),
      )
  }
}

test('a day with planted differences finds each one and no other, in any order', () => {
  const day = fc.array(fc.tuple(fc.constantFrom(...planted), fc.boolean()), { maxLength: 60 })
  fc.assert(
    fc.property(
      day.chain(orders => {
        const all = orders.map(([kind, isPaid], number) => orderOf(number, kind, isPaid))
        const own = all.flatMap(one => one.own)
        const network = all.flatMap(one => one.network)
        return fc.record({
          own: fc.shuffledSubarray(own, { minLength: own.length }),
          network: fc.shuffledSubarray(network, { minLength: network.length }),
          found: fc.constant(all.flatMap(one => one.found)),
          agreed: fc.constant(orders.filter(([kind]) => kind === 'none' || kind === 'extra').length),
        })
      }),
      ({ own, network, found, agreed }) => {
        const { differences, matched, unpaid, unanswered } = compareSides({ own, network })
        const said = differences.map(difference => `${difference.result} ${differenceKey(difference)}`)
        expect(said.toSorted()).toEqual(found.toSorted())
        expect([matched.count + unpaid, unanswered]).toEqual([agreed, 0])
      },
    ),
    { numRuns: 500 },
  )
})
