// The texts for errors of tills, printing and the server. Part of errors.text.ts.
import type { shopReasons } from '../../src/domain/shop-reason.ts'
import {
  changed,
  failed,
  gone,
  keyUsed,
  newCode,
  paymentMoved,
  printerFar,
  type Text,
} from './error-shared.text.ts'

const refundApproval: Text = [
  'An owner or admin other than you must approve this refund.',
  'Mwenye duka au msimamizi mwingine lazima aidhinishe kurudisha pesa hizi.',
]

export const shopTexts = {
  // Tills, shifts and cash.
  till_not_found: gone,
  parked_sale_not_found: [
    'Another till has opened this sale, or it was removed.',
    'Kaunta nyingine imeshafungua mauzo haya, au yameondolewa.',
  ],
  parked_sale_limit_reached: [
    '{{max}} sales are parked. Finish some of them first.',
    'Mauzo {{max}} yamewekwa pembeni. Maliza baadhi kwanza.',
  ],
  till_revoked: ['This till was revoked. Add a new one.', 'Kaunta hii imeondolewa. Ongeza mpya.'],
  pairing_code_not_found: newCode,
  shift_not_found: gone,
  shift_already_open: [
    'A shift is already open on this till.',
    'Zamu tayari imefunguliwa kwenye kaunta hii.',
  ],
  shift_not_open: [
    'Nothing was recorded. Open a shift first.',
    'Hakuna kilichorekodiwa. Fungua zamu kwanza.',
  ],
  short_count_reason_missing: [
    'The drawer is short. Count again, or enter a reason.',
    'Droo ina upungufu. Hesabu tena, au weka sababu.',
  ],
  drawer_counted_blind: [
    'The report prints once the shift is closed.',
    'Ripoti huchapishwa zamu ikishafungwa.',
  ],
  cash_sale_not_found: gone,
  cash_sale_refunded: ['This sale was already refunded.', 'Pesa za mauzo haya zimesharudishwa.'],
  refund_approval_needed: refundApproval,
  refund_approved_by_same_person: refundApproval,
  refund_approver_not_allowed: refundApproval,
  cash_already_taken: ['Cash was already received for this.', 'Taslimu imeshapokelewa.'],
  display_not_found: gone,
  display_limit_reached: [
    'This till has {{max}} displays. Disconnect one first.',
    'Kaunta hii ina skrini {{max}}. Ondoa moja kwanza.',
  ],
  qr_not_shown: gone,

  // Printing.
  printer_missing: [
    'This till has no printer. Set one up in the console.',
    'Kaunta hii haina printa. Iweke kwenye usimamizi.',
  ],
  bill_not_pending: paymentMoved,
  bill_without_qr: ['This payment has no QR code.', 'Malipo haya hayana msimbo wa QR.'],
  receipt_not_completed: ['A receipt needs a paid payment.', 'Risiti huchapishwa malipo yakikamilika.'],
  receipt_of_refund: [
    'This sale was refunded. It has no receipt.',
    'Pesa zilirudishwa, hivyo hakuna risiti.',
  ],
  printer_refused: printerFar,
  printer_busy: [
    'The printer is busy. Try again in a moment.',
    'Printa ina kazi. Jaribu tena baada ya muda mfupi.',
  ],
  printer_unreachable: [
    'Can’t reach the printer. Check that it is on and on the same network. Nothing was printed.',
    'Printa haipatikani. Hakikisha imewashwa na iko kwenye mtandao huu. Hakuna kilichochapishwa.',
  ],
  printer_silent: [
    'The printer didn’t finish. Check its paper and what came out before you print again.',
    'Printa haikumaliza. Angalia karatasi na kilichotoka kabla ya kuchapisha tena.',
  ],

  // The server.
  disk_full: [
    'The server’s disk is full. Free up space and try again.',
    'Diski ya seva imejaa. Ongeza nafasi, kisha jaribu tena.',
  ],
  database_unavailable: [
    'The server can’t reach its database. Nothing was saved. Try again in a moment.',
    'Seva haiwezi kufikia hifadhidata yake. Hakuna kilichohifadhiwa. Jaribu tena baada ya muda mfupi.',
  ],
  write_abandoned: failed,
  write_unconfirmed: keyUsed,
  script_outdated: changed,
} as const satisfies Readonly<Partial<Record<keyof typeof shopReasons, Text>>>
