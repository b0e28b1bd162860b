// Where a receipt is found, and whom it may be sent to.
import type { Payment } from '../../kit/payment.ts'
import type { Sale } from './sale.model.ts'

/** @param origin of this page, for a payment without a page of its own */
export function receiptUrlOf(
  { payment_url, payment_token }: Pick<Payment, 'payment_url' | 'payment_token'>,
  origin: string,
): string {
  const base = payment_url ? new URL(payment_url).origin : origin
  return `${base}/receipt/${payment_token}`
}

const isWhole = (phone: string) => /^\+\d{9,15}$/.test(phone)

/** The customer's number, where this device knows all of it. */
export function knownPhoneOf({ push, payment }: Pick<Sale, 'push' | 'payment'>): string {
  const numbers = [push?.phone ?? '', payment?.customer.phone ?? '']
  return numbers.find(isWhole) ?? ''
}
