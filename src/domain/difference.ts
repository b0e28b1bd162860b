// A stored difference between our books and a network:
//
//   open ──► cured   a later comparison found both sides equal
//     └────► seen    a person looked at it and wrote down why it stays
//
// A difference that is found again after it was cured, or that has changed, is open again.
import { fault } from './fault.ts'
import type { MoneyState, NetworkEntry, OwnEntry } from './money-entry.ts'
import { type Difference, type DifferenceResult, differenceKey } from './reconciliation.ts'

/**
 * network: from the network's list, its status checks or the messages of a till number · file: from an
 * uploaded file.
 */
export type DifferenceSource = 'network' | 'file'

/** Where and when a comparison was made. */
export interface ComparedDay {
  readonly accountId: string
  readonly day: number // YYYYMMDD in the account's time zone
  readonly connection: string // the id of the account's connection
  readonly source: DifferenceSource
  readonly network: string // the network's name
}

export interface StoredDifference extends ComparedDay {
  readonly id: string
  readonly key: string // the key of the difference within its connection and source
  readonly result: DifferenceResult
  /** If we have no order: payout for money that went out, null for money that came in. */
  readonly kind: OwnEntry['kind'] | null
  readonly subject: string | null // the payment, payout or refund; null where there is none
  readonly reference: string | null
  readonly receipt: string | null
  readonly ownAmount: number | null
  readonly ownState: MoneyState | null
  readonly networkReference: string | null
  readonly networkReceipt: string | null
  readonly networkAmount: number | null
  readonly networkState: MoneyState | null
  readonly foundAt: number
  readonly curedAt: number | null
  readonly seenAt: number | null
  readonly seenBy: string | null // the id of a person
  readonly note: string | null
}

/** The result of comparing a day. */
export interface Reconciliation extends ComparedDay {
  readonly checkedAt: number
  readonly matchedCount: number
  readonly matchedAmount: number
  readonly unpaid: number
  readonly unanswered: number
  readonly error: ReconciliationError | null // why not everything was compared
}
export const reconciliationErrors = ['network_silent', 'network_removed'] as const
export type ReconciliationError = (typeof reconciliationErrors)[number]

/** Everything stored about a day. */
export interface ReconciledDay {
  readonly day: number // YYYYMMDD
  readonly timeZone: string
  readonly isRunning: boolean // a comparison is under way
  readonly results: readonly Reconciliation[]
  readonly differences: readonly StoredDifference[]
  readonly isCapped: boolean // there are more differences than listed
  /** Days with open differences, newest first. */
  readonly openDays: readonly { readonly day: number; readonly count: number }[]
}

/** Returns the state of a difference. A difference that was seen and later cured counts as cured. */
export function differenceState({ curedAt, seenAt }: StoredDifference): 'open' | 'seen' | 'cured' {
  if (curedAt !== null) return 'cured'
  return seenAt !== null ? 'seen' : 'open'
}

/**
 * Returns the row to store for a difference that a comparison found: a new row, or the earlier row with the
 * facts of now. That row is open again if it was cured or has changed; else a row that was seen stays seen.
 * @param before the row with this key; undefined for a new difference
 * @param newRow `id` for a new row; `strangerKind`, the kind to store for money of which we have no order
 */
export function newDifference(
  day: ComparedDay,
  { result, own, network }: Difference,
  before: StoredDifference | undefined,
  newRow: { readonly id: string; readonly now: number; readonly strangerKind?: 'payout' | null },
): StoredDifference {
  // A refund that only the network knows (`refund_missing_here`) has no kind, like a payment.
  const strangerKind = result === 'missing_here' ? (newRow.strangerKind ?? null) : null
  const facts = {
    key: differenceKey({ own, network }),
    result,
    kind: own?.kind ?? strangerKind,
    subject: own?.subject ?? null,
    reference: own?.reference ?? null,
    receipt: own?.receipt ?? null,
    ownAmount: own?.amount ?? null,
    ownState: own?.state ?? null,
    networkReference: network?.reference ?? null,
    networkReceipt: network?.receipt ?? null,
    networkAmount: network?.amount ?? null,
    networkState: network?.state ?? null,
  }
  const foundNow = { foundAt: newRow.now, curedAt: null, seenAt: null, seenBy: null, note: null }
  const { accountId, day: dayNumber, connection, source, network: networkName } = day
  const comparedDay = { accountId, day: dayNumber, connection, source, network: networkName }
  if (!before) return { ...comparedDay, ...facts, id: newRow.id, ...foundNow }
  const isUnchanged =
    before.curedAt === null &&
    before.result === result &&
    before.ownAmount === facts.ownAmount &&
    before.networkAmount === facts.networkAmount
  return isUnchanged ? { ...before, ...facts } : { ...before, ...facts, ...foundNow }
}

/** Returns the network's entry as it was when the difference was found; undefined if the network had none. */
export function networkEntryOf(stored: StoredDifference): NetworkEntry | undefined {
  if (stored.networkState === null) return undefined
  return {
    reference: stored.networkReference,
    receipt: stored.networkReceipt,
    amount: stored.networkAmount,
    state: stored.networkState,
    at: null,
    ...returnedAtNetwork(stored),
  }
}

/** Returns the fields of a network's entry about money it gave back, which only `refund_missing_here` has. */
function returnedAtNetwork({ result, ownAmount, networkAmount, networkState }: StoredDifference) {
  if (result !== 'refund_missing_here') return {}
  if (networkState !== 'paid') return { isReversed: true as const } // all of it
  return { returned: (ownAmount ?? 0) - (networkAmount ?? 0) }
}

/**
 * Marks a difference as seen by a person, who writes down why it stays.
 * @throws Fault `difference_ended` when it is no longer open
 */
export function markDifferenceSeen(
  stored: StoredDifference,
  decision: { readonly note: string; readonly by: string },
  now: number,
): StoredDifference {
  if (differenceState(stored) !== 'open') throw fault('difference_ended')
  return { ...stored, seenAt: now, seenBy: decision.by, note: decision.note }
}
