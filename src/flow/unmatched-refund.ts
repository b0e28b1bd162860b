// Moves unmatched money with its refunds: it is the merchant's while a refund gives it back, and waits in
// suspense again once none does.
import { isGiven, type Refund } from '../domain/refund.ts'
import { reopenUnmatched, settleUnmatched, type Unmatched } from '../domain/unmatched.ts'
import type { Tx } from '../store/engine/statement.ts'
import { insertPostings } from '../store/posting.ts'
import { listRefundsOf } from '../store/refund.ts'
import { findUnmatched, updateUnmatched } from '../store/unmatched.ts'

/** Why unmatched money is given back, and the id of the person who asked for it; empty for a program. */
interface Release {
  readonly reason: string
  readonly by: string
}

/**
 * Settles unmatched money for a refund: it moves from suspense to the merchant, who gives it back. If an
 * earlier refund gave back a part of it, it is settled already.
 */
export async function releaseUnmatched(
  tx: Tx,
  unmatched: Unmatched,
  { reason, by }: Release,
  now: number,
): Promise<void> {
  if (unmatched.settledAt !== null) return
  const settled = settleUnmatched(unmatched, { resolution: 'returned', note: reason, by }, now)
  await updateUnmatched(tx, settled.unmatched)
  const postings = settled.postings.map(posting => ({ ...posting, to: 'merchant' as const }))
  await insertPostings(tx, { accountId: unmatched.accountId, subject: unmatched.id, postings }, now)
}

/**
 * Follows a stored change of a refund: reopens its unmatched money if no refund gives it back any more, so
 * that a person decides again, and releases it if the refund was paid after all.
 */
export async function followRefundOfUnmatched(tx: Tx, refund: Refund, now: number): Promise<void> {
  const unmatched = refund.unmatchedId === null ? undefined : await findUnmatched(tx, refund.unmatchedId)
  if (!unmatched) return
  if (isGiven(refund))
    return releaseUnmatched(tx, unmatched, { reason: refund.reason, by: refund.staffId ?? '' }, now)
  const refunds = await listRefundsOf(tx, unmatched.paymentId)
  const isGivenBack = refunds.some(other => other.unmatchedId === unmatched.id && isGiven(other))
  if (isGivenBack || unmatched.resolution !== 'returned') return
  const reopened = reopenUnmatched(unmatched)
  await updateUnmatched(tx, reopened.unmatched)
  const { postings } = reopened
  await insertPostings(tx, { accountId: unmatched.accountId, subject: unmatched.id, postings }, now)
}
