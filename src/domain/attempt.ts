// An attempt: one try to collect a payment through one connector, and what a network can say of it.
//
//   planned ──► sent ──► succeeded | failed | cancelled
//      └─────────┴─► unknown ──┘   succeeded also follows failed and cancelled: confirmed money counts

export type AttemptState = 'planned' | 'sent' | 'unknown' | 'succeeded' | 'failed' | 'cancelled'

/** How the customer is asked: a code to scan, a prompt on the phone, a card page. */
export type Method = 'qr' | 'push' | 'card'

export interface Attempt {
  readonly id: string
  readonly paymentId: string
  readonly accountId: string
  readonly connector: string
  /** Ours, stored before the first byte leaves: 20 characters A–Z 0–9. */
  readonly networkReference: string
  readonly method: Method
  /** E.164; null where no phone is involved. */
  readonly phone: string | null
  /** Whole shillings. */
  readonly amount: number
  readonly state: AttemptState
  readonly externalReference: string | null
  readonly failureReason: string | null
  /** What the network confirmed, whole shillings. */
  readonly paidAmount: number | null
  readonly createdAt: number
  readonly sentAt: number | null
  readonly endedAt: number | null
  /** Until when the checkout page waits for the customer; null for a direct payment. */
  readonly expiresAt: number | null
}

/**
 * What a network said: pending, yes, no, or nothing that can be relied on. A time-out is `unknown`, never
 * `failed`.
 */
export type Outcome =
  | {
      readonly kind: 'pending'
      readonly qr?: string
      /** Where the network mints its own. */
      readonly token?: string
      /** Of a card page. */
      readonly pageUrl?: string
      readonly externalReference?: string
    }
  | {
      readonly kind: 'completed'
      readonly amount: number
      readonly provider?: string
      readonly externalReference?: string
    }
  | {
      readonly kind: 'failed'
      readonly reason: string /** Certainly nothing reached the network. */
      readonly unsent?: boolean
    }
  | { readonly kind: 'unknown' }

/** Nothing more is to be asked about it. */
export const isSettled = (state: AttemptState): boolean => state === 'succeeded' || state === 'failed'

/**
 * The attempt after the network spoke. A succeeded attempt never changes; a failed one only by confirmed
 * money.
 */
export function nextAttempt(attempt: Attempt, outcome: Outcome, now: number): Attempt {
  if (attempt.state === 'succeeded') return attempt
  const externalReference =
    ('externalReference' in outcome ? outcome.externalReference : undefined) ?? attempt.externalReference
  switch (outcome.kind) {
    case 'completed':
      return {
        ...attempt,
        state: 'succeeded',
        externalReference,
        failureReason: null,
        paidAmount: outcome.amount,
        endedAt: now,
      }
    case 'failed':
      return attempt.state === 'failed'
        ? attempt
        : { ...attempt, state: 'failed', failureReason: outcome.reason, endedAt: now }
    case 'pending':
      return attempt.state === 'failed' || attempt.state === 'cancelled'
        ? attempt
        : { ...attempt, state: 'sent', externalReference, sentAt: attempt.sentAt ?? now }
    case 'unknown':
      return attempt.state === 'failed' || attempt.state === 'cancelled'
        ? attempt
        : { ...attempt, state: 'unknown' }
  }
}
