// An attempt: one try to collect a payment through one connector, and the possible answers of a network.
//
//   planned ──► sent ──► succeeded | failed | cancelled
//      └─────────┴─► unknown ──┘   succeeded also follows failed and cancelled: confirmed money counts;
//                                  sent follows failed when the network has the order after all

export type AttemptState = 'planned' | 'sent' | 'unknown' | 'succeeded' | 'failed' | 'cancelled'

/** How the customer is asked to pay: by a code, a prompt on the phone, or a card page. */
export type Method = 'qr' | 'push' | 'card'

/** What a connection stores for an order, such as ids it minted. Written before the next call. */
export type Memo = Readonly<Record<string, string>>

/** One request to collect money, complete before anything is sent. */
export interface CollectOrder {
  readonly accountId: string
  readonly networkReference: string
  readonly paymentId: string
  readonly method: Method
  /** Whole shillings. */
  readonly amount: number
  /** The payer's number, E.164; null for a QR. */
  readonly phone: string | null
  /** 8 digits; a network that creates its own token answers with it. */
  readonly token: string
  readonly payee: string
  readonly city: string
  readonly publicUrl: string
  readonly expiresAt: number
}

export interface Attempt {
  readonly id: string
  readonly paymentId: string
  readonly accountId: string
  /** The network's name. */
  readonly connector: string
  /** The id of the account's connection to it. */
  readonly connection: string
  /** Our reference, stored before the first byte is sent: 20 characters A–Z 0–9. */
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
  /** Running time when the order may have been sent. It gives the order's age whatever the clock shows. */
  readonly ranAt: number
  /**
   * How often the network confirmed that it has the order. A "no" that was requested before the last "yes" is
   * ignored.
   */
  readonly yesCount: number
  readonly memo: Memo | null
  /** The order as it was planned, for later calls; null where there is no network. */
  readonly plannedOrder: CollectOrder | null
}

/** Who paid, as the network reports it. */
export interface Payer {
  /** E.164. */
  readonly phone?: string
  readonly name?: string
  readonly provider?: string
}

/** What a network said: pending, yes, no, or nothing reliable. A time-out is `unknown`, never `failed`. */
export type Outcome =
  | {
      readonly kind: 'pending'
      readonly qr?: string
      /** Only where the network creates the token. */
      readonly token?: string
      /** The address of a card page. */
      readonly pageUrl?: string
      readonly externalReference?: string
    }
  | {
      readonly kind: 'completed'
      /** Whole shillings. */
      readonly amount: number
      /** The network's receipt number. */
      readonly receipt?: string
      readonly payer?: Payer
    }
  | {
      readonly kind: 'failed'
      readonly reason: string /** Certainly nothing reached the network. */
      readonly unsent?: boolean
    }
  /** `unpayable`: no customer was asked to pay. */
  | { readonly kind: 'unknown'; readonly unpayable?: boolean }

/** Whether there is nothing more to ask the network, unless its "no" is watched. */
export const isSettled = (state: AttemptState): boolean => state === 'succeeded' || state === 'failed'

const referenceIn = (outcome: Outcome): string | undefined =>
  outcome.kind === 'pending'
    ? outcome.externalReference
    : outcome.kind === 'completed'
      ? outcome.receipt
      : undefined

/**
 * The attempt after the network's answer. A succeeded attempt never changes. A failed one opens again when
 * the network has the order after all.
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
      return attempt.state === 'failed'
        ? attempt
        : { ...attempt, state: 'failed', failureReason: outcome.reason, endedAt: now }
    case 'pending':
      return attempt.state === 'cancelled'
        ? attempt
        : {
            ...attempt,
            state: 'sent',
            externalReference,
            failureReason: null,
            sentAt: attempt.sentAt ?? now,
            endedAt: null,
            yesCount: attempt.yesCount + 1,
          }
    case 'unknown':
      return attempt.state === 'failed' || attempt.state === 'cancelled'
        ? attempt
        : { ...attempt, state: 'unknown' }
  }
}
