// The texts of Home about refunds: the day's sum, those that wait, and those that turned out otherwise.

const en = {
  sales_before: 'Sales before refunds',
  refunded_one: '{{number}} refund',
  refunded_other: '{{number}} refunds',
  sales_after: 'After refunds',
  before_refunds: 'Before refunds',
  attention_refunds_one: '{{number}} refund needs approval',
  attention_refunds_other: '{{number}} refunds need approval',
  attention_refunds_do: 'An owner or admin who didn’t ask for it must approve it.',
  attention_unknown_refunds_one: '{{number}} refund awaiting confirmation',
  attention_unknown_refunds_other: '{{number}} refunds awaiting confirmation',
  attention_unknown_refunds_do: 'Don’t refund it again until the network answers.',
  refund_paid_late: 'A refund of {{money}} had failed, but the network has sent it',
  refund_paid_late_do: 'The customer has the money. Don’t refund it again.',
  refund_not_sent_late: 'A refund of {{money}} was marked as sent, but the network hasn’t sent it',
  refund_not_sent_late_do: 'The money is back in your balance. Refund it again if it is still due.',
}

const sw: typeof en = {
  sales_before: 'Mauzo kabla ya kurudisha pesa',
  refunded_one: 'Zilizorudishwa, mara {{number}}',
  refunded_other: 'Zilizorudishwa, mara {{number}}',
  sales_after: 'Baada ya kurudisha pesa',
  before_refunds: 'Kabla ya kurudisha pesa',
  attention_refunds_one: 'Ombi {{number}} la kurudisha pesa linahitaji idhini',
  attention_refunds_other: 'Maombi {{number}} ya kurudisha pesa yanahitaji idhini',
  attention_refunds_do: 'Mwenye duka au msimamizi mwingine, si aliyeomba, ndiye aidhinishe.',
  attention_unknown_refunds_one: 'Pesa ulizorudisha mara {{number}} zinasubiri uthibitisho',
  attention_unknown_refunds_other: 'Pesa ulizorudisha mara {{number}} zinasubiri uthibitisho',
  attention_unknown_refunds_do: 'Usizirudishe tena hadi mtandao ujibu.',
  refund_paid_late: 'Kurudisha {{money}} kulishindikana, lakini mtandao umezituma',
  refund_paid_late_do: 'Mteja amezipokea. Usizirudishe tena.',
  refund_not_sent_late: '{{money}} ziliwekwa kuwa zimerudishwa, lakini mtandao haukuzituma',
  refund_not_sent_late_do: 'Pesa zimerudi kwenye salio lako. Zirudishe tena ikiwa bado mteja anazidai.',
}

export const refundNotices = { en, sw }
