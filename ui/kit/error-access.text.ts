// The texts for errors about who may do something, and about the HTTP request itself. Part of
// errors.text.ts.
import type { accessReasons } from '../../src/domain/access-reason.ts'
import {
  busy,
  failed,
  firstMerchant,
  gone,
  invitation,
  keyUsed,
  loggedOut,
  newCode,
  notAllowed,
  picture,
  type Text,
  tillUnpaired,
} from './error-shared.text.ts'

export const accessTexts = {
  // Credentials.
  credential_missing: loggedOut,
  credential_empty: loggedOut,
  credential_not_bearer: loggedOut,
  key_unknown: loggedOut,
  key_revoked: loggedOut,
  credential_foreign: loggedOut,
  token_invalid: loggedOut,
  token_expired: loggedOut,
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
    'Umekosea msimbo mara nyingi. Subiri dakika chache, kisha ingia tena.',
  ],
  login_step_expired: ['Time is up. Log in again.', 'Muda umeisha. Ingia tena.'],
  second_factor_off: ['Turn on two-step login first.', 'Washa kwanza kuingia kwa hatua mbili.'],
  second_factor_on: [
    'Two-step login is on already. Turn it off first.',
    'Kuingia kwa hatua mbili tayari kumewashwa. Kuzime kwanza.',
  ],
  not_logged_in: loggedOut,
  till_not_paired: tillUnpaired,
  display_not_paired: [
    'This display is disconnected. Connect it again from the till.',
    'Skrini hii imetenganishwa. Iunganishe tena kutoka kwenye kaunta ya malipo.',
  ],

  // Rights.
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
  first_merchant_only: firstMerchant,
  request_from_other_site: notAllowed,
  till_needed: tillUnpaired,
  sales_of_till_only: notAllowed,
  cashier_not_signed_in: ['Sign in with your PIN first.', 'Ingia kwa PIN kwanza.'],
  pin_change_on_till: ['Change PINs in the console.', 'Badilisha PIN kwenye usimamizi.'],
  payment_of_other_account: notAllowed,
  live_account_needed: [
    'This belongs to the live account. Switch to it.',
    'Hii ni ya akaunti halisi. Badili kwenda akaunti hiyo.',
  ],
  sandbox_account_needed: [
    'This belongs to the practice account. Switch to it.',
    'Hii ni ya akaunti ya mazoezi. Badili kwenda akaunti hiyo.',
  ],
  pairing_code_wrong: newCode,
  pairing_code_expired: newCode,
  claim_code_wrong: [
    'Open the set-up link that Kaunta showed when it started.',
    'Fungua kiungo kilichoonyeshwa Kaunta ilipowashwa.',
  ],
  claim_code_expired: [
    'This set-up link was used or has expired. Restart Kaunta to get a new one.',
    'Kiungo hiki kimetumika au muda wake umeisha. Washa Kaunta upya upate kipya.',
  ],
  invitation_ended: invitation,
  inviter_not_allowed: invitation,

  // Limits.
  too_many_requests: busy,
  too_many_passwords: [
    'Too many wrong passwords. Wait {{seconds}} s.',
    'Umekosea nenosiri mara nyingi. Subiri sekunde {{seconds}}.',
  ],
  sign_in_busy: [
    'Too many people are signing in right now. Try again in {{seconds}} s.',
    'Watu wengi mno wanaingia kwa sasa. Jaribu tena baada ya sekunde {{seconds}}.',
  ],
  pin_locked: [
    'Too many wrong PINs. Wait {{minutes}} min.',
    'Umekosea PIN mara nyingi. Subiri dakika {{minutes}}.',
  ],

  // The request itself.
  request_unreadable: failed,
  body_not_json: failed,
  body_encoded: failed,
  body_too_large: ['This is too large', 'Hili ni kubwa mno'],
  picture_svg: picture,
  picture_not_sent: picture,
  host_unknown: failed,
  https_needed: [
    'Open {{address}} on this device: here it cannot stay logged in or paired.',
    'Fungua {{address}} kwenye kifaa hiki: hapa hakiwezi kubaki kimeingia au kimeunganishwa.',
  ],
  address_malformed: gone,
  path_not_found: gone,
  method_not_allowed: failed,
  idempotency_key_too_long: failed,
  idempotency_key_reused: keyUsed,
  request_in_progress: busy,
  caller_streams_used_up: busy,
  merchant_streams_used_up: busy,
  server_streams_used_up: busy,
} as const satisfies Readonly<Record<keyof typeof accessReasons, Text>>
