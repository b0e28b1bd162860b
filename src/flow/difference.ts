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
    // Only comparing the whole day shows whether money without an order now has an order.
    if (stored.source === 'network') await reconcileDay(appliance, account, stored.day)
    return differenceOf(appliance, account, id)
  }
  await recheck(appliance, stored.kind, stored.reference)
  // The file may have other lines about refunds of this order, so only a newer file can end the difference.
  if (stored.source === 'file' && stored.result === 'refund_missing_here')
    return differenceOf(appliance, account, id)
  const own = await ownEntry(appliance, stored.reference)
  assert(own, 'an order of ours stays')
  const network = await networkSide(appliance, stored, own)
  if (network === 'unanswered') throw fault('difference_unanswered')
  const [difference] = compareSides({ own: [own], network: network ? [network] : [] }).differences
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

/** Asks the network about an order and records its answer, as after a callback, but without a job. */
async function recheck(
  appliance: Appliance,
  kind: StoredDifference['kind'],
  reference: string,
): Promise<void> {
  const { read } = appliance.store
  const find = kind === 'payment' ? findAttemptByReference : findPayoutByReference
  const order = await find(read, reference)
  if (!order) return
  if (kind === 'payment') await recheckAttempt(appliance, order.id, async () => {})
  else await recheckPayout(appliance, order.id)
}

/**
 * Returns what the network has about the order now. What a file or an SMS reported does not change.
 * @returns undefined when the network does not have the order
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
