// Reasons of faults about payments, payouts, checkout sessions and the sandbox. Part of fault-reason.ts.
import type { FaultEntry } from './fault-entry.ts'

export const paymentReasons = {
  // Payments.
  payment_not_found: {
    kind: 'not_found',
    message: 'there is no payment with the reference {reference}',
    cure: 'Check the reference, and that the key belongs to the same account and mode.',
  },
  payment_outcome_unknown: {
    kind: 'conflict',
    message: 'the network has not said whether this payment was paid: wait until it is known',
  },
  attempt_outcome_unknown: {
    kind: 'conflict',
    message:
      'the network has not said whether the last attempt was paid: another could charge the customer twice; wait until it is known',
  },
  payment_not_voidable: {
    kind: 'invalid_state',
    message: 'the payment is {status}: only a pending payment can be voided',
    cure: 'Read the payment for its current state.',
  },
  payment_not_confirmable: {
    kind: 'invalid_state',
    message:
      'the payment is {status}: only a pending or an expired one can be confirmed manually, never one that the network declined',
    cure: 'Read the payment for its current state. After a decline create a new payment.',
  },
  payment_not_markable: {
    kind: 'invalid_state',
    message:
      'the payment is {status} and its outcome is not unknown: only a payment that its network does not answer about can be marked as not paid',
    cure: 'Read the payment for its current state. Void a pending payment that nobody will pay.',
  },
  payment_not_pushable: {
    kind: 'invalid_request',
    message: 'the payment is {status}: a push needs a pending payment',
    cure: 'Create a new payment.',
  },
  push_too_soon: {
    kind: 'rate_limit_exceeded',
    message: 'a push was sent for this payment a moment ago: wait {seconds} s before the next',
  },
  link_pushes_used_up: {
    kind: 'rate_limit_exceeded',
    message: 'this link has sent too many pushes in an hour: try again in {seconds} s',
  },
  phone_pushes_used_up: {
    kind: 'rate_limit_exceeded',
    message: 'this number got too many pushes in an hour: use another number, or try again in {seconds} s',
  },
  phone_bound_reached: {
    kind: 'rate_limit_exceeded',
    message:
      'this number got {max} unpaid pushes in an hour: use another number, or try again in {seconds} s',
    cure: 'A shop that needs more sets KAUNTA_PHONE_PUSHES on its server.',
  },
  payment_already_paid: {
    kind: 'invalid_state',
    message: 'the payment is completed: the customer has paid, so no cash is due',
    cure: 'Nothing is left to do.',
  },
  payment_without_qr: {
    kind: 'not_found',
    message: 'this payment has no QR code',
    cure: 'Create it with payment_type dynamic-qr.',
  },
  receipt_used: {
    kind: 'conflict',
    message: 'the receipt {receipt} has paid for another payment already: {payment}',
    cure: 'Check the receipt number on the customer’s phone.',
  },
  network_for_method_missing: {
    kind: 'method_unavailable',
    message:
      'this {mode} account has no network for the method {method}: connect one under Shop → Networks, or use the sandbox account',
  },
  network_unreachable: {
    kind: 'network_unavailable',
    message:
      'the payment network cannot be reached: nothing was sent and the customer was not charged; try again with a new Idempotency-Key',
  },
  network_silent: {
    kind: 'network_unavailable',
    message:
      'the payment network did not answer in time: send the same request with the same Idempotency-Key to continue with this payment',
  },
  network_not_found: {
    kind: 'not_found',
    message: 'this build knows no network {name}',
    cure: 'GET /api/v1/networks lists them.',
  },
  network_not_connected: {
    kind: 'not_found',
    message: 'this account is not connected to {name}',
    cure: 'Connect it with PUT /api/v1/networks with its name and credentials.',
  },
  network_live_only: {
    kind: 'method_unavailable',
    message: '{name} has no test environment: connect it to the live account',
  },
  network_in_use: {
    kind: 'conflict',
    message:
      'payments or payouts over {name} have no outcome yet: switch the network off, and disconnect it when they have one',
  },
  relay_loop: {
    kind: 'method_unavailable',
    message:
      'this order came from another server, and this account would pass it on to yet another: connect this account to a payment network itself',
  },
  unmatched_not_found: {
    kind: 'not_found',
    message: 'there is no unmatched payment {id}',
    cure: 'GET /api/v1/unmatched lists them.',
  },
  unmatched_settled: {
    kind: 'invalid_state',
    message: 'this money has been settled already',
    cure: 'Nothing is left to do; reload the list.',
  },

  // Payouts.
  payout_not_found: {
    kind: 'not_found',
    message: 'there is no payout with the reference {reference}',
    cure: 'Check the reference, and that the key belongs to the same account and mode.',
  },
  payout_balance_too_low: {
    kind: 'insufficient_balance',
    message: 'the payout needs {total} TZS with its fee of {fee}, but only {available} are available',
    cure: 'Send a smaller amount, or wait until more has been paid in.',
  },
  payouts_paused_by_restore: {
    kind: 'method_unavailable',
    message:
      'this server was restored from a back-up, and payouts made after it are not in its records: payouts wait until an owner has seen that on the home page',
    cure: 'Compare the network’s own list of payouts with yours since the back-up, then acknowledge the notice.',
  },
  payout_outcome_known: {
    kind: 'invalid_state',
    message: 'only a payout whose outcome is unknown can be marked as sent or not sent',
    cure: 'Reload the payout: its network has answered, or was not asked yet.',
  },
  network_for_payout_missing: {
    kind: 'method_unavailable',
    message:
      'this {mode} account has no network that pays out to {channel} accounts: connect one under Shop → Networks',
  },

  // Checkout sessions.
  session_not_found: {
    kind: 'not_found',
    message: 'there is no session with the reference {reference}',
    cure: 'Check the reference, and that the key belongs to the same account and mode.',
  },
  session_not_cancellable: {
    kind: 'invalid_state',
    message: 'the session is {status}: only a pending or active one can be cancelled',
    cure: 'Read the session for its current state.',
  },
  checkout_ended: {
    kind: 'payment_expired',
    message: 'this checkout is {status}: ask the shop for a new link',
  },
  checkout_not_found: {
    kind: 'not_found',
    message: 'there is no checkout at this address: check the link, or ask the shop for a new one',
  },
  payment_link_not_found: {
    kind: 'not_found',
    message: 'there is no payment link at this address: check it, or ask the shop for a new one',
  },
  attempt_in_progress: {
    kind: 'conflict',
    message: 'a payment is already in progress: finish it on the phone, or cancel it first',
  },
  attempt_not_found: {
    kind: 'not_found',
    message: 'this checkout has no such attempt',
    cure: 'Read the checkout again for its current attempt.',
  },
  attempt_paid: {
    kind: 'invalid_state',
    message: 'this attempt is paid: it cannot be cancelled',
    cure: 'Nothing is left to do.',
  },

  // The sandbox.
  sandbox_only: {
    kind: 'forbidden',
    message: 'only a sandbox account has a simulated network: use a key of the sandbox account (kn_test_…)',
  },
  simulator_only: {
    kind: 'invalid_state',
    message:
      'the simulator has no order of this: it was never sent, or went to a network’s own test environment',
    cure: 'Decide it in the test environment of its network, or create another one.',
  },
  simulated_outcome_impossible: {
    kind: 'invalid_state',
    message: 'the simulated network can no longer answer {outcome}: its order is {state}',
    cure: 'Read it for its current state. `completed` is possible as long as it is not paid.',
  },
  simulated_code_not_found: {
    kind: 'not_found',
    message: 'no open payment shows this code: it may be paid or expired',
    cure: 'Create a new payment and scan its code.',
  },
  phone_switched_off: {
    kind: 'not_found',
    message: 'the simulated phone is switched off for this account: an owner can switch it on in Settings',
    cure: 'Ask an owner to switch it on in Settings, or use `/v1/sandbox/payments/{reference}`.',
  },
  card_payment_not_found: {
    kind: 'not_found',
    message: 'there is no such card payment',
    cure: 'Open the link of the payment again.',
  },
  prompt_not_found: {
    kind: 'not_found',
    message: 'this prompt does not exist',
    cure: 'Read the phone’s prompts again.',
  },
  prompt_answered: {
    kind: 'invalid_state',
    message: 'this prompt has been answered already',
    cure: 'Nothing is left to do.',
  },
  prompt_expired: {
    kind: 'invalid_state',
    message: 'this prompt has expired',
    cure: 'Send the payment request again.',
  },
} as const satisfies Readonly<Record<string, FaultEntry>>
