// Entries of timelines. Those of refunds are here because payments and cash sales share them.
import { type Actor, actorOf, staffActor } from '../domain/actor.ts'
import { type Refund, refundStatus } from '../domain/refund.ts'

type Facts = Readonly<Record<string, string | number | boolean | null>>

/** Something that happened to a sale. */
export interface Entry {
  readonly at: number
  readonly kind: string // `noun.past`, or the action of an audit entry
  readonly subject: string // the id of the object that it happened to
  readonly actor: Actor | null // who did it; null for the network, the customer or time
  readonly facts: Facts
}

/** Returns a list with one entry; an empty list if it has not happened, so that its time is null. */
export const entryAt = (
  time: number | null,
  kind: string,
  subject: string,
  facts: Facts,
  actor: Actor | null = null,
): Entry[] => (time === null ? [] : [{ at: time, kind, subject, actor, facts }])

/**
 * Returns the entries of a refund: its request, what was decided about it, and its outcome. A cash refund is
 * complete when it is requested.
 */
export function refundEntries(refund: Refund): Entry[] {
  const { id, amount, way, reason, tillId, createdAt, completedAt, endedAt } = refund
  const { approvedBy, approval, approvalBy, approvalAt } = refund
  const decision = approval === 'approved' ? 'refund.approved' : 'refund.declined'
  const entries = entryAt(createdAt, 'refund.created', id, { amount, way, reason }, actorOf(refund))
  // A second person approved it at the till when it was requested.
  if (approvedBy !== null)
    entries.push(...entryAt(createdAt, 'refund.approved', id, { amount }, staffActor(approvedBy, tillId)))
  // A second person approved or declined it later in the console.
  if (approvalBy !== null)
    entries.push(...entryAt(approvalAt, decision, id, { amount }, staffActor(approvalBy)))
  if (way !== 'cash') entries.push(...entryAt(completedAt, 'refund.completed', id, { amount }))
  if (refundStatus(refund) === 'failed')
    entries.push(...entryAt(endedAt, 'refund.failed', id, { amount, reason: refund.failureReason }))
  return entries
}
