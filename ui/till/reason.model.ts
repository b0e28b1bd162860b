// Why a payment failed, as a key of the till's words. A reason without words of its own counts as unspecified.

const known = [
  'payment_not_approved',
  'insufficient_balance',
  'payer_limit_reached',
  'payer_not_found',
  'wallet_limit_reached',
  'recipient_not_found',
  'recipient_limit_reached',
  'wrong_pin',
  'expired',
  'network_unavailable',
  'unspecified_failure',
] as const
export type Reason = (typeof known)[number]

export const reasonOf = (failureReason: string | null): Reason =>
  known.find(one => one === failureReason) ?? 'unspecified_failure'
