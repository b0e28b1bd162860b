// The words for paying from the phone itself, and of the page that saves and shares a receipt or a QR code: a
// part of the checkout's.

const en = {
  waiting_number: 'Payment number',
  waiting_number_title: 'Pay from this phone',
  waiting_till: 'Pay to this Lipa Namba',
  waiting_till_text: 'Open your mobile money or bank app and choose to pay a merchant.',
  waiting_till_name: 'Check the name:',
  waiting_till_amount: 'Pay exactly {{money}}',
  qr_picture: 'Save or share the QR code',
  receipt_share: 'Save or share receipt',
  receipt_number: 'Payment number',
  qr_file: 'payment',
  receipt_file: 'receipt',
  share_picture: 'Share picture',
  save_picture: 'Save picture',
  share_sms: 'SMS',
  share_text: 'Receipt: {{money}} paid to {{shop}}, {{at}}. Payment number {{number}}. {{address}}',
  share_qr_text: 'Pay {{money}} to {{shop}}. Payment number {{number}}.',
  keep_screen: 'Take a screenshot to keep this page.',
  back: 'Back',
  find_receipt: 'Find receipt',
  find_receipt_text: 'Enter the 8-digit payment number.',
  find_receipt_go: 'Find receipt',
  receipt_missing: 'No receipt with this number. Check the 8 digits.',
}

const sw: Record<keyof typeof en, string> = {
  waiting_number: 'Namba ya malipo',
  waiting_number_title: 'Lipa kwa simu hii',
  waiting_till: 'Lipa kwa namba hii',
  waiting_till_text: 'Fungua app ya simu au ya benki, kisha chagua kulipa kwa Lipa Namba.',
  waiting_till_name: 'Hakikisha jina ni:',
  waiting_till_amount: 'Lipa {{money}} kamili',
  qr_picture: 'Hifadhi au tuma msimbo wa QR',
  receipt_share: 'Hifadhi au tuma risiti',
  receipt_number: 'Namba ya malipo',
  qr_file: 'malipo',
  receipt_file: 'risiti',
  share_picture: 'Tuma picha',
  save_picture: 'Hifadhi picha',
  share_sms: 'SMS',
  share_text: 'Risiti: {{money}} zimelipwa kwa {{shop}}, {{at}}. Namba ya malipo {{number}}. {{address}}',
  share_qr_text: 'Lipa {{money}} kwa {{shop}}. Namba ya malipo {{number}}.',
  keep_screen: 'Piga picha ya skrini kuhifadhi ukurasa huu.',
  back: 'Rudi',
  find_receipt: 'Tafuta risiti',
  find_receipt_text: 'Weka namba ya malipo yenye tarakimu 8.',
  find_receipt_go: 'Tafuta risiti',
  receipt_missing: 'Hakuna risiti yenye namba hii. Hakiki tarakimu 8.',
}

export const receipt = { en, sw }
