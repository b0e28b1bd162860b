// Unmatched money as the console reads it: what the address filters, and what of it a payment's timeline
// tells.
import { choiceParam, pageParam, type Query } from '../parts/query.model.ts'

/** Beside what waits, which is no filter. */
export const unmatchedSearch = (query: Query) => ({
  ...choiceParam(query, 'status', ['settled']),
  ...pageParam(query),
})

/** Money that came for a payment and waits until somebody decides. */
export interface UnmatchedMoney {
  readonly id: string
  /** Whole shillings. */
  readonly amount: number
  readonly reason: 'other_amount' | 'paid_twice'
  readonly at: string
  /** The network's; empty when it named none. */
  readonly receipt: string
}

interface Entry {
  readonly at: string
  readonly kind: string
  readonly subject: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** What of a timeline came and fits the payment not, as long as nobody has decided. */
export const unmatchedIn = (entries: readonly Entry[]): UnmatchedMoney[] =>
  entries
    .filter(
      ({ kind, subject }) =>
        kind === 'unmatched.held' &&
        !entries.some(other => other.kind === 'unmatched.settled' && other.subject === subject),
    )
    .map(({ at, subject, facts }) => ({
      id: subject,
      amount: Number(facts.amount),
      reason: facts.reason === 'paid_twice' ? 'paid_twice' : 'other_amount',
      at,
      receipt: String(facts.external_reference ?? ''),
    }))
