// A payment as a caller may see it: within their sales scope, and with the phone number masked for a cashier
// who did not create it.
import { actorOf, isSameActor } from '../../domain/actor.ts'
import type { Payment } from '../../domain/payment.ts'
import { maskAllButLastDigits } from '../../domain/phone.ts'
import { getPayment } from '../../flow/payment.ts'
import { type PaymentView, paymentView } from '../../wire/payment.ts'
import type { Caller } from '../access/caller.ts'
import type { Server } from '../server/server.ts'

/** Returns a payment in the caller's sales scope. @throws Fault `not_found` for any other payment */
export const visiblePayment = ({ appliance }: Server, caller: Caller, reference: string): Promise<Payment> =>
  getPayment(appliance, caller.account, reference, caller.salesScope)

/** Whether the caller sees only the last digits of the customer's phone number. */
export const isMasked = (caller: Caller, payment: Payment): boolean =>
  caller.role === 'cashier' && !isSameActor(actorOf(payment), caller.actor)

/** The view of each published payment as JSON, which all streams that send it share. */
const sharedTexts = new WeakMap<Payment, string>()

/** Returns the view of a published payment as JSON. Callers who see the whole phone number share one text. */
export function visibleText(server: Server, caller: Caller, payment: Payment): string {
  if (isMasked(caller, payment)) return JSON.stringify(visibleView(server, caller, payment))
  const text = sharedTexts.get(payment) ?? JSON.stringify(visibleView(server, caller, payment))
  sharedTexts.set(payment, text)
  return text
}

/** Returns a payment for the API, with the phone number masked if the caller may not see it. */
export function visibleView({ appliance }: Server, caller: Caller, payment: Payment): PaymentView {
  const view = paymentView(payment, appliance.publicUrl)
  const { customer } = view
  if (customer.phone === '' || !isMasked(caller, payment)) return view
  return { ...view, customer: { ...customer, phone: maskAllButLastDigits(customer.phone) } }
}
