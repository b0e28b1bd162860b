// Texts of the dialog in which an owner says whether a payout or refund was sent.

const en = {
  missing: 'Required',
  title: 'Was {{money}} sent?',
  text: 'Look at the network’s own statement or app. If it answers later, its answer counts.',
  choice: 'The statement shows',
  sent: 'It was sent',
  sent_text: 'The payout is paid.',
  not_sent: 'It wasn’t sent',
  not_sent_text: 'The payout fails, and the money returns to your balance.',
  refund_sent_text: 'The customer has the money.',
  refund_not_sent_text: 'The refund fails, and the money returns to your balance.',
  reason: 'Reason',
  reason_hint: 'Saved with your name',
  yes: 'Save decision',
}

const sw: Record<keyof typeof en, string> = {
  missing: 'Jaza sehemu hii',
  title: 'Je, {{money}} zilitumwa?',
  text: 'Angalia taarifa au app ya mtandao wenyewe. Mtandao ukijibu baadaye, jibu lake ndilo sahihi.',
  choice: 'Taarifa inaonyesha',
  sent: 'Zilitumwa',
  sent_text: 'Inarekodiwa kuwa pesa zimefika.',
  not_sent: 'Hazikutumwa',
  not_sent_text: 'Kutuma kunashindikana, na pesa zinarudi kwenye salio lako.',
  refund_sent_text: 'Mteja amepokea pesa.',
  refund_not_sent_text: 'Kurudisha kunashindikana, na pesa zinarudi kwenye salio lako.',
  reason: 'Sababu',
  reason_hint: 'Itahifadhiwa pamoja na jina lako',
  yes: 'Hifadhi uamuzi',
}

export const markSheet = { en, sw }
