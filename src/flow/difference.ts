// A person's decision on a difference between our books and a network. The person can ask the network again
// and book the money that it confirms, or mark the difference as seen with a reason.

import type { Account } from '../domain/account.ts'
import type { RequestedByStaff } from '../domain/actor.ts'
import {
  markDifferenceSeen,
  networkEntryOf,
  newDifference,
  type StoredDifference,
} from '../domain/difference.ts'
import { assert, fault, shortValue } from '../domain/fault.ts'
import type { NetworkEntry, OwnEntry } from '../domain/money-entry.ts'
import { compareSides } from '../domain/reconciliation.ts'
import { findAttemptByReference } from '../store/attempt.ts'
import { findPayoutByReference } from '../store/payout.ts'
import { findDifference, putDifference } from '../store/reconciliation.ts'
import type { Appliance } from './appliance.ts'
import { recheckAttempt } from './attempt-check.ts'
import { recordAudit } from './audit-log.ts'
import { askAbout } from './network-statement.ts'
import { ownEntry } from './own-statement.ts'
import { recheckPayout } from './payout-check.ts'
import { reconcileDay } from './reconciliation.ts'

/**
 * Finds a difference of the account.
 * @throws Fault `difference_not_found`, also for a difference of another account
 */
async function differenceOf({ store }: Appliance, account: Account, id: string): Promise<StoredDifference> {
  const difference = await findDifference(store.read, id)
  if (!difference || difference.accountId !== account.id)
    throw fault('difference_not_found', { id: shortValue(id) })
  return difference
}

/**
 * Asks the network about the difference now, books the money that it confirms, and compares both sides again.
 * @throws Fault `difference_not_found`, or `difference_unanswered` when the network gives no answer
 */
export async function checkDifference(
  appliance: Appliance,
  account: Account,
  id: string,
): Promise<StoredDifference> {
  const stored = await differenceOf(appliance, account, id)
  if (stored.reference === null) {
    // No order of this shop matched this money. Comparing the whole day again shows whether one does now.
    if (stored.source === 'network') await reconcileDay(appliance, account, stored.day)
    return differenceOf(appliance, account, id)
  }
  await recheck(appliance, stored.kind, stored.reference)
  // The file may list other refunds of this order, so only a newer file can end the difference.
  if (stored.source === 'file' && stored.result === 'refund_missing_here')
    return differenceOf(appliance, account, id)
  const ourEntry = await ownEntry(appliance, stored.reference)
  assert(ourEntry, 'an order of ours stays')
  const networkEntry = await networkSide(appliance, stored, ourEntry)
  if (networkEntry === 'unanswered') throw fault('difference_unanswered')
  const sides = { own: [ourEntry], network: networkEntry ? [networkEntry] : [] }
  const [difference] = compareSides(sides).differences
  return appliance.store.write(async tx => {
    const now = appliance.world.clock.now()
    const before = (await findDifference(tx, id)) ?? stored
    const next = difference
      ? newDifference(before, difference, before, { id, now })
      : { ...before, curedAt: before.curedAt ?? now }
    await putDifference(tx, next)
    return next
  })
}

/** Asks the network about an order and records its answer. An unknown reference is ignored. */
async function recheck(
  appliance: Appliance,
  kind: StoredDifference['kind'],
  reference: string,
): Promise<void> {
  const { read } = appliance.store
  if (kind === 'payment') {
    const attempt = await findAttemptByReference(read, reference)
    const recordNoJob = async () => {} // a person asks, so there is no job to record
    if (attempt) await recheckAttempt(appliance, attempt.id, recordNoJob)
    return
  }
  const payout = await findPayoutByReference(read, reference)
  if (payout) await recheckPayout(appliance, payout.id)
}

/**
 * Returns the network's present record of the order. A difference from a file or from payment SMS keeps the
 * record that it was found with, because a file or an SMS does not change later.
 * @returns undefined when the network does not have the order, `unanswered` when it gives no answer
 */
async function networkSide(
  appliance: Appliance,
  stored: StoredDifference,
  own: OwnEntry,
): Promise<NetworkEntry | 'unanswered' | undefined> {
  const connection = appliance.connections.find(stored.connection)
  if (stored.source === 'file' || connection?.tillNumber) return networkEntryOf(stored)
  return connection ? askAbout(appliance, connection, own) : 'unanswered'
}

/**
 * Closes a difference that a person has seen, with their reason.
 * @throws Fault `difference_not_found`, or `difference_ended` when it is not open
 */
export async function markSeen(
  appliance: Appliance,
  account: Account,
  id: string,
  { note, by }: { readonly note: string; readonly by: RequestedByStaff },
): Promise<StoredDifference> {
  await differenceOf(appliance, account, id)
  return appliance.store.write(async tx => {
    const difference = await findDifference(tx, id)
    assert(difference, 'a difference stays')
    const next = markDifferenceSeen(difference, { note, by: by.staffId }, appliance.world.clock.now())
    await putDifference(tx, next)
    const { result, network, subject } = next
    const detail = { result, network, for: subject, note }
    await recordAudit(tx, appliance, { account, by, kind: 'difference.seen', subject: id, detail })
    return next
  })
}
