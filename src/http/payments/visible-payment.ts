// A payment as a caller may see it: within their sales scope, and with the phone number masked for a cashier
// who did not create it.
import { actorOf, isSameActor } from '../../domain/actor.ts'
import type { Payment } from '../../domain/payment.ts'
import { maskAllButLastDigits } from '../../domain/phone.ts'
import { getPayment } from '../../flow/payment.ts'
import { type PaymentView, paymentView } from '../../wire/payment.ts'
import type { Caller } from '../access/caller.ts'
import type { Server } from '../server/server.ts'

/** Returns a payment in the caller's scope. @throws Fault `not_found` for any other */
export const visiblePayment = ({ appliance }: Server, caller: Caller, reference: string): Promise<Payment> =>
  getPayment(appliance, caller.account, reference, caller.salesScope)

/** Whether the caller sees only the last digits of the customer's number. */
export const isMasked = (caller: Caller, payment: Payment): boolean =>
  caller.role === 'cashier' && !isSameActor(actorOf(payment), caller.actor)

/** The views of published payments as text, so that all streams of a payment share one text. */
const texts = new WeakMap<Payment, string>()

/** Returns the view of a published payment as JSON. Only callers who see the whole number share the text. */
export function visibleText(server: Server, caller: Caller, payment: Payment): string {
  if (isMasked(caller, payment)) return JSON.stringify(visibleView(server, caller, payment))
  const text = texts.get(payment) ?? JSON.stringify(visibleView(server, caller, payment))
  texts.set(payment, text)
  return text
}

/** Returns a payment for the API, with the number masked if the caller may not see it. */
export function visibleView({ appliance }: Server, caller: Caller, payment: Payment): PaymentView {
  const view = paymentView(payment, appliance.publicUrl)
  if (view.customer.phone === '' || !isMasked(caller, payment)) return view
  return { ...view, customer: { ...view.customer, phone: maskAllButLastDigits(view.customer.phone) } }
}
