// Payments as the console reads them: what the address filters, how a state looks, who paid, and what may
// still be done.
import { noteOf as noteIn } from '../../../src/domain/note.ts'
import { paymentStatuses, paymentTypes } from '../../../src/domain/payment.ts'
import type { IconName } from '../../kit/icon.tsx'
import type { Payment } from '../../kit/payment.ts'
import { phoneOf } from '../../kit/time.ts'
import type { Tone } from '../parts/figure.tsx'
import { day, page, type Query, text, word } from '../parts/query.model.ts'

/**
 * What the list is narrowed to: a status of the box, or an outcome that nobody knows, whatever the status.
 */
export const paymentFilters = [...paymentStatuses, 'unknown'] as const

/** The filters of the list, as they stand in the address. */
export const paymentSearch = (query: Query) => ({
  ...text(query, 'q'),
  ...word(query, 'status', paymentFilters),
  ...word(query, 'type', paymentTypes),
  ...day(query, 'from'),
  ...day(query, 'to'),
  ...page(query),
})
export type PaymentSearch = ReturnType<typeof paymentSearch>

export type PaymentState = 'pending' | 'unknown' | 'completed' | 'late' | 'failed' | 'voided' | 'expired'
type Shown = Pick<Payment, 'status' | 'late' | 'outcome_unknown'>

/**
 * Unknown is stronger than everything but paid: nobody may be told "failed" while the network may still say
 * yes.
 */
export function stateOf({ status, late, outcome_unknown }: Shown): PaymentState {
  if (status === 'completed') return late ? 'late' : 'completed'
  return outcome_unknown ? 'unknown' : status
}

export const stateLook: Readonly<Record<PaymentState, { readonly tone: Tone; readonly icon: IconName }>> = {
  pending: { tone: 'open', icon: 'clock' },
  unknown: { tone: 'doubt', icon: 'question' },
  completed: { tone: 'good', icon: 'check' },
  late: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  voided: { tone: 'calm', icon: 'ban' },
  expired: { tone: 'calm', icon: 'clock' },
}

/**
 * How a payment is marked that has money nobody decided on. An unknown outcome is shown as that: there the
 * first thing is to wait.
 */
export const markOf = (state: PaymentState): 'mark_more' | 'mark_other' | undefined =>
  state === 'unknown' ? undefined : state === 'completed' || state === 'late' ? 'mark_more' : 'mark_other'

/** The customer's name, else their number, else nothing. */
export function customerOf({ customer }: Pick<Payment, 'customer'>): string {
  const name = `${customer.first_name} ${customer.last_name}`.trim()
  return name || (customer.phone && phoneOf(customer.phone))
}

/** What the merchant wrote beside it. */
export const noteOf = ({ metadata }: Pick<Payment, 'metadata'>): string => noteIn(metadata)

/** The last eight characters of a reference: enough to tell payments apart, and the search box finds them. */
export const tailOf = (reference: string): string => reference.slice(-8)

/** `M-Pesa`: the customer's network, as it writes itself; nothing while it is not known. */
export function providerOf({ channel }: Pick<Payment, 'channel'>): string {
  const names: Readonly<Record<string, string>> = {
    mpesa: 'M-Pesa',
    airtel: 'Airtel Money',
    mixx: 'Mixx by Yas',
    halotel: 'HaloPesa',
    visa: 'Visa',
    mastercard: 'Mastercard',
  }
  return names[channel.provider] ?? ''
}

export type PaymentAction = 'push' | 'void' | 'complete' | 'practise'
interface Doer {
  readonly maySell: boolean
  readonly mayConfirm: boolean
  readonly practice: boolean
  /** Money of another amount came for it and waits for a decision: until then nobody charges again. */
  readonly strayed: boolean
}

/** What this person may do with a payment as it stands. */
export function actionsOn(
  payment: Shown & Pick<Payment, 'payment_type'>,
  { maySell, mayConfirm, practice, strayed }: Doer,
): PaymentAction[] {
  const open = payment.status === 'pending'
  if (strayed) return maySell && open ? ['void'] : []
  return [
    ...(maySell && open && payment.payment_type !== 'card' && !payment.outcome_unknown
      ? (['push'] as const)
      : []),
    ...(mayConfirm && payment.status !== 'completed' && payment.status !== 'voided'
      ? (['complete'] as const)
      : []),
    ...(maySell && open ? (['void'] as const) : []),
    ...(practice && maySell && open ? (['practise'] as const) : []),
  ]
}
