// How much of a sale may be given back and by which way, decided only from facts of the payment, the
// connection and the account. No network or person is asked here.
//
//   the network's own refund, if its connector has one
//   else a payout to the wallet that paid, or one that the customer names
//   else cash from the drawer
import { badField, fault } from './fault.ts'
import type { Payment } from './payment.ts'
import type { RefundWallet, RefundWay } from './refund.ts'
import type { LineReturn, RefundableLine, StoredRefundLines } from './refund-line.ts'
import { buildRefundLines, restOfLines } from './returned-line.ts'

/** What a network's own refund can do. */
export interface RefundAbility {
  /** It gives back parts, and several of them. */
  readonly part: boolean
  /** Whole shillings: the least that it gives back. */
  readonly amountMin: number
}

/** What the money of a refund is taken from. Whole shillings. */
export interface RefundSource {
  /** unmatched: money of the payment that waits in suspense. */
  readonly kind: 'payment' | 'unmatched' | 'cash'
  readonly paid: number
  /** Pending or given back already. */
  readonly returned: number
}

export interface RefundFacts {
  readonly source: RefundSource
  /** The lines of the sale; none for unmatched money. */
  readonly lines: readonly RefundableLine[]
  /** Of the connection that collected the money; null where it has none. */
  readonly network: RefundAbility | null
  /**
   * The account's minimum for a payout to a wallet, whole shillings; null when no network of the account pays
   * out to one.
   */
  readonly payoutMin: number | null
  /** The wallet that paid; null where it is not known. */
  readonly wallet: RefundWallet | null
}

export interface RefundChoice {
  /** Whole shillings; undefined for the sum of `lines`, or for all that is left. */
  readonly amount?: number | undefined
  readonly lines?: readonly LineReturn[] | undefined
  readonly way?: RefundWay | undefined
  /** Named by the caller instead of the wallet that paid. */
  readonly wallet?: RefundWallet | undefined
}

export interface RefundDecision {
  readonly amount: number
  readonly lines: StoredRefundLines
  readonly way: RefundWay
  /** Null for cash, and where the customer has to name one. */
  readonly wallet: RefundWallet | null
}

/** What may still be given back, whole shillings. */
export const refundableOf = ({ paid, returned }: RefundSource): number => Math.max(0, paid - returned)

/**
 * @throws Fault `invalid_state` when all of it was given back, `validation_error` above what is left, or if
 * the amount is not the sum of its lines
 */
function amountOf(
  { source, lines }: RefundFacts,
  { amount: requested, lines: returned }: RefundChoice,
): Pick<RefundDecision, 'amount' | 'lines'> {
  const left = refundableOf(source)
  if (left === 0) throw fault('refund_nothing_left')
  if (requested !== undefined && requested > left) throw badField('amount', 'refund_above_left', { left })
  if (!returned) {
    const amount = requested ?? left
    return { amount, lines: amount === left ? restOfLines(lines, left) : null }
  }
  const refunded = buildRefundLines(lines, returned, left)
  const sum = refunded.reduce((all, { amount }) => all + amount, 0)
  if (sum === 0) throw badField('line_items', 'refund_lines_free')
  if (requested !== undefined && requested !== sum)
    throw badField('amount', 'refund_amount_not_of_lines', { amount: requested, sum })
  return { amount: sum, lines: refunded }
}

/** Whether each way can give back this amount. */
function possibleWays({ source, network, payoutMin }: RefundFacts, amount: number) {
  const isWhole = amount === source.paid
  return {
    network:
      source.kind !== 'cash' && network !== null && amount >= network.amountMin && (network.part || isWhole),
    payout: payoutMin !== null && amount >= payoutMin,
    cash: true,
  }
}

/** The ways that can give back an amount, the one that is taken unless another is asked for first. */
export function refundWaysFor(facts: RefundFacts, amount: number): readonly RefundWay[] {
  const possible = possibleWays(facts, amount)
  const order: readonly RefundWay[] =
    facts.source.kind === 'cash' ? ['cash', 'payout'] : ['network', 'payout', 'cash']
  return order.filter(way => possible[way])
}

/**
 * Decides on a refund. A wallet that the caller names is paid by payout.
 * @throws Fault `invalid_state`, `method_unavailable`, `validation_error` naming the field
 */
export function decideRefund(facts: RefundFacts, choice: RefundChoice): RefundDecision {
  const { amount, lines } = amountOf(facts, choice)
  const ways = refundWaysFor(facts, amount)
  const requestedWay = choice.way ?? (choice.wallet ? 'payout' : undefined)
  if (requestedWay !== undefined && !ways.includes(requestedWay))
    throw fault('refund_way_impossible', { way: requestedWay, ways: ways.join(', ') })
  const way = requestedWay ?? ways[0] ?? 'cash'
  if (choice.wallet && way !== 'payout') throw badField('recipient', 'recipient_not_for_way', { way })
  const wallet = way === 'cash' ? null : (choice.wallet ?? facts.wallet)
  return { amount, lines, way, wallet }
}

/** An owner sets how many days after it was paid a payment can be refunded. */
export const refundDaysUsual = 90
export const refundDaysMax = 3_650
const dayMs = 86_400_000

/** What decides whether a payment's money may be given back at all. */
export interface RefundablePayment extends Pick<Payment, 'status' | 'unknown' | 'endedAt'> {
  /** Its customer took the money back at the network. */
  readonly isReversed: boolean
}

/**
 * @param maxDays how long after it was paid a payment may be refunded
 * @throws Fault `conflict` while its outcome is unknown, `invalid_state` when it was not paid, was reversed
 * by its customer, or is too old
 */
export function assertRefundable(
  { status, unknown, endedAt, isReversed }: RefundablePayment,
  kind: RefundSource['kind'],
  maxDays: number,
  now: number,
): void {
  if (isReversed) throw fault('refund_of_reversed')
  if (unknown) throw fault('payment_outcome_unknown')
  if (kind === 'payment' && status !== 'completed') throw fault('refund_of_unpaid', { status })
  if (endedAt !== null && now - endedAt > maxDays * dayMs) throw fault('refund_too_old', { days: maxDays })
}
