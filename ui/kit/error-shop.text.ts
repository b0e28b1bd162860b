// What a page says of errors of tills, printing, staff, settings, webhooks and the server. Part of
// errors.text.ts.
import type { shopReasons } from '../../src/domain/shop-reason.ts'
import {
  busy,
  changed,
  done,
  failed,
  gone,
  keyUsed,
  newCode,
  noDisk,
  paymentMoved,
  payoutByMaker,
  payoutDecided,
  printerFar,
  type Text,
} from './error-shared.text.ts'

export const shopTexts = {
  // Tills, shifts and cash.
  till_not_found: gone,
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
  cash_sale_shift_closed: [
    'The shift of this sale is closed. Record a cash out instead.',
    'Zamu ya mauzo haya imefungwa. Badala yake, rekodi kutoa pesa.',
  ],
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

  // Approval of payouts.
  payout_without_approval: payoutDecided,
  payout_made_by_same_person: payoutByMaker,
  payout_decided: payoutDecided,

  // The account and its people.
  already_claimed: ['Kaunta already has an owner. Log in.', 'Kaunta tayari ina mwenye duka. Ingia.'],
  staff_not_found: gone,
  last_owner: [
    'This is the only owner. Make someone else an owner first, or hand over the shop.',
    'Huyu ndiye mwenye duka pekee. Kwanza mfanye mwingine kuwa mwenye duka, au mkabidhi duka.',
  ],
  already_owner: [
    'You’re already the owner. Choose someone else.',
    'Wewe tayari ni mwenye duka. Chagua mtu mwingine.',
  ],
  already_member: ['You’re already on this team. Log in.', 'Tayari uko kwenye duka hili. Ingia.'],
  invitation_not_found: gone,
  login_not_found: gone,
  key_not_found: gone,
  profile_not_found: gone,
  profile_limit_reached: [
    'You can have at most {{max}}. Delete one that isn’t used.',
    'Haziwezi kuzidi {{max}}. Futa usiotumika.',
  ],
  profile_is_default: [
    'The default can’t be deleted. Make another one the default first.',
    'Mwonekano wa kawaida haufutiki. Kwanza fanya mwingine kuwa wa kawaida.',
  ],
  picture_not_found: gone,

  // Webhooks and events.
  event_not_found: gone,
  event_body_removed: [
    'This event is older than {{days}} days, so it can’t be sent again.',
    'Tukio hili lina zaidi ya siku {{days}}, hivyo haliwezi kutumwa tena.',
  ],
  delivery_not_found: gone,
  address_not_paused: done,

  // The server.
  caller_streams_used_up: busy,
  server_streams_used_up: busy,
  disk_full: [
    'The server’s disk is full. Free up space and try again.',
    'Diski ya seva imejaa. Ongeza nafasi, kisha jaribu tena.',
  ],
  write_abandoned: failed,
  write_unconfirmed: keyUsed,
  backup_failed: ['The back-up failed: {{cause}}', 'Nakala rudufu imeshindikana: {{cause}}'],
  backup_without_disk: noDisk,
  backup_passphrase_wrong: [
    'This passphrase does not open the back-up.',
    'Neno la siri hili halifungui nakala rudufu.',
  ],
  backup_key_wrong: ['This key does not open the back-up.', 'Ufunguo huu haufungui nakala rudufu.'],
  backup_unreadable: ['The back-up cannot be read: {{cause}}', 'Nakala rudufu haisomeki: {{cause}}'],
  backup_passphrase_short: [
    'The passphrase of back-ups needs at least {{min}} characters.',
    'Neno la siri la nakala rudufu linahitaji angalau herufi {{min}}.',
  ],
  script_outdated: changed,
} as const satisfies Readonly<Record<keyof typeof shopReasons, Text>>
