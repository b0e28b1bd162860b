// Checkout sessions as one table: every state × action, what ends them and what holds their end.
import { describe, expect, test } from 'bun:test'
import type { Attempt } from '../../src/domain/attempt.ts'
import { Fault } from '../../src/domain/fault.ts'
import {
  attemptExpiresAt,
  heldUntil,
  nextSession,
  type Session,
  type SessionAction,
  sessionIdOf,
  sessionReference,
} from '../../src/domain/session.ts'
import type { SessionStatus } from '../../src/domain/session-status.ts'

const then = 1_000
const now = 5_000
const base: Session = {
  id: '01a1fe86-e841-70ac-8597-69ca38d9d5b0',
  accountId: 'acct_1',
  profileId: 'prof_1',
  paymentId: null,
  token: 'PmCaMr96M4v92Rh222PhUb',
  shortCode: 'xK775Qel',
  status: 'pending',
  amount: 45_000,
  allowCustomAmount: false,
  amountMin: 0,
  amountMax: 0,
  allowedMethods: ['mobile_money'],
  customer: { name: '', phone: '', email: '' },
  redirectUrl: null,
  webhookUrl: null,
  description: null,
  metadata: {},
  lineItems: [],
  customFields: [],
  display: {
    show_line_items: false,
    line_items_style: 'compact',
    show_description: false,
    show_merchant_logo: false,
    theme: 'light',
    success_message: '',
    button_text: '',
  },
  answers: {},
  urlMetadata: null,
  late: false,
  apiVersion: '2026-01-25',
  staffId: null,
  tillId: null,
  keyId: 'key_1',
  createdAt: then,
  expiresAt: 3_601_000,
  endedAt: null,
}
const inState = (status: SessionStatus): Session => ({
  ...base,
  status,
  endedAt: status === 'pending' || status === 'active' ? null : then,
})

type Cell = Partial<Session> | 'payment_expired' | 'invalid_state'
const same = {}
const table: Record<SessionStatus, Record<SessionAction['kind'], Cell>> = {
  pending: {
    begun: { status: 'active' },
    completed: { status: 'completed', late: false, endedAt: now },
    expired: { status: 'expired', endedAt: now },
    cancelled: { status: 'cancelled', endedAt: now },
  },
  active: {
    begun: same,
    completed: { status: 'completed', late: false, endedAt: now },
    expired: { status: 'expired', endedAt: now },
    cancelled: { status: 'cancelled', endedAt: now },
  },
  completed: { begun: 'payment_expired', completed: same, expired: same, cancelled: 'invalid_state' },
  expired: {
    begun: 'payment_expired',
    completed: { status: 'completed', late: true, endedAt: now },
    expired: same,
    cancelled: 'invalid_state',
  },
  cancelled: {
    begun: 'payment_expired',
    completed: { status: 'completed', late: true, endedAt: now },
    expired: same,
    cancelled: 'invalid_state',
  },
}

describe.each(Object.entries(table))('a session that is %s', (status, row) => {
  test.each(Object.entries(row))('%s', (kind, cell) => {
    const before = inState(status as SessionStatus)
    const next = () => nextSession(before, { kind: kind as SessionAction['kind'] }, now)
    if (typeof cell === 'string')
      expect(next).toThrow(expect.objectContaining({ constructor: Fault, kind: cell }))
    else expect(next()).toEqual({ ...before, ...cell })
  })
})

describe('the end of a session waits for a try that is in flight', () => {
  const attempt = (state: Attempt['state'], expiresAt: number | null) => ({ state, expiresAt }) as Attempt
  const hours4 = 14_400_000
  test.each([
    ['for none', [], base.expiresAt],
    ['not for one that ends before', [attempt('sent', base.expiresAt - 200_000)], base.expiresAt],
    [
      'for one that the phone still shows, and two minutes for the network',
      [attempt('sent', 3_700_000)],
      3_820_000,
    ],
    ['four hours for one that is unknown', [attempt('unknown', 3_700_000)], base.expiresAt + hours4],
    ['four hours for one on its way', [attempt('planned', 3_700_000)], base.expiresAt + hours4],
    ['four hours for a push of another interface', [attempt('sent', null)], base.expiresAt + hours4],
    ['for the longest of several', [attempt('sent', 3_700_000), attempt('sent', 3_900_000)], 4_020_000],
  ] as const)('%s', (_, open, until) => {
    expect(heldUntil(base, open)).toBe(until)
  })
})

test('the customer has 3 minutes for a push, 15 for a card, and the session’s time, at least a minute, for a code', () => {
  expect(attemptExpiresAt('push', base, now)).toBe(now + 180_000)
  expect(attemptExpiresAt('card', base, now)).toBe(now + 900_000)
  expect(attemptExpiresAt('qr', base, now)).toBe(base.expiresAt)
  expect(attemptExpiresAt('qr', base, base.expiresAt - 10_000)).toBe(base.expiresAt + 50_000)
})

test('the reference and the id are the same digits', () => {
  expect(sessionReference(base.id)).toBe('sess_01a1fe86e84170ac859769ca38d9d5b0')
  expect(sessionIdOf(sessionReference(base.id))).toBe(base.id)
  for (const bad of [
    '',
    'sess_',
    base.id,
    'sess_01A1FE86E84170AC859769CA38D9D5B0',
    `${sessionReference(base.id)}0`,
  ])
    expect(sessionIdOf(bad)).toBeUndefined()
})
