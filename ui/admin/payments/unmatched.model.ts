// Unmatched payments: the filters of their list, and those in a payment's timeline.
import { choiceParam, cursorParam, type Query } from '../parts/query.model.ts'

/** Reads the list's filters from the address. Without a status it shows what waits. */
export const unmatchedSearch = (query: Query) => ({
  ...choiceParam(query, 'status', ['settled']),
  ...cursorParam(query),
})

/** Money received for a payment that it does not fit. */
export interface UnmatchedMoney {
  readonly id: string
  /** Whole shillings. */
  readonly amount: number
  readonly reason: 'other_amount' | 'paid_twice'
  readonly at: string
  /** The network's receipt number; empty when it sent none. */
  readonly receipt: string
  readonly isResolved: boolean
}

interface Entry {
  readonly at: string
  readonly kind: string
  readonly subject: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** Returns the unmatched money in a timeline. */
export const unmatchedMoneyIn = (entries: readonly Entry[]): UnmatchedMoney[] =>
  entries
    .filter(({ kind }) => kind === 'unmatched.held')
    .map(({ at, subject, facts }) => ({
      id: subject,
      amount: Number(facts.amount),
      reason: facts.reason === 'paid_twice' ? 'paid_twice' : 'other_amount',
      at,
      receipt: String(facts.external_reference ?? ''),
      isResolved: entries.some(other => other.kind === 'unmatched.settled' && other.subject === subject),
    }))
