// How much of a sale may be given back and by which way, decided only from facts of the payment, the
// connection and the account, without a call to a network.
//
//   the network's own refund, if its connector has one
//   else a payout to the wallet that paid, or one that the customer names
//   else cash from the drawer
import { badField, fault } from './fault.ts'
import type { Payment } from './payment.ts'
import type { RefundWallet, RefundWay } from './refund.ts'
import type { LineReturn, RefundableLine, StoredRefundLines } from './refund-line.ts'
import { buildRefundLines, restOfLines, sharesOfSum } from './returned-line.ts'

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

/** Returns what may still be given back, whole shillings. */
export const refundableOf = ({ paid, returned }: RefundSource): number => Math.max(0, paid - returned)

/**
 * Returns the amount and lines of a refund: the chosen amount or lines, or all that is left.
 * @throws Fault `refund_nothing_left` when all was given back; `validation_error` for more than is left, for
 * lines worth nothing, and for an amount that is not the sum of its lines
 */
function amountAndLines(
  { source, lines }: RefundFacts,
  { amount: requested, lines: returned }: RefundChoice,
): Pick<RefundDecision, 'amount' | 'lines'> {
  const refundable = refundableOf(source)
  if (refundable === 0) throw fault('refund_nothing_left')
  if (requested !== undefined && requested > refundable)
    throw badField('amount', 'refund_above_left', { left: refundable })
  if (!returned) {
    const amount = requested ?? refundable
    // A sum without lines brings goods back only if it is all that is left.
    const isRest = amount === refundable
    return {
      amount,
      lines: isRest ? restOfLines(lines, refundable) : sharesOfSum(lines, amount, refundable),
    }
  }
  const refundLines = buildRefundLines(lines, returned, refundable)
  const sum = refundLines.reduce((total, { amount }) => total + amount, 0)
  if (sum === 0) throw badField('line_items', 'refund_lines_free')
  if (requested !== undefined && requested !== sum)
    throw badField('amount', 'refund_amount_not_of_lines', { amount: requested, sum })
  return { amount: sum, lines: refundLines }
}

/** Returns for each way whether it can give back this amount, in whole shillings. Cash always can. */
function possibleWays({ source, network, payoutMin }: RefundFacts, amount: number) {
  const isWhole = amount === source.paid
  const canNetworkRefund = network !== null && amount >= network.amountMin && (network.part || isWhole)
  return {
    network: source.kind !== 'cash' && canNetworkRefund,
    payout: payoutMin !== null && amount >= payoutMin,
    cash: true,
  }
}

/** Returns the ways that can give back an amount. The first is used unless the caller asks for another. */
export function refundWaysFor(facts: RefundFacts, amount: number): readonly RefundWay[] {
  const isPossible = possibleWays(facts, amount)
  const preferredOrder: readonly RefundWay[] =
    facts.source.kind === 'cash' ? ['cash', 'payout'] : ['network', 'payout', 'cash']
  return preferredOrder.filter(way => isPossible[way])
}

/**
 * Decides the amount, lines, way and wallet of a refund. A wallet that the caller names is paid by payout;
 * without one, the money goes back to the wallet that paid.
 * @throws Fault `refund_nothing_left`, `refund_way_impossible` for a way that cannot give back this amount,
 * and `validation_error` that names the wrong field
 */
export function decideRefund(facts: RefundFacts, choice: RefundChoice): RefundDecision {
  const { amount, lines } = amountAndLines(facts, choice)
  const ways = refundWaysFor(facts, amount)
  const requestedWay = choice.way ?? (choice.wallet ? 'payout' : undefined)
  if (requestedWay !== undefined && !ways.includes(requestedWay))
    throw fault('refund_way_impossible', { way: requestedWay, ways: ways.join(', ') })
  const way = requestedWay ?? ways[0] ?? 'cash'
  if (choice.wallet && way !== 'payout') throw badField('recipient', 'recipient_not_for_way', { way })
  const wallet = way === 'cash' ? null : (choice.wallet ?? facts.wallet)
  return { amount, lines, way, wallet }
}

/** An owner sets how many days after it was paid a sale can be refunded. */
export const refundDaysUsual = 90
export const refundDaysMax = 3_650
const dayMs = 86_400_000

/** What decides whether a payment's money may be given back at all. */
export interface RefundablePayment extends Pick<Payment, 'status' | 'unknown' | 'endedAt'> {
  /** Its customer took the money back at the network. */
  readonly isReversed: boolean
}

/**
 * Checks that a sale is not too old for a refund.
 * @param paidAt milliseconds, as `now`
 * @param maxDays for how many days after it was paid a sale may be refunded
 * @throws Fault `refund_too_old`
 */
export function assertRecent(paidAt: number, maxDays: number, now: number): void {
  if (now - paidAt > maxDays * dayMs) throw fault('refund_too_old', { days: maxDays })
}

/**
 * Checks that money of a payment may be given back at all.
 * @param kind what the money is taken from; only `payment` needs a completed payment
 * @param maxDays as in `assertRecent`
 * @throws Fault `payment_outcome_unknown`, `refund_of_unpaid`, `refund_too_old`, or `refund_of_reversed` when
 * the customer took the money back at the network
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
  if (endedAt !== null) assertRecent(endedAt, maxDays, now)
}
