// Finds the payment of a token. A till number identifies no payment, because all sales over it share it.
import type { Payment } from '../domain/payment.ts'
import { tillNumberConnector } from '../domain/till-number.ts'
import { listAttempts } from '../store/attempt.ts'
import { findPaymentByToken } from '../store/payment.ts'
import type { Appliance } from './appliance.ts'
import { numbersOfToken } from './payment-number.ts'
import { findTillNumber } from './till-number.ts'

/**
 * Returns the newest payment with this token; undefined when there is none. A till number is not searched
 * for, even where an old version stored it as the token, because all sales over the till number share it.
 */
export async function paymentOfToken(appliance: Appliance, token: string): Promise<Payment | undefined> {
  const { store, paymentNumbers } = appliance
  const payment = await findPaymentByToken(store.read, token, await numbersOfToken(appliance, token))
  if (!payment || payment.token === paymentNumbers.tokenOf(payment.number)) return payment
  if (!(await hasTillNumberAsToken(appliance, payment))) return payment
  const ourNumbers = paymentNumbers.numbersOfToken(token, paymentNumbers.upTo())
  return findPaymentByToken(store.read, token, ourNumbers)
}

/**
 * Returns whether a payment's token is a till number of its shop. Versions before migration 16 stored the
 * till number as the token of each sale. With an attempt over another network, the token may be that
 * network's.
 */
async function hasTillNumberAsToken(appliance: Appliance, { id, token }: Payment): Promise<boolean> {
  const attempts = await listAttempts(appliance.store.read, id)
  const tillAttempts = attempts.filter(({ connector }) => connector === tillNumberConnector)
  if (tillAttempts.length === attempts.length) return attempts.length > 0
  return tillAttempts.some(({ connection }) => findTillNumber(appliance, connection)?.number === token)
}
