// What a page says of an error: one text per reason of the API, in English and Swahili. {{names}} are the
// reason's params. Reasons that mean the same to a person share a text.
import type { Reason } from '../../src/domain/fault.ts'

type Text = readonly [en: string, sw: string]

const required: Text = ['Required', 'Jaza sehemu hii']
const gone: Text = ['This is no longer here. Reload the page.', 'Hiki hakipo tena. Pakia ukurasa upya.']
const changed: Text = [
  'This has changed in the meantime. Reload the page.',
  'Hali imebadilika. Pakia ukurasa upya.',
]
const done: Text = ['This is already done.', 'Hili limeshafanyika.']
const notAllowed: Text = [
  'You don’t have permission. Ask the shop owner.',
  'Huna ruhusa. Muulize mwenye duka.',
]
const loggedOut: Text = ['You’ve been logged out. Log in again.', 'Muda wako wa kuingia umeisha. Ingia tena.']
const busy: Text = [
  'Kaunta is busy. Try again in a moment.',
  'Mfumo una kazi nyingi. Jaribu tena baada ya muda mfupi.',
]
const failed: Text = ['Something went wrong. Try again.', 'Hitilafu imetokea. Jaribu tena.']
const invalid: Text = ['Check this field', 'Kagua sehemu hii']
const choose: Text = ['Choose one of the options', 'Chagua mojawapo ya zilizopo']
const filter: Text = [
  'This filter can’t be read. Clear it and choose again.',
  'Kichujio hiki hakisomeki. Kiondoe, kisha chagua tena.',
]
const phone: Text = [
  'Enter a Tanzanian mobile number, such as 0754 123 456',
  'Weka namba ya simu ya Tanzania, kama 0754 123 456',
]
const unknown: Text = [
  'The network hasn’t confirmed yet. Wait until it does.',
  'Mtandao bado haujathibitisha. Subiri kidogo.',
]
const web: Text = [
  'A web address begins with http:// or https://, such as https://shop.example/hook',
  'Anwani ya tovuti huanza na http:// au https://, kama https://duka.example/hook',
]
const webReserved: Text = [
  'Webhooks can’t be sent to this address',
  'Webhook haziwezi kutumwa kwenye anwani hii',
]
const webHost: Text = [
  'Enter a host, an address or a network such as 192.168.1.0/24',
  'Weka jina la seva, anwani, au mtandao kama 192.168.1.0/24',
]
const printerFar: Text = [
  'Use an address in the shop’s own network, such as 192.168.1.50',
  'Tumia anwani ya mtandao wa duka, kama 192.168.1.50',
]
const picture: Text = [
  'Can’t read this picture. Choose a PNG, JPEG, WebP or GIF file.',
  'Picha hii haisomeki. Chagua faili la PNG, JPEG, WebP au GIF.',
]
const between: Text = ['From {{least}} to {{most}}', 'Kuanzia {{least}} hadi {{most}}']
const atLeast: Text = ['At least {{least}}', 'Angalau {{least}}']
const atMost: Text = ['At most {{most}}', 'Isizidi {{most}}']
const characters: Text = ['At most {{most}} characters', 'Herufi zisizidi {{most}}']
const entries: Text = ['At most {{most}}', 'Zisizidi {{most}}']
const whole: Text = ['Enter a whole number', 'Weka namba kamili']
const keyUsed: Text = [
  'This request was already sent. Reload the page and check before you try again.',
  'Ombi hili limeshatumwa. Pakia ukurasa na uhakiki kabla ya kujaribu tena.',
]
const newCode: Text = [
  'This code is wrong or expired. Get a new one.',
  'Msimbo huu si sahihi au muda wake umeisha. Pata mpya.',
]
const invitation: Text = [
  'This invitation is no longer valid. Ask for a new link.',
  'Mwaliko huu hautumiki tena. Omba kiungo kipya.',
]
const link: Text = [
  'This link doesn’t work. Ask the shop for a new one.',
  'Kiungo hiki hakifanyi kazi. Omba kipya dukani.',
]
const noNetwork: Text = [
  'No payment network is connected for this method.',
  'Hakuna mtandao wa malipo uliounganishwa kwa njia hii.',
]
const paymentMoved: Text = [
  'This payment has changed, so this is no longer possible. Reload the page.',
  'Hali ya malipo imebadilika, hivyo hili haliwezekani tena. Pakia ukurasa upya.',
]
const linkMoved: Text = [
  'This payment link has changed, so this is no longer possible. Reload the page.',
  'Hali ya kiungo cha malipo imebadilika, hivyo hili haliwezekani tena. Pakia ukurasa upya.',
]
const tillUnpaired: Text = [
  'This till isn’t set up any more. Set it up again.',
  'Kaunta hii haijaunganishwa tena. Iunganishe upya.',
]

const fieldTexts = {
  required,
  empty: required,
  required_for_mobile: required,
  required_for_card: required,
  required_for_channel: required,
  required_for_fixed_amount: required,
  required_for_custom_amount: required,
  required_for_select: required,
  required_to_print: required,
  amount_required: required,
  payer_phone_required: required,
  cashier_pin_required: required,
  webhook_url_required: [
    'This account has no webhook address yet. Enter one here.',
    'Akaunti hii bado haina anwani ya webhook. Weka moja hapa.',
  ],
  not_text: invalid,
  not_boolean: invalid,
  not_object: invalid,
  not_list: invalid,
  not_number: whole,
  not_whole_number: whole,
  not_whole_number_from: filter,
  not_whole_number_between: filter,
  too_low: atLeast,
  too_high: atMost,
  out_of_range: between,
  too_short: ['At least {{least}} characters', 'Angalau herufi {{least}}'],
  too_long: characters,
  length_out_of_range: ['1 to {{most}} characters', 'Herufi 1 hadi {{most}}'],
  answer_too_long: ['Too long', 'Ni ndefu mno'],
  too_few_entries: atLeast,
  too_many_entries: entries,
  too_many_keys: entries,
  wrong_key_length: invalid,
  control_characters: ['Use one line, without special characters', 'Tumia mstari mmoja, bila alama maalumu'],
  wrong_form: invalid,
  wrong_constant: invalid,
  wrong_choice: choose,
  wrong_option: choose,
  wrong_type: invalid,
  invalid,
  body_not_utf8: failed,
  json_invalid: failed,
  json_too_deep: failed,
  json_key_forbidden: failed,
  json_key_repeated: failed,
  json_text_broken: failed,
  filter_unknown: filter,
  actor_malformed: filter,
  day_malformed: filter,
  time_malformed: filter,
  date_malformed: ['Enter a date, such as 2026-11-21', 'Weka tarehe, kama 2026-11-21'],
  reference_malformed: filter,
  references_malformed: filter,
  amount_malformed: filter,
  only_true: filter,
  event_id_malformed: filter,
  idempotency_key_malformed: failed,
  above_account_limit: atMost,
  account_limit_out_of_range: between,
  max_not_above_min: ['Enter more than the minimum', 'Weka zaidi ya kiwango cha chini'],
  suggested_amount_out_of_range: between,
  amount_not_of_payment: [
    'Take exactly {{amount}}, the amount of the payment',
    'Pokea {{amount}} kamili, kiasi cha malipo',
  ],
  amount_not_of_link: [
    'Take exactly {{amount}}, the amount of the payment link',
    'Pokea {{amount}} kamili, kiasi cha kiungo cha malipo',
  ],
  cash_given_too_low: ['Enter at least {{amount}}', 'Weka angalau {{amount}}'],
  phone_malformed: phone,
  customer_phone_malformed: phone,
  email_malformed: ['Enter a valid e-mail', 'Weka barua pepe sahihi'],
  email_taken: [
    'Somebody already logs in with this e-mail. Use another, or their password.',
    'Barua pepe hii tayari inatumika kuingia. Tumia nyingine, au nenosiri lake.',
  ],
  email_not_invited: ['Use the e-mail that was invited', 'Tumia barua pepe iliyoalikwa'],
  password_wrong: ['Wrong password', 'Nenosiri si sahihi'],
  pin_malformed: ['4 to 8 digits', 'Tarakimu 4 hadi 8'],
  pin_too_easy: [
    'Too easy to guess. Avoid repeated or counting digits.',
    'Ni rahisi kukisia. Epuka tarakimu zinazojirudia au zinazofuatana.',
  ],
  pin_wrong: ['Wrong PIN. Attempts left: {{left}}', 'PIN si sahihi. Nafasi zilizobaki: {{left}}'],
  pin_wrong_locked: [
    'Too many wrong PINs. Wait {{minutes}} minutes.',
    'PIN zisizo sahihi ni nyingi mno. Subiri dakika {{minutes}}.',
  ],
  staff_without_pin: [
    'This person has no PIN. Set one in the console.',
    'Mtu huyu hana PIN. Weka moja kwenye ukurasa wa usimamizi.',
  ],
  profile_unknown: [
    'This branding is no longer here. Choose another one.',
    'Mwonekano huu haupo tena. Chagua mwingine.',
  ],
  default_profile_required: [
    'Make another branding the default instead.',
    'Badala yake, fanya mwonekano mwingine kuwa wa kawaida.',
  ],
  payment_not_on_till: gone,
  link_not_on_till: gone,
  methods_empty: ['Choose at least one way to pay', 'Chagua angalau njia moja ya kulipa'],
  scope_unknown: choose,
  scopes_empty: ['Choose at least one permission', 'Chagua angalau ruhusa moja'],
  receipt_malformed: [
    '{{least}} to {{most}} letters and digits, as in the network’s message',
    'Herufi na tarakimu {{least}} hadi {{most}}, kama kwenye ujumbe wa mtandao',
  ],
  payment_code_malformed: [
    'Enter the 8 digits under the QR code',
    'Weka tarakimu 8 zilizo chini ya msimbo wa QR',
  ],
  custom_field_key_forbidden: ['Use another key: {{key}} is reserved', 'Tumia jina jingine, si {{key}}'],
  custom_field_key_repeated: ['{{key}} is used twice', '{{key}} imetumika mara mbili'],
  options_repeated: ['Each option must be different', 'Kila chaguo liwe tofauti'],
  meta_malformed: link,
  time_zone_unknown: choose,
  config_invalid: failed,
  web_address_too_long: ['At most 500 characters', 'Herufi zisizidi 500'],
  web_address_spaces: ['The address can’t contain spaces', 'Anwani isiwe na nafasi ndani yake'],
  web_address_not_https: ['The address must begin with https://', 'Anwani lazima ianze na https://'],
  web_address_not_http: web,
  web_address_malformed: web,
  web_address_credentials: [
    'The address can’t contain a user name or password',
    'Anwani isiwe na jina la mtumiaji wala nenosiri',
  ],
  web_address_without_host: web,
  web_address_reserved: webReserved,
  web_address_private: [
    'This address is inside a private network. An admin can allow its host under Settings.',
    'Anwani hii iko ndani ya mtandao wa faragha. Msimamizi anaweza kuiruhusu kwenye Mipangilio.',
  ],
  webhook_host_too_wide: webHost,
  webhook_host_reserved: webReserved,
  webhook_host_malformed: webHost,
  webhook_host_in_use: [
    'The webhook address still uses {{host}}. Change both together.',
    'Anwani ya webhook bado inatumia {{host}}. Badilisha zote mbili.',
  ],
  printer_host_malformed: printerFar,
  printer_port_out_of_range: [
    'From 1 to 65535, usually {{usual}}',
    'Kuanzia 1 hadi 65535, kwa kawaida {{usual}}',
  ],
  printer_address_malformed: printerFar,
  printer_outside_network: printerFar,
  printer_is_server: ['This is Kaunta’s own address, not a printer', 'Hii ni anwani ya Kaunta, si ya printa'],
  picture_not_data_url: picture,
  picture_format: picture,
  picture_damaged: picture,
  picture_too_wide: [
    'The picture may be at most {{most}} pixels wide and high',
    'Picha isizidi pikseli {{most}} kwa upana na urefu',
  ],
} as const satisfies Partial<Record<Reason, Text>>

const faultTexts = {
  credential_missing: loggedOut,
  credential_empty: loggedOut,
  credential_not_bearer: loggedOut,
  key_unknown: loggedOut,
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
  till_not_paired: tillUnpaired,
  display_not_paired: [
    'This display is disconnected. Connect it again from the till.',
    'Skrini hii imeondolewa. Iunganishe tena kutoka kaunta.',
  ],
  scope_missing: notAllowed,
  key_not_allowed: notAllowed,
  role_not_allowed: notAllowed,
  settings_not_allowed: notAllowed,
  key_scopes_not_allowed: notAllowed,
  owner_role_needed: notAllowed,
  owner_pin_not_allowed: notAllowed,
  pin_of_others_not_allowed: notAllowed,
  login_needed: notAllowed,
  login_cookie_needed: notAllowed,
  reauthentication_needed: ['Confirm your password', 'Thibitisha nenosiri'],
  not_a_member: notAllowed,
  request_from_other_site: notAllowed,
  till_needed: tillUnpaired,
  sales_of_till_only: notAllowed,
  nobody_signed_in: ['Sign in with your PIN first.', 'Ingia kwa PIN kwanza.'],
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
  attempt_outcome_unknown: unknown,
  payment_not_voidable: paymentMoved,
  payment_not_confirmable: paymentMoved,
  payment_not_pushable: paymentMoved,
  payment_already_paid: [
    'The customer has already paid. Don’t take cash.',
    'Mteja ameshalipa. Usipokee taslimu.',
  ],
  payment_without_qr: ['This payment has no QR code.', 'Malipo haya hayana msimbo wa QR.'],
  receipt_used: [
    'This receipt number belongs to another payment.',
    'Namba hii ya muamala ni ya malipo mengine.',
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
  shift_not_open: ['Open a shift first.', 'Fungua zamu kwanza.'],
  cash_sale_not_found: gone,
  cash_sale_refunded: ['This sale was already refunded.', 'Pesa za mauzo haya zimesharudishwa.'],
  cash_sale_shift_closed: [
    'The shift of this sale is closed. Record a cash out instead.',
    'Zamu ya mauzo haya imefungwa. Badala yake, rekodi kutoa pesa.',
  ],
  cash_already_taken: ['Cash was already received for this.', 'Taslimu imeshapokelewa.'],
  display_not_found: gone,
  display_limit_reached: [
    'This till has {{most}} displays. Disconnect one first.',
    'Kaunta hii ina skrini {{most}}. Ondoa moja kwanza.',
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
    'The printer isn’t answering. Nothing was printed.',
    'Printa haijibu. Hakuna kilichochapishwa.',
  ],
  printer_silent: [
    'Check what came out before you print again.',
    'Angalia kilichotoka kabla ya kuchapisha tena.',
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
    'You can have at most {{most}}. Delete one that isn’t used.',
    'Haziwezi kuzidi {{most}}. Futa usiotumika.',
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
} as const satisfies Partial<Record<Reason, Text>>

// tsc rejects this table when a reason has no text, and when a text has no reason.
const texts: Readonly<Record<Reason, Text>> & typeof fieldTexts & typeof faultTexts = {
  ...fieldTexts,
  ...faultTexts,
}

const reasons = Object.keys(texts) as Reason[]
const inLanguage = (at: 0 | 1) =>
  Object.fromEntries(reasons.map(reason => [reason, texts[reason][at]])) as Record<Reason, string>

export const errors = { en: inLanguage(0), sw: inLanguage(1) }
