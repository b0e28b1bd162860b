// The other server's reasons of a no as ours: they are the same words, where it has any.

/** Certainly nothing has reached a network. */
export const unsent = { kind: 'failed', reason: 'network_unavailable', unsent: true } as const

/** Reasons of the API that say in other words what a payment or payout fails with. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['payout_balance_too_low', 'insufficient_balance'],
  ['', 'unspecified_failure'],
])

/** Only a word: what an unknown server writes is never shown. */
export const failureOf = (reason: string): string =>
  reasons.get(reason) ?? (/^[a-z][a-z_]{2,59}$/.test(reason) ? reason : 'unspecified_failure')

/** These say that the other server called no network, for any payer or recipient. */
const unavailable = ['network_unreachable', 'network_for_method_missing', 'network_for_payout_missing']

/** A no that is certain: the other server has not carried the order out. */
export const refused = (reason: string) =>
  unavailable.includes(reason) ? unsent : ({ kind: 'failed', reason: failureOf(reason) } as const)
