// Why a payment or a payout failed, as keys of each page's words.

const reasons = [
  'payment_not_approved',
  'insufficient_balance',
  'payer_limit_reached',
  'payer_not_found',
  'wallet_limit_reached',
  'recipient_not_found',
  'recipient_limit_reached',
  'wrong_pin',
  'in_process',
  'phone_bound_reached',
  'expired',
  'reversed',
  'marked_not_paid',
  'network_unavailable',
  'unspecified_failure',
] as const
/** A reason that every page has texts for. */
export type Reason = (typeof reasons)[number]

/** Other names for the same reasons. */
const aliases: ReadonlyMap<string | null, Reason> = new Map([
  ['declined', 'payment_not_approved'],
  ['user_cancelled', 'payment_not_approved'],
  ['transaction_already_in_process', 'in_process'],
  ['push_too_soon', 'in_process'],
])

/** Returns the reason whose text explains a failure; `unspecified_failure` if there is no better one. */
export const reasonOf = (failureReason: string | null): Reason =>
  reasons.find(reason => reason === failureReason) ?? aliases.get(failureReason) ?? 'unspecified_failure'
