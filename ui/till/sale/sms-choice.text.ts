// Texts of the choice between payment SMS, which adds them.

const en = {
  sms_title: 'Which payment is this customer’s?',
  sms_other_title: 'Received in the meantime',
  sms_payer_unknown: 'Name not shown',
  sms_other_amount: 'Another amount. An owner or admin can use it.',
  sms_balance_unsure:
    'The balance in this SMS doesn’t add up. Find the payment in your provider’s menu first.',
  sms_digits_title: 'Check the customer’s SMS',
  sms_digits_text: 'Ask the customer to show their own SMS, and enter what it ends with.',
  sms_digits: 'Last 4 characters of the transaction ID, or last 3 digits of their number',
  sms_digits_submit: 'Confirm payment',
}

const sw: Record<keyof typeof en, string> = {
  sms_title: 'Malipo ya mteja huyu ni yapi?',
  sms_other_title: 'Yaliyoingia wakati huu',
  sms_payer_unknown: 'Jina halionekani',
  sms_other_amount: 'Kiasi tofauti. Mwenye duka au msimamizi anaweza kuitumia.',
  sms_balance_unsure: 'Salio la SMS hii halilingani. Kwanza hakikisha malipo kwenye menyu ya mtandao wako.',
  sms_digits_title: 'Kagua SMS ya mteja',
  sms_digits_text: 'Mwombe mteja aonyeshe SMS yake, kisha weka mwisho wake.',
  sms_digits: 'Herufi 4 za mwisho za namba ya muamala, au tarakimu 3 za mwisho za namba yake',
  sms_digits_submit: 'Thibitisha malipo',
}

export const tillSms = { en, sw }
