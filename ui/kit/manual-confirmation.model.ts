// When till and console offer to confirm a payment manually, and when what they show is only a person's word.
import type { Payment } from './payment.ts'

/** Offered only where the network has given no answer: never after a decline, nor while the customer may pay. */
export const isConfirmable = ({
  status,
  outcome_unknown,
}: {
  readonly status: string
  readonly outcome_unknown: boolean
}): boolean => status === 'expired' || (status === 'pending' && outcome_unknown)

/** A person says that it is paid, the network does not: never shown as paid. */
export const isOnlyManual = (payment: Pick<Payment, 'manual_confirmation'> | null): boolean =>
  payment?.manual_confirmation?.confirmed === false
