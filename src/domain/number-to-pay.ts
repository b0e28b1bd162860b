// The number that is shown next to a payment.
import { isFinal, type Payment } from './payment.ts'

/**
 * Returns the number that the customer pays to while the payment is open: the shop's till number, or the
 * payment's own number. Afterwards it is the payment's own number, which finds the receipt.
 */
export const numberToPay = ({
  status,
  token,
  tillNumber,
}: Pick<Payment, 'status' | 'token' | 'tillNumber'>): string =>
  isFinal(status) ? token : (tillNumber ?? token)
