// The status of the server and of one account for monitoring: queues, stuck work, the age of the backup.

import type { DeliveryStatus } from '../domain/delivery.ts'
import { timeOf } from '../domain/id.ts'
import { countDeliveriesUpTo, listResendable } from '../store/delivery-list.ts'
import type { Read } from '../store/engine/statement.ts'
import { countDueJobs, nextJobAt } from '../store/job.ts'
import type { Appliance } from './appliance.ts'
import { type AttentionItems, attentionItemsOf } from './attention.ts'
import { type BackupState, backupState } from './backup.ts'
import { type LedgerCheckResult, lastLedgerCheck } from './ledger-check.ts'
import { recordProblems } from './record-check.ts'

/** The most items that are counted, so that the count stays fast. */
export const queueMax = 100_000

/** The length of a queue, and its age. */
interface Queue {
  readonly count: number // at most `queueMax` of each kind
  readonly oldestMs: number // the age of the oldest item, milliseconds; 0 in an empty queue
}

/** What `/metrics` reports. */
export interface ServerStatus {
  readonly attention: AttentionItems
  readonly deliveries: Queue // the account's deliveries that have not ended
  readonly jobs: Queue // due jobs of the server, not yet begun
  readonly ledgerCheck: LedgerCheckResult | undefined
  /** Whether a program other than Kaunta changed postings or the audit log. */
  readonly recordsChanged: boolean
  readonly clockUnreliable: boolean
  readonly backup: BackupState | undefined
  /** Free bytes, and bytes of the payments' database; undefined when they are unknown. */
  readonly disk: { readonly free: number; readonly own: number } | undefined
}

const openStatuses: readonly DeliveryStatus[] = ['pending', 'failed', 'retrying']

/** Counts the account's deliveries that have not ended, and returns the age of the oldest. */
async function openDeliveries(read: Read, accountId: string, now: number): Promise<Queue> {
  let count = 0
  let oldestAt = now
  for (const status of openStatuses) {
    count += await countDeliveriesUpTo(read, { accountId, status }, queueMax)
    const [first] = await listResendable(read, accountId, status, '', 1)
    if (first) oldestAt = Math.min(oldestAt, timeOf(first.id))
  }
  return { count, oldestMs: now - oldestAt }
}

/** Counts the server's jobs that are due and have not begun, and returns how long the first has been due. */
async function dueJobs(read: Read, now: number): Promise<Queue> {
  const count = await countDueJobs(read, now, queueMax)
  const firstDueAt = (await nextJobAt(read)) ?? now
  return { count, oldestMs: Math.max(0, now - firstDueAt) }
}

/** Returns the status of the server and of one account. */
export async function serverStatusOf(appliance: Appliance, accountId: string): Promise<ServerStatus> {
  const { store, world } = appliance
  const { read } = store
  const now = world.clock.now()
  const free = store.freeBytes()
  const own = store.ownBytes()
  return {
    attention: await attentionItemsOf(read, accountId, now, 'server'),
    deliveries: await openDeliveries(read, accountId, now),
    jobs: await dueJobs(read, now),
    ledgerCheck: await lastLedgerCheck(appliance),
    recordsChanged: (await recordProblems(read)).length > 0,
    clockUnreliable: world.clock.isUnreliable(),
    backup: await backupState(appliance),
    disk: free === undefined || own === undefined ? undefined : { free, own },
  }
}
