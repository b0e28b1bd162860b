// The names of settings and fields in entries of the audit log.
const en = {
  field_name: 'shop name',
  field_city: 'city',
  field_time_zone: 'time zone',
  field_api_version: 'API version',
  field_expiry_seconds: 'payments expire after',
  field_amount_max: 'maximum amount',
  field_payout_approval_above: 'payouts need approval above',
  field_cash_refund_approval_above: 'cash refunds need a second person above',
  field_quick_amounts: 'quick amounts',
  field_pin_length: 'digits of a PIN',
  field_blind_count: 'blind count',
  field_simulated_phone: 'simulated phone',
  field_fees: 'fees',
  field_webhook_url: 'webhook address',
  field_webhook_hosts: 'allowed local hosts',
}

const sw: Record<keyof typeof en, string> = {
  field_name: 'jina la duka',
  field_city: 'jiji',
  field_time_zone: 'saa za eneo',
  field_api_version: 'toleo la API',
  field_expiry_seconds: 'muda wa malipo kuisha',
  field_amount_max: 'kiwango cha juu',
  field_payout_approval_above: 'idhini ya kutuma zaidi ya',
  field_cash_refund_approval_above: 'mtu wa pili wa kurudisha pesa zaidi ya',
  field_quick_amounts: 'kiasi cha haraka',
  field_pin_length: 'tarakimu za PIN',
  field_blind_count: 'hesabu ya siri',
  field_simulated_phone: 'simu ya mazoezi',
  field_fees: 'makato',
  field_webhook_url: 'anwani ya webhook',
  field_webhook_hosts: 'seva za ndani zinazoruhusiwa',
}

export const fieldNames = { en, sw }
