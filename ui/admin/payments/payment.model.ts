// Payments as the console shows them: filters of the list, look of each state, customer, possible actions.

import { noteText as noteIn } from '../../../src/domain/note.ts'
import { type paymentStatuses, paymentTypes } from '../../../src/domain/payment.ts'
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
export const saleMethods = [...paymentTypes, 'cash'] as const

/** The filters of the list, as in the address. */
export const paymentSearch = (query: Query) => ({
  ...textParam(query, 'q'),
  ...choiceParam(query, 'status', saleStates),
  ...choiceParam(query, 'type', saleMethods),
  ...dayParam(query, 'from'),
  ...dayParam(query, 'to'),
  ...cursorParam(query),
})
export type PaymentSearch = ReturnType<typeof paymentSearch>

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
 * Unknown outranks everything but paid: a payment is not shown as failed while the network may still
 * confirm it. Confirmed manually is not paid: the network has not said so.
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
 * The status of a payment with unresolved unmatched money. An unknown outcome stays unknown: first wait for
 * the network.
 */
export const unmatchedStateOf = (state: PaymentState): 'unmatched_more' | 'unmatched_other' | undefined =>
  state === 'unknown'
    ? undefined
    : state === 'completed' || state === 'manual' || state === 'late'
      ? 'unmatched_more'
      : 'unmatched_other'

/** What was given back of a sum, as a state; nothing where nothing was. Whole shillings. */
export const refundStateOfSum = (
  amount: number,
  refunded: number,
): 'refunded' | 'refunded_part' | undefined =>
  refunded === 0 ? undefined : refunded < amount ? 'refunded_part' : 'refunded'

type RefundedFields = StateFields & Pick<Payment, 'amount' | 'refunded'>

/** Whether all or a part of a paid payment was given back. The payment itself stays completed. */
export const refundStateOf = ({ status, amount, refunded }: RefundedFields) =>
  status === 'completed' ? refundStateOfSum(amount.value, refunded.value) : undefined

/** The customer's name, else their number, else nothing. */
export function customerOf({ customer }: Pick<Payment, 'customer'>): string {
  const name = `${customer.first_name} ${customer.last_name}`.trim()
  return name || (customer.phone && phoneOf(customer.phone))
}

/** The merchant's note. */
export const paymentNoteOf = ({ metadata }: Pick<Payment, 'metadata'>): string => noteIn(metadata)

/** `M-Pesa`: the customer's network, as it writes itself; nothing while it is not known. */
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

/** The actions this person has on a payment. */
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

export const saleTimeOf = ({ payment, cash }: ListedSale): string =>
  payment?.created_at ?? cash?.created_at ?? ''
export const saleAmountOf = ({ payment, cash }: ListedSale): number =>
  payment?.amount.value ?? cash?.amount ?? 0
/** The note, else what its link is for. */
export const saleNoteOf = ({ payment, cash, description }: ListedSale): string =>
  payment ? paymentNoteOf(payment) || description : (cash?.note ?? '')
/** What a receipt is looked up by: the network's receipt number, else the end of our reference. */
export const saleReferenceOf = ({ payment, reference }: ListedSale): string =>
  payment?.external_reference || shortReferenceOf(reference)
