// Reasons of faults about tills, printing, people, webhooks and the server. Part of fault-reason.ts.
import type { FaultEntry } from './fault-entry.ts'

export const shopReasons = {
  // Tills, shifts and cash.
  parked_sale_not_found: {
    kind: 'not_found',
    message: 'there is no parked sale {id}: another till may have taken it up',
    cure: 'GET /api/v1/parked-sales lists those that wait.',
  },
  parked_sale_limit_reached: {
    kind: 'invalid_state',
    message: '{max} sales are parked: take some up first',
  },
  till_not_found: {
    kind: 'not_found',
    message: 'there is no till {id}',
    cure: 'GET /api/v1/tills lists them.',
  },
  till_revoked: { kind: 'invalid_state', message: 'this till is revoked: create a new one' },
  pairing_code_not_found: {
    kind: 'not_found',
    message: 'this pairing code is used up, too old or of another till: get a new one',
  },
  shift_not_found: {
    kind: 'not_found',
    message: 'there is no shift {id}',
    cure: 'GET /api/v1/shifts lists them.',
  },
  shift_already_open: { kind: 'conflict', message: 'a shift is open on this till: close it first' },
  shift_not_open: { kind: 'invalid_state', message: 'no shift is open on this till: open one first' },
  short_count_reason_missing: {
    kind: 'validation_error',
    message: 'less was counted than should be in the drawer: count again, or give a `reason`',
  },
  drawer_counted_blind: {
    kind: 'forbidden',
    message: 'the report of this shift is printed once the drawer is counted and the shift is closed',
  },
  cash_sale_not_found: {
    kind: 'not_found',
    message: 'there is no cash sale {id} on this till',
    cure: 'Name a cash sale of this till.',
  },
  cash_sale_refunded: {
    kind: 'invalid_state',
    message: 'all of this cash sale is refunded already',
    cure: 'Nothing is left to do.',
  },
  refund_approval_needed: {
    kind: 'forbidden',
    message: 'refunds of one sale of more than TZS {above} in all need the PIN of a second person',
    cure: 'Send `staff_id` and `pin` of another owner or admin. GET /api/v1/till/staff lists who may approve.',
  },
  refund_approved_by_same_person: {
    kind: 'forbidden',
    message: 'another person than the one who refunds must approve it',
  },
  refund_approver_not_allowed: {
    kind: 'forbidden',
    message: 'this person may not approve refunds: an owner or admin with a PIN may',
  },
  cash_already_taken: {
    kind: 'conflict',
    message: 'cash was taken for this payment or payment link already',
    cure: 'Nothing is left to do.',
  },
  display_not_found: {
    kind: 'not_found',
    message: 'this till has no display {id}',
    cure: 'The till lists its displays.',
  },
  display_limit_reached: {
    kind: 'invalid_state',
    message: 'this till has {max} displays: remove one first',
  },
  qr_not_shown: {
    kind: 'not_found',
    message: 'this QR code is not shown any more',
    cure: 'Read the display’s content again.',
  },

  // Printing.
  printer_missing: {
    kind: 'invalid_state',
    message: 'this till has no printer: an owner or admin sets one up in the console, under Tills',
  },
  bill_not_pending: {
    kind: 'invalid_state',
    message: 'the payment is {status}: a bill is printed while it is pending',
    cure: 'Create a new payment, or print the receipt of a completed one.',
  },
  bill_without_qr: {
    kind: 'invalid_state',
    message: 'this payment has no QR code: create it with payment_type dynamic-qr to print a bill',
  },
  receipt_not_completed: {
    kind: 'invalid_state',
    message: 'the payment is {status}: a receipt is printed once it is completed',
    cure: 'Wait until it is completed, or print a bill while it is pending.',
  },
  receipt_of_refund: {
    kind: 'invalid_state',
    message: 'this sale was given back: there is no receipt of it',
    cure: 'Print the receipt of another sale.',
  },
  printer_refused: {
    kind: 'invalid_state',
    message: 'the printer’s address {why}',
    cure: 'Set another address in the console, under Tills.',
  },
  printer_busy: {
    kind: 'conflict',
    message: 'the printer at {place} is busy with other pages: print again in a moment',
  },
  printer_unreachable: {
    kind: 'network_unavailable',
    message:
      'no printer answers at {place}: check that it is on and on the same network; nothing was printed',
  },
  printer_silent: {
    kind: 'outcome_unknown',
    message:
      'the printer at {place} did not report that it printed the page: check its paper and cover, and look at what came out before you print again',
  },

  // Approval of payouts.
  payout_without_approval: {
    kind: 'invalid_state',
    message: 'this payout needs no approval',
    cure: 'Read the payout: only one whose approval is waiting can be decided.',
  },
  payout_made_by_same_person: {
    kind: 'forbidden',
    message:
      'you made this payout or named its wallet, or your key did: another owner or admin decides on it',
  },
  payout_decided: {
    kind: 'invalid_state',
    message: 'the approval of this payout is {decision} already',
    cure: 'Read the payout. Create a new one if it failed.',
  },

  // The account and its people.
  already_claimed: { kind: 'conflict', message: 'Kaunta already has an owner: log in instead' },
  staff_not_found: {
    kind: 'not_found',
    message: 'there is no person {id} on this account',
    cure: 'GET /api/v1/staff lists its people.',
  },
  last_owner: {
    kind: 'invalid_state',
    message: 'this is the last owner: make another person an owner first, or transfer the ownership',
  },
  owner_needs_login: {
    kind: 'invalid_state',
    message: 'this person has only a PIN: invite them to a login first, with their staff_id',
  },
  already_owner: { kind: 'invalid_state', message: 'you are the owner already: name another person' },
  already_member: { kind: 'conflict', message: 'you belong to this account already: log in instead' },
  invitation_not_found: {
    kind: 'not_found',
    message: 'there is no open invitation with this id',
    cure: 'GET /api/v1/invitations lists the open ones.',
  },
  login_not_found: {
    kind: 'not_found',
    message: 'you have no login of this id',
    cure: 'GET /api/v1/logins lists them.',
  },
  key_not_found: {
    kind: 'not_found',
    message: 'there is no key {id} to revoke',
    cure: 'GET /api/v1/keys lists them.',
  },
  profile_not_found: {
    kind: 'not_found',
    message: 'there is no profile {id}',
    cure: 'GET /api/v1/profiles lists them.',
  },
  profile_limit_reached: {
    kind: 'invalid_state',
    message: 'an account has at most {max} profiles: delete one that is not used',
  },
  profile_is_default: {
    kind: 'invalid_state',
    message: 'this is the default profile: make another one the default first, with is_default true',
  },
  picture_not_found: {
    kind: 'not_found',
    message: 'there is no such picture',
    cure: 'Read the profile again for its address.',
  },

  // Webhooks and events.
  event_not_found: {
    kind: 'not_found',
    message: 'there is no event {id} on this account',
    cure: 'GET /api/v1/events lists them.',
  },
  event_body_removed: {
    kind: 'invalid_state',
    message: 'this event is older than {days} days and its body was removed: it cannot be sent again',
    cure: 'Read the payment or the payout for its current state.',
  },
  delivery_not_found: {
    kind: 'not_found',
    message: 'there is no delivery {id} on this account',
    cure: 'GET /api/v1/webhooks/deliveries lists them.',
  },
  address_paused: { kind: 'invalid_state', message: 'its address is paused: resume that address first' },
  address_not_paused: {
    kind: 'not_found',
    message: 'this address is not paused: GET /api/v1/webhooks/paused lists those that are',
  },

  // The server.
  disk_full: {
    kind: 'storage_full',
    message: 'the disk is full: nothing was saved; free some space and try again',
  },
  database_unavailable: {
    kind: 'service_unavailable',
    message: 'the database does not answer: nothing was saved; send the request again',
  },
  write_abandoned: {
    kind: 'storage_full',
    message: 'the store gave the transaction up: nothing was saved; send the request again',
  },
  write_unconfirmed: {
    kind: 'outcome_unknown',
    message: 'the disk did not confirm the write: repeat the request with the same Idempotency-Key',
  },
  backup_failed: {
    kind: 'conflict',
    message: 'the back-up failed: {cause}',
    cure: 'Fix the cause, then take it again.',
  },
  backup_without_disk: {
    kind: 'conflict',
    message: 'payments are in a PostgreSQL database here, and there is no data folder to copy',
    cure: 'Dump the database with its own tools (`pg_dump`), and test a dump: `kaunta backup --drill --dump FILE`.',
  },
  backup_passphrase_wrong: {
    kind: 'conflict',
    message: 'this passphrase does not open the back-up',
    cure: 'Enter the passphrase that sealed it, or the key (`--identity-file`) if it was sealed to one.',
  },
  backup_key_wrong: {
    kind: 'conflict',
    message: 'this key does not open the back-up',
    cure: 'Name the age identity file of the key that it was sealed to.',
  },
  backup_unreadable: {
    kind: 'conflict',
    message: 'the back-up cannot be read: {cause}',
    cure: 'Use another back-up.',
  },
  backup_passphrase_not_utf8: {
    kind: 'conflict',
    message: 'the file with the passphrase of back-ups is not UTF-8: save it as UTF-8',
  },
  backup_passphrase_short: {
    kind: 'conflict',
    message: 'the passphrase of back-ups needs at least {min} characters',
  },
  release_key_unknown: {
    kind: 'conflict',
    message: 'this Kaunta knows no release key, so it cannot tell who made the file',
    cure: 'Replace the executable yourself.',
  },
  release_unsigned: {
    kind: 'conflict',
    message: 'this is no signature of a release',
    cure: 'Send the content of the `.sig` file that lies beside the release.',
  },
  release_of_others: {
    kind: 'conflict',
    message: 'the release was not signed with the key of Kaunta’s releases: do not run it',
  },
  release_damaged: {
    kind: 'conflict',
    message: 'the file is not the one that was signed: download it again',
  },
  release_target: { kind: 'conflict', message: 'the release is for {target}, and this computer runs {own}' },
  release_older: { kind: 'conflict', message: 'version {version} is older than this one ({own})' },
  release_installed: { kind: 'conflict', message: 'version {version} is already installed' },
  release_missing: {
    kind: 'conflict',
    message: 'no release was uploaded that may be installed',
    cure: 'Upload one first.',
  },
  upgrade_not_allowed: {
    kind: 'conflict',
    message: 'this server may not replace its own executable',
    cure: 'Run the `command` that GET /api/v1/upgrade answers on the server.',
  },
  upgrade_under_way: { kind: 'conflict', message: 'an upgrade is under way: wait until it has ended' },
  script_outdated: { kind: 'not_found', message: 'this script is of another version: reload the page' },
} as const satisfies Readonly<Record<string, FaultEntry>>
