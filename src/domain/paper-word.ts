// Texts of printed receipts and shift reports, in both languages. When the till prints in the browser, it
// uses them too (ui/till/app/till.text.ts).

const receiptEn = {
  paid: 'Paid',
  paid_practice: 'Practice: no real money',
  paid_by: 'Paid with',
  paid_from: 'From',
  paid_number: 'Payment number',
  paid_receipt: 'Network receipt no.',
  confirmed_manually: 'Confirmed manually',
  confirmed_by: 'Confirmed by {{name}}, not by the network',
  confirmed_by_shop: 'the shop',
  note: 'Note',
  cash_given: 'Cash given',
  paper_bill: 'BILL',
  paper_receipt: 'RECEIPT',
  paper_unpaid: 'Not paid yet',
  paper_phone: 'Tel',
  paper_not_fiscal: 'Not a fiscal receipt',
  paper_method: 'Method',
  paper_method_qr: 'QR code',
  paper_method_push: 'Phone request',
  paper_method_card: 'Card',
  paper_method_cash: 'Cash',
  paper_change: 'Change',
  paper_reference: 'Reference',
  paper_how: 'Scan with M-Pesa, Airtel Money, Mixx by Yas, HaloPesa or a bank app.',
  paper_thanks: 'Thank you, come again',
  paper_fees: 'Network fees',
  paper_net: 'Net',
}
const receiptSw: Record<keyof typeof receiptEn, string> = {
  paid: 'Imelipwa',
  paid_practice: 'Mazoezi: si pesa halisi',
  paid_by: 'Njia ya malipo',
  paid_from: 'Kutoka',
  paid_number: 'Namba ya malipo',
  paid_receipt: 'Namba ya muamala',
  confirmed_manually: 'Imethibitishwa na duka',
  confirmed_by: 'Imethibitishwa na {{name}}, si na mtandao',
  confirmed_by_shop: 'duka',
  note: 'Maelezo',
  cash_given: 'Pesa alizotoa',
  paper_bill: 'BILI',
  paper_receipt: 'RISITI',
  paper_unpaid: 'Bado haijalipwa',
  paper_phone: 'Simu',
  paper_not_fiscal: 'Hii si risiti ya EFD',
  paper_method: 'Njia',
  paper_method_qr: 'Msimbo wa QR',
  paper_method_push: 'Ombi kwa simu',
  paper_method_card: 'Kadi',
  paper_method_cash: 'Taslimu',
  paper_change: 'Chenji',
  paper_reference: 'Kumbukumbu Na.',
  paper_how: 'Skani kwa M-Pesa, Airtel Money, Mixx by Yas, HaloPesa au app ya benki.',
  paper_thanks: 'Asante, karibu tena',
  paper_fees: 'Makato ya mtandao',
  paper_net: 'Unapokea',
}

/** The till's first load has these; those of reports follow. */
export const receiptWords = { en: receiptEn, sw: receiptSw }

const reportEn = {
  paper_x: 'X REPORT · shift {{number}}',
  paper_z: 'Z REPORT · shift {{number}}',
  paper_opened: 'Opened',
  paper_closed: 'Closed',
  paper_sign: 'Signature: ____________________',
  paper_test: 'TEST PAGE',
  paper_test_text: 'This printer is ready if all digits are printed and a phone can scan the code.',
  paper_test_at: 'Printer',
  paper_test_width: 'Paper',
  report_sales: 'Sales',
  report_total: 'Total',
  drawer: 'Cash drawer',
  drawer_float: 'Starting cash',
  drawer_sales: 'Cash sales',
  drawer_pay_ins: 'Cash in',
  drawer_drops: 'Cash out',
  drawer_refunds: 'Cash refunds',
  drawer_expected: 'Expected',
  drawer_counted: 'Counted',
  drawer_difference: 'Difference',
  drawer_even: 'Matches',
  drawer_over: '{{money}} over',
  drawer_short: '{{money}} short',
  cash_moves: 'Cash in and out',
  cash_refunds: 'Cash refunds',
  sent_refunds: 'Refunds by network or wallet',
}
const reportSw: Record<keyof typeof reportEn, string> = {
  paper_x: 'RIPOTI X · zamu {{number}}',
  paper_z: 'RIPOTI Z · zamu {{number}}',
  paper_opened: 'Ilifunguliwa',
  paper_closed: 'Ilifungwa',
  paper_sign: 'Sahihi: ____________________',
  paper_test: 'UKURASA WA MAJARIBIO',
  paper_test_text: 'Printa hii iko tayari kama tarakimu zote zimechapishwa na simu inaweza kuskani msimbo.',
  paper_test_at: 'Printa',
  paper_test_width: 'Karatasi',
  report_sales: 'Mauzo',
  report_total: 'Jumla',
  drawer: 'Droo ya pesa',
  drawer_float: 'Pesa za kuanzia',
  drawer_sales: 'Mauzo ya taslimu',
  drawer_pay_ins: 'Zilizoingizwa',
  drawer_drops: 'Zilizotolewa',
  drawer_refunds: 'Zilizorudishwa',
  drawer_expected: 'Zinazotarajiwa',
  drawer_counted: 'Zilizohesabiwa',
  drawer_difference: 'Tofauti',
  drawer_even: 'Zinalingana',
  drawer_over: 'Zimezidi {{money}}',
  drawer_short: 'Pungufu {{money}}',
  cash_moves: 'Pesa zilizoingia na kutoka',
  cash_refunds: 'Pesa zilizorudishwa',
  sent_refunds: 'Zilizorudishwa kwa mtandao au simu',
}

export const reportWords = { en: reportEn, sw: reportSw }

export const paperWords = {
  en: { ...receiptEn, ...reportEn },
  sw: { ...receiptSw, ...reportSw },
}
export type PaperWords = typeof paperWords.en
export const paperLanguages = ['en', 'sw'] as const
export type PaperLanguage = (typeof paperLanguages)[number]

/** The text with its placeholder filled in. */
export const filledText = (words: string, value: string | number): string =>
  words.replace(/\{\{\w+\}\}/, String(value))
