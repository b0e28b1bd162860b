// Reasons of faults about refunds. Part of fault-reason.ts and field-reason.ts.
import type { FaultEntry } from './fault-entry.ts'

export const refundReasons = {
  refund_of_unpaid: {
    kind: 'invalid_state',
    message: 'the payment is {status}: only a completed payment can be refunded',
    cure: 'Read the payment for its current state.',
  },
  refund_of_reversed: {
    kind: 'invalid_state',
    message:
      'the customer took the money of this payment back at the network: a refund would pay it back twice',
    cure: 'Check the statement of the network. The home page shows the alarm.',
  },
  refund_too_old: {
    kind: 'invalid_state',
    message: 'the sale is older than {days} days: it can no longer be refunded',
    cure: 'An owner can raise `refund_days` in the settings.',
  },
  refund_nothing_left: {
    kind: 'invalid_state',
    message: 'all of this money is refunded already, or is being refunded',
    cure: 'Nothing is left to do.',
  },
  refund_left_changed: {
    kind: 'conflict',
    message: 'another refund of this sale has started or ended, so the amount that is left has changed',
    cure: 'Read how much is left, and send the refund again.',
  },
  refund_balance_too_low: {
    kind: 'insufficient_balance',
    message: 'the refund needs {total} TZS with its fee of {fee}, but only {available} are available',
    cure: 'Refund in cash, refund less, or wait until more has been paid in.',
  },
  refund_not_found: {
    kind: 'not_found',
    message: 'there is no refund {id}',
    cure: 'Check the id, and that the key belongs to the same account and mode.',
  },
  refund_wallet_not_needed: {
    kind: 'invalid_state',
    message: 'this refund does not wait for a wallet',
    cure: 'Read the refund for its current state.',
  },
  refund_not_withdrawable: {
    kind: 'invalid_state',
    message: 'this refund was sent, or has ended: it cannot be withdrawn',
    cure: 'Read the refund for its current state.',
  },
  refund_network_gone: {
    kind: 'method_unavailable',
    message: 'the network that collected this money is not connected any more',
    cure: 'Decline this refund, and refund by payout or in cash.',
  },
  refund_way_impossible: {
    kind: 'method_unavailable',
    message: 'this refund cannot go by {way}: it can go by {ways}',
    cure: 'Send another `way`, or none.',
  },
} as const satisfies Readonly<Record<string, FaultEntry>>

export const refundFieldReasons = {
  refund_above_left: { message: 'must be at most {left}: no more of this money is left to refund' },
  refund_line_unknown: {
    message: 'must be the index of a line of the sale, from 0: it has {count} lines',
    cure: 'Read the `line_items` of the sale.',
  },
  refund_line_twice: { message: 'names the line of an earlier entry, too', cure: 'Name each line once.' },
  refund_line_above_left: { message: 'must be at most {left}: no more of this line is left to refund' },
  refund_lines_free: {
    message: 'are worth nothing, so there is no money to refund',
    cure: 'Send an `amount` without `line_items`.',
  },
  refund_amount_not_of_lines: {
    message: 'is {amount}, but these lines are worth {sum}',
    cure: 'Leave `amount` out, or send it without `line_items` for another sum.',
  },
  recipient_not_for_way: { message: 'is for a refund by payout: this one goes by {way}' },
} as const
