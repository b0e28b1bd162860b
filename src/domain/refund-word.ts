// Texts of printed refund receipts, in both languages. The till shows and prints refunds with them, too
// (ui/till/refund/refund.text.ts).

const en = {
  refund_way_network: 'Back to where it was paid from',
  refund_way_payout: 'To a mobile wallet',
  refund_way_cash: 'Cash',
  refund_state_completed: 'Refunded',
  refund_state_failed: 'Refund failed',
  refund_state_processing: 'Refund on its way',
  refund_state_insufficient_balance: 'Waiting for funds',
  refund_state_approval: 'Waiting for approval',
  refund_state_recipient_needed: 'Customer’s number needed',
  refund_state_unknown: 'Checking refund',
  refund_claim_scan: 'Scan to get your money',
  refund_claim_until: 'Valid until',
  refund_reason: 'Reason',
  refund_by: 'Method',
  refund_to: 'To',
  refund_of: 'Sale',
  refund_receipt: 'Refund receipt',
  refund_sign: 'Customer’s signature',
}

const sw: Record<keyof typeof en, string> = {
  refund_way_network: 'Zirudi zilikotoka',
  refund_way_payout: 'Kwenye namba ya simu',
  refund_way_cash: 'Taslimu',
  refund_state_completed: 'Pesa zimerudishwa',
  refund_state_failed: 'Pesa hazikurudi',
  refund_state_processing: 'Pesa ziko njiani',
  refund_state_insufficient_balance: 'Inasubiri salio',
  refund_state_approval: 'Inasubiri idhini',
  refund_state_recipient_needed: 'Namba ya mteja inahitajika',
  refund_state_unknown: 'Tunahakiki',
  refund_claim_scan: 'Skani upokee pesa zako',
  refund_claim_until: 'Mwisho wa kupokea',
  refund_reason: 'Sababu',
  refund_by: 'Njia',
  refund_to: 'Kwa',
  refund_of: 'Mauzo',
  refund_receipt: 'Risiti ya kurudisha pesa',
  refund_sign: 'Sahihi ya mteja',
}

export const refundWords = { en, sw }
export type RefundWords = typeof en
