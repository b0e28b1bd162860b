// Maps the other server's failure reasons to ours. Both use the same words.

/** Certainly nothing has reached a network. */
export const unsent = { kind: 'failed', reason: 'network_unavailable', unsent: true } as const

/** Reasons of the API that correspond to failure reasons of payments and payouts. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['payout_balance_too_low', 'insufficient_balance'],
  ['', 'unspecified_failure'],
])

/** Returns our failure reason. Free text is dropped, because text of an unknown server is never shown. */
export function failureOf(reason: string): string {
  const isReason = /^[a-z][a-z_]{2,59}$/.test(reason)
  return reasons.get(reason) ?? (isReason ? reason : 'unspecified_failure')
}

/** With these reasons the other server has called no network, for any payer or recipient. */
const unavailable = ['network_unreachable', 'network_for_method_missing', 'network_for_payout_missing']

/** Returns the answer to an order that the other server certainly did not carry out, for this reason. */
export const rejectionOf = (reason: string) =>
  unavailable.includes(reason) ? unsent : ({ kind: 'failed', reason: failureOf(reason) } as const)
