// Reasons of faults about who may do something, and about the HTTP request itself. Part of fault-reason.ts.
import type { FaultEntry } from './fault-entry.ts'

export const accessReasons = {
  // Credentials.
  credential_missing: {
    kind: 'unauthorized',
    message: 'no credential: send Authorization: Bearer <key>, with a key that begins kn_live_ or kn_test_',
  },
  credential_empty: {
    kind: 'unauthorized',
    message:
      'the credential is empty: send Authorization: Bearer <key>, with a key that begins kn_live_ or kn_test_',
  },
  credential_not_bearer: {
    kind: 'unauthorized',
    message:
      'the Authorization header is not a bearer credential: send Authorization: Bearer <key>, with a key that begins kn_live_ or kn_test_',
  },
  key_unknown: {
    kind: 'unauthorized',
    message: 'this API key is unknown: copy it again, or create a new key in the console, under API keys',
  },
  key_revoked: {
    kind: 'unauthorized',
    message: 'the API key {hint} was revoked: create a new key in the console, under API keys',
  },
  credential_foreign: {
    kind: 'unauthorized',
    message:
      'this is a credential of another system (it begins {begins}): create an API key in the console; it begins kn_live_ or kn_test_',
  },
  token_invalid: {
    kind: 'unauthorized',
    message: 'this token is not valid any more: get a new one from POST /api/v1/auth/token',
  },
  token_expired: {
    kind: 'unauthorized',
    message: 'this token has expired after its hour: get a new one from POST /api/v1/auth/token',
  },
  login_wrong: {
    kind: 'unauthorized',
    message: 'the e-mail or the password is wrong',
    cure: 'Check both and try again.',
  },
  totp_required: {
    kind: 'unauthorized',
    field: 'totp',
    message: 'totp is needed: send the 6 digits of the authenticator app as totp',
  },
  totp_wrong: {
    kind: 'unauthorized',
    field: 'totp',
    message: 'totp is wrong or too old: send the 6 digits that the authenticator app shows now',
  },
  backup_code_wrong: {
    kind: 'unauthorized',
    message: 'this backup code is wrong or used: enter another one',
  },
  second_factor_locked: {
    kind: 'rate_limit_exceeded',
    message: 'too many wrong codes: wait some minutes, then log in again',
  },
  login_step_expired: {
    kind: 'unauthorized',
    message: 'the time to enter a code is over: log in with e-mail and password again',
  },
  second_factor_off: {
    kind: 'invalid_state',
    message: 'this login has no second factor: switch it on first',
  },
  second_factor_on: {
    kind: 'invalid_state',
    message: 'this login has a second factor already: switch it off first',
  },
  not_logged_in: {
    kind: 'unauthorized',
    message: 'you are not logged in: log in with e-mail and password',
  },
  till_not_paired: {
    kind: 'unauthorized',
    message: 'this browser is not paired as a till, or no longer: scan a pairing code from the console',
  },
  display_not_paired: {
    kind: 'unauthorized',
    message: 'this browser is no display, or no longer: scan a pairing code from the till',
  },

  // Rights.
  scope_missing: {
    kind: 'insufficient_scope',
    message: 'this key lacks the scope {scope}: create a key that has it',
  },
  key_not_allowed: {
    kind: 'insufficient_scope',
    message: 'API keys cannot do this: log in, or use a token from POST /api/v1/auth/token',
  },
  role_not_allowed: {
    kind: 'insufficient_scope',
    message: 'the role {role} may not do this',
    cure: 'Ask an owner or an admin.',
  },
  webhook_url_not_allowed: {
    kind: 'insufficient_scope',
    message: 'you may not set webhook_url: leave it out, and events go to the address of the account',
    field: 'webhook_url',
  },
  settings_not_allowed: {
    kind: 'insufficient_scope',
    message: 'your role may not change {fields}: ask an owner or an admin',
  },
  key_scopes_not_allowed: {
    kind: 'insufficient_scope',
    message:
      'your role may not do what {scopes} opens, so no key of yours may: leave it out, or ask an owner to create the key',
  },
  owner_role_needed: {
    kind: 'insufficient_scope',
    message: 'only an owner gives or takes away the roles owner and admin',
    cure: 'Ask an owner.',
  },
  owner_pin_not_allowed: {
    kind: 'insufficient_scope',
    message: 'only owners set the PIN and the permissions of an owner: ask one, or set your own',
  },
  pin_of_others_not_allowed: {
    kind: 'insufficient_scope',
    message: 'only owners and admins set the PIN of another person: log in as one, or set your own',
  },
  login_needed: {
    kind: 'insufficient_scope',
    message: 'only a person who logged in has logins: log in with e-mail and password',
  },
  login_cookie_needed: {
    kind: 'insufficient_scope',
    message: 'only a login cookie can confirm a password again: log in at /admin',
  },
  reauthentication_needed: {
    kind: 'confirmation_required',
    message: 'confirm your password first: POST /api/v1/me/confirm',
  },
  not_a_member: {
    kind: 'forbidden',
    message: 'you are not a member of this account',
    cure: 'Name another account, or ask its owner for an invitation.',
  },
  first_merchant_only: {
    kind: 'forbidden',
    message: 'this concerns the whole server: only the owner and the admins of its first merchant may do it',
    cure: 'Use an account of the first merchant, or ask its owner.',
  },
  request_from_other_site: {
    kind: 'forbidden',
    message: 'this request came from another site',
    cure: 'Send it from Kaunta’s own pages, or with an API key.',
  },
  till_needed: { kind: 'forbidden', message: 'only a paired till can do this: open /till on its browser' },
  sales_of_till_only: {
    kind: 'forbidden',
    message: 'a till sees its own sales only: GET /api/v1/till/sales',
  },
  cashier_not_signed_in: {
    kind: 'forbidden',
    message: 'no cashier is signed in on this till: enter a PIN first',
  },
  pin_change_on_till: { kind: 'forbidden', message: 'a PIN is not changed on a till: log in at /admin' },
  payment_of_other_account: {
    kind: 'forbidden',
    message: 'this payment belongs to another account',
    cure: 'Use a key of that account.',
  },
  live_account_needed: {
    kind: 'forbidden',
    message: 'this belongs to the live account: use a key of the live account (kn_live_…)',
    cure: 'Use a key that begins `kn_live_`. A person selects the live account.',
  },
  sandbox_account_needed: {
    kind: 'forbidden',
    message: 'this belongs to the sandbox account: use a key of the sandbox account (kn_test_…)',
    cure: 'Use a key that begins `kn_test_`. A person selects the practice account.',
  },
  pairing_code_wrong: {
    kind: 'forbidden',
    message: 'the pairing code is wrong or used up: scan the code that is shown now',
  },
  pairing_code_expired: {
    kind: 'forbidden',
    message: 'the pairing code is older than ten minutes: get a new one',
  },
  claim_code_wrong: {
    kind: 'forbidden',
    message: 'the claim code is wrong: use the link that Kaunta printed at its start',
  },
  claim_code_expired: {
    kind: 'forbidden',
    message: 'the claim code is used up or too old: restart Kaunta to print a new set-up link',
  },
  invitation_ended: {
    kind: 'forbidden',
    message: 'this invitation is unknown, used, withdrawn or expired: ask for a new link',
  },
  inviter_not_allowed: {
    kind: 'forbidden',
    message: 'the person who invited you may no longer give this role: ask an owner for a new link',
  },

  // Limits.
  too_many_requests: {
    kind: 'rate_limit_exceeded',
    message: 'more than {limit} requests in a minute: wait {seconds} seconds',
  },
  too_many_passwords: {
    kind: 'rate_limit_exceeded',
    message: 'too many wrong passwords: try again in {seconds} seconds',
  },
  sign_in_busy: {
    kind: 'rate_limit_exceeded',
    message: 'too many people are signing in at this moment: try again in {seconds} seconds',
  },
  pin_locked: {
    kind: 'rate_limit_exceeded',
    message: 'too many wrong PINs: try again in {minutes} minutes, or ask an owner or admin for a new PIN',
  },

  // The request itself.
  request_unreadable: {
    kind: 'validation_error',
    message: 'the request could not be read',
    cure: 'Compare it with the API reference.',
  },
  body_not_json: {
    kind: 'unsupported_media_type',
    message: 'send the body as Content-Type: application/json',
  },
  body_encoded: {
    kind: 'unsupported_media_type',
    message: 'the body is encoded as {encoding}: send it as it is, without Content-Encoding',
  },
  body_too_large: {
    kind: 'payload_too_large',
    message: 'the body is larger than {size}',
    cure: 'Send less in one request.',
  },
  picture_svg: {
    kind: 'unsupported_media_type',
    message: 'SVG can carry scripts and is not accepted: export it as PNG, 192 pixels wide',
  },
  picture_not_sent: {
    kind: 'unsupported_media_type',
    message: 'send the picture itself as the body, as Content-Type: {types}',
  },
  host_unknown: {
    kind: 'misdirected_request',
    message:
      'this host name is not ours: use the address Kaunta printed, or list the name in KAUNTA_ALLOWED_HOSTS',
  },
  https_needed: { kind: 'misdirected_request', message: 'cookies here are for https only: open {address}' },
  address_malformed: {
    kind: 'validation_error',
    message: 'the path holds an escape that is not UTF-8: escape every value, and send % itself as %25',
  },
  path_not_found: {
    kind: 'not_found',
    message: 'there is nothing at {path}',
    cure: 'Check the path in the API reference.',
  },
  method_not_allowed: {
    kind: 'method_not_allowed',
    message: '{method} is not possible on {path}: use {methods}',
  },
  idempotency_key_too_long: {
    kind: 'idempotency_key_too_long',
    field: 'Idempotency-Key',
    message:
      'Idempotency-Key must have at most {max} characters, this one has {length}: shorten it, for example a UUID without dashes cut to {max}',
  },
  idempotency_key_reused: {
    kind: 'idempotency_mismatch',
    field: 'Idempotency-Key',
    message:
      'Idempotency-Key {key} was used within 24 hours for another request or by another caller: to repeat that request, send the same body with the same credential; use a new key only if you mean another payment',
  },
  request_in_progress: {
    kind: 'conflict',
    message: 'a request with Idempotency-Key {key} is still running: try again in a few seconds',
  },
  caller_streams_used_up: {
    kind: 'service_unavailable',
    message: 'you have {max} streams open: close some, and try again in {seconds} seconds',
  },
  merchant_streams_used_up: {
    kind: 'service_unavailable',
    message: 'this shop has {max} streams open: close some, and try again in {seconds} seconds',
  },
  server_streams_used_up: {
    kind: 'service_unavailable',
    message: 'this server has {max} streams open: try again in {seconds} seconds',
  },
} as const satisfies Readonly<Record<string, FaultEntry>>
