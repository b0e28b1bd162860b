// The texts for errors of payments, payouts, payment links and the sandbox. Part of errors.text.ts.
import type { paymentReasons } from '../../src/domain/payment-reason.ts'
import {
  balanceTooLow,
  changed,
  done,
  gone,
  link,
  linkMoved,
  noNetwork,
  paymentMoved,
  phoneOff,
  type Text,
  unknown,
} from './error-shared.text.ts'

export const paymentTexts = {
  // Payments.
  payment_not_found: gone,
  payment_outcome_unknown: unknown,
  attempt_outcome_unknown: [
    'No request was sent. The network is still checking the last one.',
    'Ombi halikutumwa. Mtandao bado unahakiki lililopita.',
  ],
  payment_not_voidable: paymentMoved,
  payment_not_confirmable: [
    'Only a payment without an answer from the network can be confirmed manually.',
    'Thibitisha mwenyewe malipo ambayo mtandao haujajibu tu.',
  ],
  payment_not_markable: [
    'The network has answered, so there is nothing left to decide.',
    'Mtandao umeshajibu, hakuna cha kuamua tena.',
  ],
  payment_not_pushable: [
    'No request was sent. This payment has already ended.',
    'Ombi halikutumwa. Malipo haya yameshaisha.',
  ],
  push_too_soon: [
    'A request was sent a moment ago. Wait {{seconds}} s, then send it again.',
    'Ombi limetumwa sasa hivi. Subiri sekunde {{seconds}}, kisha tuma tena.',
  ],
  link_pushes_used_up: [
    'This link has sent too many requests. Wait {{seconds}} s, or ask the shop for another way to pay.',
    'Kiungo hiki kimetuma maombi mengi mno. Subiri sekunde {{seconds}}, au uliza duka njia nyingine.',
  ],
  phone_pushes_used_up: [
    'This number got too many requests. Use another number, or wait {{seconds}} s.',
    'Namba hii imepokea maombi mengi mno. Tumia namba nyingine, au subiri sekunde {{seconds}}.',
  ],
  phone_bound_reached: [
    'This number got {{max}} unpaid requests in an hour. Use another number, or wait {{seconds}} s.',
    'Namba hii imepokea maombi {{max}} ndani ya saa moja bila kulipwa. Tumia namba nyingine, au subiri sekunde {{seconds}}.',
  ],
  payment_already_paid: [
    'The customer has already paid. Don’t take cash.',
    'Mteja ameshalipa. Usipokee taslimu.',
  ],
  payment_without_qr: ['This payment has no QR code.', 'Malipo haya hayana msimbo wa QR.'],
  receipt_used: [
    'This receipt number was already used for another payment.',
    'Namba hii ya muamala imeshatumika kwa malipo mengine.',
  ],
  network_for_method_missing: noNetwork,
  network_unreachable: [
    'Can’t reach the payment network. The customer was not charged. Try again.',
    'Mtandao wa malipo haupatikani. Pesa hazijakatwa. Jaribu tena.',
  ],
  network_silent: [
    'The payment network isn’t answering. Check the payment before you try again.',
    'Mtandao wa malipo haujibu. Hakiki malipo kabla ya kujaribu tena.',
  ],
  network_not_found: gone,
  network_not_connected: [
    'This network isn’t connected. Enter its credentials first.',
    'Mtandao huu haujaunganishwa. Weka kwanza taarifa zake za siri.',
  ],
  relay_loop: [
    'The other server has no payment network of its own. Connect one there.',
    'Seva nyingine haina mtandao wake wa malipo. Unganisha mtandao huko.',
  ],
  network_live_only: [
    'This takes real money only. Connect it to your live account.',
    'Hii inapokea pesa halisi tu. Iunganishe na akaunti halisi.',
  ],
  network_in_use: [
    'Some payments over this network have no result yet. Switch it off now, and disconnect it later.',
    'Baadhi ya malipo kupitia mtandao huu hayana matokeo bado. Uzime sasa, na uuondoe baadaye.',
  ],
  unmatched_not_found: gone,
  payouts_paused_by_restore: [
    'Payouts are paused after a restore. An owner must confirm the notice on the home page first.',
    'Kutuma pesa kumesitishwa baada ya urejeshaji. Mwenye duka athibitishe kwanza kwenye ukurasa wa mwanzo.',
  ],
  payout_outcome_known: [
    'This payout’s outcome is already known',
    'Matokeo ya pesa hizi tayari yanajulikana',
  ],
  unmatched_settled: [
    'This was already settled. Reload the list.',
    'Hili limeshaamuliwa. Pakia orodha upya.',
  ],

  // Payouts.
  payout_not_found: gone,
  payout_balance_too_low: balanceTooLow,
  network_for_payout_missing: [
    'No payment network is connected for payouts of this kind.',
    'Hakuna mtandao uliounganishwa wa kutuma pesa kwa njia hii.',
  ],

  // Checkout sessions.
  session_not_found: gone,
  session_not_cancellable: linkMoved,
  checkout_ended: link,
  checkout_not_found: link,
  payment_link_not_found: link,
  attempt_in_progress: [
    'A payment is already in progress. Finish it on the phone, or cancel it.',
    'Kuna malipo yanaendelea. Yakamilishe kwenye simu, au yaghairi.',
  ],
  attempt_not_found: gone,
  attempt_paid: ['This is already paid.', 'Imeshalipwa.'],

  // The sandbox.
  sandbox_only: [
    'Only practice payments can be simulated.',
    'Unaweza kujibu kama mteja kwa malipo ya mazoezi tu.',
  ],
  simulator_only: [
    'The simulator doesn’t have this payment, so it can’t answer.',
    'Mtandao wa mazoezi hauna malipo haya, hivyo hauwezi kujibu.',
  ],
  simulated_outcome_impossible: [
    'This payment can’t get that result any more.',
    'Malipo haya hayawezi tena kupata matokeo hayo.',
  ],
  simulated_code_not_found: [
    'No open payment has this code. It may be paid or expired.',
    'Hakuna malipo yenye msimbo huu. Huenda yamelipwa au muda umeisha.',
  ],
  phone_switched_off: phoneOff,
  card_payment_not_found: gone,
  prompt_not_found: gone,
  prompt_answered: done,
  prompt_expired: changed,
} as const satisfies Readonly<Record<keyof typeof paymentReasons, Text>>
