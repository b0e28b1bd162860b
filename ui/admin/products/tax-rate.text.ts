// Texts of the page of tax rates.

const en = {
  title: 'Tax rates',
  text: 'Reports use them to work out the tax in your sales. A rate without a day holds until another begins.',
  rates: 'Rates',
  rate: 'Rate {{number}}',
  code: 'Tax code',
  percent: 'Rate',
  method: 'Paid by',
  method_: 'Any way',
  method_qr: 'QR code',
  method_mobile: 'Phone request',
  method_card: 'Card',
  method_cash: 'Cash',
  from: 'From',
  remove: 'Remove rate {{number}}',
  add: 'Add rate',
  none: 'No rates: reports show no tax. Right for a shop that isn’t registered for VAT.',
}

const sw: Record<keyof typeof en, string> = {
  title: 'Viwango vya kodi',
  text: 'Ripoti huvitumia kukokotoa kodi iliyo kwenye mauzo. Kiwango kisicho na tarehe hutumika hadi kingine kianze.',
  rates: 'Viwango',
  rate: 'Kiwango cha {{number}}',
  code: 'Alama ya kodi',
  percent: 'Kiwango',
  method: 'Njia ya malipo',
  method_: 'Njia yoyote',
  method_qr: 'Msimbo wa QR',
  method_mobile: 'Ombi kwa simu',
  method_card: 'Kadi',
  method_cash: 'Taslimu',
  from: 'Kuanzia',
  remove: 'Ondoa kiwango cha {{number}}',
  add: 'Ongeza kiwango',
  none: 'Hakuna viwango: ripoti hazionyeshi kodi. Sahihi kwa duka lisilosajiliwa VAT.',
}

export const taxRate = { en, sw }
