// The texts of Home about refunds: the day's sum, and those that wait.

const en = {
  sales_before: 'Sales before refunds',
  refunded_one: '{{number}} refund',
  refunded_other: '{{number}} refunds',
  sales_after: 'After refunds',
  refund_fees: 'Refund fees',
  before_refunds: 'Before refunds',
  attention_refunds_one: '{{number}} refund needs approval',
  attention_refunds_other: '{{number}} refunds need approval',
  attention_refunds_do: 'An owner or admin who didn’t ask for it must approve it.',
  attention_unknown_refunds_one: '{{number}} refund awaiting confirmation',
  attention_unknown_refunds_other: '{{number}} refunds awaiting confirmation',
  attention_unknown_refunds_do: 'Don’t refund it again until the network answers.',
}

const sw: typeof en = {
  sales_before: 'Mauzo kabla ya kurudisha pesa',
  refunded_one: 'Marejesho {{number}}',
  refunded_other: 'Marejesho {{number}}',
  sales_after: 'Baada ya kurudisha pesa',
  refund_fees: 'Makato ya kurudisha pesa',
  before_refunds: 'Kabla ya kurudisha pesa',
  attention_refunds_one: 'Ombi {{number}} la kurudisha pesa linahitaji idhini',
  attention_refunds_other: 'Maombi {{number}} ya kurudisha pesa yanahitaji idhini',
  attention_refunds_do: 'Mwenye duka au msimamizi mwingine, si aliyeomba, ndiye aidhinishe.',
  attention_unknown_refunds_one: 'Marejesho {{number}} yanasubiri uthibitisho',
  attention_unknown_refunds_other: 'Marejesho {{number}} yanasubiri uthibitisho',
  attention_unknown_refunds_do: 'Usizirudishe tena hadi mtandao ujibu.',
}

export const homeRefunds = { en, sw }
