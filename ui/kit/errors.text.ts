// What a page says of an error: one text per reason of the API, in English and Swahili. {{names}} are the
// reason's params. Reasons that mean the same to a person share a text.
import type { Reason } from '../../src/domain/fault.ts'
import type { FaultReason } from '../../src/domain/fault-reason.ts'
import { fieldTexts } from './error-field.text.ts'
import {
  busy,
  changed,
  done,
  failed,
  gone,
  invitation,
  keyUsed,
  link,
  linkMoved,
  loggedOut,
  newCode,
  noNetwork,
  notAllowed,
  paymentMoved,
  picture,
  printerFar,
  type Text,
  tillUnpaired,
  unknown,
} from './error-shared.text.ts'

const faultTexts = {
  credential_missing: loggedOut,
  credential_empty: loggedOut,
  credential_not_bearer: loggedOut,
  key_unknown: loggedOut,
  key_revoked: loggedOut,
  credential_foreign: loggedOut,
  token_expired: loggedOut,
  token_invalid: loggedOut,
  login_wrong: ['Wrong e-mail or password', 'Barua pepe au nenosiri si sahihi'],
  totp_required: [
    'Enter the 6 digits of your authenticator app',
    'Weka tarakimu 6 za app yako ya uthibitisho',
  ],
  totp_wrong: [
    'Wrong code. Enter the digits the app shows now.',
    'Msimbo si sahihi. Weka tarakimu zinazoonekana sasa.',
  ],
  backup_code_wrong: [
    'Wrong or used backup code. Enter another one.',
    'Msimbo wa akiba si sahihi au umetumika. Weka mwingine.',
  ],
  second_factor_locked: [
    'Too many wrong codes. Wait a few minutes, then log in again.',
    'Misimbo imekosewa mara nyingi. Subiri dakika chache, kisha ingia tena.',
  ],
  login_step_expired: ['Time is up. Log in again.', 'Muda umeisha. Ingia tena.'],
  second_factor_off: ['Turn on two-step login first.', 'Washa kwanza kuingia kwa hatua mbili.'],
  not_logged_in: loggedOut,
  till_not_paired: tillUnpaired,
  display_not_paired: [
    'This display is disconnected. Connect it again from the till.',
    'Skrini hii imeondolewa. Iunganishe tena kutoka kaunta.',
  ],
  scope_missing: notAllowed,
  key_not_allowed: notAllowed,
  role_not_allowed: notAllowed,
  webhook_url_not_allowed: notAllowed,
  settings_not_allowed: notAllowed,
  key_scopes_not_allowed: notAllowed,
  owner_role_needed: notAllowed,
  owner_pin_not_allowed: notAllowed,
  pin_of_others_not_allowed: notAllowed,
  login_needed: notAllowed,
  login_cookie_needed: notAllowed,
  reauthentication_needed: ['Confirm your password', 'Thibitisha nenosiri'],
  not_a_member: notAllowed,
  first_merchant_only: [
    'Only the owner and admins of this server’s first shop can do this.',
    'Ni mmiliki na wasimamizi wa duka la kwanza la seva hii tu wanaoweza kufanya hivi.',
  ],
  request_from_other_site: notAllowed,
  till_needed: tillUnpaired,
  sales_of_till_only: notAllowed,
  cashier_not_signed_in: ['Sign in with your PIN first.', 'Ingia kwa PIN kwanza.'],
  pin_change_on_till: ['Change PINs in the console.', 'Badilisha PIN kwenye ukurasa wa usimamizi.'],
  payment_of_other_account: notAllowed,
  pairing_code_wrong: newCode,
  pairing_code_expired: newCode,
  claim_code_wrong: [
    'Open the set-up link that Kaunta printed when it started.',
    'Fungua kiungo ambacho Kaunta ilionyesha ilipoanza.',
  ],
  claim_code_expired: [
    'This set-up link is used up. Restart Kaunta to get a new one.',
    'Kiungo hiki kimeshatumika. Anzisha Kaunta upya upate kipya.',
  ],
  invitation_ended: invitation,
  inviter_not_allowed: invitation,
  too_many_requests: busy,
  too_many_passwords: [
    'Too many wrong passwords. Wait {{seconds}} seconds.',
    'Nenosiri limekosewa mara nyingi. Subiri sekunde {{seconds}}.',
  ],
  pin_locked: [
    'Too many wrong PINs. Wait {{minutes}} minutes.',
    'PIN zisizo sahihi ni nyingi mno. Subiri dakika {{minutes}}.',
  ],
  request_unreadable: failed,
  body_not_json: failed,
  body_too_large: ['This is too large', 'Hili ni kubwa mno'],
  picture_svg: picture,
  picture_not_sent: picture,
  host_unknown: failed,
  path_not_found: gone,
  method_not_allowed: failed,
  idempotency_key_too_long: failed,
  idempotency_key_reused: keyUsed,
  request_in_progress: busy,
  payment_not_found: gone,
  payment_outcome_unknown: unknown,
  attempt_outcome_unknown: [
    'No request was sent. The network is still checking the last one.',
    'Ombi halikutumwa. Mtandao bado unahakiki lililopita.',
  ],
  payment_not_voidable: paymentMoved,
  payment_not_confirmable: [
    'This payment can no longer be confirmed manually.',
    'Huwezi tena kuthibitisha malipo haya mwenyewe.',
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
  unmatched_not_found: gone,
  unmatched_settled: [
    'This was already settled. Reload the list.',
    'Hili limeshaamuliwa. Pakia orodha upya.',
  ],
  payout_not_found: gone,
  payout_balance_too_low: [
    'Not enough balance for the amount and its fee. No money was sent.',
    'Salio halitoshi kwa kiasi hiki na ada yake. Hakuna pesa zilizotumwa.',
  ],
  network_for_payout_missing: [
    'No payment network is connected for payouts of this kind.',
    'Hakuna mtandao uliounganishwa wa kutuma pesa kwa njia hii.',
  ],
  session_not_found: gone,
  session_not_cancellable: linkMoved,
  session_busy: ['Another payment is in progress. Try again.', 'Malipo mengine yanaendelea. Jaribu tena.'],
  checkout_ended: link,
  checkout_not_found: link,
  payment_link_not_found: link,
  attempt_in_progress: [
    'A payment is already in progress. Finish it on the phone, or cancel it.',
    'Kuna malipo yanaendelea. Yakamilishe kwenye simu, au yaghairi.',
  ],
  attempt_not_found: gone,
  attempt_paid: ['This is already paid.', 'Imeshalipwa.'],
  till_not_found: gone,
  till_revoked: ['This till was removed. Add a new one.', 'Kaunta hii imeondolewa. Ongeza mpya.'],
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
  printer_missing: [
    'This till has no printer. Set one up in the console.',
    'Kaunta hii haina printa. Iweke kwenye ukurasa wa usimamizi.',
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
  event_not_found: gone,
  event_body_removed: [
    'This event is older than {{days}} days, so it can’t be sent again.',
    'Tukio hili lina zaidi ya siku {{days}}, hivyo haliwezi kutumwa tena.',
  ],
  delivery_not_found: gone,
  address_not_paused: done,
  sandbox_only: ['Only practice payments can be simulated.', 'Malipo ya mazoezi tu ndiyo huigizwa.'],
  simulated_code_not_found: [
    'No open payment has this code. It may be paid or expired.',
    'Hakuna malipo yenye msimbo huu. Huenda yamelipwa au muda umeisha.',
  ],
  card_payment_not_found: gone,
  prompt_not_found: gone,
  prompt_answered: done,
  prompt_expired: changed,
  caller_streams_used_up: busy,
  server_streams_used_up: busy,
  disk_full: [
    'The server’s disk is full. Free up space and try again.',
    'Diski ya seva imejaa. Ongeza nafasi, kisha jaribu tena.',
  ],
  write_abandoned: failed,
  write_unconfirmed: keyUsed,
  backup_failed: ['The back-up failed: {{cause}}', 'Nakala ya akiba imeshindikana: {{cause}}'],
  backup_without_disk: [
    'This server keeps nothing on a disk, so there is nothing to back up.',
    'Seva hii haihifadhi kitu kwenye diski, hivyo hakuna cha kunakili.',
  ],
  script_outdated: changed,
} as const satisfies Readonly<Record<FaultReason, Text>>

const texts: Readonly<Record<Reason, Text>> = { ...fieldTexts, ...faultTexts }

const reasons = Object.keys(texts) as Reason[]
const inLanguage = (at: 0 | 1) =>
  Object.fromEntries(reasons.map(reason => [reason, texts[reason][at]])) as Record<Reason, string>

export const errors = { en: inLanguage(0), sw: inLanguage(1) }
