// The texts of Home about refunds that turned out otherwise.

const en = {
  refund_paid_late: 'A refund of {{money}} had failed, but the network has sent it',
  refund_paid_late_do: 'The customer has the money. Don’t refund it again.',
  refund_not_sent_late: 'A refund of {{money}} was marked as sent, but the network hasn’t sent it',
  refund_not_sent_late_do: 'The money is back in your balance. Refund it again if it is still due.',
}

const sw: typeof en = {
  refund_paid_late: 'Kurudisha {{money}} kulishindikana, lakini mtandao umezituma',
  refund_paid_late_do: 'Mteja amezipokea. Usizirudishe tena.',
  refund_not_sent_late: '{{money}} ziliwekwa kuwa zimerudishwa, lakini mtandao haukuzituma',
  refund_not_sent_late_do: 'Pesa zimerudi kwenye salio lako. Zirudishe tena ikiwa bado mteja anazidai.',
}

export const refundNotices = { en, sw }
