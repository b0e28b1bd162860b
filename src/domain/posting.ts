// Money moves as postings: from one book of an account to another, always a positive amount of whole
// shillings. A book's balance is what came in minus what went out. The balances of an account add up to zero.

/**
 * network: money that a payment network holds for us (below zero) · merchant: the merchant's money · held:
 * payouts and refunds in progress · fees · suspense: unmatched money.
 */
export type Book = 'network' | 'merchant' | 'held' | 'fees' | 'suspense'

export interface Posting {
  readonly reason:
    | 'payment.completed'
    | 'payment.fee'
    | 'payment.unmatched'
    | 'unmatched.kept'
    | 'unmatched.returned'
    | 'unmatched.reopened'
    | 'payout.held'
    | 'payout.completed'
    | 'payout.fee'
    | 'payout.failed'
    | 'payout.reversed'
    | 'refund.held'
    | 'refund.completed'
    | 'refund.fee'
    | 'refund.failed'
    | 'refund.reversed'
  readonly from: Book
  readonly to: Book
  readonly amount: number
}

/** Returns the postings of a completed payment: the gross amount comes in, the fee goes out. */
export const completionPostings = (gross: number, fees: number): Posting[] => [
  { reason: 'payment.completed', from: 'network', to: 'merchant', amount: gross },
  ...feePostings(fees),
]

/** Returns the posting of a network's fee for a payment; none for a fee of 0. */
export const feePostings = (fees: number): Posting[] =>
  fees > 0 ? [{ reason: 'payment.fee', from: 'merchant', to: 'fees', amount: fees }] : []

/** Returns the posting of confirmed money without an open payment, which waits in suspense for a person. */
export const unmatchedPostings = (amount: number): Posting[] => [
  { reason: 'payment.unmatched', from: 'network', to: 'suspense', amount },
]

/** Returns the sum by which the postings change each book; negative for money that leaves the book. */
export function bookChanges(postings: readonly Posting[]): Map<Book, number> {
  const changes = new Map<Book, number>()
  const add = (book: Book, amount: number) => changes.set(book, (changes.get(book) ?? 0) + amount)
  for (const { from, to, amount } of postings) {
    add(from, -amount)
    add(to, amount)
  }
  return changes
}

export interface Fee {
  readonly basisPoints: number // hundredths of a percent
  readonly fixed: number // whole shillings
}

/** The fees of an account for each way of paying, and per payout. */
export type FeeSchedule = Readonly<Record<'dynamic-qr' | 'mobile' | 'card' | 'payout', Fee>>

/** Returns the fee on an amount: basis points rounded half up to a shilling, plus the fixed part. */
export const feeOn = (amount: number, { basisPoints, fixed }: Fee): number =>
  Math.floor((amount * basisPoints + 5_000) / 10_000) + fixed

/** Returns the fee on a collected amount: as `feeOn`, but never more than the amount itself. */
export const cappedFeeOn = (amount: number, fee: Fee): number => Math.min(amount, feeOn(amount, fee))
