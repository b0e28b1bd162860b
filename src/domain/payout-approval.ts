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

/** How long a payout waits for a second person. After seven days it fails. */
export const approvalMs = 7 * 86_400_000

/** Whether a second person must approve a payout of this amount, whole shillings. */
export const needsApproval = (
  { payoutApprovalAbove }: Pick<Account, 'payoutApprovalAbove'>,
  amount: number,
): boolean => payoutApprovalAbove !== null && amount > payoutApprovalAbove

/**
 * Records the decision of the person `by`: an approved payout can be sent, a declined payout fails. A
 * repeated decision changes nothing.
 * @throws Fault `payout_without_approval` if the payout needs none, `payout_made_by_same_person` for the
 * person who requested it or named its wallet, `payout_decided` after the other decision or the expiry
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

/** Fails a payout that no person approved within `approvalMs`. */
export const applyApprovalExpiry = (payout: Payout, now: number): PayoutChange =>
  nextPayout(
    { ...payout, approval: 'expired', approvalAt: now },
    { kind: 'failed', reason: 'approval_expired' },
    now,
  )
