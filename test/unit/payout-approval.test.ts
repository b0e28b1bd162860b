// When a payout needs a second person, and the effect of each decision.
import { describe, expect, test } from 'bun:test'
import { Fault } from '../../src/domain/fault.ts'
import type { Payout, PayoutApproval } from '../../src/domain/payout.ts'
import {
  type ApprovalDecision,
  applyApprovalDecision,
  applyApprovalExpiry,
  needsApproval,
} from '../../src/domain/payout-approval.ts'
import { bookChanges } from '../../src/domain/posting.ts'
import { sentPayout } from '../kit/row.ts'

const now = Date.UTC(2026, 10, 21, 9)
const payout = (approval: PayoutApproval | null): Payout => ({
  ...sentPayout,
  status: approval === 'declined' || approval === 'expired' ? 'failed' : 'pending',
  state: approval === 'waiting' ? 'waiting' : approval === 'approved' ? 'sent' : 'settled',
  staffId: 'asha',
  keyId: null,
  createdAt: now - 1_000,
  approval,
  approvalRequestedBy: 'asha',
})

test.each([
  [null, 1_000_000, false],
  [0, 5_000, true],
  [20_000, 19_999, false],
  [20_000, 20_000, false],
  [20_000, 20_001, true],
])('above %p, a payout of %d needs approval: %p', (payoutApprovalAbove, amount, needed) => {
  expect(needsApproval({ payoutApprovalAbove }, amount)).toBe(needed)
})

const decided = (approval: PayoutApproval | null, decision: ApprovalDecision, by = 'juma') =>
  applyApprovalDecision(payout(approval), { decision, by }, now)
const held = { held: -21_500, merchant: 21_500 }

describe('a waiting payout', () => {
  test('that is approved may be sent, and keeps its money held', () => {
    expect(decided('waiting', 'approved')).toEqual({
      payout: {
        ...payout('waiting'),
        state: 'planned',
        approval: 'approved',
        approvalBy: 'juma',
        approvalAt: now,
      },
      events: [],
      postings: [],
    })
  })

  test('that is declined fails, and its money returns', () => {
    const { payout: next, events, postings } = decided('waiting', 'declined')
    expect(next).toMatchObject({ status: 'failed', state: 'settled', failureReason: 'approval_declined' })
    expect(next).toMatchObject({ approval: 'declined', approvalBy: 'juma', endedAt: now })
    expect(events).toEqual(['payout.failed'])
    expect(Object.fromEntries(bookChanges(postings))).toEqual(held)
  })

  test('that expires fails, and its money returns', () => {
    const { payout: next, events, postings } = applyApprovalExpiry(payout('waiting'), now)
    expect(next).toMatchObject({ status: 'failed', failureReason: 'approval_expired', approval: 'expired' })
    expect(next.approvalBy).toBeNull()
    expect(events).toEqual(['payout.failed'])
    expect(Object.fromEntries(bookChanges(postings))).toEqual(held)
  })
})

/** By state: what approving and declining it gives. */
const rules: [PayoutApproval | null, string, string][] = [
  ['waiting', 'approved', 'declined'],
  ['approved', 'unchanged', 'payout_decided'],
  ['declined', 'payout_decided', 'unchanged'],
  ['expired', 'payout_decided', 'payout_decided'],
  [null, 'payout_without_approval', 'payout_without_approval'],
]
function resultOf(approval: PayoutApproval | null, decision: ApprovalDecision, by?: string): string | null {
  try {
    const { payout: next } = decided(approval, decision, by)
    return next.approval === approval ? 'unchanged' : next.approval
  } catch (error) {
    return error instanceof Fault ? error.reason : String(error)
  }
}
test.each(rules)('%p: approving gives %s, declining %s', (approval, approved, declined) => {
  expect([resultOf(approval, 'approved'), resultOf(approval, 'declined')]).toEqual([approved, declined])
})

test.each(rules.filter(([approval]) => approval))('%p: never by the person who made it', approval => {
  for (const decision of ['approved', 'declined'] as const)
    expect(resultOf(approval, decision, 'asha')).toBe('payout_made_by_same_person')
})
