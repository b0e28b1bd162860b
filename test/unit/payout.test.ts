// The payout's state machine as a table: every status × every answer of a network, with events and money.
import { describe, expect, test } from 'bun:test'
import type { PayoutEventType } from '../../src/domain/event.ts'
import {
  holdPostings,
  nextPayout,
  type Payout,
  type PayoutOutcome,
  type PayoutStatus,
} from '../../src/domain/payout.ts'
import { bookChanges } from '../../src/domain/posting.ts'
import { sentPayout } from '../kit/row.ts'

const now = Date.UTC(2026, 10, 21, 9)
const payout = (status: PayoutStatus): Payout => ({
  ...sentPayout,
  status,
  state: status === 'pending' ? 'sent' : 'settled',
  createdAt: now - 1_000,
  completedAt: status === 'completed' || status === 'reversed' ? now - 500 : null,
  endedAt: status === 'pending' ? null : now - 500,
})

const said: Readonly<Record<PayoutOutcome['kind'], PayoutOutcome>> = {
  pending: { kind: 'pending' },
  completed: { kind: 'completed', externalReference: 'S1' },
  failed: { kind: 'failed', reason: 'recipient_not_found' },
  reversed: { kind: 'reversed', reason: 'recipient_returned' },
  unknown: { kind: 'unknown' },
}

/** from · answer · to · events · what each book gains */
const table: readonly (readonly [
  PayoutStatus,
  PayoutOutcome['kind'],
  PayoutStatus,
  readonly PayoutEventType[],
  Record<string, number>,
])[] = [
  ['pending', 'pending', 'pending', [], {}],
  ['pending', 'unknown', 'pending', [], {}],
  [
    'pending',
    'completed',
    'completed',
    ['payout.completed'],
    { held: -21_500, network: 20_000, fees: 1_500 },
  ],
  ['pending', 'failed', 'failed', ['payout.failed'], { held: -21_500, merchant: 21_500 }],
  [
    'pending',
    'reversed',
    'reversed',
    ['payout.completed', 'payout.reversed'],
    { held: -21_500, merchant: 21_500, network: 0, fees: 0 },
  ],
  ['completed', 'pending', 'completed', [], {}],
  ['completed', 'unknown', 'completed', [], {}],
  ['completed', 'completed', 'completed', [], {}],
  ['completed', 'failed', 'completed', [], {}],
  [
    'completed',
    'reversed',
    'reversed',
    ['payout.reversed'],
    { network: -20_000, fees: -1_500, merchant: 21_500 },
  ],
  [
    'failed',
    'completed',
    'completed',
    ['payout.completed'],
    { merchant: -21_500, network: 20_000, fees: 1_500 },
  ],
  ...(['pending', 'unknown', 'failed', 'reversed'] as const).map(
    kind => ['failed', kind, 'failed', [], {}] as const,
  ),
  ...(['pending', 'unknown', 'completed', 'failed', 'reversed'] as const).map(
    kind => ['reversed', kind, 'reversed', [], {}] as const,
  ),
]

describe('a payout', () => {
  for (const [from, kind, to, events, books] of table)
    test(`${from}, the network says ${kind} → ${to}`, () => {
      const change = nextPayout(payout(from), said[kind], now)
      expect(change.payout.status).toBe(to)
      expect([...change.events]).toEqual([...events])
      expect(Object.fromEntries(bookChanges(change.postings))).toEqual(books)
    })

  test('is held with its fee when it is made', () => {
    expect(Object.fromEntries(bookChanges(holdPostings(payout('pending'))))).toEqual({
      merchant: -21_500,
      held: 21_500,
    })
  })

  test('never fails while its outcome is unknown', () => {
    const { payout: uncertain } = nextPayout(payout('pending'), said.unknown, now)
    expect([uncertain.status, uncertain.state]).toEqual(['pending', 'unknown'])
  })
})
