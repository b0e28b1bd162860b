// As audit-action.text.ts, of refunds.

const en = {
  kind_refund_approved: 'Refund approved',
  kind_refund_claimed: 'Refund claimed',
  kind_refund_created: 'Refund',
  kind_refund_declined: 'Refund declined',
  kind_refund_marked: 'Refund marked as sent or not sent',
  kind_refund_not_sent_late: 'Refund marked as sent wasn’t sent',
  kind_refund_paid_late: 'Failed refund paid after all',
  kind_refund_withdrawn: 'Refund withdrawn',
  what_refund_approved: 'approved a refund of {{amount}}',
  what_refund_claimed: 'got a refund of {{amount}} sent to {{their}} wallet',
  what_refund_created: 'refunded {{amount}}: {{reason}}',
  what_refund_created_approved: 'refunded {{amount}}, approved by {{approver}}: {{reason}}',
  what_refund_declined: 'declined a refund of {{amount}}',
  what_refund_marked_sent: 'marked a refund of {{amount}} as sent: {{reason}}',
  what_refund_marked_not_sent: 'marked a refund of {{amount}} as not sent: {{reason}}',
  what_refund_not_sent_late: 'the network didn’t send a refund of {{amount}} that was marked as sent',
  what_refund_paid_late: 'the network paid a refund of {{amount}} that had failed',
  what_refund_withdrawn: 'withdrew a refund of {{amount}}',
}

const sw: typeof en = {
  kind_refund_approved: 'Kurudisha pesa kumeidhinishwa',
  kind_refund_claimed: 'Mteja amechukua pesa zilizorudishwa',
  kind_refund_created: 'Pesa zimerudishwa',
  kind_refund_declined: 'Kurudisha pesa kumekataliwa',
  kind_refund_marked: 'Pesa za kurudisha zimerekodiwa kuwa zimetumwa au hazikutumwa',
  kind_refund_not_sent_late: 'Pesa zilizorekodiwa kuwa zimerudishwa hazikurudishwa',
  kind_refund_paid_late: 'Pesa zilizoshindikana kurudishwa zimerudishwa baadaye',
  kind_refund_withdrawn: 'Kurudisha pesa kumesitishwa',
  what_refund_approved: '{{s}}liidhinisha kurudisha {{amount}}',
  what_refund_claimed: '{{s}}lipokea {{amount}} zilizorudishwa kwenye simu y{{ake}}',
  what_refund_created: '{{s}}lirudisha {{amount}}: {{reason}}',
  what_refund_created_approved: '{{s}}lirudisha {{amount}} kwa idhini ya {{approver}}: {{reason}}',
  what_refund_declined: '{{s}}likataa kurudisha {{amount}}',
  what_refund_marked_sent: '{{s}}lirekodi kuwa {{amount}} zimerudishwa: {{reason}}',
  what_refund_marked_not_sent: '{{s}}lirekodi kuwa {{amount}} hazikurudishwa: {{reason}}',
  what_refund_not_sent_late: 'mtandao haukurudisha {{amount}} zilizorekodiwa kuwa zimerudishwa',
  what_refund_paid_late: 'mtandao ulirudisha {{amount}} zilizoonekana kushindikana',
  what_refund_withdrawn: '{{s}}lisitisha kurudisha {{amount}}',
}

export const refundActionTexts = { en, sw }
