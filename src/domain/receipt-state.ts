// The combined result of all lines that a network has about one receipt. The last state counts, and money
// that was given back is not paid. Networks show that as a state, with a minus sign, or in a column of
// outgoing money.
import { type MoneyState, type NetworkEntry, nameOf, type OwnEntry } from './money-entry.ts'

/** return: the network's own refund, which it lists as a return of the sale's money. */
type Kind = 'payment' | 'payout' | 'return'
type Effect = MoneyState | 'given_back'

interface Line {
  readonly entry: NetworkEntry
  readonly effect: Effect
}

/** The effect of a line on an order's money; undefined for a return of money that did not happen. */
function effectOf(
  kind: Kind,
  { direction, isReversed, state }: NetworkEntry,
  isSigned: boolean,
): Effect | undefined {
  if (kind === 'return') {
    if (isReversed) return 'paid'
    return direction === 'in' && state === 'paid' ? 'given_back' : state
  }
  if (isReversed) return 'given_back'
  const isAgainst = kind === 'payment' || !isSigned ? direction === 'out' : direction === 'in'
  if (!isAgainst) return state
  return state === 'paid' ? 'given_back' : undefined
}

/** Sorts lines in the order in which they happened: by time if all have one, otherwise as in the file. */
function inOrder(kind: Kind, entries: readonly NetworkEntry[]): Line[] {
  // Outgoing money is a payout's line with a sign, unless the file writes its payouts without a sign.
  const isSigned = !entries.some(({ direction, state }) => direction === undefined && state === 'paid')
  const isTimed = entries.every(({ at }) => at !== null)
  const rank = { open: 0, not_paid: 1, paid: 1, given_back: 2 } as const
  return entries
    .flatMap(entry => {
      const effect = effectOf(kind, entry, isSigned)
      return effect ? [{ entry, effect }] : []
    })
    .toSorted(
      (a, b) => (isTimed ? (a.entry.at ?? 0) - (b.entry.at ?? 0) : 0) || rank[a.effect] - rank[b.effect],
    )
}

/**
 * The final state of one receipt's lines; undefined when no line counts.
 * @param refunded the amount that we gave back of it, whole shillings: lines within this sum are separate
 * returns, not repeated lines
 */
function lastState(kind: Kind, entries: readonly NetworkEntry[], refunded = 0): NetworkEntry | undefined {
  const lines = inOrder(kind, entries)
  const last = lines.at(-1)
  if (!last) return undefined
  if (last.effect !== 'given_back') return { ...last.entry, state: last.effect }
  const paidAt = lines.findLastIndex(({ effect }) => effect === 'paid')
  const paid = lines[paidAt]?.entry
  const back = lines.slice(paidAt + 1).map(({ entry }) => entry)
  const returned = sumOf(back) <= refunded ? sumOf(back) : sumOf(uniqueLines(back))
  if (paid && paid.amount !== null && returned > 0 && returned < paid.amount)
    return { ...paid, amount: paid.amount - returned, returned: returned + (paid.returned ?? 0) }
  const amount = paid?.amount ?? (returned === 0 ? last.entry.amount : returned)
  const sum = returned === 0 ? amount : returned
  return { ...last.entry, amount, state: 'not_paid', isReversed: true, ...(sum ? { returned: sum } : {}) }
}

const sumOf = (lines: readonly NetworkEntry[]) => lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0)

/** Removes lines that lists and files repeat. */
const uniqueLines = (lines: readonly NetworkEntry[]): NetworkEntry[] => [
  ...new Map(lines.map(entry => [`${entry.amount} ${entry.at} ${entry.receipt}`, entry])).values(),
]

const kindOf = ({ kind, refundOf }: OwnEntry): Kind =>
  refundOf !== undefined ? 'return' : kind === 'payment' ? 'payment' : 'payout'

const keyOf = ({ receipt, reference }: NetworkEntry): string => nameOf(receipt ?? reference ?? '')
const entriesByName = (entries: readonly NetworkEntry[]) => [...Map.groupBy(entries, keyOf).values()]

/**
 * The sums of money of one of our orders, each with its last state. A line without a receipt, or a return
 * with its own receipt, belongs to money that came in: to extra money of that amount, otherwise to the money
 * that we booked.
 */
export function moneyOfOrder(own: OwnEntry, entries: readonly NetworkEntry[]): NetworkEntry[] {
  const kind = kindOf(own)
  const stateOf = (group: readonly NetworkEntry[]) => lastState(kind, group, own.refunded)
  const isReturn = (entry: NetworkEntry) => effectOf(kind, entry, true) === 'given_back'
  const groups = entriesByName(entries.filter(({ receipt }) => receipt !== null))
  const [loose, named] = [
    groups.filter(group => group.every(isReturn)),
    groups.filter(group => !group.every(isReturn)),
  ]
  const isOurs = ([entry]: readonly NetworkEntry[]) =>
    entry !== undefined && own.receipt !== null && nameOf(entry.receipt ?? '') === nameOf(own.receipt)
  const homeOf = ({ amount }: NetworkEntry) =>
    named.find(group => !isOurs(group) && named.length > 1 && group[0]?.amount === amount) ??
    named.find(isOurs) ??
    named[0]
  const unnamed = entries.filter(({ receipt }) => receipt === null)
  if (named.length === 0) return [stateOf(entries)].filter(entry => entry !== undefined)
  for (const entry of unnamed)
    (isReturn(entry) ? homeOf(entry) : (named.find(isOurs) ?? named[0]))?.push(entry)
  for (const entry of loose.flat()) homeOf(entry)?.push(entry)
  return named.map(stateOf).filter(entry => entry !== undefined)
}

/**
 * Money without an order, each receipt once. Money that went out and never came in has a negative amount,
 * even when it reverses something else.
 */
export function strangerMoney(entries: readonly NetworkEntry[]): NetworkEntry[] {
  return entriesByName(entries).flatMap(group => {
    const isOut = group.every(({ direction }) => direction === 'out')
    const money = isOut
      ? lastState(
          'payout',
          group.map(({ isReversed: _, ...entry }) => entry),
        )
      : lastState('payment', group)
    if (money?.state !== 'paid') return []
    const isReversed = group.some(entry => entry.isReversed) ? { isReversed: true as const } : {}
    return [isOut && money.amount !== null ? { ...money, amount: -money.amount, ...isReversed } : money]
  })
}
