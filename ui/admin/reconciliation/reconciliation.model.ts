// The reconciliation of a day: what is in its address, and its differences in the order in which they are
// shown.
import type { api } from '../../kit/api.ts'
import { dayParam, type Query } from '../parts/query.model.ts'

type ReconciliationReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.reconciliation.get>>['data']>
export type Reconciliation = ReconciliationReply['data']
export type Difference = Reconciliation['cured'][number]

/** The day, when it is not today. */
export const reconciliationSearch = (query: Query) => dayParam(query, 'date')

/** What waits for a person first, then what was marked as seen. */
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

/** The name of what differs: refunds have their own, with what to do about them. */
export const resultNameOf = ({ result, here }: Difference) =>
  result === 'missing_there' && here?.kind === 'refund' ? 'refund_missing_there' : result

/** The page of our side, if we have one. */
export function linkOf({ here }: Difference) {
  if (here === null || here.kind === 'refund') return undefined
  const to = here.kind === 'payment' ? '/payments/$reference' : '/payouts/$reference'
  return { to, params: { reference: here.reference } } as const
}

/** The networks of a day that were compared by their own list, each once. */
export const networksIn = ({ networks }: Reconciliation) =>
  networks.filter(({ source, network }) => source === 'network' && network !== 'simulator')
