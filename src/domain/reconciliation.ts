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

/** Returns the key of a difference in its day, which is the same when the comparison is repeated. */
export function differenceKey({ own, network }: Pick<Difference, 'own' | 'network'>): string {
  if (own) return own.reference
  return [network?.reference, network?.receipt].map(name => nameOf(name ?? '')).join('/')
}

/** Compares what both sides have of a day. The network's entries must all be of that day. */
export function compareSides({ own, network, unanswered, isMoneyOnly = false }: Sides): Comparison {
  const { pairs: listedPairs, strangers } = pairUp(own, network)
  const pairs = withReturnedRefunds(own, listedPairs)
  const matched = { count: 0, amount: 0 }
  const counts = { unpaid: 0, unanswered: 0 }
  const differences: Difference[] = []
  for (const entry of own) {
    const networkEntry = pairs.get(entry) ?? null
    if (!networkEntry && unanswered?.has(entry.reference)) {
      counts.unanswered += 1
      continue
    }
    const comparedEntry = isMoneyOnly ? withoutListedRefunds(entry, own, listedPairs) : entry
    const result = differenceOf(comparedEntry, networkEntry, isMoneyOnly)
    if (result) differences.push({ result, own: entry, network: networkEntry })
    else if (entry.state === 'paid' && networkEntry?.state === 'paid') {
      matched.count += 1
      matched.amount += entry.amount
    } else counts.unpaid += 1
  }
  for (const stranger of strangers) {
    const result = stranger.isReversed ? 'refund_missing_here' : 'missing_here'
    differences.push({ result, own: null, network: stranger })
  }
  return { matched, ...counts, differences }
}

/** Returns how one of our orders differs; undefined when both sides agree. */
function differenceOf(
  own: OwnEntry,
  network: NetworkEntry | null,
  isMoneyOnly: boolean,
): DifferenceResult | undefined {
  const { state, amount, refunded = 0, refundCompleted = 0 } = own
  if (!network) {
    // Money that was refunded completely is on neither side.
    if (state === 'paid') return refundCompleted >= amount ? undefined : 'missing_there'
    return state === 'open' && !isMoneyOnly ? 'missing_there' : undefined
  }
  const returned = state === 'paid' ? returnedAmountOf(own, network) : 0
  if (returned > refunded) return 'refund_missing_here'
  if (returned > 0 && network.state !== 'paid') return undefined // all was given back
  if (returned > 0) return (network.amount ?? 0) + returned === amount ? undefined : 'other_amount'
  if (state === 'paid' && network.state === 'paid')
    return network.amount !== null && network.amount !== amount ? 'other_amount' : undefined
  if (state === network.state) return undefined
  // Without money on either side, only an order that is still open for us differs.
  const isPaid = state === 'paid' || network.state === 'paid'
  return isPaid || state === 'open' ? 'other_state' : undefined
}

/** Returns what the network gave back of a payment. Whole shillings. */
function returnedAmountOf({ kind, amount }: OwnEntry, network: NetworkEntry): number {
  if (kind !== 'payment') return 0
  if (network.returned !== undefined) return network.returned
  return network.isReversed ? (network.amount ?? amount) : 0
}

/** Returns the refunds of a payment by its network; none for a payout or refund. */
const refundsOf = ({ kind, reference }: OwnEntry, own: readonly OwnEntry[]): readonly OwnEntry[] =>
  kind === 'payment' ? own.filter(({ refundOf }) => refundOf === reference) : []

/** Subtracts refunds that have their own lines at the network, because its returned sum excludes them. */
function withoutListedRefunds(
  payment: OwnEntry,
  own: readonly OwnEntry[],
  listedPairs: Pairing['pairs'],
): OwnEntry {
  if (!payment.refunded) return payment
  const sum = refundsOf(payment, own)
    .filter(refund => refund.state !== 'not_paid' && listedPairs.has(refund))
    .reduce((total, { amount }) => total + amount, 0)
  return { ...payment, refunded: Math.max(0, payment.refunded - sum) }
}

/**
 * Adds pairs for refunds without a line at the network, which adds them up in the line of their payment: the
 * largest first, while the returned sum covers them.
 */
function withReturnedRefunds(own: readonly OwnEntry[], paired: Pairing['pairs']): Pairing['pairs'] {
  const pairs = new Map(paired)
  for (const payment of own) {
    const network = paired.get(payment)
    let left = network && payment.refunded ? returnedAmountOf(payment, network) : 0
    const refunds = left > 0 ? refundsOf(payment, own) : []
    for (const refund of refunds.toSorted((a, b) => b.amount - a.amount)) {
      const { amount, state } = refund
      if (paired.has(refund) || state === 'not_paid' || amount > left) continue
      left -= amount
      pairs.set(refund, { reference: null, receipt: null, amount, state: 'paid', at: null })
    }
  }
  return pairs
}

/** Whether our books have the money of a payment, but the network gave all of it back. */
export const isTakenBack = (
  difference: Difference,
): difference is Difference & { readonly own: OwnEntry } => {
  const { own, network } = difference
  if (own?.kind !== 'payment' || own.state !== 'paid' || network?.state !== 'not_paid') return false
  return (network.returned ?? own.amount) >= own.amount
}

interface Pairing {
  readonly pairs: ReadonlyMap<OwnEntry, NetworkEntry>
  readonly strangers: readonly NetworkEntry[] // money without an order, or extra money for one
}

/**
 * Returns a function that finds our order for a network's entry: by our reference, else by the receipt, which
 * may come from another entry with our reference; for a reversal, by the names it mentions.
 */
export function ownFinder(own: readonly OwnEntry[], network: readonly NetworkEntry[]) {
  const byReference = new Map(own.map(entry => [nameOf(entry.reference), entry]))
  const byReceipt = new Map(own.flatMap(entry => (entry.receipt ? [[nameOf(entry.receipt), entry]] : [])))
  const find = (name: string | null) =>
    name === null ? undefined : (byReference.get(nameOf(name)) ?? byReceipt.get(nameOf(name)))
  /** Our order by the receipt of an entry with our reference; null when several orders have that receipt. */
  const byNetworkReceipt = new Map<string, OwnEntry | null>()
  for (const { reference, receipt } of network) {
    if (receipt === null) continue
    const order = find(reference)
    if (order === undefined) continue
    const before = byNetworkReceipt.get(nameOf(receipt))
    byNetworkReceipt.set(nameOf(receipt), before === undefined || before === order ? order : null)
  }
  return ({ reference, receipt, mentions = [] }: NetworkEntry): OwnEntry | undefined => {
    const sameReceipt = receipt === null ? undefined : byNetworkReceipt.get(nameOf(receipt))
    return find(reference) ?? find(receipt) ?? sameReceipt ?? mentions.map(find).find(Boolean)
  }
}

/**
 * Finds the network's entry of each order: the last state of the money that we booked, else of other money.
 */
function pairUp(own: readonly OwnEntry[], network: readonly NetworkEntry[]): Pairing {
  const find = ownFinder(own, network)
  const matches = new Map<OwnEntry, NetworkEntry[]>()
  const others: NetworkEntry[] = []
  for (const entry of network) {
    const order = find(entry)
    if (order) matches.set(order, [...(matches.get(order) ?? []), entry])
    else others.push(entry)
  }
  const strangers = moneyWithoutOrder(others)
  const pairs = new Map<OwnEntry, NetworkEntry>()
  for (const [order, entries] of matches) {
    const sums = moneyOfOrder(order, entries)
    const [best] = sums.toSorted((a, b) => rankOf(order, b) - rankOf(order, a))
    if (!best) continue
    pairs.set(order, best)
    strangers.push(...sums.filter(entry => entry.state === 'paid' && !isSameMoney(entry, best)))
  }
  return { pairs, strangers }
}

/** Ranks the sums of one order: paid money counts most, then our receipt, then our amount. */
const rankOf = (own: OwnEntry, { state, receipt, amount }: NetworkEntry): number =>
  (state === 'paid' ? 4 : 0) +
  (own.receipt !== null && receipt !== null && nameOf(receipt) === nameOf(own.receipt) ? 2 : 0) +
  (amount === own.amount ? 1 : 0)

/** Whether two entries of one order are the same money: unless both have a receipt, and these differ. */
const isSameMoney = (a: NetworkEntry, b: NetworkEntry): boolean =>
  a === b || a.receipt === null || b.receipt === null || nameOf(a.receipt) === nameOf(b.receipt)
