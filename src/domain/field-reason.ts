// Reasons for refusing one field of a request: reason → message and cure. The message follows the field's
// name; {names} are its params. Pages have texts of their own: ui/kit/errors.text.ts.

import { lineFieldReasons, productFieldReasons } from './product-reason.ts'
import { refundFieldReasons } from './refund-reason.ts'

export interface FieldEntry {
  readonly message: string
  readonly cure?: string // what to do, unless the message explains it
}

export const fieldReasons = {
  // Presence.
  required: { message: 'is required' },
  empty: { message: 'must not be empty' },
  required_for_mobile: { message: 'is required for a mobile payment' },
  required_for_card: { message: 'is required for a card payment' },
  required_for_channel: { message: 'is required for channel {channel}' },
  required_for_fixed_amount: { message: 'is required, unless allow_custom_amount is true' },
  required_for_custom_amount: { message: 'is required when allow_custom_amount is true' },
  required_for_select: { message: 'is required for a select: send its choices' },
  required_to_print: { message: 'is required for a {page}: name the payment or the cash sale' },
  amount_required: { message: 'is required: from {min} to {max}' },
  payer_phone_required: { message: 'is required: send the payer’s number, for this payment has none' },
  cashier_pin_required: { message: 'is required on a till: enter the cashier’s PIN again' },
  webhook_url_required: {
    message: 'is required: this account has no webhook address',
    cure: 'Send it, or set the address in the settings.',
  },

  // Types and sizes.
  not_text: { message: 'must be a string' },
  not_boolean: { message: 'must be true or false' },
  not_object: { message: 'must be an object' },
  not_list: { message: 'must be a list' },
  not_number: { message: 'must be a number' },
  not_whole_number: { message: 'must be a whole number, without quotes or decimals' },
  not_whole_number_between: {
    message: 'must be a whole number from {min} to {max}',
  },
  not_whole_number_in_range: {
    message: 'must be a whole number from {min} to {max}, without quotes or decimals',
  },
  too_low: { message: 'must be at least {min}' },
  too_high: { message: 'must be at most {max}' },
  out_of_range: { message: 'must be from {min} to {max}' },
  too_short: { message: 'must have at least {min} characters' },
  too_long: { message: 'must have at most {max} characters' },
  length_out_of_range: { message: 'must have 1 to {max} characters' },
  content_too_long: { message: 'must have at most {max} bytes of JSON: park fewer lines' },
  answer_too_long: { message: 'is too long', cure: 'Shorten it.' },
  credential_unknown: {
    message: 'is no credential of {network}',
    cure: 'Send the keys that GET /api/v1/networks names.',
  },
  network_listed_twice: { message: 'is in the list already', cure: 'Name each network once.' },
  too_few_entries: { message: 'must have at least {min} entries' },
  too_many_entries: { message: 'must have at most {max} entries' },
  too_many_keys: { message: 'must have at most {max} keys' },
  wrong_key_length: { message: 'has a key that is too long or empty', cure: 'Keys have 1 to 40 characters.' },
  control_characters: { message: 'must not contain control characters, such as line breaks' },
  control_characters_in_text: {
    message: 'must not contain control characters other than line breaks and tabs',
  },
  too_many_lines: { message: 'must have at most {max} lines' },
  unprintable: {
    message: 'has characters that receipt printers do not have: {characters}',
    cure: 'Leave them out, or write them in Latin letters.',
  },
  wrong_form: { message: 'must be {expected}' },
  wrong_constant: { message: 'must be {value}' },
  wrong_choice: { message: 'must be one of {choices}' },
  wrong_option: {
    message: 'must be one of the options',
    cure: 'The session lists the options of the field.',
  },
  wrong_type: { message: 'must be {types}' },
  invalid: { message: 'is not valid', cure: 'Compare it with the API reference.' },

  // The body as JSON.
  body_not_utf8: { message: 'is not UTF-8', cure: 'Encode the body as UTF-8.' },
  json_invalid: { message: 'is not valid JSON', cure: 'Check quotes, commas and brackets.' },
  json_too_deep: { message: 'is nested deeper than {max} levels', cure: 'Send a flatter body.' },
  json_key_forbidden: { message: 'must not have a key called {key}' },
  json_key_repeated: { message: 'has the key {key} twice', cure: 'Send each key once.' },
  number_inexact: {
    message: 'has a number with more digits than programs keep exactly: send it as text, in quotes',
  },
  json_text_broken: {
    message: 'has text with a NUL or a broken character',
    cure: 'Send well-formed Unicode without NUL.',
  },

  // Payment SMS and till numbers.
  sms_incomplete: { message: 'must have the sender and the text of the SMS' },
  sms_encrypted: { message: 'is encrypted: switch encryption off in the forwarding app' },
  sms_digits_required: {
    message:
      'is required above the limit: the last 4 characters of the transaction id, or the last 3 digits of the payer’s number',
  },
  sms_digits_wrong: { message: 'is not the end of the transaction id or of the payer’s number of this SMS' },
  not_till_number: { message: 'is for a till number only' },
  till_number_malformed: { message: 'must be 5 to 16 digits, as the provider gave it' },
  tanqr_foreign: { message: 'must be a code for Tanzanian shillings (834) in Tanzania (TZ)' },
  tanqr_number_other: {
    message:
      'pays {number}, {name}, and not the till number: scan your own code, or send qr_number {number} to confirm that this code pays into the same account',
  },
  tanqr_malformed: { message: 'must be the content of a TANQR code: scan the printed code again' },
  relay_address_malformed: {
    message: 'must be the address of the other server, such as https://pay.example.com',
  },
  relay_address_not_https: {
    message: 'must begin https://: plain http is for a server in your own network',
  },
  relay_address_private: {
    message:
      'is in a private or reserved network: the administrator of this server allows a private one with KAUNTA_RELAY_HOSTS',
  },
  relay_key_malformed: {
    message: 'must be letters, digits and signs without spaces: copy the key again',
  },
  relay_key_is_live: {
    message: 'is a key of a live account: a sandbox account takes a test key, which begins kn_test_',
  },
  relay_key_is_test: { message: 'is a test key: a live account takes a key of a live account' },

  // Lists and filters.
  filter_not_known: {
    message: 'is no filter of this list: leave it out. Its filters: {filters}',
  },
  filter_twice: { message: 'says the same as {name} in other words: send one of the two' },
  filter_unknown: { message: 'must be one of {choices}' },
  cursor_malformed: { message: 'must be the id or the reference of an item of this list' },
  actor_malformed: { message: 'must be staff:ID, staff:ID:TILL, till:ID, key:ID or server' },
  day_malformed: { message: 'must be a day such as 2026-11-21' },
  not_with_range: { message: 'cannot be combined with from and to: send either the period or the range' },
  range_ends_before_start: { message: 'must be {from}, the first day, or later: swap from and to' },
  range_too_long: { message: 'makes a range of {days} days, of at most {max}: ask for a shorter one' },
  time_malformed: {
    message: 'must be a date or a time in ISO 8601, such as 2026-11-21 or 2026-11-21T08:00:00Z',
  },
  date_malformed: { message: 'must be a date, such as 2026-11-21' },
  reference_malformed: {
    message: 'must be a whole reference, or at least {min} characters of its beginning or end',
  },
  references_malformed: {
    message: 'must be a payment’s reference, or up to {max} with commas between them',
  },
  amount_malformed: { message: 'must be whole shillings, such as 12500 or 12,500' },
  amount_not_whole: { message: 'reads as TZS {amount}: it must be whole shillings, such as 12500 or 12,500' },
  only_true: { message: 'must be true, or left out' },
  event_id_malformed: { message: 'must be the id of an event, evt_…' },
  idempotency_key_malformed: { message: 'must be 1 to {max} visible ASCII characters' },

  // Amounts.
  above_account_limit: { message: "must be from {min} to {max}, this account's own limit" },
  account_limit_out_of_range: { message: 'must be null for no limit, or from {min} to {max}' },
  max_not_above_min: { message: 'must be greater than min_amount: from {min} to {max}' },
  suggested_amount_out_of_range: { message: 'must be from {min} to {max}, or left out' },
  amount_not_of_payment: { message: 'must be {amount}, as the payment it is taken instead of' },
  amount_not_of_link: { message: 'must be {amount}, as the payment link it is taken instead of' },
  drop_above_drawer: { message: 'is more than the drawer holds', cure: 'Count the drawer again.' },
  cash_given_too_low: { message: 'must be at least the amount, {amount}' },

  // People, phones and logins.
  phone_malformed: {
    message: 'must be a Tanzanian mobile number, such as 0754 123 456 or +255754123456',
  },
  phone_numbers_differ: {
    message: 'must be the same number as phone: send one of the two',
  },
  customer_phone_malformed: {
    message:
      'must be a phone number; for mobile money a Tanzanian one, such as 0754 123 456 or +255754123456',
  },
  shop_phone_malformed: {
    message:
      'must be a mobile number or a landline, such as 0754 123 456 or 022 212 3456; of another country it begins with +',
  },
  tin_malformed: { message: 'must be the nine digits of your TIN, such as 123-456-789' },
  vrn_malformed: {
    message: 'must be the eight digits and the letter of your VRN, such as 40012345A',
    cure: 'Leave it empty if the shop is not registered for VAT.',
  },
  email_malformed: { message: 'must be an e-mail address' },
  email_taken: {
    message: 'belongs to a person who can already log in',
    cure: 'Use another address, or the password of that login.',
  },
  email_not_invited: { message: 'must be the address that was invited: ask the owner for it' },
  password_wrong: { message: 'is not your password', cure: 'Type your current password.' },
  pin_malformed: { message: 'must be {length} digits' },
  quick_amount_twice: { message: 'is there twice' },
  pin_too_easy: {
    message: 'is too easy to guess: choose digits that are not all the same, do not count and repeat no pair',
  },
  pin_wrong: { message: 'is wrong: {left} of 5 tries left', cure: 'Enter the PIN again.' },
  pin_wrong_locked: {
    message: 'is wrong: locked for {minutes} minutes',
    cure: 'Wait, or ask an owner or admin for a new PIN.',
  },
  staff_without_pin: {
    message: 'is no person with a PIN on this account',
    cure: 'Set their PIN in the console, under Staff.',
  },

  // Objects that a field names.
  profile_unknown: {
    message:
      'is no profile of this account: GET /api/v1/profiles lists them; without one the default is used',
  },
  default_profile_required: {
    message: 'must stay true: set it to true on the profile that becomes the default instead',
  },
  payment_not_on_till: {
    message: 'is no payment of this till',
    cure: 'Name a payment created at this till.',
  },
  link_not_on_till: {
    message: 'is no payment link of this till',
    cure: 'Name a payment link created at this till.',
  },
  methods_empty: { message: 'must name at least one way to pay' },
  scope_unknown: { message: 'must be of {scopes}, not {scope}' },
  scopes_empty: { message: 'must name at least one of {scopes}' },
  receipt_malformed: { message: 'must be {min} to {max} letters and digits, as in the network’s message' },
  payment_code_malformed: { message: 'must be the text of a payment QR, or the 8 digits under it' },
  custom_field_key_forbidden: { message: 'must not be {key}: no program could answer it' },
  custom_field_key_repeated: { message: 'is used twice: {key}', cure: 'Give each field its own key.' },
  options_repeated: { message: 'must be different from each other' },
  meta_malformed: { message: 'must be a JSON object in base64, of at most 4 kB' },
  time_zone_unknown: { message: 'must be the name of a time zone, such as Africa/Dar_es_Salaam' },
  config_invalid: { message: 'must be {expected}; it is {value}' },

  // Web addresses.
  web_address_too_long: { message: 'must be at most 500 characters' },
  web_address_spaces: { message: 'must not contain spaces or control characters' },
  web_address_not_https: { message: 'must be an https:// address' },
  web_address_not_http: { message: 'must be an http:// or https:// address' },
  web_address_malformed: { message: 'must be a valid web address, such as https://shop.example/hook' },
  web_address_credentials: { message: 'must not carry a user name or password' },
  web_address_port: { message: 'must have a port from 1 to 65535, or none' },
  web_address_without_host: { message: 'must name a host' },
  web_address_reserved: { message: 'must not be a link-local, multicast or reserved address' },
  web_address_private: { message: 'must be a public address, unless an admin lists its host or network' },
  webhook_host_too_wide: {
    message: 'covers too much: list 10.0.0.0/8 or a narrower network of your own',
  },
  webhook_host_reserved: {
    message: 'must not be a link-local, multicast or reserved network: webhooks never go there',
  },
  webhook_host_malformed: {
    message:
      'must be a host name, an address, or a network such as 192.168.1.0/24: without http://, port or path, and without wildcards',
  },
  webhook_host_in_use: { message: 'must still list the host of webhook_url, {host}: change both' },

  // Printers and pictures.
  printer_host_malformed: {
    message:
      'must be an address such as 192.168.1.50, or a name such as printer.local: without http:// and port',
  },
  printer_port_out_of_range: { message: 'must be from 1 to 65535; printers usually listen on {usual}' },
  printer_address_malformed: {
    message: 'is refused: {address} is not an address',
    cure: 'Give the printer an address of the shop’s own network.',
  },
  printer_outside_network: {
    message:
      'is refused: {address} is not in the shop’s own network: a printer has an address such as 192.168.1.50',
  },
  printer_on_server: {
    message: 'is refused: it is this server itself',
    cure: 'Give the address of the printer. The owner of the first merchant may name this computer.',
  },
  printer_port_unusual: {
    message: 'is refused: printers listen on {first} to {last}',
    cure: 'See the printer’s own page for its port. The owner of the first merchant may name any.',
  },
  printer_is_server: {
    message: 'is refused: {address} port {port} is Kaunta itself',
    cure: 'Give the address of the printer.',
  },
  picture_not_data_url: {
    message:
      'must be data:image/png;base64,… (or jpeg, webp, gif), or null: upload a file with PUT to the profile’s /logo',
  },
  picture_format: { message: 'must be a PNG, JPEG, WebP or GIF picture' },
  picture_damaged: {
    message: 'is not a PNG, JPEG, WebP or GIF picture, or is damaged: save it again and retry',
  },
  picture_too_wide: { message: 'must be at most {max} pixels wide and high' },

  ...productFieldReasons,
  ...lineFieldReasons,
  ...refundFieldReasons,
} as const satisfies Readonly<Record<string, FieldEntry>>

export type FieldReason = keyof typeof fieldReasons
