// Handles a network's callback: it schedules a status check of the order that the callback names. The
// callback itself decides nothing.

import type { Connection } from '../connector/connector.ts'
import { findAttemptByReference } from '../store/attempt.ts'
import { putJob } from '../store/job.ts'
import { findPayoutByReference } from '../store/payout.ts'
import type { Appliance } from './appliance.ts'

/** The most orders of one callback that are checked; networks name fewer. */
const ordersMax = 20

/**
 * Schedules a status check of each order that a network's callback names. Orders of other connections are
 * ignored, because a network may only ask about its own.
 * @param references our own references of attempts or payouts
 */
export async function requestChecks(
  appliance: Appliance,
  connection: Connection,
  references: readonly string[],
): Promise<void> {
  const { store, world, notifier } = appliance
  const now = world.clock.now()
  for (const reference of references.slice(0, ordersMax)) {
    const attempt = await findAttemptByReference(store.read, reference)
    const payout = attempt ? undefined : await findPayoutByReference(store.read, reference)
    const order = attempt ?? payout
    if (order?.connection !== connection.id) continue
    await store.write(async tx => {
      await putJob(tx, attempt ? 'attempt.recheck' : 'payout.recheck', `${order.id}:callback`, now)
      notifier.publishJob(tx, now)
    })
  }
}
