// A job: work to do at a time, on a subject. The queue is a table; a claim is a lease, so a dead process needs no clean-up.

export type JobKind =
  | 'payment.expire'
  | 'session.expire'
  | 'attempt.check'
  | 'attempt.poke'
  | 'payout.check'
  | 'payout.poke'
  | 'audit.run'
  | 'backup.take'
  | 'delivery.send'
  | 'address.resume'
  | 'delivery.resend'
  | 'event.prune'
  | 'idempotency.forget'
/** held: due, but its lane (a receiver's host) has as many under way as it may; parked: failed too often, an admin must look. */
export type JobState = 'waiting' | 'claimed' | 'held' | 'parked'

export interface Job {
  readonly id: string
  readonly kind: JobKind
  readonly subject: string
  readonly lane: string | null
  readonly state: JobState
  readonly dueAt: number
  readonly tries: number
  readonly lastError: string | null
}

/** There is one job of a kind for a subject; this is its name. */
export const jobId = (kind: JobKind, subject: string): string => `${kind}:${subject}`

/** A claimed job that nobody finished is due again after this. */
export const leaseMs = 120_000
/** A job that went wrong through our own fault is tried this often before it is parked. */
export const jobTriesMax = 8
/** Wait before a job that went wrong is tried again: 1 s, doubled each time, at most 5 minutes. */
export const jobRetryMs = (tries: number): number => Math.min(1_000 * 2 ** Math.max(0, tries - 1), 300_000)
