// Payments as the console shows them: filters of the list, look of each state, customer, possible actions.

import { noteText as noteIn } from '../../../src/domain/note.ts'
import { type paymentStatuses, paymentTypes } from '../../../src/domain/payment-type.ts'
import { walletNames } from '../../../src/domain/phone.ts'
import type { api } from '../../kit/api.ts'
import { decisionsOn, isOnlyManual } from '../../kit/manual-confirmation.model.ts'
import type { Payment } from '../../kit/payment.ts'
import { phoneOf } from '../../kit/time.ts'
import type { Tone } from '../parts/figure.tsx'
import type { IconName } from '../parts/icon.tsx'
import { choiceParam, cursorParam, dayParam, type Query, textParam } from '../parts/query.model.ts'
import { shortReferenceOf } from '../parts/reference.model.ts'

/** The states of the list; each sale is in one of them. */
export const saleStates = [
  'completed',
  'pending',
  'unknown',
  'failed',
  'voided',
  'expired',
  'refunded',
] as const satisfies readonly ((typeof paymentStatuses)[number] | 'unknown' | 'refunded')[]

/** The payment methods that the list can be filtered by. */
export const saleMethods = [...paymentTypes, 'cash'] as const

/** Reads the list's filters from the address. */
export const paymentSearch = (query: Query) => ({
  ...textParam(query, 'q'),
  ...choiceParam(query, 'status', saleStates),
  ...choiceParam(query, 'type', saleMethods),
  ...dayParam(query, 'from'),
  ...dayParam(query, 'to'),
  ...cursorParam(query),
})
export type PaymentSearch = ReturnType<typeof paymentSearch>

/** `manual`: a person confirmed it and the network has not; `late`: paid after it had failed or expired. */
export type PaymentState =
  | 'pending'
  | 'unknown'
  | 'completed'
  | 'manual'
  | 'late'
  | 'failed'
  | 'voided'
  | 'expired'
type StateFields = Pick<Payment, 'status' | 'late' | 'outcome_unknown' | 'manual_confirmation'>

/**
 * Returns the state that pages show. Unknown outranks everything but paid, because the network may still
 * confirm a payment that looks failed. A payment that only a person confirmed is `manual` until the network
 * confirms it.
 */
export function paymentStateOf(payment: StateFields): PaymentState {
  const { status, late, outcome_unknown } = payment
  if (status === 'completed' && isOnlyManual(payment)) return 'manual'
  if (status === 'completed') return late ? 'late' : 'completed'
  return outcome_unknown ? 'unknown' : status
}

export const paymentStateChips: Readonly<
  Record<PaymentState, { readonly tone: Tone; readonly icon: IconName }>
> = {
  pending: { tone: 'open', icon: 'clock' },
  unknown: { tone: 'warning', icon: 'question' },
  completed: { tone: 'good', icon: 'check' },
  manual: { tone: 'manual', icon: 'person' },
  late: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  voided: { tone: 'neutral', icon: 'ban' },
  expired: { tone: 'neutral', icon: 'clock' },
}

/**
 * Returns the text key for a payment with unresolved unmatched money: it received more than was asked, or
 * only another amount. Undefined while the outcome is unknown, because the network has to answer first.
 */
export const unmatchedStateOf = (state: PaymentState): 'unmatched_more' | 'unmatched_other' | undefined => {
  if (state === 'unknown') return undefined
  const isPaid = state === 'completed' || state === 'manual' || state === 'late'
  return isPaid ? 'unmatched_more' : 'unmatched_other'
}

/** Returns whether a sum (whole shillings) was refunded in full or in part; undefined where nothing was. */
export const refundStateOfSum = (
  amount: number,
  refunded: number,
): 'refunded' | 'refunded_part' | undefined => {
  if (refunded === 0) return undefined
  return refunded < amount ? 'refunded_part' : 'refunded'
}

type RefundedFields = StateFields & Pick<Payment, 'amount' | 'refunded'>

/**
 * Returns whether a completed payment was refunded in full or in part. The payment itself stays completed.
 */
export const refundStateOf = ({ status, amount, refunded }: RefundedFields) =>
  status === 'completed' ? refundStateOfSum(amount.value, refunded.value) : undefined

/** Returns the customer's name, else their phone number, else an empty text. */
export function customerOf({ customer }: Pick<Payment, 'customer'>): string {
  const name = `${customer.first_name} ${customer.last_name}`.trim()
  return name || (customer.phone && phoneOf(customer.phone))
}

/** Returns the merchant's note from the metadata; empty without one. */
export const paymentNoteOf = ({ metadata }: Pick<Payment, 'metadata'>): string => noteIn(metadata)

/** Returns the brand of the customer's wallet or card, such as `M-Pesa`; empty while it is unknown. */
export function providerNameOf({ channel }: Pick<Payment, 'channel'>): string {
  const names: Readonly<Record<string, string>> = {
    ...walletNames,
    visa: 'Visa',
    mastercard: 'Mastercard',
  }
  return names[channel.provider] ?? ''
}

export type PaymentAction = 'push' | 'void' | 'decide' | 'simulate'
interface Permissions {
  readonly maySell: boolean
  readonly mayConfirm: boolean
  readonly practice: boolean
  /** A different amount was received and is not resolved: the customer is not charged again until then. */
  readonly hasOtherAmount: boolean
}

/**
 * Returns the actions that this person has on a payment, in the order of their buttons. While a different
 * amount waits for a decision, only voiding is left.
 */
export function actionsOn(
  payment: StateFields & Pick<Payment, 'payment_type' | 'failure_reason'>,
  { maySell, mayConfirm, practice, hasOtherAmount }: Permissions,
): PaymentAction[] {
  const mayVoid = maySell && payment.status === 'pending'
  if (hasOtherAmount) return mayVoid ? ['void'] : []
  const actions: PaymentAction[] = []
  if (mayVoid && payment.payment_type !== 'card' && !payment.outcome_unknown) actions.push('push')
  if (mayConfirm && decisionsOn(payment).length > 0) actions.push('decide')
  if (mayVoid) actions.push('void')
  if (mayVoid && practice) actions.push('simulate')
  return actions
}

type SalesReply = NonNullable<Awaited<ReturnType<(typeof api.api.v1.sales)['get']>>['data']>
/** A payment or a cash sale, with who sold it and where. */
export type ListedSale = SalesReply['data']['items'][number]

/** Returns when the sale was made, as the API sends it. */
export const saleTimeOf = ({ payment, cash }: ListedSale): string =>
  payment?.created_at ?? cash?.created_at ?? ''
/** Returns the amount of the sale in whole shillings. */
export const saleAmountOf = ({ payment, cash }: ListedSale): number =>
  payment?.amount.value ?? cash?.amount ?? 0
/** Returns the note of the sale, else the description of its payment link. */
export const saleNoteOf = ({ payment, cash, description }: ListedSale): string =>
  payment ? paymentNoteOf(payment) || description : (cash?.note ?? '')
/**
 * Returns the text by which a receipt is looked up: the network's receipt number, else the end of our
 * reference.
 */
export const saleReferenceOf = ({ payment, reference }: ListedSale): string =>
  payment?.external_reference || shortReferenceOf(reference)
