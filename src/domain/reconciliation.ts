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

/**
 * Returns how the two sides of one of our orders differ; undefined when they agree about its money.
 * @param network null when the network has no entry of the order
 * @param isMoneyOnly whether the network's entries are only about money that moved
 */
function differenceOf(
  own: OwnEntry,
  network: NetworkEntry | null,
  isMoneyOnly: boolean,
): DifferenceResult | undefined {
  const { state, amount, refunded = 0 } = own
  if (!network) return isExpectedThere(own, isMoneyOnly) ? 'missing_there' : undefined
  const [isPaidHere, isPaidThere] = [state === 'paid', network.state === 'paid']
  const returnedThere = isPaidHere ? returnedAmountOf(own, network) : 0
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

/** Whether the network must have an entry of an order. Money that was refunded completely needs none. */
function isExpectedThere({ state, amount, refundCompleted = 0 }: OwnEntry, isMoneyOnly: boolean): boolean {
  if (state === 'paid') return refundCompleted < amount
  return state === 'open' && !isMoneyOnly
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
 * Returns the pairs, and a pair for each refund that the network does not list on a line of its own: some
 * networks only add refunds up, as the returned sum of the payment. The sum covers the largest refunds first.
 */
function withReturnedRefunds(own: readonly OwnEntry[], listedPairs: Pairing['pairs']): Pairing['pairs'] {
  const pairs = new Map(listedPairs)
  for (const payment of own) {
    const network = listedPairs.get(payment)
    let returnedLeft = network && payment.refunded ? returnedAmountOf(payment, network) : 0
    if (returnedLeft <= 0) continue
    const unlisted = refundsOf(payment, own).filter(
      refund => !listedPairs.has(refund) && refund.state !== 'not_paid',
    )
    for (const refund of unlisted.toSorted((a, b) => b.amount - a.amount)) {
      const { amount } = refund
      if (amount > returnedLeft) continue
      returnedLeft -= amount
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
 * Pairs each of our orders with the network's entry about it. If the network has several sums for one order,
 * the order is paired with the sum most like the booked one, and other paid money is a stranger.
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
    const [best] = sums.toSorted((a, b) => likenessOf(order, b) - likenessOf(order, a))
    if (!best) continue
    pairs.set(order, best)
    strangers.push(...sums.filter(entry => entry.state === 'paid' && !isSameMoney(entry, best)))
  }
  return { pairs, strangers }
}

/** Rates how like the booked money a sum is: being paid counts most, then our receipt, then our amount. */
function likenessOf(own: OwnEntry, { state, receipt, amount }: NetworkEntry): number {
  const isPaid = state === 'paid'
  const hasOurReceipt = own.receipt !== null && receipt !== null && nameOf(receipt) === nameOf(own.receipt)
  const hasOurAmount = amount === own.amount
  return (isPaid ? 4 : 0) + (hasOurReceipt ? 2 : 0) + (hasOurAmount ? 1 : 0)
}

/** Whether two entries of one order are the same money: unless both have a receipt, and these differ. */
const isSameMoney = (a: NetworkEntry, b: NetworkEntry): boolean =>
  a === b || a.receipt === null || b.receipt === null || nameOf(a.receipt) === nameOf(b.receipt)
