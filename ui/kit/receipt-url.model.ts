// Where the receipt of a payment is found.
import type { Payment } from './payment.ts'

/** Returns the address of a payment's receipt. `origin` is used for a payment without a page of its own. */
export function receiptUrlOf(
  { payment_url, payment_token }: Pick<Payment, 'payment_url' | 'payment_token'>,
  origin: string,
): string {
  const base = payment_url ? new URL(payment_url).origin : origin
  return `${base}/receipt/${payment_token}`
}
