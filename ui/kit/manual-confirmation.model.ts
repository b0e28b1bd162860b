// What a person can decide about a payment in till and console, and when what they show is only a person's
// word.
import { isMarkedNotPaid } from '../../src/domain/manual-decision.ts'
import type { Payment } from './payment.ts'

type Decidable = Pick<Payment, 'status' | 'outcome_unknown' | 'failure_reason'>
export type Decision = 'paid' | 'not_paid'

/**
 * Returns whether a person may confirm the payment: only where the network has given no answer, never after a
 * decline or while the customer may pay.
 */
export const isConfirmable = ({ status, outcome_unknown, failure_reason }: Decidable): boolean =>
  status === 'expired' ||
  (status === 'pending' && outcome_unknown) ||
  isMarkedNotPaid({ status, failureReason: failure_reason })

/** Returns what a person may decide about a payment: nothing once the network has answered. */
export const decisionsOn = (payment: Decidable): Decision[] => [
  ...(isConfirmable(payment) ? (['paid'] as const) : []),
  ...(payment.outcome_unknown ? (['not_paid'] as const) : []),
]

/** Returns whether only a person has confirmed the payment. Such a payment is never shown as paid. */
export const isOnlyManual = (payment: Pick<Payment, 'manual_confirmation'> | null): boolean =>
  payment?.manual_confirmation?.confirmed === false
