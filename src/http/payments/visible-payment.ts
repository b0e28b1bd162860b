// What a caller gets to see of payments: those in their sight, and to a cashier no phone numbers of sales
// that somebody else made.
import { actorOf, isSameActor } from '../../domain/actor.ts'
import type { Payment } from '../../domain/payment.ts'
import { maskedPhone } from '../../domain/phone.ts'
import { getPayment } from '../../flow/payment.ts'
import { type PaymentView, paymentView } from '../../wire/payment.ts'
import type { Caller } from '../access/caller.ts'
import type { Server } from '../server/server.ts'

/** The payment that a caller names. @throws Fault `not_found` */
export const visiblePayment = ({ appliance }: Server, caller: Caller, reference: string): Promise<Payment> =>
  getPayment(appliance, caller.account, reference, caller.sight)

/** Whether the payer's number is not the caller's business. */
export const isMasked = (caller: Caller, payment: Payment): boolean =>
  caller.role === 'cashier' && !isSameActor(actorOf(payment), caller.actor)

/** A payment as this caller is shown it. */
export function visibleView(caller: Caller, payment: Payment): PaymentView {
  const view = paymentView(payment)
  if (view.customer.phone === '' || !isMasked(caller, payment)) return view
  return { ...view, customer: { ...view.customer, phone: maskedPhone(view.customer.phone) } }
}
