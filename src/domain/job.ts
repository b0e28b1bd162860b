// A job: work to do at a time, on a subject. The queue is a table; a claim is a lease, so a dead process
// needs no clean-up.

export type JobKind =
  | 'payment.expire'
  | 'session.expire'
  | 'attempt.check'
  | 'attempt.recheck'
  | 'attempt.cancel'
  | 'payout.check'
  | 'payout.recheck'
  | 'reconciliation.run'
  | 'ledger.check'
  | 'backup.take'
  | 'delivery.send'
  | 'address.resume'
  | 'delivery.resend'
  | 'event.prune'
  | 'idempotency.prune'
/**
 * held: due, but its queue (a receiver's host) has as many under way as it may; parked: failed too often,
 * waits for an admin or the next start.
 */
export type JobState = 'waiting' | 'claimed' | 'held' | 'parked'

export interface Job {
  readonly id: string
  readonly kind: JobKind
  readonly subject: string
  readonly queue: string | null
  readonly state: JobState
  readonly dueAt: number
  readonly tries: number
  readonly lastError: string | null
}

/** There is one job of a kind for a subject; this is its id. */
export const jobId = (kind: JobKind, subject: string): string => `${kind}:${subject}`

/** A claimed job that was not finished is due again after this. */
export const leaseMs = 120_000
/** Each node looks at least so often what is due, which leases end and whether the clock was set. */
export const roundEveryMs = 60_000
/** They ask about money, so they do not wait while the clock is unreliable. */
export const statusCheckKinds = [
  'attempt.check',
  'attempt.recheck',
  'payout.check',
  'payout.recheck',
] as const satisfies readonly JobKind[]
/** They end a customer's time. All other kinds may run early without harm. */
export const expiryKinds = ['payment.expire', 'session.expire'] as const satisfies readonly JobKind[]
/**
 * Whether the time is over, when its job is due. What was created later than now, because the clock was set
 * back since, ends with its job, which moved with the clock.
 */
export const isExpired = (
  { createdAt, expiresAt }: { readonly createdAt: number; readonly expiresAt: number },
  now: number,
): boolean => now >= expiresAt || now < createdAt
/** Only those are due further away than this. */
export const waitMaxMs = 86_400_000

/**
 * What goes first in the background: money that is asked about, what ends a customer's time, webhooks, and the
 * server's own upkeep.
 */
export const jobPriorities = ['money', 'expiry', 'delivery', 'upkeep'] as const
export type JobPriority = (typeof jobPriorities)[number]
export const moneyKinds = [
  'attempt.check',
  'attempt.recheck',
  'attempt.cancel',
  'payout.check',
  'payout.recheck',
] as const satisfies readonly JobKind[]
/** @param job webhooks are the ones that wait in the queue of a host */
export function jobPriority({ kind, queue }: Pick<Job, 'kind' | 'queue'>): JobPriority {
  if (queue !== null) return 'delivery'
  if (moneyKinds.some(one => one === kind)) return 'money'
  return expiryKinds.some(one => one === kind) ? 'expiry' : 'upkeep'
}

/** A job that failed through our own fault is tried this often before the console shows it. */
export const jobTriesMax = 8
/** Wait before a job that went wrong is tried again: 1 s, doubled each time, at most 5 minutes. */
export const jobRetryMs = (tries: number): number => Math.min(1_000 * 2 ** Math.max(0, tries - 1), 300_000)
/**
 * Only a delivery is given up then, until the next start: money, expiry and the server's own work are tried
 * until they succeed.
 */
export const isParked = ({ kind, tries }: Job): boolean =>
  tries >= jobTriesMax && (kind === 'delivery.send' || kind === 'delivery.resend')
/** Whether this try is logged: each of the first, then the 16th, the 32nd and so on. */
export const isTryLogged = (tries: number): boolean =>
  tries <= jobTriesMax || Number.isInteger(Math.log2(tries))
