// The reconciliation of a day: what is in its address, and its differences in the order in which they are
// shown.
import type { api } from '../../kit/api.ts'
import { dayParam, type Query } from '../parts/query.model.ts'

type ReconciliationReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.reconciliation.get>>['data']>
export type Reconciliation = ReconciliationReply['data']
export type Difference = Reconciliation['cured'][number]

/** Reads the day from the address; none for today. */
export const reconciliationSearch = (query: Query) => dayParam(query, 'date')

/** Returns the day's differences: those that wait for a person first, then those marked as seen. */
export function differencesIn(day: Reconciliation): Difference[] {
  const all = [
    ...day.refund_missing_here,
    ...day.missing_here,
    ...day.other_state,
    ...day.other_amount,
    ...day.missing_there,
  ]
  return [...all.filter(({ state }) => state === 'open'), ...all.filter(({ state }) => state !== 'open')]
}

/** Returns the text key of what differs. Refunds have keys of their own, because of what to do about them. */
export const resultNameOf = ({ result, here }: Difference) =>
  result === 'missing_there' && here?.kind === 'refund' ? 'refund_missing_there' : result

/**
 * Returns the link to our payment or payout; undefined if we have none, and for refunds, which have no page.
 */
export function linkOf({ here }: Difference) {
  if (here === null || here.kind === 'refund') return undefined
  const to = here.kind === 'payment' ? '/payments/$reference' : '/payouts/$reference'
  return { to, params: { reference: here.reference } } as const
}

/**
 * Returns the networks that were compared with their own list. Only these can be matched with a file; the
 * simulator cannot.
 */
export const networksIn = ({ networks }: Reconciliation) =>
  networks.filter(({ source, network }) => source === 'network' && network !== 'simulator')
