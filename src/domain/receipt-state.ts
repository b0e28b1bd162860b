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
 * Returns the effect of a line on an order's money; undefined for a return of money that did not happen.
 * @param isSigned whether the file gives its payouts the direction `out`
 */
function effectOf(
  kind: OrderKind,
  { direction, isReversed, state }: NetworkEntry,
  { isSigned }: { readonly isSigned: boolean },
): Effect | undefined {
  if (kind === 'return') {
    if (isReversed) return 'paid'
    return direction === 'in' && state === 'paid' ? 'given_back' : state
  }
  if (isReversed) return 'given_back'
  const returnDirection = kind === 'payment' || !isSigned ? 'out' : 'in'
  if (direction !== returnDirection) return state
  return state === 'paid' ? 'given_back' : undefined
}

/**
 * Sorts lines in the order in which they happened: by time if all have one, otherwise as in the file. Lines
 * of the same time are sorted by the state that a payment goes through.
 */
function inOrder(kind: OrderKind, entries: readonly NetworkEntry[]): Line[] {
  // Outgoing money is a payout's line with a sign, unless the file writes its payouts without a sign.
  const isSigned = !entries.some(({ direction, state }) => direction === undefined && state === 'paid')
  const isTimed = entries.every(({ at }) => at !== null)
  const rank = { open: 0, not_paid: 1, paid: 1, given_back: 2 } as const
  return entries
    .flatMap(entry => {
      const effect = effectOf(kind, entry, { isSigned })
      return effect ? [{ entry, effect }] : []
    })
    .toSorted((a, b) => {
      const timeDifference = isTimed ? (a.entry.at ?? 0) - (b.entry.at ?? 0) : 0
      return timeDifference !== 0 ? timeDifference : rank[a.effect] - rank[b.effect]
    })
}

/**
 * Returns one entry with the final state of one receipt's lines; undefined when no line counts. If a part was
 * given back, the rest is still paid: `amount` is the rest and `returned` the part.
 * @param refunded the amount that we gave back of it, whole shillings: lines within this sum are separate
 * returns, not repeated lines
 */
function lastState(
  kind: OrderKind,
  entries: readonly NetworkEntry[],
  refunded = 0,
): NetworkEntry | undefined {
  const lines = inOrder(kind, entries)
  const last = lines.at(-1)
  if (!last) return undefined
  if (last.effect !== 'given_back') return { ...last.entry, state: last.effect }
  const paidIndex = lines.findLastIndex(({ effect }) => effect === 'paid')
  const paid = lines[paidIndex]?.entry
  const returns = lines.slice(paidIndex + 1).map(({ entry }) => entry)
  // Equal lines are separate returns up to what we refunded; beyond that they repeat each other.
  const listedSum = sumOf(returns) <= refunded ? sumOf(returns) : sumOf(uniqueLines(returns))
  const isPartial = paid && paid.amount !== null && listedSum > 0 && listedSum < paid.amount
  if (isPartial)
    return { ...paid, amount: paid.amount - listedSum, returned: listedSum + (paid.returned ?? 0) }
  const hasListedSum = listedSum !== 0
  const amount = paid?.amount ?? (hasListedSum ? listedSum : last.entry.amount)
  const givenBack = hasListedSum ? listedSum : amount
  const returnedField: Pick<NetworkEntry, 'returned'> = givenBack ? { returned: givenBack } : {}
  return { ...last.entry, amount, state: 'not_paid', isReversed: true, ...returnedField }
}

const sumOf = (lines: readonly NetworkEntry[]) => lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0)

/** Removes lines that lists and files repeat. */
const uniqueLines = (lines: readonly NetworkEntry[]): NetworkEntry[] => [
  ...new Map(lines.map(entry => [`${entry.amount} ${entry.at} ${entry.receipt}`, entry])).values(),
]

/** Returns which kind of money the lines of one of our orders are about. */
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
 * state. Usually that is one sum; a customer who paid twice makes two, with two receipts. A line without a
 * receipt belongs to the sum that we booked, and so does a return, unless a second sum has its amount.
 */
export function moneyOfOrder(own: OwnEntry, entries: readonly NetworkEntry[]): NetworkEntry[] {
  const kind = kindOf(own)
  const stateOf = (group: readonly NetworkEntry[]) => lastState(kind, group, own.refunded)
  const isReturn = (entry: NetworkEntry) => effectOf(kind, entry, { isSigned: true }) === 'given_back'
  const groups = entriesByName(entries.filter(({ receipt }) => receipt !== null))
  const separateReturns = groups.filter(group => group.every(isReturn)).flat()
  const incoming = groups.filter(group => !group.every(isReturn))
  if (incoming.length === 0) return [stateOf(entries)].filter(entry => entry !== undefined)
  const isBooked = ([entry]: readonly NetworkEntry[]) =>
    entry !== undefined && own.receipt !== null && nameOf(entry.receipt ?? '') === nameOf(own.receipt)
  const bookedGroup = incoming.find(isBooked) ?? incoming[0]
  const extraGroups = incoming.length > 1 ? incoming.filter(group => !isBooked(group)) : []
  const groupOfReturn = ({ amount }: NetworkEntry) =>
    extraGroups.find(group => group[0]?.amount === amount) ?? bookedGroup
  for (const entry of entries.filter(({ receipt }) => receipt === null)) {
    const group = isReturn(entry) ? groupOfReturn(entry) : bookedGroup
    group?.push(entry)
  }
  for (const entry of separateReturns) groupOfReturn(entry)?.push(entry)
  return incoming.map(stateOf).filter(entry => entry !== undefined)
}

/**
 * Returns the paid money that belongs to none of our orders, each receipt once. Money that went out and never
 * came in has a negative amount, even when it reverses something else.
 */
export function moneyWithoutOrder(entries: readonly NetworkEntry[]): NetworkEntry[] {
  return entriesByName(entries).flatMap(group => {
    const isOut = group.every(({ direction }) => direction === 'out')
    const withoutReversal = group.map(({ isReversed: _, ...entry }) => entry)
    const money = isOut ? lastState('payout', withoutReversal) : lastState('payment', group)
    if (money?.state !== 'paid') return []
    const isReversed = group.some(entry => entry.isReversed) ? { isReversed: true as const } : {}
    return [isOut && money.amount !== null ? { ...money, amount: -money.amount, ...isReversed } : money]
  })
}
