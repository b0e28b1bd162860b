// Reasons of faults about payment SMS. Part of fault-reason.ts.
import type { FaultEntry } from './fault-entry.ts'

export const smsReasons = {
  sms_address_not_found: {
    kind: 'not_found',
    message: 'no till number has this address: copy the address again from the network’s settings',
  },
  sms_setup_expired: {
    kind: 'not_found',
    message: 'this set-up code has expired or was replaced: replace the phone in the console for a new one',
  },
  sms_signature_missing: {
    kind: 'unauthorized',
    message: 'this till number takes signed messages only: enter the signing secret in the forwarding app',
  },
  sms_signature_wrong: {
    kind: 'unauthorized',
    message: 'the signature is not that of this body: enter the signing secret in the forwarding app again',
  },
  sms_not_found: {
    kind: 'not_found',
    message: 'there is no payment SMS {id}',
    cure: 'GET /api/v1/unmatched/sms lists them.',
  },
  sms_ended: {
    kind: 'invalid_state',
    message: 'this SMS is used for a sale or settled already',
    cure: 'Nothing is left to do; reload the list.',
  },
  sms_without_amount: {
    kind: 'invalid_state',
    message: 'this SMS names no amount or no transaction id: it cannot complete a sale',
    cure: 'Confirm the payment manually, or settle the SMS.',
  },
  sms_not_for_payment: {
    kind: 'invalid_state',
    message: 'the payment is not over the till number of this SMS, is completed, or has an SMS already',
    cure: 'Choose another payment, or settle the SMS.',
  },
  sms_needs_manager: {
    kind: 'forbidden',
    message:
      'amount or time of this SMS are not those of the sale: an owner or admin can use it, with a reason',
  },
} as const satisfies Readonly<Record<string, FaultEntry>>
