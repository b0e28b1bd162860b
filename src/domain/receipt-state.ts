// The combined result of all lines that a network has about one receipt. The last state counts, and money
// that was given back is not paid. Networks show that as a state, with a minus sign, or in a column of
// outgoing money.
import { type MoneyState, type NetworkEntry, nameOf, type OwnEntry } from './money-entry.ts'

/** `return` is the network's own refund, which it lists as a return of the sale's money. */
type OrderKind = 'payment' | 'payout' | 'return'
type Effect = MoneyState | 'given_back'

interface Line {
  readonly entry: NetworkEntry
  readonly effect: Effect
}

/**
 * Returns the effect of a network's line on the money of an order; undefined for a return of money that did
 * not happen.
 * @param kind `return` for the network's own refund, which it lists as a return of the sale's money
 * @param isSigned whether the file gives its payouts the direction `out`
 */
function effectOf(
  kind: OrderKind,
  { direction, isReversed, state }: NetworkEntry,
  { isSigned }: { readonly isSigned: boolean },
): Effect | undefined {
  if (kind === 'return') {
    if (isReversed) return 'paid'
    // Money that comes in again undoes the refund.
    return direction === 'in' && state === 'paid' ? 'given_back' : state
  }
  if (isReversed) return 'given_back'
  // A payment's money goes back out. A payout's money comes back in, unless the file writes no signs.
  const returnDirection = kind === 'payment' || !isSigned ? 'out' : 'in'
  if (direction !== returnDirection) return state
  return state === 'paid' ? 'given_back' : undefined
}

/**
 * Sorts lines in the order in which they happened: by time if all have one, otherwise as in the file. Lines
 * of the same time are sorted by the state that a payment goes through.
 */
function sortLines(kind: OrderKind, entries: readonly NetworkEntry[]): Line[] {
  // Outgoing money is a payout's line with a sign, unless the file writes its payouts without a sign.
  const isSigned = !entries.some(({ direction, state }) => direction === undefined && state === 'paid')
  const haveAllTimes = entries.every(({ at }) => at !== null)
  const rankOf = { open: 0, not_paid: 1, paid: 1, given_back: 2 } as const
  return entries
    .flatMap(entry => {
      const effect = effectOf(kind, entry, { isSigned })
      return effect ? [{ entry, effect }] : []
    })
    .toSorted((a, b) => {
      const timeDifference = haveAllTimes ? (a.entry.at ?? 0) - (b.entry.at ?? 0) : 0
      return timeDifference !== 0 ? timeDifference : rankOf[a.effect] - rankOf[b.effect]
    })
}

/**
 * Combines all lines of one receipt into one entry with the last state; undefined when no line counts.
 * @param refunded whole shillings that we gave back of this money, as in `returnedSumOf`
 */
function lastState(
  kind: OrderKind,
  entries: readonly NetworkEntry[],
  refunded = 0,
): NetworkEntry | undefined {
  const lines = sortLines(kind, entries)
  const last = lines.at(-1)
  if (!last) return undefined
  if (last.effect !== 'given_back') return { ...last.entry, state: last.effect }
  const paidIndex = lines.findLastIndex(({ effect }) => effect === 'paid')
  const paid = lines[paidIndex]?.entry
  const returns = lines.slice(paidIndex + 1).map(({ entry }) => entry)
  return withReturns(paid, last.entry, returnedSumOf(returns, refunded))
}

/**
 * Returns the sum of lines that give money back. Equal lines are separate returns as long as their sum is at
 * most `refunded`, which is what we gave back; beyond that they repeat each other and count once.
 */
function returnedSumOf(returns: readonly NetworkEntry[], refunded: number): number {
  const sum = sumOf(returns)
  return sum <= refunded ? sum : sumOf(uniqueLines(returns))
}

/**
 * Returns the entry of money that was given back. If only a part was, the rest is still paid: `amount` is the
 * rest and `returned` the part.
 * @param paid the entry before the returns; undefined if the network lists only returns
 * @param returnedSum whole shillings; 0 when the returns have no amount, so that all was given back
 */
function withReturns(
  paid: NetworkEntry | undefined,
  lastReturn: NetworkEntry,
  returnedSum: number,
): NetworkEntry {
  if (paid && paid.amount !== null && returnedSum > 0 && returnedSum < paid.amount)
    return { ...paid, amount: paid.amount - returnedSum, returned: returnedSum + (paid.returned ?? 0) }
  const hasSum = returnedSum !== 0
  const amount = paid?.amount ?? (hasSum ? returnedSum : lastReturn.amount)
  const notPaid: NetworkEntry = { ...lastReturn, amount, state: 'not_paid', isReversed: true }
  const returned = hasSum ? returnedSum : amount
  return returned ? { ...notPaid, returned } : notPaid
}

/** Adds up the amounts of lines; a line without an amount counts as 0. */
const sumOf = (lines: readonly NetworkEntry[]) => lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0)

/** Returns lines without those that repeat another: the same amount, time and receipt. */
const uniqueLines = (lines: readonly NetworkEntry[]): NetworkEntry[] => [
  ...new Map(lines.map(entry => [`${entry.amount} ${entry.at} ${entry.receipt}`, entry])).values(),
]

/** Returns how the network lists one of our orders: as a payment, a payout or a return of a payment. */
function kindOf({ kind, refundOf }: OwnEntry): OrderKind {
  if (refundOf !== undefined) return 'return'
  return kind === 'payment' ? 'payment' : 'payout'
}

/** Returns what identifies the money of an entry: its receipt, or else its reference. */
const keyOf = ({ receipt, reference }: NetworkEntry): string => nameOf(receipt ?? reference ?? '')
/** Groups entries by their receipt, or by their reference where they have none. */
const entriesByName = (entries: readonly NetworkEntry[]) => [...Map.groupBy(entries, keyOf).values()]

/**
 * Returns the sums of money that the network has for one of our orders, each as one entry with its last
 * state. Usually there is one sum; a customer who paid twice makes two, with two receipts. A line without a
 * receipt belongs to the sum that we booked. A return does so too, unless a second sum has its amount.
 */
export function moneyOfOrder(order: OwnEntry, entries: readonly NetworkEntry[]): NetworkEntry[] {
  const kind = kindOf(order)
  const stateOf = (group: readonly NetworkEntry[]) => lastState(kind, group, order.refunded)
  const isReturn = (entry: NetworkEntry) => effectOf(kind, entry, { isSigned: true }) === 'given_back'
  // Each receipt is a group of lines. A group with only returns belongs to the group of another receipt.
  const groups = entriesByName(entries.filter(({ receipt }) => receipt !== null))
  const separateReturns = groups.filter(group => group.every(isReturn)).flat()
  const sumGroups = groups.filter(group => !group.every(isReturn))
  if (sumGroups.length === 0) {
    const onlyState = stateOf(entries)
    return onlyState ? [onlyState] : []
  }
  const isBooked = ([entry]: readonly NetworkEntry[]) =>
    entry !== undefined && order.receipt !== null && nameOf(entry.receipt ?? '') === nameOf(order.receipt)
  const bookedGroup = sumGroups.find(isBooked) ?? sumGroups[0]
  const extraGroups = sumGroups.length > 1 ? sumGroups.filter(group => !isBooked(group)) : []
  const groupOfReturn = ({ amount }: NetworkEntry) =>
    extraGroups.find(group => group[0]?.amount === amount) ?? bookedGroup
  for (const entry of entries.filter(({ receipt }) => receipt === null)) {
    const group = isReturn(entry) ? groupOfReturn(entry) : bookedGroup
    group?.push(entry)
  }
  for (const entry of separateReturns) groupOfReturn(entry)?.push(entry)
  return sumGroups.map(stateOf).filter(entry => entry !== undefined)
}

/** Returns the paid money that belongs to none of our orders, each receipt once. */
export function moneyWithoutOrder(entries: readonly NetworkEntry[]): NetworkEntry[] {
  return entriesByName(entries).flatMap(group => {
    const isOutgoing = group.every(({ direction }) => direction === 'out')
    const money = isOutgoing ? outgoingMoney(group) : lastState('payment', group)
    return money?.state === 'paid' ? [money] : []
  })
}

/**
 * Combines lines of money that went out and never came in; its amount becomes negative. A reversal of
 * something else is such money too, so it does not count as given back here.
 */
function outgoingMoney(group: readonly NetworkEntry[]): NetworkEntry | undefined {
  const withoutReversal = group.map(({ isReversed: _, ...entry }) => entry)
  const money = lastState('payout', withoutReversal)
  if (!money || money.amount === null) return money
  const outgoing: NetworkEntry = { ...money, amount: -money.amount }
  return group.some(entry => entry.isReversed) ? { ...outgoing, isReversed: true } : outgoing
}
