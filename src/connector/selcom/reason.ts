// Selcom's failure codes as our reasons. Unknown codes have no text of their own.

const reasons = {
  payer: {
    '010': 'payer_not_found',
    '013': 'payer_limit_reached',
    '014': 'payer_limit_reached',
  },
  recipient: {
    '010': 'recipient_not_found',
    '013': 'recipient_limit_reached',
    '014': 'recipient_limit_reached',
    '990': 'insufficient_balance',
  },
} as const

/**
 * Returns our failure reason for one of Selcom's result codes; `unspecified_failure` for an unknown code.
 * @param side whose number the code is about: the payer's for a payment, the recipient's for a payout
 */
export const selcomReason = (code: string, side: keyof typeof reasons): string =>
  new Map<string, string>(Object.entries(reasons[side])).get(code) ?? 'unspecified_failure'
