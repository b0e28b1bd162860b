// The attempt's state machine as one table: every state × every answer of a network.
import { describe, expect, test } from 'bun:test'
import {
  type Attempt,
  type AttemptState,
  isSettled,
  nextAttempt,
  type Outcome,
} from '../../src/domain/attempt.ts'

const then = 1_000
const now = 2_000
const base: Attempt = {
  id: '019cacea-e080-7039-b736-3a5c0deedfd1',
  paymentId: '019cacea-e080-7039-b736-3a5c0deedfd0',
  accountId: 'acct_1',
  connector: 'scripted',
  connection: 'scripted',
  networkReference: 'KE7XWZXPN3D4V0BX3RJN',
  method: 'push',
  phone: '+255754123456',
  amount: 10_000,
  state: 'planned',
  externalReference: null,
  failureReason: null,
  paidAmount: null,
  createdAt: 0,
  sentAt: null,
  endedAt: null,
  expiresAt: null,
  ranAt: 0,
  yesCount: 0,
  memo: null,
  plannedOrder: null,
}
const sent = { ...base, state: 'sent', sentAt: then, externalReference: 'N0' } as const
const attempts: Record<AttemptState, Attempt> = {
  planned: base,
  sent,
  unknown: { ...base, state: 'unknown' },
  succeeded: { ...sent, state: 'succeeded', paidAmount: 10_000, endedAt: then },
  failed: { ...sent, state: 'failed', failureReason: 'wrong_pin', endedAt: then },
  cancelled: { ...sent, state: 'cancelled', endedAt: then },
}

const outcomes = {
  pending: { kind: 'pending', externalReference: 'N1' },
  completed: { kind: 'completed', amount: 9_000, receipt: 'N1' },
  failed: { kind: 'failed', reason: 'insufficient_balance' },
  unknown: { kind: 'unknown' },
} as const satisfies Record<string, Outcome>
type Word = keyof typeof outcomes

const succeeds = {
  state: 'succeeded',
  externalReference: 'N1',
  failureReason: null,
  paidAmount: 9_000,
  endedAt: now,
  yesCount: 1,
} as const
const fails = { state: 'failed', failureReason: 'insufficient_balance', endedAt: now } as const
const stays = {}
const isOpenAgain = {
  state: 'sent',
  externalReference: 'N1',
  failureReason: null,
  endedAt: null,
  yesCount: 1,
} as const

/** What changes of the attempt. */
const table: Record<AttemptState, Record<Word, Partial<Attempt>>> = {
  planned: {
    pending: { state: 'sent', externalReference: 'N1', sentAt: now, yesCount: 1 },
    completed: succeeds,
    failed: fails,
    unknown: { state: 'unknown' },
  },
  sent: {
    pending: { externalReference: 'N1', yesCount: 1 },
    completed: succeeds,
    failed: fails,
    unknown: { state: 'unknown' },
  },
  unknown: {
    pending: { state: 'sent', externalReference: 'N1', sentAt: now, yesCount: 1 },
    completed: succeeds,
    failed: fails,
    unknown: stays,
  },
  succeeded: { pending: stays, completed: stays, failed: stays, unknown: stays },
  failed: { pending: isOpenAgain, completed: succeeds, failed: stays, unknown: stays },
  cancelled: { pending: stays, completed: succeeds, failed: fails, unknown: stays },
}

describe.each(Object.keys(table) as AttemptState[])('a %s attempt', state => {
  test.each(Object.keys(outcomes) as Word[])('the network says %s', word => {
    const before = Object.freeze({ ...attempts[state] })
    expect(nextAttempt(before, outcomes[word], now)).toEqual({ ...before, ...table[state][word] })
  })
})

test.each([
  ['succeeded', 'completed'],
  ['succeeded', 'failed'],
  ['failed', 'failed'],
  ['failed', 'unknown'],
  ['cancelled', 'unknown'],
] as const)('a %s attempt with the outcome %s is the same object: nothing is written', (state, word) => {
  expect(nextAttempt(attempts[state], outcomes[word], now)).toBe(attempts[state])
})

test('a network that names no reference keeps the earlier one', () => {
  expect(nextAttempt(sent, { kind: 'completed', amount: 10_000 }, now).externalReference).toBe('N0')
})

test('settled: succeeded and failed; a cancelled one is still checked', () => {
  const states = Object.keys(table) as AttemptState[]
  expect(states.filter(isSettled)).toEqual(['succeeded', 'failed'])
})
