// Maps the other server's failure reasons to ours. Both use the same words.

/** Certainly nothing has reached a network. */
export const unsent = { kind: 'failed', reason: 'network_unavailable', unsent: true } as const

/** Reasons of the API that correspond to failure reasons of payments and payouts. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['payout_balance_too_low', 'insufficient_balance'],
  ['', 'unspecified_failure'],
])

/** Returns our failure reason. Only a single word passes: text of an unknown server is never shown. */
export const failureOf = (reason: string): string =>
  reasons.get(reason) ?? (/^[a-z][a-z_]{2,59}$/.test(reason) ? reason : 'unspecified_failure')

/** The other server called no network, for any payer or recipient. */
const unavailable = ['network_unreachable', 'network_for_method_missing', 'network_for_payout_missing']

/** Returns a certain "no": the other server has not carried out the order. */
export const rejectionOf = (reason: string) =>
  unavailable.includes(reason) ? unsent : ({ kind: 'failed', reason: failureOf(reason) } as const)
