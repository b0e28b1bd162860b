// Texts of the sheet that confirms a payment manually, which adds them.

const en = {
  pin_show: 'Show PIN',
  confirm_title: 'Confirm manually',
  confirm_text:
    'Only if the money is on your network statement. An SMS on the customer’s phone is not proof. Your name is recorded.',
  confirm_reason: 'Reason',
  confirm_reason_statement: 'Seen on the network statement',
  confirm_receipt: 'Network receipt no.',
  confirm_pin: 'Your PIN',
  confirm_missing: 'Enter the reason, the receipt no. and your PIN.',
  confirm_missing_no_pin: 'Enter the reason and the receipt no.',
  confirm_submit: 'Confirm payment',
}

const sw: Record<keyof typeof en, string> = {
  pin_show: 'Onyesha PIN',
  confirm_title: 'Thibitisha mwenyewe',
  confirm_text:
    'Thibitisha tu kama pesa zipo kwenye taarifa ya mtandao. SMS ya mteja si uthibitisho. Jina lako linahifadhiwa.',
  confirm_reason: 'Sababu',
  confirm_reason_statement: 'Nimeona kwenye taarifa ya mtandao',
  confirm_receipt: 'Namba ya muamala',
  confirm_pin: 'PIN yako',
  confirm_missing: 'Weka sababu, namba ya muamala na PIN yako.',
  confirm_missing_no_pin: 'Weka sababu na namba ya muamala.',
  confirm_submit: 'Thibitisha malipo',
}

export const tillConfirm = { en, sw }
