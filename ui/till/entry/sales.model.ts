// One line of the recent sales, from a till's own list or from the account's payments.
import { isOnlyManual } from '../../kit/manual-confirmation.model.ts'
import type { LineItem, Payment } from '../../kit/payment.ts'
import type { CashSale, TillSale } from '../../kit/till.ts'
import { isRefunded, itemsIn, noteIn, type Sale, salePhaseOf, shownItemsOf } from '../sale/sale.model.ts'

export type SaleLineState =
  | 'pending'
  | 'parked'
  | 'unknown'
  | 'completed'
  | 'manual'
  | 'failed'
  | 'voided'
  | 'refunded'
  | 'expired'
  | 'late'
type SaleMethod = 'qr' | 'push' | 'card' | 'cash' | 'link'

/** A sale in the list of recent sales. `amount` is in whole shillings, `at` is an ISO time. */
export interface SaleLine {
  readonly reference: string
  readonly method: SaleMethod
  readonly state: SaleLineState
  readonly amount: number
  readonly note: string
  readonly items: readonly LineItem[]
  /** The payer's number, or its last digits. */
  readonly phone: string
  /** The customer's brand, once it is known. */
  readonly provider: string
  readonly cashier: string
  readonly at: string
  /** How much of it was given back, in whole shillings. */
  readonly refunded: number
  /** Set for a cash sale. */
  readonly cash: CashSale | null
}

/** What the server reports of a sale's outcome. */
interface SaleOutcome {
  readonly state: Payment['status']
  readonly unknown: boolean
  readonly late: boolean
  /** Confirmed by a person, not by the network. */
  readonly manual: boolean
}

/** Returns the state that the list shows: unknown while a network may still collect the money. */
function stateOf({ state, unknown, late, manual }: SaleOutcome): SaleLineState {
  if (state !== 'completed') return unknown ? 'unknown' : state
  if (manual) return 'manual'
  return late ? 'late' : 'completed'
}

const methods: Readonly<Record<Payment['payment_type'], SaleMethod>> = {
  'dynamic-qr': 'qr',
  mobile: 'push',
  card: 'card',
}
const tillMethods: Readonly<Record<TillSale['method'], SaleMethod>> = {
  qr: 'qr',
  mobile: 'push',
  card: 'card',
  cash: 'cash',
}

/** Returns the line of a payment of the account. `provider` is the name of the customer's brand. */
export const lineOfPayment = (payment: Payment, provider: string): SaleLine => ({
  reference: payment.reference,
  method: methods[payment.payment_type],
  state: isRefunded(payment.amount.value, payment.refunded.value)
    ? 'refunded'
    : stateOf({
        state: payment.status,
        unknown: payment.outcome_unknown,
        late: payment.late,
        manual: isOnlyManual(payment),
      }),
  amount: payment.amount.value,
  note: typeof payment.metadata.note === 'string' ? payment.metadata.note : '',
  items: shownItemsOf(payment),
  phone: payment.payment_type === 'mobile' ? payment.customer.phone : '',
  provider: payment.status === 'completed' ? provider : '',
  cashier: '',
  at: payment.created_at,
  refunded: payment.refunded.value,
  cash: null,
})

/** Returns the line of a sale of a till, which may be a cash sale. */
export const lineOfTill = (sale: TillSale): SaleLine => ({
  reference: sale.reference,
  method: tillMethods[sale.method],
  state:
    (sale.kind === 'cash' && sale.state === 'voided') || isRefunded(sale.amount, sale.refunded)
      ? 'refunded'
      : stateOf({
          state: sale.state,
          unknown: sale.outcome_unknown,
          late: sale.late,
          manual: sale.manual_confirmation,
        }),
  amount: sale.amount,
  note: sale.note ?? '',
  items: shownItemsOf(sale),
  phone: sale.phone_hint ?? '',
  provider: '',
  cashier: sale.cashier.name,
  at: sale.created_at,
  refunded: sale.refunded,
  cash: sale.kind === 'cash' ? cashOf(sale) : null,
})

/** Returns the cash sale behind a line. Who voided it and why is null, because the list does not have it. */
const cashOf = (sale: TillSale): CashSale => ({
  id: sale.reference,
  amount: sale.amount,
  given: sale.given ?? sale.amount,
  change: sale.change ?? 0,
  note: sale.note,
  line_items: sale.line_items,
  payment_reference: null,
  state: sale.state === 'voided' ? 'voided' : 'completed',
  cashier: sale.cashier,
  created_at: sale.created_at,
  voided_at: null,
  void_reason: null,
  void_approved_by: null,
})

/** Returns the line of an open sale that this device knows and the server has not listed. */
const lineOfOpen = (sale: Sale): SaleLine => {
  const { payment, link, order, startedAt } = sale
  const paymentMethod = payment ? methods[payment.payment_type] : 'qr'
  return {
    reference: payment?.reference ?? link?.reference ?? '',
    method: link ? 'link' : paymentMethod,
    state: salePhaseOf(sale) === 'unknown' ? 'unknown' : 'parked',
    amount: order.details.amount,
    note: noteIn(order),
    items: itemsIn(order),
    phone: sale.push?.phone ?? '',
    provider: '',
    cashier: '',
    at: payment?.created_at ?? link?.startsAt ?? new Date(startedAt).toISOString(),
    refunded: 0,
    cash: null,
  }
}

/**
 * Returns the list, newest first, with the open sales of this device that it lacks. Listed sales that this
 * device still watches are shown as parked.
 */
export function withWaitingSales(lines: readonly SaleLine[], open: readonly Sale[]): SaleLine[] {
  const watched = open.map(lineOfOpen)
  const isListed = ({ reference }: SaleLine) => lines.some(line => line.reference === reference)
  const isWatched = ({ reference, state }: SaleLine) =>
    state === 'pending' && watched.some(saleLine => saleLine.reference === reference)
  const listed = lines.map(line => (isWatched(line) ? { ...line, state: 'parked' as const } : line))
  return [...watched.filter(saleLine => !isListed(saleLine)), ...listed].toSorted(
    (saleLine, other) => Number(saleLine.at < other.at) - Number(saleLine.at > other.at),
  )
}
