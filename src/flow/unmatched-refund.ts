// Moves unmatched money with its refunds: it is the merchant's while a refund gives it back, and waits in
// suspense again once none does.
import { isGiven, type Refund } from '../domain/refund.ts'
import { reopenUnmatched, settleUnmatched, type Unmatched } from '../domain/unmatched.ts'
import type { Tx } from '../store/engine/statement.ts'
import { insertPostings } from '../store/posting.ts'
import { listRefundsOf } from '../store/refund.ts'
import { findUnmatched, updateUnmatched } from '../store/unmatched.ts'

/**
 * Settles unmatched money for a refund: it moves from suspense to the merchant, who gives it back. If an
 * earlier refund gave back a part of it, it is settled already.
 */
export async function releaseUnmatched(
  tx: Tx,
  unmatched: Unmatched,
  { id, reason, staffId }: Pick<Refund, 'id' | 'reason' | 'staffId'>,
  now: number,
): Promise<void> {
  if (unmatched.settledAt !== null) return
  const by = staffId ?? ''
  const decision = { resolution: 'returned', note: reason, by, refundId: id } as const
  const settled = settleUnmatched(unmatched, decision, now)
  await updateUnmatched(tx, settled.unmatched)
  const { postings } = settled
  await insertPostings(tx, { accountId: unmatched.accountId, subject: unmatched.id, postings }, now)
}

/**
 * Follows a stored refund that failed or was paid after all: reopens its unmatched money if no refund gives
 * it back any more, so that a person decides again, and releases it if the refund was paid. What a person has
 * settled since the refund stays as it is.
 * @param wasGiven whether the refund had given the money back, or was about to, before this change
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
  if (isGivenBack || unmatched.refundId === null) return
  const reopened = reopenUnmatched(unmatched)
  await updateUnmatched(tx, reopened.unmatched)
  const { postings } = reopened
  await insertPostings(tx, { accountId: unmatched.accountId, subject: unmatched.id, postings }, now)
}
