// Comparing a day with a settlement file that a person downloaded from the network.
import type { Appliance } from '../appliance.ts'
import type { Account } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import { daySpan, dayText } from '../domain/day.ts'
import { fault } from '../domain/fault.ts'
import { compareSides, type NetworkEntry, nameOf, type OwnEntry } from '../domain/reconciliation.ts'
import { readSettlementFile } from '../domain/settlement-file.ts'
import { writeAudit } from './audit-log.ts'
import { ownStatement } from './own-statement.ts'
import { entriesOfDay, storeComparison } from './reconciliation.ts'

/** How many rows of a file were of what kind. */
interface FileMatch {
  /** Of the day. */
  readonly rows: number
  /** Of other days, or of orders of other days. */
  readonly otherDays: number
  readonly unreadable: number
}

interface UploadedFile {
  /** The network's name. */
  readonly network: string
  readonly day: number
  readonly text: string
}

/**
 * Compares and stores what differs.
 * @throws Fault `not_found` for a network that is not connected, `validation_error` for a file without the
 * columns, or of another day
 */
export async function matchFile(
  appliance: Appliance,
  account: Account,
  { network, day, text }: UploadedFile,
  by: RequestedBy,
): Promise<FileMatch> {
  const row = appliance.networks.rowOf(account.id, network)
  if (!row) throw fault('network_not_connected', { name: network.slice(0, 60) })
  const span = daySpan(day, account.timeZone)
  const date = dayText(day)
  const file = readSettlementFile(text, Date.parse(date) - span.from)
  if (!file) throw fault('settlement_file_unreadable')
  const all = (await ownStatement(appliance, account.id, span)).get(row.id)?.entries ?? []
  const entries = await entriesOfDay(appliance, account.id, all, file.entries, span)
  if (entries.length === 0) throw fault('settlement_file_other_day', { date })
  const own = ofKindsIn(entries, all)
  const comparison = compareSides({ own, network: entries, isMoneyOnly: true })
  const compared = { accountId: account.id, day, connection: row.id, source: 'file', network } as const
  await storeComparison(appliance, compared, comparison)
  const rows = entries.length
  await writeAudit(appliance, {
    account,
    by,
    kind: 'reconciliation.file_matched',
    detail: { network, date, rows },
  })
  return { rows, otherDays: file.entries.length - rows, unreadable: file.unreadable }
}

/** A file of collections says nothing of payouts, and one of payouts nothing of collections. */
function ofKindsIn(entries: readonly NetworkEntry[], own: readonly OwnEntry[]): readonly OwnEntry[] {
  const names = new Set(
    entries.flatMap(({ reference, receipt }) => [reference, receipt].map(name => nameOf(name ?? ''))),
  )
  const isNamed = ({ reference, receipt }: OwnEntry) =>
    names.has(nameOf(reference)) || (receipt !== null && names.has(nameOf(receipt)))
  const kinds = new Set(own.filter(isNamed).map(({ kind }) => kind))
  if (kinds.size === 0) kinds.add('payment')
  return own.filter(({ kind }) => kinds.has(kind))
}
