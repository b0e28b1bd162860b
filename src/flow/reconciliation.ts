// Reconciliation: each night, and on demand, compares every attempt, payout and refund of a day with the
// network's statement. Differences are stored and wait for a person; nothing is booked here.

import type { Account } from '../domain/account.ts'
import { dayAfter, dayOf, daySpan, type Span } from '../domain/day.ts'
import {
  type ComparedDay,
  newDifference,
  type ReconciledDay,
  type ReconciliationError,
  type StoredDifference,
} from '../domain/difference.ts'
import { assert } from '../domain/fault.ts'
import { idWithPrefix } from '../domain/id.ts'
import type { NetworkEntry, OwnEntry } from '../domain/money-entry.ts'
import {
  type Comparison,
  compareSides,
  differenceKey,
  isTakenBack,
  ownFinder,
} from '../domain/reconciliation.ts'
import { findAccount, listAccounts } from '../store/account.ts'
import { listAttempts } from '../store/attempt.ts'
import type { Tx } from '../store/engine/statement.ts'
import { findPayment } from '../store/payment.ts'
import {
  findDifferenceByKey,
  listDifferences,
  listOpenDays,
  listReconciliations,
  putDifference,
  putReconciliation,
} from '../store/reconciliation.ts'
import type { Appliance } from './appliance.ts'
import { statementOf } from './network-statement.ts'
import { isKnownHere, type OwnOfConnection, ownStatement } from './own-statement.ts'
import { reportReversedAttempt } from './reversal.ts'
import { networkWaitMs, withTimeout } from './timeout.ts'

/** The most stored differences of a day. More have one cause, such as another merchant's credentials. */
export const differencesMax = 1_000
/** How many days the nightly run looks back for days that no run could finish. */
const nightsBack = 7
/** A day is compared this long after midnight, so that sales of the evening can end first. */
const settlingMs = 3_600_000
/** The wait before the next run when the clock is unreliable or a network did not answer. */
const retryMs = 3_600_000
const dayMs = 86_400_000

/**
 * Returns the last comparison of a day. First it compares the day, if it is not over or was not compared
 * completely since its end (see `isCompared`). A comparison that takes too long goes on after this returns.
 * @param day YYYYMMDD in the account's time zone
 * @param isForced whether to compare the day even if that is not needed
 */
export async function comparisonOfDay(
  appliance: Appliance,
  account: Account,
  day: number,
  isForced: boolean,
): Promise<ReconciledDay> {
  const { store, world, connections } = appliance
  const { id, timeZone } = account
  const isFuture = day > dayOf(world.clock.now(), timeZone)
  const isNeeded = async () =>
    isForced || !(await isCompared(appliance, account, day, connections.connectionsOf(account)))
  if (!isFuture && (await isNeeded()))
    await withTimeout(appliance, networkWaitMs, reconcileDay(appliance, account, day))
  const differences = await listDifferences(store.read, id, day, differencesMax + 1)
  return {
    day,
    timeZone,
    isRunning: appliance.reconciling.has(runKey(account, day)),
    results: await listReconciliations(store.read, id, day),
    differences: differences.slice(0, differencesMax),
    isCapped: differences.length > differencesMax,
    openDays: await listOpenDays(store.read, id),
  }
}

/** Returns the key of a day's comparison among those that are running. */
const runKey = ({ id }: Account, day: number) => `${id} ${day}`

/** Compares a day with all networks of the account. If that comparison is running already, waits for it. */
export function reconcileDay(appliance: Appliance, account: Account, day: number): Promise<void> {
  const { reconciling, world } = appliance
  const key = runKey(account, day)
  const running = reconciling.get(key)
  if (running) return running
  const comparing = compareDay(appliance, account, day).finally(() => reconciling.delete(key))
  // Log a failure here: a request that has stopped waiting never receives it.
  comparing.catch(error => world.log('error', 'a day could not be reconciled', { error: String(error) }))
  reconciling.set(key, comparing)
  return comparing
}

/** Compares our entries of a day with the network's statement for each connection. */
async function compareDay(appliance: Appliance, account: Account, day: number): Promise<void> {
  const span = daySpan(day, account.timeZone)
  const ownByConnection = await ownStatement(appliance, account.id, span)
  // A network may list money for a connection over which we have no orders.
  for (const { id, connector } of appliance.connections.connectionsOf(account))
    if (!ownByConnection.has(id)) ownByConnection.set(id, { connector, entries: [] })
  for (const [id, own] of ownByConnection) await compareConnection(appliance, account, { day, span, id }, own)
}

interface DayOfConnection {
  readonly day: number // YYYYMMDD in the account's time zone
  readonly span: Span
  readonly id: string // the id of the connection
}

/** Compares our entries of one connection with its network's statement, and stores the result. */
async function compareConnection(
  appliance: Appliance,
  account: Account,
  { day, span, id }: DayOfConnection,
  { connector: network, entries: own }: OwnOfConnection,
): Promise<void> {
  const accountId = account.id
  const comparedDay: ComparedDay = { accountId, day, connection: id, source: 'network', network }
  const connection = appliance.connections.find(id)
  const statement = connection && (await statementOf(appliance, accountId, connection, span, own))
  if (statement?.kind !== 'said') {
    const error = connection ? 'network_silent' : 'network_removed'
    return storeUncompared(appliance, comparedDay, own.length, error)
  }
  // Money from before the connection was created came through other software.
  const since = appliance.networks.createdAtOf(id) ?? account.createdAt
  const from = Math.max(since, span.from)
  const entries = await entriesOfDay(appliance, accountId, own, statement.entries, { from, to: span.to })
  const { unanswered, isComplete, isMoneyOnly } = statement
  const comparison = compareSides({ own, network: entries, unanswered, isMoneyOnly })
  await storeComparison(appliance, comparedDay, comparison, {
    isUndecided: row => unanswered.has(row.key),
    error: isComplete ? null : 'network_silent',
  })
}

/**
 * Returns the network's entries to compare with our orders of a day: those about one of these orders, and
 * those of the day that belong to no order of any day. Entries about our orders of other days are left out.
 * @param own our orders of the day
 * @param entries all that the network or a file lists, also around the day
 * @param span the day, or its part since the connection was created
 */
export async function entriesOfDay(
  { store: { read } }: Appliance,
  accountId: string,
  own: readonly OwnEntry[],
  entries: readonly NetworkEntry[],
  span: Span,
): Promise<NetworkEntry[]> {
  const findOwn = ownFinder(own, entries)
  const entriesToCompare: NetworkEntry[] = []
  for (const entry of entries) {
    const { reference, receipt, at } = entry
    const isOnDay = at === null || (at >= span.from && at < span.to)
    if (findOwn(entry)) entriesToCompare.push(entry)
    else if (isOnDay && !(await isKnownHere(read, accountId, [reference, receipt])))
      entriesToCompare.push(entry)
  }
  return entriesToCompare
}

/** Records that nothing could be compared. Differences of an earlier comparison stay open. */
const storeUncompared = (
  { store, world }: Appliance,
  day: ComparedDay,
  unanswered: number, // our orders that were not compared
  error: ReconciliationError,
): Promise<void> =>
  store.write(tx =>
    putReconciliation(tx, {
      ...day,
      checkedAt: world.clock.now(),
      matchedCount: 0,
      matchedAmount: 0,
      unpaid: 0,
      unanswered,
      error,
    }),
  )

interface ComparedSource {
  /** Returns whether the source proves nothing about an earlier difference, which then stays as it is. */
  readonly isUndecided: (row: StoredDifference) => boolean
  /** The kind of money for which we have no order; null for a payment, or if the source has both kinds. */
  readonly strangerKind?: 'payout' | null
  readonly error?: ReconciliationError | null // why some orders were not compared
}

/** Stores the result of a comparison, and marks earlier differences that no longer exist as cured. */
export async function storeComparison(
  appliance: Appliance,
  day: ComparedDay,
  { matched, unpaid, unanswered, differences }: Comparison,
  { isUndecided, strangerKind = null, error = null }: ComparedSource,
): Promise<void> {
  const { store, world } = appliance
  const now = world.clock.now()
  const differencesToStore = differences.slice(0, differencesMax)
  const keys = new Set(differencesToStore.map(differenceKey))
  await store.write(async tx => {
    await putReconciliation(tx, {
      ...day,
      checkedAt: now,
      matchedCount: matched.count,
      matchedAmount: matched.amount,
      unpaid,
      unanswered,
      error,
    })
    for (const difference of differencesToStore) {
      const before = await findDifferenceByKey(tx, { ...day, key: differenceKey(difference) })
      const id = idWithPrefix('diff', world.ids.uuid(now))
      await putDifference(tx, newDifference(day, difference, before, { id, now, strangerKind }))
      if (isTakenBack(difference)) await reportTakenBack(tx, appliance, difference.own)
    }
    for (const row of await listDifferences(tx, day.accountId, day.day, 2 * differencesMax)) {
      const isOfComparison = row.connection === day.connection && row.source === day.source
      const isStillThere = keys.has(row.key) || isUndecided(row)
      if (isOfComparison && row.curedAt === null && !isStillThere)
        await putDifference(tx, { ...row, curedAt: now })
    }
  })
}

/** Raises the alarm about an order whose customer took the money back. */
async function reportTakenBack(
  tx: Tx,
  appliance: Appliance,
  { subject, reference }: OwnEntry,
): Promise<void> {
  const payment = await findPayment(tx, subject)
  const account = payment && (await findAccount(tx, payment.accountId))
  const attempts = await listAttempts(tx, subject)
  const attempt = attempts.find(({ networkReference }) => networkReference === reference)
  assert(payment && account && attempt, 'an order of ours has its attempt, payment and account')
  await reportReversedAttempt(tx, appliance, account, payment, attempt)
}

/** Compares the recent days that still need a comparison. @returns when to run again, milliseconds */
export async function runReconciliations(appliance: Appliance): Promise<number> {
  const { store, world, connections } = appliance
  const { clock } = world
  if (clock.isUnreliable()) return clock.now() + retryMs
  let isUnfinished = false
  let nextAt = clock.now() + dayMs
  for (const account of await listAccounts(store.read)) {
    const networkConnections = connections
      .connectionsOf(account)
      .filter(({ reach, tillNumber }) => reach === 'network' || tillNumber)
    if (networkConnections.length === 0) continue
    for (const day of daysToCompare(account, clock.now())) {
      if (await isCompared(appliance, account, day, networkConnections)) continue
      await reconcileDay(appliance, account, day)
      isUnfinished ||= !(await isCompared(appliance, account, day, networkConnections))
    }
    // The next day to compare is the account's current day, or the previous one until `settlingMs` are over.
    const { to } = daySpan(dayOf(clock.now() - settlingMs, account.timeZone), account.timeZone)
    nextAt = Math.min(nextAt, to + settlingMs)
  }
  return isUnfinished ? Math.min(nextAt, clock.now() + retryMs) : nextAt
}

/** Returns the oldest day that the nightly run still compares, YYYYMMDD. */
const firstToCompare = ({ timeZone }: Account, now: number): number =>
  dayAfter(dayOf(now - settlingMs, timeZone), -nightsBack)

/** Returns the last days that are over, oldest first, but none from before the account was created. */
function daysToCompare(account: Account, now: number): number[] {
  const first = firstToCompare(account, now)
  const days = Array.from({ length: nightsBack }, (_, index) => dayAfter(first, index))
  return days.filter(day => day >= dayOf(account.createdAt, account.timeZone))
}

/**
 * Returns whether each network that was connected on a day was compared completely since the day's end. For a
 * day that the nightly run no longer repeats, a comparison with missing answers is enough.
 */
async function isCompared(
  { store, networks, world }: Appliance,
  account: Account,
  day: number,
  connections: readonly { readonly id: string }[],
): Promise<boolean> {
  const { to } = daySpan(day, account.timeZone)
  const isRepeated = day >= firstToCompare(account, world.clock.now())
  const results = await listReconciliations(store.read, account.id, day)
  const sinceEnd = results.filter(({ source, checkedAt }) => source === 'network' && checkedAt >= to)
  const hasFinalResult = (id: string) =>
    sinceEnd.some(
      ({ connection, error }) =>
        connection === id && (error === null || (error === 'network_silent' && !isRepeated)),
    )
  return connections.every(({ id }) => (networks.createdAtOf(id) ?? 0) >= to || hasFinalResult(id))
}
