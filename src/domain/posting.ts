// Money moves as postings: from one book of an account to another, always a positive amount of whole shillings.
// A book's balance is what came in less what went out; all books of an account together are always zero.

/** network: what a payment network holds for us (below zero) · merchant: the merchant's own · fees · suspense: unmatched money. */
export type Book = 'network' | 'merchant' | 'fees' | 'suspense'

export interface Posting {
  readonly reason: 'payment.completed' | 'payment.fee' | 'payment.unmatched'
  readonly from: Book
  readonly to: Book
  readonly amount: number
}

/** A completed payment: the gross amount comes in, the fee leaves again; together the net. */
export function completionPostings(gross: number, fees: number): Posting[] {
  const moves: Posting[] = [{ reason: 'payment.completed', from: 'network', to: 'merchant', amount: gross }]
  if (fees > 0) moves.push({ reason: 'payment.fee', from: 'merchant', to: 'fees', amount: fees })
  return moves
}

/** Confirmed money that fits no open payment waits in suspense for an admin. */
export const unmatchedPostings = (amount: number): Posting[] => [
  { reason: 'payment.unmatched', from: 'network', to: 'suspense', amount },
]

/** What each book gains (or, below zero, loses) by the postings. */
export function bookChanges(postings: readonly Posting[]): Map<Book, number> {
  const changes = new Map<Book, number>()
  const add = (book: Book, amount: number) => changes.set(book, (changes.get(book) ?? 0) + amount)
  for (const { from, to, amount } of postings) {
    add(from, -amount)
    add(to, amount)
  }
  return changes
}

/** The fee of an amount: basis points rounded half up to a shilling, plus the fixed part, never more than the amount. */
export const feeOf = (amount: number, basisPoints: number, fixed: number): number =>
  Math.min(amount, Math.floor((amount * basisPoints + 5_000) / 10_000) + fixed)
