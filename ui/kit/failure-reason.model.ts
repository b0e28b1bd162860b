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
  'expired',
  'reversed',
  'marked_not_paid',
  'network_unavailable',
  'unspecified_failure',
] as const
export type Reason = (typeof reasons)[number]

/** Other spellings of a reason. */
const aliases: ReadonlyMap<string | null, Reason> = new Map([
  ['declined', 'payment_not_approved'],
  ['user_cancelled', 'payment_not_approved'],
  ['transaction_already_in_process', 'in_process'],
])

/** A reason without words of its own counts as unspecified. */
export const reasonOf = (failureReason: string | null): Reason =>
  reasons.find(reason => reason === failureReason) ?? aliases.get(failureReason) ?? 'unspecified_failure'
