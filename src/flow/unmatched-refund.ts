// Moves unmatched money with its refunds: out of suspense to the merchant while a refund gives the money
// back, and into suspense again if all its refunds fail.
import { isGiven, type Refund } from '../domain/refund.ts'
import { reopenUnmatched, settleUnmatched, type Unmatched } from '../domain/unmatched.ts'
import type { Tx } from '../store/engine/statement.ts'
import { insertPostings } from '../store/posting.ts'
import { listRefundsOf } from '../store/refund.ts'
import { findUnmatched, updateUnmatched } from '../store/unmatched.ts'

/**
 * Settles unmatched money because a refund gives it back: moves the money from suspense to the merchant, who
 * pays the refund. Does nothing if an earlier refund of a part has settled the money already.
 */
export async function releaseUnmatched(
  tx: Tx,
  unmatched: Unmatched,
  { id, reason, staffId }: Pick<Refund, 'id' | 'reason' | 'staffId'>,
  now: number,
): Promise<void> {
  if (unmatched.settledAt !== null) return
  const decision = { resolution: 'returned', note: reason, by: staffId ?? '', refundId: id } as const
  const settled = settleUnmatched(unmatched, decision, now)
  await updateUnmatched(tx, settled.unmatched)
  const { postings } = settled
  await insertPostings(tx, { accountId: unmatched.accountId, subject: unmatched.id, postings }, now)
}

/**
 * Updates the unmatched money of a refund that has failed or, after failing, was paid after all. If no refund
 * gives the money back any more, it returns to suspense, so that a person decides again. If the refund was
 * paid after all, the money is settled again. Money that a person has settled in another way stays settled.
 * @param wasGiven whether the refund had given the money back, or was about to, before its change
 */
export async function followRefundOfUnmatched(
  tx: Tx,
  refund: Refund,
  wasGiven: boolean,
  now: number,
): Promise<void> {
  if (refund.unmatchedId === null || wasGiven === isGiven(refund)) return
  const unmatched = await findUnmatched(tx, refund.unmatchedId)
  if (!unmatched) return
  if (isGiven(refund)) return releaseUnmatched(tx, unmatched, refund, now)
  const refunds = await listRefundsOf(tx, unmatched.paymentId)
  const isGivenBack = refunds.some(other => other.unmatchedId === unmatched.id && isGiven(other))
  const isSettledByRefund = unmatched.refundId !== null
  if (isGivenBack || !isSettledByRefund) return
  const reopened = reopenUnmatched(unmatched)
  await updateUnmatched(tx, reopened.unmatched)
  const { postings } = reopened
  await insertPostings(tx, { accountId: unmatched.accountId, subject: unmatched.id, postings }, now)
}
