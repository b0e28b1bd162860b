// The texts of payments and payouts with an unknown outcome.

const en = {
  title: 'Awaiting confirmation',
  text: 'The network has said neither yes nor no. Until it does, don’t hand over goods, and don’t send a payout again.',
  column_amount: 'Amount',
  column_request: 'Request',
  column_network: 'Network',
  column_age: 'Waiting for',
  column_action: 'Action',
  request_qr: 'Payment by QR code',
  request_push: 'Payment request',
  request_card: 'Card payment',
  request_mobile: 'Payout to a wallet',
  request_bank: 'Payout to a bank',
  minutes: '{{number}} min',
  hours: '{{number}} h',
  days: '{{number}} days',
  check: 'Check now',
  decide: 'Decide',
  still_unknown: '{{network}} doesn’t know yet about {{money}}. Kaunta keeps checking.',
  known: '{{network}} has answered about {{money}}.',
  more: 'Older ones appear once these are resolved: {{number}}',
}

const sw: Record<keyof typeof en, string> = {
  title: 'Zinasubiri uthibitisho',
  text: 'Mtandao haujasema ndiyo wala hapana. Kabla haujajibu, usitoe bidhaa, na usitume pesa tena.',
  column_amount: 'Kiasi',
  column_request: 'Ombi',
  column_network: 'Mtandao',
  column_age: 'Imesubiri',
  column_action: 'Hatua',
  request_qr: 'Malipo kwa QR',
  request_push: 'Ombi la malipo',
  request_card: 'Malipo kwa kadi',
  request_mobile: 'Kutuma kwa simu',
  request_bank: 'Kutuma benki',
  minutes: 'dakika {{number}}',
  hours: 'saa {{number}}',
  days: 'siku {{number}}',
  check: 'Hakiki sasa',
  decide: 'Amua',
  still_unknown: '{{network}} bado haijui kuhusu {{money}}. Mfumo unaendelea kuhakiki.',
  known: '{{network}} imejibu kuhusu {{money}}.',
  more: 'Za zamani zitaonekana hizi zikiamuliwa: {{number}}',
}

export const unknown = { en, sw }
