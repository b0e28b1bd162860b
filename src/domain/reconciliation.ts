// Reconciliation: compares what we recorded of a day with what a network reports. It compares money: an order
// that neither side has paid is no difference. flow/reconciliation.ts asks the networks.
import { type NetworkEntry, nameOf, type OwnEntry } from './money-entry.ts'
import { moneyOfOrder, moneyWithoutOrder } from './receipt-state.ts'

export const differenceResults = [
  'missing_here',
  'missing_there',
  'other_amount',
  'other_state',
  'refund_missing_here',
] as const
export type DifferenceResult = (typeof differenceResults)[number]

export interface Difference {
  readonly result: DifferenceResult
  readonly own: OwnEntry | null // missing for `missing_here`, and where the order is not ours
  readonly network: NetworkEntry | null // missing for `missing_there`
}

export interface Comparison {
  /** Money that both sides have. */
  readonly matched: { readonly count: number; readonly amount: number }
  readonly unpaid: number // orders that neither side has paid
  readonly unanswered: number // orders about which the network did not answer
  readonly differences: readonly Difference[]
}

/** The two sides. Names are compared in the form of `nameOf`. */
interface Sides {
  readonly own: readonly OwnEntry[]
  readonly network: readonly NetworkEntry[]
  readonly unanswered?: ReadonlySet<string> // our references about which the network gave no answer
  /** The source contains only money (a file, messages), so a missing open order is no difference. */
  readonly isMoneyOnly?: boolean
}

/** Returns the key of a difference within its day. Repeating the comparison gives the same key. */
export function differenceKey({ own, network }: Pick<Difference, 'own' | 'network'>): string {
  if (own) return own.reference
  return [network?.reference, network?.receipt].map(name => nameOf(name ?? '')).join('/')
}

/** Compares our orders of a day with the network's entries, which must all be of that day. */
export function compareSides({ own, network, unanswered, isMoneyOnly = false }: Sides): Comparison {
  const { pairs: listedPairs, extraMoney } = pairUp(own, network)
  const pairs = withReturnedRefunds(own, listedPairs)
  const matched = { count: 0, amount: 0 }
  const counts = { unpaid: 0, unanswered: 0 }
  const differences: Difference[] = []
  for (const order of own) {
    const networkEntry = pairs.get(order) ?? null
    if (!networkEntry && unanswered?.has(order.reference)) {
      counts.unanswered += 1
      continue
    }
    const comparedOrder = isMoneyOnly ? withoutListedRefunds(order, own, listedPairs) : order
    const result = differenceOf(comparedOrder, networkEntry, isMoneyOnly)
    if (result) differences.push({ result, own: order, network: networkEntry })
    else if (order.state === 'paid' && networkEntry?.state === 'paid') {
      matched.count += 1
      matched.amount += order.amount
    } else counts.unpaid += 1
  }
  for (const entry of extraMoney) {
    const result = entry.isReversed ? 'refund_missing_here' : 'missing_here'
    differences.push({ result, own: null, network: entry })
  }
  return { matched, ...counts, differences }
}

/**
 * Returns how the two sides of one of our orders differ; undefined when they agree about its money.
 * @param network null when the network has no entry of the order
 * @param isMoneyOnly whether the network's entries are only about money that moved
 */
function differenceOf(
  order: OwnEntry,
  network: NetworkEntry | null,
  isMoneyOnly: boolean,
): DifferenceResult | undefined {
  const { state, amount, refunded = 0 } = order // `refunded`: what we gave back, whole shillings
  if (!network) return isExpectedThere(order, isMoneyOnly) ? 'missing_there' : undefined
  const [isPaidHere, isPaidThere] = [state === 'paid', network.state === 'paid']
  const returnedThere = isPaidHere ? returnedAmountOf(order, network) : 0
  if (returnedThere > refunded) return 'refund_missing_here'
  if (isPaidHere && isPaidThere) {
    // After a return, the network's amount is what is left, and it must be known.
    const amountThere = returnedThere > 0 ? (network.amount ?? 0) + returnedThere : network.amount
    return amountThere === null || amountThere === amount ? undefined : 'other_amount'
  }
  const isAllGivenBack = returnedThere > 0
  if (isAllGivenBack || state === network.state) return undefined
  // Without money on either side, only an order that is still open for us differs.
  return isPaidHere || isPaidThere || state === 'open' ? 'other_state' : undefined
}

/**
 * Whether the network must have an entry of an order. An order that was refunded completely needs none.
 * @param isMoneyOnly whether the network lists only money that moved, so that open orders have no entry
 */
function isExpectedThere({ state, amount, refundCompleted = 0 }: OwnEntry, isMoneyOnly: boolean): boolean {
  if (state === 'paid') return refundCompleted < amount
  return state === 'open' && !isMoneyOnly
}

/** Returns how much the network gave back of a payment, whole shillings; 0 for a payout or refund. */
function returnedAmountOf({ kind, amount }: OwnEntry, network: NetworkEntry): number {
  if (kind !== 'payment') return 0
  if (network.returned !== undefined) return network.returned
  return network.isReversed ? (network.amount ?? amount) : 0
}

/** Returns the refunds of a payment that its network made for us; none for a payout or refund. */
const refundsOf = ({ kind, reference }: OwnEntry, orders: readonly OwnEntry[]): readonly OwnEntry[] =>
  kind === 'payment' ? orders.filter(({ refundOf }) => refundOf === reference) : []

/**
 * Returns a payment whose `refunded` excludes the refunds that have their own lines at the network, because
 * the returned sum of the network excludes them as well.
 */
function withoutListedRefunds(
  payment: OwnEntry,
  orders: readonly OwnEntry[],
  listedPairs: Pairing['pairs'],
): OwnEntry {
  if (!payment.refunded) return payment
  const listedRefunds = refundsOf(payment, orders).filter(
    refund => refund.state !== 'not_paid' && listedPairs.has(refund),
  )
  const listedSum = listedRefunds.reduce((total, { amount }) => total + amount, 0)
  return { ...payment, refunded: Math.max(0, payment.refunded - listedSum) }
}

/**
 * Adds a pair for each refund that the network does not list on a line of its own: some networks only add
 * refunds up, as the returned sum of the payment. The sum covers the largest refunds first.
 */
function withReturnedRefunds(orders: readonly OwnEntry[], listedPairs: Pairing['pairs']): Pairing['pairs'] {
  const pairs = new Map(listedPairs)
  for (const payment of orders) {
    const network = listedPairs.get(payment)
    let uncoveredSum = network && payment.refunded ? returnedAmountOf(payment, network) : 0
    if (uncoveredSum <= 0) continue
    const unlisted = refundsOf(payment, orders).filter(
      refund => !listedPairs.has(refund) && refund.state !== 'not_paid',
    )
    for (const refund of unlisted.toSorted((a, b) => b.amount - a.amount)) {
      const { amount } = refund
      if (amount > uncoveredSum) continue
      uncoveredSum -= amount
      pairs.set(refund, { reference: null, receipt: null, amount, state: 'paid', at: null })
    }
  }
  return pairs
}

/** Whether a difference is about a payment that is paid in our books, but that the network gave back. */
export const isTakenBack = (
  difference: Difference,
): difference is Difference & { readonly own: OwnEntry } => {
  const { own, network } = difference
  if (own?.kind !== 'payment' || own.state !== 'paid' || network?.state !== 'not_paid') return false
  return (network.returned ?? own.amount) >= own.amount
}

interface Pairing {
  readonly pairs: ReadonlyMap<OwnEntry, NetworkEntry>
  readonly extraMoney: readonly NetworkEntry[] // money without an order, or extra money for one
}

/**
 * Returns a function that finds our order for a network's entry, or returns undefined. The function tries our
 * reference first, then a receipt that we or another entry with our reference have, and then the names that a
 * reversal mentions.
 */
export function ownFinder(orders: readonly OwnEntry[], network: readonly NetworkEntry[]) {
  const byReference = new Map(orders.map(order => [nameOf(order.reference), order]))
  const byReceipt = new Map(orders.flatMap(order => (order.receipt ? [[nameOf(order.receipt), order]] : [])))
  const findByName = (name: string | null) =>
    name === null ? undefined : (byReference.get(nameOf(name)) ?? byReceipt.get(nameOf(name)))
  /** Our order by the receipt of an entry with our reference; null when several orders have that receipt. */
  const byNetworkReceipt = new Map<string, OwnEntry | null>()
  for (const { reference, receipt } of network) {
    if (receipt === null) continue
    const order = findByName(reference)
    if (order === undefined) continue
    const otherOrder = byNetworkReceipt.get(nameOf(receipt))
    const isUnique = otherOrder === undefined || otherOrder === order
    byNetworkReceipt.set(nameOf(receipt), isUnique ? order : null)
  }
  return ({ reference, receipt, mentions = [] }: NetworkEntry): OwnEntry | undefined => {
    const named = findByName(reference) ?? findByName(receipt)
    if (named) return named
    const orderOfReceipt = receipt === null ? undefined : byNetworkReceipt.get(nameOf(receipt))
    return orderOfReceipt ?? mentions.map(findByName).find(Boolean)
  }
}

/**
 * Pairs each of our orders with the network's entry about it. If the network has several sums for one order,
 * the order is paired with the sum that is most like the booked one; other paid money is extra.
 */
function pairUp(orders: readonly OwnEntry[], network: readonly NetworkEntry[]): Pairing {
  const findOrder = ownFinder(orders, network)
  const entriesOfOrder = new Map<OwnEntry, NetworkEntry[]>()
  const withoutOrder: NetworkEntry[] = []
  for (const entry of network) {
    const order = findOrder(entry)
    if (order) entriesOfOrder.set(order, [...(entriesOfOrder.get(order) ?? []), entry])
    else withoutOrder.push(entry)
  }
  const extraMoney = moneyWithoutOrder(withoutOrder)
  const pairs = new Map<OwnEntry, NetworkEntry>()
  for (const [order, entries] of entriesOfOrder) {
    const sums = moneyOfOrder(order, entries)
    const [best] = sums.toSorted((a, b) => matchScoreOf(order, b) - matchScoreOf(order, a))
    if (!best) continue
    pairs.set(order, best)
    extraMoney.push(...sums.filter(entry => entry.state === 'paid' && !isSameMoney(entry, best)))
  }
  return { pairs, extraMoney }
}

/** Rates how well a sum fits an order: being paid counts most, then our receipt, then our amount. */
function matchScoreOf(order: OwnEntry, { state, receipt, amount }: NetworkEntry): number {
  const isPaid = state === 'paid'
  const hasOurReceipt =
    order.receipt !== null && receipt !== null && nameOf(receipt) === nameOf(order.receipt)
  const hasOurAmount = amount === order.amount
  return (isPaid ? 4 : 0) + (hasOurReceipt ? 2 : 0) + (hasOurAmount ? 1 : 0)
}

/** Whether two entries of one order are the same money: unless both have a receipt, and the two differ. */
const isSameMoney = (a: NetworkEntry, b: NetworkEntry): boolean =>
  a === b || a.receipt === null || b.receipt === null || nameOf(a.receipt) === nameOf(b.receipt)
