// A job: work to do at a given time, on a subject. The queue is a table. A claim is a lease, so a process
// that dies needs no clean-up.

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
 * held: due, but its queue (a receiver's host) already has as many running as it may; parked: failed too
 * often, waits for an admin or the next start.
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

/** Returns the id of the only job of this kind for a subject. */
export const jobId = (kind: JobKind, subject: string): string => `${kind}:${subject}`

/** A claimed job that has not finished is due again after this time. */
export const leaseMs = 120_000
/** How often each node looks for due jobs, ended leases and a changed clock. */
export const roundEveryMs = 60_000
/** These jobs ask about money, so they also run while the clock is unreliable. */
export const statusCheckKinds = [
  'attempt.check',
  'attempt.recheck',
  'payout.check',
  'payout.recheck',
] as const satisfies readonly JobKind[]
/** These jobs end a customer's time. All other kinds may run early without harm. */
export const expiryKinds = ['payment.expire', 'session.expire'] as const satisfies readonly JobKind[]
/**
 * Whether a payment or session has expired. One that was created in the future counts as expired: the clock
 * was set back, and the expiry job became due when its time was moved with the clock.
 */
export const isExpired = (
  { createdAt, expiresAt }: { readonly createdAt: number; readonly expiresAt: number },
  now: number,
): boolean => now >= expiresAt || now < createdAt
/** Only expiry jobs are due later than this. */
export const waitMaxMs = 86_400_000

/**
 * The order in which background work runs: status checks of money, the end of a customer's time, webhooks,
 * and the server's own upkeep.
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
/** Returns the priority of a job. Only a delivery has a queue, which is that of the receiver's host. */
export function jobPriority({ kind, queue }: Pick<Job, 'kind' | 'queue'>): JobPriority {
  if (queue !== null) return 'delivery'
  if (moneyKinds.some(moneyKind => moneyKind === kind)) return 'money'
  return expiryKinds.some(expiryKind => expiryKind === kind) ? 'expiry' : 'upkeep'
}

/** How often a job that fails because of our own fault is tried before the console shows it. */
export const jobTriesMax = 8
/** Returns the wait before a failed job is tried again: 1 s, doubled each time, at most 5 minutes. */
export const jobRetryMs = (tries: number): number => Math.min(1_000 * 2 ** Math.max(0, tries - 1), 300_000)
/** Whether to park a job. Only deliveries are parked; other jobs are tried until they succeed. */
export const isParked = ({ kind, tries }: Job): boolean =>
  tries >= jobTriesMax && (kind === 'delivery.send' || kind === 'delivery.resend')
/** Whether to log the failure of this try: the first eight, then only the 16th, the 32nd and so on. */
export const isTryLogged = (tries: number): boolean =>
  tries <= jobTriesMax || Number.isInteger(Math.log2(tries))
