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

/** The result of comparing a file. */
interface FileMatch {
  readonly rows: number // the number of rows that were compared, which are those of the day
  readonly otherDays: number // the number of rows of other days, or of orders of other days
  readonly unreadable: readonly UnreadableRow[]
}

interface UploadedFile {
  readonly network: string // the network's name
  readonly day: number
  readonly text: string
}

/**
 * Compares a settlement file with our entries of a day and stores the differences. It decides nothing about
 * orders in unreadable rows, or of a side that the file does not contain.
 * @throws Fault `network_not_connected`, `settlement_file_unreadable` for a file without the required
 * columns, or as `nothingToCompare`
 */
export async function matchFile(
  appliance: Appliance,
  account: Account,
  { network, day, text }: UploadedFile,
  by: RequestedBy,
): Promise<FileMatch> {
  const networkRow = appliance.networks.rowOf(account.id, network)
  if (!networkRow) throw fault('network_not_connected', { name: shortValue(network) })
  const span = daySpan(day, account.timeZone)
  const date = dayText(day)
  const zoneOffsetMs = Date.parse(date) - span.from
  const file = readSettlementFile(text, zoneOffsetMs, span)
  if (!file) throw fault('settlement_file_unreadable')
  const ownByConnection = await ownStatement(appliance, account.id, span)
  const connection = networkRow.id
  const ownOfDay = ownByConnection.get(connection)?.entries ?? []
  const takenBack = await paymentsTakenBack(appliance, connection, ownOfDay, file.entries, span)
  const ownEntries = [...ownOfDay, ...takenBack]
  const unreadableNames = namesWithoutEntry(file.unreadable)
  const isUnreadable = (names: readonly (string | null)[]) =>
    names.some(name => name && unreadableNames.has(nameOf(name)))
  const findOwn = ownFinder(ownEntries, file.entries)
  // An entry without a date counts only if it names one of our orders of this day.
  const readable = file.entries.filter(
    entry => !isUnreadable([entry.reference, entry.receipt]) && (!entry.isUndated || findOwn(entry)),
  )
  const entries = await entriesOfDay(appliance, account.id, ownEntries, readable, span)
  if (entries.length === 0) throw nothingToCompare(file.unreadable.length, date)
  const sides = sidesIn(entries, ownEntries)
  // Leave out our orders of a side about which the file proves nothing.
  const ownToCompare = ownEntries.filter(entry => sides.has(sideOf(entry)))
  const ownUnreadable = ownToCompare.filter(({ reference, receipt }) => isUnreadable([reference, receipt]))
  const unanswered = new Set(ownUnreadable.map(({ reference }) => reference))
  const comparison = compareSides({ own: ownToCompare, network: entries, unanswered, isMoneyOnly: true })
  const comparedDay = { accountId: account.id, day, connection, source: 'file', network } as const
  const isPaidOut = ({ key }: StoredDifference) =>
    ownEntries.some(entry => entry.reference === key && sideOf(entry) === 'payouts')
  await storeComparison(appliance, comparedDay, comparison, {
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

/**
 * Returns the fault of a file without a readable row of the day.
 * @param unreadable the number of its unreadable rows
 */
const nothingToCompare = (unreadable: number, date: string) =>
  unreadable > 0
    ? fault('settlement_file_rows_unreadable', { rows: unreadable })
    : fault('settlement_file_other_day', { date })

/** Returns the references and receipts in rows whose amount or state could not be read. */
function namesWithoutEntry(rows: readonly UnreadableRow[]): ReadonlySet<string> {
  const rowsWithoutEntry = rows.filter(({ cause }) => cause === 'amount' || cause === 'state')
  return new Set(rowsWithoutEntry.flatMap(({ names }) => names.map(nameOf)))
}

/**
 * Returns our payments of other days over this connection whose money, by the file, went back on this day.
 * @param ownOfDay our entries of this day, which are left out
 */
async function paymentsTakenBack(
  appliance: Appliance,
  connection: string,
  ownOfDay: readonly OwnEntry[],
  entries: readonly FileEntry[],
  { from, to }: Span,
): Promise<OwnEntry[]> {
  const { read } = appliance.store
  const findOwn = ownFinder(ownOfDay, entries)
  const ownEntries = new Map<string, OwnEntry>()
  for (const entry of entries) {
    const { direction, isReversed, reference, receipt, mentions = [], at } = entry
    const isOnDay = at !== null && at >= from && at < to
    const isMoneyBack = direction === 'out' || isReversed
    if (!isOnDay || !isMoneyBack || findOwn(entry)) continue
    const names = [reference, receipt, ...mentions].filter(name => name !== null)
    const attempt = await findAttemptNamed(read, connection, names)
    const own = attempt && (await ownEntry(appliance, attempt.networkReference))
    if (own) ownEntries.set(own.reference, own)
  }
  return [...ownEntries.values()]
}

/** Finds the attempt over this connection that has one of these references or receipts. */
async function findAttemptNamed(
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

/** A side of the business: money that came in, with the network's own refunds of it, or money sent out. */
type Side = 'collections' | 'payouts'

/** Returns the side of one of our orders. A network's own refund belongs to collections. */
const sideOf = ({ kind, refundOf }: OwnEntry): Side =>
  kind === 'payment' || refundOf !== undefined ? 'collections' : 'payouts'

/** Returns the side of a stored difference. @param isPaidOut whether its refund was sent as a payout */
const sideOfDifference = ({ kind }: StoredDifference, isPaidOut: boolean): Side =>
  kind === 'payout' || (kind === 'refund' && isPaidOut) ? 'payouts' : 'collections'

/**
 * Returns the sides of our orders that a file names: a file of collections proves nothing about payouts, nor
 * the reverse. If it names none, it counts as collections, unless all of its money went out.
 */
function sidesIn(entries: readonly NetworkEntry[], own: readonly OwnEntry[]): ReadonlySet<Side> {
  const names = new Set(
    entries.flatMap(({ reference, receipt }) => [reference, receipt].map(name => nameOf(name ?? ''))),
  )
  const isNamed = ({ reference, receipt }: OwnEntry) =>
    names.has(nameOf(reference)) || (receipt !== null && names.has(nameOf(receipt)))
  const sides = new Set(own.filter(isNamed).map(sideOf))
  if (sides.size > 0) return sides
  const isAllOut = entries.every(({ direction }) => direction === 'out')
  return new Set([isAllOut ? 'payouts' : 'collections'])
}
