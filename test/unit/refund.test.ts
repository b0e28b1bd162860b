// Refunds as tables: the way and the sum that follow from the facts, what is refused, and how a refund
// follows its payout.
import { describe, expect, test } from 'bun:test'
import { Fault } from '../../src/domain/fault.ts'
import { nextPayout, type Payout, type PayoutOutcome } from '../../src/domain/payout.ts'
import { bookChanges } from '../../src/domain/posting.ts'
import {
  pendingReasonOf,
  type Refund,
  type RefundStatus,
  refundChange,
  refundedOrPendingSum,
  refundStatus,
  unapprovedSum,
  unnamedRecipient,
  walletOf,
} from '../../src/domain/refund.ts'
import { applyWithdrawal, isClaimable, isWaiting, returnToWaiting } from '../../src/domain/refund-waiting.ts'
import {
  assertRefundable,
  decideRefund,
  type RefundablePayment,
  type RefundChoice,
  type RefundFacts,
  refundWaysFor,
} from '../../src/domain/refund-way.ts'
import { sentRefund } from '../kit/row.ts'

const now = Date.UTC(2026, 10, 27, 9)
const dayMs = 86_400_000

const asha = { phone: '+255754123456', provider: 'mpesa', name: 'ASHA MFANO' }
const juma = { phone: '+255713000000', provider: 'mixx', name: '' }
const source = (paid: number, returned = 0) => ({ kind: 'payment', paid, returned }) as const
const inParts = { part: true, amountMin: 1 }
const wholeOnly = { part: false, amountMin: 1_000 }
const facts = (changed: Partial<RefundFacts> = {}): RefundFacts => ({
  source: source(20_000),
  lines: [],
  network: null,
  payoutMin: 5_000,
  wallet: asha,
  ...changed,
})

const failed = { status: 'failed' } as const
const waits = { status: 'pending', approval: 'waiting' } as const
const approved = { status: 'completed', approval: 'approved' } as const
const byPin = { status: 'completed', approvedBy: 'amina' } as const
test.each<[string, (Partial<Refund> & { amount: number })[], number]>([
  ['nothing', [], 0],
  [
    'what is back or on its way',
    [
      { amount: 300, status: 'completed' },
      { amount: 200, status: 'pending' },
    ],
    500,
  ],
  [
    'nothing that failed',
    [
      { ...failed, amount: 300 },
      { amount: 200, status: 'reversed' },
    ],
    0,
  ],
  ['nothing that waits for a second person', [{ ...waits, amount: 300 }, { amount: 200 }], 200],
  ['what came after an approval', [{ amount: 300 }, { ...approved, amount: 900 }, { amount: 200 }], 200],
  [
    'what came after a PIN',
    [{ amount: 300 }, { ...byPin, amount: 900 }, { amount: 100 }, { amount: 50 }],
    150,
  ],
  [
    'what came before an approved one that failed',
    [{ amount: 300 }, { ...byPin, ...failed, amount: 900 }],
    300,
  ],
])('a sale gave back without a second person: %s', (_, refunds, sum) =>
  expect(unapprovedSum(refunds.map(changed => ({ ...sentRefund, ...changed })))).toBe(sum),
)

const faultOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof Fault) return error.reason
    throw error
  }
  return 'allowed'
}

describe('the way', () => {
  const cash = { kind: 'cash', paid: 20_000, returned: 0 } as const
  const held = { kind: 'unmatched', paid: 20_000, returned: 0 } as const
  test.each<[string, Partial<RefundFacts>, RefundChoice, number, string, typeof asha | null]>([
    ['the network gives back parts', { network: inParts }, {}, 20_000, 'network', asha],
    ['a part by the network', { network: inParts }, { amount: 1 }, 1, 'network', asha],
    ['the network gives back wholes', { network: wholeOnly }, {}, 20_000, 'network', asha],
    ['a part of it', { network: wholeOnly }, { amount: 7_000 }, 7_000, 'payout', asha],
    ['the rest of it', { network: wholeOnly, source: source(20_000, 7_000) }, {}, 13_000, 'payout', asha],
    ['below its least', { network: wholeOnly, source: source(900) }, {}, 900, 'cash', null],
    ['another way than the first', { network: inParts }, { way: 'payout' }, 20_000, 'payout', asha],
    ['no refund of the network', {}, {}, 20_000, 'payout', asha],
    ['exactly the least of a payout', {}, { amount: 5_000 }, 5_000, 'payout', asha],
    ['below the least of a payout', {}, { amount: 4_999 }, 4_999, 'cash', null],
    ['no network pays out', { payoutMin: null }, {}, 20_000, 'cash', null],
    ['the wallet is not known', { wallet: null }, {}, 20_000, 'payout', null],
    ['the customer names another', { wallet: null }, { wallet: juma }, 20_000, 'payout', juma],
    ['named instead of what paid', { network: inParts }, { wallet: juma }, 20_000, 'payout', juma],
    ['cash is asked for', { network: inParts }, { way: 'cash' }, 20_000, 'cash', null],
    ['a cash sale', { source: cash, network: inParts }, {}, 20_000, 'cash', null],
    ['a cash sale to a wallet', { source: cash, wallet: null }, { wallet: juma }, 20_000, 'payout', juma],
    ['money in suspense', { source: held, network: inParts }, {}, 20_000, 'network', asha],
  ])('%s', (_, changed, choice, amount, way, wallet) => {
    expect(decideRefund(facts(changed), choice)).toEqual({ amount, lines: null, way, wallet } as never)
  })

  test.each<[string, Partial<RefundFacts>, RefundChoice, string]>([
    ['more than was paid', {}, { amount: 20_001 }, 'refund_above_left'],
    ['more than is left', { source: source(20_000, 15_000) }, { amount: 5_001 }, 'refund_above_left'],
    ['what is left', { source: source(20_000, 15_000) }, { amount: 5_000 }, 'allowed'],
    ['nothing is left', { source: source(20_000, 20_000) }, {}, 'refund_nothing_left'],
    ['more came back than was paid', { source: source(20_000, 25_000) }, {}, 'refund_nothing_left'],
    ['the network has no refund', {}, { way: 'network' }, 'refund_way_impossible'],
    [
      'a part where it gives back wholes',
      { network: wholeOnly },
      { way: 'network', amount: 1_500 },
      'refund_way_impossible',
    ],
    ['a payout below its least', {}, { way: 'payout', amount: 4_999 }, 'refund_way_impossible'],
    ['a wallet where nothing pays out', { payoutMin: null }, { wallet: juma }, 'refund_way_impossible'],
    ['a wallet for cash', {}, { way: 'cash', wallet: juma }, 'recipient_not_for_way'],
    [
      'a cash sale by network',
      { source: cash, network: inParts },
      { way: 'network' },
      'refund_way_impossible',
    ],
  ])('refused or not: %s', (_, changed, choice, reason) => {
    expect(faultOf(() => decideRefund(facts(changed), choice))).toBe(reason)
  })

  test('all ways that are possible, the usual one first', () => {
    expect(refundWaysFor(facts({ network: inParts }), 20_000)).toEqual(['network', 'payout', 'cash'])
    expect(refundWaysFor(facts({ network: wholeOnly }), 6_000)).toEqual(['payout', 'cash'])
    expect(refundWaysFor(facts({ source: cash }), 6_000)).toEqual(['cash', 'payout'])
    expect(refundWaysFor(facts(), 400)).toEqual(['cash'])
  })
})

describe('whether a payment may be refunded', () => {
  const paid: RefundablePayment = { status: 'completed', unknown: false, endedAt: now, isReversed: false }
  test.each<[string, Partial<RefundablePayment>, 'payment' | 'unmatched', string]>([
    ['paid', {}, 'payment', 'allowed'],
    ['pending', { status: 'pending', endedAt: null }, 'payment', 'refund_of_unpaid'],
    ['failed', { status: 'failed' }, 'payment', 'refund_of_unpaid'],
    ['voided', { status: 'voided' }, 'payment', 'refund_of_unpaid'],
    ['expired', { status: 'expired' }, 'payment', 'refund_of_unpaid'],
    ['overpaid and pending', { status: 'pending', endedAt: null }, 'unmatched', 'allowed'],
    [
      'outcome unknown',
      { status: 'pending', unknown: true, endedAt: null },
      'payment',
      'payment_outcome_unknown',
    ],
    ['expired and unknown', { status: 'expired', unknown: true }, 'unmatched', 'payment_outcome_unknown'],
    ['taken back by the customer', { isReversed: true }, 'payment', 'refund_of_reversed'],
    ['the last moment', { endedAt: now - 90 * dayMs }, 'payment', 'allowed'],
    ['too old', { endedAt: now - 90 * dayMs - 1 }, 'payment', 'refund_too_old'],
    ['held money too old', { status: 'expired', endedAt: now - 91 * dayMs }, 'unmatched', 'refund_too_old'],
  ])('%s', (_, changed, kind, reason) => {
    expect(faultOf(() => assertRefundable({ ...paid, ...changed }, kind, 90, now))).toBe(reason)
  })
})

const refund = (changed: Partial<Refund> = {}): Refund => ({
  ...sentRefund,
  createdAt: now - 1_000,
  ...changed,
})

describe('a refund follows its payout', () => {
  const back = { merchant: 21_500 }
  test.each<[Payout['status'], PayoutOutcome, RefundStatus, readonly string[], number, object]>([
    ['pending', { kind: 'pending' }, 'pending', [], 0, {}],
    ['pending', { kind: 'unknown' }, 'pending', [], 0, {}],
    [
      'pending',
      { kind: 'completed' },
      'completed',
      ['refund.completed'],
      20_000,
      { held: -21_500, network: 20_000, fees: 1_500 },
    ],
    ['pending', { kind: 'failed', reason: 'x' }, 'failed', ['refund.failed'], 0, { held: -21_500, ...back }],
    [
      'pending',
      { kind: 'reversed', reason: 'x' },
      'failed',
      ['refund.failed'],
      0,
      { held: -21_500, ...back, network: 0, fees: 0 },
    ],
    ['completed', { kind: 'completed' }, 'completed', [], 0, {}],
    ['completed', { kind: 'failed', reason: 'x' }, 'completed', [], 0, {}],
    [
      'completed',
      { kind: 'reversed', reason: 'x' },
      'failed',
      ['refund.failed'],
      -20_000,
      { network: -20_000, fees: -1_500, ...back },
    ],
    ['failed', { kind: 'failed', reason: 'x' }, 'failed', [], 0, {}],
    [
      'failed',
      { kind: 'completed' },
      'completed',
      ['refund.completed'],
      20_000,
      { merchant: -21_500, network: 20_000, fees: 1_500 },
    ],
    ['reversed', { kind: 'completed' }, 'failed', [], 0, {}],
  ])('%s, and the network says %p: %s', (from, said, to, events, refunded, books) => {
    const before = refund({ status: from, state: from === 'pending' ? 'sent' : 'settled' })
    const change = refundChange(before, nextPayout(before, said, now))
    expect(refundStatus(change.refund)).toBe(to)
    expect(change.refund).toMatchObject({ way: 'payout', reason: 'broken', paymentId: before.paymentId })
    expect([change.events, change.refunded]).toEqual([events, refunded] as never)
    expect(Object.fromEntries(bookChanges(change.postings))).toEqual(books as never)
    for (const { reason } of change.postings) expect(reason).toStartWith('refund.')
  })

  test.each<[Partial<Refund>, ReturnType<typeof pendingReasonOf>]>([
    [{ state: 'planned' }, 'processing'],
    [{ state: 'sent' }, 'processing'],
    [{ state: 'unknown' }, 'unknown'],
    [{ state: 'waiting', approval: 'waiting' }, 'approval'],
    [{ state: 'waiting', recipient: unnamedRecipient }, 'recipient_needed'],
    [{ state: 'waiting' }, 'insufficient_balance'],
    [{ state: 'settled', status: 'completed' }, null],
    [{ state: 'settled', status: 'failed' }, null],
  ])('why it is pending: %p', (changed, reason) => {
    expect(pendingReasonOf(refund(changed))).toBe(reason)
  })

  test('a wallet is known once it is named', () => {
    expect(walletOf(refund({ recipient: unnamedRecipient }))).toBeNull()
    expect(walletOf(refund())).toEqual(asha)
  })

  test('what is pending counts as given back, what failed or came back does not', () => {
    const all = (['pending', 'completed', 'failed', 'reversed'] as const).map(status => refund({ status }))
    expect(refundedOrPendingSum(all)).toBe(40_000)
  })
})

describe('a refund that waits', () => {
  const week = 7 * 86_400_000
  const open = { state: 'waiting', recipient: unnamedRecipient, createdAt: 0 } as const
  test.each<[string, Partial<Refund>, number, boolean]>([
    ['waits for a wallet', open, week - 1, true],
    ['waits again after it was approved', { ...open, approval: 'approved' }, 0, true],
    ['has one number left', { ...open, claimTries: 9 }, 0, true],
    ['has no number left', { ...open, claimTries: 10 }, 0, false],
    ['is seven days old', open, week, false],
    ['has a wallet', { ...open, recipient: { channel: 'mobile', ...asha } }, 0, false],
    ['waits for a second person', { ...open, approval: 'waiting' }, 0, false],
    ['was planned', { ...open, state: 'planned' }, 0, false],
    ['has ended', { ...open, status: 'failed', state: 'settled' }, 0, false],
  ])('that %s can be claimed or not', (_, changed, at, isOpen) => {
    expect(isClaimable(refund(changed), at)).toBe(isOpen)
  })

  const unsent = { kind: 'failed', unsent: true, reason: 'network_unavailable' } as const
  const noFloat = { ...unsent, reason: 'insufficient_balance' } as const
  const planned = { state: 'planned', claimTries: 1 } as const
  const waitedForFloat = { failureReason: 'insufficient_balance' } as const
  test.each<
    [Partial<Refund>, Parameters<typeof returnToWaiting>[1], 'for a wallet' | 'for the float' | 'not']
  >([
    [planned, unsent, 'for a wallet'],
    [planned, noFloat, 'for the float'],
    [{ state: 'unknown', claimTries: 0 }, noFloat, 'for the float'],
    [{ state: 'unknown', claimTries: 0 }, unsent, 'not'],
    [{ state: 'unknown', ...waitedForFloat }, unsent, 'for the float'],
    [{ ...planned, ...waitedForFloat }, unsent, 'for the float'],
    [{ ...planned, ...waitedForFloat }, { ...unsent, reason: 'not_sent' }, 'for the float'],
    [{ ...planned, ...waitedForFloat }, { ...unsent, reason: 'recipient_not_found' }, 'for a wallet'],
    [{ ...waitedForFloat, state: 'planned' }, { ...unsent, reason: 'recipient_not_found' }, 'not'],
    [{ ...planned, ...waitedForFloat }, { kind: 'failed', reason: 'network_unavailable' }, 'not'],
    [planned, { kind: 'failed', reason: 'recipient_not_found' }, 'not'],
    [planned, { kind: 'unknown' }, 'not'],
    [{ ...planned, yesCount: 1 }, unsent, 'not'],
    [{ ...planned, status: 'failed' }, unsent, 'not'],
    [{ ...planned, way: 'network' }, unsent, 'not'],
  ])('%p, and then %p: it waits again %s', (changed, outcome, what) => {
    const waiting = returnToWaiting(refund(changed), outcome)
    const named = waiting && walletOf(waiting)
    expect(waiting === undefined ? 'not' : named ? 'for the float' : 'for a wallet').toBe(what)
    if (waiting) expect(isWaiting(waiting)).toBe(true)
  })

  test('for the float after a second person approved it can be withdrawn', () => {
    const { payout } = applyWithdrawal(refund({ state: 'waiting', approval: 'approved' }), 0)
    expect(payout).toMatchObject({ status: 'failed', failureReason: 'withdrawn' })
  })
})
