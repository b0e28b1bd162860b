// Manual outcome of a payout: an owner found out at the network whether it was sent, and records that with a
// reason. The network is still asked: its answer confirms the owner, or corrects them.
//
//   unknown ──► completed (sent) ─────► reversed, when the network says no
//      └──────► failed (not sent) ────► completed, when the network says yes
import { fault } from './fault.ts'
import {
  type ManualOutcome,
  nextPayout,
  type Payout,
  type PayoutChange,
  type PayoutOutcome,
} from './payout.ts'

/** Whether a person decided the outcome of a payout, and the network has not answered since. */
export const isUnconfirmed = ({ manualOutcome }: Pick<Payout, 'manualOutcome'>): boolean =>
  manualOutcome?.network === 'silent'

/**
 * Completes or fails a payout as the owner decided.
 * @throws Fault `payout_outcome_known` unless the outcome of the payout is unknown
 */
export function applyManualOutcome(
  payout: Payout,
  { result, reason, by }: Pick<ManualOutcome, 'result' | 'reason' | 'by'>,
  now: number,
): PayoutChange {
  if (payout.state !== 'unknown') throw fault('payout_outcome_known')
  const outcome: PayoutOutcome =
    result === 'sent' ? { kind: 'completed' } : { kind: 'failed', reason: 'marked_not_sent' }
  const change = nextPayout(payout, outcome, now)
  const manualOutcome: ManualOutcome = { result, reason, by, at: now, network: 'silent' }
  // A later "no" from the network still counts.
  return { ...change, payout: { ...change.payout, yesCount: payout.yesCount, manualOutcome } }
}

/**
 * Applies the network's answer to a payout. If an owner had decided the outcome, records whether the network
 * agrees, and corrects the outcome if not.
 */
export function applyNetworkOutcome(payout: Payout, outcome: PayoutOutcome, now: number): PayoutChange {
  const { manualOutcome: manual } = payout
  if (manual?.network !== 'silent' || outcome.kind === 'unknown' || outcome.kind === 'pending')
    return nextPayout(payout, outcome, now)
  const isNo = outcome.kind === 'failed'
  const networkResult = isNo ? 'not_sent' : 'sent'
  // A reversal contradicts neither decision: the payout was sent, and its money came back.
  const isCorrected = outcome.kind !== 'reversed' && networkResult !== manual.result
  // A payout that the owner marked as sent is booked as such, so a "no" of the network books a reversal.
  const effectiveOutcome: PayoutOutcome =
    isNo && isCorrected ? { kind: 'reversed', reason: outcome.reason } : outcome
  const { payout: next, ...booked } = nextPayout(payout, effectiveOutcome, now)
  const receipt = outcome.kind === 'completed' ? outcome.externalReference : undefined
  return {
    ...booked,
    payout: {
      ...next,
      externalReference: receipt ?? next.externalReference,
      manualOutcome: { ...manual, network: isCorrected ? 'differs' : 'agrees' },
    },
  }
}
