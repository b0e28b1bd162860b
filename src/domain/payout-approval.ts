// Approval of payouts: one above the owner's limit waits until a second person approves it. Its money is
// held, and nothing is sent before.
//
//   waiting ──► approved (the payout is sent)
//      ├──────► declined (the payout fails)
//      └──────► expired  (the payout fails)
import type { Account } from './account.ts'
import { fault } from './fault.ts'
import { nextPayout, type Payout, type PayoutChange } from './payout.ts'

export type ApprovalDecision = 'approved' | 'declined'

/** A payout that no second person has decided on within seven days fails. */
export const approvalMs = 7 * 86_400_000

export const needsApproval = (
  { payoutApprovalAbove }: Pick<Account, 'payoutApprovalAbove'>,
  amount: number,
): boolean => payoutApprovalAbove !== null && amount > payoutApprovalAbove

/**
 * The payout after a person's decision; unchanged when the decision repeats an earlier one.
 * @throws Fault for a payout that needed no approval or no longer waits, and for the person who requested it
 */
export function applyApprovalDecision(
  payout: Payout,
  { decision, by }: { decision: ApprovalDecision; by: string },
  now: number,
): PayoutChange {
  if (payout.approval === null) throw fault('payout_without_approval')
  if (by === payout.approvalRequestedBy) throw fault('payout_made_by_same_person')
  if (payout.approval === decision) return { payout, events: [], postings: [] }
  if (payout.approval !== 'waiting') throw fault('payout_decided', { decision: payout.approval })
  const decided: Payout = { ...payout, approval: decision, approvalBy: by, approvalAt: now }
  if (decision === 'declined')
    return nextPayout(decided, { kind: 'failed', reason: 'approval_declined' }, now)
  return { payout: { ...decided, state: 'planned' }, events: [], postings: [] }
}

export const applyApprovalExpiry = (payout: Payout, now: number): PayoutChange =>
  nextPayout(
    { ...payout, approval: 'expired', approvalAt: now },
    { kind: 'failed', reason: 'approval_expired' },
    now,
  )
