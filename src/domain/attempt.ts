// An attempt: one try to collect a payment through one connector, and the possible answers of a network.
//
//   planned ──► sent ──► succeeded | failed | cancelled
//      └─────────┴─► unknown ──┘   succeeded also follows failed and cancelled: confirmed money counts;
//                                  sent follows failed when the network has the order after all

export type AttemptState = 'planned' | 'sent' | 'unknown' | 'succeeded' | 'failed' | 'cancelled'

/** How the customer is asked to pay: by a code, a prompt on the phone, or a card page. */
export type Method = 'qr' | 'push' | 'card'

/** Data that a connection stores for an order, such as ids that it created. Written before the next call. */
export type Memo = Readonly<Record<string, string>>

/** One request to collect money, complete before anything is sent to the network. */
export interface CollectOrder {
  readonly accountId: string
  readonly networkReference: string
  readonly paymentId: string
  readonly method: Method
  readonly amount: number // whole shillings
  readonly phone: string | null // the payer's number, E.164; null for a QR
  readonly token: string // 8 digits; a network that creates its own token answers with it
  readonly payee: string
  readonly city: string
  readonly publicUrl: string
  readonly expiresAt: number
}

export interface Attempt {
  readonly id: string
  readonly paymentId: string
  readonly accountId: string
  readonly connector: string // the network's name
  readonly connection: string // the id of the account's connection to it
  /** Our reference, stored before the first byte is sent: 20 characters A–Z 0–9. */
  readonly networkReference: string
  readonly method: Method
  readonly phone: string | null // E.164; null where no phone is involved
  readonly amount: number // whole shillings
  readonly state: AttemptState
  readonly externalReference: string | null
  readonly failureReason: string | null
  readonly paidAmount: number | null // what the network confirmed, whole shillings
  readonly createdAt: number
  readonly sentAt: number | null
  readonly endedAt: number | null
  /** Until when the checkout page waits for the customer; null for a direct payment. */
  readonly expiresAt: number | null
  /** Running time when the order may have been sent. It gives the order's age whatever the clock shows. */
  readonly ranAt: number
  /** How often the network answered "yes". A "no" that was requested before the last "yes" is ignored. */
  readonly yesCount: number
  readonly memo: Memo | null
  /** The order as it was planned, for later calls; null if no network is involved. */
  readonly plannedOrder: CollectOrder | null
}

/** Who paid, as the network reports it. */
export interface Payer {
  readonly phone?: string // E.164
  readonly name?: string
  readonly provider?: string
}

/** What a network answered: pending, yes, no or nothing reliable. A time-out is `unknown`, never `failed`. */
export type Outcome =
  | {
      readonly kind: 'pending'
      readonly qr?: string
      readonly token?: string // only where the network creates the token
      readonly tillNumber?: string // the shop's own number, which is paid instead of a token
      readonly pageUrl?: string // the address of a card page
      readonly externalReference?: string
    }
  | {
      readonly kind: 'completed'
      readonly amount: number // whole shillings
      readonly receipt?: string // the network's receipt number
      readonly payer?: Payer
    }
  | {
      readonly kind: 'failed'
      readonly reason: string
      readonly unsent?: boolean // certainly nothing reached the network
    }
  /** `unpayable`: no customer was asked to pay. */
  | { readonly kind: 'unknown'; readonly unpayable?: boolean }

/** Whether an attempt needs no further status check, unless its "no" is still checked for a while. */
export const isSettled = (state: AttemptState): boolean => state === 'succeeded' || state === 'failed'

/** Returns the network's reference or receipt in an outcome; undefined if the outcome has none. */
function referenceIn(outcome: Outcome): string | undefined {
  if (outcome.kind === 'pending') return outcome.externalReference
  return outcome.kind === 'completed' ? outcome.receipt : undefined
}

/**
 * Applies an outcome to an attempt. A succeeded attempt never changes. A failed attempt reopens when the
 * network has the order after all. A cancelled attempt changes only by a "yes" or a "no".
 */
export function nextAttempt(attempt: Attempt, outcome: Outcome, now: number): Attempt {
  if (attempt.state === 'succeeded') return attempt
  const externalReference = referenceIn(outcome) ?? attempt.externalReference
  switch (outcome.kind) {
    case 'completed':
      return {
        ...attempt,
        state: 'succeeded',
        externalReference,
        failureReason: null,
        paidAmount: outcome.amount,
        endedAt: now,
        yesCount: attempt.yesCount + 1,
      }
    case 'failed':
      if (attempt.state === 'failed') return attempt
      return { ...attempt, state: 'failed', failureReason: outcome.reason, endedAt: now }
    case 'pending':
      if (attempt.state === 'cancelled') return attempt
      return {
        ...attempt,
        state: 'sent',
        externalReference,
        failureReason: null,
        sentAt: attempt.sentAt ?? now,
        endedAt: null,
        yesCount: attempt.yesCount + 1,
      }
    case 'unknown':
      if (attempt.state === 'failed' || attempt.state === 'cancelled') return attempt
      return { ...attempt, state: 'unknown' }
  }
}
