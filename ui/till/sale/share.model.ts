// Whom a receipt may be sent to.
import type { Sale } from './sale.model.ts'

/** Returns whether no digit of a number is masked. */
const isFullNumber = (phone: string) => /^\+\d{9,15}$/.test(phone)

/** Returns the customer's number in E.164, if this device knows all of it; otherwise empty. */
export function knownPhoneOf({ push, payment }: Pick<Sale, 'push' | 'payment'>): string {
  const numbers = [push?.phone ?? '', payment?.customer.phone ?? '']
  return numbers.find(isFullNumber) ?? ''
}
