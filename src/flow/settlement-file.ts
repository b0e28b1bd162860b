// Compares a day with a settlement file that a person downloaded from the network.

import type { Account } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import type { Attempt } from '../domain/attempt.ts'
import { daySpan, dayText, type Span } from '../domain/day.ts'
import type { StoredDifference } from '../domain/difference.ts'
import { fault, shortValue } from '../domain/fault.ts'
import { type NetworkEntry, nameOf, type OwnEntry } from '../domain/money-entry.ts'
import { compareSides, ownFinder } from '../domain/reconciliation.ts'
import { type FileEntry, readSettlementFile, type UnreadableRow } from '../domain/settlement-file.ts'
import { findAttemptByReference, findAttemptPaidWith } from '../store/attempt.ts'
import type { Read } from '../store/engine/statement.ts'
import type { Appliance } from './appliance.ts'
import { writeAudit } from './audit-log.ts'
import { ownEntry, ownStatement } from './own-statement.ts'
import { entriesOfDay, storeComparison } from './reconciliation.ts'

/** How many rows of a file were compared, and which were not. */
interface FileMatch {
  readonly rows: number // rows of the day
  readonly otherDays: number // rows of other days, or of orders of other days
  readonly unreadable: readonly UnreadableRow[]
}

interface UploadedFile {
  readonly network: string // the network's name
  readonly day: number
  readonly text: string
}

/**
 * Compares a file with our entries of a day and stores the differences. It decides nothing about an order in
 * an unreadable row.
 * @throws Fault `network_not_connected`, `settlement_file_unreadable` for a file without the required
 * columns, or as `nothingToCompare`
 */
export async function matchFile(
  appliance: Appliance,
  account: Account,
  { network, day, text }: UploadedFile,
  by: RequestedBy,
): Promise<FileMatch> {
  const row = appliance.networks.rowOf(account.id, network)
  if (!row) throw fault('network_not_connected', { name: shortValue(network) })
  const span = daySpan(day, account.timeZone)
  const date = dayText(day)
  const file = readSettlementFile(text, Date.parse(date) - span.from, span)
  if (!file) throw fault('settlement_file_unreadable')
  const entriesOfOwnDay = (await ownStatement(appliance, account.id, span)).get(row.id)?.entries ?? []
  const ownEntries = [
    ...entriesOfOwnDay,
    ...(await paymentsTakenBack(appliance, row.id, entriesOfOwnDay, file.entries, span)),
  ]
  const unreadableNames = namesWithoutEntry(file.unreadable)
  const isUnreadable = (names: readonly (string | null)[]) =>
    names.some(name => name && unreadableNames.has(nameOf(name)))
  const find = ownFinder(ownEntries, file.entries)
  const readable = file.entries.filter(
    entry => !isUnreadable([entry.reference, entry.receipt]) && (!entry.isUndated || find(entry)),
  )
  const entries = await entriesOfDay(appliance, account.id, ownEntries, readable, span)
  if (entries.length === 0) throw nothingToCompare(file.unreadable.length, date)
  const sides = sidesIn(entries, ownEntries)
  // Leave out our orders of a side about which the file proves nothing.
  const own = ownEntries.filter(entry => sides.has(sideOf(entry)))
  const undecided = own.filter(({ reference, receipt }) => isUnreadable([reference, receipt]))
  const unanswered = new Set(undecided.map(({ reference }) => reference))
  const comparison = compareSides({ own, network: entries, unanswered, isMoneyOnly: true })
  const compared = { accountId: account.id, day, connection: row.id, source: 'file', network } as const
  const isPaidOut = ({ key }: StoredDifference) =>
    ownEntries.some(entry => entry.reference === key && sideOf(entry) === 'payouts')
  await storeComparison(appliance, compared, comparison, {
    strangerKind: sides.has('collections') ? null : 'payout',
    isUndecided: row => unanswered.has(row.key) || !sides.has(sideOfDifference(row, isPaidOut(row))),
  })
  const rows = entries.length
  await writeAudit(appliance, {
    account,
    by,
    kind: 'reconciliation.file_matched',
    detail: { network, date, rows },
  })
  return { rows, otherDays: readable.length - rows, unreadable: file.unreadable }
}

/** Returns the fault of a file that has no readable row of the day. */
const nothingToCompare = (unreadable: number, date: string) =>
  unreadable > 0
    ? fault('settlement_file_rows_unreadable', { rows: unreadable })
    : fault('settlement_file_other_day', { date })

/** Returns the names in rows whose amount or state could not be read. */
const namesWithoutEntry = (rows: readonly UnreadableRow[]): ReadonlySet<string> =>
  new Set(
    rows.flatMap(({ cause, names }) => (cause === 'amount' || cause === 'state' ? names.map(nameOf) : [])),
  )

/** Returns our payments of other days over this connection whose money the file takes back on this day. */
async function paymentsTakenBack(
  appliance: Appliance,
  connection: string,
  entriesOfOwnDay: readonly OwnEntry[],
  entries: readonly FileEntry[],
  { from, to }: Span,
): Promise<OwnEntry[]> {
  const { read } = appliance.store
  const find = ownFinder(entriesOfOwnDay, entries)
  const ownEntries = new Map<string, OwnEntry>()
  for (const entry of entries) {
    const { direction, isReversed, reference, receipt, mentions = [], at } = entry
    const isOnDay = at !== null && at >= from && at < to
    if (!isOnDay || !(direction === 'out' || isReversed) || find(entry)) continue
    const names = [reference, receipt, ...mentions].filter(name => name !== null)
    const attempt = await attemptNamed(read, connection, names)
    const own = attempt && (await ownEntry(appliance, attempt.networkReference))
    if (own) ownEntries.set(own.reference, own)
  }
  return [...ownEntries.values()]
}

/** Returns the attempt over this connection that has one of these references or receipts. */
async function attemptNamed(
  read: Read,
  connection: string,
  names: readonly string[],
): Promise<Attempt | undefined> {
  for (const name of names) {
    const attempt =
      (await findAttemptByReference(read, name)) ?? (await findAttemptPaidWith(read, connection, name))
    if (attempt?.connection === connection) return attempt
  }
  return undefined
}

/** What a file may be about: money that came in, with the network's own refunds of it, or money sent out. */
type Side = 'collections' | 'payouts'

/** Returns the side of one of our orders. A network's own refund belongs to collections. */
const sideOf = ({ kind, refundOf }: OwnEntry): Side =>
  kind === 'payment' || refundOf !== undefined ? 'collections' : 'payouts'

/** Returns the side of a stored difference. @param isPaidOut whether its refund was sent as a payout */
const sideOfDifference = ({ kind }: StoredDifference, isPaidOut: boolean): Side =>
  kind === 'payout' || (kind === 'refund' && isPaidOut) ? 'payouts' : 'collections'

/**
 * Returns the sides that a file contains. A file of collections proves nothing about payouts, and a file of
 * payouts proves nothing about collections. A file that names none of our orders counts as
 * collections, unless all of its money went out.
 */
function sidesIn(entries: readonly NetworkEntry[], own: readonly OwnEntry[]): ReadonlySet<Side> {
  const names = new Set(
    entries.flatMap(({ reference, receipt }) => [reference, receipt].map(name => nameOf(name ?? ''))),
  )
  const isNamed = ({ reference, receipt }: OwnEntry) =>
    names.has(nameOf(reference)) || (receipt !== null && names.has(nameOf(receipt)))
  const sides = new Set(own.filter(isNamed).map(sideOf))
  if (sides.size > 0) return sides
  return new Set([entries.every(({ direction }) => direction === 'out') ? 'payouts' : 'collections'])
}
